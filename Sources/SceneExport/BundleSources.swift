package import InspectorKit
internal import JSONText
package import SceneDocument

/// The documents of a composed scene, identified by paths relative to the scene's folder.
package struct BundleSources {
  private let document: SceneDocument
  private let folder: SourceFolder

  /// A cache of the relative paths, by the documents' names.
  private var paths: [ExactText: String] = [:]

  package init(_ document: SceneDocument) {
    self.document = document
    folder = SourceFolder(ofDocument: document.name)
  }

  /// Returns the template object of which an object of the scene is an instance; nil if the scene itself defines the
  /// object.
  package mutating func source(of node: NodeIndex) -> BundleObject.Source? {
    guard document.isComposed, let origin = document.templateOrigin(of: node) else { return nil }
    return BundleObject.Source(file: path(of: origin.file), object: origin.id)
  }

  /// Returns the path of a document relative to the scene's folder.
  package mutating func path(of name: String) -> String {
    if let known = paths[ExactText(name)] { return known }
    let path = FileName.shown(folder.relative(name))
    paths[ExactText(name)] = path
    return path
  }
}
