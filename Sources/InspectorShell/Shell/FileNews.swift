internal import CommandLineKit
internal import SceneDocument
internal import Workbench

/// What became of a scene's file while it is open, with what can be done about it.
struct FileNews {
  var code: DiagnosticCode
  var words: String

  /// A refusal for the sake of it.
  func failure(_ status: ExitStatus, _ scene: OpenScene) -> CommandFailure {
    CommandFailure(
      status: status, code: code, message: words, scene: scene.path,
      text: "\(TerminalText.escaped(scene.path)): \(TerminalText.escapedLines(words))")
  }
}

extension Shell {
  /// Nil where the file holds what was read or saved last.
  func fileNews(of scene: OpenScene) -> FileNews? {
    switch scene.base.fileState() {
    case .unchanged: nil
    case .changed:
      FileNews(
        code: .ioChanged,
        words:
          "someone changed the file; 'diff --theirs' shows how, 'take-in' takes it in, 'save --force' replaces it")
    case .missing:
      FileNews(
        code: .ioChanged,
        words: "the file is no longer there; 'save --force' writes it again, 'save FILE' writes a copy")
    case .unreadable(let error):
      FileNews(
        code: .ioChanged,
        words: "someone changed the file, which is no scene now: \(error.message); 'save --force' replaces it")
    }
  }

  func report(_ news: FileNews, of scene: OpenScene) { say(news.failure(.findings, scene).text) }
}
