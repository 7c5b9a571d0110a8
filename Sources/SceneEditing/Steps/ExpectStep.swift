internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that refuses the edit if objects differ from the expectation. The step itself changes nothing.
  public static func expect(_ expectation: ObjectExpectation) -> EditStep {
    EditStep(ExpectStep(expected: .objects(expectation)))
  }

  /// Returns a step that refuses the edit if colours of the palette differ from the expectation. The step itself
  /// changes nothing.
  public static func expectPalette(_ colors: [ColorExpectation]) -> EditStep {
    EditStep(ExpectStep(expected: .colors(colors)))
  }
}

struct ExpectStep: ScriptedStep {
  let expected: Expected

  enum Expected: Hashable, Sendable {
    case objects(ObjectExpectation)
    case colors([ColorExpectation])
  }

  static let verbs = ["expect"]
  static let help = "states what it expects"

  var effect: StepEffect { .nothing }

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    switch expected {
    case .objects(let expectation):
      let nodes = try transaction.select(expectation.selector, mayBeEmpty: true)
      guard !nodes.isEmpty || expectation.count != nil else {
        throw Diagnostic(EditRefusal.expectedToMatch(expectation.selector.text), part: .selector)
      }
      var run = ExpectationRun(transaction.model, expectation, nodes)
      try run.perform()
    case .colors(let colors): try transaction.model.expect(colors)
    }
    return 1
  }

  var summary: String {
    switch expected {
    case .objects(let expectation): "expect \(expectation.selector.text)"
    case .colors: "expect colours"
    }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let value = try script.needed("expect")
    let members = try script.members(of: value, "expect", "an object")
    guard let palette = members.first(where: { $0.key == "palette" }) else {
      return .expect(try ObjectExpectation(value, members, &script))
    }
    if let other = members.first(where: { ObjectExpectation.keys.contains($0.key) }) {
      throw ScriptProblem(at: other.keyOffset, .twoSteps("'expect' of step \(script.number)", "palette", other.key))
    }
    try ScriptReader.refuseUnknown(members, known: ["palette"], in: "'expect' of step \(script.number)")
    return .expectPalette(try colors(palette.value, &script))
  }

  private static func colors(
    _ value: PlacedJSON, _ script: inout ScriptReader
  ) throws(ScriptProblem) -> [ColorExpectation] {
    let members = try script.members(of: value, "palette", "an object of names")
    for (place, member) in members.enumerated() {
      script.parts[.color(place)] = ("/expect/palette/\(ScriptReader.escaped(member.key))", member.value.offset)
    }
    return members.map { ColorExpectation($0.key, $0.value.isNull ? nil : $0.value.raw) }
  }

  func write(to script: inout JSONLine) {
    switch expected {
    case .objects(let expectation): script.add("expect", expectation.script)
    case .colors(let colors):
      var palette = JSONLine.script
      for color in colors { palette.add(color.name, raw: color.json ?? "null") }
      script.add("expect", raw: JSONLine.script("palette", raw: palette.text))
    }
  }
}

extension SceneModel {
  /// Throws an error if a colour of the palette differs from its expectation.
  func expect(_ colors: [ColorExpectation]) throws(Diagnostic) {
    let differences = colors.enumerated().filter { _, color in
      let raw = colorText(color.name)
      if let json = color.json, let raw { return !Self.isSame(Array(json.utf8), raw) }
      return (color.json == nil) != (raw == nil)
    }
    guard let (place, color) = differences.first else { return }
    let found = colorText(color.name).map { String(decoding: $0, as: UTF8.self) }
    throw Diagnostic(
      SeveralRefusals(
        EditRefusal.otherColor(color.name, expected: color.json, found: found), of: differences.count,
        .expectations),
      part: .color(place))
  }

  private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    if let a = color(a), let b = color(b) { return a == b }
    guard let a = try? JSON.parse(a), let b = try? JSON.parse(b) else { return false }
    return a.means(b)
  }

  private static func color(_ raw: [UInt8]) -> PropertyValue? {
    raw.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try? PropertyValue(json: &reader, as: .color)
    }
  }
}
