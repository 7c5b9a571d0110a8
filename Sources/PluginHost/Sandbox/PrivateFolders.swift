internal import Glibc
internal import JSONText

/// The folders that a sandbox never opens as a whole: those of the system that hold secrets or processes, and all homes.
///
/// `HOME` alone does not decide: it may be unset, or name another folder. The home of each person is read from
/// `/etc/passwd`.
struct PrivateFolders {
  private let home: String?

  /// The homes of this environment and of all people, which are read when they are needed: few plugins need them.
  init(_ environment: [String: String]) { home = UserFolder.home(environment) }

  private var homes: [String] { Self.homesOfPeople + (home.map { [realpath($0) ?? $0, $0] } ?? []) }

  /// True if a folder is one of these, or holds one.
  func isOrHoldsPrivate(_ folder: String) -> Bool {
    (Self.system + homes).contains { $0.isExactly(folder) || $0.isBeneath(folder) }
  }

  /// True if a file is in a home, wherever below it.
  func isInHome(_ path: String) -> Bool { homes.contains { path.isBeneath($0) } }

  private static let system = ["/", "/etc", "/proc", "/sys", "/home", "/root", "/dev", "/run", "/var", "/tmp"]

  /// The homes of all people, without those of the system's own users, such as `/` and `/usr/sbin`.
  private static let homesOfPeople: [String] = {
    let lines = String(decoding: FileText.read("/etc/passwd") ?? [], as: UTF8.self).parts(between: "\n")
    let homes = lines.map { $0.parts(between: ":") }.filter { $0.count == 7 }.map { $0[5] }
    let people = homes.filter { $0.begins(with: "/") && !$0.isExactly("/") && !$0.begins(with: "/usr/") }
    return Set(people.flatMap { [$0, realpath($0) ?? $0] }).sorted()
  }()

  /// The group of a person by `/etc/passwd`; nil for one who is not there.
  static func group(of person: uid_t) -> gid_t? {
    let lines = String(decoding: FileText.read("/etc/passwd") ?? [], as: UTF8.self).parts(between: "\n")
    let entry = lines.lazy.map { $0.parts(between: ":") }.first { $0.count == 7 && $0[2].isExactly(String(person)) }
    return entry.flatMap { gid_t($0[3]) }
  }
}

/// The folders of the system's libraries, which every worker may read, and the files by which programs find and set them up.
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
  /// True if the path is below a folder; both are whole, and without links.
  func isBeneath(_ folder: String) -> Bool {
    folder == "/" ? begins(with: "/") && utf8.count > 1 : begins(with: folder + "/")
  }
}
