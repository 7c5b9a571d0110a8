import JSONText

/// The classes of a document, numbered in the order of their first appearance. A class has a separate number for each
/// `base` that its objects name.
struct ClassTable {
  /// A cache slot for a class name, spelled as in the text; a hash of the name's first 8 bytes selects the slot.
  private struct Slot {
    var key0: UInt64 = 1
    var key1: UInt64 = 0
    var mask0: UInt64 = 0
    var mask1: UInt64 = 0
    var name: Cursor?
    var length: UInt32 = 0
    var id: UInt32 = 0
  }

  private static let slotCount = 256

  private(set) var names: [String] = []
  /// The base of each class; nil for a class without a base.
  private(set) var bases: [String?] = []
  /// For each class, the root node in `KeyShapes` for the attributes of its objects; 0 before the first object with
  /// attributes is scanned.
  var shapes: [UInt32] = []
  private var ids: [[UInt8]: UInt32] = [:]
  private let slots: UnsafeMutablePointer<Slot>
  /// The number of each pair of a class and a base.
  private var basedIDs: [BasedClass: UInt32] = [:]

  private struct BasedClass: Hashable {
    var id: UInt32
    var base: [UInt8]
  }

  init() {
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(), count: Self.slotCount)
  }

  func free() {
    slots.deallocate()
  }

  @inline(__always)
  private static func slot(_ w0: UInt64) -> Int {
    Int(truncatingIfNeeded: (w0 &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  /// Returns the number and the length of the class name at `p` if the cache contains this name. Otherwise returns nil;
  /// the caller must then use ``intern(_:length:)``.
  @inline(__always)
  func known(at p: Cursor) -> (id: UInt32, length: Int)? {
    let w0 = TrustedText.load(p)
    let slot = slots + Self.slot(w0)
    guard
      w0 & slot.pointee.mask0 == slot.pointee.key0,
      TrustedText.load(p + 8) & slot.pointee.mask1 == slot.pointee.key1
    else { return nil }
    let length = Int(slot.pointee.length)
    if length > 15 {
      guard let name = slot.pointee.name else { return nil }
      for i in 16...length where p[i] != name[i] { return nil }
    }
    return (slot.pointee.id, length)
  }

  /// Returns the number of the class with the valid raw name `p ..< p + length`; adds the class if it is new.
  mutating func intern(_ p: Cursor, length: Int) -> UInt32 {
    let name = JSONString.decode(UnsafeRawBufferPointer(start: p, count: length))
    let bytes = Array(name.utf8)
    let id = ids[bytes] ?? UInt32(truncatingIfNeeded: names.count)
    if id == names.count {
      ids[bytes] = id
      append(name, base: nil)
    }
    let w0 = TrustedText.load(p)
    var slot = Slot()
    (slot.mask0, slot.mask1) = KeyShapes.masks(length + 1)
    slot.key0 = w0 & slot.mask0
    slot.key1 = TrustedText.load(p + 8) & slot.mask1
    slot.name = p
    slot.length = UInt32(truncatingIfNeeded: length)
    slot.id = id
    // The length of a name beyond 4 GiB does not fit in a slot.
    if length < Int(UInt32.max) { slots[Self.slot(w0)] = slot }
    return id
  }

  /// Returns the number of the pair of a class and the base whose valid raw name begins at `p`; adds the pair if it is
  /// new.
  mutating func number(ofClass id: UInt32, base p: Cursor) -> UInt32 {
    let raw = UnsafeRawBufferPointer(start: p, count: TrustedText.closingQuote(p) - p)
    let based = BasedClass(id: id, base: Array(JSONString.decode(raw).utf8))
    if let known = basedIDs[based] { return known }
    let number = UInt32(truncatingIfNeeded: names.count)
    basedIDs[based] = number
    append(names[Int(id)], base: String(decoding: based.base, as: UTF8.self))
    return number
  }

  private mutating func append(_ name: String, base: String?) {
    names.append(name)
    bases.append(base)
    shapes.append(0)
  }
}
