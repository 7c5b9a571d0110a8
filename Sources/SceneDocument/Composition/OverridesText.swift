import JSONText

/// The current overrides of a placeholder, with an index of their entries by address.
///
/// A document caches the overrides of the last placeholder that was read or edited, and makes their splice only on
/// demand. The cost of many edits of one placeholder therefore does not grow quadratically.
final class OverridesText: DeferredSplice {
  let key: UInt32
  private(set) var entries: AttributeMembers

  /// The layout for inserting the first entry; nil until an edit needs it.
  var style: AttributeText.EmptyStyle?

  private let original: TextBytes
  private weak var overlay: Overlay?

  /// The span of the original text that the current overrides replace.
  private let span: Range<Int>

  /// The span of the whole `overrides` member with a comma beside it; nil if the original text has no such member.
  private let member: Range<Int>?

  /// The offsets of the original entries in the original text, keyed by address.
  private lazy var originals = findOriginals()

  /// The memory size of `entries` in bytes when they were last rebuilt.
  private var size: Int

  /// The state of an entry before a change.
  final class Former {
    let address: String

    /// The entry's attributes as JSON text; nil if the entry did not exist.
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

  /// Returns true if these are the overrides of the given placeholder in the document with the given overlay.
  func isOf(_ node: NodeIndex, _ overlay: Overlay) -> Bool {
    key == SceneDocument.overridesKey(node) && overlay === self.overlay
  }

  /// The current text, which begins with a separator and a key if the member is to be inserted.
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

  /// Sets an entry, or removes it if the value is nil. Returns the record that undoes the change; nil if nothing
  /// changes.
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

  /// Undoes a change, and returns the record that redoes it.
  func restore(_ former: Former) -> Former {
    let attributes = entries.value(of: former.address).map { Array($0) }
    let present = entries.restore(former.entry, former.address)
    compact()
    return Former(former.address, attributes: attributes, present)
  }

  /// Frees the memory of replaced texts once the entries have more than doubled in size.
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

  /// Returns the offsets of an entry's key and value in the original text; nil if the original text lacks the entry.
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
