internal import Glibc

/// A thread that runs one closure.
final class WorkThread {
  private var thread = pthread_t()

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// As much as the first thread usually has: scenes and selectors may be nested deeply.
  private static let stackBytes = 8 << 20

  /// Nil where the system has no thread to give.
  init?(_ run: @escaping () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    let body = Unmanaged.passRetained(Body(run))
    let code = pthread_create(
      &thread, &attributes,
      { raw in
        if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return nil
    }
  }

  /// Waits until it is done.
  func join() { pthread_join(thread, nil) }
}

/// A lock with a bell: who waits is woken by whoever changed what the lock guards.
final class Monitor {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
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

  func withLock<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Lets go of the lock until someone wakes; the lock must be held.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Wakes all that wait; the lock must be held.
  func wake() { pthread_cond_broadcast(condition) }
}
