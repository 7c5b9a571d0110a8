internal import Glibc
internal import JSONText

/// What a plugin's file is to the system that executes it.
package enum ProgramKind: Hashable, Sendable {
  /// A program for this machine.
  case native
  /// A program for machines of another kind, such as `aarch64`.
  case foreign(machine: String)
  /// A program whose loader, which is to find its libraries, is not there.
  case withoutLoader(String)
  /// A script and the program that interprets it.
  case script(interpreter: String)
  /// A script that no program interprets.
  case brokenScript(ProgramProblem)
  /// Neither a program nor a script.
  case other

  /// Looks at a file.
  ///
  /// - Parameter environment: its `PATH` is where `#!/usr/bin/env NAME` looks.
  package init(ofFile path: String, environment: [String: String]) {
    if let program = ProgramFile(path) {
      if let machine = program.foreignMachine {
        self = .foreign(machine: machine)
      } else if let loader = program.loader, access(loader, F_OK) != 0 {
        self = .withoutLoader(loader)
      } else {
        self = .native
      }
      return
    }
    guard ProgramFile.firstLine(ofScript: path) != nil else {
      self = .other
      return
    }
    do throws(ProgramProblem) {
      self = .script(interpreter: try WorkerProgram(confined: HeldProgram(path), environment: environment).executable)
    } catch {
      self = .brokenScript(error)
    }
  }
}
