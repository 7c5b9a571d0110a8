import JSONText

/// A finder of the files that foreign documents name.
package protocol ForeignFinder: Sendable {
  /// Returns the real path of a file that a document names. Throws the reason why the document cannot use the file.
  func file(_ name: String, of document: String) throws(SceneError) -> String

  /// Returns the path of the file with a name ending in the folder of a document, else in the nearest folder around it; nil
  /// if the workspace has none.
  func nearest(_ ending: String, to document: String) -> String?

  /// Returns the absolute paths of the palette documents whose colours a document may be given by name, the first first.
  func palettes(for document: String) -> [String]
}

/// The other documents that a foreign document names, such as tilesets. They are read when they are first needed, and never
/// written.
package final class ForeignFiles {
  /// A document that was read.
  package struct File {
    package let path: String
    package let root: TextValue
    let source: TextDocument
  }

  /// The path of the foreign document.
  package let path: String

  /// The documents that could not be read, each with the offset that names it first in the foreign document.
  package private(set) var problems: [ForeignFault] = []

  private let finder: (any ForeignFinder)?
  private var known: [String: File] = [:]

  /// The documents by the paths that name them and the names; nil for those that cannot be read.
  private var named: [Name: File?] = [:]

  /// The offsets at which lines begin, by the paths of the documents; the foreign document itself has an empty one.
  private var lines: [String: [Int]] = [:]

  /// The greatest number of bytes of a line whose characters are counted.
  private static let longestLine = 1 << 12

  private struct Name: Hashable {
    var document: String
    var text: ExactText
  }

  /// The greatest number of documents, and the greatest size of each in bytes.
  private static let most = (files: 1000, bytes: 1 << 26)

  /// Notes a problem of a document that the foreign document names.
  package func note(_ reason: ForeignRefusal, at offset: Int) { problems.append(ForeignFault(reason, at: offset)) }

  package init(_ path: String, _ finder: (any ForeignFinder)?) { (self.path, self.finder) = (path, finder) }

  /// Returns a document that a document names; nil if it cannot be read, which ``problems`` then say.
  ///
  /// - Parameters:
  ///   - name: the path, relative to the folder of the document that names it.
  ///   - document: the path of the document that names it.
  ///   - offset: the offset in the foreign document where the name is, or where the object is that needs it.
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

  /// Returns the nearest document with a name ending, in the document's folder or around it; nil if there is none.
  package func nearest(_ ending: String) -> File? {
    guard let path = finder?.nearest(ending, to: path) else { return nil }
    do throws(SceneError) {
      return try read(path)
    } catch {
      problems.append(ForeignFault(ForeignRefusal.unreadFile(relative(path), error.reason), at: 0))
      return nil
    }
  }

  /// The absolute paths of the palette documents whose colours the document may be given by name.
  var palettes: [String] { finder?.palettes(for: path) ?? [] }

  /// Returns the name and the place of an offset in a document: `torch.tsj:12:5`.
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

  /// Returns the name and the place of an offset in the foreign document.
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
    // The columns of a very long line are those of its bytes, since many values may be in one line.
    let column = before.count > Self.longestLine ? before.count : String(decoding: before, as: UTF8.self).count
    return "\(name):\(low + 1):\(column + 1)"
  }

  /// Returns the offsets at which the lines up to the end of a document begin.
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
    // Maps name files in an XML form, too.
    if source.original.buffer.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") {
      throw SceneError(ForeignRefusal.unreadForm, file: path)
    }
    let file = File(path: path, root: try source.validated(), source: source)
    known[path] = file
    return file
  }
}

/// A value of a different document or object that an object has as long as it has none of its own.
package struct ForeignBase {
  /// The offset of the base in its document.
  package var offset: Int

  /// The number of the base's kind.
  package var kind: Int

  /// True if the object has all values of the base; false if it has the entries of its lists only.
  package var hasAll: Bool

  /// The document in which the base is; nil for the foreign document itself.
  package var file: ForeignFiles.File?

  package init(offset: Int, kind: Int, hasAll: Bool, in file: ForeignFiles.File?) {
    (self.offset, self.kind, self.hasAll, self.file) = (offset, kind, hasAll, file)
  }

  /// Returns the base.
  ///
  /// - Parameter document: the foreign document.
  package func value(in document: TextValue) -> TextValue { (file?.root ?? document).value(atOffset: offset) }
}
