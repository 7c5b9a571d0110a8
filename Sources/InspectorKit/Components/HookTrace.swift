internal import Glibc

/// A trace of nested hooks. If hooks set each other without end, the trace reports their names before the stack
/// overflows.
///
/// `@Inspectable` adds a call of ``enter(_:)`` to every property that has a `didSet` and no `willSet`.
public enum HookTrace {
  /// The maximum nesting depth of hooks; a deeper nesting ends the worker.
  public static let limit = 64

  /// Records that a property, such as `Gauge.level`, is about to be set. If hooks nest deeper than ``limit``, the
  /// worker reports the chain of properties to the host and ends. Outside a worker, nothing is reported.
  @inline(never)
  public static func enter(_ property: StaticString) {
    var marker: UInt8 = 0
    // The stack grows downwards: a set inside a hook has a lower frame address than the set that caused the hook. A set
    // after the hook does not.
    let frame = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    HookStack.unretained._withUnsafeGuaranteedRef { $0.enter(property, frame: frame) }
  }
}

/// The hooks that are running on one thread, the outermost first.
final class HookStack {
  @exclusivity(unchecked) private var entries: [(property: StaticString, frame: UInt)] = []

  /// The number of different stack frames in `entries`.
  @exclusivity(unchecked) private var depth = 0

  /// A closure that receives the chain of properties if hooks nest too deeply. It should end the process, because the
  /// hooks continue when it returns. A worker sends the chain to the host first.
  var onLoop: (([String]) -> Void)?

  /// A closure that receives each property before it is set, with its nesting depth, from 1; nil if no log is attached.
  @exclusivity(unchecked) var onEnter: ((_ property: String, _ depth: Int) -> Void)?

  func reset() {
    while !entries.isEmpty { entries.removeLast() }
    depth = 0
  }

  /// Records that a property is about to be set. If the optimizer inlines one hook into another, their sets have the
  /// same stack frame, and so do two consecutive sets in one function. The entries of one frame are therefore kept side
  /// by side, each property once, and only frames count towards the depth.
  func enter(_ property: StaticString, frame: UInt) {
    while let last = entries.last, last.frame < frame || (last.frame == frame && contains(property, at: frame)) {
      entries.removeLast()
      if entries.last?.frame != last.frame { depth -= 1 }
    }
    if entries.last?.frame != frame { depth += 1 }
    entries.append((property, frame))
    onEnter?("\(property)", depth)
    guard depth > HookTrace.limit else { return }
    onLoop?(entries.map { "\($0.property)" })
  }

  private func contains(_ property: StaticString, at frame: UInt) -> Bool {
    for entry in entries.reversed() {
      guard entry.frame == frame else { return false }
      if entry.property.utf8Start == property.utf8Start { return true }
    }
    return false
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      if let pointer { Unmanaged<HookStack>.fromOpaque(pointer).release() }
    }
    return key
  }()

  /// The hook stack of the calling thread.
  static var current: HookStack { unretained.takeUnretainedValue() }

  /// The hook stack of the calling thread, not retained: the thread keeps it alive.
  fileprivate static var unretained: Unmanaged<HookStack> {
    if let pointer = pthread_getspecific(key) { return Unmanaged<HookStack>.fromOpaque(pointer) }
    let stack = Unmanaged.passRetained(HookStack())
    pthread_setspecific(key, stack.toOpaque())
    return stack
  }
}

/// Returns the last loop in a chain of hooks, from the second-last occurrence of the last hook to its last occurrence:
/// `A.x → B.y → A.x`. Returns the whole chain if the last hook occurs only once.
func loopText(_ chain: [String]) -> String {
  guard let last = chain.last, let previous = chain.dropLast().lastIndex(of: last) else {
    return chain.joined(separator: " → ")
  }
  return chain[previous...].joined(separator: " → ")
}
