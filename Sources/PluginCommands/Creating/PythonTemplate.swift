/// The template of a new plugin in Python: one script that implements the worker protocol, without any library.
struct PythonTemplate: PluginTemplate {
  let name: PluginName

  var files: [TemplateFile] {
    [
      TemplateFile(path: name.productName, text: Self.protocolPart + component, isExecutable: true),
      TemplateFile(path: "scene.json", text: TemplateFile.exampleScene(name)),
      TemplateFile(path: "test_plugin.py", text: tests, isExecutable: true),
      TemplateFile(path: "show.txt", text: TemplateFile.shownExample(name)),
      TemplateFile(path: "README.md", text: TemplateFile.readme(name, about: about, commands: commands, next: next)),
      TemplateFile(path: "ci.sh", text: script, isExecutable: true),
      TemplateFile(path: ".github/workflows/ci.yml", text: TemplateFile.workflow(container: "python:3")),
      TemplateFile(path: ".gitignore", text: "__pycache__/\n"),
    ]
  }

  var commands: [String] {
    [
      "inspector show --plugin \(name.productName) scene.json \(name.fileName)",
      "inspector plugin check ./\(name.productName)",
      "./test_plugin.py",
      "inspector plugin install \(name.productName)",
    ]
  }

  private var about: String {
    """
    `\(name.productName)` is the whole plugin. Its first half speaks the worker protocol and stays as it is; its second half is
    the class `\(name.typeName)` with its properties. A method `did_set_NAME` is called after a property is set.
    """
  }

  private var next: String {
    "`show.txt` is the output of `inspector show` for the example; `INSPECTOR_RECORD=1 ./test_plugin.py` records it again, and fails."
  }

  private var component: String {
    #"""
    # MARK: the plugin

    class \#(name.typeName)(Component):
        """A level on a scale."""

        label = "\#(name.label)"
        properties = [
            Property("caption", "String", "Level", help="The name of the level."),
            Property("maximum", "Double", 100, range={"minimum": 1, "maximum": 1000}, unit="%", help="The highest level."),
            Property("level", "Double", 50, range={"minimum": 0}, step=5, unit="%", dependsOn=["maximum"],
                     help="The present level, at most the maximum."),
            Property("tickCount", "Int", 5, range={"minimum": 2, "maximum": 100}, help="The number of lines of the scale."),
            Property("showsTicks", "Bool", True, label="Shows Ticks", help="True if the lines are drawn."),
            Property("barColor", "Color", "#FF0000FF", help="The colour of the bar up to the level."),
            Property("isFull", "Bool", label="Full", readOnly=True, help="True if nothing more fits."),
        ]

        @property
        def isFull(self):
            return self.level >= self.maximum

        def did_set_level(self):
            if self.level > self.maximum:
                self.warn(f"a level of {self.level} is above the maximum, {self.maximum}")
                self.level = self.maximum


    NAME, VERSION = "\#(name.typeName)", "0.1.0"
    COMPONENTS = [\#(name.typeName)]
    TRANSFORMERS = []

    if __name__ == "__main__":
        serve()

    """#
  }

  private var tests: String {
    """
    #!/usr/bin/env python3
    \"""Tests of the plugin: its hooks, and what `inspector show` prints of the example.\"""

    import importlib.machinery
    import importlib.util
    import os
    import pathlib
    import shutil
    import subprocess
    import sys
    import unittest

    FOLDER = pathlib.Path(__file__).resolve().parent
    FILE = FOLDER / "\(name.productName)"
    # INSPECTOR names a program to use instead of the one on the PATH.
    INSPECTOR = os.environ.get("INSPECTOR") or shutil.which("inspector")

    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("plugin", str(FILE))
    plugin = importlib.util.module_from_spec(importlib.util.spec_from_loader("plugin", loader))
    loader.exec_module(plugin)


    class Hooks(unittest.TestCase):
        def test_the_level_is_at_most_the_maximum(self):
            component, skipped = plugin.build(plugin.\(name.typeName), {"level": 120.0}, None, lambda step: None)
            self.assertEqual(component.level, 100)
            self.assertEqual([warning["message"] for warning in component.warnings],
                             ["a level of 120.0 is above the maximum, 100"])
            self.assertEqual(skipped, {})

        def test_it_is_full_at_the_maximum(self):
            component, _ = plugin.build(plugin.\(name.typeName), {"maximum": 10, "level": 10}, None, lambda step: None)
            self.assertTrue(component.isFull)


    @unittest.skipUnless(INSPECTOR, "no 'inspector' is on the PATH; INSPECTOR=FILE names one")
    class Inspected(unittest.TestCase):
        maxDiff = None

        def test_it_keeps_the_laws(self):
            done = subprocess.run([INSPECTOR, "plugin", "check", FILE], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr + done.stdout)

        def test_it_shows_what_it_showed(self):
            done = subprocess.run([INSPECTOR, "show", "--modified", "--color", "never", "--plugin", FILE, FOLDER / "scene.json",
                                   "\(name.fileName)"], capture_output=True, text=True)
            self.assertEqual((done.stderr, done.returncode), ("", 0))
            golden = FOLDER / "show.txt"
            if os.environ.get("INSPECTOR_RECORD"):
                golden.write_text(done.stdout, encoding="utf-8")
                self.fail("show.txt was recorded again; review the difference, and run without INSPECTOR_RECORD")
            self.assertEqual(done.stdout, golden.read_text(encoding="utf-8"))


    if __name__ == "__main__":
        unittest.main()

    """
  }

  private var script: String {
    """
    #!/bin/sh
    # Tests the plugin. CI runs this script; run it before a commit, too.
    set -eu
    cd "$(dirname "$0")"
    python3 test_plugin.py

    """
  }
}
