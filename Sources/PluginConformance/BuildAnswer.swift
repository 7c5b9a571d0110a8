package import InspectorKit
package import JSONText

/// A worker's reply about one component.
package struct BuildAnswer: Equatable {
  /// The values that differ from the stored ones or, without a stored value, from the defaults.
  package private(set) var effective: [String: StoredCell] = [:]

  /// The effective values that differed from the stored values before the edit. Instead of a rejected stored value, the
  /// entry contains the value in use.
  package private(set) var before: [String: StoredCell] = [:]
  package private(set) var warnings: [HookMessage] = []
  package private(set) var skipped: [HookMessage] = []
  package private(set) var refused: [HookMessage] = []

  /// The values that an action writes to properties.
  package private(set) var writes: [String: StoredCell] = [:]

  /// The component's drawing, or the problem of an invalid one; nil if the reply has no drawing.
  package private(set) var drawing: Result<DisplayList, StatedProblem>?

  /// The component's messages about a touch that it passes on; nil if it accepts the touch, or was not touched.
  package private(set) var passes: [String]?

  /// The reported steps of the component's lifecycle; empty if the worker reports none.
  package private(set) var lifecycle: [JSON] = []

  /// The properties that `awake` and `prepareForInspector` changed; nil if the worker reports no steps.
  var lifecycleWrites: Set<String>? {
    guard !lifecycle.isEmpty else { return nil }
    let last = lifecycle.filter { ["awake", "prepareForInspector"].contains($0["step"]?.stringValue) }
    return Set(last.flatMap { $0["writes"]?.objectValue ?? [] }.map(\.key))
  }

  /// Returns the component's values: those in the reply, otherwise the stored values that were not rejected, otherwise
  /// the defaults.
  package func state(of definition: ComponentDefinition, stored: [String: StoredCell]) -> [String: StoredCell] {
    definition.properties.reduce(into: [:]) { state, property in
      let isSkipped = skipped.contains { $0.property == property.name }
      state[property.name] =
        effective[property.name] ?? (isSkipped ? nil : stored[property.name]) ?? StoredCell.value(property.defaultValue)
    }
  }

  /// Returns the component's values before an edit: those in the reply, otherwise the stored values, otherwise the
  /// defaults.
  func stateBefore(of definition: ComponentDefinition, stored: [String: StoredCell]) -> [String: StoredCell] {
    definition.properties.reduce(into: [:]) { state, property in
      state[property.name] = before[property.name] ?? stored[property.name] ?? StoredCell.value(property.defaultValue)
    }
  }

  /// Returns true if both replies have the same values and messages. The comparison ignores the drawing, the steps and
  /// `before`.
  package static func == (first: BuildAnswer, second: BuildAnswer) -> Bool {
    first.effective == second.effective && first.warnings == second.warnings && first.skipped == second.skipped
      && first.refused == second.refused && first.writes == second.writes
  }
}

extension BuildAnswer {
  /// Parses a reply; throws if the reply is an error, or does not have the expected id and number of rows.
  ///
  /// - Parameters:
  ///   - id: the id of the request.
  ///   - count: the number of requested components.
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
    return try rows.map { row throws(SubjectFailure) in try BuildAnswer(row, of: definition) }
  }

  private init(_ row: JSON, of definition: ComponentDefinition) throws(SubjectFailure) {
    guard row.objectValue != nil else {
      throw SubjectFailure(.malformed, "a row of the answer is \(row.text()), not an object")
    }
    effective = try Self.cells(row, "effective", of: definition)
    before = try Self.cells(row, "before", of: definition)
    writes = try Self.cells(row, "writes", of: definition)
    warnings = try Self.remarks(row, "warnings", "message", of: definition)
    skipped = try Self.remarks(row, "skipped", "reason", of: definition)
    refused = try Self.remarks(row, "refused", "reason", of: definition)
    passes = try Self.passes(row)
    lifecycle = row["lifecycle"]?.arrayValue ?? []
    drawing = try Self.drawing(of: row)
  }

  /// Returns the value of the given type that the JSON represents; nil if the JSON represents no value of this type.
  package static func value(_ json: JSON, as type: PropertyType) -> PropertyValue? {
    let bytes = Array(json.text().utf8)
    return bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try? PropertyValue(json: &reader, as: type)
    }
  }

  /// Returns the values in a member of a row, by property name; empty if there is no such member. Throws if a property
  /// is unknown or a value does not have the property's type.
  private static func cells(
    _ row: JSON, _ key: String, of definition: ComponentDefinition
  ) throws(SubjectFailure) -> [String: StoredCell] {
    var cells: [String: StoredCell] = [:]
    for member in row[key]?.objectValue ?? [] {
      let (name, json) = (member.key, member.value)
      guard let property = definition.property(named: name) else {
        throw SubjectFailure(
          .malformed, "the answer has a value of '\(name)', which '\(definition.name)' does not have")
      }
      if json == .null, !property.isOptional {
        throw SubjectFailure(.malformed, "the answer gives '\(name)' no value, but it is not optional")
      }
      let value = value(json, as: property.type)
      guard json == .null || value != nil else {
        throw SubjectFailure(
          .malformed,
          "the answer has the value \(PluginText.capped(json.text())) of '\(name)', which is not \(property.type.phrase)"
        )
      }
      cells[name] = .value(value)
    }
    return cells
  }

  /// Returns the messages in a list of a row; empty if there is no list. Throws if a message has no text or names an
  /// unknown property.
  ///
  /// - Parameter textKey: the key of each message's text.
  private static func remarks(
    _ row: JSON, _ key: String, _ textKey: String, of definition: ComponentDefinition
  ) throws(SubjectFailure) -> [HookMessage] {
    guard let list = row[key] else { return [] }
    guard let items = list.arrayValue else {
      throw SubjectFailure(.malformed, "the answer's '\(key)' is \(list.text()), not a list")
    }
    return try items.map { item throws(SubjectFailure) in
      guard let text = item[textKey]?.stringValue, !text.isEmpty else {
        throw SubjectFailure(.malformed, "the answer has \(item.text()) in '\(key)', without words in '\(textKey)'")
      }
      let property = item["property"]?.stringValue
      if let property, definition.property(named: property) == nil {
        throw SubjectFailure(
          .malformed, "the answer names in '\(key)' the property '\(property)', which '\(definition.name)' lacks")
      }
      return HookMessage(property: property, text: text)
    }
  }

  /// Returns the messages in the member `passes` of a row; nil if there is no such member. Throws if it is not a list of
  /// texts.
  private static func passes(_ row: JSON) throws(SubjectFailure) -> [String]? {
    guard let list = row["passes"] else { return nil }
    let messages = list.arrayValue?.compactMap(\.stringValue)
    guard let messages, messages.count == list.arrayValue?.count else {
      throw SubjectFailure(
        .malformed, "the answer's 'passes' is \(PluginText.capped(list.text())), not a list of sentences")
    }
    return messages
  }

  // MARK: the drawing

  /// Parses the drawing of a row, with notes about the parts that were left out of it; nil if the row has no drawing.
  /// The result is a failure if the drawing is invalid.
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

  /// Returns the first property that drawing changed, with its new value as JSON; nil if drawing changed none, or if
  /// the worker reports no steps.
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
