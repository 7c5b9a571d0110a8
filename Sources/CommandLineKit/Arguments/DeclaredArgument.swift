package import ArgumentParser
internal import JSONText

/// An option, a flag or a positional argument that a command declares.
///
/// Listing the arguments parses a description of the whole command, which takes milliseconds. Use it only for help,
/// completion and error messages.
package struct DeclaredArgument {
  package enum Form: String {
    case flag, option, positional
  }

  /// The form of the argument: a flag has no value, an option has a value after its name, and a positional argument has
  /// no name.
  package let form: Form

  /// The names of an option with their dashes, such as `-o` and `--output`; empty for a positional argument.
  package let names: [String]

  /// The placeholder for the value in help and usage.
  private let valueName: String
  let help: String

  /// True if help lists the argument.
  package let isShown: Bool

  /// True if the value is the name of a file or folder.
  package let isFile: Bool

  /// True if the argument is positional and names a property. Unlike an id, the name of a property never begins with a
  /// dash.
  package var isProperty: Bool { form == .positional && valueName == Self.propertyName }

  /// The placeholder by which a positional argument declares that it names a property.
  package static let propertyName = "property"

  /// The argument in the notation of manual pages, such as `-o, --output <file>`.
  var synopsis: String {
    let value = "<\(valueName)>"
    if form == .positional { return value }
    return names.joined(separator: ", ") + (form == .option ? " \(value)" : "")
  }

  /// Returns the arguments of a command, hidden ones included, in the order of its help.
  package static func all(of command: any ParsableCommand.Type) -> [DeclaredArgument] {
    // The parser offers no other access to the declared arguments.
    let dump = try? JSON.parse(Array(command._dumpHelp().utf8))
    return (dump?["command"]?["arguments"]?.arrayValue ?? []).compactMap(DeclaredArgument.init)
  }

  private init?(_ json: JSON) {
    guard let form = json["kind"]?.stringValue.flatMap(Form.init) else { return nil }
    self.form = form
    names = (json["names"]?.arrayValue ?? []).compactMap { name in
      name["name"]?.stringValue.map { (name["kind"]?.stringValue == "long" ? "--" : "-") + $0 }
    }
    valueName = json["valueName"]?.stringValue ?? "value"
    help = json["abstract"]?.stringValue ?? ""
    isShown = json["shouldDisplay"]?.boolValue != false
    let completion = json["completionKind"]
    isFile = completion?["file"] != nil || completion?["directory"] != nil
  }
}
