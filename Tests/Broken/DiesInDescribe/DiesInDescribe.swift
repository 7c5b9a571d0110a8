import Glibc
import InspectorKit

/// Ends while it makes the instance whose values are the defaults.
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
