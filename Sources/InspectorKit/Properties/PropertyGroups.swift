/// The grouping of a class's properties, as in Interface Builder's inspector.
///
/// Properties are sorted by the `order` of their metadata; those with equal `order` keep the order of declaration.
/// Properties with the same `group` form one group, in the position of the first of them. The other properties are
/// grouped by their names: neighbours with the same first word form a group, and consecutive properties without such a
/// neighbour share a group.
///
/// ```swift
/// PropertyGroups.groups(of: ["starMargin", "fillMode", "textSize", "textMargin"])
/// // [["starMargin", "fillMode"], ["textSize", "textMargin"]]
/// ```
///
/// The grouping by name is inferred from screenshots of Interface Builder, since Apple documents no rule.
public enum PropertyGroups {
  /// Returns the title of a group with the title of a subgroup, if there is one: "Light › Flicker".
  static func title(_ group: String?, _ subgroup: String?) -> String? {
    group.map { group in subgroup.map { "\(group) › \($0)" } ?? group }
  }

  /// Returns the names of properties in groups by their first words. The given names must be in the order of
  /// declaration.
  public static func groups(of names: [String]) -> [[String]] {
    groups(of: names, name: \.self, definition: { _ in nil })
  }

  /// Returns the properties of one class in the order in which the inspector lists them: the groups of
  /// ``groups(of:name:definition:)`` one after the other.
  public static func rows<Item>(
    of items: [Item], name: (Item) -> String, definition: (Item) -> PropertyDefinition?
  ) -> [Item] {
    groups(of: items, name: name, definition: definition).flatMap(\.self)
  }

  /// Groups items by their definitions and names. Every item belongs to exactly one group.
  ///
  /// - Parameters:
  ///   - items: properties, in the order of their declaration.
  ///   - name: returns an item's name, by which it is grouped if its definition has no `group`.
  ///   - definition: returns an item's definition, whose `group` and `order` are used; nil if the item has none.
  public static func groups<Item>(
    of items: [Item], name: (Item) -> String, definition: (Item) -> PropertyDefinition?
  ) -> [[Item]] {
    var groups: [[Item]] = []
    var places: [String: Int] = [:]
    /// The items since the last item with a `group`, divided into runs with the same first word.
    var runs: [[Item]] = []
    var lastWord: String?
    func closeRuns() {
      var followsSingle = false
      for run in runs {
        let isSingle = run.count == 1
        if isSingle, followsSingle { groups[groups.count - 1] += run } else { groups.append(run) }
        followsSingle = isSingle
      }
      (runs, lastWord) = ([], nil)
    }
    for item in ordered(items, by: { definition($0)?.order ?? 0 }) {
      if let named = definition(item)?.group {
        closeRuns()
        if let place = places[named] {
          groups[place].append(item)
        } else {
          places[named] = groups.count
          groups.append([item])
        }
        continue
      }
      let word = firstWord(of: name(item))
      if word == lastWord { runs[runs.count - 1].append(item) } else { runs.append([item]) }
      lastWord = word
    }
    closeRuns()
    return groups
  }

  private static func ordered<Item>(_ items: [Item], by order: (Item) -> Int) -> [Item] {
    // Sorting is stable, so items with equal order keep the order of declaration.
    items.map { (item: $0, order: order($0)) }.sorted { $0.order < $1.order }.map(\.item)
  }

  /// Returns the first word of a name: `border` for `borderWidth`, `layer` for `layer.cornerRadius`.
  static func firstWord(of name: String) -> String {
    let scalars = name.unicodeScalars
    let end =
      scalars.indices.dropFirst().first { place in
        scalars[place] == "." || scalars[place] == "_" || scalars[place].properties.isUppercase
      } ?? scalars.endIndex
    return String(scalars[..<end])
  }
}
