/// A named operation that a component performs on its own properties; inspectors show a button for it.
///
/// Actions are declared by `@Action` on a method, or by
/// ``PropertyDeclarations/action(_:of:label:help:enabledWhen:refines:run:fileID:line:)``. An action of a data-only
/// plugin, which has no code, lists its assignments in ``sets``.
public struct ActionDefinition: Hashable, Sendable {
  /// The name in code, an identifier such as `reset`.
  public var name: String

  /// The title of the button, such as "Reset".
  public var label: String

  /// A one-sentence explanation for the user; nil for none.
  public var help: String?

  /// The condition on the object's properties under which the action can run; nil for always.
  public var enabledWhen: String?

  /// The name of the class that declares the action.
  public var declaringClass: String

  /// The assignments of a data-only action, in the order in which they are made; empty for an action with code.
  public var sets: [Setting]

  /// A property and the value that a data-only action assigns to it.
  public struct Setting: Hashable, Sendable {
    /// The name of the assigned property.
    public var property: String

    /// The value as JSON text, in the form in which a scene stores it.
    public var json: String

    /// Makes an assignment from a property and its value.
    public init(_ property: String, json: String) {
      self.property = property
      self.json = json
    }
  }

  /// Makes the definition of an action. Nothing is checked here; registration reports the problems.
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
  /// Returns the mistakes in a class's actions: a name that is not an identifier, a label that is used twice, and any
  /// action of an extension, which must not declare actions.
  static func problems(
    _ actions: [ActionDefinition], of owner: String, isExtension: Bool
  ) -> [RegistrationProblem] {
    if isExtension { return actions.map { .actionOfExtension($0.name, in: owner) } }
    let misnamed = actions.filter { !PropertyDefinition.isKeyPath($0.name) || $0.name.utf8.contains(0x2E) }
    return misnamed.map { .badName($0.name, in: $0.declaringClass) }
      + RegistrationProblem.duplicateLabels(actions.map { ($0.name, $0.label) }, in: owner)
  }
}
