package import CommandLineKit
package import InspectorKit
internal import JSONText
internal import SceneDocument
package import SceneSessions

// The arguments of commands that draw.
extension CommandRun {
  /// The id of the one object that a word means.
  ///
  /// - Parameter word: an id, with or without the mark that it has in a selector, or a selector that one object matches.
  package func objectToDraw(
    _ word: String, in session: SceneSession, of scene: String
  ) throws(CommandFailure) -> String {
    let id = Self.plainID(word)
    let (isID, isClass) = session.withDocument { ($0.node(id: id) != nil, $0.classNames.contains(word)) }
    if isID { return id }
    let isWord = !word.contains { " >,:[]*()".contains($0) }
    let selector = isWord && !isClass ? nil : try selector(word)
    do throws(EditError) {
      guard let selector else {
        _ = try session.node(id: id)
        return id
      }
      let nodes = try session.select(selector)
      guard let first = nodes.first else { throw EditError(QueryRefusal.nothingMatches(word)) }
      guard nodes.count == 1 else { throw EditError(CommandRefusal.severalToDraw(nodes.count, word)) }
      return session.withDocument { $0.id(first) }
    } catch {
      throw CommandFailure(error, scene: scene)
    }
  }

  /// An id without the mark that it has in a selector.
  package static func plainID(_ id: String) -> String { id.hasPrefix("#") ? String(id.dropFirst()) : id }

  /// The colour that `--background` names.
  package static func background(_ text: String) throws(CommandFailure) -> Color {
    do {
      return try TypedColor(text).color
    } catch {
      throw .usage(ReportUsage.noBackground(error))
    }
  }
}
