internal import Glibc
internal import Synchronization

/// A handle by which a caller observes the progress of its calls, and ends them early by ``cancel()`` or a deadline.
///
/// ```swift
/// let job = InspectorJob(deadline: .now + .seconds(2))
/// let found = try session.under(job).select(selector)
/// // Elsewhere, on any thread:
/// job.cancel()  // ends the call above with the error `cancelled`, and no call under a different job
/// ```
///
/// Loops over objects check the job every few thousand objects, and a cancellation immediately ends a wait for a
/// plugin. Cancelled work throws an error with the code `cancelled`, and changes nothing. A cancellation stays in
/// effect until ``reset()`` is called.
public final class InspectorJob: Sendable {
  /// The progress of the work under this job.
  public let progress = WorkProgress()

  /// The time at which the work ends as if it had been cancelled; nil for no deadline.
  public let deadline: ContinuousClock.Instant?

  /// A job without a deadline that is never cancelled, for work in the background.
  package static let unattended = InspectorJob()

  private let flag = Atomic(false)

  /// The bit mask that selects the object numbers at which a loop checks the job: a power of two minus one.
  private let stride = Atomic(InspectorJob.usualStride)
  private static let usualStride = 4095

  /// The number of edits under way in all sessions that take precedence over work that gives way.
  private static let precedingEdits = Atomic(0)

  /// The maximum wait of work that gives way, in microseconds. The limit lets an edit itself wait for such work.
  private static let longestWait = 5000

  /// The number of running sections that must not be interrupted; see ``holdingOff(_:)``.
  private let heldOff = Atomic(0)

  /// The files put in place by ``commit(_:_:)``, and a flag that prevents further commits.
  private let commits = Mutex((files: [String](), isClosed: false))

  /// A socket pair that ends waits: a byte written to `input` makes `output` readable. Both are -1 if the system has no
  /// descriptors left.
  private let (input, output): (Int32, Int32)

  /// Creates a job that is not cancelled. A job uses two file descriptors as long as it exists.
  public init(deadline: ContinuousClock.Instant? = nil) {
    self.deadline = deadline
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    socketpair(AF_UNIX, Int32(kind), 0, &ends)
    (input, output) = (ends[0], ends[1])
  }

  deinit { for end in [input, output] where end >= 0 { close(end) } }

  /// True if the job was cancelled or its deadline has passed, and no section that must not be interrupted is running.
  public var isCancelled: Bool {
    (flag.load(ordering: .relaxed) || isOverdue) && heldOff.load(ordering: .relaxed) == 0
  }

  private var isOverdue: Bool { deadline.map { $0 <= .now } ?? false }

  /// A descriptor to include in a `poll`, which becomes readable when the job is cancelled; -1 while the work must not
  /// be interrupted.
  package var watchedDescriptor: Int32 { heldOff.load(ordering: .relaxed) > 0 ? -1 : output }

  /// Waits for the given time. Returns true if the time has passed, or false early if the work is cancelled.
  package func wait(milliseconds: Int) -> Bool {
    var watched = pollfd(fd: watchedDescriptor, events: Int16(POLLIN), revents: 0)
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while !isCancelled {
      let now = ContinuousClock.now
      guard now < end else { return true }
      let wakes = deadline.map { $0 > now ? min($0, end) : end } ?? end
      let left = (wakes - now) / .milliseconds(1)
      _ = poll(&watched, 1, Int32(min(left.rounded(.up), 60_000)))
    }
    return false
  }

  /// Requests the cancellation of the work under way and of later work until ``reset()`` is called. Returns at once,
  /// without waiting for the work to end; may be called from a signal handler.
  public func cancel() {
    let error = errno
    flag.store(true, ordering: .relaxed)
    var byte: UInt8 = 0
    if input >= 0 { _ = write(input, &byte, 1) }
    errno = error
  }

  /// Runs the step that moves files to their final paths, and returns true if the step succeeded. If the work is
  /// cancelled or commits are closed, returns nil without running the step.
  package func commit(_ files: [String], _ step: () -> Bool) -> Bool? {
    commits.withLock { commits in
      guard !isCancelled, !commits.isClosed else { return nil }
      let isDone = step()
      let error = errno
      if isDone { commits.files += files }
      errno = error
      return isDone
    }
  }

  /// Waits for a running step of ``commit(_:_:)`` and prevents all later ones. Returns the files that were put in place
  /// since the last ``reset()``.
  package func closeCommits() -> [String] {
    commits.withLock { commits in
      commits.isClosed = true
      return commits.files
    }
  }

  /// The files that ``commit(_:_:)`` has put in place since the last ``reset()``.
  package var committedFiles: [String] { commits.withLock { $0.files } }

  /// Clears the cancellation and the list of committed files before the next piece of work.
  public func reset() {
    commits.withLock { $0.files = [] }
    guard flag.exchange(false, ordering: .relaxed) else { return }
    var byte: UInt8 = 0
    while output >= 0, read(output, &byte, 1) > 0 {}
  }

  /// Returns true if the work is cancelled. A long loop over objects passes the number of each object. The function
  /// checks for cancellation and records the progress only at every 4096th number; for other numbers, it returns false.
  ///
  /// Work that gives way checks more often, and pauses here while an edit that takes precedence is under way.
  package func isCancelled(at number: Int) -> Bool {
    let stride = stride.load(ordering: .relaxed)
    return number & stride == stride && isCancelled(after: number)
  }

  @inline(never)
  private func isCancelled(after number: Int) -> Bool {
    progress.reach(number)
    if givesWay { waitForEdits() }
    return isCancelled
  }

  /// True if the work pauses while edits are under way.
  package var givesWay: Bool { stride.load(ordering: .relaxed) < Self.usualStride }

  /// Runs work whose loops pause while a user's edit is under way. Without these pauses, the edit could wait several
  /// milliseconds for a processor each time that it has waited for a component.
  package func givingWay<R, E>(_ work: () throws(E) -> R) throws(E) -> R { try checking(after: 63, work) }

  /// Runs a part of the work that does not give way, since it holds resources that an edit may need.
  package func keepingOn<R, E>(_ body: () throws(E) -> R) throws(E) -> R { try checking(after: Self.usualStride, body) }

  private func checking<R, E>(after number: Int, _ body: () throws(E) -> R) throws(E) -> R {
    let former = stride.exchange(number, ordering: .relaxed)
    defer { stride.store(former, ordering: .relaxed) }
    return try body()
  }

  /// Runs an edit that takes precedence over work that gives way.
  package func preceding<R, E>(_ edit: () throws(E) -> R) throws(E) -> R {
    guard !givesWay else { return try edit() }
    Self.precedingEdits.add(1, ordering: .relaxed)
    defer { Self.precedingEdits.subtract(1, ordering: .relaxed) }
    return try edit()
  }

  private func waitForEdits() {
    let pause = 100
    for _ in 0..<Self.longestWait / pause
    where Self.precedingEdits.load(ordering: .relaxed) > 0 && !flag.load(ordering: .relaxed) {
      usleep(UInt32(pause))
    }
  }

  /// Runs a section that must not be interrupted. A cancellation during the section takes effect afterwards.
  @discardableResult package func holdingOff<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    heldOff.add(1, ordering: .relaxed)
    defer { heldOff.subtract(1, ordering: .relaxed) }
    return try body()
  }
}
