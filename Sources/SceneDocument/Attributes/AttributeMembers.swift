import JSONText

/// An editor for the members of a JSON object (an object's attributes, or the palette) that finds members in a
/// dictionary.
///
/// Batches of many changes use it. `AttributeText` searches the text from the beginning for each change; the same
/// changes produce the same text in both.
struct AttributeMembers {
  /// A member of the object. Its text is the concatenation of four ranges of `bytes`: `lead`, `key`, `colon` and
  /// `value`.
  private struct Member {
    /// The comma and the whitespace before the key; the first member has no comma.
    var lead: Range<Int>
    /// The key with its quotes.
    var key: Range<Int>
    /// The colon between key and value, with the whitespace around it.
    var colon: Range<Int>
    var value: Range<Int>
    /// The indexes in `members` of the previous and of the next member; nil if there is none.
    var before: Int?
    var after: Int?
  }

  /// The original text, followed by all new text in the order of its insertion.
  private var bytes: [UInt8]

  /// All members, in the order of their insertion, including removed ones.
  private var members: [Member] = []
  private var places: [ExactText: Int] = [:]
  private var first: Int?
  private var last: Int?

  /// The range of the text up to and including the `{`.
  private let head: Range<Int>

  /// The range of the text after the last value.
  private var tail: Range<Int>

  init(_ text: AttributeText) {
    bytes = Array(text.text)
    let start = text.attributes
    let origin = UnsafeRawPointer(text.start)
    head = 0..<start + 1
    tail = start + 1..<text.count
    TrustedText.forEachMember(text.start + start) { rawKey, rawValue in
      let key = (rawKey.baseAddress ?? origin) - origin
      let value = (rawValue.baseAddress ?? origin) - origin
      let (keyEnd, end) = (key + rawKey.count + 1, value + rawValue.count)
      append(
        Member(lead: tail.lowerBound..<key - 1, key: key - 1..<keyEnd, colon: keyEnd..<value, value: value..<end),
        JSONString.decode(rawKey))
      tail = end..<text.count
      return true
    }
  }

  /// The whole text after all changes, including the text before the `{`.
  var text: [UInt8] {
    var text = Array(bytes[head])
    text.reserveCapacity(bytes.count)
    var next = first
    while let place = next {
      let member = members[place]
      for part in [member.lead, member.key, member.colon, member.value] { text += bytes[part] }
      next = member.after
    }
    return text + bytes[tail]
  }

  func has(_ key: String) -> Bool { places[ExactText(key)] != nil }

  mutating func set(_ key: String, _ value: UnsafeRawBufferPointer, empty: () -> AttributeText.EmptyStyle) {
    if let place = places[ExactText(key)] {
      members[place].value = keep(value)
    } else if let last {
      let (lead, colon) = (separator(after: members[last]), members[last].colon)
      append(Member(lead: lead, key: keep(JSONString.quoted(key)), colon: colon, value: keep(value)), key)
    } else {
      let style = empty()
      // The whitespace in an empty object is used both before and after its first member.
      let blanks = bytes[tail].prefix { $0 != 0x7D }
      var lead = Array(blanks)
      if blanks.isEmpty {
        (lead, tail) = (style.before, keep(style.after + bytes[tail]))
      } else if blanks.contains(0x0A) {
        lead += style.unit
      }
      let keyText = keep(JSONString.quoted(key))
      append(Member(lead: keep(lead), key: keyText, colon: keep(style.colon), value: keep(value)), key)
    }
  }

  /// Sets the member `part` in the value of the member `key`; a new part is appended. Returns false if the member `key`
  /// is missing or its value is not an object.
  mutating func setMember(_ key: String, _ part: String, _ value: UnsafeRawBufferPointer) -> Bool {
    guard let place = places[ExactText(key)], bytes[members[place].value].first == 0x7B else { return false }
    let whole = AttributeText()
    bytes[members[place].value].withUnsafeBytes { whole.load($0) }
    whole.set(part, value, in: 0) { AttributeText.EmptyStyle(colon: Array(bytes[members[place].colon])) }
    members[place].value = keep(whole.text)
    return true
  }

  mutating func remove(_ key: String) {
    guard let place = places.removeValue(forKey: ExactText(key)) else { return }
    let member = members[place]
    if let after = member.after {
      members[after].before = member.before
      members[after].lead = member.lead
    } else {
      last = member.before
      // The whitespace around the only member is removed with it.
      if member.before == nil { tail = tail.lowerBound + bytes[tail].prefix { $0 != 0x7D }.count..<tail.upperBound }
    }
    if let before = member.before { members[before].after = member.after } else { first = member.after }
  }

  mutating func rename(_ key: String, to name: String) {
    guard let place = places.removeValue(forKey: ExactText(key)) else { return }
    members[place].key = keep(JSONString.quoted(name))
    places[ExactText(name)] = place
  }

  // MARK: Parts

  private mutating func append(_ member: Member, _ key: String) {
    let place = members.count
    members.append(member)
    members[place].before = last
    if let last { members[last].after = place } else { first = place }
    last = place
    places[ExactText(key)] = place
  }

  /// Returns the comma and the whitespace to write before a new last member: a copy of those between the last two
  /// members or, if there is only one member, text that matches its layout.
  private mutating func separator(after last: Member) -> Range<Int> {
    if last.before != nil { return last.lead }
    return keep(AttributeText.separator(afterOnly: Array(bytes[last.lead]), hasBlankColon: last.colon.count > 1))
  }

  private mutating func keep(_ part: some Sequence<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes += part
    return start..<bytes.count
  }
}
