import InspectorKit

/// Components made for the rules of editing, each for one behaviour of hooks.
enum Rules: InspectorPlugin {
  static var components: [Component.Type] {
    [
      View.self, Slider.self, Rating.self, Derived.self, Summed.self, Translucent.self, Tinted.self, Moody.self,
      Narrow.self,
      Plain.self, Nosy.self,
      Diary.self, Sequel.self, Picky.self,
    ]
  }
}

/// A hook that clamps, and an order of applying.
@Component final class Slider: View {
  @Inspectable(dependsOn: ["maximumValue"]) var value = 0.5 {
    didSet { if value > maximumValue { value = maximumValue } }
  }
  @Inspectable var maximumValue = 1.0
}

/// A hook that rejects, a hard range, options.
@Component final class Rating: View {
  @Inspectable var stars = 3 {
    didSet { if stars < 1 { reject("a rating needs at least one star") } }
  }
  @Inspectable(range: 0...10) var scale = 5
  @Inspectable(options: [0: "Full", 1: "Half"]) var fillMode = 0
}

/// A hook that writes another property.
@Component final class Derived: View {
  @Inspectable var source = 1 {
    didSet { double = source * 2 }
  }
  @Inspectable var double = 2
}

/// A value that two others make together.
@Component final class Summed: View {
  @Inspectable var one = 0 { didSet { add() } }
  @Inspectable var other = 0 { didSet { add() } }
  @Inspectable(dependsOn: ["one", "other"]) var sum = 0

  private func add() { sum = one * other > 0 ? one + other : 0 }
}

/// A hook that overrules and warns.
@Component final class Translucent: View {
  @Inspectable var isTranslucent = true {
    didSet {
      if !isTranslucent {
        isTranslucent = true
        warn("this bar stays translucent")
      }
    }
  }
}

/// Reads its parent.
@Component(readsParent: ["backgroundColor"]) final class Tinted: View {
  @Inspectable var inherits = false

  override func awake() {
    if inherits, let color = parent?.color("backgroundColor") { backgroundColor = color }
  }
}

/// Reads what it did not declare.
@Component final class Nosy: View {
  @Inspectable var looks = false {
    didSet { if looks { tag = parent?.int("tag") ?? 0 } }
  }
}

/// Accepts a value at the edit and rejects it when it is built again.
@Component final class Moody: View {
  @Inspectable var mood = 0 {
    didSet { if mood == 13, cause == .recreate { reject("not again") } }
  }
}

/// Narrow numbers.
@Component final class Narrow: Component {
  @Inspectable var small: Int8 = 0
  @Inspectable var single: Float = 0.1
  @Inspectable var maybe: Int?
}

/// Nothing but stored values.
@Component final class Plain: Component {
  @Inspectable var count = 1
  @Inspectable var offset = Point.zero
}

/// Writes down what happened to it.
@Component class Diary: Component {
  @Inspectable var first = 0 { didSet { note("first") } }
  @Inspectable var second = 0 { didSet { note("second") } }
  @Inspectable var pages = ""

  fileprivate func note(_ word: String) { pages += "\(word):\(cause?.rawValue ?? "none") " }

  override func awake() { note("awake") }
  override func prepareForInspector() { note("prepare") }
}

/// Has a property after those of its base.
@Component final class Sequel: Diary {
  @Inspectable var third = 0 { didSet { note("third") } }
}

/// Reads its parent and rejects what it finds there, unless nobody sees it.
@Component(readsParent: ["tag"]) final class Picky: View {
  override func awake() {
    if parent?.int("tag") == 7, !isHidden { reject("7 is not to be borne") }
  }
}
