internal import CSystem
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import WorkbenchSupport

/// A plugin that runs as a worker process. Its descriptors 0 and 1 are the other end of a socket pair.
final class PluginProcess: PluginConnection {
  /// The plugin's name in messages: the name in its file name until the plugin has described itself.
  var plugin: String
  let process: pid_t
  private let socket: Int32
  private let errors: Int32
  private var input: [UInt8] = []
  private var inputStart = 0
  /// The buffer for reads from the socket, kept so that a read does not allocate a new one.
  private var chunk = [UInt8](repeating: 0, count: 65536)
  private var brief = BriefWait()
  private var words = PluginWords()
  private let output: PluginLibrary.PluginOutput?
  private var isClosed = false
  private let memory: Int
  private let path: String

  /// The peak memory of the host in bytes at the start of the worker. The kernel also counts this peak as the worker's.
  private let inherited: Int

  /// The watch that ends the worker if it exceeds a limit; nil outside a sandbox.
  private let watch: WorkerWatch.Entry?

  /// The folder that the worker may write to; nil outside a sandbox, or if none could be created.
  private let scratch: ScratchFolder?

  /// Starts the executable as a worker process, which takes a few milliseconds.
  ///
  /// - Parameters:
  ///   - isTraceable: true if a debugger may attach to the process although it did not start the process.
  ///   - output: a callback for the lines that the plugin writes to standard error.
  init(
    plugin: String, executable: HeldProgram, limits: PluginLimits, isTraceable: Bool = false,
    output: PluginLibrary.PluginOutput? = nil
  ) throws(PluginFailure) {
    self.plugin = plugin
    self.memory = limits.memory
    inherited = ProcessMemory.peak
    path = executable.realPath ?? executable.path
    self.output = output
    let isConfined = limits.sandbox != .off
    let environment = WorkerEnvironment.current
    let program: WorkerProgram
    do throws(ProgramProblem) {
      program =
        try isConfined
        ? WorkerProgram(confined: executable, environment: environment) : WorkerProgram(unconfined: executable)
    } catch {
      throw .cannotConfine(plugin, error)
    }
    if limits.sandbox == .require, !PluginSandbox.missing.isEmpty {
      throw .cannotConfine(plugin, lacking: PluginSandbox.missing)
    }
    var ends: [Int32] = [-1, -1]
    var pipes: [Int32] = [-1, -1]
    func cannotStart(_ step: String, _ code: Int32) -> PluginFailure {
      for end in ends + pipes where end >= 0 { Glibc.close(end) }
      return .cannotStart(plugin, step, executable.path, code)
    }
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0,
      pipe2(&pipes, O_CLOEXEC) == 0
    else { throw cannotStart("cannot connect to", errno) }
    _ = fcntl(pipes[0], F_SETFL, O_NONBLOCK)

    let scratch = isConfined ? ScratchFolder(environment: environment, for: program.person) : nil
    self.scratch = scratch
    let strings =
      isConfined ? WorkerEnvironment.confined(environment, scratch: scratch?.path) : WorkerEnvironment.strings
    let memory = UInt64(max(limits.memory, 0))
    func start() -> pid_t {
      WorkerLauncher.shared.start(
        program, environment: strings, connection: ends[1], errors: pipes[1], memory: memory,
        scratch: scratch?.path, isConfined: isConfined, isTraceable: isTraceable, yields: WorkThread.isYielding)
    }
    var outcome = start()
    // A newly written file is busy while another child process still has it open for writing.
    for _ in 0..<200 where outcome == -ETXTBSY {
      usleep(5000)
      outcome = start()
    }
    guard outcome > 0 else { throw cannotStart("cannot execute", -outcome) }
    process = outcome
    socket = ends[0]
    errors = pipes[0]
    Glibc.close(ends[1])
    Glibc.close(pipes[1])
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    watch = isConfined ? WorkerWatch.shared.begin(process, scratch: scratch?.path, limits: limits) : nil
  }

  deinit { close() }

  // MARK: messages

  func send(_ message: [UInt8], within limit: Duration, under job: InspectorJob) throws(PluginFailure) {
    let deadline = ContinuousClock.now + limit
    let length = UInt32(message.count).littleEndian
    let framed = withUnsafeBytes(of: length) { Array($0) } + message
    var sent = 0
    while sent < framed.count {
      let count = framed.withUnsafeBytes { bytes in
        Glibc.send(socket, bytes.baseAddress.map { $0 + sent }, framed.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        // The plugin may be waiting for the host to read its replies.
        guard try wait(forWriting: true, until: deadline, under: job) else { throw timeOut(after: limit) }
      } else if errno != EINTR {
        throw ended(isUnasked: sent == 0)
      }
    }
  }

  func receive(within time: Duration, under job: InspectorJob) throws(PluginFailure) -> [UInt8]? {
    let deadline = ContinuousClock.now + time
    while true {
      if let message = try nextMessage() { return message }
      guard try wait(forWriting: false, until: deadline, under: job) else { return nil }
    }
  }

  func timeOut(after limit: Duration) -> PluginFailure {
    failure(TextOnProtocol(input[inputStart...]).last.map { .text(plugin, $0) } ?? .timedOut(plugin, limit))
  }

  private func nextMessage() throws(PluginFailure) -> [UInt8]? {
    let available = input.count - inputStart
    guard available >= 4 else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(input[inputStart + $1]) << (8 * $1) }
    guard length <= WorkerProtocol.messageLimit, available >= 4 + length else {
      if let text = TextOnProtocol(input[inputStart...]).found { throw failure(.text(plugin, text)) }
      guard length > WorkerProtocol.messageLimit else { return nil }
      // The first four bytes may be a length or text. The bytes that follow them decide.
      guard available > 4 || TextOnProtocol(input[inputStart...]).last == nil else { return nil }
      throw failure(.longMessage(plugin, length: length))
    }
    let message = Array(input[(inputStart + 4)..<(inputStart + 4 + length)])
    inputStart += 4 + length
    if inputStart == input.count {
      input.removeAll(keepingCapacity: input.capacity < 1 << 20)
      inputStart = 0
    }
    return message
  }

  /// Waits until input can be read, or until output can be written if requested, and reads the available input. Returns
  /// false if the time is over. Throws if the job is cancelled or the worker ends.
  private func wait(
    forWriting: Bool, until limit: ContinuousClock.Instant, under job: InspectorJob
  ) throws(PluginFailure) -> Bool {
    let deadline = job.deadline.map { min(limit, $0) } ?? limit
    let left = ContinuousClock.now.duration(to: deadline)
    let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    guard !job.isCancelled else { throw failure(.givenUp(plugin)) }
    guard left >= .zero else { return false }
    var watched = [
      pollfd(fd: socket, events: Int16(POLLIN) | (forWriting ? Int16(POLLOUT) : 0), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: job.watchedDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = brief.poll(&watched, milliseconds: Int32(clamping: milliseconds + 1))
    if count < 0 && errno != EINTR { throw failure(.cannotWait(plugin, errno)) }
    guard count > 0 else { return true }
    if watched[1].revents != 0 { drainErrors() }
    if watched[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { try readInput() }
    return true
  }

  private func readInput() throws(PluginFailure) {
    if inputStart > 0, inputStart > input.count / 2 {
      input.removeFirst(inputStart)
      inputStart = 0
    }
    let count = chunk.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
    let code = errno
    if count > 0 { input += chunk[..<count] }
    // Replies to all requests under way may queue here during a send; more bytes than that are unrequested.
    if input.count - inputStart > Self.mostWaiting { throw failure(.flooding(plugin, bytes: input.count - inputStart)) }
    if count == 0 || (count < 0 && code != EAGAIN && code != EINTR) { throw ended() }
  }

  private static let mostWaiting = 2 * WorkerProtocol.messageLimit

  /// Waits for at most the given time, and reads standard error if the worker writes to it. Throws if the worker ends
  /// or the job is cancelled.
  func pause(milliseconds: Int, under job: InspectorJob) throws(PluginFailure) {
    guard !job.isCancelled else { throw failure(.givenUp(plugin)) }
    var watched = [
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: job.watchedDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&watched, 2, Int32(milliseconds))
    if watched[0].revents != 0 { drainErrors() }
    if hasEnded { throw ended() }
  }

  /// Reads the available standard error, up to 1 MiB, so that a worker that writes endlessly still times out.
  private func drainErrors() {
    guard !isClosed else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<256 {
      let count = buffer.withUnsafeMutableBytes { read(errors, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      for line in words.add(buffer[..<count]) { output?(plugin, line) }
    }
  }

  // MARK: the end

  /// Ends the worker, and returns the failure with the worker's last output appended to its message.
  private func failure(_ failure: PluginFailure, isTrap: Bool = false) -> PluginFailure {
    drainErrors()
    if let line = words.end() { output?(plugin, line) }
    close()
    var failure = failure
    if let text = words.reason(isTrap: isTrap) {
      failure.reason = AnyRefusal(PluginFinding.lastWords(text, failure.reason))
      if isConfined, let file = Self.unreadFile(in: text, besides: path) {
        failure.reason = AnyRefusal(PluginFinding.needsResource(file, failure.reason))
      }
    }
    return failure
  }

  /// Returns the failure of a worker that closed its connection. Waits briefly for the exit status and the last output,
  /// which explain the failure.
  ///
  /// - Parameter isUnasked: true if no part of the request was sent. A new worker then answers the request, and a
  ///   warning about a limit that the ended worker exceeded is written to standard error.
  private func ended(isUnasked: Bool = false) -> PluginFailure {
    for _ in 0..<100 where !hasEnded {
      // The worker may still be writing the reason for its end.
      drainErrors()
      usleep(1000)
    }
    guard hasEnded else { return failure(.closed(plugin)) }
    drainErrors()
    var status: Int32 = 0
    var usage = rusage()
    killGroup()
    let excess = watch.flatMap { WorkerWatch.shared.end($0) }
    wait4(process, &status, 0, &usage)
    isReaped = true
    if let excess {
      if isUnasked { WorkerNotice.ended(plugin, excess).report() }
      return failure(.exceeding(plugin, excess))
    }
    let used = Int(usage.ru_maxrss) << 10
    // The worker's own use is unknown where it is below the host's peak, which the worker inherits. The system does not report that an allocation failed. An array that grows by doubling fails when it needs up to
    // three times its current memory, so a worker that uses a quarter of the limit may have reached the limit.
    let isFull = memory > 0 && used >= memory / 4 && used > inherited
    let isTrap = status & 0x7F != 0
    if !isTrap, let text = TextOnProtocol(input[inputStart...]).last { return failure(.text(plugin, text)) }
    return failure(.ended(plugin, status: status, memory: isFull ? (used, memory) : nil), isTrap: isTrap)
  }

  /// Returns the name of a file next to a plugin that the plugin's last output mentions in quotes, as a path or as a
  /// module; nil if there is none. In a sandbox, the plugin may have failed because it may not read that file.
  private static func unreadFile(in words: String, besides path: String) -> String? {
    let folder = FileName.folder(of: path)
    let quoted = words.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    for name in quoted.filter({ $0.offset % 2 == 1 }).map({ String($0.element) }) {
      let file = name.begins(with: folder + "/") ? String(Substring(name.utf8.dropFirst(folder.utf8.count + 1))) : name
      guard PluginDescription.isResourceName(file) else { continue }
      for candidate in [file, file.parts(between: ".")[0], "\(file.parts(between: ".")[0]).py"]
      where access("\(folder)/\(candidate)", F_OK) == 0 {
        return candidate
      }
    }
    return nil
  }

  private var isConfined: Bool { watch != nil }

  private var isReaped = false

  func close() {
    guard !isClosed else { return }
    Glibc.close(socket)
    defer { Glibc.close(errors) }
    guard !isReaped else {
      isClosed = true
      removeScratch()
      return
    }
    isReaped = true
    // The closed connection ends a healthy worker, which may need some milliseconds on a busy machine. A worker that
    // hangs is killed after about 50 milliseconds.
    var pause: UInt32 = 50
    for step in 0..<10 where !hasEnded {
      if step == 7 { kill(process, SIGTERM) }
      usleep(pause)
      pause *= 2
      // The worker writes its last output while it ends, and cannot end unless the host reads it.
      if output != nil { drainErrors() }
    }
    killGroup()
    if let excess = watch.flatMap({ WorkerWatch.shared.end($0) }) { WorkerNotice.ended(plugin, excess).report() }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    if let output {
      drainErrors()
      if let line = words.endLast() { output(plugin, line) }
    }
    isClosed = true
    removeScratch()
  }

  /// Removes the folder that the worker may write to. A failure is reported once in a run.
  private func removeScratch() {
    guard let scratch, let code = scratch.remove() else { return }
    WorkerNotice.leftover(scratch.path, code).report()
  }

  /// True if the process has ended. The process id is not reused until the host has waited for the process.
  private var hasEnded: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_signo == SIGCHLD
  }

  /// Kills the process and its process group, which includes its child processes.
  private func killGroup() {
    kill(process, SIGKILL)
    kill(-process, SIGKILL)
  }
}
