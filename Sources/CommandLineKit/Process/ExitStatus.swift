/// The exit status of a command, as the system's shell receives it. The numbers from 64 to 78 have the meanings that
/// BSD's `sysexits.h` defines.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
  /// The exit code of the process, from 0 to 255.
  public let rawValue: Int32

  /// Creates a status from an exit code.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The command succeeded.
  public static let done = ExitStatus(rawValue: 0)

  /// `check` found errors; a value, a name or an edit was refused; a selector matched nothing; or several scenes ended
  /// with different statuses.
  public static let findings = ExitStatus(rawValue: 1)

  /// Under `--exit-code`: a value, a name or an edit was refused, or a selector matched nothing.
  public static let refused = ExitStatus(rawValue: 2)

  /// The command line is invalid.
  public static let usage = ExitStatus(rawValue: 64)

  /// The document is invalid.
  public static let badDocument = ExitStatus(rawValue: 65)

  /// The input file does not exist or cannot be read.
  public static let noInput = ExitStatus(rawValue: 66)

  /// A required plugin is missing, failed or crashed.
  public static let noPlugin = ExitStatus(rawValue: 69)

  /// The output cannot be created.
  public static let cannotCreate = ExitStatus(rawValue: 73)

  /// The output cannot be written.
  public static let cannotWrite = ExitStatus(rawValue: 74)

  /// Another program changed the file after the command had read it.
  public static let changedUnderneath = ExitStatus(rawValue: 75)

  /// The command was ended by SIGHUP, because the terminal is gone.
  public static let hungUp = ExitStatus(rawValue: 129)

  /// The command was ended by SIGINT, which Ctrl-C sends.
  public static let interrupted = ExitStatus(rawValue: 130)

  /// The command was ended by SIGTERM.
  public static let terminated = ExitStatus(rawValue: 143)

  /// The meaning of the status, for help texts.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .findings: "errors found, something refused or different, or nothing matched"
    case .refused: "something refused, or nothing matched, under '--exit-code'"
    case .usage: "the command line is not understood"
    case .badDocument: "the document is invalid"
    case .noInput: "no such file"
    case .noPlugin: "a required plugin is missing, failed or crashed"
    case .cannotCreate: "the output cannot be created"
    case .cannotWrite: "the output cannot be written"
    case .changedUnderneath: "another program changed or held the file"
    case .hungUp: "ended by SIGHUP"
    case .interrupted: "interrupted"
    case .terminated: "ended by SIGTERM"
    default: "exit code \(rawValue)"
    }
  }
}

extension ExitStatus {
  /// Returns ``refused`` in place of ``findings`` if `isCounting` is true, and any other status unchanged. The option
  /// `--exit-code` reserves 1 for differences, as POSIX `diff` does.
  package func counting(differences isCounting: Bool) -> ExitStatus {
    isCounting && self == .findings ? .refused : self
  }
}

/// The combined exit status of a command on several scenes: the common status if all scenes end with the same one, else
/// ``ExitStatus/findings``; ``ExitStatus/done`` if there are no scenes.
///
/// With `--exit-code`, a mixture of 0 and 1 is 1, and any other mixture is ``ExitStatus/refused``.
package struct CommonStatus {
  private var common: ExitStatus?
  private let countsDifferences: Bool

  package init(countsDifferences: Bool = false) { self.countsDifferences = countsDifferences }

  package mutating func add(_ status: ExitStatus) {
    guard let former = common else {
      common = status
      return
    }
    guard former != status else { return }
    let isDifference = [former, status].allSatisfy { $0 == .done || $0 == .findings }
    common = isDifference ? ExitStatus.findings : ExitStatus.findings.counting(differences: countsDifferences)
  }

  package var status: ExitStatus { common ?? .done }
}
