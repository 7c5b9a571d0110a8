/// The effective values of the parent that a component's hooks may read.
///
/// Only names listed in the class's `readsParent` can be read. If a hook reads any other name, the value being set is
/// refused. A property that the parent lacks, or that is unset there, reads as nil.
///
/// ```swift
/// @Component(readsParent: ["backgroundColor"]) final class Passthrough: View {
///   override func awake() { backgroundColor = parent?.color("backgroundColor") }
/// }
/// ```
public struct ParentValues {
  let hooks: HookContext

  /// The parent's value of the property with this name; nil if the property is unset or the parent lacks it.
  public subscript(name: String) -> PropertyValue? { hooks.parentValue(name) }

  /// Returns the parent's property with this name as an `Int`; nil if it is unset or has a different type.
  public func int(_ name: String) -> Int? { Int(inspectable: self[name]) }

  /// Returns the parent's property with this name as a `Double`; nil if it is unset or has a different type.
  public func double(_ name: String) -> Double? { Double(inspectable: self[name]) }

  /// Returns the parent's property with this name as a `String`; nil if it is unset or has a different type.
  public func string(_ name: String) -> String? { String(inspectable: self[name]) }

  /// Returns the parent's property with this name as a `Bool`; nil if it is unset or has a different type.
  public func bool(_ name: String) -> Bool? { Bool(inspectable: self[name]) }

  /// Returns the parent's property with this name as a ``Color``; nil if it is unset or has a different type.
  public func color(_ name: String) -> Color? { Color(inspectable: self[name]) }

  /// Returns the parent's property with this name as a ``Point``; nil if it is unset or has a different type.
  public func point(_ name: String) -> Point? { Point(inspectable: self[name]) }

  /// Returns the parent's property with this name as a ``Size``; nil if it is unset or has a different type.
  public func size(_ name: String) -> Size? { Size(inspectable: self[name]) }

  /// Returns the parent's property with this name as a ``Rect``; nil if it is unset or has a different type.
  public func rect(_ name: String) -> Rect? { Rect(inspectable: self[name]) }
}
