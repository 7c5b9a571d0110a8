import InspectorKit

/// Gives a property the type of an optional of an optional. With `@Inspectable`, where the type is written, this would be
/// a compile-time error, as every other type is that cannot be inspected.
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
