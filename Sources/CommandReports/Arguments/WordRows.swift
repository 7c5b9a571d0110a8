internal import ArgumentParser

/// The long rows of words in a command line, such as many scenes, which the argument parser does not see.
///
/// The parser scans all words again for each word, so that ten thousand scenes would take it seconds. A marker word
/// stands for each row during parsing, and the row is restored afterwards.
struct WordRows {
  private var rows: [[String]] = []

  /// The character that marks a replaced row; no argument holds a NUL.
  private static let mark: Character = "\0"

  /// The largest number of words that stay in place; longer rows are replaced.
  private static var least: Int { 32 }

  /// Parses the arguments of a command, with long rows hidden from the parser if the command can have them.
  static func parse(_ type: any InspectorCommand.Type, _ arguments: [String]) throws -> any ParsableCommand {
    try shortened(type, arguments) ?? type.parse(arguments)
  }

  /// Parses the shortened arguments; `nil` if there are no long rows, or if the parser refuses the arguments. Parsing the
  /// full arguments then gives an error message that quotes them.
  private static func shortened<C: InspectorCommand>(_ type: C.Type, _ arguments: [String]) -> C? {
    guard arguments.count > least, let words = C.wordList else { return nil }
    var rows = WordRows()
    let short = rows.shorten(arguments)
    guard !rows.rows.isEmpty, var command = try? type.parse(short) else { return nil }
    command[keyPath: words] = rows.filled(command[keyPath: words])
    return command
  }

  /// Replaces all but the first word of each long row by a marker word.
  private mutating func shorten(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var row: [String] = []
    for (place, argument) in arguments.enumerated() {
      if argument.utf8.first != UInt8(ascii: "-") {
        row.append(argument)
        continue
      }
      end(&row, &result)
      if argument == "--" {
        result.append(argument)
        row = Array(arguments[(place + 1)...])
        break
      }
      result.append(argument)
    }
    end(&row, &result)
    return result
  }

  private mutating func end(_ row: inout [String], _ result: inout [String]) {
    if row.count > Self.least {
      // The first word may be the value of the option before it.
      result += [row[0], "\(Self.mark)\(rows.count)"]
      rows.append(Array(row.dropFirst()))
    } else {
      result += row
    }
    row = []
  }

  private func filled(_ words: [String]) -> [String] {
    words.flatMap { word in
      guard word.first == Self.mark, let place = Int(word.dropFirst()), rows.indices.contains(place) else {
        return [word]
      }
      return rows[place]
    }
  }
}
