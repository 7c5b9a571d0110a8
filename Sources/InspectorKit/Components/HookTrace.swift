internal import Glibc

/// Follows which hooks run inside which, so that hooks which set each other without end are named before the stack
/// overflows.
///
/// `@Inspectable` adds a call of ``enter(_:)`` beside an author's `didSet`.
public enum HookTrace {
  /// How deep hooks may nest.
  public static let limit = 64

  /// Notes that a property is about to be set.
  @inline(never)
  public static func enter(_ property: StaticString) {
    var marker: UInt8 = 0
    // A set made inside a hook has its frame below that of the set which caused it; one made after it does not.
    let frame = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    HookStack.unretained._withUnsafeGuaranteedRef { $0.enter(property, frame: frame) }
  }
}

/// The hooks that run on this thread, the outermost first.
final class HookStack {
  @exclusivity(unchecked) private var entries: [(property: StaticString, frame: UInt)] = []

  /// How many different frames stand in `entries`.
  @exclusivity(unchecked) private var depth = 0

  /// Called with the chain when hooks nest too deep. It must not return control to them for long: a worker sends the chain and exits.
  var onLoop: (([String]) -> Void)?

  /// Called with each property that is about to be set and how deep that is, from 1, where somebody follows.
  @exclusivity(unchecked) var onEnter: ((_ property: String, _ depth: Int) -> Void)?

  func reset() {
    while !entries.isEmpty { entries.removeLast() }
    depth = 0
  }

  /// The optimizer inlines one hook into another, and both enter from one frame, as two sets in a row do. So properties of
  /// one frame are kept side by side, each once, and only frames are counted.
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

/// The chain of a loop as people read it: one turn of the ring, such as `A.x → B.y → A.x`.
func loopText(_ chain: [String]) -> String {
  guard let last = chain.last, let previous = chain.dropLast().lastIndex(of: last) else {
    return chain.joined(separator: " → ")
  }
  return chain[previous...].joined(separator: " → ")
}
