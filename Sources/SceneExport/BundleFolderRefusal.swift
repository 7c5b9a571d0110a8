internal import Glibc
internal import JSONText

/// The reason why a bundle cannot be written to a folder.
enum BundleFolderRefusal: Refusal {
  case emptyPath
  case cannotLookAt(errno: Int32)
  case isNoFolder
  case isNoBundle
  case holdsOther(String)
  case cannotMake(in: String, errno: Int32)

  var code: DiagnosticCode { .ioCreate }

  var message: String {
    switch self {
    case .emptyPath: "the path is empty; name a folder, such as 'card.bundle'"
    case .cannotLookAt(let error): "cannot be examined: \(errnoText(error))"
    case .isNoFolder: "this is a file, and 'export' replaces only bundles; choose another name"
    case .isNoBundle:
      "this folder is not a bundle, and 'export' replaces only bundles; choose another folder"
    case .holdsOther(let file):
      "this bundle's folder holds '\(file)', which is not part of the bundle and would be lost; move it away"
    case .cannotMake(let parent, ENOENT), .cannotMake(let parent, ENOTDIR):
      "there is no folder '\(parent)'; create it first"
    case .cannotMake(let parent, EACCES), .cannotMake(let parent, EPERM):
      "no permission to write into the folder '\(parent)'; export to another"
    case .cannotMake(let parent, let error): "cannot create a folder in '\(parent)': \(errnoText(error))"
    }
  }
}
