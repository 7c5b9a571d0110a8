internal import Glibc
internal import JSONText

/// The folders that a sandbox never opens as a whole: the home folders of all users, and the system folders with
/// secrets or processes.
///
/// The variable `HOME` is not sufficient, since it may be unset or name a different folder. The home folders of all
/// users are read from `/etc/passwd`.
struct PrivateFolders {
  private let home: String?

  /// Finds the home folder of this environment. The home folders of all users are read on demand, since few plugins
  /// need them.
  init(_ environment: [String: String]) { home = UserFolder.home(environment) }

  private var homes: [String] { Self.homesOfPeople + (home.map { [realpath($0) ?? $0, $0] } ?? []) }

  /// Returns true if a folder is one of the private folders or contains one.
  func isOrHoldsPrivate(_ folder: String) -> Bool {
    (Self.system + homes).contains { $0.isExactly(folder) || $0.isBeneath(folder) }
  }

  /// Returns true if a file is in a home folder, at any depth.
  func isInHome(_ path: String) -> Bool { homes.contains { path.isBeneath($0) } }

  private static let system = ["/", "/etc", "/proc", "/sys", "/home", "/root", "/dev", "/run", "/var", "/tmp"]

  /// The home folders of all users, without those of system accounts, such as `/` and `/usr/sbin`.
  private static let homesOfPeople: [String] = {
    let homes = accounts.map { $0[5] }
    let people = homes.filter { $0.begins(with: "/") && !$0.isExactly("/") && !$0.begins(with: "/usr/") }
    return Set(people.flatMap { [$0, realpath($0) ?? $0] }).sorted()
  }()

  /// Returns the group of a user according to `/etc/passwd`; nil for an unknown user.
  static func group(of person: uid_t) -> gid_t? {
    accounts.first { $0[2].isExactly(String(person)) }.flatMap { gid_t($0[3]) }
  }

  /// The entries of `/etc/passwd`, each with its seven fields.
  private static var accounts: [[String]] {
    String(decoding: FileText.read("/etc/passwd") ?? [], as: UTF8.self).parts(between: "\n")
      .map { $0.parts(between: ":") }.filter { $0.count == 7 }
  }
}

/// The folders and files of the system that every worker may read: the system's libraries, and the files that programs
/// need to load and configure libraries.
enum SystemFolders {
  static let libraries = [
    "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/share", "/usr/local/lib",
  ]

  static let files = [
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/alternatives", "/etc/ssl/openssl.cnf",
    "/dev/urandom", "/dev/random", "/dev/zero",
  ]

  /// Returns true if a path without links is below one of the library folders, which the sandbox already makes
  /// readable.
  static func holds(_ path: String) -> Bool { libraries.contains { path.isBeneath($0) } }
}

extension String {
  /// Returns true if the path is inside a folder, at any depth. Both paths must be absolute and must not contain links.
  func isBeneath(_ folder: String) -> Bool {
    folder == "/" ? begins(with: "/") && utf8.count > 1 : begins(with: folder + "/")
  }
}
