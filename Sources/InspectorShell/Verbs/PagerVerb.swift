internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports

struct PagerVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "pager", "[on|off]", "Turns on or off the paging of output that is longer than the screen.",
    """
    At a terminal, long output goes through the command line in INSPECTOR_PAGER or else in PAGER, or through 'less' if \
    neither is set; an empty value or 'cat' means no pager. A command that ends with '| pager' uses the pager even if \
    paging is off or the output fits the screen. Output that does not go to a terminal is never paged. '\\pager' is \
    the same as 'pager'.
    """,
    [.init("pager off", "from now on"), .init("pager", "toggles it"), .init("show | pager", "for this command")])

  @Argument(help: "On or off; toggles without an argument.")
  var choice: String?

  func run(in shell: Shell) throws(Diagnostic) {
    shell.isPaging = try shell.isOn(choice, of: "pager") ?? !shell.isPaging
    shell.print("the pager is \(shell.isPaging ? "on" : "off")")
  }
}
