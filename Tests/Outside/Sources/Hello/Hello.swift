import InspectorKit

@main struct Hello: InspectorPlugin {
  static var components: [Component.Type] { [Greeting.self] }
}

/// Words that grow no longer than they may.
@Component final class Greeting: View {
  @Inspectable(range: 1...80) var maximumLength = 12

  @Inspectable(dependsOn: ["maximumLength"]) var text = "hello" {
    didSet {
      if text.count > maximumLength {
        text = String(text.prefix(maximumLength))
        warn("the text is cut to \(maximumLength) characters")
      }
    }
  }
}
