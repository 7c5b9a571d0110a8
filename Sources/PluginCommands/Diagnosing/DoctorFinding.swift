import CommandLineKit
import Workbench

/// A finding of `plugin doctor` about one step between a file and a plugin in use.
struct DoctorFinding {
  var step: Step
  var verdict: Verdict

  /// The fact, or the problem and its reason.
  var message: String

  /// The remedy for the problem; nil if none is known.
  var remedy: Remedy?

  /// The steps from a file to a plugin in use, in order. A file that fails a step is not examined further.
  enum Step: String {
    /// The search includes the file's folder.
    case place
    /// The file is named like a plugin.
    case name
    /// The search finds no other file of this name first.
    case order
    /// The file exists and can be read.
    case file
    /// The file may be executed.
    case executable
    /// Nobody except the user and root can change the file or the folders above it.
    case owner
    /// The system can execute the file, also in the sandbox.
    case program
    /// The process starts and describes the plugin.
    case start
    /// The plugin and the host share a protocol version.
    case version = "protocol"
    /// The plugin's declarations are valid.
    case declarations
    /// The plugin's classes can be created, and no other plugin has classes of the same names.
    case classes
    /// No other plugin adds the same properties to classes.
    case extensions
    /// The plugin's version satisfies a scene's requirement.
    case requirement
  }

  /// The result of a step.
  enum Verdict: String {
    case ok
    /// The plugin is in use, but perhaps not as its author expects, or it was left out on purpose.
    case warning
    /// The plugin, or a part of it, is not in use.
    case error
  }

  /// The remedy for a problem.
  enum Remedy {
    /// A command line to paste into a shell.
    case command(String)
    /// A sentence of advice.
    case advice(String)
  }

  init(_ step: Step, _ verdict: Verdict, _ message: String, _ remedy: Remedy? = nil) {
    (self.step, self.verdict, self.message, self.remedy) = (step, verdict, message, remedy)
  }
}

extension DoctorFinding.Remedy {
  /// Creates the remedy for a file or folder that the search refused; nil if no command remedies that.
  init?(_ unused: UnusedPlugin) {
    switch (unused.reason, unused.culprit) {
    case (.notExecutable, _): self = .command("chmod +x \(Self.quoted(unused.path))")
    case (.writable, let culprit?): self = .command("chmod go-w \(Self.quoted(culprit))")
    case (.owner, let culprit?): self = .command("sudo chown \"$(id -u)\" \(Self.quoted(culprit))")
    default: return nil
    }
  }

  /// Creates the remedy for a plugin that fails to describe itself; nil if none is known.
  init?(_ failure: PluginFailure, of plugin: InstalledPlugin) {
    guard let path = plugin.path else { return nil }
    switch (failure.kind, failure.end) {
    // The dynamic linker exits with this code if a library is missing.
    case (.crashed, .exit(code: 127)): self = .command("ldd \(Self.quoted(path))")
    case (.crashed, .signal), (.timeout, _):
      self = .command(
        "inspector plugin doctor \(Self.quoted(Self.asPath(path))) --attach-debugger \(Self.quoted(plugin.name))")
    case (.crashed, _): self = .command("inspector plugin doctor \(Self.quoted(Self.asPath(path))) --plugin-output")
    case (.problems, _): self = .advice("fix each of them, and rebuild the plugin")
    case (.garbage, _) where plugin.isData: self = .advice("fix the file there")
    default: return nil
    }
  }

  /// Returns the path in a form that contains a slash, since `plugin doctor` reads a word without a slash as a name.
  private static func asPath(_ path: String) -> String {
    path.utf8.contains(UInt8(ascii: "/")) ? path : "./\(path)"
  }

  /// Returns a word in the form in which a POSIX shell reads it unchanged: with quotes if they are necessary.
  private static func quoted(_ word: String) -> String {
    if DollarQuote.isNeeded(word) { return DollarQuote.quoted(word) }
    let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,:@%".contains($0)) }
    return isPlain && !word.isEmpty ? word : ShellLine.inQuotes(word)
  }
}
