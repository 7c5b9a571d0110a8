/// The default sorting, grouping, searched properties and related objects for lists of a class's objects.
///
/// ```swift
/// override class var arrangement: Arrangement? {
///   Arrangement(sort: [.descending("rating"), .ascending("title")], group: "kind", search: ["title"], related: ["shelf"])
/// }
/// ```
///
/// Live lists use the sort and the group if their query specifies neither, and `find --arranged` uses them where
/// `--sort` and `--group` are absent; plain `find` keeps the order of the document. A text search looks in the id, the
/// name and the searched properties of an object, and `find --related` follows the related properties.
///
/// A subclass inherits the arrangement as a whole or replaces it. An empty arrangement restores the order of the
/// document. The type is a class so that a definition stores only one reference.
public final class Arrangement: Sendable {
  /// A column to sort by, and its direction.
  public struct SortKey: Hashable, Sendable {
    /// The name of a property or of one of its numbers, such as `frame.x`; or `id`, `class`, `name` or `parent`.
    public var name: String

    /// True if larger values precede smaller ones. Unset values come last in both directions.
    public var isDescending: Bool

    /// Makes the key of a column; by default, smaller values come first.
    public init(_ name: String, isDescending: Bool = false) { (self.name, self.isDescending) = (name, isDescending) }

    /// Returns a key that puts smaller values first: `.ascending("title")`.
    public static func ascending(_ name: String) -> SortKey { SortKey(name) }

    /// Returns a key that puts larger values first: `.descending("rating")`.
    public static func descending(_ name: String) -> SortKey { SortKey(name, isDescending: true) }
  }

  /// The columns to sort by, the most significant first; empty for the order of the document.
  public let sort: [SortKey]

  /// The column whose values divide a list into sections, named as in ``SortKey``; nil for none.
  public let group: String?

  /// The names of the properties whose displayed text is searched; empty for all texts of an object.
  public let search: [String]

  /// The names of the reference properties that lead to related objects, and `parent`; empty for all properties that
  /// refer to objects.
  public let related: [String]

  /// Makes an arrangement. Registration reports unknown and repeated names.
  public init(sort: [SortKey] = [], group: String? = nil, search: [String] = [], related: [String] = []) {
    (self.sort, self.group, self.search, self.related) = (sort, group, search, related)
  }

  /// The names, other than those of properties, by which lists can be sorted and grouped.
  package static let members = ["id", "class", "name", "parent"]

  /// The name in ``related`` that stands for an object's parent.
  package static let parent = "parent"
}

extension Arrangement: Hashable {
  /// Returns true if both arrangements declare the same sort keys, group, searched properties and related objects.
  public static func == (one: Arrangement, other: Arrangement) -> Bool {
    one === other
      || one.sort == other.sort && one.group == other.group && one.search == other.search
        && one.related == other.related
  }

  /// Hashes the sort keys, the group, the searched properties and the related objects.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sort)
    hasher.combine(group)
    hasher.combine(search)
    hasher.combine(related)
  }
}

extension Arrangement.SortKey {
  /// The key in the syntax of `--sort`: `rating:desc`, `title`.
  package var text: String { isDescending ? "\(name):desc" : name }

  /// Parses a key such as `rating:desc`; a key without `:desc` is ascending.
  package init(text: String) {
    for (suffix, isDescending) in [(":desc", true), (":asc", false)] where text.hasSuffix(suffix) {
      self.init(String(text.dropLast(suffix.count)), isDescending: isDescending)
      return
    }
    self.init(text)
  }
}

extension Arrangement {
  /// The arrangement in a few words, such as `sorted by rating:desc, title; grouped by kind`; nil if it declares
  /// nothing.
  package var words: String? {
    let facts = [
      sort.isEmpty ? nil : "sorted by \(sort.map(\.text).joined(separator: ", "))",
      group.map { "grouped by \($0)" },
      search.isEmpty ? nil : "searched in \(search.joined(separator: ", "))",
      related.isEmpty ? nil : "related by \(related.joined(separator: ", "))",
    ].compactMap(\.self)
    return facts.isEmpty ? nil : facts.joined(separator: "; ")
  }
}

extension ComponentDefinition {
  /// Returns the mistakes in the class's arrangement, such as unknown or repeated names.
  ///
  /// - Parameter properties: the properties of the class, including inherited ones.
  func arrangementProblems(among properties: [PropertyDefinition]) -> [RegistrationProblem] {
    guard let arrangement else { return [] }
    if extends != nil { return [.arrangementOfExtension(name)] }
    let sorted = arrangement.sort.map(\.name)
    let problems =
      Self.repeated(sorted).map { "it sorts by '\($0)' twice; keep one of them" }
      + Self.repeated(arrangement.search).map { "it searches '\($0)' twice; keep one of them" }
      + Self.repeated(arrangement.related).map { "it relates '\($0)' twice; keep one of them" }
      + sorted.compactMap { Self.problem(ofColumn: $0, "sorts by", among: properties) }
      + (arrangement.group.flatMap { Self.problem(ofColumn: $0, "groups by", among: properties) }.map { [$0] } ?? [])
      + arrangement.search.filter { name in !properties.contains { $0.name == name } }.map {
        "it searches '\($0)', which is not a property of the class\(Self.suffix(for: $0, among: properties))"
      } + arrangement.related.compactMap { Self.problem(ofRelated: $0, among: properties) }
    return problems.map { .badArrangement(name, problem: $0) }
  }

  /// Returns the mistake in a name that the arrangement sorts or groups by; nil if there is none.
  private static func problem(
    ofColumn name: String, _ verb: String, among properties: [PropertyDefinition]
  ) -> String? {
    let isProperty = properties.contains { $0.name == name }
    if Arrangement.members.contains(name) {
      return isProperty
        ? "it \(verb) '\(name)', which is a property of the class and a member of every object; rename the property"
        : nil
    }
    guard !isProperty, !isNumber(name, among: properties) else { return nil }
    return "it \(verb) '\(name)', which is not a property of the class\(suffix(for: name, among: properties))"
  }

  private static func problem(ofRelated name: String, among properties: [PropertyDefinition]) -> String? {
    guard let property = properties.first(where: { $0.name == name }) else {
      let references = properties.filter { $0.references != nil }.map(\.name)
      return name == Arrangement.parent
        ? nil
        : "it relates '\(name)', which is not a property of the class\(DidYouMean.suffix(for: name, among: references))"
    }
    if property.references != nil { return nil }
    return "it relates '\(name)', which does not refer to objects; give it 'references', or name 'parent'"
  }

  /// Returns true if a name such as `frame.x` refers to a number in a property's value.
  private static func isNumber(_ name: String, among properties: [PropertyDefinition]) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    let (owner, number) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    guard let type = properties.first(where: { $0.name == owner })?.type else { return false }
    let numbers: [StaticString] =
      switch type {
      case .point: NumberMembers.point
      case .size: NumberMembers.size
      case .rect: NumberMembers.rect
      case .color: ["red", "green", "blue", "alpha"]
      case .int, .string, .double, .bool: []
      }
    return numbers.contains { "\($0)" == number }
  }

  private static func suffix(for name: String, among properties: [PropertyDefinition]) -> String {
    DidYouMean.suffix(for: name, among: properties.map(\.name))
  }

  /// Returns the names that occur more than once, each once.
  private static func repeated(_ names: [String]) -> [String] {
    var (seen, repeated) = (Set<String>(), [String]())
    for name in names where !seen.insert(name).inserted && !repeated.contains(name) { repeated.append(name) }
    return repeated
  }
}
