import CSystem
import Glibc
import JSONText

/// The component classes that a native program contains, according to its symbols.
///
/// The macro `@Component` makes each class override `Component.declare(in:)`, and the linker keeps the names of such
/// functions in the program's symbol table, whether a plugin offers the class to scenes or not.
struct ComponentSymbols {
  /// The names of the classes, without module names, sorted and without duplicates. Empty if the file is not a native
  /// program, if its symbols were stripped, or if it cannot be read. The classes of InspectorKit itself are left out.
  let classes: [String]

  init(ofFile path: String) {
    guard ProgramFile(path) != nil, let bytes = FileText.read(path) else {
      classes = []
      return
    }
    classes = Set(Self.symbols(in: bytes).compactMap(Self.className)).sorted()
  }

  /// The suffix of the mangled symbols of `declare(in: inout InspectorKit.PropertyDeclarations) -> ()`, with the
  /// terminating zero byte.
  private static let end = Array("PropertyDeclarationsVz_tFZ\0".utf8)

  /// Returns the symbols that end with ``end``. A symbol starts after the preceding zero byte.
  private static func symbols(in bytes: [UInt8]) -> [String] {
    bytes.withUnsafeBytes { bytes in
      var symbols: [String] = []
      var rest = bytes[...]
      while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let found = memmem(base, rest.count, end, end.count)
      {
        let last = rest.startIndex + (UnsafeRawPointer(found) - base) + end.count - 1
        let first = bytes[rest.startIndex..<last].lastIndex(of: 0).map { $0 + 1 } ?? rest.startIndex
        if bytes[first..<last].starts(with: "$s".utf8) {
          symbols.append(String(decoding: bytes[first..<last], as: UTF8.self))
        }
        rest = bytes[last...]
      }
      return symbols
    }
  }

  /// Returns the name of the class to which the function of a mangled symbol belongs; nil for a class of InspectorKit,
  /// or if the symbol cannot be demangled.
  private static func className(ofSymbol symbol: String) -> String? {
    guard let raw = swift_demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(raw) }
    let text = FileName.text(of: UnsafePointer(raw))
    let (start, end) = ("static ", ".declare(in: inout InspectorKit.PropertyDeclarations) -> ()")
    guard text.begins(with: start), text.ends(with: end) else { return nil }
    let path = text.dropFirst(start.count).dropLast(end.count)
    if path.hasPrefix("InspectorKit.") { return nil }
    // A private class is written as `Module.(Torch in _12AB)`.
    let name = path.split(separator: "(").last?.split(separator: " ").first ?? path
    return name.split(separator: ".").last.map(String.init)
  }
}
