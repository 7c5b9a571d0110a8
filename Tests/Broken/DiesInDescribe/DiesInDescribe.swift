import Glibc
import InspectorKit

/// A faulty plugin that aborts while it creates the instance from which defaults are read.
enum DiesInDescribe: InspectorPlugin {
  static var components: [Component.Type] { [Panel.self] }
}

private final class Panel: View {
  required init() {
    super.init()
    let words = "no database at port 5432\n"
    _ = write(2, words, words.utf8.count)
    abort()
  }

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Panel.self)
  }
}
