import Foundation

/// How long this thread has worked.
public enum ThreadClock {
  /// In nanoseconds, from some moment on.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
