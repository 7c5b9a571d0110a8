internal import Glibc
internal import JSONText

/// Whom a worker runs as where root runs a plugin that lies in another person's private folder.
///
/// Root's right to look into all folders goes with its capabilities, which no worker has. So such a plugin runs as the person
/// that it belongs to. One that root can reach by modes alone runs as root, without capabilities.
struct WorkerPerson {
  let user: uid_t
  let group: gid_t

  /// Nil where the worker runs as the host does.
  init?(running place: PluginPlaces) {
    guard geteuid() == 0, place.owner != 0, !Self.canReach(place.file, user: 0, group: 0) else { return nil }
    let group = PrivateFolders.group(of: place.owner) ?? gid_t(place.owner)
    guard Self.canReach(place.file, user: place.owner, group: group) else { return nil }
    (user, self.group) = (place.owner, group)
  }

  /// True if modes let a person without capabilities read a file, or execute it, and search all folders that lead to it.
  private static func canReach(_ file: String, user: uid_t, group: gid_t) -> Bool {
    var path = file
    var wanted: mode_t = 0o5
    while true {
      var status = stat()
      guard stat(path, &status) == 0 else { return false }
      let shift: mode_t = status.st_uid == user ? 6 : status.st_gid == group ? 3 : 0
      guard status.st_mode >> shift & wanted == wanted else { return false }
      guard path != "/" else { return true }
      (path, wanted) = (FileName.folder(of: path), 0o1)
    }
  }
}
