internal import Glibc
public import JSONText

/// String literals for codes, which only tests may use.
extension DiagnosticCode: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    guard let code = Self(rawValue: text) else { preconditionFailure("'\(text)' is no code") }
    self = code
  }
}

/// Calls `body` with the bytes of a text.
package func withBytes<R>(_ text: String, _ body: (UnsafeRawBufferPointer) -> R) -> R {
  Array(text.utf8).withUnsafeBytes(body)
}

/// Returns the complete text of the error that `JSONSyntax` finds, with its offset and code; nil if the text is valid.
package func syntaxError(_ bytes: [UInt8], maximumDepth: Int = 512, finiteNumbers: Bool = false) -> String? {
  bytes.withUnsafeBytes { bytes in
    do throws(JSONSyntaxError) {
      try JSONSyntax.validate(bytes, maximumDepth: maximumDepth, finiteNumbers: finiteNumbers)
      return nil
    } catch {
      return "\(error.offset) \(error.code): \(error)"
    }
  }
}

package func syntaxError(_ text: String, maximumDepth: Int = 512) -> String? {
  syntaxError(Array(text.utf8), maximumDepth: maximumDepth)
}

/// A reproducible random number generator (SplitMix64, S. Vigna).
package struct SeededGenerator: RandomNumberGenerator {
  package var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The folder of test material outside the repository; nil if it is missing.
package let sharedFolder: String? = {
  let given = getenv("INSPECTOR_SHARED").map { String(cString: $0) }
  let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let folder = given ?? "/\(root)/../shared"
  return access(folder, R_OK) == 0 ? folder : nil
}()

/// Returns the names of the files in a folder, sorted.
package func fileNames(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}

/// Returns the bytes of a file; empty if the file cannot be read.
package func contents(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

/// The folder `Tests/Fixtures`.
let fixtureFolder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures"

/// Returns the text of a file in `Tests/Fixtures`.
package func fixture(_ name: String) -> String {
  String(decoding: contents("\(fixtureFolder)/\(name)"), as: UTF8.self)
}
