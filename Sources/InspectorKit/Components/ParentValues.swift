/// The effective values of the parent that a component's hooks may read.
///
/// Only names listed in the class's `readsParent` can be read; another name refuses the value being set. A property
/// that the parent does not have, or that is unset there, reads as nil.
///
/// ```swift
/// @Component(readsParent: ["backgroundColor"]) final class Passthrough: View {
///   override func awake() { backgroundColor = parent?.color("backgroundColor") }
/// }
/// ```
public struct ParentValues {
  let hooks: HookContext

  /// The value of that name.
  public subscript(name: String) -> PropertyValue? { hooks.parentValue(name) }

  /// The parent's property of that name as an `Int`; nil where it is unset or has another type.
  public func int(_ name: String) -> Int? { Int(inspectable: self[name]) }

  /// The parent's property of that name as a `Double`; nil where it is unset or has another type.
  public func double(_ name: String) -> Double? { Double(inspectable: self[name]) }

  /// The parent's property of that name as a `String`; nil where it is unset or has another type.
  public func string(_ name: String) -> String? { String(inspectable: self[name]) }

  /// The parent's property of that name as a `Bool`; nil where it is unset or has another type.
  public func bool(_ name: String) -> Bool? { Bool(inspectable: self[name]) }

  /// The parent's property of that name as a ``Color``; nil where it is unset or has another type.
  public func color(_ name: String) -> Color? { Color(inspectable: self[name]) }

  /// The parent's property of that name as a ``Point``; nil where it is unset or has another type.
  public func point(_ name: String) -> Point? { Point(inspectable: self[name]) }

  /// The parent's property of that name as a ``Size``; nil where it is unset or has another type.
  public func size(_ name: String) -> Size? { Size(inspectable: self[name]) }

  /// The parent's property of that name as a ``Rect``; nil where it is unset or has another type.
  public func rect(_ name: String) -> Rect? { Rect(inspectable: self[name]) }
}
