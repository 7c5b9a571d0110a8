import Testing

@testable import InspectorKit

/// Tests of the registry's entries for properties that macros register.
@Suite struct RegistrationTests {
  @Test func kinds() throws {
    let kinds = try component(Kinds.self)
    let lines = kinds.definition.properties.map { property in
      "\(property.name): \(property.type.rawValue)\(property.isOptional ? "?" : "") = \(property.defaultValue?.text ?? "nil")"
        + (property.range.map { " in \($0.text)" } ?? "") + (property.isObserved ? " observed" : "")
    }
    #expect(
      lines == [
        "int: Int = 1", "int8: Int = 2 in -128…127", "uint16: Int = 3 in 0…65535", "int64: Int? = nil",
        "double: Double = 1.5", "float: Double = 0.1", "string: String = text", "bool: Bool = true",
        "color: Color = #FFFF00FF", "point: Point? = 1,2", "size: Size = 3x4", "rect: Rect = 1,2 3x4",
      ])
  }

  @Test func arguments() throws {
    let base = try component(Base.self)
    #expect(base.definition.label == "The Base")
    #expect(base.definition.help == "A base.")
    #expect(base.definition.readsParent == ["alpha"])
    let amount = try #require(base.definition.property(named: "amount"))
    #expect(amount.label == "Amount")
    #expect(amount.help == "How much.")
    #expect(amount.range == PropertyRange(minimum: 0, maximum: 9))
    #expect(amount.options.map(\.label) == ["One", "Two"])
    #expect(amount.dependsOn == ["first"])
  }

  @Test func metadata() throws {
    let described = try component(Described.self).definition
    #expect(described.help == "Everything that can be said, said.")
    let everything = try #require(described.property(named: "everything"))
    #expect(everything.label == "All")
    #expect(everything.help == "Of it.")
    #expect(everything.range == PropertyRange(minimum: 0, maximum: 9))
    #expect(everything.softRange == PropertyRange(minimum: 1, maximum: 5))
    #expect(everything.step == 0.5)
    #expect(everything.unit == "pt")
    #expect(everything.options.map(\.label) == ["One", "Two"])
    #expect(everything.group == "Group")
    #expect(everything.order == -1)
    #expect(!everything.isReadOnly)
    #expect(everything.aliases == ["former", "older"])
    #expect(everything.isRequired)
    #expect(everything.rules == ["notEmpty"])
    #expect(everything.visibleWhen == "[choice=a]")
    #expect(everything.enabledWhen == "[choice=b]")
    #expect(everything.since == "1.1")
    #expect(everything.deprecated == "Use 'choice'.")
    #expect(everything.dependsOn == ["choice"])
    #expect(!everything.isTitle)
    #expect(described.property(named: "choice")?.help == "What to choose.")
    #expect(described.property(named: "choice")?.isTitle == true)
    let area = try #require(described.property(named: "area"))
    #expect(area.isReadOnly)
    #expect(area.isObserved)
    let count = try #require(described.property(named: "count"))
    #expect(count.isReadOnly)
    #expect(!count.isObserved)
  }

  @Test func subclassesListTheirBaseFirst() throws {
    let derived = try component(Derived.self)
    #expect(derived.definition.base == "Base")
    #expect(derived.definition.properties.map(\.name) == ["amount", "first", "corner.radius", "last"])
    #expect(derived.definition.properties.map(\.declaringClass) == ["Base", "Base", "Base", "Derived"])
    let amount = try #require(derived.definition.property(named: "amount"))
    #expect(amount.label == "Quantity")
    #expect(amount.range == PropertyRange(minimum: 0, maximum: 9))
    #expect(amount.isObserved)
  }

  @Test func hooksRun() throws {
    let (hooked, object) = try (component(Hooked.self), Hooked())
    #expect(
      hooked.definition.properties.map(\.name) == [
        "clamped", "counted", "doubled", "secret", "late", "optional", "wrapped", "default", "always",
      ])
    let set = { try hooked.set($0, of: object, to: $1) }
    let get = { try hooked.get($0, of: object) }

    try set("clamped", .int(50))
    #expect(try get("clamped") == .int(10))
    try set("counted", .int(4))
    #expect([object.before, object.after] == [0, 4])
    try set("doubled", .int(6))
    #expect(try get("clamped") == .int(3))
    #expect(try get("late") == .int(4))
    try set("secret", .string("t"))
    try set("optional", .double(1))
    try set("optional", nil)
    #expect(object.log == "tsetnil")
    try set("wrapped", .int(9))
    #expect(try get("wrapped") == .int(7))
    try set("default", .bool(true))
    #expect(try get("default") == .bool(true))
  }

  @Test func partsAreReached() throws {
    let (derived, object) = try (component(Derived.self), Derived())
    try derived.set("corner.radius", of: object, to: .double(2.5))
    #expect(object.corner.radius == 2.5)
  }

  @Test(arguments: [
    (Inert.self as Component.Type, true), (InertSubclass.self, true), (Kinds.self, true), (Corner.self, true),
    (Observing.self, false), (Computing.self, false), (Lazy.self, false), (Wrapping.self, false),
    (Overriding.self, false), (OverridingUnmarked.self, false), (Awaking.self, false), (Initializing.self, false),
    (ConditionallyAwaking.self, false),
  ])
  func inert(_ type: Component.Type, _ isInert: Bool) throws {
    #expect(try component(type).definition.isInert == isInert)
  }

  @Test func aClassWithoutTheMacroIsRefused() {
    var problems: [PlacedProblem] = []
    #expect(ComponentType(Undeclared.self, problems: &problems) == nil)
    #expect(problems == [PlacedProblem(.undeclaredClass("Undeclared"))])
  }

  @Test func runawayHooksAreTraced() throws {
    let object = Ring()
    let stack = HookStack.current
    var chain: [String] = []
    stack.reset()
    stack.onLoop = {
      if chain.isEmpty { chain = $0 }
      object.isStopped = true
    }
    defer {
      stack.onLoop = nil
      stack.reset()
    }
    object.untraced = 1
    object.left = 1
    #expect(chain.count > HookTrace.limit)
    #expect(chain.prefix(3) == ["Ring.left", "Ring.right", "Ring.left"])
  }
}

/// Returns the class as a plugin registers it; records an issue for each problem.
private func component(_ type: Component.Type) throws -> ComponentType {
  var problems: [PlacedProblem] = []
  let component = ComponentType(type, problems: &problems)
  #expect(problems.isEmpty)
  return try #require(component)
}

extension ComponentType {
  fileprivate func set(_ name: String, of object: Component, to value: PropertyValue?) throws {
    let slot = slots[try #require(place(of: name))]
    #expect(slot.set(object, value))
  }

  fileprivate func get(_ name: String, of object: Component) throws -> PropertyValue? {
    slots[try #require(place(of: name))].get(object)
  }
}
