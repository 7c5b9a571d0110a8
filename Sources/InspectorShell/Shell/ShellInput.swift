internal import CommandLineKit
internal import JSONText
internal import LineEditing

/// Where a shell's lines come from.
protocol ShellInput: AnyObject {
  /// What errors call it, as `shellrc`; nil where a person sees what was typed.
  var name: String? { get }

  /// Whether a line that begins with `!` runs a program: where a person types it, and nowhere else.
  var runsPrograms: Bool { get }

  /// The next line.
  ///
  /// - Parameter isContinued: whether it goes on with the one before.
  func next(_ shell: Shell, isContinued: Bool) -> LineEditor.Line

  /// Takes note of what the lines were that made one entry.
  func keep(_ entry: String)
}

extension ShellInput {
  var runsPrograms: Bool { false }

  func keep(_ entry: String) {}
}

/// Lines of text that is all there: a script's, or that of `-c`.
final class TextInput: ShellInput {
  let name: String?
  private var lines: ArraySlice<String>

  init(_ text: String, name: String?) {
    self.name = name
    lines = text.parts(between: "\n").map { $0.ends(with: "\r") ? String(Substring($0.utf8.dropLast())) : $0 }[...]
  }

  func next(_ shell: Shell, isContinued: Bool) -> LineEditor.Line {
    lines.popFirst().map { .text($0) } ?? .end
  }
}

/// Lines of the standard input, each as soon as it is there.
final class PipeInput: ShellInput {
  let name: String? = "standard input"
  private let read: () -> [UInt8]?
  private var held: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// - Parameter read: answers some bytes, none at the end, nil on a failure.
  init(_ read: @escaping () -> [UInt8]?) { self.read = read }

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

/// Reads entries: lines, several where a quote or a backslash goes on to the next.
struct ShellReader {
  let input: any ShellInput
  private var number = 0

  init(_ input: any ShellInput) { self.input = input }

  enum Entry {
    case commands([ShellLine.Command], line: Int)
    case program(String)
    case refused(ShellLineError, line: Int)
    case interrupted
    case end
  }

  mutating func next(_ shell: Shell) -> Entry {
    var text = ""
    var refusal: ShellLineError?
    var first = 0
    while true {
      switch input.next(shell, isContinued: refusal != nil) {
      case .interrupted: return .interrupted
      case .end:
        return refusal.map { .refused($0, line: first) } ?? .end
      case .text(let line):
        number += 1
        if refusal == nil, input.runsPrograms, let command = Shell.program(in: line) {
          input.keep(line)
          return .program(command)
        }
        if refusal == nil { first = number } else { text += "\n" }
        text += line
      }
      do throws(ShellLineError) {
        let line = try ShellLine(text)
        if !line.commands.isEmpty { input.keep(text) }
        return .commands(line.commands, line: first)
      } catch {
        refusal = error
      }
    }
  }
}
