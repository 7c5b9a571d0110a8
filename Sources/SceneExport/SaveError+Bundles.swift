internal import Glibc
internal import JSONText
internal import SceneDocument

// Why a bundle cannot be written.
extension SaveError {
  static func emptyPath(_ path: String) -> SaveError {
    target(path, "the path is empty; name a folder, such as 'card.bundle'")
  }
  static func cannotLookAt(_ path: String, _ error: Int32) -> SaveError {
    target(path, "cannot be looked at: \(errnoText(error))")
  }
  static func isNoFolder(_ path: String) -> SaveError {
    target(path, "this is not a folder; only a bundle is replaced")
  }
  static func isNoBundle(_ path: String) -> SaveError {
    target(path, "this folder is not a bundle, and only a bundle is replaced; name another, or remove it")
  }
  static func holdsOther(_ path: String, _ file: String) -> SaveError {
    target(path, "this bundle's folder holds '\(file)', which is not the bundle's and would be lost; move it away")
  }
  static func cannotMakeBundle(_ path: String, in parent: String, _ error: Int32) -> SaveError {
    switch error {
    case ENOENT, ENOTDIR: target(path, "there is no folder '\(parent)'; make it first")
    case EACCES, EPERM: target(path, "no permission to write into the folder '\(parent)'; export to another")
    default: target(path, "cannot make a folder in '\(parent)': \(errnoText(error))")
    }
  }

  private static func target(_ path: String, _ message: String) -> SaveError {
    SaveError(code: .ioCreate, file: path, message: message)
  }
}
