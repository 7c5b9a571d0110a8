internal import ArgumentParser

/// A parser of command lines that hides long rows of words, such as many scenes, from the argument parser.
///
/// The argument parser scans all words again for each word, and would therefore take seconds for ten thousand scenes. For
/// each command line it also builds the list of the command's options, which is half of the work of an edit in a shell. A
/// marker word replaces each row during parsing, and the row is restored afterwards.
enum WordRows {
  /// The character that marks a replaced row. No argument contains a NUL.
  private static let mark: Character = "\0"

  /// The maximum length of a row that is left in place if no command was parsed before.
  private static let most = 32

  /// Parses the arguments of a command, hiding long rows of words from the parser if the command accepts them.
  ///
  /// - Parameter former: the cache of commands that were parsed before; nil for none.
  static func parse(
    _ type: any InspectorCommand.Type, _ arguments: [String], former: ParsedCommands? = nil
  ) throws -> any ParsableCommand {
    try parsed(type, arguments, former) ?? type.parse(arguments)
  }

  /// Parses arguments with a marker word in place of each row. Returns `nil` if the command accepts no row, if the
  /// arguments contain no row that is to be replaced, or if the parser refuses the shortened arguments or takes a marker
  /// for anything but one of the words. The caller then parses the full arguments, so that an error message quotes them.
  private static func parsed<C: InspectorCommand>(
    _ type: C.Type, _ arguments: [String], _ former: ParsedCommands?
  ) -> C? {
    guard former != nil || arguments.count > most, let words = C.wordList else { return nil }
    let (short, rows) = shortened(arguments, over: former == nil ? most : 1)
    guard !rows.isEmpty else { return nil }
    var command: C
    if let known = former?.command(type, short) {
      command = known
    } else if let parsed = try? type.parse(short) {
      command = parsed
      former?.add(command, short)
    } else {
      return nil
    }
    var restored = 0
    command[keyPath: words] = command[keyPath: words].flatMap { word in
      guard word.first == mark, let place = Int(word.dropFirst()), rows.indices.contains(place) else { return [word] }
      restored += 1
      return rows[place]
    }
    return restored == rows.count ? command : nil
  }

  /// Returns the arguments with a marker word in place of each row of more than `most` words, together with the replaced
  /// words of each row. The first word of a row after an option stays in place, since it may be the option's value.
  private static func shortened(_ arguments: [String], over most: Int) -> (arguments: [String], rows: [[String]]) {
    var (result, rows) = ([String](), [[String]]())
    var (rest, hasEnded) = (arguments[...], false)
    while !rest.isEmpty {
      let row = rest.prefix { hasEnded || $0.utf8.first != UInt8(ascii: "-") }
      rest = rest.dropFirst(row.count)
      if row.count > most {
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

/// The commands that a shell has parsed, cached for command lines that differ only in a row of words.
package final class ParsedCommands {
  private struct Line: Hashable {
    var type: ObjectIdentifier
    var arguments: [String]
  }

  /// The maximum number of cached commands; a full cache is emptied.
  private static let most = 64

  private var commands: [Line: any InspectorCommand] = [:]

  package init() {}

  fileprivate func command<C: InspectorCommand>(_ type: C.Type, _ arguments: [String]) -> C? {
    commands[Line(type: ObjectIdentifier(type), arguments: arguments)] as? C
  }

  fileprivate func add<C: InspectorCommand>(_ command: C, _ arguments: [String]) {
    if commands.count == Self.most { commands.removeAll() }
    commands[Line(type: ObjectIdentifier(C.self), arguments: arguments)] = command
  }
}
