internal import CSystem

extension SceneDocument {
  /// Prefetches the memory of the objects that come soon after a place of a list.
  ///
  /// The objects of a class lie apart, and no pattern shows the processor where the next one is: without this a walk
  /// over them waits for the memory of each.
  package func prefetch(_ nodes: ArraySlice<NodeIndex>, after place: Int) {
    if place + Self.recordsAhead < nodes.endIndex { inspector_prefetch(record(nodes[place + Self.recordsAhead])) }
    guard place + Self.textsAhead < nodes.endIndex else { return }
    let text = base + record(nodes[place + Self.textsAhead]).pointee.start
    for line in 0..<Self.linesOfText { inspector_prefetch(text + 64 * line) }
  }

  private static var recordsAhead: Int { 16 }
  private static var textsAhead: Int { 8 }

  /// Objects without their children mostly have 100 to 250 bytes.
  private static var linesOfText: Int { 4 }
}
