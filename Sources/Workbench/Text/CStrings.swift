internal import Glibc

/// Lists of strings as system calls take them.
package enum CStrings {
  /// Good within the call only; a null pointer stands at the end.
  package static func with<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}
