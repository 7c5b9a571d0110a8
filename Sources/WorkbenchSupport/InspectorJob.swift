internal import Glibc
internal import Synchronization

/// A job that a caller gives to a call: it reports the call's progress, and ends it early when it is cancelled or overdue.
///
/// ```swift
/// let job = InspectorJob(deadline: .now + .seconds(2))
/// let found = try session.under(job).select(selector)
/// // Elsewhere, on any thread:
/// job.cancel()  // this call ends as `cancelled`, and no other call
/// ```
///
/// Loops check the job now and then, between objects, and a wait for a plugin ends at once. Cancelled work throws an error
/// of the code `cancelled`, and changes nothing. The cancellation stands until ``reset()``.
public final class InspectorJob: Sendable {
  /// The progress of the cancellable work.
  public let progress = WorkProgress()

  /// The moment at which the work ends as cancelled; nil for none.
  public let deadline: ContinuousClock.Instant?

  /// A job that nobody cancels, for work that no caller waits for.
  package static let unattended = InspectorJob()

  private let flag = Atomic(false)

  /// The number of sections under way that cannot be cancelled; see ``holdingOff(_:)``.
  private let heldOff = Atomic(0)

  /// The file replacements that can no longer be undone; see ``commit(_:_:)``.
  private struct Commits {
    var files: [String] = []
    var isClosed = false
  }

  private let commits = Mutex(Commits())

  /// A socket pair that wakes waits: bytes written to `input` can be read from `output`; -1 where the system has no
  /// descriptors left.
  private let (input, output): (Int32, Int32)

  /// Creates a job that is not cancelled. It takes two file descriptors while it lives.
  public init(deadline: ContinuousClock.Instant? = nil) {
    self.deadline = deadline
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    socketpair(AF_UNIX, Int32(kind), 0, &ends)
    (input, output) = (ends[0], ends[1])
  }

  deinit { for end in [input, output] where end >= 0 { close(end) } }

  /// True if the work is to end; false while it cannot be cancelled.
  public var isCancelled: Bool {
    (flag.load(ordering: .relaxed) || isOverdue) && heldOff.load(ordering: .relaxed) == 0
  }

  private var isOverdue: Bool { deadline.map { $0 <= .now } ?? false }

  /// A descriptor that becomes readable with the request, so that it ends a wait for others; -1 for none.
  package var watchedDescriptor: Int32 { heldOff.load(ordering: .relaxed) > 0 ? -1 : output }

  /// Waits, and returns true if the work is to continue.
  package func wait(milliseconds: Int) -> Bool {
    var watched = pollfd(fd: watchedDescriptor, events: Int16(POLLIN), revents: 0)
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while !isCancelled {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { return true }
      _ = poll(&watched, 1, Int32(left.rounded(.up)))
    }
    return false
  }

  /// Requests the cancellation of the work under way and of later work until ``reset()``. It does not wait for the work
  /// to end, and may be called from a signal handler.
  public func cancel() {
    let error = errno
    flag.store(true, ordering: .relaxed)
    var byte: UInt8 = 0
    if input >= 0 { _ = write(input, &byte, 1) }
    errno = error
  }

  /// Runs the step that puts a file in its place, unless the work is cancelled: then it runs nothing and returns nil.
  package func commit(_ file: String, _ step: () -> Bool) -> Bool? {
    commits.withLock { commits in
      guard !isCancelled, !commits.isClosed else { return nil }
      let isDone = step()
      let error = errno
      if isDone { commits.files.append(file) }
      errno = error
      return isDone
    }
  }

  /// Waits for a running step of ``commit(_:_:)``, lets no further one begin, and returns the files that have been put
  /// in their place since the work began.
  package func closeCommits() -> [String] {
    commits.withLock { commits in
      commits.isClosed = true
      return commits.files
    }
  }

  /// The files that were put in their place since the work began.
  package var committedFiles: [String] { commits.withLock { $0.files } }

  /// Clears the request, for the next piece of work.
  public func reset() {
    commits.withLock { $0.files = [] }
    guard flag.exchange(false, ordering: .relaxed) else { return }
    var byte: UInt8 = 0
    while output >= 0, read(output, &byte, 1) > 0 {}
  }

  /// True if the work is to end, for a long loop over objects that passes the number of each: the flag is read only
  /// every few thousand objects.
  package func isCancelled(at number: Int) -> Bool {
    number & 4095 == 4095 && isCancelled(after: number)
  }

  @inline(never)
  private func isCancelled(after number: Int) -> Bool {
    progress.reach(number)
    return isCancelled
  }

  /// Runs a section that must not be interrupted; a request in the meantime takes effect after it.
  @discardableResult package func holdingOff<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    heldOff.add(1, ordering: .relaxed)
    defer { heldOff.subtract(1, ordering: .relaxed) }
    return try body()
  }
}
