/// A former name of a property, with the form in which old scenes store the value under that name.
///
/// ```swift
/// @Inspectable(unit: "°", aliases: ["turn", .named("angle", through: "radians")]) var rotation = 0.0
/// ```
///
/// A scene with `"turn": 90` has the rotation 90. A scene with `"angle": 1.5707963267948966` has the same rotation if
/// the plugin's transformer `radians` converts radians to degrees; see ``ValueTransformer``. An edit keeps the name and
/// the form that the scene uses; `inspector upgrade` replaces both.
public struct PropertyAlias: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The former name of the property, as stored in old scenes.
  public let name: String

  /// The name of the transformer for values stored under the former name; nil if these values have the same form as
  /// now.
  public let transformer: String?

  /// Makes a former name whose values a transformer converts. The name of another plugin's transformer begins with that
  /// plugin's name: `Lamps.percent`. The property's `storedAs` does not apply to these values.
  public static func named(_ name: String, through transformer: String) -> PropertyAlias {
    PropertyAlias(name: name, transformer: transformer)
  }

  /// Makes a former name whose values have the same form as the property's values.
  public init(stringLiteral name: String) { self.init(name: name, transformer: nil) }

  private init(name: String, transformer: String?) { (self.name, self.transformer) = (name, transformer) }
}
