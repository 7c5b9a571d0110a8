import InspectorKit

/// A plugin that prints to standard output, which is redirected to standard error and thus harmless.
enum PrintsToStdout: InspectorPlugin {
  static var components: [Component.Type] {
    print("{\"id\":1}")
    return [Panel.self]
  }
}

private final class Panel: View {
  var title = "" {
    didSet { print("the title is '\(title)' now") }
  }

  required init() {
    super.init()
    print("a panel")
  }

  override class func declare(in list: inout PropertyDeclarations) {
    print("declaring")
    super.declare(in: &list)
    list.component(Panel.self)
    list.property("title", of: Panel.self, get: { $0.title }, set: { $0.title = $1 })
  }

  override func awake() { print("awake") }
}
