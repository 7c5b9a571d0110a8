/// A named thing that a component can do to its own properties; inspectors show a button for it.
///
/// Actions are made by `@Action` on a method, or by ``PropertyDeclarations/action(_:of:label:help:enabledWhen:refines:run:fileID:line:)``;
/// an action of a plugin that is data lists in ``sets`` what it assigns.
public struct ActionDefinition: Hashable, Sendable {
  /// The name in code, an identifier such as `reset`.
  public var name: String

  /// What people read on the button, such as "Reset".
  public var label: String

  /// A sentence for people, or nil.
  public var help: String?

  /// When the action can be run, as a condition on the object's properties; nil for always.
  public var enabledWhen: String?

  /// The class that declares it.
  public var declaringClass: String

  /// The values that it gives properties, in their order, where it takes no code; empty for one that is code.
  public var sets: [Setting]

  /// One property of ``ActionDefinition/sets``, and the value that it is given.
  public struct Setting: Hashable, Sendable {
    /// The property's name.
    public var property: String

    /// The value as scenes have it, as JSON text.
    public var json: String

    /// A property and its value.
    public init(_ property: String, json: String) {
      self.property = property
      self.json = json
    }
  }

  /// An action as a plugin describes it. Nothing is checked here; registration reports what is wrong.
  public init(
    name: String, label: String, help: String? = nil, enabledWhen: String? = nil, declaringClass: String,
    sets: [Setting] = []
  ) {
    self.name = name
    self.label = label
    self.help = help
    self.enabledWhen = enabledWhen
    self.declaringClass = declaringClass
    self.sets = sets
  }
}

extension ActionDefinition {
  /// What is wrong with the actions of a class, each by itself and together.
  static func problems(
    _ actions: [ActionDefinition], of owner: String, isExtension: Bool
  ) -> [RegistrationProblem] {
    if isExtension { return actions.map { .actionOfExtension($0.name, in: owner) } }
    var problems: [RegistrationProblem] = []
    for action in actions where !PropertyDefinition.isKeyPath(action.name) || action.name.utf8.contains(0x2E) {
      problems.append(.badName(action.name, in: action.declaringClass))
    }
    let groups = Dictionary(grouping: actions, by: \.label)
    for action in actions where groups[action.label]?.first?.name == action.name {
      let names = groups[action.label]?.map(\.name) ?? []
      if Set(names).count > 1 { problems.append(.duplicateLabel(action.label, names: names, in: owner)) }
    }
    return problems
  }
}
