import InspectorKit

/// A faulty plugin with indistinguishable labels, both explicit and derived from similar names.
enum LabelCollision: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self] }
}

private final class Panel: View {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Panel.self)
    list.property("opacity", of: Panel.self, .init(label: "Alpha"), get: { _ in 1.0 }, set: { _, _ in })
    list.property("imageURL", of: Panel.self, get: { _ in "" }, set: { _, _ in })
    list.property("imageUrl", of: Panel.self, get: { _ in "" }, set: { _, _ in })
  }
}
