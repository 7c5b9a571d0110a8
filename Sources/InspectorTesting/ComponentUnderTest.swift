public import InspectorKit
internal import PluginConformance

/// A component that is built as an inspector builds it: from stored attributes, in their order, with its hooks.
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
/// Nothing that is stored is ever changed by hooks. An edit builds the component, sets the new value, throws the component
/// away and builds another from the new attributes; what is read is the last one.
public struct ComponentUnderTest {
  let bench: ComponentBench

  /// The stored attributes, by present name; nil is explicitly no value.
  public private(set) var attributes: [String: PropertyValue?]

  /// What hooks warned of while the component was built last.
  public private(set) var warnings: [String]

  /// Stored values that were left out, by name, with the reasons. The default holds for them.
  public private(set) var rejections: [String: String]

  /// What happened while the component was built last.
  public private(set) var trace: [TraceStep]

  private var effective: [String: PropertyValue?]

  /// Builds a component.
  ///
  /// - Parameters:
  ///   - type: its class.
  ///   - attributes: what is stored, by present or former names; an option may be given by its label.
  ///   - parent: what the parent answers; nil where there is no parent.
  ///   - cause: why it is built: `load`, `recreate` or `undo`. For `edit` call ``set(_:to:)``.
  ///   - extensions: the extensions of its class that an inspector has, declared with `@Component(extends:)`. Their
  ///     properties are then properties of the component.
  ///   - plugin: the plugin whose rules and words it uses.
  /// - Throws: ``TestProblem`` for wrong declarations, and for names and values that the class does not have.
  public init(
    _ type: Component.Type, _ attributes: [String: AttributeValue] = [:], parent: [String: PropertyValue]? = nil,
    cause: ChangeCause = .load, extensions: [Component.Type] = [], of plugin: (any InspectorPlugin.Type)? = nil
  ) throws(TestProblem) {
    bench = try ComponentBench(type, extensions, of: plugin, parent: parent)
    var values: [String: PropertyValue?] = [:]
    for (name, value) in attributes {
      let property = try bench.property(name)
      // Beside the present name a former one carries no value.
      if name != property.name, attributes[property.name] != nil { continue }
      values[property.name] = .some(try bench.value(value, of: name))
    }
    let built = try bench.build(values, cause: cause)
    self.attributes = values
    (warnings, rejections, trace, effective) = (built.warnings, built.rejections, built.trace, built.effective)
  }

  /// The effective value of a property: what the component answers. Nil where it has none, or where there is no such
  /// property.
  public subscript(_ name: String) -> PropertyValue? {
    (try? bench.property(name)).flatMap { effective[$0.name] ?? nil }
  }

  /// The names of all properties, inherited ones first and those of extensions last.
  public var properties: [String] { bench.properties.map(\.name) }

  /// What the class declares.
  public var definition: ComponentDefinition { bench.definition }

  /// Sets a property as a person does.
  ///
  /// - Parameter value: the new value; nil stores explicitly no value.
  /// - Returns: what it changed, and what hooks said.
  /// - Throws: ``EditRejection`` where the value is refused, and nothing is changed then; ``TestProblem`` for a name or a
  ///   value that the class does not have.
  @discardableResult public mutating func set(_ name: String, to value: AttributeValue) throws -> ComponentEdit {
    try edit(try bench.property(name).name, .some(try bench.value(value, of: name)))
  }

  /// Takes what is stored of a property away, so that its default holds.
  ///
  /// - Throws: as ``set(_:to:)``.
  @discardableResult public mutating func reset(_ name: String) throws -> ComponentEdit {
    try edit(try bench.property(name).name, nil)
  }

  /// Runs an action, as its button in an inspector does: what it changes is stored, in one edit.
  ///
  /// - Parameter action: its name in code.
  /// - Returns: what it changed, and what hooks said.
  /// - Throws: as ``set(_:to:)``.
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

  /// - Parameter value: nil to take away what is stored.
  private mutating func edit(_ name: String, _ value: PropertyValue??) throws -> ComponentEdit {
    if let reason = value.flatMap(\.self).flatMap({ bench.refusal(of: $0, name) }) {
      throw EditRejection(reasons: [reason])
    }
    var stored = attributes
    stored[name] = value
    let built = try bench.edit(attributes, name, to: value)
    return try take(built, stored)
  }

  /// Takes the result of an edit. An edit that is refused changes nothing.
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
