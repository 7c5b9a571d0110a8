package import JSONText

/// The drawing of a data-only class, which has no code. Values in its entries may be computed from the class's
/// properties.
///
/// A template has the form of a drawing, with these additions:
/// - A number may be an expression such as `"width - 2 * inset"`.
/// - A value may be `{"property": "tintColor"}`, with an `else` for an unset property and a `map` from the property's
///   values to their replacements. `{"object": "name"}` is the object's name, and `{"object": "class"}` its class.
/// - `parent.tintColor` names a property of the object's parent.
/// - An entry may have `when`, a condition on the properties, and `repeat`, the number of copies. In the copies,
///   `index` counts from 0.
/// - Text may be a property's value, `{"property": "level", "digits": 1}`, or a computed number,
///   `{"number": "100 * value", "digits": 0}`. `digits` is the number of digits after the decimal point.
///
/// ```json
/// [ { "fill": { "rect": [0, 0, "value * width", "height"] }, "color": { "property": "tintColor", "else": "blue" } },
///   { "text": { "property": "title" }, "in": [0, 0, "width", "height"], "when": "[isEnabled=true]" } ]
/// ```
package struct DrawingTemplate: Sendable {
  private indirect enum Node: Sendable {
    case constant(JSON)
    case number(NumberExpression)
    case property(String, map: [String: JSON]?, otherwise: Node?)
    case fact(ObjectFact, map: [String: JSON]?, otherwise: Node?)
    case text(Node, digits: Int?)
    case list([Node])
    case object([(key: String, node: Node)])
    case entry(Node, when: String?, times: NumberExpression?)
  }

  /// Information about an object that is not one of its properties: its name or its class.
  package enum ObjectFact: String, CaseIterable, Sendable {
    case name, `class`
  }

  /// The maximum number of copies of a repeated entry; further copies are left out.
  private static let repeatLimit = 1000

  private let root: Node

  /// The conditions of all `when` members, as text.
  package private(set) var conditions: [String] = []

  /// The names that the drawing uses without an `else`: names of properties, or of numbers in their values such as
  /// `frame.width`. Names in conditions are not included.
  package var names: Set<String> { Self.names(root).subtracting(Self.sizeNames) }

  /// The names that a number expression in a drawing may use in addition to property names.
  package static let sizeNames = ["width", "height", "index"]

  /// A use of a property's name in a drawing. In a number expression, the name may also refer to a number in a
  /// property's value, such as `frame.width`, or be `width`, `height` or `index`.
  package struct Reference: Hashable, Sendable {
    package let name: String

    /// True if a number expression uses the name.
    package let isInNumber: Bool

    /// The property values, as text, that `map` replaces; empty without a `map`.
    package let mapped: [String]
  }

  /// All uses of names in the drawing, including those with an `else`, but not those in conditions.
  package var references: [Reference] {
    var found: [Reference] = []
    Self.collect(root, &found)
    return found
  }

  private static func collect(_ node: Node, _ found: inout [Reference]) {
    func add(_ expression: NumberExpression) {
      for name in expression.names.sorted() { found.append(Reference(name: name, isInNumber: true, mapped: [])) }
    }
    switch node {
    case .constant: break
    case .number(let expression): add(expression)
    case .text(let inner, _): collect(inner, &found)
    case .property(let name, let map, let otherwise):
      found.append(Reference(name: name, isInNumber: false, mapped: (map ?? [:]).keys.sorted()))
      if let otherwise { collect(otherwise, &found) }
    case .fact(_, _, let otherwise): if let otherwise { collect(otherwise, &found) }
    case .list(let nodes): for node in nodes { collect(node, &found) }
    case .object(let members): for member in members { collect(member.node, &found) }
    case .entry(let inner, _, let times):
      if let times { add(times) }
      collect(inner, &found)
    }
  }

  private static func names(_ node: Node) -> Set<String> {
    switch node {
    case .constant: []
    case .number(let expression): expression.names
    case .text(let inner, _): names(inner)
    case .property(let name, _, let otherwise): otherwise.map(names) ?? [name]
    case .fact(_, _, let otherwise): otherwise.map(names) ?? []
    case .list(let nodes): nodes.reduce(into: []) { $0.formUnion(names($1)) }
    case .object(let members): members.reduce(into: []) { $0.formUnion(names($1.node)) }
    case .entry(let inner, _, let times): names(inner).union(times?.names ?? [])
    }
  }

  /// The size and the property values of one object, for which the template is evaluated.
  package struct Source {
    /// A closure that returns the value of a property; nil if the property is unset or does not exist.
    package var value: (String) -> PropertyValue?

    /// A closure that returns the numbers for a name with `*`, such as `polygon.*.x`.
    package var numbers: (String) -> [Double]

    /// A closure that returns true if a condition, as written in `when`, holds for the object.
    package var holds: (String) -> Bool

    /// A closure that returns the object's name or class; nil for the name of an unnamed object.
    package var fact: (ObjectFact) -> String?

    /// The size at which the object is drawn, in points.
    package var size: Size

    package init(
      size: Size, value: @escaping (String) -> PropertyValue?, holds: @escaping (String) -> Bool,
      fact: @escaping (ObjectFact) -> String? = { _ in nil }, numbers: @escaping (String) -> [Double] = { _ in [] }
    ) {
      (self.size, self.value, self.holds, self.fact, self.numbers) = (size, value, holds, fact, numbers)
    }

    /// Returns the number with a name: the value of a property, or a number in a property's value such as
    /// `frame.width`; nil if there is none.
    func number(_ name: String) -> Double? {
      if let value = value(name) { return DrawingTemplate.number(value) }
      guard let dot = name.lastIndex(of: "."), let value = value(String(name[..<dot])) else { return nil }
      return DrawingTemplate.member(String(name[name.index(after: dot)...]), of: value)
    }
  }

  /// Reads a template from its JSON list of entries. Throws an error about the first mistake that does not depend on
  /// property values.
  package init(_ json: JSON) throws(StatedProblem) {
    guard let items = json.arrayValue else { throw StatedProblem("it is not a list of entries") }
    var entries: [Node] = []
    for (number, item) in items.enumerated() {
      do throws(StatedProblem) { entries.append(try Self.entry(item, &conditions)) } catch {
        throw StatedProblem(error.words, inEntry: [number + 1])
      }
    }
    root = .list(entries)
    // A trial drawing without property values finds the errors that do not depend on them, such as an unknown kind of
    // entry.
    let source = Source(size: Size(width: 100, height: 100), value: { _ in nil }, holds: { _ in true })
    _ = try drawing(of: source)
  }

  private static func entry(_ json: JSON, _ conditions: inout [String]) throws(StatedProblem) -> Node {
    guard let members = json.objectValue else { return .constant(json) }
    var (rest, when, times) = ([(key: String, node: Node)](), String?.none, NumberExpression?.none)
    for member in members {
      switch member.key {
      case "when":
        guard let text = member.value.stringValue else { throw StatedProblem("'when' is a condition, as a text") }
        when = text
        conditions.append(text)
      case "repeat": times = try NumberExpression(member.value)
      default: rest.append((member.key, try node(member.value, of: member.key, &conditions)))
      }
    }
    return .entry(.object(rest), when: when, times: times)
  }

  /// The keys of members in which a string is a number expression.
  private static let numeric: Set<String> = [
    "in", "from", "to", "center", "radius", "width", "miterLimit", "dash", "dashPhase", "opacity", "transform", "size",
    "blur", "offset", "lineLimit", "minimumScaleFactor", "rect", "ellipse", "fill", "stroke", "clip",
  ]

  /// The keys of members in which a property's value or a number is converted to text.
  private static let texts: Set<String> = ["text", "image"]

  /// The maximum value of `digits`, the number of digits after the decimal point; a greater value is refused.
  private static let mostDigits = 15

  /// Returns the node for the value of the member `key`. In `text` and `image`, an object stands for a property's value
  /// or a computed number.
  private static func node(_ json: JSON, of key: String, _ conditions: inout [String]) throws(StatedProblem) -> Node {
    guard texts.contains(key), json.objectValue != nil else { return try plainNode(json, of: key, &conditions) }
    var digits: Int?
    if let json = json["digits"] {
      guard let count = json.intValue, (0...mostDigits).contains(count) else {
        throw StatedProblem(
          "'digits' is \(PluginText.capped(json.text())); it is a whole number from 0 to \(mostDigits)")
      }
      digits = count
    }
    guard let number = json["number"] else {
      return .text(try plainNode(json, of: key, &conditions), digits: digits)
    }
    return .text(.number(try NumberExpression(number)), digits: digits)
  }

  private static func plainNode(
    _ json: JSON, of key: String, _ conditions: inout [String]
  ) throws(StatedProblem) -> Node {
    switch json {
    case .object(let members):
      if let name = json["property"]?.stringValue {
        var otherwise: Node?
        if let other = json["else"] { otherwise = try node(other, of: key, &conditions) }
        return .property(name, map: map(json), otherwise: otherwise)
      }
      if let value = json["object"] { return try fact(value, json, of: key, &conditions) }
      var nodes: [(key: String, node: Node)] = []
      for member in members { nodes.append((member.key, try node(member.value, of: member.key, &conditions))) }
      return .object(nodes)
    case .array(let items):
      var nodes: [Node] = []
      for item in items {
        nodes.append(try key == "group" ? entry(item, &conditions) : node(item, of: key, &conditions))
      }
      return .list(nodes)
    case .string(let text) where numeric.contains(key):
      // The letters of path steps are not expressions.
      if ["M", "L", "Q", "C", "Z"].contains(text) { return .constant(json) }
      return .number(try NumberExpression(text))
    default: return .constant(json)
    }
  }

  private static func map(_ json: JSON) -> [String: JSON]? {
    json["map"]?.objectValue.map { members in
      Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
  }

  /// Returns the node for the object's name or class, as in `{"object": "name"}`.
  private static func fact(
    _ value: JSON, _ json: JSON, of key: String, _ conditions: inout [String]
  ) throws(StatedProblem) -> Node {
    guard let fact = value.stringValue.flatMap(ObjectFact.init) else {
      let names = ObjectFact.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw StatedProblem("'object' is \(PluginText.capped(value.text())); it is one of \(names)")
    }
    var otherwise: Node?
    if let other = json["else"] { otherwise = try node(other, of: key, &conditions) }
    return .fact(fact, map: map(json), otherwise: otherwise)
  }

  // MARK: an object's drawing

  /// Returns the drawing of an object. Throws an error if a property's value does not fit the member that uses it.
  package func drawing(of source: Source) throws(StatedProblem) -> DisplayList {
    try DisplayList(json: Array((json(root, source, index: 0).first ?? .array([])).text().utf8))
  }

  /// Returns the JSON values of a node for one object: none if a condition does not hold or a property has no value,
  /// several for a repeated entry, otherwise one.
  private func json(_ node: Node, _ source: Source, index: Int) -> [JSON] {
    switch node {
    case .constant(let json): return [json]
    case .number(let expression): return [.double(value(of: expression, source, index) ?? 0)]
    case .property(let name, let map, let otherwise):
      if let value = source.value(name) {
        guard let map else { return [Self.json(value)] }
        if let mapped = map[value.text] { return [mapped] }
      }
      // If a property has no value, a member that uses the property keeps its default, and text is empty.
      return otherwise.map { json($0, source, index: index) } ?? []
    case .fact(let fact, let map, let otherwise):
      if let text = source.fact(fact) {
        guard let map else { return [.string(text)] }
        if let mapped = map[text] { return [mapped] }
      }
      return otherwise.map { json($0, source, index: index) } ?? []
    case .text(let inner, let digits): return json(inner, source, index: index).map { Self.text($0, digits: digits) }
    case .list(let nodes): return [.array(nodes.flatMap { json($0, source, index: index) })]
    case .object(let members):
      return [
        .object(
          members.compactMap { key, node in
            if let value = json(node, source, index: index).first { return JSON.Member(key, value) }
            return Self.texts.contains(key) ? JSON.Member(key, "") : nil
          })
      ]
    case .entry(let inner, let when, let times):
      if let when, !source.holds(when) { return [] }
      guard let times else { return json(inner, source, index: index) }
      let count = value(of: times, source, index) ?? 0
      let whole = Int(min(max(count, 0), Double(Self.repeatLimit)))
      return (0..<whole).flatMap { json(inner, source, index: $0) }
    }
  }

  private func value(of expression: NumberExpression, _ source: Source, _ index: Int) -> Double? {
    expression.value(of: source.numbers) { name in
      switch name {
      case "width": source.size.width
      case "height": source.size.height
      case "index": Double(index)
      default: source.number(name)
      }
    }
  }

  fileprivate static func number(_ value: PropertyValue) -> Double? {
    switch value {
    case .int(let value): Double(value)
    case .double(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  fileprivate static func member(_ name: String, of value: PropertyValue) -> Double? {
    value.type == .color ? nil : value.members.first { $0.name == name }?.value
  }

  /// Converts a value to text. A number has `digits` digits after the decimal point, or its shortest form if `digits`
  /// is nil.
  private static func text(_ json: JSON, digits: Int?) -> JSON {
    switch json {
    case .string: return json
    case .int(let number): return .string(digits.map { fixed(Double(number), digits: $0) } ?? String(number))
    case .double(let number):
      return .string(digits.map { fixed(number, digits: $0) } ?? PropertyValue.double(number).text)
    default: return .string(json.text())
    }
  }

  private static func fixed(_ number: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (abs(number) * scale).rounded()
    // Above this limit, a Double no longer represents the digits after the decimal point.
    guard let whole = Int(exactly: scaled), scaled < 9e15 else { return PropertyValue.double(number).text }
    let sign = number < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let text = String(repeating: "0", count: max(0, digits + 1 - String(whole).utf8.count)) + String(whole)
    return "\(sign)\(text.dropLast(digits)).\(text.suffix(digits))"
  }

  private static func json(_ value: PropertyValue) -> JSON {
    switch value {
    case .point, .size, .rect: .array(value.members.map { .double($0.value) })
    default: value.json
    }
  }
}

// The keys of drawings in plugin descriptions, for readers that refuse unknown keys.
extension DrawingTemplate {
  /// The keys that an entry of a drawing template accepts.
  package static let entryKeys =
    ["fill", "stroke", "text", "image", "group"] + DrawingReader.specialKeys
    + ["opacity", "transform", "clip", "shadow", "when", "repeat"]

  /// The keys of the JSON objects inside an entry, by the key of the member that contains the object.
  package static let innerKeys = [
    "fill": pathKeys, "stroke": pathKeys, "clip": pathKeys, "shadow": ["color", "offset", "blur"],
  ]

  private static let pathKeys = ["rect", "ellipse", "radius"]

  /// The keys of the JSON objects that compute a value, by the key that identifies the kind of object.
  package static let valueKeys = [
    "property": ["property", "map", "else", "digits"], "object": ["object", "map", "else", "digits"],
    "number": ["number", "digits"],
  ]

  /// The allowed ranges of numbers, by key; a number with any other key is unrestricted.
  package static let ranges: [String: ClosedRange<Double>] = [
    "opacity": 0...1, "minimumScaleFactor": 0...1, "size": 0 ... .infinity, "width": 0 ... .infinity,
    "radius": 0 ... .infinity, "miterLimit": 0 ... .infinity, "dash": 0 ... .infinity, "blur": 0 ... .infinity,
    "lineLimit": 0 ... .infinity, "repeat": 0 ... .infinity,
  ]
}
