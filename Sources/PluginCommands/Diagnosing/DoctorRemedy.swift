internal import CommandLineKit
internal import JSONText
internal import Workbench

extension DoctorFinding.Remedy {
  /// What helps where the search refused a file or a folder; nil where the message says it, and no command does it.
  init?(_ unused: UnusedPlugin) {
    switch (unused.reason, unused.culprit) {
    case (.notExecutable, _): self = .command("chmod +x \(Self.quoted(unused.path))")
    case (.writable, let culprit?): self = .command("chmod go-w \(Self.quoted(culprit))")
    case (.owner, let culprit?): self = .command("sudo chown \"$(id -u)\" \(Self.quoted(culprit))")
    default: return nil
    }
  }

  /// What helps where a plugin does not describe itself.
  init?(_ failure: PluginFailure, of plugin: InstalledPlugin) {
    guard let path = plugin.path else { return nil }
    switch (failure.kind, failure.end) {
    // The program that finds libraries ends so.
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

  /// A path with a slash in it, by which it is known for one.
  private static func asPath(_ path: String) -> String {
    path.utf8.contains(UInt8(ascii: "/")) ? path : "./\(path)"
  }

  /// A word as a POSIX shell takes it.
  private static func quoted(_ word: String) -> String {
    if DollarQuote.isNeeded(word) { return DollarQuote.quoted(word) }
    let isPlain = word.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || "/._-+,:@%".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? word : ShellLine.inQuotes(word)
  }
}
