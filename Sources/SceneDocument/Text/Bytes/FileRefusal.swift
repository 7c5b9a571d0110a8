import Glibc
package import JSONText

/// The reasons why a file cannot be read, or why a former text of a document cannot be restored.
package enum FileRefusal: Refusal {
  case cannotOpen(errno: Int32)
  case cannotRead(errno: Int32)
  case cannotReadInput
  case isFolder(insteadOf: String)
  case noMemory(size: Int)
  case tooLarge(size: Int, limit: Int)
  case endless(limit: Int)
  case changedWhileRead
  case undoneInOrder

  package var code: DiagnosticCode {
    switch self {
    case .cannotOpen, .isFolder: .ioOpen
    case .cannotRead, .cannotReadInput: .ioRead
    case .noMemory, .tooLarge, .endless: .jsonLimit
    case .changedWhileRead: .ioChanged
    case .undoneInOrder: .editOrder
    }
  }

  package var message: String {
    switch self {
    case .cannotOpen(ENOENT): "no such file; check the path"
    case .cannotOpen(EACCES), .cannotOpen(EPERM):
      "no permission to read this file; change its mode, or run as a user who may read it"
    case .cannotOpen(ENOTDIR): "a part of the path is a file, not a folder; check the path"
    case .cannotOpen(ELOOP): "too many symbolic links; check where they lead"
    case .cannotOpen(ENAMETOOLONG): "the path is too long"
    case .cannotOpen(let error): "cannot open this file: \(errnoText(error))"
    case .cannotRead(let error): "cannot read this file: \(errnoText(error))"
    case .cannotReadInput: "standard input cannot be read, or is larger than 1 GiB; use a file"
    case .isFolder("scene"):
      "this is a folder; name a scene in it, or add '--recursive' if the command takes many scenes"
    case .isFolder(let what): "this is a folder; name a \(what) in it"
    case .noMemory(let size): "not enough memory for a file of \(size) bytes"
    case .tooLarge(let size, let limit): "the file has \(size) bytes, more than the limit of \(limit)"
    case .endless(let limit):
      "an input that is not a file is read up to \(limit) bytes, and this one is longer; save it as a file first"
    case .changedWhileRead: "the file changed while it was read; try again"
    case .undoneInOrder: "structural edits are undone last edit first"
    }
  }
}
