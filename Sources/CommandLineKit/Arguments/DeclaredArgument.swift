package import ArgumentParser
internal import JSONText

/// An option, a flag or an argument that a command declares.
///
/// The parser makes the list again on each call, which takes milliseconds; use it for help and for errors.
package struct DeclaredArgument {
  package enum Form: String {
    case flag, option, positional
  }

  package let form: Form

  /// The names of an option with their dashes, such as `-o` and `--output`; none for an argument.
  package let names: [String]

  /// The placeholder for the value in help and usage.
  let valueName: String
  let help: String

  /// True if help lists the argument.
  package let isShown: Bool

  /// True if the value is the name of a file or folder.
  package let isFile: Bool

  /// Returns all arguments of a command, in the order of its help.
  package static func all(of command: any ParsableCommand.Type) -> [DeclaredArgument] {
    // The parser offers no other access to its declarations.
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
