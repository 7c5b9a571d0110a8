import SwiftSyntax

/// The messages of all errors that this module reports. Each names the declaration in quotes, the mistake, and then the
/// remedy.
extension Problem.Words {
  // MARK: Classes

  static func notAClass(_ declaration: some DeclGroupSyntax) -> Self {
    let found = declaration.introducer.text
    let name = declaration.nameOfGroup.map { " '\($0)'" } ?? ""
    let remedy = found == "extension" ? "mark the class itself" : "write 'class' and inherit from a component"
    return Self("not-a-class", "'@Component' needs a class, not the \(found)\(name); \(remedy)")
  }

  static func noSuperclass(_ name: String) -> Self {
    Self("no-superclass", "'\(name)' inherits from no component; write 'class \(name): Component' or another component")
  }

  static func generic(_ name: String) -> Self {
    Self(
      "generic",
      """
      '\(name)' is generic, and a scene cannot name its arguments; \
      move '@Component' and the inspectable properties to a class that is not generic
      """)
  }

  static let ownDeclare = Self(
    "own-declare",
    "'@Component' writes 'declare(in:)' itself; remove this one, or remove '@Component' and register here")

  static func duplicateLabel(_ label: String, _ first: String) -> Self {
    Self("duplicate-label", "the label '\(label)' is already that of '\(first)'; give each property its own")
  }

  // MARK: Location of a property

  static func notAProperty(_ attribute: AttributeSyntax) -> Self {
    Self("not-a-property", "'@\(attribute.baseName)' belongs on a property, a 'var' of a class marked '@Component'")
  }

  static func notAMethod(_ attribute: AttributeSyntax) -> Self {
    Self("not-a-method", "'@\(attribute.baseName)' belongs on a method, a 'func' of a class marked '@Component'")
  }

  static func outsideClass(_ attribute: AttributeSyntax) -> Self {
    Self("outside-class", "'@\(attribute.baseName)' belongs on a \(attribute.member) of a class marked '@Component'")
  }

  static func inExtension(_ attribute: AttributeSyntax) -> Self {
    Self(
      "in-extension",
      """
      '@\(attribute.baseName)' registers nothing in an extension; \
      move the \(attribute.member) into the body of the class marked '@Component'
      """)
  }

  static func inType(_ attribute: AttributeSyntax, _ kind: String, _ name: String) -> Self {
    Self("in-type", "'@\(attribute.baseName)' needs a class marked '@Component'; '\(name)' is of the kind '\(kind)'")
  }

  static func unmarkedClass(_ attribute: AttributeSyntax, _ name: String) -> Self {
    Self(
      "unmarked-class",
      "'@\(attribute.baseName)' registers nothing until its class is marked; write '@Component class \(name)'")
  }

  // MARK: Kinds of property

  static func severalVariables(_ attribute: AttributeSyntax) -> Self {
    Self("several-variables", "'@\(attribute.baseName)' needs a declaration of one name; write each in its own")
  }

  static func conditional(_ macro: String) -> Self {
    Self("conditional", "'@\(macro)' under '#if' is not seen by '@Component'; put the whole property under '#if'")
  }

  static func twice(_ macro: String) -> Self { Self("twice", "'@\(macro)' is written twice; remove one") }

  static func constant(_ name: String) -> Self {
    Self(
      "constant",
      "'\(name)' is a 'let', which an inspector cannot set; make it a 'var'; \(InspectableTypes.sentence)")
  }

  static func notOfAnInstance(_ name: String, _ modifier: String) -> Self {
    Self(
      "not-of-an-instance",
      """
      '\(name)' is '\(modifier)', so no component has its own; \
      make it a 'var' of the instance; \(InspectableTypes.sentence)
      """)
  }

  static func readOnly(_ name: String) -> Self {
    Self("read-only", "'\(name)' cannot be set; add a setter, or write '@Inspectable(readOnly: true)'")
  }

  static func effect(_ name: String, _ effect: String) -> Self {
    Self(
      "effect",
      "the getter of '\(name)' is '\(effect)', but an inspector reads values synchronously; remove '\(effect)'")
  }

  static func reference(_ name: String, _ modifier: String) -> Self {
    Self(
      "reference",
      "'\(name)' is '\(modifier)', a reference, and an inspector edits values; \(InspectableTypes.sentence)")
  }

  static func isolated(_ what: String) -> Self {
    Self(
      "isolated",
      "\(what) is bound to an actor, and a worker makes components on its own thread; remove '@MainActor'")
  }

  static func rawName(_ name: String) -> Self {
    Self(
      "raw-name",
      "'\(name)' cannot be written in a command; use letters, digits and '_', and say the rest in 'label'")
  }

  // MARK: Actions

  static let conditionalAction = Self(
    "conditional-action", "'@Action' under '#if' is not seen by '@Component'; put the whole method under '#if'")

  static func actionOfType(_ name: String, _ modifier: String) -> Self {
    Self(
      "action-of-type",
      "'\(name)' is '\(modifier)', and an action changes one component; make it a method of the instance")
  }

  static func genericAction(_ name: String) -> Self {
    Self("generic-action", "'\(name)' is generic, and a caller of an action names no types; write them out")
  }

  static func actionTakes(_ name: String) -> Self {
    Self(
      "action-takes",
      "'\(name)' takes parameters, and a button gives none; make what it needs a property, and write '()'")
  }

  static func actionReturns(_ name: String, _ type: String) -> Self {
    Self("action-returns", "'\(name)' returns \(type), which nobody uses; remove the result")
  }

  static func actionEffect(_ name: String, _ effect: String) -> Self {
    Self("action-effect", "'\(name)' is '\(effect)', but an action runs synchronously; remove '\(effect)'")
  }

  // MARK: Types

  /// Returns the error for a type that is not inspectable. `what` is the type as source text in quotes, or a
  /// description of the type.
  static func unsupportedType(_ what: String, _ advice: String?) -> Self {
    let instead = advice.map { "use \($0); " } ?? ""
    return Self("unsupported-type", "\(what) cannot be inspected; \(instead)\(InspectableTypes.sentence)")
  }

  /// Returns the error for a type that is not inspectable, which only the type checker can find.
  ///
  /// - Parameters:
  ///   - what: the type in quotes, or a description of it.
  ///   - ofType: the type's name, if it is known.
  ///   - like: the name of the type whose member is the initial value, such as `CGFloat` in `CGFloat.pi`; nil if the
  ///     value is not a member.
  static func uninspectable(_ what: String, ofType name: String? = nil, like owner: String? = nil) -> Self {
    if let type = (name ?? owner).flatMap({ InspectableTypes.ported[$0] }) { return unsupportedType(what, type) }
    let ofEnum =
      name.map { "write 'enum \($0): String, InspectableOptions' (or Int)" }
      ?? "conform it to 'InspectableOptions' (with raw values of String or Int)"
    return Self(
      "uninspectable",
      """
      \(what) cannot be inspected; if an enum, \(ofEnum); if a struct, use a property for each member; \
      \(InspectableTypes.sentence)
      """)
  }

  static func valueAndPart(_ name: String) -> Self {
    Self("value-and-part", "'\(name)' is both '@Inspectable', for a value, and '@Part', for a component; remove one")
  }

  static func optionalPart(_ name: String) -> Self {
    Self(
      "optional-part", "the part '\(name)' is optional, and its properties must always be there; make it non-optional")
  }

  static func valueAsPart(_ name: String, _ type: String) -> Self {
    Self("value-as-part", "'\(name)' is of type \(type), and a part is a component; mark it '@Inspectable'")
  }

  // MARK: Settings

  static func settingAndValue(_ name: String, _ other: String) -> Self {
    Self("setting-and-value", "'\(name)' is both '@Setting', which scenes do not store, and '@\(other)'; remove one")
  }

  static func constantSetting(_ name: String) -> Self {
    Self("constant-setting", "'\(name)' is a 'let', and a user can change a setting; make it a 'var'")
  }

  static func overriddenSetting(_ name: String) -> Self {
    Self("overridden-setting", "'\(name)' overrides a setting, and a plugin has one setting of that name; rename it")
  }

  static func settingWithAccessors(_ name: String) -> Self {
    Self(
      "setting-with-accessors",
      "'\(name)' has accessors, and '@Setting' writes its getter; remove them, and read '\(name)' in another property")
  }

  static func settingWithoutDefault(_ name: String) -> Self {
    Self("setting-without-default", "the setting '\(name)' has no default; give it a value, or make its type optional")
  }

  // MARK: Arguments

  static let emptyLabel = Self("empty-label", "the label is empty; leave out 'label' to have it made from the name")

  static func backwardRange(_ range: String, _ remedy: String) -> Self {
    Self("backward-range", "the range \(range) runs backwards; write \(remedy)")
  }

  /// Returns the error for a range on a property that is not a number; `argument` is `range` or `softRange`.
  static func rangeOfNoNumber(_ name: String, _ type: String, _ argument: String) -> Self {
    Self("range-of-no-number", "'\(name)' is of type \(type), and a range limits numbers; remove '\(argument)'")
  }

  static func stepOfNoNumber(_ name: String, _ type: String) -> Self {
    Self("step-of-no-number", "'\(name)' is of type \(type), and only numbers have a step; remove 'step'")
  }

  static func badStep(_ step: String) -> Self {
    Self("bad-step", "the step \(step) changes nothing; write a step above 0")
  }

  static func unitOfNoMeasure(_ name: String, _ type: String) -> Self {
    Self(
      "unit-of-no-measure",
      "'\(name)' is of type \(type), and only numbers, points, sizes and rects have a unit; remove 'unit'")
  }

  static func roleOfNoText(_ name: String, _ type: String, _ label: String, _ role: String) -> Self {
    Self("\(label)-of-no-text", "'\(name)' is of type \(type), but only a String can \(role); remove '\(label)'")
  }

  static func aliasOfItself(_ name: String) -> Self {
    Self("alias-of-itself", "'\(name)' is the property's own name; an alias is a former name")
  }

  static func aliasIsName(_ alias: String) -> Self {
    Self("alias-is-name", "'\(alias)' is the name of another property; an alias is a former name")
  }

  static func dependsOnItself(_ name: String) -> Self {
    Self("depends-on-itself", "'\(name)' cannot depend on itself; remove it from 'dependsOn'")
  }

  static let groupElsewhere = Self(
    "group-elsewhere", "'#group' belongs between the properties of a class marked '@Component'")

  // MARK: Colours

  static let colorIsNoLiteral = Self(
    "color-is-no-literal", "'#color' needs the colour's text in quotes, such as '#color(\"#FF8800\")'")

  static func badColor(_ text: String) -> Self {
    Self(
      "bad-color",
      "'\(text)' is not a colour in hex digits; write '#' and 3, 4, 6 or 8 of them: red, green, blue, and opacity if there are 4 or 8"
    )
  }
}

extension AttributeSyntax {
  /// The kind of declaration that the macro must be attached to: `method` or `property`.
  fileprivate var member: String { baseName == "Action" ? "method" : "property" }
}

extension DeclGroupSyntax {
  /// The name of the declared or extended type: `Star` in `struct Star` and in `extension Star`; nil if it has none.
  var nameOfGroup: String? {
    asProtocol((any NamedDeclSyntax).self)?.name.plainName
      ?? self.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
  }
}
