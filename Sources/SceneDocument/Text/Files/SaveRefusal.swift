import Glibc
package import JSONText

/// The reasons why a file cannot be saved. The existing file, if any, then stays unchanged.
package enum SaveRefusal: Refusal {
  // The existing file must not be replaced.
  case wasChanged
  case wasRemoved
  case isNoFile
  case exists
  case locked
  // The path is not one to which a file can be saved.
  case hasNoFile
  case isFolder
  case isReadOnly
  case isOther(FileKind, than: FileKind)
  case cannotCreate(in: String, errno: Int32)
  case cannotMake(folder: String, errno: Int32)
  // The content cannot be written.
  case cannotWrite(errno: Int32)
  case spoolLost
  // The new file would lose properties of the old one.
  case hasLinks(Int)
  case losesOwner(Int)
  case losesGroup(Int)
  case losesAttribute(String, errno: Int32)

  package var code: DiagnosticCode {
    switch self {
    case .wasChanged, .wasRemoved, .isNoFile: .ioChanged
    case .exists: .ioExists
    case .locked: .ioLocked
    case .hasNoFile, .isFolder, .isOther, .cannotCreate, .cannotMake: .ioCreate
    case .isReadOnly, .cannotWrite, .spoolLost, .hasLinks, .losesOwner, .losesGroup, .losesAttribute: .ioWrite
    }
  }

  package var message: String {
    switch self {
    case .wasChanged: "the file changed since it was read; read it again, or save to another file"
    case .wasRemoved: "the file was removed since it was read; read it again, or save to another file"
    case .isNoFile: "the file is no longer a regular file; read it again, or save to another file"
    case .exists: "the name is already taken; choose another, or open the existing file"
    case .locked: "another process is still writing this file; nothing was changed; try again"
    case .hasNoFile: "this scene was not read from a file; save it to one"
    case .isFolder: "this is a folder; name a file in it"
    case .isReadOnly: "the file is read-only; make it writable or save to another file"
    case .isOther(let kind, let new):
      "the file is \(kind.words), and would be replaced by \(new.words); nothing was changed; name another file"
    case .cannotCreate(let folder, ENOENT), .cannotCreate(let folder, ENOTDIR):
      "there is no folder '\(folder)'; create it first"
    case .cannotCreate(let folder, EACCES), .cannotCreate(let folder, EPERM):
      "no permission to write into the folder '\(folder)'; save to another folder"
    case .cannotCreate(let folder, EROFS):
      "the folder '\(folder)' is on a read-only file system; save to another folder"
    case .cannotCreate(let folder, let error): "cannot create a file in '\(folder)': \(errnoText(error))"
    case .cannotMake(let folder, let error): "cannot create the folder '\(folder)': \(errnoText(error))"
    case .cannotWrite(let error): "\(Self.words(ofWriting: error)); nothing was changed"
    case .spoolLost: "the temporary file with the new text cannot be read; nothing was changed"
    case .hasLinks(let count):
      "the file has \(count) names (hard links), and saving would separate this one from the others; save to another file, or add '--break-links'; nothing was changed"
    case .losesOwner(let number): Self.lossOf("owner", number)
    case .losesGroup(let number): Self.lossOf("group", number)
    case .losesAttribute(let name, let error):
      "the file's \(name == "system.posix_acl_access" ? "access list (ACL)" : "extended attribute '\(name)'") cannot be kept: \(errnoText(error)); save to another file, or add '--drop-attributes'; nothing was changed"
    }
  }

  /// Returns a phrase for a failed system call in a message, by the error code: `no space left on the device`.
  package static func words(_ error: Int32) -> String {
    switch error {
    case ENOSPC: "no space left on the device"
    case EDQUOT: "the disk quota is used up"
    case EACCES, EPERM: "no permission"
    case EROFS: "the file system is read-only"
    default: errnoText(error)
    }
  }

  private static func words(ofWriting error: Int32) -> String {
    switch error {
    case ENOSPC, EDQUOT: words(error)
    case EFBIG: "the file would be larger than the limit allows"
    case EPIPE: "nothing reads it any more"
    case ENXIO: "nothing reads this pipe"
    default: "cannot write: \(errnoText(error))"
    }
  }

  private static func lossOf(_ what: String, _ number: Int) -> String {
    "the file's \(what) is \(number), and only root could give the saved file to it; save to another file, or add '--drop-attributes'; nothing was changed"
  }
}
