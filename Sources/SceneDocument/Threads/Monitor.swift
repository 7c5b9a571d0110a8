import Glibc

/// A lock with a bell: who waits is woken by whoever changed what the lock guards.
package final class Monitor {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func withLock<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Lets go of the lock until someone wakes; the lock must be held.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Wakes all that wait; the lock must be held.
  package func wake() { pthread_cond_broadcast(condition) }
}
