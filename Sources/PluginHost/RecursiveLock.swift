internal import Glibc
package import WorkbenchSupport

/// A recursive mutex: the thread that holds it may lock it again.
package final class RecursiveLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Acquires the lock, waiting while another thread holds it.
  package func lock() { pthread_mutex_lock(mutex) }

  /// Acquires the lock and returns true, or returns false at once if another thread holds it.
  package func lockIfFree() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  /// Releases the lock. The thread that holds it has to call this once for each time that it acquired the lock.
  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Runs a function under the lock; returns nil without running the function if another thread holds the lock.
  package func withLockIfFree<R>(_ body: () -> R) -> R? {
    guard lockIfFree() else { return nil }
    defer { unlock() }
    return body()
  }

  /// Runs a function under the lock, waiting while another thread holds the lock.
  package func withLock<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Runs a function under the lock; returns nil without running the function if the job ends while another thread
  /// holds the lock.
  package func withLock<R, E>(under job: InspectorJob, _ body: () throws(E) -> R) throws(E) -> R? {
    guard lock(under: job) else { return nil }
    defer { unlock() }
    return try body()
  }

  /// The interval at which a wait for the lock checks for a cancellation.
  private static var patience: Duration { .milliseconds(10) }

  private func lock(under job: InspectorJob) -> Bool {
    if lockIfFree() { return true }
    while !job.isCancelled {
      let left = job.deadline.map { ContinuousClock.now.duration(to: $0) } ?? Self.patience
      let wait = left > .zero ? min(left, Self.patience) : Self.patience
      var end = timespec()
      clock_gettime(CLOCK_REALTIME, &end)
      let nanoseconds = end.tv_nsec + Int(wait / .nanoseconds(1))
      end = timespec(tv_sec: end.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      if pthread_mutex_timedlock(mutex, &end) == 0 { return true }
    }
    return false
  }
}
