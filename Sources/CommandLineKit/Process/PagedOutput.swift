internal import LineEditing
package import WorkbenchSupport

/// The standard output of a shell at a terminal: what one command writes is held until it is known whether it fits the
/// screen, and is shown by the person's pager where it does not.
package final class PagedOutput: TextSink {
  /// The standard error beside it: messages come in their place, and after the pager where there is one.
  package private(set) lazy var words: any TextSink = Words(self)

  /// Whether there is to be a pager.
  package var isOn = true

  private let output: any TextSink
  private let errors: any TextSink
  private let environment: [String: String]
  private let job: InspectorJob
  private var state = State.direct
  private var held: [(isOutput: Bool, bytes: [UInt8])] = []
  private var heldWords = 0
  private var rows = ScreenRows(columns: 80)
  private var late = ByteSpool()

  /// Whether a person wants the pager whatever there is to show.
  private var isWanted = false

  private enum State {
    case direct, holding
    case paging(Pager)
  }

  package init(_ context: CommandContext, under job: InspectorJob) {
    output = context.output
    errors = context.errors
    environment = context.environment
    self.job = job
  }

  package var failure: Int32 { output.failure }

  // MARK: a command

  /// A command begins.
  package func begin() {
    isWanted = false
    if isOn { hold() }
  }

  /// The command is followed by '| pager': what it writes goes through the pager, even where that is off, or it fits.
  package func want() {
    isWanted = true
    if case .direct = state { hold() }
  }

  private func hold() {
    guard Pager.command(environment) != nil, let size = Terminal.size else { return }
    rows = ScreenRows(columns: size.columns)
    state = .holding
  }

  /// Shows what is held, and what comes, without a pager: a question to the person or other commands follow.
  package func release() {
    guard case .holding = state else { return }
    state = .direct
    for piece in held { piece.bytes.withUnsafeBytes { piece.isOutput ? write($0) : say($0) } }
    (held, heldWords) = ([], 0)
    output.flush()
  }

  /// The command has ended: shows what is held, or waits for the end of the pager.
  package func end() {
    guard case .paging(let pager) = state else { return release() }
    let isThere = pager.finish()
    state = .direct
    _ = late.forEachPiece { errors.write($0) }
    late = ByteSpool()
    guard !isThere else { return }
    isOn = false
    let name = TerminalText.escaped(Pager.command(environment) ?? "")
    errors.write(
      "inspector: the pager '\(name)' cannot be run and is left out from now on; set INSPECTOR_PAGER to another\n")
  }

  // MARK: writing

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
    guard let command = Pager.command(environment),
      let pager = Pager(command, environment, waits: isWanted, under: job)
    else { return release() }
    output.flush()
    state = .paging(pager)
    for piece in held { piece.bytes.withUnsafeBytes { piece.isOutput ? pager.write($0) : late.append($0) } }
    (held, heldWords) = ([], 0)
  }

  /// Words without end, as of a trace, are not worth waiting for.
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

/// How many rows of a terminal a text takes, as far as bytes show: wide characters are taken for narrow ones.
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
      // Colours end with an 'm', and take no columns.
      case 0x1B: isCode = true
      case UInt8(ascii: "m") where isCode: isCode = false
      case 0x80..<0xC0: break
      default: if !isCode { column += 1 }
      }
    }
  }
}
