internal import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// Returns a selector that the user may have meant instead of one that matches nothing: an id similar to an unknown
  /// one, or a search for a text that the selector compares with `=` and that occurs in a title. Nil if there is none.
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

  /// Returns an existing id that is similar to one that the scene does not have; nil if there is none.
  package func suggestedID(for id: String) -> String? {
    DidYouMean.suggestion(for: id, among: searched.lazy.map { self.document.id($0) })
  }

  /// Returns the first object whose title contains a text of at least three letters; nil if there is none.
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

  /// Returns the selector that searches for a text, such as `:text("follow")`, if a title contains it; otherwise nil.
  func suggestedSearch(for text: String) -> String? {
    titled(text) == nil ? nil : ":text(\(JSON.string(text).text()))"
  }

  /// The maximum number of searches through the scene for the parts of one selector.
  static var mostSearches: Int { 10 }

  /// The objects among which a suggestion is searched for. Searching a longer list would take too long.
  private var searched: some Sequence<NodeIndex> { document.objects.prefix(20_000) }
}
