/// Makes a class a component that scenes can use, by generating its method `declare(in:)`.
///
/// The class must inherit, directly or indirectly, from ``Component-swift.class``. It marks its properties
/// `@Inspectable` or ``Part()``, and its actions `@Action`:
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
/// An inspector lists the properties of `View` first, then "Point Count" and "Star Color". The generated method calls
/// ``PropertyDeclarations`` once for the class and once for each property; the same calls can be written by hand
/// instead. If `help` is omitted, the first paragraph of the class's doc comment becomes its help, as one line.
///
/// Classes of any access level work, including nested ones. A generic class is refused, since a scene cannot name its
/// type arguments.
///
/// - Parameters:
///   - label: The display name. If omitted, it is derived from the class's name.
///   - help: A one-sentence explanation of the class for the user.
///   - title: The title of the class's objects, which is shown beside their ids: text with the names of properties in
///     braces, such as `{enemy} × {count}`. The values are the stored ones and the defaults. If omitted, the title is
///     that of the base class, or the first property that is marked as a title.
///   - readsParent: The names of the properties that hooks of this class read from the parent. Hooks can read no other
///     properties of the parent.
///   - extends: The name of a class of any plugin, such as `StarView` or, with its plugin's name, `Shapes.StarView`.
///     That class and its subclasses receive these properties. The annotated class is then an extension, not a
///     component; see <doc:Extensions>.
///   - passesTouches: True if touches pass through the component to whatever lies beneath, unless they hit one of its
///     children; nil to inherit the base class's value.
///   - aliases: The former names of the class, which old scenes may still use. A former name that is also the name of a
///     class of the plugin, or the alias of another class, is refused when the plugin is described.
@attached(member, names: named(declare))
public macro Component(
  label: String? = nil, help: String? = nil, title: String? = nil, readsParent: [String] = [],
  extends: String? = nil, passesTouches: Bool? = nil, aliases: [String] = []
) = #externalMacro(module: "InspectorMacros", type: "ComponentMacro")

/// Lists a property in the inspector, where the user can edit it.
///
/// The macro belongs on an instance `var`, stored or computed and of any access level, of a class marked
/// ``Component(label:help:title:readsParent:extends:passesTouches:aliases:)``. The type of the property, written or inferred, must be Int (or Int8
/// to Int64, UInt8 to UInt32), String, Double (or Float), Bool, ``Color``, ``Point``, ``Size`` or ``Rect``, an
/// enumeration that conforms to ``InspectableOptions``, or an optional of one of these. Any other type is a
/// compile-time error at the type.
///
/// `didSet` and `willSet` run as in any Swift class, whenever a value is set:
///
/// ```swift
/// /// The position of the knob.
/// @Inspectable(range: 0..., unit: "pt", aliases: ["position"], dependsOn: ["maximumValue"])
/// var value = 50.0 {
///   didSet { if value > maximumValue { value = maximumValue } }
/// }
/// ```
///
/// If `help` is omitted, the first paragraph of the doc comment becomes the property's help, as one line.
///
/// A computed property without a setter is shown but cannot be edited. It must be marked as read-only:
/// `@Inspectable(readOnly: true)`.
///
/// On an `override var`, the given arguments replace those of the inherited property, and omitted ones are inherited.
/// If the override has an observer that assigns the property, Swift calls the observer again, so assign the property
/// only inside an `if`.
///
/// To a property with a `didSet`, the macro adds a `willSet` that traces the hook. If hooks set each other without end,
/// the trace reports their names. The macro adds no `willSet` to a property that already has one.
///
/// If the arguments are literals, mistakes in them are compile-time errors: a backward range, a step that is not above
/// 0, a unit on a string property, a title, reference, file or multiline text that is not a string, or an alias equal to
/// the property's name. Other mistakes are reported when the plugin is described.
///
/// - Parameters:
///   - label: The display name. If omitted, it is derived from the property's name (`cornerRadius` is "Corner Radius").
///   - help: A one-sentence explanation of the property for the user.
///   - range: The allowed values of a number, such as `0...1` or `1...`. Other values are refused before any hook runs.
///   - softRange: The usual values of a number. A slider shows this range, and values outside it are allowed.
///   - step: The amount by which a number changes in one step; above 0.
///   - unit: The unit of the property's numbers, such as `pt`. The user may type the unit after a value.
///   - options: The only allowed values of an Int or a String. For an enumeration, a subset of its cases by raw value,
///     or other labels for them.
///   - flags: The named bits of an Int, such as `[1: "Round", 2: "Long"]`. The user types and sees `Round|Long`.
///   - group: The title under which the property is listed within its class's section.
///   - order: The position among the properties of the class; lower numbers are listed first, and 0 is the default.
///   - readOnly: True if the property is shown and cannot be edited.
///   - aliases: The former names of the property, which old scenes may still use; see ``PropertyAlias``.
///   - required: True if every object of the class must store a value, which must not be `null`.
///   - title: True if a stored string is shown as the title of its object, beside the id. A class that marks no
///     property uses the first of `text`, `title`, `label` and `placeholder` that stores a string.
///   - references: The class of the object whose id the string stores, such as `Door`, or `*` for any class. Subclasses
///     fit, too. `check` reports an id that no such object has, and renaming the object changes the string.
///   - multiline: True if the string may have several lines.
///   - file: The patterns for the name of the file whose path the string stores, such as `*.png`. The path is relative
///     to the folder of the scene. `check` reports a file that is missing.
///   - validate: The names of the rules that a value must fulfil; see ``ValidationRule``.
///   - visibleWhen: A condition on other properties under which this property is shown: `[axis=vertical] and not
///     [spacing=0]`.
///   - enabledWhen: A condition on other properties under which this property has an effect.
///   - since: The plugin version that introduced the property.
///   - deprecated: The advice for users of a deprecated property, such as its replacement.
///   - dependsOn: The names of the properties, of this class or its base classes, that are applied before this
///     property.
///   - aliasOf: In an extension, the key path of the property of the extended class for which this property is another
///     name.
///   - storedAs: The form in which documents store the value, such as `.named("percent")`; see ``ValueTransformer``.
///   - affectedBy: The names of the properties that a computed property derives its value from. If one of them changes,
///     an edit reports the new value as an effect, even for a property of an extension. The order in which stored
///     values are applied depends only on `dependsOn`.
@attached(peer, names: prefixed(_declare_))
@attached(accessor, names: named(willSet))
public macro Inspectable(
  label: String? = nil, help: String? = nil, range: (any PropertyRangeExpression)? = nil,
  softRange: (any PropertyRangeExpression)? = nil, step: Double? = nil, unit: String? = nil,
  options: PropertyOptions? = nil, flags: PropertyOptions? = nil, group: String? = nil, order: Int? = nil,
  readOnly: Bool = false, aliases: [PropertyAlias] = [], required: Bool = false, title: Bool = false,
  references: String? = nil, multiline: Bool = false, file: [String] = [], validate: [String] = [],
  visibleWhen: String? = nil, enabledWhen: String? = nil, since: String? = nil, deprecated: String? = nil,
  dependsOn: [String] = [], aliasOf: String? = nil, storedAs: StoredForm? = nil,
  affectedBy: [String] = []
) = #externalMacro(module: "InspectorMacros", type: "InspectableMacro")

/// Marks a component inside a component as a part, whose properties are listed under the part's name.
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
/// `View` then has the property `layer.cornerRadius`. A part is a `let` or a `var` whose class inherits from
/// ``Component-swift.class``, and is never nil. It must be the same object throughout the component's life.
@attached(peer, names: prefixed(_declare_))
public macro Part() = #externalMacro(module: "InspectorMacros", type: "PartMacro")

/// Declares a setting of the plugin, which users and other programs set for all scenes.
///
/// ```swift
/// @Component final class Gauge: View {
///   /// The colours of gauges.
///   @Setting(options: ["light", "dark"]) var theme = "light"
///
///   override func draw(in canvas: inout Canvas, size: Size) {
///     canvas.fill(Path(ellipseIn: Rect(origin: .zero, size: size)), with: theme == "dark" ? .black : .white)
///   }
/// }
/// ```
///
/// In a plugin named `Gauges`, `inspector settings set plugins.Gauges.theme dark` changes the setting, and a scene can
/// bind a property to it. The property is read-only. It returns the value of the setting while the component is built
/// or draws itself, and the default at any other time, even in `init`. Components are built again when the setting
/// changes; see ``InspectorPlugin/settingsDidChange(_:)``.
///
/// The same types are allowed as for
/// ``Inspectable(label:help:range:softRange:step:unit:options:flags:group:order:readOnly:aliases:required:title:references:multiline:file:validate:visibleWhen:enabledWhen:since:deprecated:dependsOn:aliasOf:storedAs:affectedBy:)``.
/// Subclasses inherit the setting. Two classes of a plugin may declare the same setting; the declarations must then
/// agree.
///
/// - Parameters:
///   - label: The display name. If omitted, it is derived from the setting's name.
///   - help: A one-sentence explanation for the user. If omitted, the first paragraph of the doc comment is used.
///   - range: The allowed values of a number, such as `0...1` or `1...`.
///   - unit: The unit of the setting's numbers, such as `pt`.
///   - options: The only allowed values of an Int or a String.
///   - personal: True if only the user's own settings file can set the value. A workspace's file, which may come from
///     someone else, cannot.
@attached(peer, names: prefixed(_declare_))
@attached(accessor, names: named(get))
public macro Setting(
  label: String? = nil, help: String? = nil, range: (any PropertyRangeExpression)? = nil, unit: String? = nil,
  options: PropertyOptions? = nil, personal: Bool = false
) = #externalMacro(module: "InspectorMacros", type: "SettingMacro")

/// Registers a method as an action, which inspectors show as a button.
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
/// `inspector run scene.json Dial reset` runs the action. The macro belongs on a method, of any access level and
/// without parameters and result, of a class marked ``Component(label:help:title:readsParent:extends:passesTouches:aliases:)``. Assigning a
/// property in the method runs the property's hooks with the cause ``ChangeCause/edit``. The action may warn and reject
/// as hooks do. Afterwards the document stores the values that the action changed, except those that hooks derive from
/// its other changes; see <doc:DeclaringProperties>.
///
/// Subclasses inherit the action. On an `override func`, the given arguments replace those of the inherited action, and
/// omitted ones are inherited. If `help` is omitted, the first paragraph of the doc comment becomes the action's help,
/// as one line.
///
/// - Parameters:
///   - label: The title of the button. If omitted, it is derived from the method's name.
///   - help: A one-sentence explanation of the action for the user.
///   - enabledWhen: A condition on the object's properties under which the action can run:
///     `[axis=vertical] and not [spacing=0]`.
@attached(peer, names: prefixed(_declare_))
public macro Action(_ label: String? = nil, help: String? = nil, enabledWhen: String? = nil) =
  #externalMacro(module: "InspectorMacros", type: "ActionMacro")

/// Gives a title to the properties that follow in the class, up to the next `#group`.
///
/// ```swift
/// #group("Light")
/// @Inspectable var radius = 40.0
/// @Inspectable var flame = Color.orange
/// #group("Light", "Flicker")
/// @Inspectable var frequency = 3.0
/// #group(nil)
/// @Inspectable var isLit = true
/// ```
///
/// A property with its own argument `group` keeps that group. Inherited properties and those of parts are not affected.
///
/// - Parameters:
///   - title: The title under which the properties are listed within their class's section; nil ends the group.
///   - subgroup: A second title below the first: "Light › Flicker".
@freestanding(declaration)
public macro group(_ title: String?, _ subgroup: String? = nil) =
  #externalMacro(module: "InspectorMacros", type: "GroupMacro")

/// Makes a colour from hex digits that the compiler checks, such as `#color("#FF8800")`.
///
/// ```swift
/// @Inspectable var flame = #color("#FFB347")
/// ```
///
/// - Parameter text: A literal: `#` and 3 or 6 hex digits for red, green and blue, or 4 or 8 with the opacity. Any other
///   text is a compile-time error at the text.
@freestanding(expression)
public macro color(_ text: String) -> Color = #externalMacro(module: "InspectorMacros", type: "ColorMacro")

extension PropertyDeclarations {
  /// An overload that the compiler chooses only for a part whose class is not a component, to report the error message.
  @available(*, unavailable, message: "this part is not a component; a part's class inherits from 'Component'")
  @_disfavoredOverload
  public mutating func part<C: Component, Q>(
    _ name: String, of type: C.Type, get: @escaping (C) -> Q, fileID: StaticString = #fileID, line: Int = #line
  ) {}
}
