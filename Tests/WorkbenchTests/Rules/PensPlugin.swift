import InspectorKit

/// Components whose properties have several names, for tests of the precedence of stored keys.
enum Pens: InspectorPlugin {
  static var components: [Component.Type] { [Pen.self, Nib.self, PenNames.self] }
}

/// A pen whose hook clamps the width.
@Component final class Pen: Component {
  @Inspectable(range: 0...64, aliases: ["strokeWidth", "pen"]) var lineWidth = 1.0 {
    didSet { if lineWidth > 40 { lineWidth = 40 } }
  }
  @Inspectable(aliases: ["ink", "paint"]) var tint = Color.black
  @Inspectable(aliases: ["words"]) var title: String?
  @Inspectable(aliases: ["box"]) var frame = Rect.zero
  @Inspectable(aliases: ["count"], required: true) var number = 1
}

/// A class without hooks, which is never built.
@Component final class Nib: Component {
  @Inspectable(range: 0...64, aliases: ["strokeWidth", "pen"]) var lineWidth = 1.0
  @Inspectable(aliases: ["ink", "paint"]) var tint = Color.black
  @Inspectable(aliases: ["words"]) var title: String?
  @Inspectable(aliases: ["box"]) var frame = Rect.zero
}

/// An extension with key-path aliases, one of which itself has an alias.
@Component(extends: "Pen") final class PenNames: Component {
  @Inspectable(label: "Stroke Breadth", aliases: ["thickness"], aliasOf: "lineWidth") var breadth = 1.0
  @Inspectable(aliasOf: "tint") var hue = Color.black
}

/// Returns the keys of each property of ``Pen`` and ``Nib`` in order of precedence, independently of the declarations.
func penKeys(_ className: String) -> [(property: String, keys: [String])] {
  let isPen = className == "Pen"
  return [
    ("lineWidth", ["lineWidth", "strokeWidth", "pen"] + (isPen ? ["breadth", "thickness"] : [])),
    ("tint", ["tint", "ink", "paint"] + (isPen ? ["hue"] : [])), ("title", ["title", "words"]),
    ("frame", ["frame", "box"]),
  ] + (isPen ? [("number", ["number", "count"])] : [])
}
