/// The README of a new plugin.
struct TemplateReadme {
  let name: PluginName

  /// What the files are, in a sentence or two.
  let about: String

  /// What its author types, in its folder.
  let commands: [String]

  /// How its golden file is written again.
  let next: String

  var text: String {
    """
    # \(name.label)

    A plugin for inspector with the class `\(name.typeName)`: a level that stays within what fits.

    ```sh
    \(commands.joined(separator: "\n"))
    ```

    \(about)

    \(next)

    `ci.sh` is what CI runs. `inspector plugin install` puts the plugin into your own folder, where every scene finds it; \
    `inspector plugin remove \(name.typeName)` takes it away.

    """
  }
}
