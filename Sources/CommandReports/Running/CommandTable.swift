internal import CommandLineKit

/// The table of all commands, with one row for each command. The help texts and the shell's commands come from this
/// table, and the table in `Documentation/README.md` lists its rows.
///
/// Each command module contributes a list, in the order of the help text.
public enum CommandTable {
  /// Returns the command whose name the words begin with, and the number of words in the name; nil if no command
  /// matches.
  package static func command(
    _ words: some Collection<String>, among commands: [any InspectorCommand.Type]
  ) -> (command: any InspectorCommand.Type, count: Int)? {
    for count in [2, 1] where words.count >= count {
      let name = words.prefix(count).joined(separator: " ")
      if let command = commands.first(where: { $0.row.isNamed(name) }) { return (command, count) }
    }
    return nil
  }
}
