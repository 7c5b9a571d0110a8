import InspectorKit

/// A property of each supported type.
@Component class Kinds: Component {
  @Inspectable var int = 1
  @Inspectable var int8: Int8 = 2
  @Inspectable var uint16 = UInt16(3)
  @Inspectable var int64: Int64? = nil
  @Inspectable var double = 1.5
  @Inspectable var float: Float = 0.1
  @Inspectable var string = "text"
  @Inspectable var bool = true
  @Inspectable var color = Color.yellow
  @Inspectable var point: Point? = Point(x: 1, y: 2)
  @Inspectable var size = Size(width: 3, height: 4)
  @Inspectable var rect = Rect(x: 1, y: 2, width: 3, height: 4)
}

/// Properties with hooks, computed, private, and in all other forms besides plain stored ones.
@Component final class Hooked: Component {
  @Inspectable(range: 0...100) var clamped = 5 { didSet { if clamped > 10 { clamped = 10 } } }
  @Inspectable var counted = 0 {
    willSet { before = counted }
    didSet { after = counted }
  }
  @Inspectable var doubled: Int {
    get { clamped * 2 }
    set { clamped = newValue / 2 }
  }
  @Inspectable private var secret = "s" { didSet { log += secret } }
  @Inspectable lazy var late = clamped + 1
  @Inspectable var optional: Double? { didSet { log += optional == nil ? "nil" : "set" } }
  @Capped @Inspectable var wrapped = 3
  @Inspectable var `default` = false
  #if INSPECTOR_NEVER
    @Inspectable var never = 1
  #else
    @Inspectable var always = 1
  #endif
  var before = -1
  var after = -1
  var log = ""
}

@propertyWrapper struct Capped {
  private var value: Int
  init(wrappedValue: Int) { value = wrappedValue }
  var wrappedValue: Int {
    get { value }
    set { value = min(newValue, 7) }
  }
}

/// A class with all macro arguments.
@Component(label: "The Base", help: "A base.", readsParent: ["alpha"]) class Base: Component {
  @Inspectable(label: "Amount", help: "How much.", range: 0...9, options: [1: "One", 2: "Two"], dependsOn: ["first"])
  var amount = 1
  @Inspectable var first = 0
  @Part let corner = Corner()
}

@Component final class Derived: Base {
  @Inspectable(label: "Quantity") override var amount: Int { didSet { if amount > 2 { amount = 2 } } }
  @Inspectable var last = "z"
}

/// Everything that can be said,
/// said.
@Component final class Described: Component {
  @Inspectable(
    label: "All", help: "Of it.", range: 0...9, softRange: 1...5, step: 0.5, unit: "pt", options: [1: "One", 2: "Two"],
    group: "Group", order: -1, aliases: ["former", "older"], required: true, validate: ["notEmpty"],
    visibleWhen: "[choice=a]", enabledWhen: "[choice=b]", since: "1.1", deprecated: "Use 'choice'.",
    dependsOn: ["choice"])
  var everything = 1

  /// What to choose.
  @Inspectable(title: true) var choice = "a"

  @Inspectable(readOnly: true) var area: Double { 2 }

  @Inspectable(readOnly: true) private(set) var count = 3
}

@Component final class Corner: Component {
  @Inspectable var radius = 0.0
}

/// Two hooks that set each other until `isStopped` is true.
@Component final class Ring: Component {
  @Inspectable var left = 0 { didSet { if !isStopped { right += 1 } } }
  @Inspectable var right = 0 { didSet { if !isStopped { left += 1 } } }
  @Inspectable var untraced = 0 {
    willSet {}
    didSet {}
  }
  var isStopped = false
}

// One class for each answer to "may a host do without the live component?"

@Component class Inert: Component { @Inspectable var value = 1 }
@Component final class InertSubclass: Inert { @Inspectable private(set) var other = 1 }
@Component final class Observing: Inert { @Inspectable var hook = 1 { didSet {} } }
@Component final class Computing: Inert {
  @Inspectable var hook: Int {
    get { 1 }
    set {}
  }
}
@Component final class Lazy: Inert { @Inspectable lazy var hook = 1 }
@Component final class Wrapping: Inert { @Capped @Inspectable var hook = 1 }
@Component final class Overriding: Inert { @Inspectable override var value: Int { didSet {} } }
@Component final class OverridingUnmarked: Inert { override var value: Int { didSet {} } }
@Component final class Awaking: Inert { override func awake() {} }
@Component final class Initializing: Inert { required init() { super.init() } }
@Component final class ConditionallyAwaking: Inert {
  #if !INSPECTOR_NEVER
    override func awake() {}
  #endif
}
final class Undeclared: Inert {}
