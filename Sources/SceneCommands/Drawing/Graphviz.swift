internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import Workbench

/// The program `dot` of Graphviz, which lays out diagrams on request.
struct Graphviz {
  private static let name = "dot"

  /// The time limit of a layout, in seconds; after it, the program is killed and the command fails.
  private static let seconds = 120

  private let path: String
  private let run: CommandRun

  /// Finds the program on the PATH; throws if it is not installed.
  init(_ run: CommandRun) throws(Diagnostic) {
    guard let path = ChildProgram.path(of: Self.name, run.context.environment) else {
      throw Diagnostic(SceneUsage.noGraphviz)
    }
    (self.path, self.run) = (path, run)
  }

  /// Returns the positions of a graph's boxes as `dot` computes them. Throws if `dot` fails, takes too long, or is
  /// interrupted.
  func placement(_ graph: [UInt8]) throws(Diagnostic) -> DiagramPlacement {
    let result: (end: ChildProgram.End, output: [UInt8], remarks: String)
    do throws(ChildProgram.Failure) {
      result = try ChildProgram.run(
        path, ["-Tplain"], run.context.environment, input: graph, within: Self.seconds, under: run.context.job)
    } catch {
      switch error {
      case .start(let code): throw Diagnostic(SceneUsage.graphvizNotStarted(errno: code))
      case .timeout: throw Diagnostic(SceneUsage.graphvizTimedOut(seconds: Self.seconds))
      case .cancelled: throw .interrupted
      }
    }
    guard result.end == .exited(0), let placement = DiagramPlacement(plain: result.output) else {
      let remark = result.remarks.split(separator: "\n").last.map(String.init)
      throw Diagnostic(SceneUsage.graphvizFailed(remark: remark))
    }
    return placement
  }
}
