internal import InspectorKit

/// The name of a new plugin, with its spellings in Swift and in file names.
///
/// ```swift
/// let name = try PluginName("status-light")
/// name.typeName  // "StatusLight"
/// name.fileName  // "status-light"
/// name.label     // "Status Light"
/// ```
struct PluginName: Hashable {
  /// The words of the name, as typed.
  private let words: [String]

  /// The name of a Swift type: each word with a capital letter.
  var typeName: String { words.map(Self.capitalized).joined() }

  /// The name in file names: the words in lower case with dashes between them.
  var fileName: String { words.map { $0.lowercased() }.joined(separator: "-") }

  /// The label of the class in an inspector.
  var label: String { PropertyName.label(for: typeName) }

  /// The executable's name. It begins with the prefix that marks plugins.
  var productName: String { "inspector-plugin-\(fileName)" }

  /// The maximum length of a name in characters; a longer name is refused.
  static let longest = 64

  /// Parses a name such as `status-light`, `status_light`, `statusLight` or `StatusLight`. Throws if the text has other
  /// characters, is too long, or is a name that Swift or InspectorKit already uses.
  init(_ text: String) throws(PluginRefusal) {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    guard isPlain, text.first?.isLetter == true else { throw .badPluginName(text) }
    guard text.utf8.count <= Self.longest else { throw .longPluginName(text) }
    words = Self.words(of: text)
    guard !Self.taken.contains(typeName) else { throw .takenPluginName(text, typeName) }
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// Splits a name at dashes, at underscores, and before a capital letter that starts a word: `HTTPGauge` becomes
  /// `HTTP` and `Gauge`.
  private static func words(of text: String) -> [String] {
    var words = [""]
    let characters = Array(text)
    for (place, character) in characters.enumerated() {
      if character == "-" || character == "_" {
        words.append("")
        continue
      }
      if character.isUppercase, let last = words.last?.last {
        let next = place + 1 < characters.count ? characters[place + 1] : nil
        if !last.isUppercase || next?.isLowercase == true { words.append("") }
      }
      words[words.count - 1].append(character)
    }
    return words.filter { !$0.isEmpty }
  }

  /// The names of types and modules that Swift, InspectorKit or the example itself uses.
  private static let taken: Set<String> = [
    "Any", "Self", "Type", "Protocol", "Int", "Double", "Float", "Bool", "String", "Character", "Array", "Dictionary",
    "Set", "Optional", "Result", "Error", "Never", "Void", "Swift", "Foundation", "Testing", "Test", "Suite", "Glibc",
    "Component", "Inspectable", "InspectorKit", "InspectorPlugin", "InspectorTesting", "ComponentUnderTest", "View",
    "Layer", "Part", "Color", "Point", "Size", "Rect", "PropertyType", "PropertyValue", "PropertyMetadata",
    "PropertyRange", "PropertyOptions", "PropertyName", "ValidationRule", "WordTable", "WorkerProtocol", "ChangeCause",
    "ParentValues", "RuntimeBundle",
  ]
}
