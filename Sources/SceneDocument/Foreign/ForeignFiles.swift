import JSONText

/// A finder of the files that foreign documents reference.
package protocol ForeignFinder: Sendable {
  /// Returns the real path of a file that a document references. Throws the reason why the file cannot be used.
  func file(_ name: String, of document: String) throws(SceneError) -> String

  /// Returns the path of the nearest file whose name has the given ending, in the document's folder or an enclosing
  /// folder; nil if the workspace has no such file.
  func nearest(_ ending: String, to document: String) -> String?

  /// Returns the absolute paths of the palette documents whose colour names a document may use, in order of precedence.
  func palettes(for document: String) -> [(path: String, fault: SceneError?)]
}

/// The files that a foreign document references, such as tilesets. They are read on first use, and never written.
package final class ForeignFiles {
  /// A referenced document that has been read.
  package struct File {
    package let path: String
    package let root: TextValue
    let source: TextDocument
  }

  /// The path of the foreign document.
  package let path: String

  /// The problems of referenced documents, each at the offset of the first reference in the foreign document.
  package private(set) var problems: [ForeignFault] = []

  private let finder: (any ForeignFinder)?
  private var known: [String: File] = [:]

  /// The referenced documents, keyed by the referencing document and the name; nil for an unreadable document.
  private var named: [Name: File?] = [:]

  /// The offsets of line starts, keyed by document path; the empty path stands for the foreign document itself.
  private var lines: [String: [Int]] = [:]

  /// The maximum length in bytes of a line whose columns are counted in characters instead of bytes.
  private static let longestLine = 1 << 12

  private struct Name: Hashable {
    var document: String
    var text: ExactText
  }

  /// The maximum number of referenced documents, and the maximum size of each in bytes.
  private static let most = (files: 1000, bytes: 1 << 26)

  /// Records a problem of a referenced document.
  package func note(_ reason: ForeignRefusal, at offset: Int) { problems.append(ForeignFault(reason, at: offset)) }

  package init(_ path: String, _ finder: (any ForeignFinder)?) { (self.path, self.finder) = (path, finder) }

  /// Returns a referenced document; nil if it cannot be read, which is recorded in ``problems``.
  ///
  /// - Parameters:
  ///   - name: the path, relative to the folder of the referencing document.
  ///   - document: the path of the referencing document.
  ///   - offset: the offset, in the foreign document, of the name or of the object that needs the file.
  package func file(_ name: String, of document: String, at offset: Int) -> File? {
    guard let finder else { return nil }
    let key = Name(document: document, text: ExactText(name))
    if let known = named[key] { return known }
    var file: File?
    do throws(SceneError) {
      file = try read(finder.file(name, of: document))
    } catch {
      problems.append(ForeignFault(ForeignRefusal.unreadFile(name, error.reason), at: offset))
    }
    named[key] = .some(file)
    return file
  }

  /// Returns the nearest document whose file name has the given ending; nil if there is none, or if it cannot be read.
  package func nearest(_ ending: String) -> File? {
    guard let path = finder?.nearest(ending, to: path) else { return nil }
    do throws(SceneError) {
      return try read(path)
    } catch {
      problems.append(ForeignFault(ForeignRefusal.unreadFile(relative(path), error.reason), at: 0))
      return nil
    }
  }

  /// The absolute paths of the palette documents whose colour names the foreign document may use.
  var palettes: [(path: String, fault: SceneError?)] { finder?.palettes(for: path) ?? [] }

  /// Returns the file name, line and column of an offset in a referenced document, such as `torch.tsj:12:5`.
  package func place(of offset: Int, in file: File) -> String {
    place(of: offset, file.root, key: file.path, name: relative(file.path))
  }

  /// Returns a real path relative to the folder of the foreign document.
  private func relative(_ file: String) -> String {
    let own = FileName.folder(of: realpath(path) ?? path).split(separator: "/")
    let other = file.split(separator: "/")
    let common = zip(own, other.dropLast()).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: own.count - common) + other.dropFirst(common)).joined(separator: "/")
  }

  /// Returns the file name, line and column of an offset in the foreign document.
  package func place(of offset: Int, in document: TextValue) -> String {
    place(of: offset, document, key: "", name: path.parts(between: "/").last ?? path)
  }

  private func place(of offset: Int, _ root: TextValue, key: String, name: String) -> String {
    let starts = lines[key] ?? Self.lineStarts(in: root)
    lines[key] = starts
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let before = root.text(starts[low]..<offset)
    // In a very long line, the column counts bytes, since counting the characters for many values would be slow.
    let column = before.count > Self.longestLine ? before.count : String(decoding: before, as: UTF8.self).count
    return "\(name):\(low + 1):\(column + 1)"
  }

  /// Returns the offsets of the line starts in a document, up to the end of its outermost value.
  private static func lineStarts(in root: TextValue) -> [Int] {
    [0] + root.text(0..<root.span.upperBound).indices.lazy.filter { root.base[$0] == 0x0A }.map { $0 + 1 }
  }

  private func read(_ path: String) throws(SceneError) -> File {
    if let file = known[path] { return file }
    guard known.count < Self.most.files else {
      throw SceneError(ForeignRefusal.tooManyFiles(limit: Self.most.files), file: path)
    }
    let source = try TextDocument.load(path: path)
    guard source.original.count <= Self.most.bytes else {
      throw SceneError(ForeignRefusal.tooLarge(size: source.original.count, limit: Self.most.bytes), file: path)
    }
    // Maps may also reference XML files.
    if source.original.buffer.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") {
      throw SceneError(ForeignRefusal.unreadForm, file: path)
    }
    let file = File(path: path, root: try source.validated(), source: source)
    known[path] = file
    return file
  }
}

/// An object from which a foreign object inherits the values that it does not store itself.
package struct ForeignBase {
  /// The offset of the base in its document.
  package var offset: Int

  /// The number of the base's kind in the format.
  package var kind: Int

  /// True if the object inherits all values of the base; false if it inherits only the entries of the base's lists.
  package var hasAll: Bool

  /// The referenced document that contains the base; nil if the foreign document itself contains it.
  package var file: ForeignFiles.File?

  package init(offset: Int, kind: Int, hasAll: Bool, in file: ForeignFiles.File?) {
    (self.offset, self.kind, self.hasAll, self.file) = (offset, kind, hasAll, file)
  }

  /// Returns the base as a value of the document that contains it.
  ///
  /// - Parameter document: the foreign document.
  package func value(in document: TextValue) -> TextValue { (file?.root ?? document).value(atOffset: offset) }
}
