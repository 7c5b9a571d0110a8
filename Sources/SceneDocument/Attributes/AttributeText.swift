import JSONText

/// The text of an object's attributes, or of the palette, during an edit. Members are replaced, inserted and removed;
/// the text around them stays unchanged.
///
/// A document uses one instance for all its edits, so that most edits allocate nothing. Zeros follow the text, since
/// loads of eight bytes may reach beyond its end.
final class AttributeText {
  /// The offsets of a member in the text.
  struct Member {
    /// The offset of the key's opening quote.
    var key: Int
    /// The offset after the key's closing quote.
    var keyEnd: Int
    var value: Int
    var end: Int
  }

  /// The layout for inserting the first member into an empty object.
  struct EmptyStyle {
    /// The text between `{` and the key, used if there is no whitespace between the object's braces.
    var before: [UInt8] = []
    /// The text between the value and `}`, used if there is no whitespace between the object's braces.
    var after: [UInt8] = []
    /// One step of indentation, used if there is a line break between the object's braces.
    var unit: [UInt8] = []
    /// The text between key and value.
    var colon: [UInt8] = [0x3A]
  }

  private static let padding = 16
  private static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// The maximum number of bytes that a batch of changes may search in the text itself. A larger batch uses
  /// `AttributeMembers`.
  private static let mostRead = 1 << 16

  private var memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
  private var capacity = 4096
  private(set) var count = 0

  /// The index of the members during a large batch of changes, after which the text is updated. Nil if changes are made
  /// directly in the text.
  private var members: AttributeMembers?

  deinit {
    memory.deallocate()
  }

  /// Replaces the whole text by the concatenation of up to three parts.
  func load(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer = none, _ third: UnsafeRawBufferPointer = none
  ) {
    members = nil
    count = 0
    reserve(first.count + second.count + third.count)
    append(first)
    append(second)
    append(third)
    (memory + count).initialize(repeating: 0, count: Self.padding)
  }

  /// The offset of the `{` of the attributes or of the palette. It is greater than 0 if the text begins with a
  /// separator and a key, such as `, "attributes": `.
  var attributes: Int {
    text.firstIndex(of: 0x7B) ?? count
  }

  var start: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// The text; valid until the next change.
  var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory, count: count)
  }

  // MARK: Members

  /// The result of searching an object for a key: the matching member and its neighbours.
  struct Place {
    var match: Member?
    /// The member before the match; if nothing matches, the member before the last one.
    var before: Member?
    /// The member after the match; nil if nothing matches, if the match is the last member, or if that member was not
    /// read.
    var after: Member?
    /// The match; if nothing matches, the last member of the object.
    var last: Member?
  }

  /// Returns the place of the member `key` in the object whose `{` is at the offset `start` of this text. See ``Place``
  /// for the result if the member is missing.
  func place(of key: String, in start: Int) -> Place { Self.place(of: key, in: start, of: UnsafePointer(memory)) }

  /// Returns the place of the member `key` in the object whose `{` is at the offset `start` of `text`. See ``Place``
  /// for the result if the member is missing.
  ///
  /// - Parameter looksOn: true to also read the member after the match.
  static func place(
    of key: String, in start: Int, of text: UnsafePointer<UInt8>, looksOn: Bool = true
  ) -> Place {
    let origin = UnsafeRawPointer(text)
    var place = Place()
    TrustedText.forEachMember(text + start) { raw, value in
      let key0 = (raw.baseAddress ?? origin) - origin
      let value0 = (value.baseAddress ?? origin) - origin
      let member = Member(key: key0 - 1, keyEnd: key0 + raw.count + 1, value: value0, end: value0 + value.count)
      if place.match != nil {
        place.after = member
        return false
      }
      place.before = place.last
      place.last = member
      guard JSONString.equals(raw, key) else { return true }
      place.match = member
      return looksOn
    }
    return place
  }

  // MARK: Changes

  /// Calls `body`, which makes a batch of changes and must not read the text. For a large batch, the text is updated
  /// only after `body` has returned. If `body` throws, the text may contain some of the changes.
  ///
  /// - Parameter changes: the number of changes.
  func making<E>(_ changes: Int, _ body: () throws(E) -> Void) throws(E) {
    let changed = 16 * changes
    if changes * (count + changed) > Self.mostRead { members = AttributeMembers(self) }
    try body()
    if let text = members?.text { text.withUnsafeBytes { load($0) } }
  }

  /// Sets the value of an attribute. A new attribute is appended.
  ///
  /// - Parameter empty: returns the layout for the first member; called only if the object is empty.
  func set(_ key: String, _ value: UnsafeRawBufferPointer, empty: () -> EmptyStyle) {
    if members != nil { members?.set(key, value, empty: empty) } else { set(key, value, in: attributes, empty: empty) }
  }

  /// Sets a member of the object whose `{` is at the offset `start` of this text. A new member is appended.
  func set(_ key: String, _ value: UnsafeRawBufferPointer, in start: Int, empty: () -> EmptyStyle) {
    let place = place(of: key, in: start)
    if let match = place.match {
      replace(match.value..<match.end, with: value)
    } else if let last = place.last {
      let text = Self.newMember(key, value, after: last, place.before, in: start, of: UnsafePointer(memory))
      replace(last.end..<last.end, with: text)
    } else {
      insertFirst(key, value, in: start, empty())
    }
  }

  /// Sets the member `part` in the value of the attribute `key`; a new part is appended. Returns false if the attribute
  /// is missing or its value is not an object.
  func setMember(_ key: String, _ part: String, _ value: UnsafeRawBufferPointer) -> Bool {
    if let isMade = members?.setMember(key, part, value) { return isMade }
    guard let match = place(of: key, in: attributes).match, memory[match.value] == 0x7B else { return false }
    let colon = Array(text[match.keyEnd..<match.value])
    set(part, value, in: match.value) { EmptyStyle(colon: colon) }
    return true
  }

  /// Removes an attribute and, if it is not the only one, a comma beside it. Does nothing if the attribute is missing.
  func remove(_ key: String) {
    if members != nil {
      members?.remove(key)
      return
    }
    let attributes = attributes
    let place = place(of: key, in: attributes)
    guard let match = place.match else { return }
    if let after = place.after {
      replace(match.key..<after.key, with: [])
    } else if let before = place.before {
      replace(before.end..<match.end, with: [])
    } else {
      // The whitespace around the only member is removed with it.
      replace(attributes + 1..<closingBrace(match.end), with: [])
    }
  }

  /// Renames an attribute and keeps its value; does nothing if the attribute is missing.
  func rename(_ key: String, to name: String) {
    if members != nil {
      members?.rename(key, to: name)
      return
    }
    guard let match = place(of: key, in: attributes).match else { return }
    replace(match.key..<match.keyEnd, with: JSONString.quoted(name))
  }

  func has(_ key: String) -> Bool { members?.has(key) ?? (place(of: key, in: attributes).match != nil) }

  // MARK: Layout

  /// Returns the text of a new last member, with the comma before it, in the layout of the existing members.
  ///
  /// - Parameters:
  ///   - last: the last member.
  ///   - before: the member before the last one; nil if there is only one member.
  ///   - start: the offset of the object's `{` in `text`.
  static func newMember(
    _ key: String, _ value: UnsafeRawBufferPointer, after last: Member, _ before: Member?, in start: Int,
    of text: UnsafePointer<UInt8>
  ) -> [UInt8] {
    func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(start: text + range.lowerBound, count: range.count)
    }
    var new: [UInt8] = []
    new.reserveCapacity(64 + value.count)
    if let before {
      // Copies the separator between the last two members.
      new.append(contentsOf: part(before.end..<last.key))
    } else {
      new += separator(afterOnly: Array(part(start + 1..<last.key)), hasBlankColon: last.value - last.keyEnd > 1)
    }
    JSONString.append(key, quotedTo: &new)
    new.append(contentsOf: part(last.keyEnd..<last.value))
    new.append(contentsOf: value)
    return new
  }

  /// Returns the separator for a second member: a comma, and whitespace that matches the layout of the only member.
  ///
  /// - Parameters:
  ///   - lead: the whitespace before the only member.
  ///   - hasBlankColon: true if there is whitespace beside the only member's colon.
  static func separator(afterOnly lead: [UInt8], hasBlankColon: Bool) -> [UInt8] {
    if lead.contains(0x0A) { return [0x2C] + lead }
    return !lead.isEmpty || hasBlankColon ? [0x2C, 0x20] : [0x2C]
  }

  private func insertFirst(_ key: String, _ value: UnsafeRawBufferPointer, in start: Int, _ style: EmptyStyle) {
    let blanks = Array(text[start + 1..<closingBrace(start + 1)])
    let new = JSONString.quoted(key) + style.colon + value
    let place = start + 1..<start + 1
    if blanks.isEmpty {
      replace(place, with: style.before + new + style.after)
    } else {
      replace(place, with: (blanks.contains(0x0A) ? blanks + style.unit : blanks) + new)
    }
  }

  /// Returns the offset of the first `}` at or after an offset.
  private func closingBrace(_ start: Int) -> Int {
    text[start...].firstIndex(of: 0x7D) ?? count
  }

  // MARK: Memory

  private func replace(_ range: Range<Int>, with new: [UInt8]) {
    new.withUnsafeBytes { replace(range, with: $0) }
  }

  /// Replaces a part of the text by new bytes. These bytes must not lie in this text.
  private func replace(_ range: Range<Int>, with new: UnsafeRawBufferPointer) {
    reserve(count - range.count + new.count)
    let rest = count - range.upperBound + Self.padding
    let place = memory + range.lowerBound
    (place + new.count).update(from: memory + range.upperBound, count: rest)
    if let source = new.baseAddress { UnsafeMutableRawPointer(place).copyMemory(from: source, byteCount: new.count) }
    count += new.count - range.count
  }

  private func append(_ part: UnsafeRawBufferPointer) {
    guard let source = part.baseAddress else { return }
    UnsafeMutableRawPointer(memory + count).copyMemory(from: source, byteCount: part.count)
    count += part.count
  }

  /// Enlarges the memory, if necessary, to hold `wanted` bytes and the zeros after them.
  private func reserve(_ wanted: Int) {
    guard wanted + Self.padding > capacity else { return }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * (wanted + Self.padding))
    larger.update(from: memory, count: min(count + Self.padding, capacity))
    memory.deallocate()
    memory = larger
    capacity = 2 * (wanted + Self.padding)
  }
}
