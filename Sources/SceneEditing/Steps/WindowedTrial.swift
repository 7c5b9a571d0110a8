internal import InspectorKit
internal import SceneDocument

/// A dry run in steps that tries all of them on a few thousand objects, then on the next: each step has to see what those
/// before it did, and only that much of it is ever kept.
///
/// It is possible where selectors look at no object beside the one that is meant, and given up at the first finding about the
/// edit as a whole: a refusal, or a warning. Each window makes every step, so that it is for few steps only.
package struct WindowedTrial {
  private let model: SceneModel
  private let request: EditRequest
  private let spool = ChangeSpool()

  private let windowCount: Int

  /// How many steps are tried in windows at most.
  private static let mostSteps = 64

  /// Nil where a step may look at all objects at once.
  ///
  /// - Parameter windowCount: how many objects are looked at before the next, or a few more.
  package init?(_ model: SceneModel, _ request: EditRequest, windowCount: Int = 4096) {
    guard request.isDryRun, (2...Self.mostSteps).contains(request.steps.count), model.tracer == nil else { return nil }
    for step in request.steps {
      guard let step = step.kind as? SetStep, (try? Selection(model, step.selector))?.isLocal == true else {
        return nil
      }
    }
    self.model = model
    self.windowCount = windowCount
    self.request = request
  }

  /// What the edit comes to; nil where it has to be tried as a whole.
  package func result(onChange: ((ObjectChange) -> Void)?) throws(EditError) -> EditResult? {
    guard var result = try trial() else { return nil }
    let isWhole = spool.read(until: model.library.cancellation) { _, changes in
      if let onChange { changes.forEach(onChange) } else { result.changes += changes }
    }
    guard isWhole else { throw EditError.changesLost }
    try model.library.cancellation.check()
    return result
  }

  private func trial() throws(EditError) -> EditResult? {
    var part = request
    part.allowsEmpty = true
    var result = EditResult()
    var meant = request.steps.map { _ in 0 }
    var windows = EditWindows(model, count: windowCount)
    while let window = windows.next() {
      try model.library.cancellation.check()
      let run = Transaction(model, part, conflicts: nil, window: window) { spool.add([$0], of: window.lowerBound) }
      do throws(EditError) {
        try model.document.forgetting { () throws(EditError) in try run.perform() }
      } catch {
        try model.library.cancellation.check()
        return nil
      }
      guard run.result.warnings.isEmpty else { return nil }
      result.matched += run.result.matched
      result.changed += run.result.changed
      for (step, count) in run.meant.enumerated() { meant[step] += count }
    }
    return meant.contains(0) && !request.allowsEmpty ? nil : result
  }
}

/// The objects of a scene, so many at once and in their order. What reads its parent stands in one window with that.
struct EditWindows: IteratorProtocol {
  private let total: Int
  private let count: Int
  private var start = 0

  /// Objects that read their parents; with each the first parent that it or a later one reads.
  private var readers: [(node: UInt32, parent: UInt32)] = []
  private var reader = 0

  init(_ model: SceneModel, count: Int) {
    total = model.document.objectCount
    self.count = count
    guard model.hasParentReaders else { return }
    for node in 0..<total {
      guard let binding = model.binding(of: node), !binding.definition.readsParent.isEmpty,
        let parent = model.document.parent(node)
      else { continue }
      readers.append((UInt32(node), UInt32(parent)))
    }
    for place in readers.indices.dropLast().reversed() {
      readers[place].parent = min(readers[place].parent, readers[place + 1].parent)
    }
  }

  package mutating func next() -> Range<NodeIndex>? {
    guard start < total else { return nil }
    var end = min(start + count, total)
    while reader < readers.count, readers[reader].node < end || readers[reader].parent < end {
      end = max(end, Int(readers[reader].node) + 1)
      reader += 1
    }
    defer { start = end }
    return start..<end
  }
}
