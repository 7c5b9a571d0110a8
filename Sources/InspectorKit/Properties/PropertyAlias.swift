/// A former name of a property, which old scenes may still use, and the form in which they store its value.
///
/// ```swift
/// @Inspectable(unit: "°", aliases: ["turn", .named("angle", through: "radians")]) var rotation = 0.0
/// ```
///
/// A scene with `"turn": 90` has the rotation 90, as one with `"angle": 1.5707963267948966` has, if the plugin has a
/// transformer `radians` that makes degrees of radians; see ``ValueTransformer``. An edit keeps the name and the form that the scene
/// has; `inspector upgrade` replaces both.
public struct PropertyAlias: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The former name.
  public let name: String

  /// The name of the transformer between the property's values and those stored under the former name; nil if the values
  /// were always as they are now.
  public let transformer: String?

  /// Makes a former name whose values a transformer converts: one of the same plugin or, with the name of its plugin, of
  /// another one, such as `Lamps.percent`. The property's `storedAs` does not apply to these values.
  public static func named(_ name: String, through transformer: String) -> PropertyAlias {
    PropertyAlias(name: name, transformer: transformer)
  }

  /// Makes a former name whose values have the form of the property's present values.
  public init(stringLiteral name: String) { self.init(name: name, transformer: nil) }

  private init(name: String, transformer: String?) { (self.name, self.transformer) = (name, transformer) }
}
