internal import CLauncher

/// The sandbox mode of plugins. A plugin in a sandbox may compute and little else.
///
/// Such a plugin reads only its own file and resources, its libraries, its interpreter and the system's files. It
/// writes to a folder of its own, which is removed when the plugin ends. It cannot open connections, start programs or
/// processes, or send signals. It has no capabilities, and sees only a few environment variables. Landlock restricts
/// files, seccomp restricts system calls, and the host limits threads and written data.
public enum PluginSandbox: String, CaseIterable, Sendable {
  /// Plugins run only in a complete sandbox; they do not run if the kernel lacks a part of it.
  case require

  /// Plugins run in as much of the sandbox as the kernel supports.
  case attempt = "try"

  /// Plugins run without a sandbox, with the user's rights and the whole environment.
  case off

  /// A part of the sandbox that a kernel may lack.
  public enum Part: String, CaseIterable, Sendable {
    /// Landlock, which restricts access to files.
    case files = "landlock"

    /// Seccomp, which restricts system calls.
    case calls = "seccomp"

    /// A clause that tells, in messages, what plugins can do if this part is missing.
    public var consequence: String {
      switch self {
      case .files: "plugins can read and write your files"
      case .calls: "plugins can connect, and start programs"
      }
    }
  }

  /// The parts of the sandbox that this kernel lacks; empty if the kernel supports the whole sandbox.
  public static let missing: [Part] = Part.allCases.filter { part in
    switch part {
    // Landlock prevents the truncation of files only since its third version.
    case .files: launcher_landlock() < 3
    case .calls: launcher_has_seccomp() == 0
    }
  }
}
