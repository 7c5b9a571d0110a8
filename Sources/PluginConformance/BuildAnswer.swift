package import InspectorKit
package import JSONText

/// A worker's reply about one component.
package struct BuildAnswer: Equatable {
  /// The values that differ from the stored ones or, where none is stored, from the defaults.
  package private(set) var effective: [String: StoredCell] = [:]

  /// Effective values before the edit that differ from the stored ones; for a rejected stored value, the one used
  /// instead.
  package private(set) var before: [String: StoredCell] = [:]
  package private(set) var warnings: [HookMessage] = []
  package private(set) var skipped: [HookMessage] = []
  package private(set) var refused: [HookMessage] = []

  /// The values that an action writes to properties.
  package private(set) var writes: [String: StoredCell] = [:]

  /// The component's drawing, or the problem of an invalid one; nil where there is none.
  package private(set) var drawing: Result<DisplayList, StatedProblem>?

  /// The reported steps of the component's life; empty where the worker does not report them.
  package private(set) var lifecycle: [JSON] = []

  /// The properties that `awake` and `prepareForInspector` changed; nil where the worker does not report its steps.
  var lifecycleWrites: Set<String>? {
    guard !lifecycle.isEmpty else { return nil }
    let last = lifecycle.filter { ["awake", "prepareForInspector"].contains($0["step"]?.stringValue) }
    return Set(last.flatMap { $0["writes"]?.objectValue ?? [] }.map(\.key))
  }

  /// Returns the component's values: those in the reply, and otherwise the stored ones or the defaults.
  package func state(of definition: ComponentDefinition, stored: [String: StoredCell]) -> [String: StoredCell] {
    var state: [String: StoredCell] = [:]
    for property in definition.properties {
      let isSkipped = skipped.contains { $0.property == property.name }
      state[property.name] =
        effective[property.name] ?? (isSkipped ? nil : stored[property.name]) ?? StoredCell.value(property.defaultValue)
    }
    return state
  }

  /// Returns the component's values before an edit.
  func stateBefore(of definition: ComponentDefinition, stored: [String: StoredCell]) -> [String: StoredCell] {
    definition.properties.reduce(into: [:]) { state, property in
      state[property.name] = before[property.name] ?? stored[property.name] ?? StoredCell.value(property.defaultValue)
    }
  }

  package static func == (first: BuildAnswer, second: BuildAnswer) -> Bool {
    first.effective == second.effective && first.warnings == second.warnings && first.skipped == second.skipped
      && first.refused == second.refused && first.writes == second.writes
  }
}

extension BuildAnswer {
  /// Reads a reply with as many rows as were requested.
  package static func read(
    _ bytes: [UInt8], id: Int, rows count: Int, of definition: ComponentDefinition
  ) throws(SubjectFailure) -> [BuildAnswer] {
    let json: JSON
    do throws(JSONSyntaxError) {
      json = try JSON.parse(bytes)
    } catch {
      throw SubjectFailure(.malformed, "the answer is not JSON: \(error.description)")
    }
    guard json["id"]?.intValue == id else {
      throw SubjectFailure(
        .malformed, "the answer has the id \(json["id"]?.text() ?? "of nothing"), where \(id) was expected")
    }
    if let error = json["error"] {
      let message = PluginText.capped(error["message"]?.stringValue ?? error.text())
      let isLoop = error["code"]?.stringValue == DiagnosticCode.hookLoop.rawValue
      throw SubjectFailure(isLoop ? .ended : .malformed, isLoop ? message : "the request is refused: \(message)")
    }
    guard let rows = json["rows"]?.arrayValue, rows.count == count else {
      let found = json["rows"]?.arrayValue.map { "\($0.count)" } ?? "no"
      throw SubjectFailure(.malformed, "the answer has \(found) rows, where \(count) were expected")
    }
    var answers: [BuildAnswer] = []
    for row in rows { answers.append(try BuildAnswer(row, of: definition)) }
    return answers
  }

  private init(_ row: JSON, of definition: ComponentDefinition) throws(SubjectFailure) {
    guard row.objectValue != nil else {
      throw SubjectFailure(.malformed, "a row of the answer is \(row.text()), not an object")
    }
    for member in row["effective"]?.objectValue ?? [] {
      effective[member.key] = try Self.cell(member.value, of: member.key, definition)
    }
    for member in row["before"]?.objectValue ?? [] {
      before[member.key] = try Self.cell(member.value, of: member.key, definition)
    }
    for member in row["writes"]?.objectValue ?? [] {
      writes[member.key] = try Self.cell(member.value, of: member.key, definition)
    }
    warnings = try Self.remarks(row, "warnings", "message", of: definition)
    skipped = try Self.remarks(row, "skipped", "reason", of: definition)
    refused = try Self.remarks(row, "refused", "reason", of: definition)
    lifecycle = row["lifecycle"]?.arrayValue ?? []
    drawing = try Self.drawing(of: row)
  }

  /// Returns a value of a type; nil where the JSON is not one.
  package static func value(_ json: JSON, as type: PropertyType) -> PropertyValue? {
    let bytes = Array(json.text().utf8)
    return bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try? PropertyValue(json: &reader, as: type)
    }
  }

  private static func cell(
    _ json: JSON, of name: String, _ definition: ComponentDefinition
  ) throws(SubjectFailure) -> StoredCell {
    guard let property = definition.property(named: name) else {
      throw SubjectFailure(.malformed, "the answer has a value of '\(name)', which '\(definition.name)' does not have")
    }
    if json == .null {
      if property.isOptional { return .value(nil) }
      throw SubjectFailure(.malformed, "the answer gives '\(name)' no value, but it is not optional")
    }
    guard let value = value(json, as: property.type) else {
      throw SubjectFailure(
        .malformed,
        "the answer has the value \(PluginText.capped(json.text())) of '\(name)', which is not \(property.type.phrase)")
    }
    return .value(value)
  }

  private static func remarks(
    _ row: JSON, _ key: String, _ textKey: String, of definition: ComponentDefinition
  ) throws(SubjectFailure) -> [HookMessage] {
    guard let list = row[key] else { return [] }
    guard let items = list.arrayValue else {
      throw SubjectFailure(.malformed, "the answer's '\(key)' is \(list.text()), not a list")
    }
    var remarks: [HookMessage] = []
    for item in items {
      guard let text = item[textKey]?.stringValue, !text.isEmpty else {
        throw SubjectFailure(.malformed, "the answer has \(item.text()) in '\(key)', without words in '\(textKey)'")
      }
      let property = item["property"]?.stringValue
      if let property, definition.property(named: property) == nil {
        throw SubjectFailure(
          .malformed, "the answer names in '\(key)' the property '\(property)', which '\(definition.name)' lacks")
      }
      remarks.append(HookMessage(property: property, text: text))
    }
    return remarks
  }
}

// The drawing of a component.
extension BuildAnswer {
  /// Reads the drawing of a row, with notes of the parts left out of it; nil where the row has none.
  static func drawing(of row: JSON) throws(SubjectFailure) -> Result<DisplayList, StatedProblem>? {
    guard let json = row["drawing"] else { return nil }
    let left = row["left"] ?? .array([])
    let sentences = left.arrayValue?.compactMap(\.stringValue)
    guard let sentences, sentences.count == left.arrayValue?.count else {
      throw SubjectFailure(
        .malformed, "the answer's 'left' is \(PluginText.capped(left.text())), not a list of sentences")
    }
    do throws(StatedProblem) {
      let list = try DisplayList(json: Array(json.text().utf8))
      return .success(DisplayList(entries: list.entries, notes: PluginText.capped(sentences) + list.notes))
    } catch {
      return .failure(StatedProblem(PluginText.capped(error.description)))
    }
  }

  /// Returns the first value that drawing changed, as JSON; nil where there is none, or the worker reports no steps.
  func drawingWrite(of definition: ComponentDefinition) -> (name: String, text: String)? {
    let steps = lifecycle.filter { $0["step"]?.stringValue == "draw" && $0["set"] == nil }
    for member in steps.flatMap({ $0["writes"]?.objectValue ?? [] }) {
      // A number that is not finite differs from itself; the law `limits` reports it.
      if member.value == .null, definition.property(named: member.key)?.isOptional != true { continue }
      return (member.key, PluginText.capped(member.value.text()))
    }
    return nil
  }
}
