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

  public func int(_ name: String) -> Int? { Int(inspectable: self[name]) }
  public func double(_ name: String) -> Double? { Double(inspectable: self[name]) }
  public func string(_ name: String) -> String? { String(inspectable: self[name]) }
  public func bool(_ name: String) -> Bool? { Bool(inspectable: self[name]) }
  public func color(_ name: String) -> Color? { Color(inspectable: self[name]) }
  public func point(_ name: String) -> Point? { Point(inspectable: self[name]) }
  public func size(_ name: String) -> Size? { Size(inspectable: self[name]) }
  public func rect(_ name: String) -> Rect? { Rect(inspectable: self[name]) }
}
