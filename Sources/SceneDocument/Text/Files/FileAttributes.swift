internal import CSystem
import Glibc
import JSONText

/// The access rights of a file and the data attached to it: owner, group, mode, access list (POSIX ACL), extended
/// attributes and security labels.
///
/// The attributes are copied from a file to its replacement, so that a save never widens access. If an attribute cannot
/// be copied, the save is refused, or the attribute is left out if the options allow that.
struct FileAttributes {
  /// The path of the replaced file, with symbolic links resolved.
  let source: String
  let status: stat

  private static let accessList = "system.posix_acl_access"

  /// Copies the attributes to an open file.
  ///
  /// - Parameters:
  ///   - name: the file as named by the user, for messages.
  ///   - dropping: true to leave out attributes that cannot be copied, false to throw an error for them.
  func copy(to descriptor: Int32, name: String, dropping: Bool) throws(SceneError) {
    // The order matters: changing the owner clears set-user-id, and changing the mode changes the access list's mask.
    let kept = try copyOwner(to: descriptor, name, dropping)
    let mode = status.st_mode & 0o7777
    guard fchmod(descriptor, mode) == 0 else { throw SceneError(SaveRefusal.cannotWrite(errno: errno), file: name) }
    let isWhole = try copyExtended(to: descriptor, name, dropping, isSameGroup: kept.group)
    // With a different owner or group, or without the access list, the mode's bits would apply to different users.
    // Therefore, only rights that everybody had before are kept.
    guard !kept.user || !kept.group || !isWhole else { return }
    let everybody = isWhole ? mode & mode >> 3 & 0o007 : 0
    fremovexattr(descriptor, Self.accessList)
    guard fchmod(descriptor, mode & 0o700 | everybody << 3 | everybody) == 0 else {
      throw SceneError(SaveRefusal.cannotWrite(errno: errno), file: name)
    }
  }

  private func copyOwner(
    to descriptor: Int32, _ name: String, _ dropping: Bool
  ) throws(SceneError) -> (user: Bool, group: Bool) {
    guard let made = FileIdentity.status(descriptor) else {
      throw SceneError(SaveRefusal.cannotWrite(errno: errno), file: name)
    }
    let hasUser = made.st_uid == status.st_uid || fchown(descriptor, status.st_uid, gid_t.max) == 0
    guard hasUser || dropping else { throw SceneError(SaveRefusal.losesOwner(Int(status.st_uid)), file: name) }
    let hasGroup = made.st_gid == status.st_gid || fchown(descriptor, uid_t.max, status.st_gid) == 0
    guard hasGroup || dropping else { throw SceneError(SaveRefusal.losesGroup(Int(status.st_gid)), file: name) }
    return (hasUser, hasGroup)
  }

  // MARK: extended attributes

  /// Copies the extended attributes, including the access list. An attribute that cannot be copied is left out if
  /// `dropping` is true; otherwise, an error is thrown.
  ///
  /// - Returns: false if the access list was left out.
  private func copyExtended(
    to descriptor: Int32, _ name: String, _ dropping: Bool, isSameGroup: Bool
  ) throws(SceneError) -> Bool {
    var hasAccessList = true
    let list = Self.value { list, size in
      FileName.withName(source) { listxattr($0, list?.assumingMemoryBound(to: CChar.self), size) }
    }
    // A file system may have no extended attributes.
    let names = (list ?? []).split(separator: 0).map { FileName.text(of: $0) }
    // The new file may have inherited an access list from its folder that the former file did not have.
    if !names.contains(Self.accessList) { fremovexattr(descriptor, Self.accessList) }
    for attribute in names {
      let value = Self.value { value, size in
        FileName.withName(source) { source in FileName.withName(attribute) { getxattr(source, $0, value, size) } }
      }
      if value == nil, errno == ENODATA { continue }
      if let value {
        if value
          == Self.value({ value, size in FileName.withName(attribute) { fgetxattr(descriptor, $0, value, size) } })
        {
          continue
        }
        // The group entry of an access list is meant for the former group, so the list fits only if the group is the
        // same.
        let isFit = attribute != Self.accessList || isSameGroup
        let isSet = value.withUnsafeBytes { value in
          FileName.withName(attribute) { fsetxattr(descriptor, $0, value.baseAddress, value.count, 0) == 0 }
        }
        if isFit, isSet { continue }
      }
      guard dropping else { throw SceneError(SaveRefusal.losesAttribute(attribute, errno: errno), file: name) }
      if attribute == Self.accessList { hasAccessList = false }
    }
    return hasAccessList
  }

  /// Returns the bytes that a system call on extended attributes reads; nil, with the error in `errno`, if the call
  /// fails.
  private static func value(_ call: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
    while true {
      let size = call(nil, 0)
      // With a buffer of size 0, the second call would only return the size again.
      guard size > 0 else { return size == 0 ? [] : nil }
      var buffer = [UInt8](repeating: 0, count: size)
      let count = buffer.withUnsafeMutableBytes { call($0.baseAddress, $0.count) }
      // The value may have grown between the two calls.
      if count < 0, errno == ERANGE { continue }
      guard count >= 0 else { return nil }
      return Array(buffer[..<count])
    }
  }
}
