internal import Glibc
internal import InspectorCommands

@main struct Inspector {
  static func main() {
    let context = ProcessContext.make()
    let status = CommandRunner(context).run(ProcessContext.arguments())
    context.shutDown()
    exit(status.rawValue)
  }
}
