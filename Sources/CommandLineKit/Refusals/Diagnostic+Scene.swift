internal import Glibc
internal import InspectorKit
internal import JSONText
package import SceneDocument
package import WorkbenchSupport

extension Diagnostic {
  /// Creates the diagnostic for a file that cannot be read or written, at the error's position.
  ///
  /// - Parameter scene: the file as the command line names it.
  package init(_ error: SceneError, scene: String) {
    var error = error
    if case .cannotOpen(ENOENT)? = error.reason.base as? FileRefusal, let similar = SimilarFileRefusal(to: scene) {
      error.reason = AnyRefusal(similar)
    }
    self.init(error, file: scene, line: error.line, column: error.column)
  }

  /// Runs an operation on a document; an error becomes a diagnostic that names the file.
  package static func ofFile<R>(_ path: String, _ body: () throws(SceneError) -> R) throws(Diagnostic) -> R {
    do throws(SceneError) { return try body() } catch { throw Diagnostic(error, scene: path) }
  }

  /// Runs a query or an edit of a scene, and adds the name of the scene to an error of `body` as ``named(_:)`` does.
  package static func naming<R>(_ scene: String, _ body: () throws(Diagnostic) -> R) throws(Diagnostic) -> R {
    do throws(Diagnostic) { return try body() } catch { throw error.named(scene) }
  }

  /// Returns the error with the name of the scene in which a query or edit was refused. An error of the command itself,
  /// of a file or of a bundle is returned unchanged.
  package func named(_ scene: String) -> Diagnostic {
    var error = self
    switch reason.base {
    case is any CommandRefusal, is BundleError: return self
    case let inner as SceneError:
      // An error with a file means that the file cannot be read; an error without one means that the scene's text
      // forbids an edit.
      if file != nil { return self }
      error.reason = inner.reason
    default: break
    }
    error.file = scene
    (error.line, error.column) = details.count == 1 ? (details[0].line, details[0].column) : (nil, nil)
    return error
  }
}
