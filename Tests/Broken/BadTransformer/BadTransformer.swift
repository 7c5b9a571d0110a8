import Glibc
import InspectorKit

/// A plugin with a correct transformer and three faulty ones, which lose values, crash or hang.
struct BadTransformer: InspectorPlugin {
  static var components: [Component.Type] { [Lamp.self] }
  static var transformers: [ValueTransformer] {
    [
      ValueTransformer(
        "percent",
        decode: { (text: String) -> Double? in text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : nil },
        encode: { "\(PropertyValue.double($0 * 100).text)%" }),
      ValueTransformer("tens", decode: { (count: Int) in count * 10 }, encode: { (value: Int) in value / 10 }),
      ValueTransformer(
        "traps", decode: { (text: String) -> Int? in text == "trap" ? Int("x").unsafelyTrapped : Int(text) },
        encode: { (value: Int) in value == 13 ? value.trapped : "\(value)" }),
      ValueTransformer(
        "hangs",
        decode: { (text: String) -> Int? in
          while text == "hang" { sleep(1) }
          return Int(text)
        }, encode: { "\($0 as Int)" }),
    ]
  }
}

extension Int? {
  fileprivate var unsafelyTrapped: Int { self ?? { fatalError("a text that ends the plugin") }() }
}

extension Int {
  fileprivate var trapped: String { fatalError("a value that ends the plugin") }
}

@Component(aliases: ["Bulb"]) final class Lamp: Component {
  /// How bright it is.
  @Inspectable(range: 0...1, aliases: ["power"], storedAs: .named("percent")) var level = 0.5
  @Inspectable(storedAs: .named("tens")) var height = 0
  @Inspectable(storedAs: .named("traps")) var trap = 0
  @Inspectable(storedAs: .named("hangs")) var hang = 0
  @Inspectable var watts = 40.0
  @Inspectable(options: ["warm", .option("cold", aliases: "blue", "white")]) var tone = "warm"
  @Inspectable(readOnly: true) var light: Double { level * watts }
}
