internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

/// The options that specify the place of an object among the objects of the scene.
struct PlaceOptions: ParsableArguments {
  // Ids may begin with a dash.
  @Option(
    name: .customLong("in"), parsing: .unconditional,
    help: ArgumentHelp("The parent; '/' is the scene.", valueName: "id"))
  var holder: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The sibling to place it before.", valueName: "id"))
  var before: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The sibling to place it after.", valueName: "id"))
  var after: String?

  @Flag(help: "Make it the first child instead of the last.")
  var first = false

  @Option(
    help: ArgumentHelp("Its index among its siblings, counted from 0, or 'first' or 'last'.", valueName: "number"))
  var at: TypedPosition?

  /// Returns the place that the options specify; nil if none of the options is given.
  ///
  /// - Throws: an error if two of the options specify different places.
  func place() throws(Diagnostic) -> TypedPlace? {
    let given = [("--before", before != nil), ("--after", after != nil), ("--first", first), ("--at", at != nil)]
      .filter(\.1).map(\.0)
    guard given.count < 2 else { throw Diagnostic(SceneUsage.differentPlaces(given[0], given[1])) }
    // A sibling already determines the parent.
    if holder != nil, before != nil || after != nil { throw Diagnostic(SceneUsage.differentPlaces("--in", given[0])) }
    guard holder != nil || !given.isEmpty else { return nil }
    return TypedPlace(
      holder: holder, sibling: before ?? after, isBefore: before != nil,
      position: first ? .first : at?.position ?? .last)
  }
}

extension SceneDocument {
  /// Returns the place with its ids resolved to nodes; nil if an id is unknown.
  func place(_ place: StepPlace) -> ObjectPlace? {
    func node(_ selector: Selector) -> NodeIndex? { selector.onlyIDs?.first.flatMap { self.node(id: $0) } }
    let parent = place.parent.flatMap(node)
    guard place.parent == nil || parent != nil else { return nil }
    return switch place.position {
    case .before(let sibling): node(sibling).map { .before($0) }
    case .after(let sibling): node(sibling).map { .after($0) }
    case .first: .first(in: parent)
    case .last: .last(in: parent)
    case .index(let index): .at(index, in: parent)
    }
  }
}

/// The position of an object among its siblings, as the user types it: an index, `first` or `last`.
struct TypedPosition: ExpressibleByArgument, Sendable {
  let position: StepPlace.Position

  init?(argument: String) {
    switch argument {
    case "first": position = .first
    case "last": position = .last
    default:
      guard let index = Int(argument) else { return nil }
      position = .index(index)
    }
  }
}

/// A place as the user typed it. Its ids are resolved separately in each scene.
struct TypedPlace: Sendable {
  /// The id of the parent, or `/` for the scene; nil if none is given.
  let holder: String?

  /// The id of the adjacent sibling; nil if none is given.
  let sibling: String?
  let isBefore: Bool
  let position: StepPlace.Position

  /// The place after the last child of the parent.
  static let last = TypedPlace(holder: nil, sibling: nil, isBefore: false, position: .last)

  /// Returns the place with its ids resolved in a scene.
  ///
  /// - Parameter parent: returns the parent to use if neither a parent nor a sibling is given; nil for the scene.
  func place(in document: SceneDocument, _ parent: () -> NodeIndex?) -> StepPlace {
    func object(_ typed: String) -> Selector {
      Selector(ids: [document.node(typed: typed).map(document.id) ?? typed])
    }
    if let sibling { return StepPlace(isBefore ? .before(object(sibling)) : .after(object(sibling))) }
    if let holder { return StepPlace(in: holder == "/" ? nil : object(holder), position) }
    return StepPlace(in: parent().map { Selector(ids: [document.id($0)]) }, position)
  }
}
