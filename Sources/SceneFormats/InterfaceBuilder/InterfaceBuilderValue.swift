internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Conversions of values between scenes and the XML of Interface Builder.
///
/// A value is the text of an attribute with its quotes, all attributes of an element such as `<rect key="frame" x="0.0"
/// …/>`, or a whole element such as `<string key="text">Hello</string>`.
struct InterfaceBuilderValue {
  /// The named colours of the format and of the document.
  private(set) var colors: [ExactText: Color]

  /// The attributes by which elements refer to the document's colours, by colour name.
  private var nameKeys: [ExactText: String] = [:]

  /// Creates the conversions for a document. The document's colours take precedence over those of the format.
  init(_ colors: [ExactText: Color], _ elements: InterfaceBuilderElements?) {
    self.colors = colors
    guard let elements else { return }
    for (name, number, key) in elements.colors {
      let text = elements.run(of: number).flatMap { components(of: MarkupRun(elements.index.text($0))) }
      guard let color = text.flatMap(ColorSpelling.color)?.color else { continue }
      (self.colors[ExactText(name)], nameKeys[ExactText(name)]) = (color, key)
    }
  }

  // MARK: reading

  /// Returns a scene's JSON text for a value; nil if the value does not have the form of its type.
  ///
  /// - Parameter type: the name of the value's type; nil to infer it from the text.
  func sceneText(_ raw: some Collection<UInt8>, as type: String?) -> [UInt8]? {
    switch raw.first {
    case UInt8(ascii: "<"): element(Array(raw), as: type)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      Self.plain(MarkupText.decoded(raw.dropFirst().dropLast()), as: type)
    default: run(MarkupRun(raw), as: type)
    }
  }

  private static func plain(_ text: String, as type: String?) -> [UInt8]? {
    switch type.flatMap(PropertyType.init(rawValue:)) {
    case .bool: return text == "YES" ? Array("true".utf8) : text == "NO" ? Array("false".utf8) : nil
    case .int, .double: return number(text)
    case nil:
      if text == "YES" || text == "NO" { return Array((text == "YES" ? "true" : "false").utf8) }
      return number(text) ?? JSONString.quoted(text)
    default: return JSONString.quoted(text)
    }
  }

  /// Returns the JSON text of a number; nil if the text is not a number.
  private static func number(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else { return nil }
    guard let json = try? JSON.parse(bytes) else { return nil }
    switch json {
    case .int: return bytes
    case .double(let number) where number.isFinite: return Array(JSONNumber.text(number).utf8)
    default: return nil
    }
  }

  /// Returns the JSON text of an element's value: its attribute `value`, or else its content; nil if it has no plain
  /// value.
  private func element(_ raw: [UInt8], as type: String?) -> [UInt8]? {
    let element = MarkupFragment(raw)
    if let value = element.attributes["value"] { return Self.plain(value, as: type) }
    guard element.hasPlainText, element.attributes["base64-UTF8"] == nil else { return nil }
    return JSONString.quoted(MarkupText.decoded(element.content, isAttribute: false))
  }

  private func run(_ run: MarkupRun, as type: String?) -> [UInt8]? {
    guard let type else { return nil }
    guard type == PropertyType.color.rawValue else {
      let parts = FormatSpelling.parts(of: type) ?? []
      let numbers = parts.compactMap { run[$0].flatMap(Self.number) }
      return numbers.count == parts.count && !parts.isEmpty ? FormatSpelling.object(of: type, numbers) : nil
    }
    if let text = components(of: run) { return text }
    let name = Self.nameKeys.lazy.compactMap { run[$0] }.first
    return name.flatMap { colors[ExactText($0)] == nil ? nil : JSONString.quoted($0) }
  }

  /// Returns a JSON object with the components of a colour; nil if a component is missing or is not a number.
  private func components(of run: MarkupRun) -> [UInt8]? {
    let alpha = run["alpha"] == nil ? ["alpha": [UInt8(0x31)]] : [:]
    return object(Self.components + ["alpha"], of: run, alpha) ?? object(["white", "alpha"], of: run, alpha)
  }

  /// Returns the JSON text of a colour component, clamped to the range from 0 to 1; nil if the text is not a number.
  ///
  /// Wide-gamut colours can have components outside of this range.
  private static func component(_ text: String) -> [UInt8]? {
    guard let number = number(text), let value = number.withUnsafeBytes(JSONNumber.double) else { return nil }
    return (0...1).contains(value) ? number : value < 0 ? [0x30] : [0x31]
  }

  /// Returns a JSON object with the given components of a colour; nil if one is missing or is not a number.
  private func object(_ keys: [String], of run: MarkupRun, _ others: [String: [UInt8]] = [:]) -> [UInt8]? {
    let members = keys.compactMap { key in
      (run[key].flatMap(Self.component) ?? others[key]).map { "\"\(key)\": ".utf8 + $0 }
    }
    guard members.count == keys.count else { return nil }
    return [UInt8(ascii: "{")] + Array(members.joined(separator: ", ".utf8)) + [UInt8(ascii: "}")]
  }

  private static let components = ["red", "green", "blue"]

  /// The attributes that refer to a colour by its name.
  private static let nameKeys = ["systemColor", "cocoaTouchSystemColor", "name"]

  // MARK: writing

  /// Returns the document's text for a value of the scene. Throws a refusal if the document cannot represent the value.
  ///
  /// - Parameters:
  ///   - text: the JSON text in the scene.
  ///   - old: the former text in the document, whose form is kept; nil for a new value.
  func written(
    _ text: [UInt8], like old: UnsafeRawBufferPointer?, as type: String?
  ) throws(ForeignRefusal) -> [UInt8] {
    guard let json = try? JSON.parse(text) else {
      throw .wrongForm(String(decoding: text, as: UTF8.self), type: type ?? "value")
    }
    if case .null = json { throw .noNull }
    let property = type.flatMap(PropertyType.init(rawValue:))
    if property == .color { return try color(text, like: old) }
    if let type, let parts = FormatSpelling.parts(of: type) {
      let numbers = FormatSpelling.numbers(in: text, type)
      guard numbers.count == parts.count else { throw .wrongForm(String(decoding: text, as: UTF8.self), type: type) }
      var run = MarkupRun(old)
      for (key, number) in zip(parts, numbers) { run.set(key, Self.plainNumber(number)) }
      return run.text
    }
    let plain: String
    switch json {
    case .bool(let value): plain = value ? "YES" : "NO"
    case .int: plain = property == .double ? Self.plainNumber(text) : String(decoding: text, as: UTF8.self)
    case .double: plain = Self.plainNumber(text)
    case .string(let value): plain = value
    default: throw .wrongForm(String(decoding: text, as: UTF8.self), type: type ?? "value")
    }
    guard MarkupText.isAllowed(plain) else {
      throw .during(AnyRefusal(MarkupRefusal.notAllowed(String(decoding: text, as: UTF8.self))))
    }
    guard let old, old.first == UInt8(ascii: "<") else { return MarkupText.quoted(plain, like: old) }
    let element = MarkupFragment(Array(old))
    guard element.attributes["value"] != nil else { return element.withContent(MarkupText.content(plain)) }
    // An integer that gets a fraction becomes a real number.
    let isWhole = if case .int = json { true } else { false }
    let name = element.name == "integer" && !isWhole ? "real" : element.name
    return element.named(name, settingValue: MarkupText.quoted(plain))
  }

  /// Returns the text of a number as Interface Builder writes it: `0.0`, `12`, `0.5`.
  static func plainNumber(_ text: [UInt8]) -> String {
    guard let number = text.withUnsafeBytes(JSONNumber.double) else { return String(decoding: text, as: UTF8.self) }
    if number == 0 { return "0.0" }
    if number == number.rounded(), abs(number) < 1e15 { return "\(Int(number))" }
    return JSONNumber.text(number)
  }

  private func color(_ text: [UInt8], like old: UnsafeRawBufferPointer?) throws(ForeignRefusal) -> [UInt8] {
    let name = text.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return bytes.first == UInt8(ascii: "\"") ? try? reader.readString() : nil
    }
    guard let color = ColorSpelling.color(text)?.color ?? name.flatMap({ colors[ExactText($0)] }) else {
      throw .notAColor(String(decoding: text, as: UTF8.self))
    }
    var run = MarkupRun(old)
    if let name, let key = nameKeys[ExactText(name)] {
      // A colour that the document defines is stored by its name, so that it follows later changes of the definition.
      let others = Self.components + ["white", "alpha", "colorSpace", "customColorSpace", "catalog"] + Self.nameKeys
      run.replace(others.first { run[$0] != nil }, with: [(key, name)])
      for other in others where other != key { run.remove(other) }
      return run.text
    }
    // A reference to a named colour is replaced by components.
    let named = Self.nameKeys.filter { run[$0] != nil }
    let isGray = color.red == color.green && color.green == color.blue
    if run["white"] != nil, isGray {
      run.set("white", Self.component(color.white), isComponent: true)
    } else if Self.components.allSatisfy({ run[$0] != nil }) {
      let former = run.text
      for (key, value) in zip(Self.components, color.numbers) { run.set(key, Self.component(value), isComponent: true) }
      // New components are those of sRGB.
      if run.text != former, run["customColorSpace"] == "displayP3" { run.set("customColorSpace", "sRGB") }
    } else {
      let space = Self.space(for: run)
      for key in ["colorSpace", "customColorSpace", "catalog"] { run.remove(key) }
      let components = zip(Self.components, color.numbers).map { ($0, Self.component($1)) }
      let alpha = run["alpha"] == nil ? [("alpha", Self.component(color.alpha))] : []
      run.replace((named + ["white"]).first { run[$0] != nil }, with: components + alpha)
      for (key, value) in space { run.set(key, value) }
    }
    for key in named { run.remove(key) }
    if run["alpha"] != nil || color.alpha != 1 {
      run.set("alpha", Self.component(color.alpha), isComponent: true)
    }
    return run.text
  }

  /// Returns the attributes that specify the colour space of a colour with three components.
  private static func space(for run: MarkupRun) -> [(String, String)] {
    switch run["colorSpace"] {
    case "calibratedWhite": [("colorSpace", "calibratedRGB")]
    case "deviceWhite": [("colorSpace", "deviceRGB")]
    default: [("colorSpace", "custom"), ("customColorSpace", "sRGB")]
    }
  }

  private static func component(_ number: Double) -> String {
    number == 0 ? "0.0" : number == 1 ? "1" : JSONNumber.text(number)
  }
}

extension Color {
  fileprivate var numbers: [Double] { [red, green, blue] }
  fileprivate var white: Double { red }
}

/// The attributes of an element that together represent one value.
struct MarkupRun {
  /// The attributes: the text before each, its name, and its value with its quotes.
  private var items: [(gap: [UInt8], name: String, value: [UInt8])] = []

  init(_ raw: some Collection<UInt8>) {
    let bytes = Array(raw)
    for attribute in MarkupFragment.attributes(of: bytes) {
      let start = items.isEmpty ? 0 : last
      items.append(
        (
          Array(bytes[start..<attribute.name.lowerBound]), String(decoding: bytes[attribute.name], as: UTF8.self),
          Array(bytes[attribute.value])
        ))
      last = attribute.value.upperBound
    }
  }

  /// The offset after the last attribute that was read.
  private var last = 0

  init(_ raw: UnsafeRawBufferPointer?) { self.init(raw.map { Array($0) } ?? []) }

  /// The decoded value of an attribute; nil if there is none.
  subscript(name: String) -> String? {
    items.first { $0.name == name }.map { MarkupText.decoded($0.value.dropFirst().dropLast()) }
  }

  /// Sets an attribute. An existing attribute with an equal number is left unchanged, and a new attribute is appended.
  ///
  /// - Parameter isComponent: true for a colour component, whose present number is clamped to the range from 0 to 1
  ///   before the comparison.
  mutating func set(_ name: String, _ value: String, isComponent: Bool = false) {
    guard let place = items.firstIndex(where: { $0.name == name }) else {
      items.append((items.isEmpty ? [] : [0x20], name, MarkupText.quoted(value)))
      return
    }
    let old = MarkupText.decoded(items[place].value.dropFirst().dropLast())
    if let number = Double(value), let old = Double(old), (isComponent ? min(max(old, 0), 1) : old) == number { return }
    items[place].value = items[place].value.withUnsafeBytes { MarkupText.quoted(value, like: $0) }
  }

  mutating func remove(_ name: String) {
    guard let place = items.firstIndex(where: { $0.name == name }) else { return }
    // The first attribute of a run has no blank before it.
    if place == 0, items.count > 1 { items[1].gap = items[0].gap }
    items.remove(at: place)
  }

  /// Replaces an attribute with others, or appends them if there is no such attribute.
  mutating func replace(_ name: String?, with new: [(String, String)]) {
    let place = name.flatMap { name in items.firstIndex { $0.name == name } } ?? items.count
    let isFirst = place == 0
    let gap = place < items.count ? items[place].gap : items.isEmpty ? [] : [0x20]
    if place < items.count { items.remove(at: place) }
    let added = new.enumerated().map { number, item in
      (gap: number == 0 ? gap : [0x20], name: item.0, value: MarkupText.quoted(item.1))
    }
    items.insert(contentsOf: added, at: place)
    if isFirst, items.count > added.count, items[added.count].gap.isEmpty { items[added.count].gap = [0x20] }
  }

  var text: [UInt8] { items.flatMap { $0.gap + Array($0.name.utf8) + [0x3D] + $0.value } }
}

/// The XML text of an element that represents one value.
struct MarkupFragment {
  private let raw: [UInt8]
  private let list: [MarkupIndex.Attribute]

  /// The span of the element's name.
  private let nameSpan: Range<Int>

  /// The offset after the start tag.
  private let tagEnd: Int

  init(_ raw: [UInt8]) {
    self.raw = raw
    let nameEnd = raw.firstIndex { $0 <= 0x20 || $0 == 0x3E || $0 == 0x2F } ?? raw.count
    nameSpan = min(1, nameEnd)..<nameEnd
    list = Self.attributes(of: raw, from: nameEnd)
    let after = list.last?.value.upperBound ?? nameEnd
    tagEnd = (raw[after...].firstIndex(of: 0x3E) ?? raw.count - 1) + 1
  }

  /// Returns the attributes in an XML text, from an offset on.
  static func attributes(of raw: [UInt8], from start: Int = 0) -> [MarkupIndex.Attribute] {
    MarkupIndex.attributes(in: raw + [0], from: start)
  }

  var name: String { String(decoding: raw[nameSpan], as: UTF8.self) }

  /// The decoded values of the attributes, by name.
  var attributes: [String: String] {
    Dictionary(
      list.map {
        (String(decoding: raw[$0.name], as: UTF8.self), MarkupText.decoded(raw[$0.value].dropFirst().dropLast()))
      }, uniquingKeysWith: { first, _ in first })
  }

  private var isEmptyTag: Bool { raw.suffix(2).first == UInt8(ascii: "/") && tagEnd == raw.count }

  /// The offset of the end tag.
  private var contentEnd: Int {
    isEmptyTag ? tagEnd : raw.lastIndex(of: UInt8(ascii: "<")) ?? tagEnd
  }

  var content: ArraySlice<UInt8> { raw[tagEnd..<max(tagEnd, contentEnd)] }

  /// True if the content is plain text, without elements, comments or CDATA sections.
  var hasPlainText: Bool { !content.contains(UInt8(ascii: "<")) }

  /// Returns the element's text with its content replaced.
  func withContent(_ new: [UInt8]) -> [UInt8] {
    guard isEmptyTag else { return Array(raw[..<tagEnd]) + new + Array(raw[contentEnd...]) }
    let tag = Array(raw[..<(list.last?.value.upperBound ?? nameSpan.upperBound)])
    return tag + [0x3E] + new + Array("</\(name)>".utf8)
  }

  /// Returns the element's text with a new tag and a new value of its attribute `value`; the unchanged text if it has
  /// no such attribute.
  func named(_ new: String, settingValue value: [UInt8]) -> [UInt8] {
    guard let old = list.first(where: { raw[$0.name].elementsEqual("value".utf8) })?.value else { return raw }
    let head = [UInt8(ascii: "<")] + Array(new.utf8) + Array(raw[nameSpan.upperBound..<old.lowerBound])
    let rest = isEmptyTag ? raw[old.upperBound...] : raw[old.upperBound..<contentEnd] + Array("</\(new)>".utf8)[...]
    return head + value + rest
  }
}
