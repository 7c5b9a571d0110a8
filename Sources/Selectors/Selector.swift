import JSONText

/// A query for objects of a scene, in the language of CSS.
///
/// | written | means |
/// |---|---|
/// | `StarView` | objects of exactly that class |
/// | `#badge`, `#"a b"` | the object with that id |
/// | `*` | every object |
/// | `[pointCount]` | objects that store the property |
/// | `[pointCount>5]` | a comparison with its effective value: `= != < <= > >= ^= $= *= ~=` |
/// | `[stored(pointCount)>5]` | a comparison with its stored value, even if that is invalid |
/// | `[id^=segue]`, `[name*="Card"]`, `[class$=View]` | the object's id, name or class; a property of that name wins |
/// | `[title="ok" i]` | a comparison that ignores the case of ASCII letters; the flag `s`, the default, does not |
/// | `:kind(View)` | objects of that class or of a class that extends it |
/// | `:modified` | objects that store a value other than the default |
/// | `:unset(title)` | objects that store `null` for the property |
/// | `:text("rate us")` | objects whose id, name or any text contains the words, in any case; of some classes only searched properties |
/// | `:not(…)`, `:is(…)`, `:where(…)` | objects that match none, or at least one, of the selectors |
/// | `:first-child`, `:last-child` | the first, or the last, child of each parent |
/// | `:nth-child(2n+1)` | children by their number, counted from 1: `odd`, `even`, `3`, `-n+3` |
/// | `:has(…)`, `:has(> …)` | objects with such a descendant, or such a child |
/// | `:instance`, `:from(card.json#badge)` | objects that stand for an object of another document, or for that object |
/// | `:overridden` | objects of which the scene itself replaces values that come from another document |
/// | `:authored` | objects that the scene itself writes, not another document |
/// | `:references(#gate)` | objects whose properties or constraints refer to such an object |
/// | `:related(#gate)` | objects that are related to such an object, in either direction, by properties that classes declare |
/// | `StarView#badge[isHidden=true][alpha<1]` | all of these at once |
/// | `StackView LabelView` | labels somewhere inside a stack |
/// | `StackView > LabelView` | labels that are children of a stack |
/// | `A + B`, `A ~ B` | B right after a sibling A, or anywhere after it |
/// | `StarView, #badge` | any of these |
/// | `/* words */` | a comment, without effect |
///
/// ```swift
/// let selector = try Selector(parsing: "StackView > StarView[Corner Radius >= 4], #badge")
/// selector.alternatives.count  // 2
/// ```
///
/// A property is named by its identifier, its key path, one of its components (`frame.x`) or its label. A value is
/// written as users type it. It needs quotes if it contains a `]`, begins with a quote, or ends with a separate letter
/// `i` or `s` that is not a flag. Ids, classes and quoted texts may contain CSS's escapes (`#\31 a`), and quoted texts
/// may also contain JSON's escapes. Comparisons with an unset value are false. If no plugin declares a property, the
/// comparison uses its stored value, whose type is the JSON type.
public struct Selector: Hashable, Sendable {
  /// The comma-separated paths, at least one of which an object must match.
  public var alternatives: [Path]

  /// The selector as written.
  public let text: String

  /// Parses a selector. A thrown error has the offset of the mistake.
  public init(parsing text: String) throws(SelectorError) {
    var parser = SelectorParser(text)
    alternatives = try parser.selector()
    self.text = text
  }

  /// Returns this selector restricted to objects that contain all the given words, as `:text(…)` finds them.
  public func containing(_ words: [String]) -> Selector {
    narrowed(by: words.map { PseudoClass(kind: .text($0), offset: 0) })
  }

  /// This selector restricted to objects that the scene itself writes, as with `:authored`.
  package var ofAuthored: Selector { narrowed(by: [PseudoClass(kind: .composed(.authored), offset: 0)]) }

  /// Returns this selector restricted to objects that are related to the object with this id, as with `:related(#id)`.
  public func related(to id: String) -> Selector {
    narrowed(by: [PseudoClass(kind: .related(Selector(ids: [id]).alternatives), offset: 0)])
  }

  private func narrowed(by conditions: [PseudoClass]) -> Selector {
    var narrowed = self
    for place in narrowed.alternatives.indices { narrowed.alternatives[place].subject.pseudoClasses += conditions }
    return narrowed
  }

  /// A chain of related objects, each inside or after the previous one. The last one is the selected object.
  public struct Path: Hashable, Sendable {
    /// The steps of the path, from the outermost object to the selected one; never empty.
    public var steps: [Step]

    /// The conditions on the selected object, that is, those of the last step.
    public var subject: Compound {
      get { steps[steps.count - 1].compound }
      set { steps[steps.count - 1].compound = newValue }
    }
  }

  /// The conditions on one object of a path, and its relation to the object of the previous step.
  public struct Step: Hashable, Sendable {
    /// The relation to the object of the previous step. The first step of a path uses it only inside `:has(…)`, as the
    /// relation to the object with the `:has` condition.
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

  /// The conditions on a single object, such as `StarView#badge[alpha<1]:modified`. All of them must hold.
  public struct Compound: Hashable, Sendable {
    /// The name of the object's class; nil for any class.
    public var typeName: String?

    /// The object's id; nil for any id.
    public var id: String?

    /// The permitted ids of the object; nil for any id.
    public var ids: [String]?

    /// The conditions in brackets, in the order written.
    public var predicates: [Predicate] = []

    /// The conditions after colons, in the order written.
    public var pseudoClasses: [PseudoClass] = []

    /// The offset of the compound in the selector's UTF-8 text.
    public var offset = 0
  }

  /// A condition in brackets, such as `[pointCount>5]`.
  public struct Predicate: Hashable, Sendable {
    /// The property as written: an identifier, a key path, a component or a label.
    public var property: String

    /// True if the comparison uses the stored value instead of the effective one.
    public var isStored: Bool

    /// The comparison with the value; nil to test only whether a value is stored.
    public var comparison: Comparison?

    /// The offset of the property's name in the selector's UTF-8 text.
    public var offset: Int

    /// The offset of the value in the selector's UTF-8 text; if there is no value, the offset after the name.
    public var valueOffset: Int
  }

  /// A condition after a colon, such as `:kind(View)`.
  public struct PseudoClass: Hashable, Sendable {
    /// The kind of condition, with the argument in its parentheses.
    public indirect enum Kind: Hashable, Sendable {
      case kind(String)
      case modified
      case unset(String)
      case composed(Composed)
      case text(String)
      case nthChild(ChildPattern)
      case lastChild
      case not([Path])
      /// Also written `:where(…)`.
      case `is`([Path])
      case has([Path])
      /// An object with a property or a constraint that refers to a matching object.
      case references([Path])
      /// An object that is related to a matching object, in either direction.
      case related([Path])
    }

    /// A condition on the origin of an object among the composed documents.
    public enum Composed: Hashable, Sendable {
      case instance
      case overridden
      case authored
      /// An instance of an object in the document with this name. The name may be followed by `#` and the id of that
      /// object.
      case from(String)
    }

    /// The condition, with its argument.
    public var kind: Kind

    /// The offset of the argument in the selector's UTF-8 text; the offset of the colon if there are no parentheses.
    public var offset: Int
  }
}

extension Selector {
  /// The names of all pseudo-classes, each with an example.
  package static let pseudoClasses: [(name: String, form: String)] = [
    ("kind", ":kind(View)"), ("modified", ":modified"), ("unset", ":unset(title)"), ("text", ":text(\"words\")"),
    ("not", ":not(StarView)"), ("is", ":is(StarView, #badge)"), ("where", ":where(StarView, #badge)"),
    ("has", ":has(> StarView)"), ("references", ":references(#gate)"), ("related", ":related(#gate)"),
    ("instance", ":instance"), ("overridden", ":overridden"), ("authored", ":authored"),
    ("from", ":from(card.json#badge)"), ("first-child", ":first-child"), ("last-child", ":last-child"),
    ("nth-child", ":nth-child(2n+1)"),
  ]
  /// Creates a selector of the objects with these ids, such as the results of an earlier search. Ids without an object
  /// are ignored.
  ///
  /// ```swift
  /// Selector(ids: ["card", "my badge"]).text  // #card, #"my badge"
  /// ```
  public init(ids: [String]) {
    alternatives = [Path(steps: [Step(combinator: .descendant, compound: Compound(ids: ids))])]
    text = ids.map(Self.text(ofID:)).joined(separator: ", ")
  }

  /// Returns the selector of an id: `#` and the id. The id is in quotes if it is empty, or contains a character that
  /// would end an unquoted id.
  package static func text(ofID id: String) -> String {
    let isPlain =
      !id.holds("/*") && id.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !">,[:+~\"'\\()".utf8.contains($0) }
    return isPlain && !id.isEmpty ? "#\(id)" : "#\(JSON.string(id).text())"
  }
  /// Returns the id in a text such as `#badge`, `#"a b"` or `#\31 a`; nil if the text does not begin with `#`. If the
  /// text is not a selector of a single id, everything after the `#` is returned.
  package static func id(written text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    return (try? Selector(parsing: text))?.onlyID ?? String(Substring(text.utf8.dropFirst()))
  }

  /// The ids in a selector without other conditions; nil for other selectors.
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

  /// The id in a selector that consists of a single id; nil for other selectors.
  package var onlyID: String? {
    guard let ids = onlyIDs, ids.count == 1 else { return nil }
    return ids[0]
  }
}
