import JSONText

/// The index of a scene's text: its objects, classes and ids, and the members of the outermost object.
final class SceneIndex {
  /// The text that is indexed.
  let text: TextState
  let nodes: NodeTable
  private(set) var members: [SceneMember] = []
  private(set) var classNames: [String] = []
  private(set) var classBases: [String?] = []

  /// True if any object has a reserved key, or a key of placeholders.
  private(set) var hasReservedKeys = false

  /// True if any object has bindings of properties to settings.
  private(set) var hasBindings = false

  /// A cache of the attributes of edited objects that were read recently.
  var recent = RecentAttributes()

  /// The number of look-ups by id so far; after several, `idTable` is built.
  var lookUps = 0
  var idTable: IDTable?

  /// Creates the table for look-ups by id, if it does not exist yet.
  func makeIDTable() {
    let view = view
    if idTable == nil { idTable = IDTable(NodeIndex(0)..<NodeIndex(view.count)) { view.records[$0.number].idHash } }
  }

  /// The pointers and the count needed to read objects, as a value.
  var view: SceneView {
    SceneView(base: text.original.base, records: nodes.records, count: nodes.count, edited: text.overlay.bits)
  }

  /// Creates an empty index for a text, which ``scan(limits:reading:isCancelled:)`` fills; nil if there is no memory
  /// for it.
  init?(_ text: TextState, limits: SceneLimits) {
    guard let nodes = NodeTable(forBytes: text.original.count, limit: limits.objects) else { return nil }
    self.text = text
    self.nodes = nodes
  }

  /// Creates an index that shares the contents of an existing one.
  ///
  /// - Parameter text: a state that shares the text of the existing index.
  init(sharing index: SceneIndex, of text: TextState) {
    self.text = text
    nodes = index.nodes
    (members, classNames, classBases) = (index.members, index.classNames, index.classBases)
    (hasReservedKeys, hasBindings) = (index.hasReservedKeys, index.hasBindings)
  }

  /// Checks the text and fills the index. Returns the first fault, which is never a duplicate id; nil if there is none,
  /// or if the scan is cancelled.
  ///
  /// - Parameter isCancelled: polled during the scan; if it returns true, the scan ends and the index is useless.
  func scan(limits: SceneLimits, isCancelled: ScanWish? = nil) -> SceneFault? {
    fill(limits: limits, isCancelled: isCancelled) ? nil : firstFault(limits)
  }

  /// Checks the text and fills the index. Returns false if the text has a fault, other than a duplicate id.
  ///
  /// - Parameters:
  ///   - reading: the concurrent reading that still fills the text; nil if the text is complete.
  ///   - isCancelled: polled during the scan; if it returns true, the scan ends and the index is useless.
  func fill(limits: SceneLimits, reading: FileReading? = nil, isCancelled: ScanWish? = nil) -> Bool {
    let original = text.original
    var scanner = SceneScanner(original, nodes: nodes, limits: limits, hash: text.hash)
    defer { scanner.free() }
    scanner.isCancelled = isCancelled
    scanner.reading = reading
    var isGood = scanner.scan()
    if !isGood, scanner.isAhead, isCancelled?(0, 0) != true {
      // The scan may have failed at zeros in place of unread bytes, so it is repeated.
      _ = reading?.wait(for: .max)
      scanner.free()
      nodes.clear()
      scanner = SceneScanner(original, nodes: nodes, limits: limits, hash: text.hash)
      scanner.isCancelled = isCancelled
      isGood = scanner.scan()
    }
    members = scanner.sceneMembers
    (classNames, classBases) = (scanner.classes.names, scanner.classes.bases)
    (hasReservedKeys, hasBindings) = (scanner.hasReservedKeys, scanner.hasBindings)
    return isGood || isCancelled?(0, 0) == true
  }

  /// Returns the first fault of a text that the fast scanner refused, found by the exact scanners. The text is
  /// complete.
  func firstFault(_ limits: SceneLimits) -> SceneFault {
    let bytes = text.original.buffer
    do throws(JSONSyntaxError) {
      try JSONSyntax.validate(bytes, maximumDepth: limits.depth)
    } catch {
      return SceneFault(error)
    }
    // The scanners agree on many thousand broken scenes in the tests; if they ever disagree, the error says so.
    return SceneRules.firstFault(bytes, limits: limits) ?? SceneFault(SceneRefusal.unexplained, at: 0)
  }
}

/// A copy of the pointers in an index, so that reading an object costs no reference counting.
@usableFromInline
struct SceneView {
  @usableFromInline var base: UnsafePointer<UInt8>
  @usableFromInline var records: UnsafeMutablePointer<NodeRecord>
  @usableFromInline var count: Int
  @usableFromInline var edited: Overlay.Bits
}
