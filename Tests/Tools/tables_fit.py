#!/usr/bin/env python3
"""Holds tables against terminals of 60, 80 and 120 columns: `Tests/Tools/tables_fit.py BUILD-FOLDER [FOLDER-OF-SCENES]`.

No line is wider than the terminal, and every word of it stands in what the same command prints into a pipe, whole or, where it has
ellipses, with the parts between them. Without a folder of scenes it is the fixtures, among them one of long words.
"""
import fcntl
import json
import os
import pathlib
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WIDTHS = (60, 80, 120)
HOSTILE = {
    "format": "inspector-scene/1", "name": "Long words",
    "palette": {"aVeryLongNameOfAColourThatNothingUsesAtAll": "color(srgb 0.1 0.2 0.3)", "white": "#FFFFFF"},
    "objects": [
        {"id": "an-object-whose-id-is-far-longer-than-any-column-of-a-narrow-terminal-would-hold", "class": "StarView",
         "name": "名前がとても長い星の部品 with a tail of words that goes on",
         "attributes": {"pointCount": 99, "tag": 9223372036854775807, "glow": {"nested": [1, 2, 3, {"deep": "x" * 90}]}, "starColor": "no such colour at all"}},
        {"id": "label", "class": "LabelView", "attributes": {"text": "some text " * 12 + "withAVeryLongWordInItThatNoColumnHolds" * 3, "alpha": 0.30000000000000004}},
        {"id": "odd", "class": "AClassThatNoPluginHasEverHeardOfSoThatAllItHasIsRaw", "attributes": {"k" * 70: "v" * 200, "list": list(range(80))}},
    ],
}


def width(text: str) -> int:
    return sum(0 if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


def at_terminal(command: list, folder: str, environment: dict, columns: int) -> list[str]:
    """What the command writes to its standard output, a terminal, in lines."""
    pid, terminal = pty.fork()
    if pid == 0:
        try:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            # Diagnostics are no tables, and a line of progress comes on a slow machine only.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.chdir(folder)
            os.execvpe(command[0], [str(word) for word in command], environment)
        finally:
            os._exit(127)
    output = b""
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not part:
            break
        output += part
    os.waitpid(pid, 0)
    os.close(terminal)
    return output.decode(errors="replace").replace("\r\n", "\n").split("\n")


def commands(scene: str, ids: list[str]) -> list[list[str]]:
    """The commands that print tables; of some objects what is told of one."""
    lines = [["show", scene, "*"], ["palette", "list", scene],
             ["find", scene, "*", "--columns", "parent,frame,backgroundColor"], ["find", scene, "*", "--group", "class", "--count"],
             ["find", scene, "copy.json", "*", "--columns", "frame,alpha,tag"], ["check", "--summary", scene, "copy.json"],
             ["shell", scene, "-c", "ls; scenes; add View --in /; history; watch '*' --columns tag,alpha; quit --discard"]]
    for id in ids:
        lines += [["show", scene, "--", id], ["why", scene, "--", f"{id}.frame"]]
    return lines


def problems(command: list, folder: str, environment: dict) -> list[str]:
    whole = subprocess.run(command, cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    words = set((whole.stdout + whole.stderr).split())
    text = " ".join((whole.stdout + whole.stderr).split())
    found = []
    for columns in WIDTHS:
        told = f"{columns} columns: {' '.join(str(word) for word in command[1:])}"
        for line in at_terminal(command, folder, environment, columns):
            if not line.strip():
                continue
            if width(line) > columns and line.strip() not in text:
                found.append(f"{told}: {width(line)} columns wide: {line}")
            for word in line.split():
                if word in words:
                    continue
                parts = word.split("…")
                if len(parts) < 2 or not all(part in text for part in parts):
                    found.append(f"{told}: '{word}' is no word: {line}")
    return found


def main() -> int:
    build = pathlib.Path(sys.argv[1]).resolve()
    found, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "long.json").write_text(json.dumps(HOSTILE), encoding="utf-8")
        scenes = [pathlib.Path(folder) / "long.json", ROOT / "Tests" / "Fixtures" / "scenes" / "profile-card.scene.json"]
        if len(sys.argv) > 2:
            scenes = sorted(pathlib.Path(sys.argv[2]).rglob("*.json"))
            if not scenes:
                sys.exit(f"tables_fit: there are no scenes in {sys.argv[2]}")
        environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
        environment |= {"PATH": f"{build}:{os.environ['PATH']}", "NO_COLOR": "1", "TERM": "xterm", "HOME": folder, "XDG_STATE_HOME": f"{folder}/state",
                        "INSPECTOR_PAGER": "cat"}
        def check(scene: pathlib.Path) -> tuple[int, list[str]]:
            here = pathlib.Path(tempfile.mkdtemp(dir=folder))
            (here / "scene.json").write_bytes(scene.read_bytes())
            (here / "copy.json").write_bytes(scene.read_bytes())
            listed = subprocess.run([build / "inspector", "find", "scene.json", "*", "--json"], cwd=here, env=environment, capture_output=True, timeout=120)
            ids = [item["id"] for item in json.loads(listed.stdout)["objects"]]
            lines = commands("scene.json", ids if len(ids) < 4 else [ids[len(ids) // 2]])
            return len(lines), [f"{scene.name}: {text}" for line in lines for text in problems([build / "inspector", *line], str(here), environment)]

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for done, texts in pool.map(check, scenes):
                count += done
                found += texts
    for text in found[:60]:
        print(text, file=sys.stderr)
    if len(found) > 60:
        print(f"tables_fit: … {len(found) - 60} more", file=sys.stderr)
    if not found:
        print(f"tables_fit: {len(scenes)} scenes, {count} commands, {len(WIDTHS)} widths: every line fits, and no word is broken")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
