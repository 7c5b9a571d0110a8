internal import JSONText
public import SceneDocument

/// An edit of scenes written down, `inspector-edit/1`: steps that are made in each scene as a whole or not at all.
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
  /// The format that is read and written.
  public static let format = "inspector-edit/1"

  /// The file as it was named.
  public let name: String

  /// The steps, in the order in which they are made.
  public let steps: [EditStep]

  private let text: [UInt8]
  private let places: [ScriptStep]

  /// Reads a script; the error says what is wrong with it, and where.
  public init(_ text: [UInt8], name: String) throws(SceneError) {
    if let error = SceneError.syntaxError(in: text, file: name) { throw error }
    self.text = text
    self.name = name
    do {
      let script = try PlacedJSON(text)
      places = try ScriptReader.steps(of: script)
    } catch let problem as ScriptProblem {
      throw SceneError.about(text, at: problem.offset, file: name, problem.reason)
    } catch {
      throw SceneError.about(text, at: 0, file: name, StatedRefusal(.jsonSyntax, "\(error)"))
    }
    steps = places.map(\.step)
  }

  /// The place in a script of a step that a scene has refused.
  public struct Place: Hashable, Sendable {
    /// The step's number, from 1.
    public var step: Int

    /// A JSON pointer, such as `/steps/0/set/pointCount`.
    public var path: String

    /// The line, counted from 1.
    public var line: Int

    /// The column, counted from 1, in Unicode scalars.
    public var column: Int

    /// The script's line, with a caret below it.
    public var excerpt: String

    package init(step: Int, path: String, line: Int, column: Int, excerpt: String) {
      self.step = step
      self.path = path
      self.line = line
      self.column = column
      self.excerpt = excerpt
    }
  }

  /// The place that an error of an ``EditRequest`` of these steps is about; nil where it is about none.
  public func place(of error: EditError) -> Place? {
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

/// A step with the places of its parts.
struct ScriptStep: Sendable {
  var step: EditStep
  var offset: Int
  /// By what an error may be about: a JSON pointer from the step, and an offset in the script.
  var parts: [EditError.Part: (path: String, offset: Int)]
}

/// What is wrong with a script, and where.
struct ScriptProblem: Error {
  let offset: Int
  let reason: ScriptRefusal

  init(at offset: Int, _ reason: ScriptRefusal) { (self.offset, self.reason) = (offset, reason) }
}
