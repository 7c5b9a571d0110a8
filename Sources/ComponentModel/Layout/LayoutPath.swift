package import InspectorKit
internal import JSONText

/// A reference to a frame after layout, by a name that the user typed: an object's own frame, that of a part, or a
/// number inside such a frame.
///
/// | typed | means |
/// |---|---|
/// | `layout.frame`, `Layout Frame` | the frame of an object |
/// | `starView.layout.frame` | the frame of a part, in the coordinates of its owner |
/// | `layout.frame.x`, `Layout Frame.X` | a number of such a frame |
package struct LayoutPath: Hashable {
  /// The key path of the part; empty for the object itself.
  package let part: String

  /// The name of a number of the frame, such as `x` in `layout.frame.x`; nil for the whole frame.
  package let component: String?

  /// Resolves a name that the user typed; nil if it does not refer to a frame after layout of the class's objects. A
  /// property of the same name takes precedence, so the caller must look it up first.
  package init?(_ name: String, of definition: ComponentDefinition) {
    guard Self.mayBeMeant(by: name) else { return nil }
    if let part = Self.part(name, definition) {
      (self.part, component) = (part, nil)
      return
    }
    guard let words = PropertyPath.parts(of: name), ComponentValue.names(of: .rect).contains(words.component),
      let part = Self.part(words.owner, definition)
    else { return nil }
    (self.part, component) = (part, words.component)
  }

  /// Returns true if a name contains the word "layout" in any letter case; it may then be a layout path.
  package static func mayBeMeant(by name: String) -> Bool { name.lowercased().holds("layout") }

  /// Returns the names of the frames that objects of a class have after layout.
  package static func names(of definition: ComponentDefinition) -> [String] {
    parts(of: definition).map(Self.name)
  }

  /// The type of the value at the path.
  package var type: PropertyType { component == nil ? .rect : .double }

  /// Returns the frame, or the number of the frame that the path names; nil if the frame is nil.
  package func value(of frame: Rect?) -> PropertyValue? {
    PropertyPath.part(component, of: frame.map(PropertyValue.rect))
  }

  /// The canonical name of the whole frame, such as `layout.frame`.
  var frameName: String { Self.name(part) }

  /// The name of the property that stores the frame before layout. Without constraints, layout does not change that
  /// frame.
  var attribute: String { part.isEmpty ? "frame" : "\(part).frame" }

  private static func name(_ part: String) -> String {
    part.isEmpty ? SceneModel.layoutFrame : "\(part).\(SceneModel.layoutFrame)"
  }

  /// Returns the key paths of the parts that have frames after layout. The empty key path stands for the object itself.
  private static func parts(of definition: ComponentDefinition) -> [String] {
    func hasFrame(_ name: String) -> Bool { definition.properties.contains { $0.type == .rect && $0.name == name } }
    return (definition.hasPlace ? [""] : [])
      + definition.parts.map(\.name).filter { hasFrame("\($0).frame") }
  }

  /// Returns the part whose frame a name refers to, by its identifier or by its label in any letter case; nil if
  /// there is none.
  private static func part(_ name: String, _ definition: ComponentDefinition) -> String? {
    let parts = parts(of: definition)
    if let part = parts.first(where: { Self.name($0).isExactly(name) }) { return part }
    let wanted = ComponentDefinition.folded(name)
    return parts.first { ComponentDefinition.folded(PropertyName.label(for: Self.name($0))) == wanted }
  }
}
