import Glibc
import JSONText

/// What is expected of the values at each node of the tree of key shapes, so that the scan that finds a value also tells
/// whether it is right beyond doubt.
///
/// A node of which nothing is known expects nothing, and no value fits it.
struct AttributeForms {
  private struct Expectation {
    /// Held where the node is an attribute.
    var form: Unmanaged<PlainForm>?
    /// One more than the class that the node's children are attributes of, or 0.
    var owner: UInt32
    /// How many members of `whole` stand on the way here.
    var count: UInt32
    /// The value that the node's children are members of.
    var whole: Unmanaged<PlainForm>?
  }

  private let table: UnsafeMutablePointer<Expectation>
  private static let number = PlainForm(.number)

  /// Nil where there is no memory.
  init?() {
    // Zeros are the empty expectation, and pages that are never used never come into being.
    guard let memory = calloc(KeyShapes.maximumNodes, MemoryLayout<Expectation>.stride) else { return nil }
    table = memory.bindMemory(to: Expectation.self, capacity: KeyShapes.maximumNodes)
  }

  func free() {
    for node in 0..<KeyShapes.maximumNodes where table[node].owner > 0 { table[node].form?.release() }
    Glibc.free(table)
  }

  /// The attributes of a class begin at a node.
  func begin(_ root: UInt32, ofClass classID: Int) {
    table[Int(root)].owner = UInt32(truncatingIfNeeded: classID + 1)
  }

  /// The members of the value under a node begin at another.
  @inline(__always)
  func enter(_ root: UInt32, under node: UInt32) {
    table[Int(root)].whole = table[Int(node)].form
  }

  /// A key was met for the first time below a node.
  ///
  /// - Parameter form: answers the form of an attribute of a class.
  func add(
    _ node: UInt32, _ key: UnsafeRawBufferPointer, below parent: UInt32, form: (_ classID: Int) -> PlainForm?
  ) {
    let above = table[Int(parent)]
    var new = Expectation(form: nil, owner: above.owner, count: above.count + 1, whole: above.whole)
    if above.owner > 0 {
      new.form = form(Int(above.owner) - 1).map(Unmanaged.passRetained)
    } else if let members = above.whole?.takeUnretainedValue().members, above.count < members.count,
      JSONString.equals(key, "\(members[Int(above.count)])")
    {
      new.form = Unmanaged.passUnretained(Self.number)
    }
    table[Int(node)] = new
  }

  /// Whether a value that is no array or object is what a node expects.
  @inline(__always)
  func fits(_ node: UInt32, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    guard let form = table[Int(node)].form else { return false }
    return form._withUnsafeGuaranteedRef { $0.fits(UnsafeRawBufferPointer(start: start, count: end - start)) }
  }

  /// Whether a node expects an object.
  @inline(__always)
  func expectsMembers(_ node: UInt32) -> Bool {
    guard let form = table[Int(node)].form else { return false }
    return form._withUnsafeGuaranteedRef { $0.kind == .point || $0.kind == .size || $0.kind == .rect }
  }

  /// Whether an object whose last key was this one has all members that were expected.
  @inline(__always)
  func isWhole(_ node: UInt32) -> Bool {
    let last = table[Int(node)]
    guard last.form != nil, let whole = last.whole else { return false }
    return whole._withUnsafeGuaranteedRef { last.count == ($0.kind == .rect ? 4 : 2) }
  }
}
