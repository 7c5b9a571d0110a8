internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Settings
internal import Workbench

struct FindCommand: InspectorCommand {
  static let row = CommandRow(
    name: "find",
    arguments: "<scene> ... <selector>",
    summary: "Finds objects and shows their properties; in a shell, it also selects them.",
    discussion: """
      A selector is written as in CSS: a class, '#id' or '*', optionally with conditions such as '[pointCount>5]', \
      ':kind(View)', ':modified', ':unset(title)', ':text("words")', ':not(…)', ':is(…)', ':where(…)', ':has(> …)', \
      ':first-child', ':last-child' or ':nth-child(2n+1)'. Selectors can be combined to match a descendant ('A B'), a \
      child ('A > B') or a later sibling ('A + B', 'A ~ B'), and several can be listed, separated by commas. \
      Comparisons use effective values; '[stored(alpha)<1]' uses the stored one, and '[tag]' tests whether one is \
      stored. '[layout.frame.width>100]' compares frames after layout. '[text="ok" i]' ignores case. CSS escapes and \
      comments are allowed. A class or property that no scene or plugin knows is an error, or a warning if it \
      is in only one of several alternatives. '[id^=segue]', '[name*="Card"]' and '[class$=View]' compare the object's \
      own id, name and class, unless its class has a property of that name.

      A column is a property, given by its identifier, key path, component ('frame.x') or label; a stored value \
      ('stored(alpha)'); a frame after layout ('layout.frame', 'starView.layout.frame.x'); or one of scene, id, class, \
      name and parent. For a property that no plugin declares, it shows the stored value. The columns come after \
      scene, id, class and name (in a table, the title instead of the name; see 'help tree'). If '--columns' names one \
      of these itself, a table or CSV has only the columns that it lists. When objects are sorted, values that are \
      unset or absent come last, in either direction.

      '--format lines' prints a line for each object, 'file:line:column: id class title', which editors read as a list \
      of places, like the messages of a compiler: 'vim -q <(inspector find … --format lines)'. Columns come after \
      these, as 'name=value'. With '--group', a heading precedes the objects of each group.

      A class may declare how its objects are listed. '--arranged' sorts and groups by that, for the class that the \
      selector names: 'Ticket', ':kind(Ticket)' or '#open > Ticket'. Several classes need an arrangement in common, \
      their own or that of a base class; otherwise a note says why the order stays that of the document. '--sort' and \
      '--group' each replace what is declared. '--text' searches the properties that a class declares for it, or else \
      all texts, and '--related ID' follows the references that a class declares, or else all, in both directions.

      A spreadsheet treats a cell that begins with '=', '+', '-', '@', a tab or a line break as a formula, and runs \
      it. '--csv=safe' puts an apostrophe before such texts; numbers, and all other texts, are as with '--csv'.
      """,
    examples: [
      .init("find card.json 'StarView[pointCount>4]'", "stars with more than four points"),
      .init("find scenes/*.json ':kind(View)[alpha<1]' --columns alpha,parent", "with two columns"),
      .init("find scenes/*.json '*' --group class --count", "the number of objects of each class"),
      .init("find scenes/*.json CosmosView --sort rating:desc --limit 5", "the five best"),
      .init("find scenes/*.json CosmosView --arranged", "in the order that the class declares"),
      .init("find scenes/*.json LabelView --columns text --csv=safe", "for a spreadsheet", isForShell: false),
      .init("find scenes/*.json StarView --format lines", "places for an editor", isForShell: false),
      .init("find scenes/*.json '*' --text 'rate us' --ndjson | jq .id", "by words, for programs", isForShell: false),
    ],
    scenes: .many,
    statuses: [
      .done, .findings, .usage, .badDocument, .noInput, .noPlugin, .changedUnderneath, .cannotWrite, .interrupted,
    ],
    jsonFormat: "inspector-find/1", otherWords: ["grep", "search"])

  @Argument(help: ArgumentHelp("Scenes, then a selector.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp("Find only objects whose id, name or texts contain all of these words.", valueName: "words"))
  var text: String?

  @Option(help: ArgumentHelp("Columns to add, separated by commas; may be repeated.", valueName: "name,…"))
  var columns: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sort by these columns; ':desc' after a name reverses the order. May be repeated.", valueName: "name[:desc],…"))
  var sort: [String] = []

  @Option(help: ArgumentHelp("Group objects that have the same value in this column.", valueName: "name"))
  var group: String?

  @Flag(help: "Sort and group as the objects' class declares, where '--sort' and '--group' say nothing.")
  var arranged = false

  @Option(help: ArgumentHelp("Find only objects that are related to this object by references.", valueName: "id"))
  var related: String?

  @Option(help: ArgumentHelp("Show at most this number of objects or, with '--count', of groups.", valueName: "number"))
  var limit: Int?

  @Flag(help: "Print the number of matching objects; with '--group', the number for each value.")
  var count = false

  @Flag(help: "Find only objects stored in the scene itself, not those that its templates supply.")
  var authored = false

  @Flag(help: "Accept a selector that matches nothing.")
  var allowEmpty = false

  @Flag(help: "Print comma-separated values (RFC 4180).")
  var csv = false

  // The parser supports no flag with a value; see `spelledForParser`.
  @Flag(
    name: [.customLong("csv=safe"), .customLong("csv-safe")],
    help: "Print CSV with an apostrophe before texts that a spreadsheet would treat as formulas.")
  var safeCSV = false

  @Option(
    help: ArgumentHelp("The format of the objects: table, lines, csv, json or ndjson.", valueName: "format"))
  var format: FindFormat?

  @Flag(help: "Print one JSON object per line.")
  var ndjson = false

  @OptionGroup var options: SceneOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<FindCommand, [String]>? { \.arguments }

  mutating func validate() throws {
    // `--format csv`, `--format json` and `--format ndjson` have the effect of the flags of the same names.
    switch format {
    case .csv: csv = true
    case .json: global.json = true
    case .ndjson: ndjson = true
    case .table, .lines, nil: break
    }
  }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try checkFormat()
    if let limit, limit < 1 { throw Diagnostic(SceneUsage.limitBelowOne) }
    let selector = try selector(run)
    // Output for programs must not depend on the user's settings.
    let isTable = !global.json && !ndjson && !csv && !safeCSV && format != .lines
    let plan = try FindPlan(
      columns: columns, usual: isTable ? run.settings.text("find.columns") : nil, sort: sort, group: group,
      arrangement: arranged ? arrangement(run, selector) : nil, limit: limit, isCount: count)
    let scenes = try run.scenes(Array(arguments.dropLast()), options)
    let search = FindSearch(
      run: run, plan: plan, selector: selector, words: words, related: related, report: report(run, plan, scenes))
    search.allowsEmpty = allowEmpty
    return search.perform(on: scenes, options)
  }

  private func checkFormat() throws(Diagnostic) {
    let isOther = format == .table || format == .lines
    let forms = [
      ("--json", global.json), ("--csv", csv || safeCSV), ("--ndjson", ndjson),
      ("--format \(format?.rawValue ?? "")", isOther), ("--count", count && format == .lines),
    ].filter(\.1).map(\.0)
    guard forms.count < 2 else { throw Diagnostic(SceneUsage.differentOutputs(forms[0], forms[1])) }
  }

  private func report(_ run: CommandRun, _ plan: FindPlan, _ scenes: [CommandScene]) -> any FindReport {
    if global.json || ndjson { return FindJSON(run, plan, isLines: ndjson) }
    if csv || safeCSV { return FindCSV(run, plan, isSafe: safeCSV) }
    if format == .lines { return FindLines(run, plan) }
    return FindTable(run, plan, showsScenes: scenes.count > 1)
  }

  /// Returns the arguments with `--csv=safe` replaced by `--csv-safe`; throws for any other value of `--csv`.
  static func spelledForParser(_ arguments: [String]) throws -> [String] {
    let options = arguments.prefix { $0 != "--" }
    if let option = options.first(where: { $0.begins(with: "--csv=") && $0 != "--csv=safe" }) {
      throw OptionUsage.unknown(option, nearest: "--csv=safe", takesSelectors: true)
    }
    return options.map { $0 == "--csv=safe" ? "--csv-safe" : $0 } + arguments.dropFirst(options.count)
  }

  private func selector(_ run: CommandRun) throws(Diagnostic) -> Selector {
    guard let last = arguments.last, arguments.count > 1 || run.mayNameNoScene(options) else {
      guard let scene = arguments.last ?? run.workspace.currentScene?.name else {
        throw Diagnostic(SceneUsage.nothingToFind)
      }
      let isSelector = arguments.last.map { !SceneArguments.isScene($0) } ?? false
      throw isSelector
        ? Diagnostic(ReportUsage.noScene(selector: scene)) : Diagnostic(SceneUsage.noSelector(after: scene))
    }
    var selector = try run.selector(ArgumentReading.value(last)).containing(words)
    if let related { selector = selector.related(to: Selector.id(written: related) ?? related) }
    return authored ? selector.ofAuthored : selector
  }

  private var words: [String] { (text ?? "").words }

  /// Returns the arrangement that the selected classes share; nil if options replace all of it. If the classes share
  /// none, prints a note and returns nil.
  private func arrangement(_ run: CommandRun, _ selector: Selector) -> Arrangement? {
    if group != nil, count || !sort.isEmpty { return nil }
    if let arrangement = run.library.registry.arrangement(of: selector) { return arrangement }
    let names = (selector.classNames ?? []).map { "'\(TerminalText.escaped($0))'" }
    let reason =
      switch names.count {
      case 0: "the selector does not name the class of all objects; write one, such as ':kind(View)'"
      case 1: "\(names[0]) declares no arrangement"
      default: "\(names.joined(separator: ", ")) share no arrangement"
      }
    run.note("inspector: '--arranged' has no effect: \(reason)")
    return nil
  }
}

/// An output format of `find`.
enum FindFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  /// A line for each object that begins with `file:line:column`, so that editors can jump to the object.
  case lines
  case csv, json, ndjson
}
