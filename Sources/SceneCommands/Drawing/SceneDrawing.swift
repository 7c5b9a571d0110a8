internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The options and programs that turn scenes into pictures.
package struct SceneDrawing {
  var picture = PictureOptions()

  /// The ids of the objects around which handles are drawn.
  var selected: [String] = []

  /// The selector of the objects to draw; nil for all.
  var only: Selector?

  /// The format of the picture.
  var kind = PictureKind.svg

  /// The program that converts SVG to another format, or texts to outlines; nil if neither is requested.
  var program: PictureProgram?

  /// Creates the options for a plain picture of whole scenes, as SVG.
  package init() {}

  /// Draws one scene or one of its objects, and returns the picture without writing it. Throws if an object or a
  /// selector matches nothing.
  ///
  /// - Parameter target: the id of an object, or a selector that matches one; nil for the whole scene.
  func perform(_ scene: CommandScene, _ target: String?, _ run: CommandRun) throws(Diagnostic) -> DrawnScene {
    let session = try run.open(scene)
    let object = try target.map { target throws(Diagnostic) in
      try run.objectToDraw(target, in: session, of: scene.name)
    }
    var done = try Diagnostic.naming(scene.name) { () throws(Diagnostic) in
      var options = picture
      for id in selected {
        _ = try session.node(id: CommandRun.plainID(id))
        options.selected.append(CommandRun.plainID(id))
      }
      if let only {
        let nodes = try session.select(only)
        guard !nodes.isEmpty else { throw session.nothingMatches(only) }
        options.only = session.withDocument { document in Set(nodes.map(document.id)) }
      }
      let picture = ScenePicture(session)
      let drawn = try picture.spooled(of: object, options)
      let lost = session.templateFaults.map { object, reason in
        PictureNote(object: object, message: reason.message, isFailure: false)
      }
      let notes = (lost + picture.notes(of: object)).filter { options.only?.contains($0.object) ?? true }
      return DrawnScene(scene: scene.name, object: object, picture: drawn, notes: notes)
    }
    done.kind = kind
    if let program { try done.convert(by: program, to: kind) }
    return done
  }
}
