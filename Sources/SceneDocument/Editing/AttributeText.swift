import JSONText

/// The text of an object's attributes while it is being edited: members are replaced, put in and taken out, and what
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

  mutating func load(_ text: UnsafeRawBufferPointer, attributes: Int) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
    bytes.append(contentsOf: repeatElement(0, count: Self.padding))
    self.attributes = attributes
  }

  func withText<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  // MARK: Members

  /// The members of the object whose `{` stands at `start`.
  func members(_ start: Int) -> [Member] {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      var members: [Member] = []
      TrustedText.forEachMember(base + start) { key, value in
        let key0 = (key.baseAddress ?? UnsafeRawPointer(base)) - UnsafeRawPointer(base)
        let value0 = (value.baseAddress ?? UnsafeRawPointer(base)) - UnsafeRawPointer(base)
        members.append(
          Member(key: key0 - 1, keyEnd: key0 + key.count + 1, value: value0, end: value0 + value.count))
        return true
      }
      return members
    }
  }

  func index(of key: String, in members: [Member]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      members.firstIndex {
        JSONString.equals(UnsafeRawBufferPointer(rebasing: bytes[$0.key + 1..<$0.keyEnd - 1]), key)
      }
    }
  }

  // MARK: Changes

  /// Gives a member of the object at `start` a value; a new member goes last.
  mutating func set(_ key: String, _ value: ArraySlice<UInt8>, in start: Int, empty: () -> EmptyStyle) {
    let members = members(start)
    if let index = index(of: key, in: members) {
      bytes.replaceSubrange(members[index].value..<members[index].end, with: value)
    } else if let last = members.last {
      let colon = bytes[last.keyEnd..<last.value]
      let text = separator(members, start) + member(key, colon, value)
      bytes.insert(contentsOf: text, at: last.end)
    } else {
      insertFirst(key, value, in: start, empty())
    }
  }

  /// Gives a part of an attribute a value; false where the attribute is no object.
  mutating func setMember(_ key: String, _ part: String, _ value: ArraySlice<UInt8>) -> Bool {
    let members = members(attributes)
    guard let index = index(of: key, in: members), bytes[members[index].value] == 0x7B else { return false }
    let colon = Array(bytes[members[index].keyEnd..<members[index].value])
    set(part, value, in: members[index].value) { EmptyStyle(colon: colon) }
    return true
  }

  /// Takes out an attribute and one comma; nothing where there is none.
  mutating func remove(_ key: String) {
    let members = members(attributes)
    guard let index = index(of: key, in: members) else { return }
    if members.count == 1 {
      // With the last member goes what was around it.
      bytes.removeSubrange(attributes + 1..<closingBrace(members[0].end))
    } else if index + 1 < members.count {
      bytes.removeSubrange(members[index].key..<members[index + 1].key)
    } else {
      bytes.removeSubrange(members[index - 1].end..<members[index].end)
    }
  }

  // MARK: Layout

  private func member(_ key: String, _ colon: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    JSONString.append(key, quotedTo: &text)
    return text + colon + value
  }

  /// What stands between the last two members; where there is one only, a comma and what stands before it.
  private func separator(_ members: [Member], _ start: Int) -> [UInt8] {
    let last = members[members.count - 1]
    if members.count > 1 { return Array(bytes[members[members.count - 2].end..<last.key]) }
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
