import CRsvg
import Glibc

/// The program `inspector-picture FORMAT [SCALE]`, which converts SVG on its standard input to another picture format.
///
/// `inspector render` runs this program. The program is separate so that `inspector` needs neither librsvg nor cairo,
/// and so that a fault in these libraries harms no other process.
@main enum InspectorPicture {
  static func main() {
    do throws(PictureFailure) {
      let arguments = CommandLine.arguments.dropFirst()
      guard let format = arguments.first.flatMap(PictureFormat.init), arguments.count <= 2 else { throw .usage }
      var scale = 1.0
      if arguments.count == 2 {
        guard let number = arguments.last.flatMap(Double.init), number > 0, number <= 100 else { throw .usage }
        scale = number
      }
      let svg = try readInput()
      warnOfFont()
      let picture = try VectorPicture(svg)
      try write(try picture.drawn(as: format, scale: scale))
    } catch {
      complain("inspector-picture: \(error.message)")
      exit(error.status)
    }
  }

  /// The largest accepted input, in bytes; a larger input is refused.
  private static let mostInput = 1 << 30

  private static func readInput() throws(PictureFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(0, &part, part.count)
      if count == 0 { return bytes }
      guard count > 0, bytes.count < mostInput else {
        if count < 0, errno == EINTR { continue }
        throw .input
      }
      bytes += part[..<count]
    }
  }

  private static func write(_ bytes: [UInt8]) throws(PictureFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw .output
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Warns if the font DejaVu Sans is missing. Texts are measured in this font, and a substitute changes the picture.
  private static func warnOfFont() {
    guard !findsFont("DejaVu Sans") else { return }
    complain("the font DejaVu Sans is missing, and texts are drawn in another; install it (Debian: fonts-dejavu-core)")
  }

  private static func complain(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
  }
}

/// The output format of a picture.
enum PictureFormat: String {
  case png, pdf

  /// SVG with outlines for text.
  case svg

  /// A text line with the width and the height, then four bytes per pixel: red, green, blue and alpha, without
  /// premultiplication.
  case rgba
}

/// A reason why the program writes no picture, which decides its message and exit status.
enum PictureFailure: Error {
  case usage, input, output, memory
  case notSVG(String)
  case tooLarge(width: Double, height: Double)

  var message: String {
    switch self {
    case .usage: "usage: inspector-picture png|pdf|svg|rgba [SCALE] <PICTURE.svg >PICTURE"
    case .input: "the picture cannot be read, or is larger than 1 GiB"
    case .output: "the picture cannot be written"
    case .memory: "there is not enough memory"
    case .notSVG(let reason): "this is no SVG: \(reason)"
    case .tooLarge(let width, let height):
      "the picture has \(Int(min(width, 1e9))) x \(Int(min(height, 1e9))) pixels; at most 200 million are drawn: choose a smaller '--scale', or an object"
    }
  }

  /// The exit status: 1 for a picture that is too large, otherwise a status of `sysexits.h`.
  var status: Int32 {
    switch self {
    case .usage: 64
    case .notSVG: 65
    case .input: 66
    case .tooLarge: 1
    case .memory: 71
    case .output: 74
    }
  }
}

extension InspectorPicture {
  /// Returns true if a font of the family itself is installed, and not only a substitute.
  static func findsFont(_ family: String) -> Bool {
    guard let pattern = FcPatternCreate() else { return false }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let found = FcFontMatch(nil, pattern, &result) else { return false }
    defer { FcPatternDestroy(found) }
    var name: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(found, FC_FAMILY, 0, &name) == FcResultMatch, let name else { return false }
    return String(cString: name) == family
  }
}
