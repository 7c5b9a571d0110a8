internal import CommandLineKit
internal import SceneDocument
internal import Workbench

extension Shell {
  /// What became of a scene's file while it is open; nil where it holds what was read or saved last.
  func fileNews(of scene: OpenScene) -> SceneFileRefusal? {
    switch scene.base.fileState() {
    case .unchanged: nil
    case .changed: .changed
    case .missing: .missing
    case .unreadable(let error): .unreadable(error.reason)
    }
  }

  func report(_ news: SceneFileRefusal, of scene: OpenScene) { say(scene.failure(news, .findings).text) }
}

extension OpenScene {
  /// A refusal for the sake of what became of the file.
  func failure(_ news: SceneFileRefusal, _ status: ExitStatus) -> CommandFailure {
    CommandFailure(
      news, status: status, scene: path,
      text: "\(TerminalText.escaped(path)): \(TerminalText.escapedLines(news.message))")
  }
}
