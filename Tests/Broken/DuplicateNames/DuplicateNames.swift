import InspectorKit

/// A faulty plugin with duplicate names of properties and classes, also between a class and its base.
enum DuplicateNames: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self, Panel.self] }
}

private final class Panel: View {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Panel.self)
    list.property("title", of: Panel.self, get: { _ in "" }, set: { _, _ in })
    list.property("title", of: Panel.self, get: { _ in "" }, set: { _, _ in })
    list.property("alpha", of: Panel.self, get: { _ in 1.0 }, set: { _, _ in })
  }
}
