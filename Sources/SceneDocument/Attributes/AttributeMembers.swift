import JSONText

/// An editor for the members of a JSON object (an object's attributes, or the palette) that finds members in a
/// dictionary.
///
/// Batches of many changes and the overrides of placeholders use it. `AttributeText` searches the text from the
/// beginning for each change; the same changes produce the same text in both.
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

  /// Creates an editor of an object in a zero-padded text; see ``AttributeText``.
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

  private init(_ text: [UInt8]) {
    let whole = AttributeText()
    text.withUnsafeBytes { whole.load($0) }
    self.init(whole)
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

  /// True if the object has no members.
  var isEmpty: Bool { first == nil }

  /// The memory size of the text in bytes, including replaced and removed parts.
  var size: Int { bytes.count }

  /// Returns the value of a member; nil if it is missing.
  func value(of key: String) -> ArraySlice<UInt8>? { places[ExactText(key)].map { bytes[members[$0].value] } }

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

  // MARK: Undo

  /// The state of a member before a change, from which ``restore(_:_:)`` restores the text.
  enum Former {
    /// The member was missing, and the object had other members.
    case absent

    /// The member was present.
    ///
    /// - Parameters:
    ///   - parts: the text of the member's lead, key, colon and value.
    ///   - before: the key of the previous member; nil if it was the first.
    ///   - next: the lead of the next member; nil if it was the last.
    case present(parts: [[UInt8]], before: String?, next: [UInt8]?)

    /// The whole former text, for a change that inserts the first member or removes the only one.
    case whole([UInt8])
  }

  /// Returns the state of a member that is about to be set or, if `removes` is true, removed.
  func former(_ key: String, removes: Bool) -> Former {
    guard let place = places[ExactText(key)] else { return isEmpty ? .whole(text) : .absent }
    let member = members[place]
    if removes, member.before == nil, member.after == nil { return .whole(text) }
    return .present(
      parts: [member.lead, member.key, member.colon, member.value].map { Array(bytes[$0]) },
      before: member.before.map { self.key(at: $0) },
      next: member.after.map { Array(bytes[members[$0].lead]) })
  }

  /// Restores a former state of a member, and returns the present one. Changes to different members must be undone in
  /// reverse order; several changes to one member may be undone at once.
  mutating func restore(_ former: Former, _ key: String) -> Former {
    switch former {
    case .absent:
      let present = self.former(key, removes: true)
      remove(key)
      return present
    case .present(let parts, let before, let next):
      let present = self.former(key, removes: false)
      let previous = before.flatMap { places[ExactText($0)] }
      if let place = places[ExactText(key)], members[place].before == previous {
        members[place].value = keep(parts[3])
      } else {
        remove(key)
        insert(parts, key, after: previous, next)
      }
      return present
    case .whole(let text):
      let present = Former.whole(self.text)
      self = AttributeMembers(text)
      return present
    }
  }

  private func key(at place: Int) -> String {
    bytes[members[place].key].withUnsafeBytes { JSONString.decode($0.contents) }
  }

  /// Inserts a member after the member `before`; at the beginning if `before` is nil.
  private mutating func insert(_ parts: [[UInt8]], _ key: String, after before: Int?, _ next: [UInt8]?) {
    let place = members.count
    let after = before.map { members[$0].after } ?? first
    let (lead, name, colon, value) = (keep(parts[0]), keep(parts[1]), keep(parts[2]), keep(parts[3]))
    members.append(Member(lead: lead, key: name, colon: colon, value: value, before: before, after: after))
    if let before { members[before].after = place } else { first = place }
    if let after {
      members[after].before = place
      if let next { members[after].lead = keep(next) }
    } else {
      last = place
    }
    places[ExactText(key)] = place
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

  /// Returns the separator before a new last member: a copy of the separator between the last two members or, if there
  /// is only one member, text that matches its layout.
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
