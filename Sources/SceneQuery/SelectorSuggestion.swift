internal import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// Returns a selector that the user may have meant instead of one that matches nothing; nil if there is none. The
  /// suggestion is an id similar to an unknown id, or a text search for a value that the selector compares with `=`, if
  /// a title contains the value.
  ///
  /// ```swift
  /// model.suggestion(for: try Selector(parsing: "#Badge"))           // "#badge"
  /// model.suggestion(for: try Selector(parsing: "[title=follow]"))   // ":text(\"follow\")"
  /// ```
  package func suggestion(for selector: Selector) -> String? {
    for id in selector.alternatives.lazy.flatMap(\.ids).prefix(Self.mostSearches) where document.node(id: id) == nil {
      if let near = suggestedID(for: id) { return Selector.text(ofID: near) }
    }
    let compared = selector.alternatives.lazy.flatMap(\.steps).flatMap(\.compound.predicates).compactMap(\.comparison)
    for comparison in compared.prefix(Self.mostSearches) where comparison.comparator == .equal {
      if let found = suggestedSearch(for: comparison.text) { return found }
    }
    return nil
  }

  /// Returns the existing id most similar to an unknown one, or the address of an object of a template with that id;
  /// nil if there is none. Only the first 20,000 objects are searched.
  package func suggestedID(for id: String) -> String? {
    if document.isComposed {
      let ending = "/\(id.rest(after: "#") ?? id)"
      if let inner = searched.lazy.map({ self.document.id($0) }).first(where: { $0.ends(with: ending) }) {
        return inner
      }
    }
    return DidYouMean.suggestion(for: id, among: searched.lazy.map { self.document.id($0) })
  }

  /// Returns the first object whose title contains a text of at least three letters. Returns nil for a shorter text, or
  /// if none of the first 20,000 objects has such a title.
  package func titled(_ text: String) -> NodeIndex? {
    guard text.unicodeScalars.count(where: \.properties.isAlphabetic) >= 3 else { return nil }
    let search = TextSearch([text])
    return searched.first { node in
      guard let title = title(of: node)?.text else { return false }
      var progress = search.begin()
      search.look(in: title, &progress)
      return progress.isDone
    }
  }

  /// Returns a selector that searches for a text, such as `:text("follow")`, if a title contains the text; nil
  /// otherwise.
  func suggestedSearch(for text: String) -> String? {
    titled(text) == nil ? nil : ":text(\(JSON.string(text).text()))"
  }

  /// The maximum number of searches through the scene for the parts of one selector; further parts get no suggestion.
  static var mostSearches: Int { 10 }

  /// The objects that are searched for a suggestion: the first 20,000. Later objects are never suggested, since
  /// searching all objects would take too long.
  private var searched: some Sequence<NodeIndex> { document.objects.prefix(20_000) }
}
