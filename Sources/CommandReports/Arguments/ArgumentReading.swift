internal import ArgumentParser
package import CommandLineKit
internal import InspectorKit
internal import JSONText

/// The parsed arguments of a command.
///
/// Ids may begin with a dash, such as Interface Builder's `-1`. If a command takes ids, an argument that begins with a
/// dash and is not one of its options is tried as an id.
package struct ArgumentReading {
  package let command: any InspectorCommand

  /// The error for an unknown option that was parsed as an id, thrown if no object has that id; `nil` if there is no
  /// such option.
  private let dashed: OptionUsage?

  /// Parses the arguments of a command.
  ///
  /// - Parameter former: the cache of commands that were parsed before; nil for none.
  /// - Throws: ``Diagnostic`` for a value that is not UTF-8, ``OptionUsage`` for an unknown option, or the parser's own
  ///   error.
  package init(
    _ type: any InspectorCommand.Type, _ arguments: [String], former: ParsedCommands? = nil
  ) throws {
    var arguments = arguments
    let isText = arguments.allSatisfy { FileName.plain($0)?.isExactly($0) == true }
    if !isText { arguments = try Self.withValuesAsText(arguments, of: DeclaredArgument.all(of: type)) }
    arguments = try type.spelledForParser(arguments)
    do {
      command = try Self.parsed(try WordRows.parse(type, arguments, former: former), type)
      dashed = nil
    } catch {
      let options = DeclaredArgument.all(of: type)
      let (read, unknown, mayBeIDs) = Self.withDashesApart(arguments, of: options)
      // The parser takes a word such as `-xh` for a request for help.
      let isOfHelp = type.exitCode(for: error) == .success
      guard let word = unknown.first, !isOfHelp || !Self.asksForHelp(arguments) else { throw error }
      let nearest = Self.suggestion(for: word, among: options)
      // The program handles `--version` after any command.
      // A point may begin with a minus sign.
      let arePoints = type.row.arguments.holds("<x>") && unknown.allSatisfy { $0.dropFirst().first?.isNumber == true }
      guard type.row.takesIDs || arePoints, mayBeIDs, !unknown.contains("--version"),
        let parsed = try? Self.parsed(try type.parse(read), type)
      else {
        let unknown = OptionUsage.unknown(
          word, nearest: nearest, takesSelectors: type.row.arguments.holds("<selector>"))
        if isOfHelp { throw Diagnostic(unknown) }
        throw unknown
      }
      command = parsed
      dashed = arePoints ? nil : .unknownAndNoID(word, nearest: nearest)
    }
  }

  /// Returns true if words request help or the version.
  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { ["-h", "-help", "--help", "--help-hidden", "--version"].contains($0) }
  }

  /// Returns the parsed command; throws a help request for the parser's built-in help command.
  private static func parsed(
    _ command: any ParsableCommand, _ type: any InspectorCommand.Type
  ) throws -> any InspectorCommand {
    guard let command = command as? any InspectorCommand else { throw CleanExit.helpRequest(type) }
    return command
  }

  /// Runs the parsed command. Throws the error for an unknown option if an argument that begins with a dash was parsed
  /// as an id, but no object has this id.
  package func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    // A quiet shell is quiet in all its commands.
    let wasQuiet = run.context.isQuiet
    run.context.isQuiet = wasQuiet || run.global.quiet
    defer { run.context.isQuiet = wasQuiet }
    do throws(Diagnostic) {
      try run.checkFormatChoice()
      return try command.perform(run)
    } catch {
      guard let dashed, error.code == .unknownObject || error.code == .usage else { throw error }
      throw Diagnostic(dashed)
    }
  }
}

extension ArgumentReading {
  /// Decodes words of a command line that are not file names; throws an error if one of them is not UTF-8. Only file
  /// names may contain other bytes.
  package static func values(_ words: some Sequence<String>) throws(Diagnostic) -> [String] { try words.map(value) }

  /// Decodes a word of a command line that is not a file name; throws an error if the word is not UTF-8.
  package static func value(_ word: String) throws(Diagnostic) -> String {
    guard let value = FileName.plain(word) else {
      throw Diagnostic(CommandLineRefusal.notUTF8(shown: FileName.shown(word)))
    }
    return value
  }

  /// Checks the order of the arguments. Throws an error for a scene file after another word, for several selectors, or
  /// for an option without dashes.
  package static func checkScenesFirst(
    _ arguments: [String], of type: any InspectorCommand.Type
  ) throws(Diagnostic) {
    let isOfScenesOnly = type.row.arguments.split(separator: " ").allSatisfy { ["<scene>", "..."].contains($0) }
    guard type.row.scenes != .none, !isOfScenesOnly, let first = arguments.first(where: { !$0.begins(with: "-") })
    else {
      return
    }
    let takesOneSelector = type.row.arguments == "<scene> ... <selector>"
    guard takesOneSelector || !SceneArguments.isScene(first) else { return }
    let options = DeclaredArgument.all(of: type)
    let (apart, unknown, _) = withDashesApart(arguments, of: options)
    // Combined options, such as `-qo FILE`, and lists of scenes leave it open which words are scenes.
    guard unknown.isEmpty,
      !arguments.contains(where: { ["--files-from", "--recursive", "-r"].contains($0.parts(between: "=")[0]) })
    else { return }
    let words = apart.drop { $0 != "--" }.dropFirst()
    if takesOneSelector, SceneArguments.isScene(first), words.count > 2,
      !SceneArguments.isScene(words[words.endIndex - 2]),
      !looksLikeFile(words[words.endIndex - 2])
    {
      let others = words.drop(while: SceneArguments.isScene)
      guard others.contains(where: SceneArguments.isScene) else {
        if let place = others.dropFirst().firstIndex(where: { options.option("--\($0)") != nil }) {
          let takesValue = options.option("--\(others[place])")?.form == .option
          let value = takesValue ? others[(place + 1)...].first : nil
          throw Diagnostic(ReportUsage.optionWithoutDashes(others[place], value: value))
        }
        throw Diagnostic(ReportUsage.severalSelectors(others.map(FileName.shown)))
      }
    }
    let isOfMany = type.row.scenes == .many
    guard let word = words.first, !SceneArguments.isScene(word), !isOfMany || !looksLikeFile(word),
      let scene = words.first(where: SceneArguments.isSceneFile)
    else { return }
    throw Diagnostic(
      ReportUsage.sceneAfter(FileName.shown(word), scene: FileName.shown(scene), canBeListed: isOfMany))
  }

  /// Returns true if a word that is not an existing file looks like a file name or a glob pattern: the word contains a
  /// slash or a dot, and does not look like a selector or an assignment.
  private static func looksLikeFile(_ word: String) -> Bool {
    guard word.contains("/") || word.contains(".") else { return word.contains("*") && word != "*" }
    return !word.begins(with: "#") && !word.begins(with: "[") && !word.contains("=")
  }

  // The parser does not report which argument is unknown, and does not distinguish file names from other values. So
  // the words are compared with the options that a command declares.

  private static func suggestion(for word: String, among options: [DeclaredArgument]) -> String? {
    // `-dryrun` is more likely a long option than an id.
    guard word.begins(with: "--") || word.count > 3 else { return nil }
    let name = (word.begins(with: "--") ? "" : "-") + word.parts(between: "=")[0]
    return DidYouMean.suggestion(for: name, among: options.flatMap(\.names).filter { $0.begins(with: "--") }.sorted())
  }

  /// Returns the arguments after decoding every word that is not a file name; throws an error if such a word is not
  /// UTF-8.
  private static func withValuesAsText(
    _ arguments: [String], of declared: [DeclaredArgument]
  ) throws(Diagnostic) -> [String] {
    var (result, rest) = ([String](), arguments[...])
    // The last positional argument can consist of several words.
    var positions = declared.filter { $0.form == .positional }[...]
    var hasEnded = false
    while let argument = rest.popFirst() {
      guard !hasEnded, argument.begins(with: "-"), argument != "-" else {
        let isFile = (positions.count > 1 ? positions.removeFirst() : positions.first)?.isFile ?? false
        result.append(isFile ? argument : try value(argument))
        continue
      }
      hasEnded = argument == "--"
      // An option may be joined to its value, as in `--output=FILE` and `-oFILE`.
      let name = argument.begins(with: "--") ? argument.parts(between: "=")[0] : String(argument.prefix(2))
      let isFile = declared.option(name)?.isFile == true
      result.append(isFile ? argument : try value(argument))
      if declared.option(argument)?.form == .option, let next = rest.popFirst() {
        result.append(isFile ? next : try value(next))
      }
    }
    return result
  }

  /// Moves all words that are not options of the command behind a `--`. Returns the new arguments; in `unknown`, the
  /// moved words that begin with a dash; and in `mayBeIDs`, false if one of those words is in the position of a
  /// property name.
  private static func withDashesApart(
    _ arguments: [String], of declared: [DeclaredArgument]
  ) -> (arguments: [String], unknown: [String], mayBeIDs: Bool) {
    let positions = declared.filter { $0.form == .positional }
    var (known, others, unknown, mayBeIDs) = ([String](), [String](), [String](), true)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        others += rest
        break
      }
      guard argument.begins(with: "-"), argument != "-" else {
        others.append(argument)
        continue
      }
      guard let takesValue = takesValue(argument, declared) else {
        if positions.indices.contains(others.count), positions[others.count].isProperty { mayBeIDs = false }
        others.append(argument)
        unknown.append(argument)
        continue
      }
      known.append(argument)
      if takesValue, let value = rest.popFirst() { known.append(value) }
    }
    return (known + ["--"] + others, unknown, mayBeIDs)
  }

  /// Returns true if the option takes the next argument as its value, false if it does not; `nil` if the word is not an
  /// option of the command.
  private static func takesValue(_ argument: String, _ declared: [DeclaredArgument]) -> Bool? {
    if let option = declared.option(argument) { return option.form == .option }
    if argument.begins(with: "--") {
      let parts = argument.parts(between: "=")
      return parts.count > 1 && declared.option(parts[0]) != nil ? false : nil
    }
    // The word may combine several flags of one letter, such as `-nq`.
    let letters = argument.unicodeScalars.dropFirst()
    return letters.allSatisfy { declared.option("-\($0)")?.form == .flag } ? false : nil
  }
}

extension [DeclaredArgument] {
  /// Returns the option with this name, such as `--output` or `-o`; `nil` if the command has none.
  fileprivate func option(_ name: String) -> DeclaredArgument? {
    first { $0.names.contains { $0.isExactly(name) } }
  }
}
