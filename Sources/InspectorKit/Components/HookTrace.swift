internal import Glibc

/// A trace of nested hooks, so that hooks which set each other without end are reported by name before the stack
/// overflows.
///
/// `@Inspectable` adds a call of ``enter(_:)`` to a property that has a `didSet`.
public enum HookTrace {
  /// The maximum nesting depth of hooks.
  public static let limit = 64

  /// Records that a property is about to be set. Hooks that nest deeper than ``limit`` are reported.
  @inline(never)
  public static func enter(_ property: StaticString) {
    var marker: UInt8 = 0
    // A set made inside a hook has a stack frame below that of the set that caused it; a later set does not.
    let frame = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    HookStack.unretained._withUnsafeGuaranteedRef { $0.enter(property, frame: frame) }
  }
}

/// The hooks that are running on this thread, the outermost first.
final class HookStack {
  @exclusivity(unchecked) private var entries: [(property: StaticString, frame: UInt)] = []

  /// The number of different stack frames in `entries`.
  @exclusivity(unchecked) private var depth = 0

  /// A closure that receives the chain of properties if hooks nest too deeply. It should end the process, as a worker
  /// does after it has sent the chain, because the hooks continue when the closure returns.
  var onLoop: (([String]) -> Void)?

  /// A closure that receives each property that is about to be set and its depth, from 1; nil if no log is attached.
  @exclusivity(unchecked) var onEnter: ((_ property: String, _ depth: Int) -> Void)?

  func reset() {
    while !entries.isEmpty { entries.removeLast() }
    depth = 0
  }

  /// Records that a property is about to be set. If the optimizer inlines one hook into another, both have the same
  /// stack frame, just as two consecutive sets have. The properties of one frame are therefore kept side by side,
  /// each once, and only frames are counted.
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

  /// The stack of this thread.
  static var current: HookStack { unretained.takeUnretainedValue() }

  /// The stack of this thread, without a new reference: the thread keeps it alive.
  fileprivate static var unretained: Unmanaged<HookStack> {
    if let pointer = pthread_getspecific(key) { return Unmanaged<HookStack>.fromOpaque(pointer) }
    let stack = Unmanaged.passRetained(HookStack())
    pthread_setspecific(key, stack.toOpaque())
    return stack
  }
}

/// Returns the last repetition in a chain of hooks as text, such as `A.x → B.y → A.x`; the whole chain if nothing
/// repeats.
func loopText(_ chain: [String]) -> String {
  guard let last = chain.last, let previous = chain.dropLast().lastIndex(of: last) else {
    return chain.joined(separator: " → ")
  }
  return chain[previous...].joined(separator: " → ")
}
