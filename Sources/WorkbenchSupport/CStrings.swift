internal import CLauncher
internal import Glibc
internal import JSONText

/// Conversions between strings and C strings of system calls.
package enum CStrings {
  /// Calls `body` with a null-terminated array of C strings. The strings are valid only during the call.
  package static func with<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }

  /// Returns the path by which the program was started; nil if the system does not report it.
  package static func executable() -> String? { launcher_executable().map { FileName.text(of: $0) } }

  /// Returns the arguments of the process after the program's name. Bytes that are not UTF-8 are kept as in file names;
  /// see ``FileName``.
  package static func arguments() -> [String] {
    var arguments: [String] = []
    while let argument = launcher_argument(Int32(arguments.count + 1)) { arguments.append(FileName.text(of: argument)) }
    return arguments
  }
}
