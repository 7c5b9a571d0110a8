internal import Synchronization

/// The progress of the work under an ``InspectorJob``, recorded by its loops and read by the thread that displays it.
///
/// The loops update the counts only every few thousand objects, to keep the overhead low.
public final class WorkProgress: Sendable {
  /// The current part of the work, with its finished and total amounts.
  public struct State: Hashable, Sendable {
    /// The parts of work whose progress is counted.
    public enum Part: Hashable, Sendable {
      /// Reading the text of a scene; counted in bytes.
      case reading
      /// Building components by their plugins; counted in objects.
      case building
      /// Iterating over objects, possibly in several rounds; counted in objects.
      case working
    }

    /// The part of the work that is under way.
    public var part: Part

    /// The finished amount, in the part's unit.
    public var done: Int

    /// The total amount, in the part's unit.
    public var total: Int
  }

  private let scanned = Atomic(0)
  private let text = Atomic(0)
  private let asked = Atomic(0)
  private let answered = Atomic(0)
  private let expected = Atomic(0)
  private let reached = Atomic(0)
  private let objects = Atomic(0)

  /// The current part of the work and its progress; nil if no counted part is under way.
  public var state: State? {
    let (scanned, text) = (scanned.load(ordering: .relaxed), text.load(ordering: .relaxed))
    if scanned < text { return State(part: .reading, done: scanned, total: text) }
    let (answered, asked) = (answered.load(ordering: .relaxed), asked.load(ordering: .relaxed))
    let total = max(asked, expected.load(ordering: .relaxed))
    if answered < asked { return State(part: .building, done: answered, total: total) }
    let (reached, objects) = (reached.load(ordering: .relaxed), objects.load(ordering: .relaxed))
    return reached > 0 && reached < objects ? State(part: .working, done: reached, total: objects) : nil
  }

  /// Sets all counts except the number of objects to 0, before the next piece of work.
  public func reset() {
    scanned.store(0, ordering: .relaxed)
    text.store(0, ordering: .relaxed)
    asked.store(0, ordering: .relaxed)
    answered.store(0, ordering: .relaxed)
    expected.store(0, ordering: .relaxed)
    reached.store(0, ordering: .relaxed)
  }

  /// Records the number of bytes of a scene's text that were read, out of `count`.
  package func scan(_ bytes: Int, of count: Int) {
    scanned.store(bytes, ordering: .relaxed)
    text.store(count, ordering: .relaxed)
  }

  /// Ends the part ``State/Part/reading``, regardless of whether the text was accepted.
  package func endScan() { scan(0, of: 0) }

  /// Records the number of components that will be requested in addition to those already requested.
  package func expect(_ count: Int) {
    expected.store(asked.load(ordering: .relaxed) + count, ordering: .relaxed)
  }

  /// Increases the number of components that were requested from plugins.
  package func ask(_ count: Int) { asked.add(count, ordering: .relaxed) }

  /// Increases the number of requested components that were built or failed.
  package func answer(_ count: Int) { answered.add(count, ordering: .relaxed) }

  /// Records the number of the object that a loop over all objects has reached.
  func reach(_ number: Int) { reached.store(number, ordering: .relaxed) }

  /// Records the number of objects in the scene, the total of ``State/Part/working``.
  package func begin(objects count: Int) { objects.store(count, ordering: .relaxed) }
}
