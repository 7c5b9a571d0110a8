internal import InspectorKit
internal import SceneDocument

/// A dry run in steps that tries all of them on a few thousand objects, then on the next: each step has to see what those
/// before it did, and only that much of it is ever kept.
///
/// It is possible where no object's part in the edit hangs on another's, and given up at the first thing that is to be
/// said of the edit as a whole: a refusal, or a warning.
struct WindowedTrial {
  private let model: SceneModel
  private let request: EditRequest
  private let told = ToldChanges()

  private let windowCount: Int

  /// Nil where objects may depend on each other.
  ///
  /// - Parameter windowCount: how many objects are looked at before the next.
  init?(_ model: SceneModel, _ request: EditRequest, windowCount: Int = 4096) {
    guard request.isDryRun, request.steps.count > 1, !model.hasParentReaders, model.tracer == nil else { return nil }
    for step in request.steps {
      guard case .set(let selector, _) = step, (try? Selection(model, selector))?.isLocal == true else { return nil }
    }
    self.model = model
    self.windowCount = windowCount
    self.request = request
  }

  /// What the edit comes to; nil where it has to be tried as a whole.
  func result(tell: ((ObjectChange) -> Void)?) throws(EditError) -> EditResult? {
    guard var result = try trial() else { return nil }
    let isWhole = told.read(until: model.library.cancellation) { _, changes in
      if let tell { changes.forEach(tell) } else { result.changes += changes }
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
    for start in stride(from: 0, to: model.document.objectCount, by: windowCount) {
      try model.library.cancellation.check()
      let window = start..<min(start + windowCount, model.document.objectCount)
      let run = StepRun(model, part, conflicts: nil, window: window) { told.add([$0], of: start) }
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
