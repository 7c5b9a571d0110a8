import ArgumentParser

/// The language of a new plugin.
enum PluginLanguage: String, CaseIterable, ExpressibleByArgument {
  /// A Swift package that depends on InspectorKit.
  case swift
  /// One executable script, which needs only Python.
  case python
  /// A description without code, for classes without hooks.
  case data
}

/// One file of a new plugin.
struct TemplateFile {
  /// The path within the plugin's folder.
  let path: String

  /// The whole text.
  let text: String

  /// True if the file is executable.
  var isExecutable = false
}

/// The files of a new plugin, and its author's first commands.
protocol PluginTemplate {
  /// The files, in the order in which they are listed.
  var files: [TemplateFile] { get }

  /// Command lines that build, show and test the plugin, typed in its folder.
  var commands: [String] { get }
}

extension TemplateFile {
  /// Returns the CI configuration of a new plugin: a workflow in the format of GitHub and compatible services, with one
  /// job that calls `ci.sh`.
  ///
  /// - Parameters:
  ///   - container: the image that the job runs in.
  ///   - note: a comment at the top, with its line break.
  static func workflow(container: String, note: String = "") -> String {
    """
    \(note)name: ci
    on: [push, pull_request]
    jobs:
      test:
        runs-on: ubuntu-latest
        container: \(container)
        steps:
          - uses: actions/checkout@v4
          - run: ./ci.sh

    """
  }

  /// Returns a scene with one object of the plugin's class.
  static func exampleScene(_ name: PluginName) -> String {
    """
    {
      "format": "inspector-scene/1",
      "name": "\(name.label)",
      "plugins": { "\(name.typeName)": ">=0.1" },
      "objects": [
        { "id": "\(name.fileName)", "class": "\(name.typeName)",
          "attributes": { "caption": "Tank", "maximum": 80, "level": 60, "barColor": "#3366FF" } }
      ]
    }

    """
  }

  /// Returns the golden file of a new plugin's tests: the output of `inspector show --modified` for the example scene.
  static func shownExample(_ name: PluginName) -> String {
    """
    \(name.fileName)  \(name.typeName)
       PROPERTY   TYPE    STORED   EFFECTIVE  DEFAULT    NOTE
    \(name.label)
    *  Caption    String  "Tank"   "Tank"     "Level"
    *  Maximum    Double  80       80         100
    *  Level      Double  60       60         50
    *  Bar Color  Color   #3366FF  #3366FFFF  #FF0000FF

    """
  }

  /// Returns the README of a new plugin.
  ///
  /// - Parameters:
  ///   - about: a description of the files in a sentence or two.
  ///   - commands: the commands that the author types in the plugin's folder.
  ///   - next: the instruction for recording the golden file again.
  static func readme(_ name: PluginName, about: String, commands: [String], next: String) -> String {
    """
    # \(name.label)

    A plugin for Inspector Workbench with the class `\(name.typeName)`: a level that never exceeds its maximum.

    ```sh
    \(commands.joined(separator: "\n"))
    ```

    \(about)

    \(next)

    `ci.sh` is what CI runs. `inspector plugin install` copies the plugin into your own folder, where every scene finds it; \
    `inspector plugin remove \(name.typeName)` removes it.

    """
  }
}
