internal import Glibc
internal import InspectorKit
internal import JSONText
internal import WorkbenchSupport

// Messages for faults of a plugin or of its replies.
extension PluginFailure {
  // The plugin is missing, or its version or description is not acceptable.
  static func missing(_ plugin: String) -> Self {
    Self(
      .missing, plugin: plugin,
      message:
        "the scene needs plugin '\(plugin)', which is not installed; 'inspector plugin list' lists the installed ones"
    )
  }
  static func notLookedFor(_ plugin: String) -> Self {
    Self(.missing, plugin: plugin, message: "the scene needs plugin '\(plugin)', but '--safe-mode' runs no plugins")
  }
  /// Returns the failure of an installed plugin whose version a scene or one of its templates does not accept.
  package static func needed(_ plugin: String, _ requirement: String, installed version: String) -> Self {
    Self(
      .version, plugin: plugin,
      message: "the scene needs plugin '\(plugin)' \(requirement), but version \(version) is installed")
  }
  static func broken(_ plugin: String, _ problem: PluginFailure) -> Self {
    var problem = problem
    problem.reason = AnyRefusal(PluginFinding.broken(plugin, problem.reason))
    return problem
  }
  package static func notDescribed(_ plugin: String) -> Self { Self(.missing, plugin, "does not describe itself") }
  static func unreadable(_ plugin: String) -> Self { Self(.missing, plugin, "cannot be read") }
  static func otherProtocol(_ plugin: String, _ versions: ClosedRange<Int>) -> Self {
    let ours = WorkerProtocol.versions
    let remedy = versions.lowerBound > ours.upperBound ? "update inspector" : "rebuild the plugin"
    return Self(.version, plugin, "speaks protocol \(versions.words), but this program speaks \(ours.words); \(remedy)")
  }
  static func otherVersion(_ plugin: String, _ message: String) -> Self {
    Self(.version, plugin: plugin, message: "plugin '\(plugin)': \(message)")
  }
  static func changed(_ plugin: String) -> Self {
    Self(
      .changed, plugin,
      "describes itself differently than before, so it was changed; run inspector again, or 'reload-plugins \(plugin)' in a shell"
    )
  }
  static func unsteady(_ plugin: String, _ changes: [DescriptionChange]) -> Self {
    Self(
      .changed, plugin,
      "describes itself differently in each of its processes\(changes.inParentheses); make its description the same in every process"
    )
  }
  static func replaced(_ plugin: String) -> Self {
    Self(
      .changed, plugin,
      "is no longer the file that described itself; run inspector again, or 'reload-plugins' in a shell")
  }
  static func wrongDeclarations(_ plugin: String, _ problems: [String]) -> Self {
    let problems = PluginText.capped(problems)
    var failure = Self(
      .problems, plugin,
      "is not loaded; its declarations are wrong:\(problems.map { "\n  \($0)" }.joined())")
    failure.problems = problems
    return failure
  }
  // The plugin's process failed.
  static func cannotStart(_ plugin: String, _ step: String, _ executable: String, _ code: Int32) -> Self {
    var failure = Self(.missing, plugin, "does not start: \(step) '\(executable)': \(errnoText(code))")
    failure.end = .notBegun(code: code)
    return failure
  }
  static func cannotConfine(_ plugin: String, lacking parts: [PluginSandbox.Part]) -> Self {
    let names = parts.map { "\($0.rawValue), without which \($0.consequence)" }.joined(separator: "; and ")
    return Self(
      .unconfined, plugin,
      "is not run, since this kernel has no \(names); allow that with '--sandbox try'")
  }
  static func cannotConfine(_ plugin: String, _ problem: ProgramProblem) -> Self {
    let words =
      switch problem {
      case .noInterpreter(let script):
        "the first line of '\(script)' does not name its interpreter; write '#!/PATH/OF/PROGRAM' or '#!/usr/bin/env PROGRAM'"
      case .missingInterpreter(let script, let name):
        "the interpreter '\(name)' of '\(script)' does not exist; install it"
      case .scriptAsInterpreter(let script, let file):
        "the interpreter '\(file)' of '\(script)' is a script itself, and no program may start another in the sandbox; name the program that it starts, or use '--sandbox off'"
      case .resourceInSharedFolder(let folder, let name):
        "its resource '\(name)' is in '\(folder)', which holds more than the plugin; put both into a folder of their own"
      case .noResource(let folder, let name):
        "its resource '\(name)' is not in '\(folder)'; add it, or remove it from its 'resources'"
      case .foreignResource(let folder, let name):
        "its resource '\(name)' in '\(folder)' is a link, or belongs to another user; put a copy there"
      }
    return Self(.unconfined, plugin, "is not run: \(words)")
  }
  static func flooding(_ plugin: String, bytes: Int) -> Self {
    Self(.garbage, plugin, "sent \(bytes >> 20) MB without reading its input, and was stopped")
  }
  static func exceeding(_ plugin: String, _ excess: WorkerExcess) -> Self {
    let words =
      switch excess {
      case .threads(let count, let limit):
        "it had \(count) threads, but at most \(limit) are allowed; '--plugin-threads COUNT' changes the limit"
      case .files(let limit): "it created more than the \(limit) files and folders allowed"
      case .bytes(let count, let limit): "its files had \(count >> 20) MB, but at most \(limit >> 20) MB are allowed"
      }
    return Self(.crashed, plugin, "was stopped: \(words)")
  }
  static func cannotWait(_ plugin: String, _ code: Int32) -> Self {
    Self(.crashed, plugin, "could not be waited for: \(errnoText(code))")
  }
  static func givenUp(_ plugin: String) -> Self {
    Self(.cancelled, plugin, "was stopped because its answer was no longer needed")
  }
  static func timedOut(_ plugin: String, _ limit: Duration) -> Self {
    let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
    return Self(
      .timeout, plugin,
      "did not answer within \(PropertyValue.double(seconds).text) s and was stopped; '--timeout SECONDS' allows more time"
    )
  }
  static func closed(_ plugin: String) -> Self { Self(.crashed, plugin, "closed its connection") }
  /// Returns the failure of a plugin whose process ended.
  ///
  /// - Parameters:
  ///   - status: the status that `wait4` reported.
  ///   - memory: the bytes used and the limit if a lack of memory may be the cause, or else nil.
  static func ended(_ plugin: String, status: Int32, memory: (used: Int, limit: Int)?) -> Self {
    let signal = status & 0x7F
    let end = signal != 0 ? "was killed by \(name(ofSignal: signal))" : "ended with exit code \(status >> 8 & 0xFF)"
    let reason = memory.map { used, limit in
      " at its memory limit: it used \(used >> 20) of \(limit >> 20) MB; '--plugin-memory MB' allows more"
    }
    var failure = Self(.crashed, plugin, end + (reason ?? ""))
    failure.end = signal != 0 ? .signal(signal) : .exit(code: status >> 8 & 0xFF)
    failure.wasKilled = [SIGKILL, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGXCPU].contains(signal)
    return failure
  }
  package static func ended(_ plugin: String, _ message: String) -> Self {
    Self(.crashed, plugin, "was stopped: \(message)")
  }
  // The plugin's replies are not valid.
  static func text(_ plugin: String, _ text: String) -> Self {
    Self(
      .garbage, plugin,
      "wrote the text '\(text)' where a message was expected; standard output belongs to the protocol, so print to standard error"
    )
  }
  static func longMessage(_ plugin: String, length: Int) -> Self {
    Self(
      .garbage, plugin,
      "sent a message of \(length) bytes, where at most \(WorkerProtocol.messageLimit) are allowed")
  }
  static func longFile(_ plugin: String, bytes: Int) -> Self {
    Self(
      .garbage, plugin,
      "is a description of \(bytes) bytes, where at most \(WorkerProtocol.messageLimit) are read; split it into several plugins"
    )
  }
  static func notJSON(_ plugin: String, _ error: JSONSyntaxError) -> Self {
    reply(plugin, "gave an answer that is not JSON, at byte \(error.offset): \(error.wordsOfReply)")
  }
  static func notJSON(_ plugin: String, inFile bytes: [UInt8], _ error: JSONSyntaxError) -> Self {
    Self(.garbage, plugin, "is not JSON, at \(bytes.place(ofByte: error.offset)): \(error.description)")
  }
  static func noDescription(_ plugin: String) -> Self { reply(plugin, "answered 'describe' without a description") }
  static func refusedToDescribe(_ plugin: String, _ message: String) -> Self {
    reply(plugin, "refused 'describe': \(message)")
  }
  static func noID(_ plugin: String, due: Int) -> Self {
    reply(plugin, "answered without an id, where request \(due) was expected")
  }
  static func otherID(_ plugin: String, _ id: Int, due: Int) -> Self {
    reply(plugin, "answered request \(id), where \(due) was expected")
  }
  static func refusedToTransform(_ plugin: String, _ message: String) -> Self {
    reply(plugin, "refused 'transform': \(message)")
  }
  static func wrongCount(_ plugin: String, _ count: Int?, of wanted: Int) -> Self {
    reply(plugin, "answered with \(count.map { "\($0)" } ?? "no") results, not \(wanted)")
  }
  static func notRunning(_ plugin: String) -> Self { reply(plugin, "is not running") }
  package static func notAsked(_ plugin: String) -> Self { reply(plugin, "had no request to answer") }
  package static func unwantedProgress(_ plugin: String) -> Self {
    reply(plugin, "reported progress without a request")
  }
  package static func noAnswer(_ plugin: String, _ words: String) -> Self {
    reply(plugin, "gave an invalid answer: \(words)")
  }
  /// Returns the failure for a class whose objects are no longer built, since the plugin failed to build even an object
  /// without attributes.
  ///
  /// - Parameter last: the failure of the attempt to build an object without attributes.
  package static func quarantined(className: String, _ last: PluginFailure) -> Self {
    var failure = last
    failure.reason = AnyRefusal(PluginFinding.notBuiltAtAll(className, last.reason))
    (failure.property, failure.step, failure.wasAsked) = (nil, nil, false)
    return failure
  }
  package static func tooLarge(_ plugin: String, bytes: Int) -> Self {
    Self(
      .tooLarge, plugin: plugin,
      message:
        "the object's values take \(bytes) bytes, but a message to plugin '\(plugin)' holds at most \(WorkerProtocol.messageLimit); shorten it"
    )
  }

  private init(_ kind: Kind, _ plugin: String, _ words: String) {
    self.init(kind, plugin: plugin, message: "plugin '\(plugin)' \(words)")
  }

  /// Returns the failure for an invalid reply. The message is shortened, since it may quote a reply of any length.
  private static func reply(_ plugin: String, _ words: String) -> Self {
    Self(.garbage, plugin, PluginText.capped(words))
  }

  private static func name(ofSignal signal: Int32) -> String {
    let names = [
      SIGSEGV: "SIGSEGV", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
      SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU",
    ]
    return names[signal].map { "\($0) (\(String(cString: strsignal(signal)).lowercased()))" } ?? "signal \(signal)"
  }
}
