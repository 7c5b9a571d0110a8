internal import CLauncher

/// Whether plugins run in a sandbox, in which they may compute and little else.
///
/// In it a plugin reads its own file and its resources, its libraries, its interpreter and the system's, and nothing else; it
/// writes to a folder of its own, which goes when it ends. It cannot connect, start programs or processes, or send signals,
/// has no capabilities, and sees a few variables of the environment only. Landlock watches over files, seccomp over system
/// calls, and the host over threads and over what is written.
public enum PluginSandbox: String, CaseIterable, Sendable {
  /// Plugins run only where the kernel has all of it.
  case require

  /// Plugins run in as much of it as the kernel has.
  case attempt = "try"

  /// Plugins may do what the person may, and see the whole environment.
  case off

  /// What a kernel can lack.
  public enum Part: String, CaseIterable, Sendable {
    /// Landlock, which watches over files.
    case files = "landlock"

    /// Seccomp, which watches over system calls.
    case calls = "seccomp"

    /// What a plugin can do without it.
    public var consequence: String {
      switch self {
      case .files: "plugins can read and write the person's files"
      case .calls: "plugins can connect, and start programs"
      }
    }
  }

  /// The parts that this kernel lacks.
  public static let missing: [Part] = Part.allCases.filter { part in
    switch part {
    // The third version is the first that keeps files from being truncated.
    case .files: launcher_landlock() < 3
    case .calls: launcher_has_seccomp() == 0
    }
  }
}
