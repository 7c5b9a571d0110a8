import InspectorKit

/// A level between nothing and a maximum.
@Component final class Gauge: Component {
  @Inspectable(range: 1...) var maximum = 100.0 {
    didSet { if level > maximum { level = maximum } }
  }

  @Inspectable(range: 0..., dependsOn: ["maximum"]) var level = 5.0 {
    didSet {
      if level == 13 { reject("nobody wants a level of 13") }
      if level > maximum {
        warn("\(PropertyValue.double(level).text) is more than fits")
        level = maximum
      }
    }
  }

  @Inspectable(options: ["round", "flat"], aliases: ["form"]) var shape = "round"
  @Inspectable var tint: Color?
  @Inspectable(validate: ["even"]) var marks = 4
  @Inspectable(readOnly: true) var isFull: Bool { level >= maximum }

  /// Fills the gauge up to the maximum.
  @Action func fill() {
    if shape == "flat" { reject("a flat gauge cannot be filled") }
    level = maximum
  }
}

/// A needle in its parent's background colour, which also records the cause of its creation.
@Component(readsParent: ["backgroundColor"]) final class Needle: Component {
  @Inspectable var color: Color?
  @Inspectable var built = ""

  override func awake() {
    if color == nil { color = parent?.color("backgroundColor") }
    built = cause?.rawValue ?? ""
  }
}

struct Gauges: InspectorPlugin {
  static var components: [Component.Type] { [Gauge.self] }
  static var rules: [ValidationRule] {
    [ValidationRule("even", "an even number") { if case .int(let number) = $0 { number % 2 == 0 } else { true } }]
  }
}
