internal import CommandLineKit
internal import JSONText

/// The number of scenes in which an edit finds nothing, and the names of the first three.
struct ScenesWithoutEdit {
  private static let mostNamed = 3
  private var count = 0
  private var first: [String] = []

  mutating func add(_ scene: String) {
    count += 1
    if first.count < Self.mostNamed { first.append(TerminalText.escaped(scene)) }
  }

  /// Returns a line such as `nothing to edit in 1 of 3 scenes: a.json`; nil if all scenes have something to edit.
  func words(of total: Int) -> String? {
    guard count > 0 else { return nil }
    let names = first.joined(separator: ", ")
    return
      "nothing matches in \(count) of \(pluralised(total, "scene"))\(count > first.count ? ", such as" : ":") \(names)"
  }
}

/// The scenes in which an edit is refused, grouped by the reason. Equal refusals are printed once.
struct RefusedScenes {
  private static let mostNamed = 3

  /// The content of a refusal without its place in a file.
  private struct Reason: Hashable {
    let reason: AnyRefusal
    let object: String?
    let property: String?
    let details: [Reason]

    init(_ refusal: Diagnostic) {
      reason = refusal.reason
      // A message that does not name the object is the same for all objects.
      object = refusal.naming == .none ? nil : refusal.object
      property = refusal.property
      details = refusal.details.map(Reason.init)
    }
  }

  /// The scene whose refusal was printed, and the later scenes with an equal refusal.
  private struct Group {
    let first: String
    var count = 0
    var places: [String] = []
  }

  private var groups: [Group] = []
  private var numbers: [Reason: Int] = [:]

  /// Adds a refusal. Returns true if no earlier refusal has the same reason; the caller then prints it.
  mutating func add(_ refusal: Diagnostic, of scene: String) -> Bool {
    guard let number = numbers[Reason(refusal)] else {
      numbers[Reason(refusal)] = groups.count
      groups.append(Group(first: TerminalText.escaped(scene)))
      return true
    }
    groups[number].count += 1
    if groups[number].places.count < Self.mostNamed {
      let place = refusal.details.count == 1 ? refusal.details[0].place : refusal.place
      groups[number].places.append(TerminalText.escaped(place.isEmpty ? scene : place))
    }
    return false
  }

  /// The summary lines of repeated refusals, such as `2 other scenes were refused for the same reason as a.json:
  /// b.json:3:5, c.json:4:5; nothing was changed in them`.
  var repeated: [String] {
    groups.filter { $0.count > 0 }.map { group in
      let rest = group.count - group.places.count
      let places = group.places.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
      let (were, them) = group.count == 1 ? ("was", "it") : ("were", "them")
      return
        "inspector: \(pluralised(group.count, "other scene")) \(were) refused for the same reason as \(group.first): \(places); nothing was changed in \(them)"
    }
  }
}
