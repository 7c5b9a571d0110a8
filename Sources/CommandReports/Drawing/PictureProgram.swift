package import CommandLineKit
import Glibc
package import InspectorKit
import JSONText
import SceneDocument
package import SceneSessions

/// The file format of a picture, whose raw value is the suffix of the file name.
package enum PictureKind: String, CaseIterable {
  case svg, png, pdf

  /// Detects the format from a file name's suffix; `nil` for any other suffix.
  package init?(ofFile name: String) {
    let name = name.lowercased()
    guard let kind = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
    self = kind
  }
}

/// The program `inspector-picture`, which converts SVG to PNG, PDF or pixels. `make all` builds it beside `inspector`.
package struct PictureProgram {
  private static let name = "inspector-picture"

  /// The time limit for a picture, in seconds; after it, the program is killed and the picture fails.
  private static let seconds = 120

  private let path: String
  private let run: CommandRun

  /// Finds the program in the folder of this executable; throws if the program is missing.
  package init(_ run: CommandRun) throws(Diagnostic) {
    self.run = run
    path = "\(run.context.executableFolder ?? ".")/\(Self.name)"
    guard access(path, X_OK) == 0 else { throw Diagnostic(ReportUsage.noPictureProgram(Self.name)) }
  }

  /// Converts SVG to PNG or PDF, or to SVG with outlines for text, and prints the program's remarks as warnings. Throws
  /// if the conversion fails, is cancelled, or exceeds the time limit.
  ///
  /// - Parameter scale: the enlargement relative to the size in the SVG.
  package func picture(
    _ svg: [UInt8], as kind: PictureKind, scale: Double = 1, of scene: String
  ) throws(Diagnostic) -> [UInt8] {
    try output(svg, [kind.rawValue, "\(scale)"], scene)
  }

  /// Converts SVG to pixels, and prints the program's remarks as warnings. Throws if the conversion fails, is
  /// cancelled, or exceeds the time limit.
  ///
  /// - Parameter scale: the number of pixels for each pixel of the SVG.
  package func pixels(_ svg: [UInt8], scale: Double, of scene: String) throws(Diagnostic) -> PixelPicture {
    guard let picture = PixelPicture(try output(svg, ["rgba", "\(scale)"], scene)) else {
      throw Self.failure(.noPixels(Self.name), scene)
    }
    return picture
  }

  private func output(_ svg: [UInt8], _ arguments: [String], _ scene: String) throws(Diagnostic) -> [UInt8] {
    let result: (end: ChildProgram.End, output: [UInt8], remarks: String)
    do throws(ChildProgram.Failure) {
      result = try ChildProgram.run(
        path, arguments, run.context.environment, input: svg, within: Self.seconds, under: run.job)
    } catch {
      switch error {
      case .start(let code): throw Self.failure(.pictureProgramNotStarted(Self.name, errno: code), scene)
      case .timeout: throw Self.failure(.pictureProgramTimedOut(Self.name, seconds: Self.seconds), scene)
      case .cancelled: throw Diagnostic.cancelled.named(scene)
      }
    }
    let remarks = result.remarks.split(separator: "\n").map(String.init)
    guard result.end == .exited(0) else {
      throw Self.failure(.pictureProgramFailed(Self.name, remark: remarks.last), scene)
    }
    for remark in remarks { run.warn(remark, of: scene) }
    return result.output
  }

  private static func failure(_ reason: ReportUsage, _ scene: String) -> Diagnostic { Diagnostic(reason, file: scene) }
}

// The arguments of commands that draw.
extension CommandRun {
  /// Returns the id of the object that a word names; throws if no object or several objects match.
  ///
  /// - Parameter word: an id, with or without a selector's `#`, or a selector that matches one object.
  package func objectToDraw(
    _ word: String, in session: SceneSession, of scene: String
  ) throws(Diagnostic) -> String {
    let id = Self.plainID(word)
    let (isID, isClass) = session.withDocument { ($0.node(id: id) != nil, $0.classNames.contains(word)) }
    if isID { return id }
    let isWord = !word.contains { " >,:[]*()".contains($0) }
    let selector = isWord && !isClass ? nil : try selector(word)
    return try Diagnostic.naming(scene) { () throws(Diagnostic) in
      guard let selector else {
        _ = try session.node(id: id)
        return id
      }
      let nodes = try session.select(selector)
      guard let first = nodes.first else { throw session.nothingMatches(selector) }
      guard nodes.count == 1 else { throw Diagnostic(ReportRefusal.severalToDraw(nodes.count, word)) }
      return session.withDocument { $0.id(first) }
    }
  }

  /// Returns an id without a selector's `#`.
  package static func plainID(_ id: String) -> String { id.hasPrefix("#") ? String(id.dropFirst()) : id }

  /// Parses the colour in the value of `--background`; throws if the text is not a colour.
  package static func background(_ text: String) throws(Diagnostic) -> Color {
    do {
      return try TypedColor(text).color
    } catch {
      throw Diagnostic(ReportUsage.noBackground(error))
    }
  }
}
