/// Makes a class a component that scenes can use: writes its `declare(in:)`.
///
/// The class inherits, directly or not, from ``Component-swift.class``, and marks its properties `@Inspectable` or
/// ``Part()``:
///
/// ```swift
/// /// A star, as large as its frame.
/// @Component(readsParent: ["backgroundColor"])
/// public final class StarView: View {
///   @Inspectable(range: 3...64) public var pointCount = 5
///   @Inspectable public var starColor = Color.yellow { didSet { … } }
/// }
/// ```
///
/// An inspector lists the properties of `View` first, then "Point Count" and "Star Color". The expansion is one call of
/// ``PropertyDeclarations`` for the class and one for each property; the same calls can be written by hand instead.
/// The first paragraph of the class's doc comment, as one line, is its help where `help` is left out.
///
/// Classes of any access level work, nested ones too. A generic class is refused, since a scene cannot name its
/// arguments.
///
/// - Parameters:
///   - label: The name for people; made from the class's name where it is left out.
///   - help: A sentence about the class.
///   - readsParent: The properties that hooks of this class read from the parent; no others can be read.
///   - extends: The class to which, and to whose subclasses, this one adds its properties, of whichever plugin; its name, or
///     with its plugin `Shapes.StarView`. Such a class is no component of its own but an extension; see <doc:Extensions>.
@attached(member, names: named(declare))
public macro Component(label: String? = nil, help: String? = nil, readsParent: [String] = [], extends: String? = nil) =
  #externalMacro(module: "InspectorMacros", type: "ComponentMacro")

/// Lists a property in the inspector, where it can be edited.
///
/// It belongs on an instance `var` of a class marked ``Component(label:help:readsParent:extends:)``, stored or computed, of any
/// access level. Its type is written or inferred, and is Int (or Int8 to Int64, UInt8 to UInt32), String, Double (or
/// Float), Bool, ``Color``, ``Point``, ``Size`` or ``Rect``, an enumeration that conforms to ``InspectableOptions``, or an
/// optional of one; anything else is a compile-time error at the type.
///
/// `didSet` and `willSet` run as written, whenever a value is set:
///
/// ```swift
/// /// Where the knob stands.
/// @Inspectable(range: 0..., unit: "pt", aliases: ["position"], dependsOn: ["maximumValue"])
/// var value = 50.0 {
///   didSet { if value > maximumValue { value = maximumValue } }
/// }
/// ```
///
/// The first paragraph of the doc comment, as one line, is the property's help where `help` is left out.
///
/// A computed property without a setter is shown and cannot be edited; it says so: `@Inspectable(readOnly: true)`.
///
/// On an `override var` the arguments refine those of the inherited property. There, as in any overriding observer,
/// assigning the property itself calls the observer again: assign only inside an `if`.
///
/// Beside a `didSet` the macro adds a `willSet` that traces the hook, so that hooks which set each other without end
/// are reported by name. A property whose author wrote a `willSet` goes without.
///
/// Where arguments are literals, mistakes in them are compile-time errors: a backward range, a step that is not above
/// 0, a unit on a text, an alias that is a name. The others are reported when the plugin is described.
///
/// - Parameters:
///   - label: The name for people; made from the property's name where it is left out (`cornerRadius` is "Corner
///     Radius").
///   - help: A sentence about the property.
///   - range: The values a number may have, such as `0...1` or `1...`. Others are refused before any hook runs.
///   - softRange: The values that a number usually has; a slider shows these, and others are allowed.
///   - step: By how much a number changes in one step; above 0.
///   - unit: What a number counts, such as `pt`; a typed value may carry it.
///   - options: The values among which a person chooses, of an Int or a String; of an enumeration, some of its
///     cases by their raw values, where it is not to be all of them or their labels are to be others.
///   - group: The title under which the property stands within its class's section.
///   - order: The place among the properties of the class: lower first, 0 where it is left out.
///   - readOnly: Whether the property is shown and cannot be edited.
///   - aliases: Former names, which old scenes may still use.
///   - required: Whether every scene must store a value.
///   - validate: Names of rules that a value must fulfil; see ``ValidationRule``.
///   - visibleWhen: When the property is shown, as a condition on others: `[axis=vertical] and not [spacing=0]`.
///   - enabledWhen: When the property takes effect, as a condition on others.
///   - since: The plugin's version that brought the property.
///   - deprecated: What to use instead, where the property is on its way out.
///   - dependsOn: Properties of this class or its bases to apply before this one.
///   - aliasOf: In an extension, the key path of the property of the extended class that this is another name of.
@attached(peer, names: prefixed(_declare_))
@attached(accessor, names: named(willSet))
public macro Inspectable(
  label: String? = nil, help: String? = nil, range: (any PropertyRangeExpression)? = nil,
  softRange: (any PropertyRangeExpression)? = nil, step: Double? = nil, unit: String? = nil,
  options: PropertyOptions? = nil, group: String? = nil, order: Int? = nil, readOnly: Bool = false,
  aliases: [String] = [], required: Bool = false, validate: [String] = [], visibleWhen: String? = nil,
  enabledWhen: String? = nil, since: String? = nil, deprecated: String? = nil, dependsOn: [String] = [],
  aliasOf: String? = nil
) = #externalMacro(module: "InspectorMacros", type: "InspectableMacro")

/// Lists the properties of a component inside a component, under its name.
///
/// ```swift
/// @Component open class View: Component {
///   @Part public let layer = Layer()
/// }
/// @Component public final class Layer: Component {
///   @Inspectable public var cornerRadius = 0.0
/// }
/// ```
///
/// `View` then has the property `layer.cornerRadius`. A part is a `let` or a `var` of a class that inherits from
/// ``Component-swift.class``, and is never nil.
@attached(peer, names: prefixed(_declare_))
public macro Part() = #externalMacro(module: "InspectorMacros", type: "PartMacro")

/// Offers a method as an action, which inspectors show as a button.
///
/// ```swift
/// @Component final class Dial: Component {
///   @Inspectable(range: 0...1) var value = 0.5
///
///   /// Turns the dial back to the middle.
///   @Action(enabledWhen: "not [value=0.5]") func reset() { value = 0.5 }
/// }
/// ```
///
/// `inspector run scene.json Dial reset` runs it. It belongs on a method of a class marked
/// ``Component(label:help:readsParent:extends:)`` that takes nothing and returns nothing, of any access level. The properties that it
/// assigns are set with their hooks, with the cause ``ChangeCause/edit``; it may warn and reject as hooks do. What the document stores
/// afterwards is what the action changed, without what hooks make from the rest of it; see <doc:DeclaringProperties>.
///
/// Subclasses inherit it. On an `override func` the arguments replace those of the inherited action.
/// The first paragraph of the doc comment, as one line, is the action's help where `help` is left out.
///
/// - Parameters:
///   - label: What people read on the button; made from the method's name where it is left out.
///   - help: A sentence about the action.
///   - enabledWhen: When it can be run, as a condition on the object's properties: `[axis=vertical] and not [spacing=0]`.
@attached(peer, names: prefixed(_declare_))
public macro Action(_ label: String? = nil, help: String? = nil, enabledWhen: String? = nil) =
  #externalMacro(module: "InspectorMacros", type: "ActionMacro")

extension PropertyDeclarations {
  /// Words the refusal of a part that is no component.
  @available(*, unavailable, message: "this part is no component; a part's class inherits from 'Component'")
  @_disfavoredOverload
  public mutating func part<C: Component, Q>(
    _ name: String, of type: C.Type, get: @escaping (C) -> Q, fileID: StaticString = #fileID, line: Int = #line
  ) {}
}
