internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Settings
internal import Workbench

struct BindCommand: InspectorCommand {
  static let row = CommandRow(
    name: "bind",
    arguments: "<scene> ... <id>.<property> <key> | <scene> ... <selector> <property> <key>",
    summary: "Binds a property of objects to a setting.",
    discussion: """
      The property then has the value of the setting wherever the object stores none, and follows it. The scene stores \
      the key of the setting, not its value. A stored value wins over a binding: 'reset' removes it. 'unbind' removes the \
      binding. The key is one of your own, such as 'user.size', or one that 'settings list' shows. '--through' names a \
      transformer of a plugin, which makes the property's value of the setting's.

      Objects that a template supplies are bound in the template's document. In the shell, if no object is named, the \
      property is that of the current object, or of the selected objects.
      """,
    examples: [
      .init("bind card.json badge.pointCount user.points", "one property of one object"),
      .init("bind -n card.json StarView starColor user.accent", "all stars; prints the difference, writes nothing"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(
    help: ArgumentHelp("Scenes, then a selector and a property, then a key.", valueName: "argument"),
    completion: .file())
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp(
      "Make the property's value with this transformer of the class's plugin, or of another one: 'Plugin.name'.",
      valueName: "transformer"))
  var through: String?

  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<BindCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let target = try BindingTarget(arguments.dropLast(), edit, run, verb: "bind")
    let key = try ArgumentReading.value(arguments.last ?? "")
    _ = SettingReport.settings(for: key, run)
    try run.context.suite.definition(of: key)
    return try target.perform(options, edit, run) { [through] in .bind($0, $1, to: key, through: through) }
  }
}

struct UnbindCommand: InspectorCommand {
  static let row = CommandRow(
    name: "unbind",
    arguments: "<scene> ... <id>.<property> | <scene> ... <selector> <property>",
    summary: "Removes the binding of a property to a setting.",
    discussion: """
      The property then has the value that the object or its template stores, or else its default. Objects that do not \
      bind the property stay as they are; if none does, that is an error.
      """,
    examples: [
      .init("unbind card.json badge.pointCount --allow-empty", "one property of one object"),
      .init("unbind -n card.json '*' starColor --allow-empty", "all objects; prints the difference, writes nothing"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(
    help: ArgumentHelp("Scenes, then a selector and a property.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<UnbindCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try BindingTarget(arguments[...], edit, run, verb: "unbind").perform(options, edit, run) { .unbind($0, $1) }
  }
}

/// The scenes, objects and property that a command binds or unbinds.
private struct BindingTarget {
  private let words: SceneArguments
  private let property: String

  /// Sorts the words: scenes, then `ID.PROPERTY` or a selector and a property.
  init(_ arguments: ArraySlice<String>, _ edit: EditOptions, _ run: CommandRun, verb: String) throws(Diagnostic) {
    let isTargetNamed = run.workspace.defaultTarget == nil ? arguments.contains { !SceneArguments.isScene($0) } : true
    guard isTargetNamed, !arguments.isEmpty else { throw Diagnostic(SceneUsage.nothingToBind(verb: verb)) }
    words = try SceneArguments(
      naming: Array(arguments), hasOtherScenes: run.mayNameNoScene(edit.scenes),
      defaultSelector: run.workspace.defaultTarget)
    let isTypeName = words.mayNameObjects && words.names.count == 2
    guard let property = words.names.last, words.names.count == 1 || isTypeName else {
      throw Diagnostic(SceneUsage.severalToBind(words.names))
    }
    self.property = property
  }

  /// Performs the edit in each scene.
  ///
  /// - Parameter step: returns the step for objects and a property.
  func perform(
    _ options: StructureOptions, _ edit: EditOptions, _ run: CommandRun,
    step: @escaping @Sendable (Selector, String) -> EditStep
  ) throws(Diagnostic) -> ExitStatus {
    let property = property
    guard words.mayNameObjects, words.names.count == 1 else {
      // Of `Module.Class layer.cornerRadius`, the first word names a class.
      let selector = try run.selector(words.mayNameObjects ? words.names[0] : words.selector)
      return try edit.perform(words.scenes, run, stat: options.stat, allowsEmpty: options.allowEmpty) { _ in
        [step(selector, property)]
      }
    }
    let target = run.workspace.targetIDs.isEmpty ? nil : try run.selector(words.selector)
    return try edit.perform(words.scenes, run, stat: options.stat, allowsEmpty: options.allowEmpty) {
      session throws(Diagnostic) in
      try session.targets(of: [Assignment(property, .reset)], target).map { found in
        step(found.selector, found.changes.first?.name ?? property)
      }
    }
  }
}
