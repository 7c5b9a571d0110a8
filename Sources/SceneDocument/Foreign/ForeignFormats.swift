internal import Glibc
internal import JSONText
internal import Synchronization

/// The formats, besides scenes, in which documents may be read.
///
/// They are loaded when a document turns out not to be a scene for the first time.
package final class ForeignFormats: Sendable {
  /// The maximum size of a foreign document in bytes.
  static let mostBytes = 1 << 30

  /// The finder of referenced files; nil to ignore references.
  let finder: (any ForeignFinder)?

  /// The name of the format to assume for documents that are not scenes; nil if their contents decide.
  package let name: String?

  private let read: @Sendable () -> [any ForeignFormat]
  private let known = Mutex<[any ForeignFormat]?>(nil)

  /// Creates a list of formats. The list is loaded on first use.
  ///
  /// - Parameters:
  ///   - finder: the finder of referenced files; nil to ignore references.
  ///   - name: the name of the format to assume; nil if the contents of documents decide.
  ///   - read: loads the formats; called once, on first use.
  package init(
    finder: (any ForeignFinder)? = nil, named name: String? = nil, _ read: @escaping @Sendable () -> [any ForeignFormat]
  ) {
    (self.finder, self.name, self.read) = (finder, name, read)
  }

  /// All formats of the list, loaded on first use.
  package var all: [any ForeignFormat] {
    known.withLock { known in
      if let known { return known }
      let formats = read()
      known = formats
      return formats
    }
  }

  /// The formats to consider: only the named one or, without a name, all.
  package var candidates: [any ForeignFormat] {
    name.map { name in all.filter { $0.name.isExactly(name) } } ?? all
  }

  /// Returns true if a file appears to be in one of the formats, even if its contents are damaged.
  package func read(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    // A file with the name of a format is reported even if its contents are invalid.
    if candidates.contains(where: { Self.isNamed(path, $0.filePatterns) }) { return true }
    guard status.st_size <= Self.mostBytes, let file = try? TextDocument.load(path: path) else { return false }
    if file.isMarkup {
      guard let document = try? file.parsedMarkup() else { return false }
      return candidates.contains { $0.isMarkup && $0.matches(document) }
    }
    guard let document = try? file.validated() else {
      // A damaged file is reported, too.
      let text = String(decoding: file.original.buffer, as: UTF8.self)
      return candidates.contains { format in
        format.keys.contains { keys in !keys.isEmpty && keys.allSatisfy { text.holds("\"\($0)\"") } }
      }
    }
    if name == nil, document.isScene { return false }
    return candidates.contains { $0.matches(document) || $0.reasonNotToRead(document) != nil }
  }

  /// Returns the format of a document; nil if no format matches. If the contents match several formats, the file name
  /// decides. Throws a fault if the format remains ambiguous, or if the document lacks marks of the intended format.
  ///
  /// - Parameter path: the path of the document's file.
  func format(of document: TextValue, at path: String) throws(ForeignFault) -> (any ForeignFormat)? {
    var found = candidates.filter { $0.matches(document) }
    if found.count > 1 {
      let named = found.filter { Self.isNamed(path, $0.filePatterns) }
      if named.count == 1 { found = named }
    }
    guard found.count < 2 else {
      throw ForeignFault(ForeignRefusal.ambiguous(found.map(\.name)), at: document.offset)
    }
    if found.isEmpty {
      for format in candidates {
        guard let reason = format.reasonNotToRead(document) else { continue }
        throw ForeignFault(ForeignRefusal.notRead(format: format.title, reason: reason), at: document.offset)
      }
      try refuseNearMiss(document, at: path)
    }
    return found.first
  }

  /// Parses an XML document that may be in one of the formats; returns nil for any other document. Throws a fault if
  /// the file name implies XML, but the text is not XML.
  func markup(_ source: TextDocument) throws(ForeignFault) -> TextValue? {
    let formats = candidates.filter(\.isMarkup)
    guard !formats.isEmpty else { return nil }
    guard source.isMarkup else {
      // An error about JSON would be misleading.
      if let meant = formats.first(where: { Self.isNamed(source.name, $0.filePatterns) }),
        (try? JSONSyntax.validate(source.original.buffer)) == nil
      {
        throw ForeignFault(ForeignRefusal.lacksMarks(of: meant.title, ["it must be XML"]), at: 0)
      }
      return nil
    }
    do throws(ForeignFault) {
      let document = try source.parsedMarkup()
      return formats.contains { $0.matches(document) || isMeant($0, source.name) } ? document : nil
    } catch {
      guard formats.contains(where: { isMeant($0, source.name) }) else { return nil }
      throw error
    }
  }

  /// Returns true if the user or the file name specifies a format for the file.
  private func isMeant(_ format: any ForeignFormat, _ path: String) -> Bool {
    name != nil || Self.isNamed(path, format.filePatterns)
  }

  /// Throws a fault if a document lacks marks of its probable format: the user or the file name specifies the format,
  /// or only one of several marks is missing.
  private func refuseNearMiss(_ document: TextValue, at path: String) throws(ForeignFault) {
    // For other files of this program, the scene's error message names their kind.
    let isMarkup = document.markup != nil
    if !isMarkup, document.member("format")?.string?.begins(with: "inspector-") == true { return }
    let isScene = !isMarkup && ["format", "objects"].contains { document.member($0) != nil }
    for format in candidates {
      let found = format.lacks(document) { Self.isNamed(path, $0) }
      guard let (lacks, isNear) = found,
        name != nil || !isScene && (isNear || Self.isNamed(path, format.filePatterns))
      else { continue }
      let isOfKind = isMarkup == format.isMarkup && (isMarkup || document.kind == .object)
      let reasons = isOfKind ? lacks : [format.isMarkup ? "it must be XML" : "it must be a JSON object"]
      throw ForeignFault(ForeignRefusal.lacksMarks(of: format.title, reasons), at: document.offset)
    }
  }

  /// Returns true if a file name matches one of the patterns, other than the pattern of all JSON files.
  private static func isNamed(_ path: String, _ patterns: [String]) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return patterns.contains { pattern in
      pattern != "*.json" && FileName.withName(name) { fnmatch(pattern, $0, 0) == 0 }
    }
  }
}
