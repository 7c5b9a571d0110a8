internal import CommandLineKit

extension CheckCommand: WordListCommand {
  static var words: WritableKeyPath<CheckCommand, [String]> { \.scenes }
}

extension EditCommand: WordListCommand {
  static var words: WritableKeyPath<EditCommand, [String]> { \.scenes }
}

extension ExportCommand: WordListCommand {
  static var words: WritableKeyPath<ExportCommand, [String]> { \.scenes }
}

extension FindCommand: WordListCommand {
  static var words: WritableKeyPath<FindCommand, [String]> { \.arguments }
}

extension HumanizeCommand: WordListCommand {
  static var words: WritableKeyPath<HumanizeCommand, [String]> { \.names }
}

extension PaletteRemoveCommand: WordListCommand {
  static var words: WritableKeyPath<PaletteRemoveCommand, [String]> { \.arguments }
}

extension PaletteRenameCommand: WordListCommand {
  static var words: WritableKeyPath<PaletteRenameCommand, [String]> { \.arguments }
}

extension PaletteSetCommand: WordListCommand {
  static var words: WritableKeyPath<PaletteSetCommand, [String]> { \.arguments }
}

extension ResetCommand: WordListCommand {
  static var words: WritableKeyPath<ResetCommand, [String]> { \.names.arguments }
}

extension SetCommand: WordListCommand {
  static var words: WritableKeyPath<SetCommand, [String]> { \.arguments }
}

extension UnsetCommand: WordListCommand {
  static var words: WritableKeyPath<UnsetCommand, [String]> { \.names.arguments }
}
