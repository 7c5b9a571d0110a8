internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports

struct PagerVerb: ShellVerb {
  static let row = CommandRow.verb(
    "pager", "[on|off]", "Sets whether output that is longer than the screen goes through a pager.",
    """
    At a terminal it does, through the command line in INSPECTOR_PAGER, else in PAGER, else 'less'; an empty one, and 'cat', \
    are none. A command that ends with '| pager' goes through it even where it is off, or all fits the screen; no other program \
    can stand after '|'. Off a terminal there is no pager. '\\pager' is the same as 'pager'.
    """,
    [.init("pager off", "from now on"), .init("pager", "the other way"), .init("show | pager", "this once")])

  @Argument(help: "Whether it does; the other way without a word.")
  var choice: String?

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    shell.isPaging = try shell.isOn(choice, of: "pager") ?? !shell.isPaging
    shell.print("the pager is \(shell.isPaging ? "on" : "off")")
    return .done
  }
}
