package import ComponentModel
internal import InspectorKit
internal import JSONText
package import SceneDocument

extension Diagram {
  /// The maximum number of attributes shown for an object; further attributes are only counted.
  private static let shownAttributes = 4

  /// Creates a diagram of a scene's object tree, with the classes, titles and stored attributes of the objects.
  ///
  /// - Parameters:
  ///   - root: the object to show with its descendants; nil for the whole scene.
  ///   - depth: the maximum number of levels to show; nil for all.
  package init(_ model: SceneModel, of root: NodeIndex?, depth: Int?) {
    self.init()
    let document = model.document
    var colors: [String: Color] = [:]
    var boxes: [NodeIndex: Int] = [:]
    var levels: [NodeIndex: Int] = [:]
    var left = 0
    for node in root.map({ $0..<document.afterSubtree($0) }) ?? document.objects {
      let parent = node == root ? nil : document.parent(node)
      let level = parent.flatMap { levels[$0] }.map { $0 + 1 } ?? 1
      levels[node] = level
      guard level <= depth ?? .max else {
        left += 1
        continue
      }
      let plugin = model.binding(of: node)?.owner.name ?? "no plugin"
      let color = colors[plugin] ?? Self.colors[colors.count % Self.colors.count]
      colors[plugin] = color
      boxes[node] = add(Self.box(node, model, color), below: parent.flatMap { boxes[$0] })
    }
    let name = root.map { "'\(document.id($0))'" } ?? document.sceneName ?? "Scene"
    let rest = left > 0 ? ", \(left) deeper ones left out" : ""
    title = "\(name): \(pluralised(count, "object"))\(rest)"
    legend = colors.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }
  }

  private static func box(_ node: NodeIndex, _ model: SceneModel, _ color: Color) -> Box {
    let document = model.document
    var lines: [Line] = [.init(document.id(node), .title), .init(document.className(node), .subtitle)]
    if let title = model.title(of: node) { lines.append(.init(title.drawn, .subtitle)) }
    let attributes = model.attributes(of: node).texts
    let binding = model.binding(of: node)
    lines += attributes.prefix(shownAttributes).map { key, raw in
      .init("\(key): \(words(ofStored: raw, property(key, binding), model))")
    }
    if attributes.count > shownAttributes { lines.append(.init("… \(attributes.count - shownAttributes) more")) }
    return Box(id: document.id(node), className: document.className(node), lines: lines, color: color)
  }

  private static func property(_ key: String, _ binding: ClassBinding?) -> PropertyDefinition? {
    binding.flatMap { binding in binding.key(named: key).map(binding.property) }
  }

  /// Returns the text of a stored value, formatted by its type; a colour stored as a string keeps its notation. A value
  /// that is refused, or that no plugin declares, is returned as JSON text in one line.
  private static func words(ofStored raw: String, _ property: PropertyDefinition?, _ model: SceneModel) -> String {
    guard let property, case .value(let value)? = try? model.reader.read(Array(raw.utf8), as: property) else {
      return raw.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    if property.type == .color, let name = (try? JSON.parse(Array(raw.utf8)))?.stringValue { return name }
    return value.flatMap { property.valueNames.words(words($0), of: $0) } ?? words(value)
  }
}
