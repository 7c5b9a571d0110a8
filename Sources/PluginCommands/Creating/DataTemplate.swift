/// The template of a new plugin without code: a description of classes whose properties have no hooks.
struct DataTemplate: PluginTemplate {
  let name: PluginName

  var files: [TemplateFile] {
    [
      TemplateFile(path: fileName, text: description),
      TemplateFile(path: "scene.json", text: TemplateFile.exampleScene(name)),
      TemplateFile(path: "test.sh", text: tests, isExecutable: true),
      TemplateFile(path: "show.txt", text: TemplateFile.shownExample(name)),
      TemplateFile(path: "README.md", text: TemplateFile.readme(name, about: about, commands: commands, next: next)),
      TemplateFile(path: "ci.sh", text: script, isExecutable: true),
      TemplateFile(path: ".github/workflows/ci.yml", text: TemplateFile.workflow(container: "ubuntu:24.04")),
    ]
  }

  var commands: [String] {
    [
      "inspector show --plugin \(fileName) scene.json \(name.fileName)",
      "inspector plugin check ./\(fileName)",
      "./test.sh",
      "inspector plugin install \(fileName)",
    ]
  }

  private var fileName: String { "\(name.fileName).inspector-plugin.json" }

  private var about: String {
    """
    `\(fileName)` is the whole plugin: the class `\(name.typeName)` with its properties, and no code. A value that its range or
    options do not allow is refused; hooks need a plugin in Swift or in another language.
    """
  }

  private var next: String {
    "`show.txt` is the output of `inspector show` for the example; `INSPECTOR_RECORD=1 ./test.sh` records it again, and fails."
  }

  private var description: String {
    """
    {
      "format": "inspector-plugin/1",
      "name": "\(name.typeName)",
      "version": "0.1.0",
      "protocol": [1, 1],
      "components": [
        { "name": "\(name.typeName)", "help": "A level on a scale.",
          "properties": [
            { "name": "caption", "type": "String", "default": "Level", "help": "The name of the level." },
            { "name": "maximum", "type": "Double", "default": 100, "range": { "minimum": 1, "maximum": 1000 }, "unit": "%",
              "help": "The highest level." },
            { "name": "level", "type": "Double", "default": 50, "range": { "minimum": 0 }, "step": 5, "unit": "%",
              "help": "The present level." },
            { "name": "tickCount", "type": "Int", "default": 5, "range": { "minimum": 2, "maximum": 100 },
              "help": "The number of lines of the scale." },
            { "name": "showsTicks", "type": "Bool", "default": true, "help": "True if the lines are drawn." },
            { "name": "tickStyle", "type": "String", "default": "line", "enabledWhen": "[showsTicks=true]",
              "options": [{ "value": "line", "label": "Line" }, { "value": "dot", "label": "Dot" }] },
            { "name": "barColor", "type": "Color", "default": "#FF0000FF", "help": "The colour of the bar up to the level." }
          ] }
      ]
    }

    """
  }

  private var tests: String {
    """
    #!/bin/sh
    # Tests the plugin: its description is valid, the example fits it, and 'inspector show' prints the recorded text.
    set -eu
    cd "$(dirname "$0")"
    # INSPECTOR names a program to use instead of the one on the PATH.
    inspector=${INSPECTOR:-inspector}
    command -v "$inspector" >/dev/null || { echo "test: skipped: no 'inspector' is on the PATH; INSPECTOR=FILE names one"; exit 0; }
    plugin=\(fileName)
    "$inspector" plugin check "./$plugin"
    "$inspector" check --strict --plugin "$plugin" scene.json
    shown=$("$inspector" show --modified --color never --plugin "$plugin" scene.json \(name.fileName))
    if [ -n "${INSPECTOR_RECORD:-}" ]; then
      printf '%s\\n' "$shown" >show.txt
      echo 'test: show.txt was recorded again; review the difference, and run without INSPECTOR_RECORD' >&2
      exit 1
    fi
    printf '%s\\n' "$shown" | diff show.txt - || { echo "test: the output of 'inspector show' differs from show.txt" >&2; exit 1; }
    echo 'test: passed'

    """
  }

  private var script: String {
    """
    #!/bin/sh
    # Tests the plugin. CI runs this script; run it before a commit, too.
    set -eu
    "$(dirname "$0")/test.sh"

    """
  }
}
