import InspectorKit

/// A faulty plugin whose default values violate a range and an option list.
enum BadDefault: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self] }
}

private final class Panel: View {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Panel.self)
    list.property("count", of: Panel.self, .init(range: 1...9), get: { _ in 0 }, set: { _, _ in })
    list.property("axis", of: Panel.self, .init(options: ["x", "y"]), get: { _ in "z" }, set: { _, _ in })
  }
}
