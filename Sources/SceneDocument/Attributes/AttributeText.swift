import JSONText

/// The text of an object's attributes, or of the palette, during an edit: members are replaced, inserted and removed,
/// and the surrounding text stays unchanged.
///
/// One instance serves all edits of a document, so that most of them allocate nothing. Zeros follow the text, since
/// loads of eight bytes may reach beyond it.
final class AttributeText {
  /// The offsets of a member in the text.
  struct Member {
    /// The key's opening quote.
    var key: Int
    /// The offset after the key's closing quote.
    var keyEnd: Int
    var value: Int
    var end: Int
  }

  /// The layout of the first member of an empty object.
  struct EmptyStyle {
    /// The text between `{` and the key, if the object has no blanks of its own.
    var before: [UInt8] = []
    /// The text between the value and `}`.
    var after: [UInt8] = []
    /// One step of indentation, for an object whose blanks hold a line break.
    var unit: [UInt8] = []
    /// The text between key and value.
    var colon: [UInt8] = [0x3A]
  }

  private static let padding = 16
  private static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// The number of bytes to search beyond which members are looked up by key instead.
  private static let mostRead = 1 << 16

  private var memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
  private var capacity = 4096
  private(set) var count = 0

  /// The members during many changes at once; the text is updated after them.
  private var members: AttributeMembers?

  deinit {
    memory.deallocate()
  }

  /// Loads a text in up to three parts.
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

  /// The offset of the attributes' `{`: 0, or after `, "attributes": ` if that is inserted, too.
  var attributes: Int {
    text.firstIndex(of: 0x7B) ?? count
  }

  var start: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// The text; valid until the next change.
  var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory, count: count)
  }

  // MARK: Members

  /// A member and its neighbours.
  struct Place {
    var match: Member?
    /// The member before the match, or before the last one if nothing matches.
    var before: Member?
    /// The member after the match.
    var after: Member?
    /// The last member seen.
    var last: Member?
  }

  /// Finds a member of the object whose `{` is at `start`.
  func place(of key: String, in start: Int) -> Place { Self.place(of: key, in: start, of: UnsafePointer(memory)) }

  /// Finds a member of an object in any text.
  ///
  /// - Parameter looksOn: true if the member after the match is wanted.
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

  /// Calls `body`, which makes several changes of the attributes and reads the text only afterwards.
  func making<E>(_ changes: Int, _ body: () throws(E) -> Void) throws(E) {
    let changed = 16 * changes
    if changes * (count + changed) > Self.mostRead { members = AttributeMembers(self) }
    try body()
    if let text = members?.text { text.withUnsafeBytes { load($0) } }
  }

  /// Sets an attribute; a new one goes last.
  func set(_ key: String, _ value: UnsafeRawBufferPointer, empty: () -> EmptyStyle) {
    if members != nil { members?.set(key, value, empty: empty) } else { set(key, value, in: attributes, empty: empty) }
  }

  /// Sets a member of the object at `start`; a new member goes last.
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

  /// Sets a part of an attribute; false if the attribute is not an object.
  func setMember(_ key: String, _ part: String, _ value: UnsafeRawBufferPointer) -> Bool {
    if let isMade = members?.setMember(key, part, value) { return isMade }
    guard let match = place(of: key, in: attributes).match, memory[match.value] == 0x7B else { return false }
    let colon = Array(text[match.keyEnd..<match.value])
    set(part, value, in: match.value) { EmptyStyle(colon: colon) }
    return true
  }

  /// Removes an attribute and one comma; does nothing if it is missing.
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
      // The blanks around the only member are removed with it.
      replace(attributes + 1..<closingBrace(match.end), with: [])
    }
  }

  /// Renames a member, and leaves its value.
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

  /// Returns the text of a new member after the last one of the object at `start`, comma included.
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
      // The separator between the last two members.
      new.append(contentsOf: part(before.end..<last.key))
    } else {
      new += separator(afterOnly: Array(part(start + 1..<last.key)), hasBlankColon: last.value - last.keyEnd > 1)
    }
    JSONString.append(key, quotedTo: &new)
    new.append(contentsOf: part(last.keyEnd..<last.value))
    new.append(contentsOf: value)
    return new
  }

  /// Returns a comma and the blanks before the only member.
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

  /// Returns the offset of the first `}` after blanks.
  private func closingBrace(_ start: Int) -> Int {
    text[start...].firstIndex(of: 0x7D) ?? count
  }

  // MARK: Memory

  private func replace(_ range: Range<Int>, with new: [UInt8]) {
    new.withUnsafeBytes { replace(range, with: $0) }
  }

  /// Replaces a part of the text; `new` lies in separate memory.
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

  /// Makes room for a text of `wanted` bytes and the zeros after it.
  private func reserve(_ wanted: Int) {
    guard wanted + Self.padding > capacity else { return }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * (wanted + Self.padding))
    larger.update(from: memory, count: min(count + Self.padding, capacity))
    memory.deallocate()
    memory = larger
    capacity = 2 * (wanted + Self.padding)
  }
}
