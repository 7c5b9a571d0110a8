internal import Synchronization

/// How far the work under way has come: counted by the loops that look at their ``InspectorJob``, and read by the
/// thread that displays it. Counting costs a store every few thousand objects.
public final class WorkProgress: Sendable {
  /// A part of the work, of which so much is done.
  public struct State: Hashable, Sendable {
    /// The parts of work that are counted.
    public enum Part: Hashable, Sendable {
      /// The text of a scene is read; counted in bytes.
      case reading
      /// Components are built by their plugins; counted in objects.
      case building
      /// Objects are gone through; there may be several rounds.
      case working
    }

    /// Which part is under way.
    public var part: Part

    /// How much of it is done, in the part's unit.
    public var done: Int

    /// How much of it there is, in the part's unit.
    public var total: Int
  }

  private let scanned = Atomic(0)
  private let text = Atomic(0)
  private let asked = Atomic(0)
  private let answered = Atomic(0)
  private let expected = Atomic(0)
  private let reached = Atomic(0)
  private let objects = Atomic(0)

  /// The part of the work that is under way; nil where none was begun.
  public var state: State? {
    let (scanned, text) = (scanned.load(ordering: .relaxed), text.load(ordering: .relaxed))
    if scanned < text { return State(part: .reading, done: scanned, total: text) }
    let (answered, asked) = (answered.load(ordering: .relaxed), asked.load(ordering: .relaxed))
    let total = max(asked, expected.load(ordering: .relaxed))
    if answered < asked { return State(part: .building, done: answered, total: total) }
    let (reached, objects) = (reached.load(ordering: .relaxed), objects.load(ordering: .relaxed))
    return reached > 0 && reached < objects ? State(part: .working, done: reached, total: objects) : nil
  }

  /// Forgets the work before.
  public func reset() {
    scanned.store(0, ordering: .relaxed)
    text.store(0, ordering: .relaxed)
    asked.store(0, ordering: .relaxed)
    answered.store(0, ordering: .relaxed)
    expected.store(0, ordering: .relaxed)
    reached.store(0, ordering: .relaxed)
  }

  /// Notes how many bytes of a scene's text are read.
  package func scan(_ bytes: Int, of count: Int) {
    scanned.store(bytes, ordering: .relaxed)
    text.store(count, ordering: .relaxed)
  }

  /// The text is read, or refused.
  package func endScan() { scan(0, of: 0) }

  /// Adds to the number of components that will be built.
  package func expect(_ count: Int) {
    expected.store(asked.load(ordering: .relaxed) + count, ordering: .relaxed)
  }

  /// Counts components that a plugin is to build.
  package func ask(_ count: Int) { asked.add(count, ordering: .relaxed) }

  /// Counts components that were built, or could not be.
  package func answer(_ count: Int) { answered.add(count, ordering: .relaxed) }

  /// A loop has come to the object of that number.
  func reach(_ number: Int) { reached.store(number, ordering: .relaxed) }

  /// How many objects the scene holds that is worked on.
  package func begin(objects count: Int) { objects.store(count, ordering: .relaxed) }
}
