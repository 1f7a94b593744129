#include "CAllocations.h"

#include <stdatomic.h>
#include <stddef.h>

static atomic_bool counting = false;
static atomic_uint_fast64_t total = 0;
static atomic_int_fast64_t bytes = 0;

void allocations_count(bool is_on) { atomic_store(&counting, is_on); }

uint64_t allocations_total(void) { return atomic_load(&total); }

int64_t allocations_bytes(void) { return atomic_load(&bytes); }

// With glibc, a program's own malloc takes the place of the library's, in all libraries it loads,
// and glibc's is still there under another name. "Replacing malloc" in its manual.
#ifdef __GLIBC__

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static inline bool counts(void) { return atomic_load_explicit(&counting, memory_order_relaxed); }

// What is there more, and what is there less.
static inline void *came(void *pointer) {
  if (counts() && pointer != NULL) {
    atomic_fetch_add_explicit(&total, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, malloc_usable_size(pointer), memory_order_relaxed);
  }
  return pointer;
}

static inline void goes(void *pointer) {
  if (counts() && pointer != NULL) {
    atomic_fetch_sub_explicit(&bytes, malloc_usable_size(pointer), memory_order_relaxed);
  }
}

void *malloc(size_t size) { return came(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return came(__libc_calloc(count, size)); }

void *realloc(void *pointer, size_t size) {
  goes(pointer);
  return came(__libc_realloc(pointer, size));
}

void *memalign(size_t alignment, size_t size) { return came(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) {
  return came(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *pointer = came(__libc_memalign(alignment, size));
  if (pointer == NULL) return ENOMEM;
  *result = pointer;
  return 0;
}

void free(void *pointer) {
  goes(pointer);
  __libc_free(pointer);
}

bool allocations_can_be_counted(void) { return true; }

#else

bool allocations_can_be_counted(void) { return false; }

#endif
