package import CommandLineKit
internal import JSONText
package import SceneDocument

extension CommandRun {
  /// Returns the document of the scene in a file; `-` is the standard input. Unlike a session, it needs no plugins, and
  /// it is not composed.
  package func document(of name: String) throws(Diagnostic) -> SceneDocument {
    try Diagnostic.ofFile(name) { () throws(SceneError) in
      guard name == "-" else {
        return try SceneDocument.load(path: name, of: formats, isCancelled: { [job] _, _ in job.isCancelled })
      }
      return try SceneDocument(bytes: try context.read(name, as: "scene"), name: name, of: formats)
    }
  }
}
