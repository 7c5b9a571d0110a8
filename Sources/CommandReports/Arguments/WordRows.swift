internal import ArgumentParser

/// A parser of command lines with long rows of words, such as many scenes. Each long row is hidden from the argument
/// parser.
///  The parser scans all words again for each word, and would therefore take seconds for ten thousand scenes. A marker
///  word replaces each row during parsing, and the row is restored afterwards.
enum WordRows {
  /// The character that marks a replaced row; no argument holds a NUL.
  private static let mark: Character = "\0"

  /// The largest number of words that stay in place; longer rows are replaced.
  private static let most = 32

  /// Parses the arguments of a command, with long rows hidden from the parser if the command can have them.
  static func parse(_ type: any InspectorCommand.Type, _ arguments: [String]) throws -> any ParsableCommand {
    try parsed(type, arguments) ?? type.parse(arguments)
  }

  /// Parses arguments with a marker word in place of each long row. Returns `nil` if the command accepts no long row,
  /// if the arguments contain no long row, or if the parser refuses the shortened arguments. The caller then parses the
  /// full arguments, so that an error message quotes them.
  private static func parsed<C: InspectorCommand>(_ type: C.Type, _ arguments: [String]) -> C? {
    guard arguments.count > most, let words = C.wordList else { return nil }
    let (short, rows) = shortened(arguments)
    guard !rows.isEmpty, var command = try? type.parse(short) else { return nil }
    command[keyPath: words] = command[keyPath: words].flatMap { word in
      guard word.first == mark, let place = Int(word.dropFirst()), rows.indices.contains(place) else { return [word] }
      return rows[place]
    }
    return command
  }

  /// Returns the arguments with a marker word in place of all but the first word of each long row, together with the
  /// replaced words of each row.
  private static func shortened(_ arguments: [String]) -> (arguments: [String], rows: [[String]]) {
    var (result, rows) = ([String](), [[String]]())
    var (rest, hasEnded) = (arguments[...], false)
    while !rest.isEmpty {
      let row = rest.prefix { hasEnded || $0.utf8.first != UInt8(ascii: "-") }
      rest = rest.dropFirst(row.count)
      if row.count > most {
        // The first word may be the value of the option before it.
        result += [row[row.startIndex], "\(mark)\(rows.count)"]
        rows.append(Array(row.dropFirst()))
      } else {
        result += row
      }
      if let option = rest.popFirst() {
        result.append(option)
        hasEnded = option == "--"
      }
    }
    return (result, rows)
  }
}
