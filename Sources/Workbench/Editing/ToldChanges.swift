internal import SceneDocument

/// What an edit changes of each object, kept until all of it is decided. Any number of changes costs 16 bytes an object
/// and a megabyte, the rest being in a file.
///
/// The runs that an edit consists of add to one list.
final class ToldChanges {
  private struct Place {
    var node: UInt32
    var length: UInt32
    var offset: Int
  }

  private var places: [Place] = []
  private let spool = ByteSpool()

  /// What became known of an object's changes afterwards, and where the changes of that run are.
  private var effects: [NodeIndex: [Late]] = [:]
  private var start = 0

  private struct Late {
    var run: Range<Int>
    var effects: [ObjectChange.Effect]
  }

  /// Begins a run of the edit.
  func begin() { start = spool.count }

  func add(_ changes: [ObjectChange], of node: NodeIndex) {
    guard !changes.isEmpty else { return }
    var bytes = ChangeBytes()
    for change in changes { bytes.append(change) }
    places.append(Place(node: UInt32(node), length: UInt32(bytes.bytes.count), offset: spool.count))
    spool.append(bytes.bytes)
  }

  /// Adds to an object's first change in the present run, if it has any.
  func add(effects more: [ObjectChange.Effect], of node: NodeIndex) {
    effects[node, default: []].append(Late(run: start..<spool.count, effects: more))
  }

  /// Follows a structural edit; of objects that are no more nothing is told.
  func follow(_ map: NodeMap) {
    places = places.compactMap { place in
      map.new(NodeIndex(place.node)).map { Place(node: UInt32($0), length: place.length, offset: place.offset) }
    }
    effects = effects.reduce(into: [:]) { moved, entry in
      if let node = map.new(entry.key) { moved[node] = entry.value }
    }
  }

  /// All changes in the order of the document, those of an object in the order in which they were added; false where they
  /// cannot be read any more.
  ///
  /// Classes are edited one after another, and people read in the order of the document.
  func read(until cancellation: Cancellation? = nil, _ body: (NodeIndex, [ObjectChange]) -> Void) -> Bool {
    places.sort { ($0.node, $0.offset) < ($1.node, $1.offset) }
    var (last, late): (UInt32?, [Late]) = (nil, [])
    for (number, place) in places.enumerated() {
      if cancellation?.isCancelled(at: number) == true { break }
      guard let bytes = spool.read(place.offset..<(place.offset + Int(place.length))) else { return false }
      var reader = ChangeReader(bytes)
      var changes: [ObjectChange] = []
      while let change = reader.change() { changes.append(change) }
      if last != place.node { late = effects[NodeIndex(place.node), default: []] }
      last = place.node
      late.removeAll { more in
        guard more.run.contains(place.offset) else { return false }
        changes[0].effects += more.effects
        return true
      }
      body(NodeIndex(place.node), changes)
    }
    return true
  }
}

extension EditError {
  /// What ``ToldChanges`` kept in a file cannot be read any more.
  static let changesLost = EditError(
    code: "io.read", message: "the temporary file with what would change cannot be read")
}
