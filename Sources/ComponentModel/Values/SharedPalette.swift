package import InspectorKit
package import JSONText
package import SceneDocument
internal import Synchronization

/// A palette document that scenes name in `palettes`, as read from its file.
package final class SharedPalette: Sendable {
  /// A valid colour of the document.
  package struct Entry: Sendable {
    package let name: String
    /// The colour as JSON text, as written.
    package let text: [UInt8]
    package let color: Color
    package let position: SourcePosition
  }

  /// The valid colours, in the order of the document.
  package let entries: [Entry]

  /// The problems of the other colours, with their places in the document.
  package let problems: [(name: String, problem: SceneError)]

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
  }

  /// The palettes that were read last, by real path, with the identities that their files had. Many scenes of a run
  /// share one palette, which is read once.
  private static let known = Mutex<[String: (palette: SharedPalette, identity: FileIdentity)]>([:])

  /// The largest number of palettes that are kept.
  private static let most = 64

  /// Returns the palette in the file at a real path, which is read unless it is known and its file is unchanged.
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

/// A palette document that a scene or its workspace names, and the result of reading it.
package struct PaletteSource: Sendable {
  /// The path as the scene writes it, relative to the scene; the shown path if the workspace or the person names it.
  package let path: String

  /// The offset of the path in the scene's text as read; 0 if the scene does not write it.
  package let offset: Int

  /// The palette; nil if it cannot be read and never was.
  package private(set) var palette: SharedPalette?

  /// The reason why the palette cannot be read now; nil if it can.
  package private(set) var problem: AnyRefusal?

  /// The reason with its place in the palette document, if the scene does not name it; nil if it does.
  private(set) var fault: SceneError?

  /// The absolute path of the file, which may lead through links.
  package let location: String

  /// The identity of the file when it was read; nil if there was no file.
  private let identity: FileIdentity?

  /// Reads a palette that a scene names.
  ///
  /// - Parameter former: the same source as it was read before; its palette is kept if the file cannot be read now.
  init(_ reference: PaletteReference, in folder: SourceFolder, after former: PaletteSource?) {
    (path, offset) = (reference.path, reference.offset)
    location = "\(folder.path)/\(reference.path)"
    // The identity is taken first, so that a change during the reading is noticed later.
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

  /// Reads a palette that the workspace or the person names, for a document of another program.
  init(at location: String, after former: PaletteSource?) {
    (path, offset, self.location) = (FileName.fromWorkingFolder(location), 0, location)
    identity = FileIdentity(path: location)
    do throws(SceneError) {
      palette = try SharedPalette.load(location, identity)
    } catch {
      (problem, fault, palette) = (AnyRefusal(error.reason), error, former?.palette)
    }
  }

  /// A text that differs between different states of the file.
  var stamp: String { identity?.text ?? "" }

  /// The path of the file for messages, relative to the working folder if the file is in it.
  package var shownPath: String { FileName.fromWorkingFolder(realpath(location) ?? location) }

  /// True if the file is as it was when it was read.
  var isCurrent: Bool { FileIdentity(path: location) == identity }
}
