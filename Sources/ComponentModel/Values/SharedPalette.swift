package import InspectorKit
package import JSONText
package import SceneDocument
internal import Synchronization

/// A palette document, as read from its file. Scenes refer to it in `palettes`.
package final class SharedPalette: Sendable {
  /// A valid colour of the document.
  package struct Entry: Sendable {
    package let name: String
    /// The JSON text of the colour in the document.
    package let text: [UInt8]
    package let color: Color
    package let position: SourcePosition

    /// The colour as a user would type it: the string of the document, or `rgb(…)` with percentages.
    fileprivate var typedText: String {
      if text.first == UInt8(ascii: "\""), case .string(let string)? = try? JSON.parse(text) { return string }
      let parts = [color.red, color.green, color.blue].map { "\(Self.hundredfold($0))%" }
      return "rgb(\(parts.joined(separator: " ")) / \(color.alpha))"
    }

    /// Returns a number times 100, without the rounding error of a multiplication where its digits show none.
    private static func hundredfold(_ number: Double) -> String {
      let product = number * 100
      let short = (product * 1e9).rounded() / 1e9
      return short / 100 == number ? "\(short)" : "\(product)"
    }
  }

  /// The valid colours, in the order of the document.
  package let entries: [Entry]

  /// The problems of the invalid colours, with their places in the document.
  package let problems: [(name: String, problem: SceneError)]

  /// The colours that a user can assign by name in files of other programs, each with its text as typed. The names of CSS are
  /// absent, since such files have these colours already.
  let typed: [ExactText: (color: Color, text: String)]

  private init(path: String) throws(SceneError) {
    let document = try MemberDocument.load(path: path, as: .palette)
    var entries: [Entry] = []
    var problems: [(name: String, problem: SceneError)] = []
    for entry in document.entries {
      do throws(Diagnostic) {
        let color = try ScenePalette.color(entry.value, of: entry.name)
        let position = document.source.position(ofOffset: entry.offset)
        entries.append(Entry(name: entry.name, text: entry.value, color: color, position: position))
      } catch {
        problems.append((entry.name, document.source.error(PaletteFinding.color(error.reason), at: entry.offset)))
      }
    }
    (self.entries, self.problems) = (entries, problems)
    // The first colour of a name counts, as everywhere.
    typed = Dictionary(
      entries.compactMap { entry in
        Color(entry.name) == nil ? (ExactText(entry.name), (entry.color, entry.typedText)) : nil
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A cache of palettes by real path, with the identities of their files. A palette that many scenes share is read
  /// once.
  private static let known = Mutex<[String: (palette: SharedPalette, identity: FileIdentity)]>([:])

  /// The maximum number of cached palettes.
  private static let most = 64

  /// Returns the palette in the file at a real path, from the cache if the file has not changed.
  static func load(_ path: String, _ identity: FileIdentity?) throws(SceneError) -> SharedPalette {
    if let (palette, former) = known.withLock({ $0[path] }), former == identity { return palette }
    let palette = try SharedPalette(path: path)
    if let identity {
      known.withLock { known in
        if known.count >= most { known = [:] }
        known[path] = (palette, identity)
      }
    }
    return palette
  }
}

/// A palette document that a scene or its workspace specifies, and the result of reading the document.
package struct PaletteSource: Sendable {
  /// The path of the palette: as written in the scene or, if the workspace or the user specifies the palette, in a form
  /// for display.
  package let path: String

  /// The offset of the path in the scene's text as read; 0 if the path is not part of that text.
  package let offset: Int

  /// The palette as last read; nil if it could never be read.
  package private(set) var palette: SharedPalette?

  /// The reason why the palette cannot be read now; nil if it can.
  package private(set) var problem: AnyRefusal?

  /// The error with its position in the palette document; nil if the palette can be read, or if the scene refers to it.
  private(set) var fault: SceneError?

  /// The absolute path of the file, which may contain symbolic links.
  package let location: String

  /// The identity of the file when it was read; nil if there was no file.
  private let identity: FileIdentity?

  /// Reads a palette to which a scene refers.
  ///
  /// - Parameter former: the same source as it was read before; its palette is kept if the file cannot be read now.
  init(_ reference: PaletteReference, in folder: SourceFolder, after former: PaletteSource?) {
    (path, offset) = (reference.path, reference.offset)
    location = "\(folder.path)/\(reference.path)"
    // The identity is determined first, so that a change during reading is noticed later.
    identity = FileIdentity(path: location)
    do throws(SourceRefusal) {
      let real = try folder.file(reference.path)
      do throws(SceneError) {
        palette = try SharedPalette.load(real, identity)
      } catch {
        problem = AnyRefusal(PaletteFinding.wrong(file: reference.path, error.position, error.reason))
      }
    } catch {
      problem = AnyRefusal(error)
    }
    if palette == nil { palette = former?.palette }
  }

  /// Reads a palette that the workspace or the user specifies for a foreign document.
  ///
  /// - Parameter given: the reason why the file cannot be used; nil if it can be read.
  init(at location: String, _ given: SceneError?, after former: PaletteSource?) {
    (path, offset, self.location) = (FileName.fromWorkingFolder(location), 0, location)
    identity = FileIdentity(path: location)
    do throws(SceneError) {
      if let given { throw given }
      palette = try SharedPalette.load(location, identity)
    } catch {
      (problem, fault, palette) = (AnyRefusal(error.reason), error, former?.palette)
    }
  }

  /// A text that changes whenever the file changes.
  var stamp: String { identity?.text ?? "" }

  /// The file's path as shown in messages: relative to the working folder if the file is in it.
  package var shownPath: String { FileName.fromWorkingFolder(realpath(location) ?? location) }

  /// True if the file has not changed since it was read.
  var isCurrent: Bool { FileIdentity(path: location) == identity }
}
