/// The effective values of the parent that a component's hooks may read.
///
/// Only properties listed in the class's `readsParent` can be read. If a hook reads any other property, the value that
/// is being set is refused. A property that the parent lacks, or that is unset in the parent, reads as nil.
///
/// ```swift
/// @Component(readsParent: ["backgroundColor"]) final class Passthrough: View {
///   override func awake() { backgroundColor = parent?.color("backgroundColor") }
/// }
/// ```
public struct ParentValues {
  let hooks: HookContext

  /// The effective value of the parent's property with this name; nil if the property is unset or the parent lacks it.
  public subscript(name: String) -> PropertyValue? { hooks.parentValue(name) }

  /// Returns the parent's property as an `Int`; nil if the property is missing, unset or of a different type.
  public func int(_ name: String) -> Int? { Int(inspectable: self[name]) }

  /// Returns the parent's property as a `Double`; nil if the property is missing, unset or of a different type.
  public func double(_ name: String) -> Double? { Double(inspectable: self[name]) }

  /// Returns the parent's property as a `String`; nil if the property is missing, unset or of a different type.
  public func string(_ name: String) -> String? { String(inspectable: self[name]) }

  /// Returns the parent's property as a `Bool`; nil if the property is missing, unset or of a different type.
  public func bool(_ name: String) -> Bool? { Bool(inspectable: self[name]) }

  /// Returns the parent's property as a ``Color``; nil if the property is missing, unset or of a different type.
  public func color(_ name: String) -> Color? { Color(inspectable: self[name]) }

  /// Returns the parent's property as a ``Point``; nil if the property is missing, unset or of a different type.
  public func point(_ name: String) -> Point? { Point(inspectable: self[name]) }

  /// Returns the parent's property as a ``Size``; nil if the property is missing, unset or of a different type.
  public func size(_ name: String) -> Size? { Size(inspectable: self[name]) }

  /// Returns the parent's property as a ``Rect``; nil if the property is missing, unset or of a different type.
  public func rect(_ name: String) -> Rect? { Rect(inspectable: self[name]) }
}
