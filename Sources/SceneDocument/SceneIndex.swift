import JSONText

/// The index of a text that is a scene: its objects, keys, classes and ids, as the scanner found them.
final class SceneIndex {
  /// The text that is indexed.
  let text: TextState
  let nodes: NodeTable
  private(set) var members: [SceneMember] = []
  private(set) var classNames: [String] = []
  private(set) var classBases: [String?] = []

  /// The attributes of edited objects that were read recently.
  var recent = RecentAttributes()

  /// The number of look-ups by id so far, and the table that is built after many.
  var lookUps = 0
  var idTable: IDTable?

  /// The part of the index that reading objects needs.
  var view: SceneView {
    SceneView(base: text.original.base, records: nodes.records, count: nodes.count, edited: text.overlay.bits)
  }

  /// Takes a text that has yet to be scanned; nil if there is no memory for its index.
  init?(_ text: TextState, limits: SceneLimits) {
    guard let nodes = NodeTable(forBytes: text.original.count, limit: limits.objects) else { return nil }
    self.text = text
    self.nodes = nodes
  }

  /// Shares another index, whose text `text` shares.
  init(sharing index: SceneIndex, of text: TextState) {
    self.text = text
    nodes = index.nodes
    (members, classNames, classBases) = (index.members, index.classNames, index.classBases)
  }

  /// Checks the text and builds the index; returns the first fault.
  ///
  /// - Parameters:
  ///   - reading: the reading that still fills the text.
  ///   - isCancelled: polled during the scan; if it returns true, the scan ends and its result means nothing.
  func scan(limits: SceneLimits, reading: FileReading? = nil, isCancelled: ScanWish? = nil) -> SceneFault? {
    let original = text.original
    var scanner = SceneScanner(original, nodes: nodes, limits: limits, hash: text.hash)
    defer { scanner.free() }
    scanner.isCancelled = isCancelled
    scanner.reading = reading
    var isGood = scanner.scan()
    if !isGood, scanner.isAhead, isCancelled?(0, 0) != true {
      // Zeros in place of unread bytes are not JSON.
      _ = reading?.wait(for: .max)
      scanner.free()
      nodes.clear()
      scanner = SceneScanner(original, nodes: nodes, limits: limits, hash: text.hash)
      scanner.isCancelled = isCancelled
      isGood = scanner.scan()
    }
    members = scanner.sceneMembers
    (classNames, classBases) = (scanner.classes.names, scanner.classes.bases)
    if isGood || isCancelled?(0, 0) == true { return nil }
    return Self.firstFault(original.buffer, limits)
  }

  /// Returns the first fault, found by the exact scanner, of a text that the fast pass refused.
  private static func firstFault(_ bytes: UnsafeRawBufferPointer, _ limits: SceneLimits) -> SceneFault {
    do throws(JSONSyntaxError) {
      try JSONSyntax.validate(bytes, maximumDepth: limits.depth)
    } catch {
      return SceneFault(error)
    }
    // The two always agree, as the tests show on many thousand broken scenes; if they did not, this would be reported.
    return SceneRules.firstFault(bytes, limits: limits) ?? SceneFault(SceneRefusal.unexplained, at: 0)
  }
}

/// Pointers into an index, copied out of it so that reading an object costs no reference counting.
@usableFromInline
struct SceneView {
  @usableFromInline var base: UnsafePointer<UInt8>
  @usableFromInline var records: UnsafeMutablePointer<NodeRecord>
  @usableFromInline var count: Int
  @usableFromInline var edited: Overlay.Bits
}
