package import ArgumentParser
internal import InspectorKit
internal import JSONText

/// The parsed arguments of a command.
///
/// Ids may begin with a dash, such as Interface Builder's `-1`. For a command that takes ids, an argument with a dash
/// that is none of its options is tried as an id.
package struct ArgumentReading {
  package let command: any ParsableCommand

  /// The error about the first argument with a dash that was taken for an id, used if no object has that id; `nil`
  /// without such an argument.
  private let dashed: OptionUsage?

  /// - Throws: ``Diagnostic`` for a value that is not UTF-8, ``OptionUsage``, or what the parser throws.
  package init(_ type: any ParsableCommand.Type, _ row: CommandRow, _ arguments: [String]) throws {
    var arguments = arguments
    let isText = arguments.allSatisfy { FileName.plain($0)?.isExactly($0) == true }
    if !isText { arguments = try OptionNames(of: type).withValuesAsText(arguments) }
    if let type = type as? any RespelledCommand.Type { arguments = try type.spelledForParser(arguments) }
    do {
      command = try WordRows.parse(type, arguments)
      dashed = nil
    } catch {
      let options = OptionNames(of: type)
      let (read, unknown) = options.withDashesApart(arguments)
      guard type.exitCode(for: error) != .success, let word = unknown.first else { throw error }
      let nearest = options.suggestion(for: word)
      // The program handles `--version` after any command.
      guard row.takesIDs, !unknown.contains("--version"), let parsed = try? type.parse(read) else {
        throw OptionUsage.unknown(word, nearest: nearest, takesSelectors: row.arguments.holds("<selector>"))
      }
      command = parsed
      dashed = .unknownAndNoID(word, nearest: nearest)
    }
  }

  /// Runs the parsed command. If no object has the id that began with a dash, the error is that of an unknown option.
  package func perform(_ body: () throws(Diagnostic) -> ExitStatus) throws(Diagnostic) -> ExitStatus {
    do throws(Diagnostic) {
      return try body()
    } catch {
      guard let dashed, error.code == .unknownObject || error.code == .usage else { throw error }
      throw Diagnostic(dashed)
    }
  }
}

/// A command whose arguments have a spelling that the parser does not support.
package protocol RespelledCommand: ParsableCommand {
  /// Returns the arguments in the parser's spelling.
  static func spelledForParser(_ arguments: [String]) throws -> [String]
}

extension ArgumentReading {
  /// Returns words of a command line that are values, unlike names of files, which may have any bytes.
  package static func values(_ words: some Sequence<String>) throws(Diagnostic) -> [String] {
    var values: [String] = []
    for word in words { values.append(try value(word)) }
    return values
  }

  package static func value(_ word: String) throws(Diagnostic) -> String {
    guard let value = FileName.plain(word) else {
      throw Diagnostic(CommandLineUsage.notUTF8(shown: FileName.shown(word)))
    }
    return value
  }
}

/// The names of a command's options.
private struct OptionNames {
  /// The options with their dashes, and true if a value follows.
  private var options: [ExactText: Bool] = [:]

  /// The options whose value is the name of a file or folder.
  private var fileOptions: Set<ExactText> = []

  /// The positional arguments in order, true for the name of a file or folder; the last may stand for several.
  private var filePositions: [Bool] = []

  init(of command: any ParsableCommand.Type) {
    for argument in DeclaredArgument.all(of: command) {
      if argument.form == .positional { filePositions.append(argument.isFile) }
      for name in argument.names {
        options[ExactText(name)] = argument.form == .option
        if argument.isFile { fileOptions.insert(ExactText(name)) }
      }
    }
  }

  func suggestion(for word: String) -> String? {
    guard word.begins(with: "--") else { return nil }
    let name = word.parts(between: "=")[0]
    return DidYouMean.suggestion(for: name, among: options.keys.map(\.text).filter { $0.begins(with: "--") }.sorted())
  }

  /// Returns the arguments, with all that cannot be names of files as plain text.
  func withValuesAsText(_ arguments: [String]) throws(Diagnostic) -> [String] {
    var (result, rest, positions) = ([String](), arguments[...], filePositions[...])
    var hasEnded = false
    while let argument = rest.popFirst() {
      guard !hasEnded, argument.begins(with: "-"), argument != "-" else {
        let isFile = positions.count > 1 ? positions.removeFirst() : positions.first ?? false
        result.append(isFile ? argument : try ArgumentReading.value(argument))
        continue
      }
      hasEnded = argument == "--"
      // Such as `--output=FILE` and `-oFILE`.
      let name = argument.begins(with: "--") ? argument.parts(between: "=")[0] : String(argument.prefix(2))
      result.append(fileOptions.contains(ExactText(name)) ? argument : try ArgumentReading.value(argument))
      if options[ExactText(argument)] == true, let value = rest.popFirst() {
        result.append(fileOptions.contains(ExactText(argument)) ? value : try ArgumentReading.value(value))
      }
    }
    return result
  }

  /// Moves all words that are no options behind `--`, and returns those among them that begin with a dash as unknown.
  func withDashesApart(_ arguments: [String]) -> (arguments: [String], unknown: [String]) {
    var (known, others, unknown) = ([String](), [String](), [String]())
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
      guard let takesValue = takesValue(argument) else {
        others.append(argument)
        unknown.append(argument)
        continue
      }
      known.append(argument)
      if takesValue, let value = rest.popFirst() { known.append(value) }
    }
    return (known + ["--"] + others, unknown)
  }

  /// Returns true if the next argument is the option's value; `nil` for a word that is no option.
  private func takesValue(_ argument: String) -> Bool? {
    if let takesValue = options[ExactText(argument)] { return takesValue }
    if argument.begins(with: "--") {
      let parts = argument.parts(between: "=")
      return parts.count > 1 && options[ExactText(parts[0])] != nil ? false : nil
    }
    // Several flags of one letter, such as `-nq`.
    let letters = argument.unicodeScalars.dropFirst()
    return letters.allSatisfy { options[ExactText("-\($0)")] == false } ? false : nil
  }
}
