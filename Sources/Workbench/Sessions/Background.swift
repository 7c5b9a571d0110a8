internal import Glibc

/// Work on a thread of its own, and what came of it.
///
/// ```swift
/// let digest = Background { snapshot.sha256 }
/// digest.value  // waits for it
/// ```
final class Background<Value: Sendable>: @unchecked Sendable {
  // `result` is written once by the thread, and read by others behind the mutex only.
  private var result: Value?
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Begins the work; where the system has no thread to give, it is done here and now.
  init(_ work: @escaping @Sendable () -> Value) {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(done, nil)
    let job = Job { self.finish(work()) }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(job).toOpaque()
    let error = pthread_create(&thread, nil, { Job.run($0) }, argument)
    if error == 0 {
      pthread_detach(thread)
    } else {
      _ = Job.run(argument)
    }
  }

  deinit {
    pthread_cond_destroy(done)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    done.deallocate()
  }

  private func finish(_ value: Value) {
    pthread_mutex_lock(mutex)
    result = value
    pthread_cond_broadcast(done)
    pthread_mutex_unlock(mutex)
  }

  /// What came of the work; waits for its end.
  var value: Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result { return result }
      pthread_cond_wait(done, mutex)
    }
  }

  /// What came of the work, or nil while it goes on.
  var valueIfDone: Value? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return result
  }
}

private final class Job {
  private let work: () -> Void

  init(_ work: @escaping () -> Void) { self.work = work }

  static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work()
    return nil
  }
}
