import InspectorKit

/// A faulty plugin with a cycle of `dependsOn`, and with a property that depends on an unknown one.
enum DependsOnCycle: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self] }
}

private final class Panel: View {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Panel.self)
    list.property("minimum", of: Panel.self, .init(dependsOn: ["value"]), get: { _ in 0 }, set: { _, _ in })
    list.property("value", of: Panel.self, .init(dependsOn: ["alpha", "maximum"]), get: { _ in 0 }, set: { _, _ in })
    list.property("maximum", of: Panel.self, .init(dependsOn: ["minimum"]), get: { _ in 0 }, set: { _, _ in })
    list.property("title", of: Panel.self, .init(dependsOn: ["vale"]), get: { _ in "" }, set: { _, _ in })
  }
}
