internal import InspectorKit
internal import JSONText

/// A check of a plugin's transformers: each restores the defaults of the properties that it stores, returns values of
/// the declared types, and returns the same results each time.
struct TransformerCheck {
  let subject: any ConformanceSubject
  let description: PluginDescription
  private(set) var findings: [ConformanceFinding] = []
  private var lastID = 0

  init(subject: any ConformanceSubject, description: PluginDescription) {
    (self.subject, self.description) = (subject, description)
  }

  /// A property that a transformer stores, with the values to try: the default first, if there is one.
  private typealias Use = (className: String, property: PropertyDefinition, values: [PropertyValue])

  /// Tests all transformers, and adds a finding for each broken law.
  mutating func run() throws(SubjectFailure) {
    for transformer in description.transformers {
      for use in uses(of: transformer) { try check(transformer, use) }
    }
  }

  private func uses(of transformer: TransformerDeclaration) -> [Use] {
    let names = [transformer.name, "\(description.name).\(transformer.name)"]
    return (description.components + description.extensions).flatMap { definition -> [Use] in
      definition.properties.filter { property in
        property.declaringClass == definition.name && property.transformers.contains(where: names.contains)
      }.map { property in
        let cells = BoundaryValues.cells(of: property)
        let others = cells.compactMap { if case .value(let value?) = $0 { value } else { nil } }
        var seen: Set<PropertyValue> = []
        let values = ([property.defaultValue].compactMap(\.self) + others).filter { seen.insert($0).inserted }
        return (definition.name, property, Array(values.prefix(40)))
      }
    }
  }

  private mutating func check(_ transformer: TransformerDeclaration, _ use: Use) throws(SubjectFailure) {
    guard let stored = try ask(transformer, use, "encode", use.values.map(\.json)) else { return }
    var known: [(value: PropertyValue, stored: JSON)] = []
    for (value, text) in zip(use.values, stored) where text != .null {
      if Self.value(text, as: transformer.stored) == nil {
        add(use, value, "'\(transformer.name)' stores it as \(text.text()), which is not \(transformer.stored.phrase)")
      } else {
        known.append((value, text))
      }
    }
    if let value = use.property.defaultValue, stored.first == .null {
      add(use, value, "'\(transformer.name)' has no stored form for the default")
    }
    guard let read = try ask(transformer, use, "decode", known.map(\.stored)) else { return }
    // The host refuses other values that do not come back, such as those beyond the precision of the stored form.
    for ((value, text), back) in zip(known, read) {
      if back != .null, Self.value(back, as: transformer.type) == nil {
        add(
          use, value,
          "'\(transformer.name)' reads \(text.text()) as \(back.text()), which is not \(transformer.type.phrase)")
      } else if value == use.property.defaultValue, Self.value(back, as: transformer.type) != value {
        add(use, value, "'\(transformer.name)' stores the default as \(text.text()), which it reads as \(back.text())")
      }
    }
    try subject.restart()
    guard let again = try ask(transformer, use, "encode", use.values.map(\.json)) else { return }
    for (value, (old, new)) in zip(use.values, zip(stored, again)) where old != new {
      add(use, value, "'\(transformer.name)' stores it as \(old.text()), and in another worker as \(new.text())")
    }
  }

  private static func value(_ json: JSON, as type: PropertyType) -> PropertyValue? {
    let bytes = Array(json.text().utf8)
    return bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try? PropertyValue(json: &reader, as: type)
    }
  }

  private mutating func add(_ use: Use, _ value: PropertyValue?, _ message: String) {
    findings.append(
      ConformanceFinding(
        .values, class: use.className, property: use.property.name,
        value: value.map { PluginText.capped($0.json.text()) },
        message: message))
  }

  /// Returns the results for the values; nil if the reply is missing or invalid, which is a finding. Restarts a worker
  /// that failed to reply.
  private mutating func ask(
    _ transformer: TransformerDeclaration, _ use: Use, _ direction: String, _ values: [JSON]
  ) throws(SubjectFailure) -> [JSON]? {
    guard !values.isEmpty else { return [] }
    lastID += 1
    let name = JSON.string(transformer.name).text()
    let message =
      #"{"id":\#(lastID),"transform":{"name":\#(name),"direction":"\#(direction)","values":\#(JSON.array(values).text())}}"#
    let problem: String
    do throws(SubjectFailure) {
      let reply = try subject.ask(Array(message.utf8))
      let json = try? JSON.parse(reply)
      if json?["id"]?.intValue == lastID, let results = json?["values"]?.arrayValue, results.count == values.count {
        return results
      }
      problem = "the answer is not \(values.count) \(values.count == 1 ? "result" : "results")"
    } catch {
      if error.kind == .cancelled { throw error }
      problem = error.words
      try subject.restart()
    }
    add(use, nil, "asked '\(transformer.name)' to \(direction) \(values.count == 1 ? "a value" : "values"): \(problem)")
    return nil
  }
}
