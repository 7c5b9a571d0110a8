#!/usr/bin/env python3
"""New plugins from nothing to use, as their authors go: `Tests/Tools/new_plugin.py BUILD-FOLDER [LANGUAGE…]`.

For each language a plugin is made, shown, tested by its own `ci.sh`, packed, installed into a folder of its own and used from there with
an empty environment, and removed. That in Swift is built against this checkout, in `.build-new`, so that a second run is quick; what is packed
of it must run in a folder that is empty but for that file.
"""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FILES = {"swift": "inspector-plugin-status-light", "python": "inspector-plugin-status-light",
         "data": "status-light.inspector-plugin.json"}


class Author:
    """Someone who makes a plugin in a folder."""

    def __init__(self, build: pathlib.Path, folder: pathlib.Path):
        self.build, self.folder = build, folder
        self.home = folder / "home"
        self.home.mkdir()
        self.environment = dict(os.environ, PATH=f"{build}:{os.environ['PATH']}", HOME=str(self.home), NO_COLOR="1",
                                INSPECTOR=str(build / "inspector"))
        for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "INSPECTOR_PLUGIN_PATH", "INSPECTOR_RECORD"):
            self.environment.pop(name, None)
        # The packages that SwiftPM once fetched are not fetched again.
        kept = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "org.swift.swiftpm"
        kept.mkdir(parents=True, exist_ok=True)
        (self.home / ".cache").mkdir()
        (self.home / ".cache" / kept.name).symlink_to(kept)

    def run(self, *arguments, folder=None, environment=None, code=0) -> str:
        done = subprocess.run([str(part) for part in arguments], cwd=folder or self.folder, env=environment or self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=3600)
        if done.returncode != code:
            sys.exit(f"new_plugin: {' '.join(map(str, arguments))}: ends with {done.returncode}, not {code}:\n{done.stdout}{done.stderr}")
        # What is on the standard output comes last.
        return done.stderr + done.stdout


def expect(is_so: bool, words: str):
    if not is_so:
        sys.exit(f"new_plugin: {words}")


def make(author: Author, language: str) -> tuple[pathlib.Path, float]:
    """Makes the plugin; how many seconds it took until it was shown."""
    folder, kept = author.folder / "status-light", None
    if language == "swift":
        # A path that stays, since what is built is good for one path.
        folder, kept = ROOT / ".build-new" / "status-light", ROOT / ".build-new" / "kept"
        folder.parent.mkdir(exist_ok=True)
        if (folder / ".build").exists():
            shutil.rmtree(kept, ignore_errors=True)
            (folder / ".build").rename(kept)
        shutil.rmtree(folder, ignore_errors=True)
    began = time.monotonic()
    author.run("inspector", "plugin", "new", "status-light", "--language", language, "-o", folder, "--package", ROOT)
    author.run("inspector", "plugin", "new", "status-light", "--language", language, "-o", folder, "--package", ROOT, code=73)
    plugin = folder / FILES[language]
    if language == "swift":
        if kept.exists():
            kept.rename(folder / ".build")
        author.run("swift", "build", "-j", os.environ.get("JOBS", "2"), folder=folder)
        plugin = folder / ".build" / "debug" / FILES[language]
    shown = author.run("inspector", "show", "--plugin", plugin, "scene.json", "status-light", folder=folder)
    expect("\nStatus Light\n" in shown and '"Tank"' in shown, f"{language}: shows something else:\n{shown}")
    return folder, time.monotonic() - began


def in_an_empty_folder(plugin: pathlib.Path):
    """Asks a plugin what it is where nothing is but itself, and /proc and /dev, as in every container."""
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(plugin, name)
        for system in ("proc", "dev"):
            (pathlib.Path(name) / system).mkdir()
        script = 'mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "/$1"'
        command = ["unshare", "--map-root-user", "--mount", "sh", "-c", script, name, plugin.name]
        request = json.dumps({"id": 1, "describe": {"protocol": [1, 1]}}).encode()
        try:
            done = subprocess.run(command, input=struct.pack("<I", len(request)) + request, capture_output=True, env={}, timeout=30)
        except FileNotFoundError:
            return print("new_plugin: unshare is missing, so that no empty folder is tried")
        if any(words in done.stderr for words in (b"unshare: ", b"mount: ")):
            return print(f"new_plugin: no empty folder is tried: {done.stderr.decode().strip()}")
        expect(b'"StatusLight"' in done.stdout, f"in an empty folder: {done.returncode}: {done.stdout}{done.stderr}")


def ship(author: Author, language: str, folder: pathlib.Path):
    """Packs, installs, uses and removes it."""
    name = FILES[language]
    source = "." if language == "swift" else name
    out = author.folder / "out"
    out.mkdir()
    packed = json.loads(author.run("inspector", "plugin", "pack", source, "-o", out, "--json", folder=folder).splitlines()[-1])
    file = out / name
    needs = {"swift": [], "python": ["/usr/bin/env python3"], "data": []}[language]
    expect(packed["needs"] == needs and packed["size"] == file.stat().st_size, f"{language}: packed: {packed}")
    if language == "swift":
        in_an_empty_folder(file)
    said = author.run("inspector", "plugin", "install", file)
    expect("StatusLight 0.1.0, 1 component" in said, f"{language}: installed: {said}")
    author.run("inspector", "plugin", "install", file, code=73)
    author.run("inspector", "plugin", "install", file, "--force")
    installed = author.home / ".local" / "share" / "inspector" / "plugins"
    mode = (installed / name).stat().st_mode & 0o777
    expect(mode == (0o644 if language == "data" else 0o755), f"{language}: installed with the mode {mode:o}")
    expect(installed.stat().st_mode & 0o777 == 0o700, f"{installed} is not for one person alone")
    # Python's interpreter is looked for on the PATH.
    bare = {"HOME": str(author.home)} | ({"PATH": os.environ["PATH"]} if language == "python" else {"PATH": ""})
    shown = author.run(author.build / "inspector", "show", "--modified", folder / "scene.json", "status-light", environment=bare)
    expected = next(folder.rglob("show.txt")).read_text(encoding="utf-8")
    expect(shown == expected, f"{language}: shows\n{shown}where show.txt holds\n{expected}")
    author.run("inspector", "plugin", "remove", "StatusLight")
    author.run("inspector", "plugin", "remove", "StatusLight", code=1)
    expect(not list(installed.iterdir()) and [path.name for path in installed.parent.iterdir()] == ["plugins"],
           f"{language}: something is left in {installed.parent}")


def main() -> int:
    build = pathlib.Path(sys.argv[1]).resolve()
    for language in sys.argv[2:] or ["data", "python", "swift"]:
        with tempfile.TemporaryDirectory() as name:
            author = Author(build, pathlib.Path(name))
            folder, seconds = make(author, language)
            said = author.run("./ci.sh", folder=folder)
            expect("skipped" not in said, f"{language}: its tests are skipped:\n{said}")
            ship(author, language, folder)
            print(f"new_plugin: {language}: made, shown after {seconds:.1f} s, tested, packed, installed, used and removed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
