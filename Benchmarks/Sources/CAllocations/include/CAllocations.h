#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted on this system.
bool allocations_can_be_counted(void);

/// Begins or ends counting the allocations of all threads.
void allocations_count(bool is_on);

/// How many there were while counting was on.
uint64_t allocations_total(void);

/// How many bytes more were allocated than freed while counting was on.
int64_t allocations_bytes(void);

#endif
