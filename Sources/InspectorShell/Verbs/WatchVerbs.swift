internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

struct WatchVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "watch", "[<selector>] [--columns …] [--sort …] [--group …]",
    "Lists objects, and from now on shows changes to the list.",
    """
    After each command, the rows that it changed are printed: '-' marks those removed, '+' those added, '>' those \
    moved, and '~' those with new values. The list follows the scene into a scratch and back; watching never changes \
    the scene. Several lists can be watched at once. If neither '--sort' nor '--group' is given, the list has the order \
    that the class which the selector names declares, as with 'find --arranged'. If no selector is given, the selected objects are watched, or \
    else the current one.
    """,
    [
      .init("watch 'StarView[pointCount>4]' --columns pointCount", "stars and their point counts"),
      .init("watch '*' --group class --sort alpha:desc", "all objects, in sections"),
    ], json: "inspector-watch/1")

  @Argument(help: "A selector; by default the objects that commands act on.")
  var selector: String?

  @Option(help: ArgumentHelp("Columns to add, separated by commas; may be repeated.", valueName: "name,…"))
  var columns: [String] = []

  @Option(help: ArgumentHelp("Sort by these columns; ':desc' reverses one.", valueName: "name[:desc],…"))
  var sort: [String] = []

  @Option(help: ArgumentHelp("Group objects with the same value.", valueName: "name"))
  var group: String?

  @Flag(
    inversion: .prefixedNo, help: "Without '--sort' and '--group', sort and group as the objects' class declares.")
  var arranged = true

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    let word = self.selector ?? shell.currentTarget
    let selector = try shell.run.selector(word)
    let list = try shell.edit(scene) { session throws(Diagnostic) in
      try LiveList(
        session, selector, columns: Self.names(columns).map { FindColumn($0) },
        sort: Self.names(sort).map(Self.sortKey), group: group.map { FindColumn($0) },
        isArranged: arranged)
    }
    let number = (shell.scenes.flatMap(\.watches).map(\.number).max() ?? 0) + 1
    let watch = ShellWatch(number, Self.title(word, selector), list)
    scene.watches.append(watch)
    guard !shell.run.isJSON else { return shell.run.print(watch.document(scene.path)) }
    shell.print("watch \(number)  \(TerminalText.escaped(watch.text))")
    watch.lines(shell.run).forEach(shell.print)
  }

  /// Returns the title of a watched list: the word as typed. For `.` and `@`, whose meaning changes, the title is their
  /// present selector, truncated to 60 columns.
  private static func title(_ word: String, _ selector: Selector) -> String {
    [".", "@"].contains(word) ? TerminalText.truncated(selector.text, to: 60) : word
  }

  /// Splits the values of an option at commas, and leaves out empty names and surplus blanks.
  private static func names(_ options: [String]) -> [String] {
    options.flatMap { $0.parts(between: ",") }.map { $0.words.joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  /// Parses a column to sort by, with or without `:desc` or `:asc` after it.
  private static func sortKey(_ text: String) -> LiveList.SortKey {
    if text.ends(with: ":desc") {
      return LiveList.SortKey(String(Substring(text.utf8.dropLast(5))), isDescending: true)
    }
    return LiveList.SortKey(text.ends(with: ":asc") ? String(Substring(text.utf8.dropLast(4))) : text)
  }
}

struct UnwatchVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "unwatch", "[<number>|<selector>]", "Stops watching a list, or all lists.", "",
    [
      .init("unwatch 1", "the first"), .init("unwatch StarView", "the lists of that selector"),
      .init("unwatch", "all lists of all scenes"),
    ])

  @Argument(help: "The number or selector that 'watches' shows; all lists by default.")
  var list: String?

  func run(in shell: Shell) throws(Diagnostic) {
    func isMeant(_ watch: ShellWatch) -> Bool { list == nil || list == "\(watch.number)" || list == watch.text }
    if let list, !shell.scenes.flatMap(\.watches).contains(where: isMeant) {
      throw Diagnostic(ShellRefusal.noWatch(list))
    }
    for scene in shell.scenes { scene.watches.removeAll(where: isMeant) }
  }
}

struct WatchesVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "watches", "", "Lists the watched lists.",
    "With '--json' it also reports the changes to each list since the last report; commands do not print them again.",
    [.init("watches", "the number, scene, selector and object count of each")], json: "inspector-watches/1")

  func run(in shell: Shell) throws(Diagnostic) {
    guard !shell.run.isJSON else { return try printDocument(shell) }
    var table = TextTable()
    for scene in shell.scenes {
      for watch in scene.watches {
        table.add([
          TextTable.Cell("\(watch.number)", as: .fixed), TextTable.Cell(TerminalText.escaped(scene.name), as: .name),
          TextTable.Cell(TerminalText.escaped(watch.text)), TextTable.Cell("\(watch.count)", as: .fixed),
        ])
      }
    }
    table.lines(width: shell.run.tableWidth).forEach(shell.print)
  }

  /// Prints an `inspector-watches/1` document with the changes of each list since its last update.
  private func printDocument(_ shell: Shell) throws(Diagnostic) {
    let records = JSONRecords(shell.run.context, [("format", "inspector-watches/1")], list: "watches")
    for scene in shell.scenes {
      for watch in scene.watches {
        records.add(try shell.edit(scene) { _ throws(Diagnostic) in try watch.record(scene.path) })
      }
    }
    records.finish()
  }
}
