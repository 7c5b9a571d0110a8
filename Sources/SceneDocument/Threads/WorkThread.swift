internal import CSystem
import Glibc

/// A thread that runs one closure. The owner may join the thread, but need not.
package final class WorkThread {
  private var thread = pthread_t()
  private var isJoinable = false

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// The size of the stack in bytes. It equals that of most main threads, since scenes and selectors may be nested
  /// deeply.
  private static let stackBytes = 8 << 20

  /// Starts a thread that calls `run`; nil if the system cannot start one.
  ///
  /// - Parameter yields: true to give other threads precedence if there are more threads than processors.
  package init?(yields: Bool = false, _ run: @escaping () -> Void) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    pthread_attr_setstacksize(attributes, Self.stackBytes)
    let body = Unmanaged.passRetained(
      Body {
        if yields {
          pthread_setspecific(Self.mark, UnsafeRawPointer(bitPattern: 1))
          inspector_yield()
        }
        run()
      })
    let code = pthread_create(
      &thread, attributes,
      { raw in
        if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return nil
    }
    isJoinable = true
  }

  /// The key of the thread-specific mark that yielding threads set.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// True if the calling thread was started with `yields`.
  package static var isYielding: Bool { pthread_getspecific(mark) != nil }

  deinit {
    if isJoinable { pthread_detach(thread) }
  }

  /// Waits until the closure has returned. A second call does nothing.
  package func join() {
    guard isJoinable else { return }
    isJoinable = false
    pthread_join(thread, nil)
  }
}
