internal import Glibc
internal import JSONText

/// The folders that a sandbox never opens as a whole: system folders with secrets or processes, and all homes.
///
/// `HOME` alone does not decide, since it may be unset or name another folder. The homes of all users are read from
/// `/etc/passwd`.
struct PrivateFolders {
  private let home: String?

  /// Finds the homes of this environment; those of all users are read on demand, since few plugins need them.
  init(_ environment: [String: String]) { home = UserFolder.home(environment) }

  private var homes: [String] { Self.homesOfPeople + (home.map { [realpath($0) ?? $0, $0] } ?? []) }

  /// True if a folder is private or contains a private folder.
  func isOrHoldsPrivate(_ folder: String) -> Bool {
    (Self.system + homes).contains { $0.isExactly(folder) || $0.isBeneath(folder) }
  }

  /// True if a file is in a home, at any depth.
  func isInHome(_ path: String) -> Bool { homes.contains { path.isBeneath($0) } }

  private static let system = ["/", "/etc", "/proc", "/sys", "/home", "/root", "/dev", "/run", "/var", "/tmp"]

  /// The homes of all users, without those of the system's own accounts, such as `/` and `/usr/sbin`.
  private static let homesOfPeople: [String] = {
    let lines = String(decoding: FileText.read("/etc/passwd") ?? [], as: UTF8.self).parts(between: "\n")
    let homes = lines.map { $0.parts(between: ":") }.filter { $0.count == 7 }.map { $0[5] }
    let people = homes.filter { $0.begins(with: "/") && !$0.isExactly("/") && !$0.begins(with: "/usr/") }
    return Set(people.flatMap { [$0, realpath($0) ?? $0] }).sorted()
  }()

  /// Returns the group of a user according to `/etc/passwd`; nil for an unknown user.
  static func group(of person: uid_t) -> gid_t? {
    let lines = String(decoding: FileText.read("/etc/passwd") ?? [], as: UTF8.self).parts(between: "\n")
    let entry = lines.lazy.map { $0.parts(between: ":") }.first { $0.count == 7 && $0[2].isExactly(String(person)) }
    return entry.flatMap { gid_t($0[3]) }
  }
}

/// The folders of the system's libraries, which every worker may read, and the files that programs need to load and
/// configure them.
enum SystemFolders {
  static let libraries = [
    "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/share", "/usr/local/lib",
  ]

  static let files = [
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/alternatives", "/etc/ssl/openssl.cnf",
    "/dev/urandom", "/dev/random", "/dev/zero",
  ]

  /// True if a path without links is in a folder of the system, which needs no rule of its own.
  static func holds(_ path: String) -> Bool {
    libraries.contains { path.isBeneath($0) }
  }
}

extension String {
  /// True if the path is below a folder. Both must be absolute, and without links.
  func isBeneath(_ folder: String) -> Bool {
    folder == "/" ? begins(with: "/") && utf8.count > 1 : begins(with: folder + "/")
  }
}
