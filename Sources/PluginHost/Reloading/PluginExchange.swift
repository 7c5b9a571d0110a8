/// Plugins that described themselves again and wait to take the places of others.
///
/// It is made by ``PluginLibrary/describe(_:asksAgain:)``, which may take as long as plugins take to answer, and ends with
/// ``PluginLibrary/perform(_:)``, which takes no time.
public final class PluginExchange: Sendable {
  /// One place in the library.
  struct Item: Sendable {
    let update: PluginUpdate

    /// The plugin that has the place so far.
    let former: InstalledPlugin?

    /// The one that is to have it; nil for none.
    let new: InstalledPlugin?

    /// Whether the place is given to another, or to none.
    var isTaken: Bool {
      guard let new, new.problem != nil else { return true }
      // One that does not work does not take the place of one that does.
      return former?.described == nil
    }
  }

  let items: [Item]

  init(_ items: [Item]) { self.items = items }

  /// Whether there is nothing to exchange.
  public var isEmpty: Bool { items.isEmpty }

  /// Whether a plugin makes place for another.
  package func takesPlace(of plugin: InstalledPlugin) -> Bool {
    items.contains { $0.former === plugin && $0.isTaken }
  }

  /// Whether a plugin takes a place.
  package func brings(_ plugin: InstalledPlugin) -> Bool { items.contains { $0.new === plugin && $0.isTaken } }
}
