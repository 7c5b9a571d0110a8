import InspectorKit

/// A faulty plugin with empty ranges, a step of 0, and numeric metadata on properties that are not numbers.
enum BadRange: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self] }
}

private final class Panel: View {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    let backwards = PropertyRange(minimum: 9, maximum: 1)
    list.component(Panel.self)
    list.property("count", of: Panel.self, .init(range: backwards), get: { _ in 0 }, set: { _, _ in })
    list.property("width", of: Panel.self, .init(softRange: backwards, step: 0), get: { _ in 0.0 }, set: { _, _ in })
    list.property("byte", of: Panel.self, .init(range: 1000...2000), get: { _ in UInt8(0) }, set: { _, _ in })
    list.property("title", of: Panel.self, .init(range: 0...1, step: 1), get: { _ in "" }, set: { _, _ in })
    list.property("tint", of: Panel.self, .init(unit: "pt"), get: { _ in Color.black }, set: { _, _ in })
  }
}
