import JSONText

/// The text of an object's attributes, or of the palette, while it is being edited: members are replaced, put in and taken out, and what
/// is around them stays as it is.
struct AttributeText {
  /// Where a member stands in the text.
  struct Member {
    /// The key's opening quote.
    var key: Int
    /// Behind the key's closing quote.
    var keyEnd: Int
    var value: Int
    var end: Int
  }

  /// How the first member of an empty object is laid out.
  struct EmptyStyle {
    /// Between `{` and the key, where the object has no blanks of its own.
    var before: [UInt8] = []
    /// Between the value and `}`.
    var after: [UInt8] = []
    /// One step of indentation, for an object whose blanks hold a line break.
    var unit: [UInt8] = []
    /// Between key and value.
    var colon: [UInt8] = [0x3A]
  }

  /// The text and, behind it, zeros: loads of eight bytes may reach beyond.
  private var bytes: [UInt8] = []
  /// Where the `{` of the attributes stands.
  private(set) var attributes = 0

  private static let padding = 16

  var count: Int { bytes.count - Self.padding }

  /// Takes a text in three parts.
  mutating func load(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ third: UnsafeRawBufferPointer
  ) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: first)
    bytes.append(contentsOf: second)
    bytes.append(contentsOf: third)
    bytes.append(contentsOf: repeatElement(0, count: Self.padding))
    attributes = bytes[0] == 0x7B ? 0 : braceBehindKey()
  }

  /// The text is a member with its separator, as in `, "attributes": {…}`: the first `{` outside of the key.
  private func braceBehindKey() -> Int {
    bytes.firstIndex(of: 0x7B) ?? 0
  }

  func withText<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  // MARK: Members

  /// A member and those beside it.
  struct Place {
    var match: Member?
    /// The member before the match, or before the last one where nothing matches.
    var before: Member?
    /// The member after the match.
    var after: Member?
    /// The last member seen.
    var last: Member?
  }

  /// Looks for a member of the object whose `{` stands at `start`.
  func place(of key: String, in start: Int) -> Place {
    bytes.withUnsafeBufferPointer { buffer in
      var place = Place()
      guard let base = buffer.baseAddress else { return place }
      let origin = UnsafeRawPointer(base)
      TrustedText.forEachMember(base + start) { raw, value in
        let key0 = (raw.baseAddress ?? origin) - origin
        let value0 = (value.baseAddress ?? origin) - origin
        let member = Member(key: key0 - 1, keyEnd: key0 + raw.count + 1, value: value0, end: value0 + value.count)
        if place.match != nil {
          place.after = member
          return false
        }
        place.before = place.last
        place.last = member
        if JSONString.equals(raw, key) { place.match = member }
        return true
      }
      return place
    }
  }

  // MARK: Changes

  /// Gives a member of the object at `start` a value; a new member goes last.
  mutating func set(_ key: String, _ value: ArraySlice<UInt8>, in start: Int, empty: () -> EmptyStyle) {
    let place = place(of: key, in: start)
    if let match = place.match {
      bytes.replaceSubrange(match.value..<match.end, with: value)
    } else if let last = place.last {
      let colon = bytes[last.keyEnd..<last.value]
      let text = separator(place.before, last, start) + member(key, colon, value)
      bytes.insert(contentsOf: text, at: last.end)
    } else {
      insertFirst(key, value, in: start, empty())
    }
  }

  /// Gives a part of an attribute a value; false where the attribute is no object.
  mutating func setMember(_ key: String, _ part: String, _ value: ArraySlice<UInt8>) -> Bool {
    guard let match = place(of: key, in: attributes).match, bytes[match.value] == 0x7B else { return false }
    let colon = Array(bytes[match.keyEnd..<match.value])
    set(part, value, in: match.value) { EmptyStyle(colon: colon) }
    return true
  }

  /// Takes out an attribute and one comma; nothing where there is none.
  mutating func remove(_ key: String) {
    let place = place(of: key, in: attributes)
    guard let match = place.match else { return }
    if let after = place.after {
      bytes.removeSubrange(match.key..<after.key)
    } else if let before = place.before {
      bytes.removeSubrange(before.end..<match.end)
    } else {
      // With the only member goes what was around it.
      bytes.removeSubrange(attributes + 1..<closingBrace(match.end))
    }
  }

  /// Gives a member another key, and leaves its value.
  mutating func rename(_ key: String, to name: String) {
    guard let match = place(of: key, in: attributes).match else { return }
    var text: [UInt8] = []
    JSONString.append(name, quotedTo: &text)
    bytes.replaceSubrange(match.key..<match.keyEnd, with: text)
  }

  func has(_ key: String) -> Bool { place(of: key, in: attributes).match != nil }

  // MARK: Layout

  private func member(_ key: String, _ colon: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    JSONString.append(key, quotedTo: &text)
    return text + colon + value
  }

  /// What stands between the last two members; where there is one only, a comma and what stands before it.
  private func separator(_ before: Member?, _ last: Member, _ start: Int) -> [UInt8] {
    if let before { return Array(bytes[before.end..<last.key]) }
    let lead = bytes[start + 1..<last.key]
    if lead.contains(0x0A) { return [0x2C] + lead }
    let hasBlanks = !lead.isEmpty || last.value - last.keyEnd > 1
    return hasBlanks ? [0x2C, 0x20] : [0x2C]
  }

  private mutating func insertFirst(_ key: String, _ value: ArraySlice<UInt8>, in start: Int, _ style: EmptyStyle) {
    let blanks = Array(bytes[start + 1..<closingBrace(start + 1)])
    let text = member(key, style.colon[...], value)
    if blanks.isEmpty {
      bytes.insert(contentsOf: style.before + text + style.after, at: start + 1)
    } else if blanks.contains(0x0A) {
      bytes.insert(contentsOf: blanks + style.unit + text, at: start + 1)
    } else {
      bytes.insert(contentsOf: blanks + text, at: start + 1)
    }
  }

  /// The first `}` behind blanks.
  private func closingBrace(_ start: Int) -> Int {
    var i = start
    while bytes[i] != 0x7D { i += 1 }
    return i
  }
}
