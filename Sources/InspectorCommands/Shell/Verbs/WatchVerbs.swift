internal import ArgumentParser
internal import Workbench

struct WatchVerb: ShellVerb {
  static let row = CommandRow.verb(
    "watch", "<selector> [--columns …] [--sort …] [--group …]",
    "Lists objects, and from now on what changes of the list.",
    """
    After each command the rows that it changed are printed: '-' gone, '+' new, '>' moved, '~' with other values. The list \
    follows the scene: nothing that is put in another order is put back. Several lists may be watched at once.
    """,
    [
      .init("watch 'StarView[pointCount>4]' --columns pointCount", "stars, and how many points they have"),
      .init("watch '*' --group class --sort alpha:desc", "all objects, in sections"),
    ])

  @Argument(help: "Which objects.")
  var selector: String

  @Option(help: ArgumentHelp("Columns to add, with commas; may be repeated.", valueName: "name,…"))
  var columns: [String] = []

  @Option(help: ArgumentHelp("Order by these columns; ':desc' turns one around.", valueName: "name[:desc],…"))
  var sort: [String] = []

  @Option(help: ArgumentHelp("Put objects with the same value together.", valueName: "name"))
  var group: String?

  func perform(_ shell: Shell) throws(CommandFailure) -> ExitStatus {
    let scene = try shell.current()
    let selector = try shell.run.selector(self.selector)
    do throws(EditError) {
      let list = try LiveList(
        scene.session, selector, columns: Self.names(columns).map { FindColumn($0) },
        sort: Self.names(sort).map(Self.sortKey), group: group.map { FindColumn($0) })
      let number = (shell.scenes.flatMap(\.watches).map(\.number).max() ?? 0) + 1
      let watch = ShellWatch(number, self.selector, list)
      scene.watches.append(watch)
      shell.print("watch \(number)  \(TerminalText.escaped(watch.text))")
      watch.lines(shell.run).forEach(shell.print)
    } catch {
      throw CommandFailure(error, scene: scene.path)
    }
    return .done
  }

  private static func names(_ options: [String]) -> [String] {
    options.flatMap { $0.split(separator: ",") }.map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  private static func sortKey(_ text: String) -> LiveList.SortKey {
    if text.hasSuffix(":desc") { return LiveList.SortKey(String(text.dropLast(5)), isDescending: true) }
    return LiveList.SortKey(text.hasSuffix(":asc") ? String(text.dropLast(4)) : text)
  }
}

struct UnwatchVerb: ShellVerb {
  static let row = CommandRow.verb(
    "unwatch", "[<number>]", "Watches a list no longer, or none.", "",
    [.init("unwatch 1", "the first"), .init("unwatch", "all lists of all scenes")])

  @Argument(help: "The number that 'watches' tells; all lists without one.")
  var number: Int?

  func perform(_ shell: Shell) throws(CommandFailure) -> ExitStatus {
    let known = shell.scenes.flatMap(\.watches).map(\.number)
    if let number, !known.contains(number) {
      throw .refused("watch.unknown", "there is no watch \(number); 'watches' lists those that there are")
    }
    for scene in shell.scenes { scene.watches.removeAll { number == nil || $0.number == number } }
    return .done
  }
}

struct WatchesVerb: ShellVerb {
  static let row = CommandRow.verb(
    "watches", "", "Lists what is watched.", "", [.init("watches", "numbers, scenes, selectors, how many objects")])

  func perform(_ shell: Shell) throws(CommandFailure) -> ExitStatus {
    var table = TextTable()
    for scene in shell.scenes {
      for watch in scene.watches {
        table.add(
          ["\(watch.number)", TerminalText.escaped(scene.name), TerminalText.escaped(watch.text), "\(watch.count)"]
            .map { TextTable.Cell($0) })
      }
    }
    table.lines(width: shell.run.tableWidth).forEach(shell.print)
    return .done
  }
}

struct TraceVerb: ShellVerb {
  static let row = CommandRow.verb(
    "trace", "on|off [--no-times]", "Says what happens to each component that is built.",
    """
    For each object: init, the attributes that are set, awake, prepareForInspector, the edit, and the component that is \
    built anew, each with how long it took, and below it what hooks set, left different, read of the parent and said.
    """,
    [.init("trace on", "from now on"), .init("trace on --no-times", "as text that can be compared")])

  @Argument(help: "Whether it is said.")
  var choice: String

  @Flag(help: "Leave durations out.")
  var noTimes = false

  func perform(_ shell: Shell) throws(CommandFailure) -> ExitStatus {
    switch choice {
    case "on": shell.tracing = LifecycleText(hasTimes: !noTimes)
    case "off": shell.tracing = nil
    default: throw .usage("'trace' takes 'on' or 'off', not '\(choice)'")
    }
    for scene in shell.scenes { shell.trace(scene) }
    return .done
  }
}

extension Shell {
  /// Lets a scene say what happens to its components, or no longer.
  func trace(_ scene: OpenScene) {
    let (text, run) = (tracing, run)
    scene.session.traceLifecycles(text.map { text in { life in text.lines(life).forEach(run.print) } })
  }
}
