internal import InspectorKit
internal import JSONText
package import SceneDocument
internal import Synchronization

/// A cache of the documents that contain templates. A document that many scenes use is read once.
package final class TemplateFiles: Sendable {
  /// The cache that all sessions of the process share.
  package static let shared = TemplateFiles()

  private struct Known {
    let document: SceneDocument
    let colors: [TemplateColor]
    let disputes: [ColorDispute]

    /// The depth of nested templates, including the document itself.
    let depth: Int

    /// The files of the composed document, with their identities when they were read.
    let files: [String: FileIdentity?]

    /// A copy for reading on another thread.
    var reader: Known {
      Known(document: document.reader(), colors: colors, disputes: disputes, depth: depth, files: files)
    }
  }

  private struct State: @unchecked Sendable {
    // A document is only read through `reader()`, which its users call one at a time.
    private(set) var known: [String: Known] = [:]

    /// The size of each document, and the sequence number of its last use.
    private var uses: [String: (size: Int, number: Int)] = [:]
    private var lastUse = 0
    private(set) var bytes = 0

    mutating func use(_ key: String) -> Known? {
      guard let found = known[key] else { return nil }
      lastUse += 1
      uses[key]?.number = lastUse
      return found
    }

    /// Caches a document, and evicts the least recently used documents if the total size exceeds `most` bytes.
    mutating func keep(_ made: Known, _ key: String, most: Int) {
      forget(key)
      let size = made.document.memorySize
      guard size <= most else { return }
      lastUse += 1
      (known[key], uses[key]) = (made, (size, lastUse))
      bytes += size
      guard bytes > most else { return }
      // Half of the cache is evicted at once, so that a full cache is not sorted for each new document.
      for (key, _) in uses.sorted(by: { $0.value.number < $1.value.number }).dropLast() where bytes > most / 2 {
        forget(key)
      }
    }

    private mutating func forget(_ key: String) {
      bytes -= uses.removeValue(forKey: key)?.size ?? 0
      known[key] = nil
    }
  }

  private let state = Mutex(State())

  /// The texts of unsaved documents, by real path.
  private let unsaved: [String: DocumentSnapshot]

  /// The maximum total size of the cached documents, in bytes.
  private let most: Int

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - unsaved: the texts to use instead of the files' contents, by real path.
  ///   - most: the maximum total size of the cached documents, in bytes.
  package init(unsaved: [String: DocumentSnapshot] = [:], most: Int = 1 << 27) {
    (self.unsaved, self.most) = (unsaved, most)
  }

  /// The total size in bytes and the number of the cached documents.
  var kept: (bytes: Int, count: Int) { state.withLock { ($0.bytes, $0.known.count) } }

  /// The maximum depth of nested templates.
  package static let deepest = 64

  /// Returns the real path for a file name in a folder's document, if the file's document is unsaved; otherwise nil.
  private func unsavedFile(_ name: String, of folder: SourceFolder) -> String? {
    guard !unsaved.isEmpty, !name.begins(with: "/") else { return nil }
    let path = SourceFolder.realPath(of: "\(folder.path)/\(name)")
    return unsaved[path] == nil ? nil : path
  }

  /// Returns a finder of the templates to which a scene refers.
  ///
  /// - Parameter name: the path of the scene. The scene may refer only to files in its workspace.
  package func finder(forScene name: String) -> any TemplateFinder {
    let folder = SourceFolder(ofDocument: name)
    return Finder(
      documents: self, folder: folder, ring: realpath(name).map { [$0] } ?? [], sources: SourceList(), memo: Memo())
  }

  /// A finder of the templates to which one document refers.
  private struct Finder: TemplateFinder {
    let documents: TemplateFiles
    let folder: SourceFolder

    /// The real paths of the documents that are being composed, the outermost first.
    let ring: [String]
    let sources: SourceList
    let memo: Memo

    func template(_ reference: String) -> Result<SceneTemplate, AnyRefusal> {
      do throws(SourceRefusal) {
        let reference = try TemplateReference(reference)
        let unsaved = documents.unsavedFile(reference.file, of: folder)
        let path = if let unsaved { unsaved } else { try folder.file(reference.file) }
        let known = try documents.load(path, reference.file, workspace: folder.workspace, ring, sources, memo)
        let node = try reference.object(in: known.document)
        return .success(SceneTemplate(known.document, node, colors: known.colors, disputes: known.disputes))
      } catch {
        if case .missing(let name, _, _) = error {
          let path = "\(folder.path)/\(name)"
          sources.add(path, FileIdentity(path: path))
        }
        return .failure(AnyRefusal(error))
      }
    }

    var files: [String: FileIdentity?] { sources.files }

    func renewed() -> any TemplateFinder {
      Finder(documents: documents, folder: folder, ring: ring, sources: SourceList(), memo: Memo())
    }
  }

  /// Returns the composed document in the file at a real path, with the colours that it may use.
  private func load(
    _ path: String, _ name: String, workspace: String, _ ring: [String], _ sources: SourceList, _ memo: Memo
  ) throws(SourceRefusal) -> Known {
    if let start = ring.firstIndex(where: { $0.isExactly(path) }) {
      throw .ring((ring[start...] + [path]).map(FileName.fromWorkingFolder))
    }
    guard ring.count <= Self.deepest else { throw .tooDeep(name, limit: Self.deepest) }
    let known: Known
    if let made = memo.entry(path) {
      known = made
    } else {
      // The workspace determines the files to which a document may refer.
      let key = "\(workspace)\0\(path)"
      let kept = state.withLock { state in
        state.use(key)?.reader
      }
      if let kept, kept.files.allSatisfy({ FileIdentity(path: $0) == $1 }) {
        known = kept
      } else {
        known = try read(path, name, workspace: workspace, ring, sources, memo)
        // A template that is missing here, such as one in a cycle, may be found from another scene.
        if !known.document.lacksTemplates {
          state.withLock { state in
            state.keep(known.reader, key, most: most)
          }
        }
      }
      memo.keep(known, path)
    }
    guard ring.count + known.depth <= Self.deepest + 1 else { throw .tooDeep(name, limit: Self.deepest) }
    sources.deepen(to: known.depth + 1)
    for (file, identity) in known.files { sources.add(file, identity) }
    return known
  }

  /// Reads a document, and composes it with its templates.
  private func read(
    _ path: String, _ name: String, workspace: String, _ ring: [String], _ sources: SourceList, _ memo: Memo
  ) throws(SourceRefusal) -> Known {
    let own = SourceList()
    own.add(path, FileIdentity(path: path))
    // A document that cannot be used is read again after any of its files has changed.
    defer { for (file, identity) in own.files { sources.add(file, identity) } }
    let document: SceneDocument
    do throws(SceneError) {
      let folder = SourceFolder(ofDocument: path, workspace: workspace)
      let shown = FileName.fromWorkingFolder(path)
      let text = unsaved[path]
      let read =
        if let text { try SceneDocument(bytes: text.bytes(), name: shown) } else { try SceneDocument.load(path: shown) }
      document = try read.composed(
        by: Finder(documents: self, folder: folder, ring: ring + [path], sources: own, memo: memo))
    } catch {
      throw .wrong(name, error.position, AnyRefusal(error.reason))
    }
    if let problem = document.composition?.problem(withCode: .refLimit) { throw .wrong(name, nil, problem) }
    let palettes = ScenePalette(document).sources
    for palette in palettes { own.add(palette.location, FileIdentity(path: palette.location)) }
    let (colors, disputes) = colors(of: document, palettes)
    return Known(document: document, colors: colors, disputes: disputes, depth: own.depth, files: own.files)
  }

  /// The documents that one composition has read so far. Each is read once, even if there are several references to it.
  private final class Memo: Sendable {
    private struct Entries: @unchecked Sendable {
      // A composition runs on one thread.
      var known: [String: Known] = [:]
    }

    private let entries = Mutex(Entries())

    func entry(_ path: String) -> Known? { entries.withLock { $0.known[path] } }

    func keep(_ known: Known, _ path: String) { entries.withLock { $0.known[path] = known } }
  }

  /// Returns the colours that a document may use: its own, then those of its palette documents, then those of its
  /// templates. Also returns the names without such a colour that its templates define differently.
  private func colors(
    of document: SceneDocument, _ palettes: [PaletteSource]
  ) -> (colors: [TemplateColor], disputes: [ColorDispute]) {
    var names: Set<ExactText> = []
    var colors = document.written.palette.map { TemplateColor(name: $0.name, text: $0.value) }
    colors += palettes.flatMap { source in
      let file = source.shownPath
      return (source.palette?.entries ?? []).map { entry in
        TemplateColor(name: entry.name, text: entry.text, place: ColorPlace(file: file, position: entry.position))
      }
    }
    colors += document.templateColors.sorted { $0.key.text < $1.key.text }.map {
      TemplateColor(name: $0.key.text, text: $0.value)
    }
    colors = colors.filter { names.insert(ExactText($0.name)).inserted }
    return (colors, document.colorDisputes.filter { !names.contains(ExactText($0.name)) })
  }
}

extension SceneDocument {
  /// Returns the scene composed with the objects of the templates to which it refers. Returns a scene without templates
  /// unchanged.
  ///
  /// - Throws: the errors of ``composed(by:isCancelled:)``.
  ///
  /// - Parameter templates: the documents of the templates.
  package func composed(
    of templates: TemplateFiles = .shared, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    // An edit of several documents inserts placeholders before it ends.
    let isExpected = templates !== TemplateFiles.shared
    guard mayHavePlaceholders || isExpected else { return self }
    return try composed(
      by: templates.finder(forScene: name), isExpected: isExpected, isCancelled: isCancelled)
  }
}

extension SceneDocument {
  /// Returns the scene composed again with the current templates; see ``recomposed(by:)``.
  ///
  /// - Throws: an error if a template can no longer be read. The scene then keeps the template's objects.
  package func recomposed() throws(SceneError) -> (document: SceneDocument, map: NodeMap)? {
    let former = Set(templateProblems)
    guard let (document, map) = try recomposed(by: TemplateFiles.shared.finder(forScene: name)) else { return nil }
    let lost = document.templateProblems.first { problem in
      guard isComposed, !former.contains(problem), let reason = problem.base as? SourceRefusal else { return false }
      return reason.isOfFile
    }
    if let lost { throw SceneError(lost, file: name) }
    return (document, map)
  }
}

extension FileName {
  /// Returns the path relative to the working folder if the file is in that folder; otherwise the unchanged path.
  package static func fromWorkingFolder(_ path: String) -> String {
    guard let folder = realpath("."), folder != "/", path.begins(with: folder + "/") else { return path }
    return String(path.dropFirst(folder.count + 1))
  }
}

/// The files of a composed scene other than its own, with their identities when they were read.
package final class SourceList: Sendable {
  private let list = Mutex<[String: FileIdentity?]>([:])

  private let deepest = Mutex(1)

  package init() {}

  /// The depth of nested documents found so far, including the document that refers to them.
  var depth: Int { deepest.withLock { $0 } }

  func deepen(to depth: Int) { deepest.withLock { $0 = max($0, depth) } }

  func add(_ path: String, _ identity: FileIdentity?) { list.withLock { $0[path] = .some(identity) } }

  /// The files by real path; an inner nil stands for a file that does not exist.
  package var files: [String: FileIdentity?] { list.withLock { $0 } }
}

/// A reference to an object of a document, such as `buttons.scene.json#primary`.
package struct TemplateReference {
  /// The path of the document, relative to the document that contains the reference.
  package let file: String

  /// The id of the object; nil for the only object of the document.
  package let id: String?

  /// Parses a `ref`: a percent-encoded path up to the first `#`, and the id after it.
  package init(_ text: String) throws(SourceRefusal) {
    let sign = text.utf8.firstIndex(of: UInt8(ascii: "#"))
    let path = text[..<(sign ?? text.endIndex)]
    guard !path.isEmpty else { throw .noFile(text) }
    guard let file = Self.decoded(path) else { throw .encoding(text) }
    self.file = file
    id = sign.map { String(decoding: text.utf8[$0...].dropFirst(), as: UTF8.self) }
    if id?.isEmpty == true { throw .noFile(text) }
  }

  /// Returns a path without its percent-encoding; nil if the encoding or the path is invalid.
  private static func decoded(_ path: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = path.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let text = String(rest.prefix(2)), let value = UInt8(text, radix: 16),
        text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// Returns the object of the document that the reference names.
  func object(in document: SceneDocument) throws(SourceRefusal) -> NodeIndex {
    guard let id else {
      let roots = Array(document.roots.prefix(2))
      guard roots.count == 1, let root = roots.first else {
        throw .severalObjects(file, example: document.objects.first.map(document.id))
      }
      return root
    }
    guard let node = document.node(id: id) else {
      let ids = document.objects.prefix(10_000).map(document.id)
      throw .noObject(id, file: file, suggestion: DidYouMean.suggestion(for: id, among: ids))
    }
    return node
  }
}
