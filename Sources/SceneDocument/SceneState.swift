import JSONText

/// A document's text, the index of its objects, and the attribute edits made on it: what a structural edit exchanges as
/// a whole, since offsets and numbers of one text mean nothing in another.
final class SceneState {
  let source: SceneBytes
  let nodes: NodeTable
  let overlay: Overlay
  let hash: Hash
  /// The text that this is, among all that the document has had; 0 for the one as read.
  let generation: Int
  private(set) var members: [SceneMember] = []
  var classNames: [String] = []
  var classBases: [String?] = []

  /// How often an object was looked up by its id, and the table that was made when that was often.
  var lookUps = 0
  var idTable: IDTable?

  /// What keeps texts of the overlay, where another document has them too.
  private let lender: Overlay?

  lazy var map = SourceMap(source.buffer)

  /// The state as looking at objects needs it.
  var view: SceneView {
    SceneView(base: source.base, records: nodes.records, count: nodes.count, edited: overlay.bits)
  }

  /// Takes a text that has yet to be scanned; nil where there is no memory for its index.
  ///
  /// - Parameter overlay: the attribute edits that were made on this very text before, where it is one that comes back.
  init?(_ source: SceneBytes, limits: SceneLimits, generation: Int = 0, overlay: Overlay = Overlay()) {
    guard let nodes = NodeTable(forBytes: source.count, limit: limits.objects) else { return nil }
    self.source = source
    self.nodes = nodes
    self.generation = generation
    self.overlay = overlay
    hash = Hash()
    lender = nil
  }

  /// The text and the index of another state, with edits of its own that begin as those of a snapshot.
  init(sharing state: SceneState, _ snapshot: DocumentSnapshot) {
    (source, nodes, hash, generation) = (state.source, state.nodes, state.hash, state.generation)
    (members, classNames, classBases) = (state.members, state.classNames, state.classBases)
    (overlay, lender) = (Overlay(), snapshot.overlay)
    overlay.palette = snapshot.entries.palette
    snapshot.entries.byNode.visit { overlay[Int($0)] = $1 }
  }

  /// Checks the text and makes the index; answers the first fault.
  ///
  /// - Parameters:
  ///   - reading: where the text still comes from.
  ///   - isCancelled: is called now and then; where it returns true, the scan ends and its result means nothing.
  func scan(limits: SceneLimits, reading: FileReading? = nil, isCancelled: ScanWish? = nil) -> SceneFault? {
    var scanner = SceneScanner(source, nodes: nodes, limits: limits, hash: hash)
    defer { scanner.free() }
    scanner.isCancelled = isCancelled
    scanner.reading = reading
    var isGood = scanner.scan()
    if !isGood, scanner.isAhead, isCancelled?(0, 0) != true {
      // Zeros where nothing was read yet are no JSON.
      _ = reading?.wait(for: .max)
      scanner.free()
      nodes.clear()
      scanner = SceneScanner(source, nodes: nodes, limits: limits, hash: hash)
      scanner.isCancelled = isCancelled
      isGood = scanner.scan()
    }
    members = scanner.sceneMembers
    (classNames, classBases) = (scanner.classes.names, scanner.classes.bases)
    if isGood || isCancelled?(0, 0) == true { return nil }
    return Self.firstFault(source.buffer, limits)
  }

  /// The first fault of a text that the fast pass refused, found by the exact scanner, with its place.
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

/// Pointers into a state, copied out of it so that looking at an object costs no reference counting.
@usableFromInline
struct SceneView {
  @usableFromInline var base: UnsafePointer<UInt8>
  @usableFromInline var records: UnsafeMutablePointer<NodeRecord>
  @usableFromInline var count: Int
  @usableFromInline var edited: Overlay.Bits
}
