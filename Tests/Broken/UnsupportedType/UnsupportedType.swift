import InspectorKit

/// A faulty plugin with properties of a nested optional type. With `@Inspectable`, any unsupported type is a
/// compile-time error.
enum UnsupportedType: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self] }
}

private final class Panel: Component {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Panel.self)
    list.property("insets", of: Panel.self, get: { _ in Rect??.none }, set: { _, _ in })
    list.property("margin", of: Panel.self, get: { _ in Int??.some(1) }, set: { _, _ in })
  }
}
