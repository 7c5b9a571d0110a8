internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

/// How pictures are made of scenes.
struct SceneDrawing {
  var picture: PictureOptions

  /// The ids around which handles are drawn.
  var selected: [String] = []

  /// Which objects are drawn; nil for all.
  var only: Selector?

  /// What the picture is written as.
  var kind = PictureKind.svg

  /// Makes the picture's file of SVG; nil where that is it.
  var program: PictureProgram?

  /// Draws one scene.
  ///
  /// - Parameter target: the id of an object, or a selector that one matches; nil for the whole scene.
  func perform(_ scene: String, _ target: String?, _ run: CommandRun) throws(CommandFailure) -> DrawnScene {
    let session = try run.open(scene)
    let object = try target.map { target throws(CommandFailure) in try Self.object(target, session, run, scene) }
    var done: DrawnScene
    do throws(EditError) {
      var options = picture
      for id in selected {
        _ = try session.node(id: Self.plain(id))
        options.selected.append(Self.plain(id))
      }
      if let only {
        let nodes = try session.select(only)
        guard !nodes.isEmpty else { throw EditError(.nothingMatches(only.text)) }
        options.only = session.withDocument { document in Set(nodes.map(document.id)) }
      }
      let picture = ScenePicture(session)
      let drawn = try picture.svg(of: object, options)
      done = DrawnScene(scene: scene, object: object, picture: drawn, notes: picture.notes)
    } catch {
      throw CommandFailure(error, scene: scene)
    }
    done.kind = kind
    if let program { done.file = try program.picture(done.file, as: kind, of: scene) }
    return done
  }

  /// An id without the mark that it has in a selector.
  private static func plain(_ id: String) -> String { id.hasPrefix("#") ? String(id.dropFirst()) : id }

  /// The id of the one object that is meant.
  private static func object(
    _ target: String, _ session: SceneSession, _ run: CommandRun, _ scene: String
  ) throws(CommandFailure) -> String {
    let id = plain(target)
    let (isID, isClass) = session.withDocument { ($0.node(id: id) != nil, $0.classNames.contains(target)) }
    if isID { return id }
    let isWord = !target.contains { " >,:[]*()".contains($0) }
    let selector = isWord && !isClass ? nil : try run.selector(target)
    do throws(EditError) {
      guard let selector else {
        _ = try session.node(id: id)
        return id
      }
      let nodes = try session.select(selector)
      guard let first = nodes.first else { throw EditError(.nothingMatches(target)) }
      guard nodes.count == 1 else { throw EditError(.severalToDraw(nodes.count, target)) }
      return session.withDocument { $0.id(first) }
    } catch {
      throw CommandFailure(error, scene: scene)
    }
  }
}
