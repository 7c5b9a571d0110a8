internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Settings
internal import Workbench

/// The completion candidates for a word, given its command and the words before it.
struct Candidates {
  let shell: Shell
  private(set) var word: TypedWord

  /// The candidates for the word's place in the line; not all of them begin with the word.
  var all: [Candidate] {
    guard let command = word.before.first else { return commands }
    let rest = Array(word.before.dropFirst())
    if [">", ">>"].contains(rest.last) { return files }
    if let found = optionValues(after: rest.last ?? "") { return found }
    // After `--` a leading dash marks no option.
    let mayBeOption = word.text.begins(with: "-") && !word.before.contains("--")
    guard mayBeOption, word.text.utf8.count > 1 || command != "cd" else { return arguments(of: command, rest) }
    // Ids may begin with a dash, too.
    let takesIDs = shell.command(named: command)?.row.takesIDs == true
    return options(of: command) + (takesIDs ? arguments(of: command, rest) : [])
  }

  // MARK: commands and options

  private var commands: [Candidate] {
    shell.verbs.map { Candidate(text: $0.row.name, detail: $0.row.summary) }
      + shell.commands.map { Candidate(text: $0.row.group ?? $0.row.name, detail: $0.row.summary) }
      + shell.aliases.map { Candidate(text: $0.key, detail: $0.value) } + [
        Candidate(text: "exit", detail: "Ends the shell.")
      ]
  }

  /// Returns the options that a command has in a shell.
  private func options(of command: String) -> [Candidate] {
    let name = ([command] + word.before.dropFirst().prefix(1)).joined(separator: " ")
    let found = shell.command(named: command) ?? shell.command(named: name)
    return words(found.map { $0.row.shellOptions(of: $0) } ?? [])
  }

  /// Returns the candidates for the value of an option; nil if the preceding word is not an option with known values.
  private func optionValues(after option: String) -> [Candidate]? {
    switch option {
    case "--in", "--before", "--after": ids
    case "--columns", "--sort", "--group": propertyNames(of: shell.targetClasses)
    case "--unset", "--reset": names(of: shell.targetClasses)
    case "--preset": presets
    case "--script", "-o", "--output", "--verify": files
    case "--color": words(["auto", "always", "never"])
    default: nil
    }
  }

  // MARK: arguments

  private func arguments(of command: String, _ rest: [String]) -> [Candidate] {
    switch command {
    case "open", "save", "source", "save-script", "save-patch": files
    case "record": words(["off"]) + files
    case "trace": words(["on", "off"]) + files
    case "unwatch": shell.scenes.flatMap(\.watches).map { Candidate(text: "\($0.number)", detail: $0.text) }
    case "cd", "ls", "cat", "tree": ids
    case "undo", "redo": words(["all"])
    case "use", "close": shell.scenes.map { Candidate(text: $0.name, detail: $0.path) }
    case "help": commands + topics + propertyNames(of: shell.targetClasses) + classes
    case "+", "-":
      ofObject(or: shell.targetClasses) { $0.propertyNames(of: $1, types: [.int, .double]) }
    case "editor": ofObject(or: shell.targetClasses) { $0.propertyNames(of: $1, types: [.string]) }
    case "unalias": shell.aliases.map { Candidate(text: $0.key, detail: $0.value) }
    case "timing", "pager", "plugin-output": words(["on", "off"])
    case "add" where rest.isEmpty: classes
    case "add": assignments(of: shell.classes.filter { $0.name == rest[0] })
    case "setclass": classes + selectors
    case "show": ids + selectors + ofObject(or: []) { $0.propertyNames(of: $1) }
    case "get" where rest.isEmpty, "why" where rest.isEmpty: names(of: shell.targetClasses)
    case "get", "why": propertyNames(of: shell.classes(meantBy: Selector.text(ofID: rest[0])))
    case "set": changes(rest)
    case "unset", "reset", "unbind": targets(rest)
    case "bind": bindings(rest)
    case "run": actions(rest)
    case "palette" where rest.isEmpty, "plugin" where rest.isEmpty, "settings" where rest.isEmpty:
      shell.commands.filter { $0.row.group == command }.map {
        Candidate(text: $0.row.verb, detail: $0.row.summary)
      }
    case "palette": palette(rest)
    case "settings": settings
    case "plugin", "reload-plugins": shell.run.library.plugins.map { Candidate(text: $0.name) }
    default: selectors
    }
  }

  private func words(_ words: [String]) -> [Candidate] { words.map { Candidate(text: $0) } }

  /// Returns the candidates for a word of `set`: assignments, and also selectors, unless the line already has a
  /// selector or the word can only be an assignment.
  private func changes(_ rest: [String]) -> [Candidate] {
    let classes = shell.classes(meantByArguments: rest)
    let own = assignments(of: classes)
    let hasSelector = rest.contains { !$0.begins(with: "-") }
    // A label of several words is not a descendant selector.
    let isLabel =
      word.text.utf8.contains(0x20) && own.contains { $0.text.lowercased().begins(with: word.text.lowercased()) }
    if hasSelector || isLabel { return own }
    let named = ofObject(or: classes) { $0.assignments(of: $1) }
    return word.text.utf8.contains(UInt8(ascii: "=")) ? named : named + selectors
  }

  /// Returns the candidates for a word of `unset` or `reset`: properties, and also selectors, unless the line already
  /// has a selector.
  private func targets(_ rest: [String]) -> [Candidate] {
    let classes = shell.classes(meantByArguments: rest)
    return rest.contains { !$0.begins(with: "-") } ? propertyNames(of: classes) : names(of: classes) + selectors
  }

  /// Returns the candidates for a word of `bind`: first those of `unset`, and then settings.
  private func bindings(_ rest: [String]) -> [Candidate] {
    let count = rest.count { !$0.begins(with: "-") }
    return count == 0 ? targets(rest) : (count == 1 ? targets(rest) : []) + settings
  }

  private var settings: [Candidate] {
    let settings = shell.context.settings
    return settings.keys.map { Candidate(text: $0, detail: settings[$0]?.text ?? "") }
  }

  /// Returns the candidates for a word of `run`: actions by name and, once a part of the word is typed, by label.
  /// Selectors are added unless the line already has a selector.
  private func actions(_ rest: [String]) -> [Candidate] {
    var seen: Set<String> = []
    let actions = shell.classes(meantByArguments: rest).flatMap(\.actions).filter { seen.insert($0.name).inserted }
    var own = actions.map { Candidate(text: $0.name, detail: $0.help ?? $0.label) }
    if !word.text.isEmpty { own += actions.map { Candidate(text: $0.label, detail: $0.help ?? $0.name) } }
    return rest.contains { !$0.begins(with: "-") } ? own : own + selectors
  }

  /// The presets of the classes that the preceding words name or select.
  private var presets: [Candidate] {
    let rest = word.before.dropFirst().dropLast().filter { !$0.begins(with: "-") }
    let isNew = ["add", "new"].contains(word.before.first)
    let classes = isNew ? shell.classes.filter { rest.contains($0.name) } : shell.classes(meantByArguments: rest)
    var seen: Set<String> = []
    let values = ValueText(style: Style(hasColor: false, hasTrueColor: false))
    return classes.flatMap { definition in
      definition.presets.filter { seen.insert($0.name).inserted }.map {
        Candidate(text: $0.name, detail: $0.help ?? values.values(of: $0, in: definition))
      }
    }
  }

  private var topics: [Candidate] { HelpTopic.all.map { Candidate(text: $0.name, detail: $0.summary) } }

  private var classes: [Candidate] { shell.classes.map { Candidate(text: $0.name, detail: $0.label) } }

  /// The ids that begin with the word, plain and in the form of selectors.
  private var ids: [Candidate] {
    guard let document = shell.scene?.document else { return [] }
    return objects { document.id($0) } + hashes(head: "")
  }

  /// Returns a candidate for each object whose text begins with the word, with the object's class and title as details.
  /// The details are left out if there are too many candidates.
  func objects(_ text: (NodeIndex) -> String) -> [Candidate] {
    guard let scene = shell.scene else { return [] }
    let document = scene.document
    let found = document.objects.map { ($0, text($0)) }.filter { $0.1.begins(with: word.text) }
    let isDetailed = found.count <= Candidate.mostDetailed
    return found.map { node, text in
      guard isDetailed else { return Candidate(text: text) }
      let title = scene.session.title(of: node).map { "  \($0.shown)" } ?? ""
      return Candidate(text: text, detail: document.className(node) + title)
    }
  }

  /// Returns the candidates for a property that is named alone or as `ID.PROPERTY`.
  private func names(of classes: [ComponentDefinition]) -> [Candidate] {
    ofObject(or: classes) { $0.propertyNames(of: $1) }
  }

  /// Returns the candidates for a word that names a property, either alone or as `ID.PROPERTY`. Before the dot is
  /// typed, the ids are candidates, too.
  ///
  /// - Parameter candidates: returns the candidates for a word that names a property of the given classes.
  private func ofObject(
    or classes: [ComponentDefinition], _ candidates: (Candidates, [ComponentDefinition]) -> [Candidate]
  ) -> [Candidate] {
    let own = candidates(self, classes)
    guard let scene = shell.scene else { return own }
    guard let (head, node) = shell.object(before: word.text) else {
      return own + ids.map { Candidate(text: $0.text + ".", detail: $0.detail, isWhole: false) }
    }
    var inner = self
    inner.word.text = String(Substring(word.text.utf8.dropFirst(head.utf8.count)))
    return own
      + candidates(inner, scene.session.classes(of: [node])).map {
        Candidate(text: head + $0.text, detail: $0.detail, isWhole: $0.isWhole)
      }
  }

  /// Returns the scene's named colours for the commands of `palette` whose arguments are such names; empty for other
  /// commands.
  private func palette(_ rest: [String]) -> [Candidate] {
    guard ["set", "extract", "rename", "remove"].contains(rest[0]) else { return [] }
    let names = shell.scene?.session.palette ?? []
    let givesColors = ["set", "extract"].contains(rest[0])
    return names.map {
      Candidate(text: $0.name + (givesColors ? "=" : ""), detail: $0.stored, isWhole: !givesColors)
    }
  }

  private var files: [Candidate] { shell.context.candidates(for: word.text) }
}
