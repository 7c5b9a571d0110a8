public import InspectorKit
import PluginConformance

/// A component built from stored attributes with all hooks, as in an inspector.
///
/// ```swift
/// @Test func aLevelFits() throws {
///   var gauge = try ComponentUnderTest(Gauge.self, ["maximum": 50, "level": 70])
///   #expect(gauge["level"] == .double(50))
///   #expect(gauge.warnings == ["70 is more than fits"])
///
///   let edit = try gauge.set("maximum", to: 60)
///   #expect(edit.effects.map(\.description) == ["maximum: 50 → 60", "level: 50 → 60"])
/// }
/// ```
///
/// Hooks never change stored attributes. An edit builds the component, sets the new value, discards the component and
/// builds a second one from the new attributes. The effective values are those of the second component.
public struct ComponentUnderTest {
  let bench: ComponentBench

  /// The stored attributes, by the current names of their properties; nil is a stored `null`.
  public private(set) var attributes: [String: PropertyValue?]

  /// The warnings that hooks issued when the component was last built or edited.
  public private(set) var warnings: [String]

  /// The reasons why stored values were rejected, by property name. The properties have their default values instead. A
  /// rejection that concerns no single property, such as one in `awake`, is under the name of the class or extension.
  public private(set) var rejections: [String: String]

  /// The lifecycle steps in which the component was last built or edited.
  public private(set) var trace: [TraceStep]

  private var effective: [String: PropertyValue?]

  /// Builds a component from stored attributes, as an inspector does.
  ///
  /// - Parameters:
  ///   - type: the component's class.
  ///   - attributes: the stored attributes, by current or former names; an option may be specified by its label.
  ///   - parent: the parent's values, by property name, which must be in the class's `readsParent`; nil if there is no
  ///     parent.
  ///   - cause: the reason for building the component: `load`, `recreate` or `undo`. To test the cause `edit`, call
  ///     ``set(_:to:)``.
  ///   - extensions: the extensions of the class to apply, declared with `@Component(extends:)`. Their properties
  ///     become properties of the component.
  ///   - plugin: the plugin whose rules and words the class uses; nil for the standard ones.
  ///   - settings: the values of the plugin's settings, by name; other settings have their defaults.
  /// - Throws: ``TestProblem`` for mistakes in declarations, and for names and values that the class does not allow.
  public init(
    _ type: Component.Type, _ attributes: [String: AttributeValue] = [:], parent: [String: PropertyValue]? = nil,
    cause: ChangeCause = .load, extensions: [Component.Type] = [], of plugin: (any InspectorPlugin.Type)? = nil,
    settings: [String: AttributeValue] = [:]
  ) throws(TestProblem) {
    bench = try ComponentBench(type, extensions, of: plugin, parent: parent, settings: settings)
    var values: [String: PropertyValue?] = [:]
    for (name, value) in attributes {
      let property = try bench.property(name)
      // A value under a former name is ignored if there is a value under the current name.
      if name != property.name, attributes[property.name] != nil { continue }
      values[property.name] = .some(try bench.value(value, of: name))
    }
    let built = try bench.build(values, cause: cause)
    self.attributes = values
    (warnings, rejections, trace, effective) = (built.warnings, built.rejections, built.trace, built.effective)
  }

  /// The effective value of the property with a current or former name; nil if the property is unset or does not exist.
  public subscript(_ name: String) -> PropertyValue? {
    (try? bench.property(name)).flatMap { effective[$0.name] ?? nil }
  }

  /// The names of all properties: inherited properties first, and those of extensions last.
  public var properties: [String] { bench.properties.map(\.name) }

  /// The definition of the class, as an inspector receives it.
  public var definition: ComponentDefinition { bench.definition }

  /// Edits a property as the user does in an inspector.
  ///
  /// - Parameters:
  ///   - name: the property's current or former name.
  ///   - value: the new value; nil stores `null`.
  /// - Returns: the changes, the warnings of hooks and the lifecycle steps.
  /// - Throws: ``EditRejection`` if the value is refused, which leaves the component unchanged; ``TestProblem`` for an
  ///   unknown name or a value of the wrong type.
  @discardableResult public mutating func set(_ name: String, to value: AttributeValue) throws -> ComponentEdit {
    try edit(try bench.property(name).name, .some(try bench.value(value, of: name)))
  }

  /// Removes the stored value of a property, so that its default applies.
  ///
  /// - Throws: the errors of ``set(_:to:)``.
  @discardableResult public mutating func reset(_ name: String) throws -> ComponentEdit {
    try edit(try bench.property(name).name, nil)
  }

  /// Runs an action as a button in an inspector does, and stores the action's changes in one edit.
  ///
  /// - Parameter action: the action's name in code.
  /// - Returns: the changes, the warnings of hooks and the lifecycle steps.
  /// - Throws: the errors of ``set(_:to:)``.
  @discardableResult public mutating func run(_ action: String) throws -> ComponentEdit {
    let (writes, warnings, refusals) = try bench.run(action, on: attributes)
    let reasons =
      refusals
      + writes.sorted { $0.key < $1.key }.compactMap { name, value in
        value.flatMap { bench.refusal(of: $0, name) }
      }
    if !reasons.isEmpty { throw EditRejection(reasons: reasons) }
    let stored = attributes.merging(writes) { _, new in new }
    var built = try bench.build(stored, cause: .recreate)
    built.refusals = writes.keys.sorted().compactMap { built.rejections[$0] }
    built.warnings = warnings + built.warnings.filter { !warnings.contains($0) }
    return try take(built, stored)
  }

  /// Edits the property with this current name.
  ///
  /// - Parameter value: the new value, or `.some(nil)` to store `null`; nil removes the stored value.
  private mutating func edit(_ name: String, _ value: PropertyValue??) throws -> ComponentEdit {
    if let reason = value.flatMap(\.self).flatMap({ bench.refusal(of: $0, name) }) {
      throw EditRejection(reasons: [reason])
    }
    var stored = attributes
    stored[name] = value
    let built = try bench.edit(attributes, name, to: value)
    return try take(built, stored)
  }

  /// Replaces the component's state with the result of an edit, and returns the changes. If the edit was refused,
  /// throws an error with the reasons and changes nothing.
  private mutating func take(
    _ built: ComponentBench.Built, _ stored: [String: PropertyValue?]
  ) throws(EditRejection) -> ComponentEdit {
    if !built.refusals.isEmpty { throw EditRejection(reasons: built.refusals) }
    let effects = properties.compactMap { property -> ComponentEdit.Effect? in
      let (old, new) = (effective[property] ?? nil, built.effective[property] ?? nil)
      return old == new ? nil : ComponentEdit.Effect(property: property, old: old, new: new)
    }
    attributes = stored
    (warnings, rejections, trace, effective) = (built.warnings, built.rejections, built.trace, built.effective)
    return ComponentEdit(effects: effects, warnings: built.warnings, trace: built.trace)
  }
}

extension ComponentUnderTest {
  /// Returns the drawing of the component with its current attributes, as a picture of a scene shows it.
  ///
  /// ```swift
  /// @Test func aLabelShowsItsText() throws {
  ///   let label = try ComponentUnderTest(PriceLabel.self, ["price": 12])
  ///   let drawing = try label.drawing(in: Size(width: 100, height: 40))
  ///   #expect(drawing.texts == ["12 €"])
  ///   let frame = Path(Rect(x: 0, y: 0, width: 100, height: 40))
  ///   #expect(drawing.entries.first == .fill(frame, .color(.white), .nonzero))
  ///   #expect(drawing.notes.isEmpty)
  /// }
  /// ```
  ///
  /// The drawing contains only the drawings of the component and its parts; the host draws the background, border and
  /// children of a ``View``. Numbers are rounded to four decimal places, as in every message of a plugin.
  ///
  /// - Parameter size: the size of the drawing, in points; nil for the size of the component's frame.
  /// - Returns: the drawing, with a note for each limit that it exceeded.
  /// - Throws: ``TestProblem`` if the class does not override `draw`.
  public func drawing(in size: Size? = nil) throws(TestProblem) -> DisplayList {
    try bench.drawing(of: attributes, in: size)
  }

  /// Tests whether the component receives a touch, as a touch on a screen or `inspector at` does.
  ///
  /// ```swift
  /// @Test func theCornersAreFree() throws {
  ///   let dial = try ComponentUnderTest(Dial.self)
  ///   let size = Size(width: 100, height: 100)
  ///   #expect(try dial.touch(at: Point(x: 50, y: 50), in: size).isTaken)
  ///   #expect(try dial.touch(at: .zero, in: size).messages == ["the corners are not part of the dial"])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - point: a point inside the component; the origin is the component's upper left corner.
  ///   - size: the component's size, in points; nil for the size of its frame.
  /// - Throws: ``TestProblem`` if the component cannot be built.
  public func touch(at point: Point, in size: Size? = nil) throws(TestProblem) -> TouchResult {
    let messages = try bench.passes(touchAt: point, in: size, of: attributes)
    return TouchResult(isTaken: messages == nil, messages: messages ?? [])
  }
}

/// The result of testing a component with a touch.
public struct TouchResult: Hashable, Sendable {
  /// True if the component receives the touch; false if the touch passes to whatever lies beneath.
  public let isTaken: Bool

  /// The component's messages about a touch that passes; empty for a received touch.
  public let messages: [String]
}
