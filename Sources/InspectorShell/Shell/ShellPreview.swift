internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import LineEditing
internal import SceneDocument
internal import Workbench

/// A preview that draws pictures of the current scene, or of its current object, on the terminal.
final class ShellPreview {
  private let program: PictureProgram
  private let kind: TerminalPictures
  private var options = PictureOptions()

  /// The session of the last drawing, with its picture; nil before the first drawing. The picture is kept so that the
  /// next drawing queries plugins only about changes.
  private var picture: (session: SceneSession, picture: ScenePicture)?

  /// The state and the SVG of the last drawing, used to skip identical drawings; nil if the next drawing must be shown.
  private var drawn: (state: (session: ObjectIdentifier, version: Int, object: String?), svg: [UInt8])?

  /// The notes about pictures that have been printed. No note is printed twice.
  private var said = Set<PictureNote>()
  private var saidOmissions = Set<String>()

  /// Creates a preview, and draws nothing yet.
  ///
  /// - Parameter background: the colour behind all objects.
  /// - Throws: an error if the shell prints JSON, if the terminal has no colours, or if `inspector-picture` is missing.
  init(_ shell: Shell, background: Color) throws(Diagnostic) {
    let run = shell.run
    guard !run.isJSON else { throw Diagnostic(ShellUsage.previewForProgram) }
    guard run.style.hasColor else { throw Diagnostic(ShellUsage.previewWithoutColors) }
    program = try PictureProgram(run)
    kind = TerminalPictures(run.context.environment)
    options.background = background
  }

  /// Draws an object, or the whole scene, and shows the picture unless it is the same as the last one. New notes about
  /// the picture are printed as warnings.
  ///
  /// - Parameter object: the object's id; nil for the whole scene.
  func draw(_ object: String?, of scene: OpenScene, _ shell: Shell) throws(Diagnostic) {
    let session = scene.session
    if picture?.session !== session { picture = (session, ScenePicture(session)) }
    guard let picture = picture?.picture else { return }
    let state = (ObjectIdentifier(session), session.version, object)
    let svg = try Diagnostic.naming(scene.path) { () throws(Diagnostic) in try picture.svg(of: object, options) }
    let isSame = drawn?.svg == svg.svg
    drawn = (state, svg.svg)
    for note in picture.notes where said.insert(note).inserted {
      shell.run.warn(note.isFailure ? note.message : "'\(note.object)': \(note.message)", of: scene.path)
    }
    if let warning = svg.omissions.warning, saidOmissions.insert(warning).inserted {
      shell.run.warn(warning, of: scene.path)
    }
    if !isSame { try show(svg, of: scene, shell) }
  }

  /// Draws the current object, or the whole scene, if the scene or the current object changed since the last drawing.
  func drawNews(_ shell: Shell) throws(Diagnostic) {
    guard let scene = shell.scene else { return }
    let state = (ObjectIdentifier(scene.session), scene.session.version, shell.currentID)
    if let drawn, drawn.state == state { return }
    try draw(shell.currentID, of: scene, shell)
  }

  /// Makes the next command draw again even if the scene is unchanged, because replaced plugins may draw differently.
  func forgetState() { drawn = drawn.map { (($0.state.session, -1, nil), $0.svg) } }

  /// Makes the next command draw and show the picture even if nothing changed, after a cancelled drawing.
  func forgetPicture() { drawn = nil }

  private func show(_ svg: DrawnPicture, of scene: OpenScene, _ shell: Shell) throws(Diagnostic) {
    let terminal = Terminal.size ?? (columns: shell.run.context.terminal.columns ?? 80, rows: 24)
    // Leave room for the command and the next prompt.
    let size = kind.size(
      width: svg.size.width, height: svg.size.height, columns: terminal.columns, rows: max(terminal.rows - 3, 4))
    let lines: [String]
    switch kind {
    case .blocks: lines = try program.pixels(svg.svg, scale: size.scale, of: scene.path).lines(shell.run.style)
    case .kitty:
      let png = try program.picture(svg.svg, as: .png, scale: size.scale, of: scene.path)
      lines = [TerminalPictures.kitty(png: png, columns: size.columns)]
    }
    // The picture has the size of the screen, and a pager could not show it.
    shell.paged?.release()
    for line in lines { shell.run.print(line) }
  }
}

extension Shell {
  /// Draws the changes of a command if the preview is on. An error is printed, not thrown.
  func drawPreview() {
    guard let preview, !job.isCancelled else { return }
    do throws(Diagnostic) {
      try preview.drawNews(self)
    } catch {
      guard !error.isCancelled else {
        preview.forgetPicture()
        return say("preview: cancelled; the next command draws it")
      }
      run.say(error)
    }
  }
}
