internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import Workbench

struct PreviewVerb: ShellVerb {
  static let row = CommandRow.verb(
    "preview", "[on|off|<id>|<selector>] [--background …]",
    "Draws the scene, or an object, on the terminal.",
    """
    Without a word the current object is drawn with all that it holds, or the scene where none is current. 'on' draws it \
    after each command that changes how it looks, and when another object becomes current. Terminals that have kitty's \
    graphics show the picture itself, others coloured blocks; the variable INSPECTOR_PREVIEW, 'kitty' or 'blocks', \
    decides otherwise. Pictures are made by the program 'inspector-picture', which 'make all' builds.
    """,
    [
      .init("preview", "the current object, or the scene"),
      .init("preview #badge", "one object"),
      .init("preview on --background #202020", "from now on after each edit, on dark grey"),
    ], takesIDs: true)

  @Argument(help: "'on', 'off', or an object: its id, or a selector that it alone matches.")
  var choice: String?

  @Option(help: ArgumentHelp("The colour behind all objects; white by default.", valueName: "color"))
  var background: String?

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    if choice == "off" {
      guard background == nil else { throw Diagnostic(ShellUsage.backgroundOfNoPreview) }
      shell.preview = nil
      return .done
    }
    let preview = try ShellPreview(shell, background: try CommandRun.background(background ?? "#FFFFFF"))
    if choice == "on" {
      // The first preview is drawn like every later one, after the command.
      shell.preview = preview
      return .done
    }
    let scene = try shell.current()
    let object = try choice.map { word throws(Diagnostic) in
      try shell.run.objectToDraw(word, in: scene.session, of: scene.path)
    }
    try preview.draw(object ?? shell.currentID, of: scene, shell)
    return .done
  }
}
