import JSONText
public import SceneDocument

/// An edit script in the format `inspector-edit/1`. In each scene, either all of its steps take effect or none.
///
/// ```json
/// { "format": "inspector-edit/1",
///   "steps": [
///     { "expect": { "select": "#badge", "values": { "pointCount": 5 } } },
///     { "select": "StarView", "set": { "pointCount": { "add": 2 }, "starColor": "gold" }, "reset": ["alpha"] },
///     { "move": "#badge", "into": "#card", "at": "first" } ] }
/// ```
///
/// ```swift
/// let script = try EditScript(Array(text.utf8), name: "fix.json")
/// let result = try session.perform(EditRequest(script.steps))
/// ```
///
/// The schema, `Schemas/edit-script.schema.json`, lists all steps.
public struct EditScript: Sendable {
  /// The value of the `format` key in scripts that are read and written.
  public static let format = "inspector-edit/1"

  /// The name of the file, as the caller gave it.
  public let name: String

  /// The steps, in the order of execution.
  public let steps: [EditStep]

  /// True if the steps change the documents of templates instead of the scenes: the script contains `"in": "template"`.
  public let isForTemplates: Bool

  private let text: [UInt8]
  private let places: [ScriptStep]

  /// Parses a script. A thrown error has the problem and its source location.
  ///
  /// - Parameter name: the name of the file, for error messages.
  public init(_ text: [UInt8], name: String) throws(SceneError) {
    if let error = SceneError.syntaxError(in: text, file: name) { throw error }
    self.text = text
    self.name = name
    do {
      let script = try PlacedJSON(text)
      (places, isForTemplates) = try ScriptReader.steps(of: script)
    } catch let problem as ScriptProblem {
      throw SceneError.about(text, at: problem.offset, file: name, problem.reason)
    } catch {
      throw SceneError.about(text, at: 0, file: name, StatedRefusal(.jsonSyntax, "\(error)"))
    }
    steps = places.map(\.step)
  }

  /// The location in a script of the step, or the part of a step, that a scene refused.
  public struct Place: Hashable, Sendable {
    /// The step's number, from 1.
    public var step: Int

    /// The JSON pointer to the location, such as `/steps/0/set/pointCount`.
    public var path: String

    /// The line, counted from 1.
    public var line: Int

    /// The column, counted from 1, in Unicode scalars.
    public var column: Int

    /// The script's line, with a caret below it.
    public var excerpt: String

  }

  /// Returns the location of an error from an ``EditRequest`` of these steps; nil if the error concerns no step.
  public func place(of error: Diagnostic) -> Place? {
    guard let number = error.step, places.indices.contains(number) else { return nil }
    let step = places[number]
    var (path, offset) = error.part.flatMap { step.parts[$0] } ?? ("", step.offset)
    if case .object(let object, let shift)? = error.part, let place = step.parts[.object(object, offset: 0)] {
      (path, offset) = (place.path, place.offset + shift)
    }
    let located = SceneError.about(text, at: offset, file: name, error)
    return Place(
      step: number + 1, path: "/steps/\(number)\(path)", line: located.line ?? 1, column: located.column ?? 1,
      excerpt: located.excerpt.map { "\($0.line)\n\($0.caretLine)" } ?? "")
  }
}

/// A step of a script, with its byte offset in the script's text.
struct ScriptStep: Sendable {
  var step: EditStep
  var offset: Int

  /// The location of each part that an error may concern: a JSON pointer that starts at the step, and a byte offset.
  var parts: [Diagnostic.Part: (path: String, offset: Int)]
}

/// A problem in a script, with the byte offset of the wrong value or key.
struct ScriptProblem: Error {
  let offset: Int
  let reason: ScriptRefusal

  init(at offset: Int, _ reason: ScriptRefusal) { (self.offset, self.reason) = (offset, reason) }
}

extension EditScript {
  /// Returns the text of a script with these steps, one step per line. Steps that no script can contain are left out.
  ///
  /// Parsing the text returns the same steps, with one exception. A script's step has one key for each operation, so a
  /// step that alternates between operations becomes several steps.
  public static func text(of steps: [EditStep]) -> String {
    let scripted = steps.flatMap { ($0.kind as? any ScriptedStep)?.writable ?? [] }
    let lines = scripted.map { step in
      var object = JSONLine.script
      (step.kind as? any ScriptedStep)?.write(to: &object)
      return "    \(object.text)"
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    return "{\n  \"format\": \"\(format)\",\n  \"steps\": \(list)\n}\n"
  }
}

extension Array {
  /// Splits the elements into runs that are as long as possible.
  ///
  /// - Parameter isNew: returns true if an element does not continue the given run.
  package func runs(isNew: ([Element], Element) -> Bool) -> [[Element]] {
    var runs: [[Element]] = []
    for element in self {
      if let last = runs.indices.last, !isNew(runs[last], element) {
        runs[last].append(element)
      } else {
        runs.append([element])
      }
    }
    return runs
  }
}

// The text of a JSON object in a script, with values as JSON text.
extension JSONLine {
  static var script: JSONLine { JSONLine(isSpaced: true) }

  /// Returns the text of an object with one member.
  static func script(_ key: String, raw: String) -> String {
    var object = script
    object.add(key, raw: raw)
    return object.text
  }

  mutating func add(_ key: String, _ text: String) { add(key, raw: Self.quoted(text)) }
  mutating func add(_ key: String, _ selector: Selector) { add(key, selector.text) }
  mutating func add(_ key: String, _ object: JSONLine) { add(key, raw: object.text) }
  mutating func add(_ key: String, _ texts: [String]) { add(key, list: texts.map(Self.quoted)) }

  mutating func add(_ place: StepPlace) {
    switch place.position {
    case .before(let sibling): add("at", raw: Self.script("before", raw: Self.quoted(sibling.text)))
    case .after(let sibling): add("at", raw: Self.script("after", raw: Self.quoted(sibling.text)))
    case .first, .last, .index:
      add("into", raw: place.parent.map { Self.quoted($0.text) } ?? "null")
      if case .first = place.position { add("at", "first") }
      if case .index(let index) = place.position { add("at", raw: "\(index)") }
    }
  }

  static func quoted(_ text: String) -> String { JSON.string(text).text() }
}
