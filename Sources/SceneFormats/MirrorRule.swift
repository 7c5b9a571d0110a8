internal import JSONText
internal import SceneDocument

/// A rule for a list that repeats the values of an entry in a second notation, such as `"realEditorValues": [{"id":
/// "V_Int", "params": [3]}]`.
struct MirrorRule: Sendable {
  /// The key of the list in the entry. The list is empty, or has one element for each value of the entry.
  var key: String
  var forms: [Form]

  /// The form of the list's elements for values of certain types.
  struct Form: Sendable {
    var types: [NamePattern]
    var spelling = ForeignLeaf.Mirror.Spelling.value

    /// The template of an element, in which ``value`` is the placeholder for the value.
    var element: JSON

    static let value = JSON.string("*")

    /// Returns the number of placeholders in a part of the template.
    static func count(_ form: JSON) -> Int {
      if form == value { return 1 }
      return switch form {
      case .object(let members): members.reduce(0) { $0 + count($1.value) }
      case .array(let list): list.reduce(0) { $0 + count($1) }
      default: 0
      }
    }

    /// Returns the value in an element; nil if the element has a different form.
    func value(in element: TextValue) -> TextValue? { Self.values(self.element, in: element)?.first }

    /// Returns the values in a part of an element; nil if the part has a different form.
    private static func values(_ form: JSON, in part: TextValue) -> [TextValue]? {
      if form == value { return part.isScalar ? [part] : nil }
      var found: [TextValue] = []
      switch form {
      case .object(let members):
        for member in members {
          guard let inner = part.member(member.key).flatMap({ values(member.value, in: $0) }) else { return nil }
          found += inner
        }
      case .array(let list):
        let elements = part.elements
        guard part.kind == .array, elements.count == list.count else { return nil }
        for (form, element) in zip(list, elements) {
          guard let inner = values(form, in: element) else { return nil }
          found += inner
        }
      default:
        guard let same = try? JSON.parse(part.text), same == form else { return nil }
      }
      return found
    }

    /// Returns the texts of an element before and after the value.
    ///
    /// - Parameter isWide: true if blanks follow commas and colons.
    func texts(isWide: Bool) -> (before: [UInt8], after: [UInt8]) {
      let text = Self.text(element, isWide ? " " : "")
      let mark = Array(Self.mark.utf8)
      guard let start = text.indices.first(where: { text[$0...].starts(with: mark) }) else { return (text, []) }
      return (Array(text[..<start]), Array(text[(start + mark.count)...]))
    }

    /// A text that cannot occur in JSON, used to find the position of the value.
    private static let mark = "\u{0}"

    private static func text(_ form: JSON, _ blank: String) -> [UInt8] {
      if form == value { return Array(mark.utf8) }
      switch form {
      case .object(let members):
        let texts = members.map { JSONString.quoted($0.key) + ":\(blank)".utf8 + text($0.value, blank) }
        return "{\(blank)".utf8 + Array(texts.joined(separator: ",\(blank)".utf8)) + "\(blank)}".utf8
      case .array(let list):
        return [0x5B] + Array(list.map { text($0, blank) }.joined(separator: ",\(blank)".utf8)) + [0x5D]
      default: return Array(form.text().utf8)
      }
    }
  }

  /// Returns the form of the elements for a type; nil if the format describes none.
  ///
  /// - Parameter typeName: the format's name for the type.
  func form(of typeName: String) -> Form? { forms.first { $0.types.contains { $0.rest(of: typeName) != nil } } }

  /// Returns the place of a value's mirror; nil if the entry's list has no place for it.
  ///
  /// - Parameters:
  ///   - number: the number of the value in the entry, from 0.
  ///   - count: the number of the entry's values.
  func mirror(_ number: Int, of count: Int, in entry: TextValue, _ form: Form) -> ForeignLeaf.Mirror? {
    guard let list = entry.member(key), list.kind == .array else { return nil }
    let elements = list.elements
    let texts = form.texts(isWide: entry.text.contains(UInt8(ascii: " ")))
    guard !elements.isEmpty else {
      // The value is the default, which the program does not write.
      guard count == 1 else { return nil }
      let span = list.span.lowerBound + 1..<list.span.upperBound - 1
      return ForeignLeaf.Mirror(
        key: list.offset, span: span, before: texts.before, after: texts.after, spelling: form.spelling)
    }
    guard elements.count == count else { return nil }
    if let value = form.value(in: elements[number]) {
      var mirror = ForeignLeaf.Mirror(
        key: value.offset, span: value.span, before: [], after: [], spelling: form.spelling)
      mirror.isWritten = value.kind != .null
      return mirror
    }
    return ForeignLeaf.Mirror(
      key: elements[number].offset, span: elements[number].span, before: texts.before, after: texts.after,
      spelling: form.spelling)
  }
}

/// A pattern for names: either one name, or a beginning and an end with a `*` for any text between them.
struct NamePattern: Sendable {
  private let start: String

  /// The text after the `*`; nil if there is none.
  private let end: String?

  init(_ text: String) {
    guard let star = text.firstIndex(of: "*") else {
      (start, end) = (text, nil)
      return
    }
    (start, end) = (String(text[..<star]), String(text[text.index(after: star)...]))
  }

  /// True if the pattern has no `*`, so that it matches only one name.
  var isName: Bool { end == nil }

  /// Returns the part of a name that matches the `*`; an empty text for a pattern without a `*`, and nil if the name
  /// does not match.
  func rest(of name: String) -> String? {
    guard let end else { return name.isExactly(start) ? "" : nil }
    let (text, first, last) = (Array(name.utf8), Array(start.utf8), Array(end.utf8))
    guard text.count >= first.count + last.count, text.starts(with: first), text.suffix(last.count) == last[...] else {
      return nil
    }
    return String(decoding: text[first.count..<text.count - last.count], as: UTF8.self)
  }
}
