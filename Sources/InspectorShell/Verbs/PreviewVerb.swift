internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import Workbench

struct PreviewVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "preview", "[on|off|<id>|<selector>] [--background …]",
    "Draws the scene, or an object, on the terminal.",
    """
    Without an argument the current object is drawn with its descendants, or the scene if no object is current. 'on' \
    draws it after each command that changes how it looks, and when another object becomes current. Terminals that \
    support kitty's graphics protocol show the picture itself, and others show coloured blocks; set INSPECTOR_PREVIEW \
    to 'kitty' or 'blocks' to override this. The program 'inspector-picture', which 'make all' builds, makes the \
    pictures.
    """,
    [
      .init("preview", "the current object, or the scene"),
      .init("preview #badge", "one object"),
      .init("preview on --background #202020", "after each edit from now on, on dark grey"),
    ], takesIDs: true)

  @Argument(help: "'on', 'off', or an object: its id, or a selector that matches only that object.")
  var choice: String?

  @Option(help: ArgumentHelp("The colour behind all objects; white by default.", valueName: "color"))
  var background: String?

  func run(in shell: Shell) throws(Diagnostic) {
    if choice == "off" {
      guard background == nil else { throw Diagnostic(ShellUsage.backgroundOfNoPreview) }
      shell.preview = nil
      return
    }
    let preview = try ShellPreview(shell, background: try CommandRun.background(background ?? "#FFFFFF"))
    if choice == "on" {
      // The first preview is drawn like every later one, after the command.
      shell.preview = preview
      return
    }
    let scene = try shell.current()
    let object = try choice.map { word throws(Diagnostic) in
      try shell.run.objectToDraw(word, in: scene.session, of: scene.path)
    }
    try preview.draw(object ?? shell.currentID, of: scene, shell)
  }
}
