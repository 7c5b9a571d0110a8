import JSONText

/// The current overrides of a placeholder, with an index of their entries by address.
///
/// A document keeps that of the placeholder which it read or edited last, and the splice that saves it is made when
/// something reads it. The cost of many edits of one placeholder then does not grow with the square of their number.
final class OverridesText: DeferredSplice {
  let key: UInt32
  private(set) var entries: AttributeMembers

  /// The layout of the first entry; nil if it is not yet known.
  var style: AttributeText.EmptyStyle?

  private let original: TextBytes
  private weak var overlay: Overlay?

  /// The span of the original text that the text of the overrides replaces.
  private let span: Range<Int>

  /// The span of the whole member with a comma; nil if the original text does not have the member.
  private let member: Range<Int>?

  /// The offsets in the original text of the entries that it has, by their addresses.
  private lazy var originals = findOriginals()

  /// The size of the memory of `entries` when they were last indexed.
  private var size: Int

  /// The state of an entry before a change.
  final class Former {
    let address: String

    /// The attributes of the object in the entry; nil if there was no entry.
    let attributes: [UInt8]?

    fileprivate let entry: AttributeMembers.Former

    fileprivate init(_ address: String, in entries: AttributeMembers, removes: Bool) {
      self.address = address
      attributes = entries.value(of: address).map { Array($0) }
      entry = entries.former(address, removes: removes)
    }

    fileprivate init(_ address: String, attributes: [UInt8]?, _ entry: AttributeMembers.Former) {
      (self.address, self.attributes, self.entry) = (address, attributes, entry)
    }
  }

  init(_ text: AttributeText, of node: NodeIndex, in document: SceneDocument, span: Range<Int>, member: Range<Int>?) {
    key = SceneDocument.overridesKey(node)
    (original, overlay, entries) = (document.original, document.overlay, AttributeMembers(text))
    (self.span, self.member) = (span, member)
    size = entries.size
  }

  /// Returns true if this is the text of the given placeholder in the document with the given overlay.
  func isOf(_ node: NodeIndex, _ overlay: Overlay) -> Bool {
    key == SceneDocument.overridesKey(node) && overlay === self.overlay
  }

  /// The text as a whole, which may begin with a separator and a key.
  var whole: AttributeText {
    let text = AttributeText()
    entries.text.withUnsafeBytes { text.load($0) }
    return text
  }

  /// The JSON text of the overrides, from `{` to `}`.
  var json: [UInt8] {
    let text = whole
    return Array(text.text[text.attributes...])
  }

  /// Sets an entry, or removes it if the value is nil. Returns the record that undoes the change; nil if there was none.
  func set(_ address: String, _ value: UnsafeRawBufferPointer?, _ style: AttributeText.EmptyStyle) -> Former? {
    switch (entries.value(of: address), value) {
    case (nil, nil): return nil
    case (let stored?, let value?) where stored.elementsEqual(value): return nil
    default: break
    }
    let former = Former(address, in: entries, removes: value == nil)
    if let value { entries.set(address, value) { style } } else { entries.remove(address) }
    compact()
    return former
  }

  /// Undoes a change, and returns the record that makes it again.
  func restore(_ former: Former) -> Former {
    let attributes = entries.value(of: former.address).map { Array($0) }
    let present = entries.restore(former.entry, former.address)
    compact()
    return Former(former.address, attributes: attributes, present)
  }

  /// Frees the memory of replaced texts once there is much of it.
  private func compact() {
    guard entries.size > 2 * size + 1 << 16 else { return }
    entries = AttributeMembers(whole)
    size = entries.size
  }

  var text: SpliceText? {
    let text = entries.text
    return text.withUnsafeBytes { new in
      let old = UnsafeRawBufferPointer(rebasing: original.buffer[span])
      let (start, end) = old.common(with: new)
      if start == old.count, start == new.count { return nil }
      if entries.isEmpty { return member.map { SpliceText(span: $0, text: []) } }
      return SpliceText(
        span: span.lowerBound + start..<span.upperBound - end, text: Array(new[start..<new.count - end]))
    }
  }

  /// Returns the offsets in the original text of an entry's key and value; nil if it does not have the entry.
  func offsets(of address: String) -> (key: Int, value: Int)? { originals[ExactText(address)] }

  private func findOriginals() -> [ExactText: (key: Int, value: Int)] {
    guard member != nil, let base = original.buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return [:] }
    var found: [ExactText: (key: Int, value: Int)] = [:]
    TrustedText.forEachMember(base + span.lowerBound) { key, value in
      let (start, valueStart) = (UnsafeRawPointer(base), value.baseAddress)
      guard let keyStart = key.baseAddress, let valueStart else { return true }
      found[ExactText(JSONString.decode(key))] = (keyStart - start - 1, valueStart - start)
      return true
    }
    return found
  }
}
