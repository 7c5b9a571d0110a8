internal import Glibc
internal import JSONText

/// A check that only the user and root can change the target of a path.
///
/// The check walks a path from `/` through the targets of symbolic links. Each file, folder and link on the way must
/// belong to the user or to root and must not be writable by its group or by others, since anyone who can replace one
/// of them decides what is run. The user's private group may write, since some systems make files writable for it. A
/// sticky folder of root, such as `/tmp`, may be writable by all, since only the owner of a file can replace the file
/// there.
package struct FileTrust {
  /// A reason why a path is not safe.
  enum Fault: Hashable {
    /// A file, folder or link belongs to neither the user nor root.
    case owner(path: String, user: UInt32)
    /// A file or folder can be written by its group or by others.
    case writable(path: String)
    /// The path leads through more symbolic links than the check follows.
    case links
    /// A part of the path does not exist, or cannot be inspected.
    case unreadable(path: String, code: Int32)
    /// The path leads to a device, a pipe or a socket.
    case notFile
  }

  /// The result of inspecting one file, folder or link: a fault, the target of a link, or `end` for a safe file or
  /// folder.
  enum Entry {
    case fault(Fault)
    case link(target: String)
    case end
  }

  /// The maximum number of symbolic links to follow, which is also the kernel's limit; a path with more is refused.
  static let mostLinks = 40

  private let person: uid_t

  /// The user's private group, which has no other members; nil if the user's group is not private.
  private let privateGroup: gid_t?

  /// The cached results of inspecting files, folders and links, by their paths without links. Most plugins share their
  /// parent folders.
  private(set) var entries: [ExactText: Entry] = [:]

  init(person: uid_t = geteuid(), group: gid_t = getegid()) {
    self.person = person
    let groups = group == person ? FileText.read("/etc/group") ?? [] : []
    privateGroup = Self.isPrivate(group, to: person, groups: groups) ? group : nil
  }

  /// Returns true if a group has the same number as the user, is listed in `/etc/group`, and has no member except a
  /// user of the group's own name. Returns false for root's group.
  ///
  /// - Parameter groups: the text of `/etc/group`.
  static func isPrivate(_ group: gid_t, to person: uid_t, groups: [UInt8]) -> Bool {
    guard group == person, person != 0 else { return false }
    let fields = String(decoding: groups, as: UTF8.self).parts(between: "\n").map { $0.parts(between: ":") }
    guard let entry = fields.first(where: { $0.count == 4 && $0[2].isExactly(String(group)) }) else { return false }
    return entry[3].parts(between: ",").allSatisfy { $0.isEmpty || $0.isExactly(entry[0]) }
  }

  /// Returns true if nobody but the user and root can write a file or folder, or the folders and links on the path to it.
  package static func isSafe(_ path: String) -> Bool {
    var trust = FileTrust()
    return trust.fault(of: path) == nil
  }

  /// Returns the first fault of a file or folder, or of the folders and links on the path to it; nil if all are safe.
  mutating func fault(of path: String) -> Fault? {
    var rest = Array(path.parts(between: "/").reversed())
    if !path.begins(with: "/") { rest += (realpath(".") ?? "/").parts(between: "/").reversed() }
    // The path so far, without links; empty for the root.
    var place = ""
    var links = 0
    if case .fault(let fault) = entry("/") { return fault }
    while let part = rest.popLast() {
      if part.isEmpty || part.isExactly(".") { continue }
      if part.isExactly("..") {
        place = String(place[..<(place.utf8.lastIndex(of: UInt8(ascii: "/")) ?? place.startIndex)])
        continue
      }
      let next = "\(place)/\(part)"
      switch entry(next) {
      case .fault(let fault): return fault
      case .end: place = next
      case .link(let target):
        links += 1
        guard links <= Self.mostLinks else { return .links }
        if target.begins(with: "/") { place = "" }
        rest += target.parts(between: "/").reversed()
      }
    }
    return nil
  }

  private mutating func entry(_ path: String) -> Entry {
    let key = ExactText(path)
    if let known = entries[key] { return known }
    let entry = look(path)
    entries[key] = entry
    return entry
  }

  /// Inspects one file, folder or link, without following the link.
  private func look(_ path: String) -> Entry {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .fault(.unreadable(path: path, code: errno)) }
    guard status.st_uid == person || status.st_uid == 0 else {
      return .fault(.owner(path: path, user: status.st_uid))
    }
    let others = status.st_gid == privateGroup ? S_IWOTH : S_IWGRP | S_IWOTH
    let isShared = status.st_mode & others != 0
    switch status.st_mode & S_IFMT {
    case S_IFLNK:
      // The mode of a link has no effect.
      guard let target = readlink(path) else { return .fault(.unreadable(path: path, code: errno)) }
      return .link(target: target)
    case S_IFDIR:
      let isSticky = status.st_mode & S_ISVTX != 0 && status.st_uid == 0
      return isShared && !isSticky ? .fault(.writable(path: path)) : .end
    case S_IFREG: return isShared ? .fault(.writable(path: path)) : .end
    default: return .fault(.notFile)
    }
  }
}

// Messages for files and folders that are not used because they are unsafe or cannot be inspected.
extension UnusedPlugin {
  /// Creates the report of a file that is not run, or of a folder that is not searched, because of a fault.
  init(_ kind: PluginPlace.Kind, _ path: String, _ fault: FileTrust.Fault) {
    let (reason, place, words, remedy) = fault.report(path)
    let lead =
      switch (kind, place.isExactly(path)) {
      case (.file, true): "'\(path)' \(words) and is not run"
      case (.file, false): "'\(path)' is not run, since '\(place)' \(words)"
      case (.folder, true): "the folder '\(path)' \(words), so no plugin in it is run"
      case (.folder, false): "no plugin in the folder '\(path)' is run, since '\(place)' \(words)"
      }
    self.init(path, reason, "\(lead); \(remedy)")
    culprit = place
  }
}

extension FileTrust.Fault {
  /// Returns the reason as a value that programs can compare, the path at fault, and the words for the fault and its
  /// remedy.
  ///
  /// - Parameter path: the path that was checked.
  fileprivate func report(
    _ path: String
  ) -> (reason: UnusedPlugin.Reason, place: String, words: String, remedy: String) {
    switch self {
    case .owner(let place, let user):
      (
        .owner, place, "belongs to another user (uid \(user))",
        "only your own files and those of root are run, unless '--plugin \(path)' names the file"
      )
    case .writable(let place):
      (.writable, place, "is writable by other users", "prevent that with 'chmod go-w \(place)'")
    case .links:
      (
        .unreadable, path, "leads through more than \(FileTrust.mostLinks) symbolic links",
        "link to the file itself"
      )
    case .unreadable(let place, let code):
      (.unreadable, place, "cannot be examined: \(errnoText(code))", "'--plugin \(path)' uses it anyway")
    case .notFile: (.notFile, path, "is not a regular file", "put an executable there")
    }
  }
}
