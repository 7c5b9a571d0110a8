import Foundation

/// Documents with the stage's classes, used as templates: a lamp, a variant of it, and a corner with both.
enum StageTemplates {
  private static let files = [
    "lamp": ##"""
    {"id":"shade","class":"Box","attributes":{"width":4,"tint":"#eee"},"children":[
      {"id":"bulb","class":"Lamp","attributes":{"width":2,"title":"b"}},
      {"id":"foot","class":"Box","children":[{"id":"plug","class":"Box"}]}]}
    """##,
    "tall": ##"""
    {"id":"tall","class":"Box","ref":"lamp.scene.json","attributes":{"title":"tall"},"overrides":{"bulb":{"width":3}},
     "children":[{"id":"extra","class":"Box","attributes":{"width":1}}]}
    """##,
    "corner": ##"""
    {"id":"corner","class":"Box","children":[
      {"id":"left","class":"Box","ref":"lamp.scene.json#shade"},
      {"id":"right","class":"Box","ref":"tall.scene.json","overrides":{"plug":{"width":6}}}]}
    """##,
  ]

  /// The references to the templates, relative to their folder.
  static let names = ["lamp.scene.json", "tall.scene.json", "corner.scene.json#corner"]

  /// Ids of the templates' objects, and an unknown id.
  static let addresses = ["bulb", "foot", "plug", "extra", "left/bulb", "right/plug", "nobody"]

  /// Other states of the lamp: with an object removed, and with objects in a different order.
  private static let lamps = [
    files["lamp"] ?? "",
    ##"{"id":"shade","class":"Box","attributes":{"width":3},"children":[{"id":"foot","class":"Box","attributes":{"width":5}}]}"##,
    ##"""
    {"id":"shade","class":"Box","children":[{"id":"cord","class":"Box","children":[{"id":"plug","class":"Lamp"}]},
      {"id":"bulb","class":"Box","attributes":{"width":1}},{"id":"foot","class":"Lamp"}]}
    """##,
  ]

  /// Writes the documents to a folder.
  ///
  /// - Parameter state: the state of the lamp, from 0 to 2.
  static func write(to folder: String, state: Int = 0) throws {
    for (name, objects) in files.merging(["lamp": lamps[state]], uniquingKeysWith: { $1 }) {
      try ##"{"format":"inspector-scene/1","palette":{"glass":"#e0f0ff"},"objects":[\##(objects)]}"##
        .write(toFile: "\(folder)/\(name).scene.json", atomically: true, encoding: .utf8)
    }
  }
}
