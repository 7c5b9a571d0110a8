/// Says which objects of a scene are meant, in the language of CSS.
///
/// | written | means |
/// |---|---|
/// | `StarView` | objects of that very class |
/// | `#badge`, `#"a b"` | the object of that id |
/// | `*` | every object |
/// | `[pointCount]` | objects that store the property |
/// | `[pointCount>5]` | a comparison with its effective value: `= != < <= > >= ^= $= *=` |
/// | `[stored(pointCount)>5]` | the same with the stored value, one that is refused included |
/// | `[id^=segue]`, `[name*="Card"]`, `[class$=View]` | a comparison with the object's id, name or class, unless its class declares a property of that name |
/// | `[title="ok" i]` | upper and lower case of ASCII's letters being the same; `s` says the opposite |
/// | `:kind(View)` | objects of that class or of one that extends it |
/// | `:modified` | objects that store a value other than the default |
/// | `:unset(title)` | objects that store `null` for the property |
/// | `:text("rate us")` | objects whose id, name, or any text holds the words, upper and lower case being the same |
/// | `:not(…)`, `:is(…)`, `:where(…)` | objects that match none, or one, of the selectors |
/// | `:first-child`, `:last-child` | objects with none before them, or after them, in what holds them |
/// | `:nth-child(2n+1)` | objects by their number in what holds them, from 1: `odd`, `even`, `3`, `-n+3` |
/// | `:has(…)`, `:has(> …)` | objects with such a descendant, or such a child |
/// | `StarView#badge[isHidden=true][alpha<1]` | all of these at once |
/// | `StackView LabelView` | labels somewhere inside a stack |
/// | `StackView > LabelView` | labels that a stack holds itself |
/// | `A + B`, `A ~ B` | B right after a sibling A, or somewhere after one |
/// | `StarView, #badge` | any of these |
/// | `/* words */` | nothing |
///
/// ```swift
/// let selector = try Selector(parsing: "StackView > StarView[Corner Radius >= 4], #badge")
/// selector.alternatives.count  // 2
/// ```
///
/// A property is named by its identifier, its key path, a component of it (`frame.x`), or its human label; a value is
/// written as people type it, in quotes where it holds a `]`, begins with a quote, or ends with a letter `i` or `s` that is no
/// flag. Ids, classes and quoted texts may hold CSS's escapes (`#\31 a`), quoted ones those of JSON as well. Comparisons with an unset value are false. Of a property
/// that no plugin knows the stored value is compared, by the type that its JSON has.
public struct Selector: Hashable, Sendable {
  /// The parts between the commas: an object is selected when any of them leads to it.
  public var alternatives: [Path]

  /// The selector as it was written.
  public let text: String

  /// Reads a selector; the error points at the character.
  public init(parsing text: String) throws(SelectorError) {
    var parser = SelectorParser(text)
    alternatives = try parser.selector()
    self.text = text
  }

  package init(_ alternatives: [Path], text: String) {
    self.alternatives = alternatives
    self.text = text
  }

  /// The objects of this selector that hold all of some words, each as ``PseudoClass/Kind/text(_:)`` finds it.
  public func containing(_ words: [String]) -> Selector {
    var narrowed = self
    for place in narrowed.alternatives.indices {
      narrowed.alternatives[place].subject.pseudoClasses += words.map { PseudoClass(kind: .text($0), offset: 0) }
    }
    return narrowed
  }

  /// Objects one inside or after the other; the last is the one that is selected.
  public struct Path: Hashable, Sendable {
    /// The objects of the path with what each must match, from the outermost; never empty.
    public var steps: [Step]

    /// The part that the selected object itself matches.
    public var subject: Compound {
      get { steps[steps.count - 1].compound }
      set { steps[steps.count - 1].compound = newValue }
    }
  }

  /// One object of a path, and how it stands to the one before it.
  public struct Step: Hashable, Sendable {
    /// How the object stands to that of the step before. In the first step it counts inside `:has(…)` only, where it
    /// says how the object stands to the one that has it.
    public var combinator: Combinator

    /// What the object itself must match.
    public var compound: Compound
  }

  /// How an object stands to another.
  public enum Combinator: String, Hashable, Sendable {
    /// Somewhere inside it.
    case descendant = " "
    /// Held by it.
    case child = ">"
    /// Right after it, held by the same object.
    case next = "+"
    /// Somewhere after it, held by the same object.
    case later = "~"
  }

  /// A class, an id and conditions, all of which must hold.
  public struct Compound: Hashable, Sendable {
    /// The class's name, or nil for any class.
    public var typeName: String?

    /// The object's id, or nil for any object.
    public var id: String?

    /// The ids of which an object must have one, or nil for any object.
    public var ids: [String]?

    /// The conditions in brackets, in the order in which they were written.
    public var predicates: [Predicate]

    /// The conditions after colons, in the order in which they were written.
    public var pseudoClasses: [PseudoClass] = []

    /// Where the compound begins in the selector's UTF-8 text.
    public var offset: Int

    package init(
      typeName: String? = nil, id: String? = nil, ids: [String]? = nil, predicates: [Predicate] = [],
      pseudoClasses: [PseudoClass] = [], offset: Int = 0
    ) {
      (self.typeName, self.id, self.ids, self.predicates) = (typeName, id, ids, predicates)
      (self.pseudoClasses, self.offset) = (pseudoClasses, offset)
    }
  }

  /// A condition in brackets.
  public struct Predicate: Hashable, Sendable {
    /// The property as it was written: an identifier, a key path, a component or a label.
    public var property: String

    /// Whether the stored value is meant, not the effective one.
    public var isStored: Bool

    /// What the value is compared with; nil asks whether it is stored at all.
    public var comparison: Comparison?

    /// Where the property's name begins in the selector's UTF-8 text.
    public var offset: Int

    /// Where the value begins; the end of the name where there is none.
    public var valueOffset: Int
  }

  /// A condition after a colon.
  public struct PseudoClass: Hashable, Sendable {
    /// Which condition it is, with what stands in its parentheses.
    public indirect enum Kind: Hashable, Sendable {
      case kind(String)
      case modified
      case unset(String)
      case text(String)
      case nthChild(ChildPattern)
      case lastChild
      case not([Path])
      /// Also written `:where(…)`.
      case `is`([Path])
      case has([Path])
    }

    /// The condition.
    public var kind: Kind

    /// Where what stands in the parentheses begins in the selector's UTF-8 text; the colon where there are none.
    public var offset: Int
  }
}

extension Selector {
  /// The names after colons, and how each is written.
  package static let pseudoClasses: [(name: String, form: String)] = [
    ("kind", ":kind(View)"), ("modified", ":modified"), ("unset", ":unset(title)"), ("text", ":text(\"words\")"),
    ("not", ":not(StarView)"), ("is", ":is(StarView, #badge)"), ("where", ":where(StarView, #badge)"),
    ("has", ":has(> StarView)"), ("first-child", ":first-child"), ("last-child", ":last-child"),
    ("nth-child", ":nth-child(2n+1)"),
  ]
}
