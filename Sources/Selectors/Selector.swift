import JSONText

/// A query for objects of a scene, in the language of CSS.
///
/// | written | means |
/// |---|---|
/// | `StarView` | objects of that very class |
/// | `#badge`, `#"a b"` | the object of that id |
/// | `*` | every object |
/// | `[pointCount]` | objects that store the property |
/// | `[pointCount>5]` | a comparison with its effective value: `= != < <= > >= ^= $= *=` |
/// | `[stored(pointCount)>5]` | the same with the stored value, one that is refused included |
/// | `[id^=segue]`, `[name*="Card"]`, `[class$=View]` | a comparison with its id, name or class; a property wins |
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
/// written as people type it, in quotes where it contains a `]`, begins with a quote, or ends with a letter `i` or `s`
/// that is not a flag. Ids, classes and quoted texts may contain CSS's escapes (`#\31 a`), quoted ones those of JSON as
/// well. Comparisons with an unset value are false. For a property that no plugin knows, the stored value is compared,
/// by the type that its JSON has.
public struct Selector: Hashable, Sendable {
  /// The parts between the commas: an object is selected when any of them matches it.
  public var alternatives: [Path]

  /// The selector as written.
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

  /// Returns this selector narrowed to objects that contain all the words, each as ``PseudoClass/Kind/text(_:)`` finds
  /// it.
  public func containing(_ words: [String]) -> Selector {
    var narrowed = self
    for place in narrowed.alternatives.indices {
      narrowed.alternatives[place].subject.pseudoClasses += words.map { PseudoClass(kind: .text($0), offset: 0) }
    }
    return narrowed
  }

  /// A chain of objects, one inside or after the other; the last is the selected one.
  public struct Path: Hashable, Sendable {
    /// The conditions on each object of the path, from the outermost; never empty.
    public var steps: [Step]

    /// The part that the selected object itself matches.
    public var subject: Compound {
      get { steps[steps.count - 1].compound }
      set { steps[steps.count - 1].compound = newValue }
    }
  }

  /// One object of a path, and its relation to the one before it.
  public struct Step: Hashable, Sendable {
    /// The relation of the object to that of the step before. In the first step it counts inside `:has(…)` only, where
    /// it relates the object to the one with `:has`.
    public var combinator: Combinator

    /// The conditions on the object itself.
    public var compound: Compound
  }

  /// The relation between two objects of a path.
  public enum Combinator: String, Hashable, Sendable {
    /// Anywhere inside the first object.
    case descendant = " "
    /// A child of the first object.
    case child = ">"
    /// The next sibling of the first object.
    case next = "+"
    /// Any later sibling of the first object.
    case later = "~"
  }

  /// A class, an id and conditions, all of which must hold.
  public struct Compound: Hashable, Sendable {
    /// The class's name, or nil for any class.
    public var typeName: String?

    /// The object's id, or nil for any object.
    public var id: String?

    /// The ids of which the object must have one, or nil for any object.
    public var ids: [String]?

    /// The conditions in brackets, in the order written.
    public var predicates: [Predicate]

    /// The conditions after colons, in the order written.
    public var pseudoClasses: [PseudoClass] = []

    /// The offset of the compound in the selector's UTF-8 text.
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
    /// The property as written: an identifier, a key path, a component or a label.
    public var property: String

    /// True if the stored value is compared, not the effective one.
    public var isStored: Bool

    /// The comparison with the value; nil tests only that a value is stored.
    public var comparison: Comparison?

    /// The offset of the property's name in the selector's UTF-8 text.
    public var offset: Int

    /// The offset of the value; the end of the name where there is none.
    public var valueOffset: Int
  }

  /// A condition after a colon.
  public struct PseudoClass: Hashable, Sendable {
    /// The kind of condition, with the argument in its parentheses.
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

    /// The offset of the argument in parentheses in the selector's UTF-8 text; that of the colon where there are none.
    public var offset: Int
  }
}

extension Selector {
  /// The names after colons, and an example of each.
  package static let pseudoClasses: [(name: String, form: String)] = [
    ("kind", ":kind(View)"), ("modified", ":modified"), ("unset", ":unset(title)"), ("text", ":text(\"words\")"),
    ("not", ":not(StarView)"), ("is", ":is(StarView, #badge)"), ("where", ":where(StarView, #badge)"),
    ("has", ":has(> StarView)"), ("first-child", ":first-child"), ("last-child", ":last-child"),
    ("nth-child", ":nth-child(2n+1)"),
  ]
}

extension Selector {
  /// Selects the objects with these ids, some of which the scene may lack: for results that a program found before.
  ///
  /// ```swift
  /// Selector(ids: ["card", "my badge"]).text  // #card, #"my badge"
  /// ```
  public init(ids: [String]) {
    let path = Path(steps: [Step(combinator: .descendant, compound: Compound(ids: ids))])
    self.init([path], text: ids.map(Self.text(ofID:)).joined(separator: ", "))
  }

  /// Returns an id as written in a selector: in quotes where it contains a character that would end it.
  package static func text(ofID id: String) -> String {
    let isPlain =
      !id.holds("/*") && id.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !">,[:+~\"'\\()".utf8.contains($0) }
    return isPlain && !id.isEmpty ? "#\(id)" : "#\(JSON.string(id).text())"
  }
}

extension Selector {
  /// Returns the id of `#badge`, `#"a b"` or `#\31 a`; nil for a text without `#` before it.
  package static func id(written text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    return (try? Selector(parsing: text))?.onlyID ?? String(Substring(text.utf8.dropFirst()))
  }

  /// The ids of a selector that consists only of ids; nil for other selectors.
  package var onlyIDs: [String]? {
    var ids: [String] = []
    for path in alternatives {
      let subject = path.subject
      guard path.steps.count == 1, subject.typeName == nil, subject.predicates.isEmpty, subject.pseudoClasses.isEmpty,
        let named = subject.id.map({ [$0] }) ?? subject.ids
      else { return nil }
      ids += named
    }
    return ids
  }

  /// The id of a selector that consists of one id only; nil for other selectors.
  package var onlyID: String? {
    guard let ids = onlyIDs, ids.count == 1 else { return nil }
    return ids[0]
  }
}
