internal import CommandReports
internal import Synchronization
internal import Workbench

/// The other scenes of a run, in which a name is looked up that a scene and the plugins do not have.
///
/// A name that none of them has is a mistake, which every scene is refused for, so that none is written.
final class NameLookup: Sendable {
  private let scenes: [CommandScene]
  private let found = Mutex<[UnknownNamePlace: Bool]>([:])

  init(_ scenes: [CommandScene]) { self.scenes = scenes }

  /// True if any of the scenes, or a plugin that it names, has the name at a place in a selector.
  func isKnown(_ place: UnknownNamePlace, _ run: CommandRun) -> Bool {
    found.withLock { found in
      if let known = found[place] { return known }
      let isKnown = scenes.contains { scene in
        guard let selector = try? Selector(parsing: place.selector),
          let session = try? run.open(scene, comparing: selector)
        else { return false }
        return (try? session.hasName(at: place, in: selector)) ?? false
      }
      found[place] = isKnown
      return isKnown
    }
  }
}
