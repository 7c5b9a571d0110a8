internal import CLauncher
internal import Glibc
internal import JSONText

/// Lists of strings as system calls take them.
package enum CStrings {
  /// Good within the call only; a null pointer stands at the end.
  package static func with<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }

  /// The path by which the program was started.
  package static func executable() -> String? { launcher_executable().map { FileName.text(of: $0) } }

  /// The arguments of the process after the program's name, which may be names of files; see ``FileName``.
  package static func arguments() -> [String] {
    var arguments: [String] = []
    while let argument = launcher_argument(Int32(arguments.count + 1)) { arguments.append(FileName.text(of: argument)) }
    return arguments
  }
}
