/// One step of an edit: what is done with which objects.
///
/// Steps are values; several make an ``EditRequest``, which is made as a whole or not at all. Each sees what those before
/// it have done.
public enum EditStep: Hashable, Sendable {
  /// Gives properties of the objects values, as `inspector set` does.
  case set(Selector, [Assignment])

  /// Puts in objects, each given as JSON text.
  case insert(objects: [String], at: StepPlace)

  /// Takes out objects with all they hold.
  case remove(Selector)

  /// Copies objects with all they hold, ids being new; a single object's copy may be given its id. A copy goes after its
  /// original where no place is given.
  case duplicate(Selector, id: String?, at: StepPlace?)

  /// Moves objects with all they hold; several keep their order.
  case move(Selector, to: StepPlace)

  /// Gives one object another id.
  case rename(Selector, id: String)

  /// Gives objects another class. Their attributes stay, and must be such as the class can have.
  case setClass(Selector, to: String)

  /// Gives objects a name, or takes theirs away.
  case setName(Selector, to: String?)

  /// Gives an attribute another key, where it is stored; its text and its place among the others stay.
  case renameProperty(Selector, from: String, to: String)

  /// Changes the scene's palette, and rebuilds what uses it.
  case palette([PaletteRequest.Change])

  /// Changes nothing, and refuses the edit where objects are not what they are expected to be.
  case expect(ObjectExpectation)

  /// Changes nothing, and refuses the edit where colours of the palette are not what they are expected to be.
  case expectPalette([ColorExpectation])
}

extension EditStep {
  /// Whether it only says what is expected.
  package var isExpectation: Bool {
    switch self {
    case .expect, .expectPalette: true
    default: false
    }
  }

  /// Whether it changes which objects there are, where they stand, or what they are called.
  var changesStructure: Bool { !isExpectation && !changesValues }

  /// How many times it may change what one object stores.
  var valueChangeCount: Int {
    if case .palette(let changes) = self { changes.count } else { changesValues ? 1 : 0 }
  }

  /// Whether it changes what objects store.
  var changesValues: Bool {
    switch self {
    case .set, .renameProperty, .palette: true
    default: false
    }
  }
}

/// Where a step puts objects.
public struct StepPlace: Hashable, Sendable {
  /// Means the one object among whose children the place is; nil for the scene. Not looked at beside a sibling.
  public var parent: Selector?

  /// Where it is among the children, or beside which object.
  public var position: Position

  /// A position among children.
  public enum Position: Hashable, Sendable {
    case first
    case last

    /// Where so many children stand before it, of those that the step does not move.
    case index(Int)

    /// Beside the one object that is meant.
    case before(Selector)
    case after(Selector)
  }

  /// A place among the children of the one object that `parent` matches, or of the scene where it is nil.
  public init(in parent: Selector? = nil, _ position: Position = .last) {
    self.parent = parent
    self.position = position
  }
}

/// What objects are expected to be before an edit goes on.
public struct ObjectExpectation: Hashable, Sendable {
  /// The objects that the expectation is about.
  public var selector: Selector

  /// How many objects are meant; nil for at least one.
  public var count: Int?

  /// What is stored, as JSON: compared as values, so that `5` is `5.0` for a Double and `red` is `#F00`.
  public var stored: [Value] = []

  /// The names of properties that are not stored.
  public var absent: [String] = []

  /// What components answer.
  public var effective: [Value] = []

  /// The class of each object; nil where any is right.
  public var className: String?

  /// The id of the object that holds them.
  public var parent: Parent?

  /// The name that they have.
  public var objectName: Name?

  /// How many stand before them where they are held.
  public var index: Int?

  /// All that is stored, and nothing else.
  public var attributes: [Value]?

  /// The ids of all that they hold themselves, in order.
  public var children: [String]?

  /// An object's name, or that it has none.
  public enum Name: Hashable, Sendable {
    case none
    case text(String)
  }

  /// The value that a property is expected to have.
  public struct Value: Hashable, Sendable {
    /// The property: an identifier, a key path, a label or a component such as `frame.x`.
    public var name: String

    /// The value as JSON text.
    public var json: String

    /// The value of a property as JSON text.
    public init(_ name: String, _ json: String) {
      self.name = name
      self.json = json
    }
  }

  /// What holds an object: the scene, or the object with an id.
  public enum Parent: Hashable, Sendable {
    case scene
    case object(String)
  }

  /// An expectation that at least one object matches.
  public init(_ selector: Selector) { self.selector = selector }
}

/// What a colour of the palette is expected to be.
public struct ColorExpectation: Hashable, Sendable {
  /// The colour's name.
  public var name: String

  /// Its JSON text, compared as a colour; nil where there is to be none of the name.
  public var json: String?

  /// The colour that a name is expected to have, as JSON text; nil where the palette must not have the name.
  public init(_ name: String, _ json: String?) {
    self.name = name
    self.json = json
  }
}
