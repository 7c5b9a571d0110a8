internal import LineEditing
internal import Settings
package import WorkbenchSupport

/// The standard output of a shell at a terminal. The output of a command is held back as long as it fits the screen;
/// longer output goes to the user's pager.
package final class PagedOutput: TextSink {
  /// The standard error of the shell. Messages and output appear in the order in which they were written. Only the
  /// messages from before and during the use of a pager are shown after the pager ends.
  package private(set) lazy var words: any TextSink = Words(self)

  /// True if long output is shown in a pager.
  package var isOn = true

  private let output: any TextSink
  private let errors: any TextSink
  /// The context that owns this output, and therefore outlives it.
  private unowned let context: CommandContext
  private let job: InspectorJob
  private var state = State.direct
  private var held: [(isOutput: Bool, bytes: [UInt8])] = []
  /// The number of held bytes that are messages.
  private var heldWords = 0
  private var rows = ScreenRows(columns: 80)
  /// The messages to show after the pager ends.
  private var late = ByteSpool()

  /// True if the command ends in `| pager`, which requests the pager for output of any length.
  private var isWanted = false

  private enum State {
    case direct, holding
    case paging(Pager)
  }

  package init(_ context: CommandContext, under job: InspectorJob) {
    output = context.output
    errors = context.errors
    self.context = context
    self.job = job
  }

  private var pagerCommand: String? {
    Pager.command(context.environment, setting: context.settings.text("pager"))
  }

  package var failure: Int32 { output.failure }

  // MARK: The output of a command

  /// Prepares for the output of a command, and begins to hold it back if ``isOn`` is true.
  package func begin() {
    isWanted = false
    if isOn { hold() }
  }

  /// Uses the pager for the command's output even if ``isOn`` is false or the output fits the screen, as for a command
  /// that ends in `| pager`.
  package func want() {
    isWanted = true
    if case .direct = state { hold() }
  }

  private func hold() {
    guard pagerCommand != nil, let size = Terminal.size else { return }
    rows = ScreenRows(columns: size.columns)
    state = .holding
  }

  /// Shows the held output, and later the rest of the command's output, without a pager. Commands call this before they
  /// ask the user a question or run further commands.
  package func release() {
    guard case .holding = state else { return }
    state = .direct
    for piece in held { piece.bytes.withUnsafeBytes { piece.isOutput ? write($0) : say($0) } }
    (held, heldWords) = ([], 0)
    output.flush()
  }

  /// Ends the command's output: shows the held output, or waits until the user leaves the pager. If the pager could not
  /// be run, reports this and uses no pager from now on.
  package func end() {
    guard case .paging(let pager) = state else { return release() }
    let isThere = pager.finish()
    state = .direct
    _ = late.forEachPiece { errors.write($0) }
    late = ByteSpool()
    guard !isThere else { return }
    isOn = false
    let name = TerminalText.escaped(pagerCommand ?? "")
    errors.write(
      "inspector: cannot run the pager '\(name)', which is not used from now on; set INSPECTOR_PAGER to another\n")
  }

  // MARK: Writing

  package func write(_ bytes: UnsafeRawBufferPointer) {
    switch state {
    case .direct: output.write(bytes)
    case .paging(let pager): pager.write(bytes)
    case .holding:
      held.append((true, Array(bytes)))
      rows.add(bytes)
      if isWanted || Terminal.size.map({ rows.count >= $0.rows }) == true { startPager() }
    }
  }

  package func flush() {
    if case .direct = state { output.flush() }
  }

  private func startPager() {
    guard let command = pagerCommand,
      let pager = Pager(command, context.environment, waits: isWanted, under: job)
    else { return release() }
    output.flush()
    state = .paging(pager)
    for piece in held { piece.bytes.withUnsafeBytes { piece.isOutput ? pager.write($0) : late.append($0) } }
    (held, heldWords) = ([], 0)
  }

  /// The maximum number of held bytes of messages. Beyond this limit, all held output is shown without a pager, because
  /// a trace may be endless.
  private static let mostWords = 1 << 16

  private func say(_ bytes: UnsafeRawBufferPointer) {
    switch state {
    case .direct:
      output.flush()
      errors.write(bytes)
    case .paging: late.append(bytes)
    case .holding:
      held.append((false, Array(bytes)))
      heldWords += bytes.count
      if heldWords > Self.mostWords { release() }
    }
  }

  private final class Words: TextSink {
    private unowned let paged: PagedOutput

    init(_ paged: PagedOutput) { self.paged = paged }

    var failure: Int32 { paged.errors.failure }
    func write(_ bytes: UnsafeRawBufferPointer) { paged.say(bytes) }
    func flush() { paged.errors.flush() }
  }
}

/// A counter of the terminal rows that a text occupies. The count is an estimate: a wide character counts as a narrow
/// one.
struct ScreenRows {
  private let columns: Int
  private(set) var count = 0
  private var column = 0
  private var isCode = false

  init(columns: Int) { self.columns = max(columns, 1) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      switch byte {
      case 0x0A:
        count += 1 + max(column - 1, 0) / columns
        column = 0
      // Colour codes end with an `m`, and occupy no columns.
      case 0x1B: isCode = true
      case UInt8(ascii: "m") where isCode: isCode = false
      case 0x80..<0xC0: break
      default: if !isCode { column += 1 }
      }
    }
  }
}
