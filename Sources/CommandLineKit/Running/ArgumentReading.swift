package import ArgumentParser
internal import InspectorKit
internal import JSONText

/// Reads the arguments of a command.
///
/// Ids may begin with a dash, as Interface Builder's `-1` does. Of a command that takes ids, an argument with a dash that is
/// none of its options is tried as an id.
package struct ArgumentReading {
  package let command: any ParsableCommand

  /// What is wrong with the first argument that begins with a dash and was taken for an id, where no object has that;
  /// nil where there is none.
  private let dashed: OptionUsage?

  /// - Throws: ``CommandFailure`` for a value that is not UTF-8, ``OptionUsage``, or what the parser throws.
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
      // The program answers this one after any command.
      guard row.takesIDs, !unknown.contains("--version"), let parsed = try? type.parse(read) else {
        throw OptionUsage.unknown(word, nearest: nearest, takesSelectors: row.arguments.holds("<selector>"))
      }
      command = parsed
      dashed = .unknownAndNoID(word, nearest: nearest)
    }
  }

  /// Runs the command that was read. Where no object has the id that began with a dash, an option may have been meant.
  package func perform(_ body: () throws(CommandFailure) -> ExitStatus) throws(CommandFailure) -> ExitStatus {
    do throws(CommandFailure) {
      return try body()
    } catch {
      guard let dashed, error.code == .unknownObject || error.code == .usage else { throw error }
      throw .usage(dashed)
    }
  }
}

/// A command that takes arguments in a spelling that the parser does not have.
package protocol RespelledCommand: ParsableCommand {
  /// The arguments as the parser knows them.
  static func spelledForParser(_ arguments: [String]) throws -> [String]
}

extension ArgumentReading {
  /// Words of a command line that are values, and no names of files, which may have any bytes.
  package static func values(_ words: some Sequence<String>) throws(CommandFailure) -> [String] {
    var values: [String] = []
    for word in words { values.append(try value(word)) }
    return values
  }

  package static func value(_ word: String) throws(CommandFailure) -> String {
    guard let value = FileName.plain(word) else {
      throw .usage(CommandLineUsage.notUTF8(shown: FileName.shown(word)))
    }
    return value
  }
}

/// The options that a command has.
private struct OptionNames {
  /// With their dashes, and whether a value follows.
  private var options: [ExactText: Bool] = [:]

  /// The options whose value is the name of a file or folder.
  private var fileOptions: Set<ExactText> = []

  /// Whether each argument is the name of a file or folder; the last may stand for several.
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

  /// The arguments, all that cannot be names of files as plain text.
  func withValuesAsText(_ arguments: [String]) throws(CommandFailure) -> [String] {
    var (result, rest, positions) = ([String](), arguments[...], filePositions[...])
    var hasEnded = false
    while let argument = rest.popFirst() {
      guard !hasEnded, argument.begins(with: "-"), argument != "-" else {
        let isFile = positions.count > 1 ? positions.removeFirst() : positions.first ?? false
        result.append(isFile ? argument : try ArgumentReading.value(argument))
        continue
      }
      hasEnded = argument == "--"
      // `--output=FILE` and `-oFILE`.
      let name = argument.begins(with: "--") ? argument.parts(between: "=")[0] : String(argument.prefix(2))
      result.append(fileOptions.contains(ExactText(name)) ? argument : try ArgumentReading.value(argument))
      if options[ExactText(argument)] == true, let value = rest.popFirst() {
        result.append(fileOptions.contains(ExactText(argument)) ? value : try ArgumentReading.value(value))
      }
    }
    return result
  }

  /// The arguments with `--` before all that are no options, and those among these that begin with a dash.
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

  /// Whether the next argument is the option's value; nil where it is no option.
  private func takesValue(_ argument: String) -> Bool? {
    if let takesValue = options[ExactText(argument)] { return takesValue }
    if argument.begins(with: "--") {
      let parts = argument.parts(between: "=")
      return parts.count > 1 && options[ExactText(parts[0])] != nil ? false : nil
    }
    // Several flags of one letter, as `-nq`.
    let letters = argument.unicodeScalars.dropFirst()
    return letters.allSatisfy { options[ExactText("-\($0)")] == false } ? false : nil
  }
}
