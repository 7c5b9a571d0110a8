import InspectorKit

/// A faulty plugin with a class that traps in its initialiser, and a subclass of this class.
enum TrapsInInit: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self, Faulty.self, Heir.self] }
}

private final class Panel: View {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Panel.self)
  }
}

private class Faulty: View {
  required init() {
    super.init()
    fatalError("no licence")
  }

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Faulty.self)
  }
}

private final class Heir: Faulty {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Heir.self)
  }
}
