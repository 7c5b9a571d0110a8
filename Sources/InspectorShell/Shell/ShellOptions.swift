/// How a shell deals with what goes wrong and with what is left.
struct ShellOptions {
  /// Whether a person types, who can be asked questions and sees what was typed.
  var isInteractive = false

  /// Whether the first command that fails ends a script.
  var stopsOnError = true

  /// Whether all commands are one transaction, whose scenes are saved at the end or not at all.
  var isSingleTransaction = false
}
