import Glibc
import InspectorKit

/// A component whose hook does not return while `hangs` is true.
@Component final class Hang: Component {
  @Inspectable var hangs = false {
    didSet { while hangs { sleep(1) } }
  }
}

@main
enum HangingPlugin: InspectorPlugin {
  static var name: String { "HangingPlugin" }
  static var version: String { "1.0" }
  static var components: [Component.Type] { [Hang.self] }
}
