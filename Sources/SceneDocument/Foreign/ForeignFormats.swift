internal import Glibc
internal import JSONText
internal import Synchronization

/// The formats that documents may have besides that of scenes.
///
/// They are read when a document first turns out to be no scene.
package final class ForeignFormats: Sendable {
  /// The greatest size of a foreign document in bytes.
  static let mostBytes = 1 << 30

  /// The finder of the files that documents name; nil if no other file is read.
  let finder: (any ForeignFinder)?

  /// The name of the format that documents have if they are no scenes; nil if their contents decide.
  package let name: String?

  private let read: @Sendable () -> [any ForeignFormat]
  private let known = Mutex<[any ForeignFormat]?>(nil)

  /// Creates a list of formats.
  ///
  /// - Parameters:
  ///   - finder: the finder of the files that documents name; nil to read no other file.
  ///   - name: the name of the format that documents have; nil if their contents decide.
  ///   - read: returns the formats; called once, when they are first needed.
  package init(
    finder: (any ForeignFinder)? = nil, named name: String? = nil, _ read: @escaping @Sendable () -> [any ForeignFormat]
  ) {
    (self.finder, self.name, self.read) = (finder, name, read)
  }

  /// The formats.
  package var all: [any ForeignFormat] {
    known.withLock { known in
      if let known { return known }
      let formats = read()
      known = formats
      return formats
    }
  }

  /// The formats that documents may have: the named one, or all.
  package var candidates: [any ForeignFormat] {
    name.map { name in all.filter { $0.name.isExactly(name) } } ?? all
  }

  /// Returns true if a file is of one of the formats, or would be if it were JSON. The file may be anything.
  package func read(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    // A file with the name of a format has to be reported, whatever is in it.
    if candidates.contains(where: { Self.isNamed(path, $0.filePatterns) }) { return true }
    guard status.st_size <= Self.mostBytes, let file = try? TextDocument.load(path: path) else { return false }
    if file.isMarkup {
      guard let document = try? file.parsedMarkup() else { return false }
      return candidates.contains { $0.isMarkup && $0.matches(document) }
    }
    guard let document = try? file.validated() else {
      // A file that somebody has broken has to be reported.
      let text = String(decoding: file.original.buffer, as: UTF8.self)
      return candidates.contains { format in
        format.keys.contains { keys in !keys.isEmpty && keys.allSatisfy { text.holds("\"\($0)\"") } }
      }
    }
    return candidates.contains { $0.matches(document) || $0.reasonNotToRead(document) != nil }
  }

  /// Returns the format of a document; nil if it is none of these. Throws a fault if the document has the marks of
  /// several formats, or not those of the named one. If its contents fit several formats, its name decides.
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

  /// Returns the value of an XML document that may have one of the formats; nil for any other document. Throws the fault of a
  /// text that is no XML although its name says so.
  func markup(_ source: TextDocument) throws(ForeignFault) -> TextValue? {
    let formats = candidates.filter(\.isMarkup)
    guard !formats.isEmpty else { return nil }
    guard source.isMarkup else {
      // The error of JSON would mislead the person.
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

  /// Returns true if the person or the name of a file says that the file has a format.
  private func isMeant(_ format: any ForeignFormat, _ path: String) -> Bool {
    name != nil || Self.isNamed(path, format.filePatterns)
  }

  /// Throws the fault of a document that is probably meant to have a format: the person or the name of the file says so, or
  /// one mark of several is missing.
  private func refuseNearMiss(_ document: TextValue, at path: String) throws(ForeignFault) {
    // The error of a scene says what other files of this program are.
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

  /// Returns true if the name of a file fits one of several patterns, other than that of all JSON files.
  private static func isNamed(_ path: String, _ patterns: [String]) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return patterns.contains { pattern in
      pattern != "*.json" && FileName.withName(name) { fnmatch(pattern, $0, 0) == 0 }
    }
  }
}
