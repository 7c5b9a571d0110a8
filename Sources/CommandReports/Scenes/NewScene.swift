package import CommandLineKit
package import InspectorKit
internal import JSONText
package import SceneDocument
package import SceneSessions
internal import Selectors

private let emptyScene = """
  {
    "format": "inspector-scene/1",
    "objects": []
  }

  """

extension CommandRun {
  /// Writes a scene to a new file, and returns its document. The scene contains an object of the class, or no object if
  /// `className` is nil. Throws if the file exists.
  @discardableResult
  package func writeNewScene(
    _ path: String, _ className: String?, preset: String? = nil
  ) throws(Diagnostic) -> SceneDocument {
    let document = try newScene(path, className, preset: preset).document
    try Diagnostic.ofFile(path) { () throws(SceneError) in try document.saveNew(to: path) }
    return document
  }

  /// Creates a scene in memory. The scene contains an object of the class, or no object if `className` is nil. Throws
  /// if the object is refused.
  package func newScene(
    _ name: String, _ className: String?, preset: String? = nil
  ) throws(Diagnostic) -> SceneSession {
    let session = try newScene(name, Array(emptyScene.utf8))
    guard let className else { return session }
    let object = newObject(
      className,
      try preset.map { name throws(Diagnostic) in
        try definition(ofClassWithPreset: className).preset(orRefusing: name)
      })
    _ = try Diagnostic.naming(name) { () throws(Diagnostic) in
      try session.perform(EditRequest([.insert(objects: [object.text()], at: StepPlace())]))
    }
    return session
  }

  /// Creates a scene in memory from its text.
  ///
  /// - Parameter templates: the documents of the scene's templates.
  package func newScene(
    _ name: String, _ text: [UInt8], of templates: TemplateFiles = .shared
  ) throws(Diagnostic) -> SceneSession {
    try Diagnostic.ofFile(name) { () throws(SceneError) in
      try SceneSession.open(bytes: text, name: name, library: library, of: templates, under: job)
    }
  }

  /// Returns an id for an object of a class, such as `star` for `StarView`. The scene may already contain this id.
  package static func newID(forClass className: String) -> String {
    let word = className.parts(between: ".").last { !$0.isEmpty } ?? className
    let stem = word.hasSuffix("View") && word.count > 4 ? String(word.dropLast(4)) : word
    return stem.prefix(1).lowercased() + stem.dropFirst()
  }

  /// Returns the definition of the class whose preset a user names; throws if no plugin knows the class.
  package func definition(ofClassWithPreset className: String) throws(Diagnostic) -> ComponentDefinition {
    if let definition = definition(of: className) { return definition }
    let near = DidYouMean.suggestion(for: className, among: library.classes.map(\.name))
    throw Diagnostic(ReportUsage.noClassOfPreset(className, suggestion: near))
  }

  /// Returns the definition of a class with its inherited members; nil if no plugin defines the class.
  private func definition(of className: String) -> ComponentDefinition? {
    library.classes.first { $0.name == className }
      ?? className.parts(between: ".").last.flatMap { last in library.classes.first { $0.name == last } }
  }

  private func newObject(_ className: String, _ preset: Preset?) -> JSON {
    let id = Self.newID(forClass: className)
    var members: [JSON.Member] = [.init("id", .string(id)), .init("class", .string(className))]
    var values = requiredValues(className)
    if case .object(let given)? = preset?.values.json {
      values.removeAll { required in given.contains { $0.key == required.key } }
      values += given
    }
    if !values.isEmpty { members.append(.init("attributes", .object(values))) }
    return .object(members)
  }

  /// Returns the default values of the attributes that an object of the class requires; empty if no plugin defines the
  /// class.
  private func requiredValues(_ className: String) -> [JSON.Member] {
    (definition(of: className)?.properties.filter(\.isRequired) ?? []).compactMap { property in
      property.defaultValue.map { JSON.Member(property.name, $0.json) }
    }
  }
}

extension ComponentDefinition {
  /// Returns the preset that a user names; throws if the class has none of that name.
  fileprivate func preset(orRefusing name: String, canBeSkipped: Bool = false) throws(Diagnostic) -> Preset {
    if let preset = preset(typed: name) { return preset }
    throw Diagnostic(ReportUsage.noPreset(name, of: self.name, presets.map(\.name), canBeSkipped: canBeSkipped))
  }

  /// Returns the assignments that store the values of a preset and, in `after`, the other assignments, which follow.
  /// The preset's values that the other assignments replace are left out. If the other assignments do not depend on the
  /// preset, they are merged with its values, and `after` is empty. Throws if the class has no such preset.
  ///
  /// - Parameter canBeSkipped: true if other selected objects have the preset; the message then offers
  ///   `--skip-missing`.
  package func values(
    ofPreset name: String, and others: [Assignment], canBeSkipped: Bool = false
  ) throws(Diagnostic) -> (values: [Assignment], after: [Assignment]) {
    let given = others.map { (assignment: $0, path: PropertyPath($0.name, of: self)) }
    let replaced = Set(given.filter { $0.assignment.isReplacement && $0.path?.component == nil }.map(\.path))
    let values = try preset(orRefusing: name, canBeSkipped: canBeSkipped).values.filter { value in
      PropertyPath(value.property, of: self).map { !replaced.contains($0) } ?? true
    }
    let places = Set(values.compactMap { PropertyPath($0.property, of: self)?.place })
    let depends = given.contains { other in
      guard let path = other.path, places.contains(path.place) else { return false }
      return path.component != nil || !other.assignment.isReplacement
    }
    let first = values.map { Assignment($0.property, .json($0.json)) }
    return depends ? (first, others) : (first + others, [])
  }
}

extension Assignment {
  /// True if the assignment does not depend on the property's previous value.
  fileprivate var isReplacement: Bool {
    switch operation {
    case .set, .json, .exact, .unset, .reset: true
    case .add, .subtract, .multiply, .divide: false
    }
  }
}
