#!/usr/bin/env python3
"""Runs every example of every help text: `Tests/Tools/help_examples.py BUILD-FOLDER`.

Examples of `inspector COMMAND --help` are typed at bash, those of a shell's `help COMMAND` into a shell, each in a folder of its own with
what it needs. An example must end with 0 (`--exit-code` may make it 1), report no error, and stand in the help in one line.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENE = ROOT / "Tests" / "Fixtures" / "scenes" / "profile-card.scene.json"
METERS = ROOT / "Tests" / "Python" / "inspector-plugin-meters"
FIX = {"format": "inspector-edit/1", "steps": [{"select": "StarView", "set": {"pointCount": {"add": 1}}}]}
# Widths of help that people have.
WIDEST = 79

STEPS = ["set #badge alpha=0.5", "set #badge pointCount=7", "set #badge tag=1"]

# What is typed in a shell before examples of a command, or before one of them.
BEFORE = {
    "redo": ["set #badge alpha=0.5", "undo"], "undo": STEPS, "+": ["cd badge", "set alpha=0.5"], "-": ["cd badge"],
    "cd ..": ["cd badge"], "record off": ["record session.txt"], "save-patch": STEPS + ["set #badge isHidden=yes"],
    "refresh": ["scratch try"], "discard": ["scratch try"],
    "jobs 2": ["edit --background fix.json"] * 2, "wait 2": ["edit --background fix.json"] * 2,
    "cancel 2": ["edit --background fix.json"] * 2,
    "unalias": ["alias stars=ls"], "commit": ["begin try", "set #badge alpha=0.5"], "rollback": ["begin try"],
    "unwatch": ["watch StarView"], "revert": ["set #badge alpha=0.5"], "save": ["set #badge alpha=0.5"], "close --discard": ["set #badge alpha=0.5"],
    "plugin remove": ["plugin install ./inspector-plugin-meters"],
    "unpack": ["open page.json"], "overrides list": ["open page.json"], "overrides revert": ["open page.json"],
    "palette remove": ["palette rename brand other", "palette set brand=red"], "export --verify": ["export -o card.bundle"],
    "show | pager": ["cd badge"], "unset": ["cd badge"], "reset": ["cd badge"], "set": ["cd badge"],
}
# Those that work at a terminal only; `Tests/Terminal/programs.case` and `editor.case` type them, and `previews.py`.
AT_A_PROMPT = ["!", "editor", "preview"]
# Those that are shown what is only there after someone else changed the file, or after a shell was killed.
AFTER_THEIRS, AFTER_KILL = ["diff --theirs", "take-in", "take-in --ours", "take-in --theirs"], ["recover"]


def prepare(folder: pathlib.Path, build: pathlib.Path):
    """Everything that any example names."""
    scene = json.loads(SCENE.read_text(encoding="utf-8"))
    card = scene["objects"][0]
    card["attributes"]["alpha"] = 0.5
    card["children"].append({"id": "rate", "class": "CosmosView", "attributes": {"text": "Rate us"}})
    next(child for child in card["children"] if child["id"] == "badge")["attributes"]["pointCount"] = 6
    (folder / "scenes").mkdir()
    for name in ("card.json", "other.scene.json", "scenes/a.scene.json", "scenes/b.scene.json", "scenes/card.json"):
        (folder / name).write_text(json.dumps(scene, indent=2), encoding="utf-8")
    save = {"id": "save", "class": "StackView", "children": [{"id": "title", "class": "LabelView", "attributes": {"text": "OK"}}]}
    placeholder = {"id": "save", "class": "StackView", "ref": "buttons.scene.json", "overrides": {"title": {"text": "Save"}}}
    for name, scene_object in (("buttons.scene.json", save), ("page.json", placeholder), ("page.scene.json", placeholder)):
        (folder / name).write_text(json.dumps({"format": scene["format"], "objects": [scene_object]}), encoding="utf-8")
    palette = {"format": "inspector-palette/1", "colors": {"brand": "#3366FF"}}
    (folder / "brand.palette.json").write_text(json.dumps(palette), encoding="utf-8")
    unknown = {"format": scene["format"], "objects": [{"id": "shelf", "class": "ShelfView", "attributes": {"rows": 3}}]}
    (folder / "shop").mkdir()
    (folder / "shop" / "a.scene.json").write_text(json.dumps(unknown), encoding="utf-8")
    for name in ("sea", "sand"):
        talk = {"app": "slides", "title": name, "slides": [{"id": number, "title": f"{name} {number}", "seconds": 30} for number in (1, 2)]}
        (folder / f"{name}.talk").write_text(json.dumps(talk), encoding="utf-8")
    (folder / "fix.json").write_text(json.dumps(FIX), encoding="utf-8")
    (folder / "fix.txt").write_text("set #badge pointCount=6\nsave\n", encoding="utf-8")
    shutil.copy(METERS, folder / "inspector-plugin-meters")
    shutil.copy(ROOT / "Plugins" / "MapLibre" / "maplibre.inspector-format.json", folder / "maplibre.inspector-format.json")
    (folder / "build").mkdir()
    shutil.copy(METERS, folder / "build" / "inspector-plugin-meters")
    (folder / "meters").mkdir()
    shutil.copy(METERS, folder / "meters" / "inspector-plugin-meters")
    (folder / "bin").mkdir()
    if not shutil.which("jq"):
        (folder / "bin" / "jq").write_text("#!/bin/sh\ncat\n", encoding="utf-8")
        (folder / "bin" / "jq").chmod(0o755)


def environment(folder: pathlib.Path, build: pathlib.Path) -> dict:
    # A home folder is no workspace.
    home = folder / "home" if (folder / ".inspector").exists() else folder
    return dict(os.environ, PATH=f"{build}:{os.environ['PATH']}:{folder}/bin", HOME=str(home), XDG_STATE_HOME=f"{folder}/state",
                XDG_DATA_HOME=f"{folder}/data", XDG_CONFIG_HOME=f"{folder}/config", NO_COLOR="1", EDITOR="true",
                GIT_CONFIG_NOSYSTEM="1")


def examples(text: str, what: str, found: list[str]) -> list[str]:
    """The command lines of a help text."""
    part = re.search(r"^Examples:\n((?:  .*\n?)*)", text, re.M)
    lines = part.group(1).splitlines() if part else []
    after = text[part.end():].split("\n", 1)[0] if part else ""
    if after.strip():
        found.append(f"{what}: an example is broken before '{after}'")
    for line in lines:
        if len(line) > WIDEST:
            found.append(f"{what}: wider than {WIDEST}: {line}")
    return [line[2:] for line in lines if not line.startswith("      ")]


def inspector(arguments: list[str], build: pathlib.Path, folder: pathlib.Path) -> str:
    done = subprocess.run([build / "inspector", *arguments], cwd=folder, env=environment(folder, build), text=True, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=120)
    return done.stdout


def commands(build: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """All commands that the program's help names, with those of groups."""
    def listed(text: str) -> list[str]:
        return re.findall(r"^  ([a-z][a-z-]*)(?:, [a-z-]+)* {2,}", text.split("SUBCOMMANDS:")[-1], re.M) if "SUBCOMMANDS:" in text else []
    names = []
    for name in listed(inspector(["help"], build, folder)):
        verbs = listed(inspector(["help", name], build, folder))
        names += [f"{name} {verb}" for verb in verbs] or [name]
    return names


def prepare_example(line: str, folder: pathlib.Path, build: pathlib.Path):
    """What only some examples need."""
    if line.startswith("git "):
        for command in (["init", "-q"], ["add", "card.json"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first"]):
            subprocess.run(["git", *command], cwd=folder, env=environment(folder, build), check=True, capture_output=True)
        with open(folder / "card.json", "a", encoding="utf-8") as file:
            file.write("\n")
    if "plugin dev gauge" in line:
        (folder / "gauge").mkdir()
        shutil.copy(METERS, folder / "gauge" / "inspector-plugin-meters")
        shutil.copy(folder / "card.json", folder / "gauge" / "scene.json")
    if "--workspace" in line:
        (folder / ".inspector").mkdir(exist_ok=True)
    if "--verify" in line:
        inspector(["export", "card.json", "-o", "card.bundle"], build, folder)
    if "palette remove" in line:
        inspector(["palette", "rename", "card.json", "brand", "other"], build, folder)
        inspector(["palette", "set", "card.json", "brand=red"], build, folder)
    if "plugin remove" in line:
        inspector(["plugin", "install", "./inspector-plugin-meters"], build, folder)


def check_program(build: pathlib.Path, found: list[str]) -> int:
    count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder, build)
        lines = [(command, line) for command in commands(build, folder)
                 for line in examples(inspector([*command.split(), "--help"], build, folder), f"inspector {command} --help", found)]
    for command, line in lines:
        if line.startswith("git ") and not shutil.which("git"):
            print(f"help_examples: git is missing, so this is left out: {line}")
            continue
        count += 1
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            prepare(folder, build)
            prepare_example(line, folder, build)
            watches = "--watch" in line or "plugin dev" in line  # Until Ctrl-C.
            words = ["timeout", "--preserve-status", "--signal", "INT", "5", *line.split()] if watches else ["bash", "-o", "pipefail", "-c", line]
            done = subprocess.run(words, cwd=folder, env=environment(folder, build), text=True,
                                  input="save\n" if command == "shell" else "", capture_output=True, timeout=120)
            if done.returncode not in ([130] if watches else [0, 1] if "--exit-code" in line or "export" in line and "--strict" in line else [0]) or ": error: " in done.stderr:
                found.append(f"{line}: ends with {done.returncode}: {done.stderr.strip() or done.stdout.strip()[-200:]}")
    return count


class Shell:
    """A shell that answers each line with one document."""

    def __init__(self, build: pathlib.Path, folder: pathlib.Path):
        self.process = subprocess.Popen(
            [build / "inspector", "shell", "--json", "--no-stop-on-error", "card.json", "other.scene.json"], cwd=folder,
            env=environment(folder, build), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.held = ""

    def type(self, line: str) -> dict:
        self.process.stdin.write((line + "\n").encode())
        self.process.stdin.flush()
        while True:
            try:
                document, end = json.JSONDecoder().raw_decode(self.held)
                self.held = self.held[end:].lstrip()
                return document
            except json.JSONDecodeError:
                part = os.read(self.process.stdout.fileno(), 1 << 16)
                if not part:
                    return {"format": "inspector-error/1", "error": {"message": f"the shell ended: {self.held}"}}
                self.held += part.decode()

    def end(self):
        self.process.kill()
        self.process.wait()


def check_shell(build: pathlib.Path, found: list[str]) -> int:
    count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder, build)
        shell = Shell(build, folder)
        names = [row["name"] for row in shell.type("help")["commands"] if row["name"] not in AT_A_PROMPT]
        shell.end()
        text = {name: inspector(["shell", "-c", f"help {name}"], build, folder) for name in names}
    for name, help in text.items():
        if "  inspector " in help or "card.json'" in help:
            found.append(f"help {name}: tells of the program's own prompt")
        for line in examples(help, f"help {name}", found):
            count += 1
            with tempfile.TemporaryDirectory() as path:
                folder = pathlib.Path(path)
                prepare(folder, build)
                if name == "save-patch":
                    (folder / "fix.json").unlink()
                if name in AFTER_KILL:
                    first = Shell(build, folder)
                    first.type("set #badge pointCount=9")
                    first.end()
                shell = Shell(build, folder)
                for before in BEFORE.get(line, BEFORE.get(" ".join(line.split()[:2]), BEFORE.get(name, []))):
                    if shell.type(before)["format"] == "inspector-error/1":
                        found.append(f"{line}: what is typed before it fails: {before}")
                if line in AFTER_THEIRS:
                    shell.type("pwd")
                    scene = (folder / "card.json").read_text(encoding="utf-8")
                    (folder / "card.json").write_text(scene.replace("ivory", "white"), encoding="utf-8")
                document = shell.type(line)
                shell.end()
                if document.get("format") == "inspector-error/1" or document.get("exitCode", 0) != 0:
                    found.append(f"help {name}: {line}: {json.dumps(document)[:300]}")
    return count


def main() -> int:
    build = pathlib.Path(sys.argv[1]).resolve()
    found: list[str] = []
    count = check_program(build, found) + check_shell(build, found)
    for text in found:
        print(text, file=sys.stderr)
    if not found:
        print(f"help_examples: {count} examples work")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
