import InspectorKit

/// Gives a type of its own out for one of the eight. With `@Inspectable`, or without the conformance, this would be a
/// compile-time error.
enum UnsupportedType: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self] }
}

private struct EdgeInsets: InspectableProperty {
  static var inspectableKind: InspectableKind { Rect.inspectableKind }
  var inspectable: PropertyValue? { .rect(.zero) }
  init() {}
  init?(inspectable value: PropertyValue?) {}
}

private final class Panel: Component {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Panel.self)
    list.property("insets", of: Panel.self, get: { _ in EdgeInsets() }, set: { _, _ in })
    list.property("margin", of: Panel.self, get: { _ in EdgeInsets?.none }, set: { _, _ in })
  }
}
