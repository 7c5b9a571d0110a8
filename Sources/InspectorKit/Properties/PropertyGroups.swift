/// Gathers the properties of a class into groups, as Interface Builder draws them.
///
/// Properties are in the order chosen by their authors, otherwise in the order of declaration. An author's group has
/// all properties with that group name, and its position is that of the first of them. The other properties are
/// grouped by their names: neighbours with the same first word form a group, and consecutive properties without such
/// a neighbour share a group.
///
/// ```swift
/// PropertyGroups.groups(of: ["starMargin", "fillMode", "textSize", "textMargin"])
/// // [["starMargin", "fillMode"], ["textSize", "textMargin"]]
/// ```
///
/// The rule is inferred from pictures of Interface Builder, since Apple documents none.
public enum PropertyGroups {
  /// Divides names of properties, in the order of declaration, into groups by their first words.
  public static func groups(of names: [String]) -> [[String]] {
    groups(of: names, name: \.self, definition: { _ in nil })
  }

  /// Returns the properties of one class in inspector order, with each author's group kept together.
  public static func rows<Item>(
    of items: [Item], name: (Item) -> String, definition: (Item) -> PropertyDefinition?
  ) -> [Item] {
    groups(of: items, name: name, definition: definition).flatMap(\.self)
  }

  /// Divides items into groups by their names and definitions. Every item is in exactly one group.
  ///
  /// - Parameters:
  ///   - items: properties, in the order of their declaration.
  ///   - name: returns the name by which an item is grouped if its author assigned it to no group.
  ///   - definition: returns an item's definition, which has the author's group and order; nil if there is none.
  public static func groups<Item>(
    of items: [Item], name: (Item) -> String, definition: (Item) -> PropertyDefinition?
  ) -> [[Item]] {
    var groups: [[Item]] = []
    var places: [String: Int] = [:]
    /// Runs of neighbours with the same first word, up to the next author's group.
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
    // Sorting is stable, so items of equal order stay in the order of declaration.
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
