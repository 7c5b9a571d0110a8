import InspectorKit

/// A faulty plugin in which two properties are aliases of each other, and two others share an alias.
enum AliasCycle: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self] }
}

private final class Panel: View {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Panel.self)
    list.property("width", of: Panel.self, .init(aliases: ["breadth"]), get: { _ in 1.0 }, set: { _, _ in })
    list.property("breadth", of: Panel.self, .init(aliases: ["width"]), get: { _ in 1.0 }, set: { _, _ in })
    list.property("depth", of: Panel.self, .init(aliases: ["alpha"]), get: { _ in 1.0 }, set: { _, _ in })
    list.property("height", of: Panel.self, .init(aliases: ["extent"]), get: { _ in 1.0 }, set: { _, _ in })
    list.property("length", of: Panel.self, .init(aliases: ["extent"]), get: { _ in 1.0 }, set: { _, _ in })
  }
}
