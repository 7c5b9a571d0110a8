import JSONText

/// A document's text, the index of its objects, and the attribute edits made on it. A structural edit exchanges them as
/// a whole, since offsets and numbers of one text mean nothing in another.
final class SceneState {
  let source: SceneBytes
  let nodes: NodeTable
  let overlay: Overlay
  let hash: Hash
  /// The number of this text among all that the document has had; 0 for the one as read.
  let generation: Int
  private(set) var members: [SceneMember] = []
  var classNames: [String] = []
  var classBases: [String?] = []

  /// The number of look-ups by id so far, and the table that is built after many.
  var lookUps = 0
  var idTable: IDTable?

  lazy var map = SourceMap(source.buffer)

  /// The part of the state that reading objects needs.
  var view: SceneView {
    SceneView(base: source.base, records: nodes.records, count: nodes.count, edited: overlay.bits)
  }

  /// Takes a text that has yet to be scanned; nil where there is no memory for its index.
  ///
  /// - Parameter overlay: the attribute edits made on this very text before, where it is restored.
  init?(_ source: SceneBytes, limits: SceneLimits, generation: Int = 0, overlay: Overlay = Overlay()) {
    guard let nodes = NodeTable(forBytes: source.count, limit: limits.objects) else { return nil }
    self.source = source
    self.nodes = nodes
    self.generation = generation
    self.overlay = overlay
    hash = Hash()
  }

  /// Shares the text and the index of another state, with attribute edits of its own.
  init(sharing state: SceneState, _ overlay: Overlay) {
    (source, nodes, hash, generation) = (state.source, state.nodes, state.hash, state.generation)
    (members, classNames, classBases) = (state.members, state.classNames, state.classBases)
    self.overlay = overlay
  }

  /// Checks the text and builds the index; returns the first fault.
  ///
  /// - Parameters:
  ///   - reading: the reading that still fills the text.
  ///   - isCancelled: polled during the scan; where it returns true, the scan ends and its result means nothing.
  func scan(limits: SceneLimits, reading: FileReading? = nil, isCancelled: ScanWish? = nil) -> SceneFault? {
    var scanner = SceneScanner(source, nodes: nodes, limits: limits, hash: hash)
    defer { scanner.free() }
    scanner.isCancelled = isCancelled
    scanner.reading = reading
    var isGood = scanner.scan()
    if !isGood, scanner.isAhead, isCancelled?(0, 0) != true {
      // Zeros in place of unread bytes are not JSON.
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

/// Pointers into a state, copied out of it so that reading an object costs no reference counting.
@usableFromInline
struct SceneView {
  @usableFromInline var base: UnsafePointer<UInt8>
  @usableFromInline var records: UnsafeMutablePointer<NodeRecord>
  @usableFromInline var count: Int
  @usableFromInline var edited: Overlay.Bits
}
