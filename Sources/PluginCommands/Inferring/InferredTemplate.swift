internal import CommandLineKit
internal import InspectorKit
internal import JSONText

/// A new plugin whose description was inferred from scenes.
struct InferredTemplate: PluginTemplate {
  let name: PluginName
  let inference: DescriptionInference

  /// The number of scenes that were read.
  let sceneCount: Int

  var files: [TemplateFile] {
    [
      TemplateFile(path: fileName, text: description),
      TemplateFile(path: "README.md", text: readme),
      TemplateFile(path: "ci.sh", text: script, isExecutable: true),
      TemplateFile(path: ".github/workflows/ci.yml", text: TemplateFile.workflow(container: "ubuntu:24.04")),
    ]
  }

  var commands: [String] {
    [
      "inspector plugin describe --plugin \(fileName) \(name.typeName)",
      "inspector plugin check ./\(fileName)",
      "inspector plugin install \(fileName)",
    ]
  }

  private var fileName: String { "\(name.fileName).inspector-plugin.json" }

  /// The text of the description file, with one property per line.
  private var description: String {
    var members = [
      "\"format\": \(JSON.string(PluginDescription.format).text())", "\"name\": \(JSON.string(name.typeName).text())",
      "\"version\": \"0.1.0\"", "\"protocol\": [1, 1]",
      "\"components\": \(Self.list(inference.components.map(Self.text)))",
    ]
    if !inference.extensions.isEmpty {
      members.append("\"extensions\": \(Self.list(inference.extensions.map(Self.text)))")
    }
    return "{\n\(members.map { "  \($0)" }.joined(separator: ",\n"))\n}\n"
  }

  private static func text(_ definition: ComponentDefinition) -> String {
    let head = [("name", definition.name), ("base", definition.base), ("extends", definition.extends)]
      .compactMap { key, value in value.map { "\"\(key)\": \(JSON.string($0).text())" } }
    let properties = definition.properties.map { "\n        \(ReadableJSON.line($0.shortJSON))" }
    let list = properties.isEmpty ? " []" : "\n      [\(properties.joined(separator: ","))\n      ]"
    return "{ \(head.joined(separator: ", ")), \"properties\":\(list) }"
  }

  private static func list(_ items: [String]) -> String {
    items.isEmpty ? "[]" : "[\n\(items.map { "    \($0)" }.joined(separator: ",\n"))\n  ]"
  }

  private var readme: String {
    let doubts = inference.findings.map { "- \(Self.plain($0.message))\n" }.joined()
    return """
      # \(name.label)

      A plugin for Inspector Workbench. It has no code: `\(fileName)` describes the classes and properties that were found \
      in \(pluralised(sceneCount, "scene")).

      ```sh
      \(commands.joined(separator: "\n"))
      ```

      Each type fits all values found, each soft range contains all numbers found, and each default is a value that more than
      half of the objects store. Correct them where you know better, and give the properties a `help` text.

      \(doubts.isEmpty ? "There is nothing to check." : "## To check\n\n\(doubts)")
      `ci.sh` is what CI runs.

      """
  }

  /// Returns the text in a form that Markdown shows literally, with control characters as escapes.
  private static func plain(_ text: String) -> String {
    String(TerminalText.escaped(text).flatMap { "\\`*_<[#&".contains($0) ? ["\\", $0] : $0.isNewline ? [" "] : [$0] })
  }

  private var script: String {
    """
    #!/bin/sh
    # Tests the plugin. CI runs this script; run it before a commit, too.
    set -eu
    cd "$(dirname "$0")"
    # INSPECTOR names a program to use instead of the one on the PATH.
    "${INSPECTOR:-inspector}" plugin check ./\(fileName)

    """
  }
}

extension PropertyDefinition {
  /// The property in the short form of a handwritten description, without the members that only repeat defaults.
  fileprivate var shortJSON: JSON {
    .object(
      (json.objectValue ?? []).filter { member in
        switch member.key {
        case "class", "observed": false
        case "optional": isOptional
        case "label": label != PropertyName.label(for: name)
        default: true
        }
      })
  }
}
