import CommandLineKit
import Glibc
import JSONText
import LineEditing

/// A source of a shell's input lines.
protocol ShellInput: AnyObject {
  /// The name in error messages, such as `shellrc`; nil if the user types the lines at a prompt.
  var name: String? { get }

  /// Returns the next line, or the event that occurred instead: the end of the input, or Ctrl-C.
  ///
  /// - Parameter isContinued: true if the line continues the previous line.
  func next(_ shell: Shell, isContinued: Bool) -> LineEditor.Line

  /// Adds an entry, which may span several lines, to the history of the input; does nothing if the input has no
  /// history.
  func keep(_ entry: String)
}

extension ShellInput {
  func keep(_ entry: String) {}
}

/// An input that is not typed at a prompt: a script, the argument of `-c`, or the standard input. The shell can run
/// each line as soon as it arrives.
final class TextInput: ShellInput {
  let name: String?
  private let read: () -> [UInt8]?
  private var held: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Creates an input that is read piece by piece.
  ///
  /// - Parameter read: returns the next bytes: an empty array at the end, or nil if reading fails, which also ends the
  ///   input.
  init(name: String, _ read: @escaping () -> [UInt8]?) { (self.name, self.read) = (name, read) }

  /// Creates an input from a text, in which lines may end with LF or CR LF.
  convenience init(_ text: String, name: String) {
    self.init(name: name) { [] }
    let lines = FileName.bytes(of: text).split(separator: 0x0A, omittingEmptySubsequences: false)
    held = Array(lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }.joined(separator: [0x0A]))
  }

  func next(_ shell: Shell, isContinued: Bool) -> LineEditor.Line {
    var searched = start
    while true {
      if let end = held[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return .text(FileName.text(of: held[start..<end]))
      }
      guard !isAtEnd else { break }
      searched = held.count - start
      held.removeFirst(start)
      start = 0
      let part = read() ?? []
      isAtEnd = part.isEmpty
      held += part
    }
    guard start < held.count else { return .end }
    defer { start = held.count }
    return .text(FileName.text(of: held[start...]))
  }
}

/// A reader of the entries of an input. An entry spans several lines if a line ends inside a quote or with a backslash.
struct ShellReader {
  let input: any ShellInput
  private var number = 0

  init(_ input: any ShellInput) { self.input = input }

  /// The result of reading: the commands of an entry with the number of their first line, or the event that occurred
  /// instead.
  enum Entry {
    case commands([ShellLine.Command], line: Int)
    case program(String)
    /// The input ended within a quote or after a backslash.
    case refused(CommandLineRefusal, line: Int)
    /// The user typed Ctrl-C.
    case interrupted
    case end
  }

  /// Reads lines until they form an entry, and returns the entry or the event that occurred instead.
  mutating func next(_ shell: Shell) -> Entry {
    var text = ""
    var refusal: CommandLineRefusal?
    var first = 0
    while true {
      switch input.next(shell, isContinued: refusal != nil) {
      case .interrupted: return .interrupted
      case .end:
        return refusal.map { .refused($0, line: first) } ?? .end
      case .text(let line):
        number += 1
        // Only a user at the prompt may run programs.
        if refusal == nil, input.name == nil, let command = Shell.program(in: line) {
          input.keep(line)
          return .program(command)
        }
        if refusal == nil { first = number } else { text += "\n" }
        text += line
      }
      do throws(CommandLineRefusal) {
        let line = try ShellLine(text)
        if !line.commands.isEmpty { input.keep(text) }
        return .commands(line.commands, line: first)
      } catch {
        refusal = error
      }
    }
  }
}

extension Shell {
  /// Appends text to a script, and creates the file if it is missing. If the write fails, the partial text is removed,
  /// and so is a file that was empty before.
  static func append(_ text: String, toScript path: String) throws(Diagnostic) {
    try append(to: path) { $0.write(text) }
  }

  /// Appends the text that `write` passes to its sink to a file. If the write fails, the partial text is removed, and
  /// so is a file that was empty before.
  static func append(to path: String, _ write: (DescriptorSink) -> Void) throws(Diagnostic) {
    // Opening a pipe without a reader would block forever.
    let isStream = OutputPaths.isStream(path)
    let descriptor = Glibc.open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | (isStream ? O_NONBLOCK : 0), 0o666)
    guard descriptor >= 0 else { throw Diagnostic(CommandLineRefusal.cannotCreate(path, errno: errno)) }
    defer { close(descriptor) }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if isStream { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    let sink = DescriptorSink(descriptor)
    write(sink)
    sink.flush()
    guard sink.failure != 0 else { return }
    if isFile {
      ftruncate(descriptor, status.st_size)
      if status.st_size == 0 { unlink(path) }
    }
    throw Diagnostic(CommandLineRefusal.cannotWrite(path, errno: sink.failure))
  }
}
