import Glibc
import JSONText

/// The kinds of files that are distinguished before a file is replaced.
///
/// All kinds except pictures and outputs are recognised by their content, whatever their names, and are never replaced
/// by a file of a different kind.
package enum FileKind: Hashable, Sendable {
  case scene, script, bundle, plugin, picture, baseline, palette, settings

  /// The printed output of a command.
  case output

  /// The kind with its article, such as `a scene`.
  var words: String {
    switch self {
    case .scene: "a scene"
    case .script: "an edit script"
    case .bundle: "part of a bundle"
    case .plugin: "a program or a plugin"
    case .picture: "a picture"
    case .baseline: "a baseline"
    case .palette: "a palette"
    case .settings: "a settings file"
    case .output: "the output of a command"
    }
  }

  /// Returns the kind of an existing regular file by its content; nil for any other file, or if the kind is not known.
  package static func of(_ path: String) -> FileKind? {
    FileIdentity.status(path).flatMap { $0.st_mode & S_IFMT == S_IFREG ? content(of: path) : nil }
  }

  /// Returns the kind of an existing file by its content; nil if a file of any kind may replace it, or if it cannot be
  /// read.
  static func content(of path: String) -> FileKind? {
    if isBundleMember(path) { return .bundle }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var (scanner, isFirst) = (FormatScanner(), true)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      let block = buffer[..<count]
      if isFirst, block.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || block.starts(with: Array("#!".utf8)) {
        return .plugin
      }
      isFirst = false
      switch scanner.take(block) {
      case .open: continue
      case .none: return nil
      case .format(let format): return kind(ofFormat: format)
      }
    }
  }

  private static func kind(ofFormat format: String) -> FileKind? {
    let kinds: [(String, FileKind)] = [
      ("inspector-scene/", .scene), ("inspector-edit/", .script), ("inspector-bundle/", .bundle),
      ("inspector-plugin/", .plugin), ("inspector-baseline/", .baseline),
      ("inspector-palette/", .palette), ("inspector-settings/", .settings),
    ]
    return kinds.first { format.begins(with: $0.0) }?.1
  }

  /// Returns true if the file is a bundle's `attributes.json`, which has no `format` of its own.
  private static func isBundleMember(_ path: String) -> Bool {
    path.ends(with: "/attributes.json") && content(of: "\(FileName.folder(of: path))/bundle.json") == .bundle
  }
}

/// A scanner that finds the member `format` of a JSON document. The document is read block by block, and may be
/// damaged.
private struct FormatScanner {
  enum Result {
    /// The next block of the file is needed.
    case open
    /// The file does not begin with a JSON object.
    case none
    case format(String)
  }

  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var hasBegun = false

  /// The beginning of the current string, if that is the name or value of an outermost member.
  private var text: [UInt8] = []
  private var lastText: [UInt8] = []
  /// True if the scanner is after the outermost name `format` and its colon.
  private var isFormatNext = false

  private static let longest = 64

  mutating func take(_ block: some Sequence<UInt8>) -> Result {
    for byte in block {
      if isInString {
        if let format = takeInString(byte) { return .format(format) }
        continue
      }
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: continue
      case UInt8(ascii: "{") where !hasBegun: (hasBegun, depth) = (true, 1)
      case _ where !hasBegun: return .none
      case UInt8(ascii: "\""): (isInString, text) = (true, [])
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isFormatNext = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":"): isFormatNext = depth == 1 && lastText.elementsEqual("format".utf8)
      case UInt8(ascii: ","): isFormatNext = false
      default: continue
      }
    }
    return .open
  }

  /// Reads a byte inside a string. Returns the format if the byte is the closing quote of the value of `format`;
  /// otherwise nil.
  private mutating func takeInString(_ byte: UInt8) -> String? {
    if !isEscaped, byte == UInt8(ascii: "\"") {
      isInString = false
      lastText = text
      return isFormatNext ? String(decoding: text, as: UTF8.self) : nil
    }
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    // JSON may write a slash with a backslash.
    if !isEscaped, depth == 1, text.count < Self.longest { text.append(byte) }
    return nil
  }
}
