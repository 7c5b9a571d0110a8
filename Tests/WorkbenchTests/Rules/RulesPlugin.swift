import InspectorKit

/// Components for tests of the editing rules, one for each behaviour of hooks.
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

/// A slider with a hook that clamps, and an order of applying.
@Component final class Slider: View {
  @Inspectable(dependsOn: ["maximumValue"]) var value = 0.5 {
    didSet { if value > maximumValue { value = maximumValue } }
  }
  @Inspectable var maximumValue = 1.0
}

/// A rating with a hook that rejects, a hard range, and options.
@Component final class Rating: View {
  @Inspectable var stars = 3 {
    didSet { if stars < 1 { reject("a rating needs at least one star") } }
  }
  @Inspectable(range: 0...10) var scale = 5
  @Inspectable(options: [0: "Full", 1: "Half"]) var fillMode = 0
}

/// A component with a hook that writes another property.
@Component final class Derived: View {
  @Inspectable var source = 1 {
    didSet { double = source * 2 }
  }
  @Inspectable var double = 2
}

/// A component with a value computed from two others.
@Component final class Summed: View {
  @Inspectable var one = 0 { didSet { add() } }
  @Inspectable var other = 0 { didSet { add() } }
  @Inspectable(dependsOn: ["one", "other"]) var sum = 0

  private func add() { sum = one * other > 0 ? one + other : 0 }
}

/// A component with a hook that overrides values and warns.
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

/// A component that reads its parent.
@Component(readsParent: ["backgroundColor"]) final class Tinted: View {
  @Inspectable var inherits = false

  override func awake() {
    if inherits, let color = parent?.color("backgroundColor") { backgroundColor = color }
  }
}

/// A component that reads an undeclared property of its parent.
@Component final class Nosy: View {
  @Inspectable var looks = false {
    didSet { if looks { tag = parent?.int("tag") ?? 0 } }
  }
}

/// A component that accepts a value in an edit, and rejects it when it is rebuilt.
@Component final class Moody: View {
  @Inspectable var mood = 0 {
    didSet { if mood == 13, cause == .recreate { reject("not again") } }
  }
}

/// A component with numbers of narrow types.
@Component final class Narrow: Component {
  @Inspectable var small: Int8 = 0
  @Inspectable var single: Float = 0.1
  @Inspectable var maybe: Int?
}

/// A component with stored values only.
@Component final class Plain: Component {
  @Inspectable var count = 1
  @Inspectable var offset = Point.zero
}

/// A component that records its lifecycle.
@Component class Diary: Component {
  @Inspectable var first = 0 { didSet { note("first") } }
  @Inspectable var second = 0 { didSet { note("second") } }
  @Inspectable var pages = ""

  fileprivate func note(_ word: String) { pages += "\(word):\(cause?.rawValue ?? "none") " }

  override func awake() { note("awake") }
  override func prepareForInspector() { note("prepare") }
}

/// A component with a property in addition to those of its base.
@Component final class Sequel: Diary {
  @Inspectable var third = 0 { didSet { note("third") } }
}

/// A component that rejects a certain tag of its parent, unless the component is hidden.
@Component(readsParent: ["tag"]) final class Picky: View {
  override func awake() {
    if parent?.int("tag") == 7, !isHidden { reject("7 is not to be borne") }
  }
}
