#!/usr/bin/env python3
"""Runs every command on a terminal over texts that attack it: `Tests/Tools/hostile_texts.py [BUILD-FOLDER] [--show]`.

A scene and a plugin hold control characters, direction marks and line breaks in every place that a text can come from: ids, classes,
names, keys, values, palette, file names, labels, notes, warnings, refusals, failures, lines of standard error. Each command runs in each
of its formats (text, `--csv`, `--json`, `--ndjson`), at the batch and in a shell. Of what the terminal gets,

- no character is a control or direction character but our own line breaks;
- no line begins with what the texts have after their line breaks;
- no line is longer than the texts are allowed to make it;
- what is JSON reads as JSON.

Off a terminal the same commands print CSV and JSON with the texts as they are. `--show` prints what the commands write.
"""
import argparse, csv, fcntl, io, json, os, pathlib, pty, re, stat, struct, subprocess, sys, tempfile, termios
from concurrent.futures import ThreadPoolExecutor

CONTROLS = "\x1b]0;title\x07\x1b[2J\b\x00\x0b\x0c\x7f\x85\x9b31m\u202e\u202a\u2066\u2069\u200e\u200f\u061c\ufeff"
FORGED = "FORGED: 1 of 1 object changed"
BREAKS = "".join(f"{end}{FORGED}" for end in ["\n", "\r", "\r\n", "\x85", "\u2028", "\u2029", "\x0b", "\x0c"])
EVIL = f"a{CONTROLS}{BREAKS}z"
# A file name is short, and an argument has no NUL.
FILE = "a" + CONTROLS.replace("\x00", "") + "".join(f"{end}FORGED" for end in "\n\r\x85\u2028") + ".json"
ARGUMENT = EVIL.replace("\x00", "")

SCENE = {
    "format": "inspector-scene/1", "name": EVIL, EVIL: 1,
    "plugins": {"Evil": ">=1"},
    "palette": {"brand": "#336699", EVIL: "#000000"},
    "objects": [
        {"id": "text", "class": "Evil", "name": EVIL, EVIL: EVIL, "attributes": {"text": EVIL, EVIL: {EVIL: EVIL}, "color": "brand"}},
        {"id": EVIL, "class": "Evil", "attributes": {"text": "x", "color": EVIL}},
        {"id": "warns", "class": "Evil", "attributes": {"number": 1}, "children": [{"id": "inner", "class": EVIL, "attributes": {EVIL: EVIL}}]},
        {"id": "refused", "class": "Evil", "attributes": {"number": 2}},
        {"id": "option", "class": "Evil", "attributes": {"choice": EVIL}},
    ],
}

PLUGIN = '''#!/usr/bin/env python3
import json, struct, sys
EVIL, LONG = json.loads({text!r}), "long " * 20_000


def send(message):
    raw = json.dumps(message).encode()
    sys.stdout.buffer.write(struct.pack("<I", len(raw)) + raw)
    sys.stdout.buffer.flush()


def say(text):
    sys.stderr.buffer.write((text + "\\n").encode())
    sys.stderr.flush()


def property(name, type, default, **members):
    return {{"name": name, "label": members.pop("label", EVIL + name), "type": type, "class": "Evil", "help": EVIL, "group": EVIL,
            "since": EVIL, "default": default}} | members


def row(kind, cells, names, edits, id, place, traced):
    stored = dict(zip(names, cells))
    new = dict(zip(edits, cells[len(names):]))
    number = new.get("number", stored.get("number"))
    if traced:
        send({{"id": id, "at": [place, EVIL]}})
    if number == 3:
        say("Fatal error: " + EVIL)
        sys.exit(3)
    if number == 4:
        send({{"id": id, "error": {{"code": "hook.loop", "message": EVIL, "property": EVIL, "row": place}}}})
        sys.exit(0)
    if number == 5:
        send({{"id": id, "error": {{"code": EVIL, "message": EVIL}}}})
        sys.exit(0)
    if number == 6:
        send({{"id": id, "rows": [{{"effective": {{EVIL: 1}}}}]}})
    said = {{"effective": {{"shown": EVIL}}, "lifecycle": [
        {{"phase": "load", "step": "init"}}, {{"phase": "load", "step": "text", "set": EVIL, "hooks": [[EVIL, 1], [EVIL, 2]],
         "writes": {{"shown": EVIL}}, "reads": [EVIL], "warnings": [EVIL, LONG], "rejected": EVIL}}]}}
    if number == 1:
        said["warnings"] = [{{"property": "number", "message": EVIL}}, {{"message": EVIL + LONG}}] + 5000 * [{{"message": "again"}}]
    if number == 2:
        said["skipped"] = said["invalid"] = [{{"property": "number", "reason": EVIL + LONG}}]
        said["refused"] = said["skipped"] if edits else []
    if number == 7:
        say(EVIL * 3)
    return said


while len(head := sys.stdin.buffer.read(4)) == 4:
    message = json.loads(sys.stdin.buffer.read(struct.unpack("<I", head)[0]))
    id = message["id"]
    if "describe" in message:
        say("describing " + EVIL)
        properties = [
            property("text", "String", EVIL, deprecated=EVIL), property("number", "Int", 0, help=LONG, unit=EVIL),
            property("shown", "String", "", readOnly=True), property("color", "Color", "#000000"),
            property("choice", "String", "one", options=[{{"value": "one", "label": EVIL}}, {{"value": EVIL, "label": EVIL}}]),
        ]
        if sys.argv[0].endswith("wrong"):
            properties.append(property("text" + EVIL, EVIL, 1))
        if sys.argv[0].endswith("problems"):
            send({{"id": id, "error": {{"code": "plugin.problems", "message": EVIL, "problems": [EVIL, EVIL + LONG]}}}})
        if sys.argv[0].endswith("dies"):
            say(EVIL)
            sys.exit(1)
        components = [{{"name": "Evil", "label": EVIL, "help": EVIL + LONG, "properties": properties, "inert": False}}]
        send({{"id": id, "description": {{"format": "inspector-plugin/1", "name": "Evil", "version": "1.0", "protocol": [1, 1], "components": components}}}})
    else:
        build = message["build"]
        send({{"id": id, "rows": [row(build["class"], cells, build["properties"], build.get("edits", []), id, place, build.get("trace"))
                                 for place, cells in enumerate(build["rows"])]}})
'''

SCRIPTS = {
    "set.json": [{"select": "#text", "set": {"number": 1}}, {"select": "Evil", "set": {"text": EVIL}}],
    "wrong.json": [{"select": "#text", "set": {EVIL: EVIL}}],
    "expect.json": [{"expect": {"select": "#text", "values": {"text": "other"}, "name": "b"}}],
    "all.json": [
        {"insert": {"id": EVIL + "2", "class": "Evil", "name": EVIL}, "into": "#warns", "at": "last"}, {"duplicate": "#text", "as": EVIL + "3"},
        {"rename": "#text", "to": EVIL + "4"}, {"palette": {EVIL: "#123456"}}, {"remove": "#refused"},
    ],
}

SHELL = [
    "ls", "pwd", "scenes", "tree", "check", "show text", "show '*'", "get text.text", "why text.text", "find '*' --columns text,shown", "history",
    "set '#text' number=1", "set '#text' number=2", "set '#text' number=3", "set '#text' number=7", "undo", "redo", "palette list",
    "palette rename brand brand2", "watch '*' --columns text,shown", "watches", "set '#text' color=red", "diff", "cd text", "pwd", "ls", "cd /", "select '*'",
    "scratch", "set '#text' text=other", "commit", "begin", "set '#text' text=another", "commit", "save-patch patch.json",
    "help Evil", "help text", "trace on", "set '#text' text=traced", "trace off", "add Evil --in '#text'", "remove '#option'", "name '#text' x",
    "alias x='ls'", "alias", "unset '#text' text", "nonsense", "revert",
]


def commands(scene: str) -> list[tuple[list[str], list[str]]]:
    """The commands, each with the formats in which it prints data besides text."""
    one, batch = ["--json"], ["--json", "--ndjson"]
    lines = [
        (["check", scene], batch), (["check", scene, "--strict", "--summary"], one), (["check", "--no-hooks", scene], one), (["tree", scene], one),
        (["find", scene, "*"], ["--json", "--ndjson", "--csv"]), (["find", scene, "*", "--text", "FORGED"], ["--csv"]),
        (["find", scene, "*", "--columns", f"text,shown,color,{ARGUMENT}"], ["--json", "--ndjson", "--csv"]),
        (["find", scene, "*", "--columns", "id,text,shown"], ["--json", "--ndjson", "--csv"]), (["find", scene, "*", "--group", "text"], ["--json", "--csv"]),
        (["find", scene, "*", "--group", "shown", "--count"], ["--json", "--csv"]), (["find", scene, f"[{ARGUMENT}]"], one), (["find", scene, "*", "--trace"], []),
        (["show", scene, "*"], one), (["palette", "list", scene], one), (["palette", "set", "-n", scene, "brand=red"], batch),
        (["palette", "rename", "-n", scene, "brand", ARGUMENT], one), (["palette", "remove", scene, "-n", "brand"], one), (["schema"], one),
        (["plugin", "list"], one), (["plugin", "describe", "Evil"], one), (["humanize", ARGUMENT], one), (["nonsense" + ARGUMENT], one), (["check", ARGUMENT], one),
        (["export", scene, "-o", "out.bundle"], one), (["export", scene, "-o", "out.bundle", "--effective"], []), (["new", "new" + FILE, "--class", "Evil"], one),
        (["new", "new.json", "--class", ARGUMENT], one), (["set", scene, ARGUMENT, "number=1"], one), (["set", scene, "#text", f"{ARGUMENT}=1"], one),
        (["set", scene, "Evil", "number=1", "-o", "-"], []), (["set", scene, "#text", "color=" + ARGUMENT], one), (["set", scene, "#option", "choice=" + ARGUMENT, "-n"], one),
        (["shell", scene, "-c", "; ".join(SHELL), "--no-stop-on-error"], one), (["check", scene, "--plugin", "bad"], one),
        (["plugin", "list", "--plugin", "bad"], one), (["plugin", "describe", "Evil.Evil"], one),
    ]
    for id in ["text", ARGUMENT, "inner", "warns", "refused", "option", ARGUMENT + "?"]:
        lines += [(["show", scene, id], one), (["show", scene, id, "--long", "--raw"], []), (["get", scene, f"{id}.text"], one),
                  (["get", scene, f"{id}.shown"], one), (["why", scene, f"{id}.text"], one), (["why", scene, f"{id}.shown", "--trace", "--no-times"], one),
                  (["get", scene, f"{id}.{ARGUMENT}"], one)]
    for number in range(1, 8):
        lines += [(["set", "-n", scene, "#text", f"number={number}"], batch), (["set", "-n", scene, "#text", f"number={number}", "--plugin-output", "--trace"], []),
                  (["set", scene, "#text", f"number={number}", "text=" + ARGUMENT, "--skip-refused"], one)]
    for script in SCRIPTS:
        lines += [(["edit", scene, "-n", "--script", script], batch), (["edit", scene, "--script", script, "--stat"], one)]
    lines += [(["unset", "-n", scene, "#text", "text"], one), (["reset", "-n", scene, "#text", ARGUMENT], one), (["reset", "-n", scene, "#text", "text"], one)]
    return lines


def prepare(folder: pathlib.Path):
    """A folder with all that the commands need."""
    (folder / "plugins").mkdir()
    (folder / "bad").mkdir()
    names = ["plugins/inspector-plugin-evil", "bad/inspector-plugin-wrong", "bad/inspector-plugin-problems", "bad/inspector-plugin-dies",
             "bad/inspector-plugin-" + FILE]
    for name in names:
        (folder / name).write_text(PLUGIN.format(text=json.dumps(EVIL)))
        (folder / name).chmod(0o755)
    # Not as escapes where JSON allows the characters themselves.
    (folder / FILE).write_text(json.dumps(SCENE, ensure_ascii=False, indent=1))
    for name, steps in SCRIPTS.items():
        (folder / name).write_text(json.dumps({"format": "inspector-edit/1", "steps": steps}, ensure_ascii=False))


def at_terminal(command: list[str], folder: pathlib.Path, environment: dict, columns: int, typed: bytes = b"") -> str:
    """What a command writes on a terminal, standard error too."""
    pid, terminal = pty.fork()
    if pid == 0:
        try:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.chdir(folder)
            os.execve(command[0], command, environment)
        finally:
            os._exit(127)
    output = b""
    try:
        if typed:
            os.write(terminal, typed)
        while part := os.read(terminal, 1 << 16):
            output += part
    except OSError:
        pass
    os.waitpid(pid, 0)
    os.close(terminal)
    # What takes the line of the progress away.
    text = output.decode(errors="replace").replace("\r\x1b[K", "")
    # Lines of CSV end in CR LF, and the terminal's own CR stands between the two.
    return text.replace("\r\r\n", "\n").replace("\r\n", "\n")


def is_raw(character: str) -> bool:
    """Whether a terminal does something else with it than showing it."""
    code = ord(character)
    return (code < 0x20 and character not in "\n\t" or 0x7F <= code < 0xA0 or code in (0x200E, 0x200F, 0x61C, 0x2028, 0x2029, 0xFEFF)
            or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069)


def problems(output: str, isJSON: bool) -> list[str]:
    raw = sorted({f"U+{ord(character):04X}" for character in output if is_raw(character)})
    found = [f"raw: {' '.join(raw)}"] if raw else []
    for line in output.split("\n"):
        if line.lstrip(' "*').startswith("FORGED"):
            found.append(f"a line looks like ours: {line[:60]!r}")
        if len(line) > 12_000 and not isJSON:
            found.append(f"a line of {len(line)} characters: {line[:60]!r}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=".build/debug")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    program = str(pathlib.Path(options.build).resolve() / "inspector")
    found, runs = [], 0
    with tempfile.TemporaryDirectory() as top:
        environment = {"PATH": os.environ["PATH"], "HOME": top, "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1", "INSPECTOR_PAGER": "",
                       "XDG_CACHE_HOME": f"{top}/cache", "XDG_STATE_HOME": f"{top}/state"}

        def check(line: tuple[list[str], list[str]]) -> tuple[int, list[str]]:
            words, formats = line
            texts, count = [], 0
            for option in [None, *formats]:
                # A line that is broken at the end of a column may begin with any word.
                for columns in (10_000, 80) if option is None else (10_000,):
                    with tempfile.TemporaryDirectory(dir=top) as name:
                        folder = pathlib.Path(name)
                        prepare(folder)
                        own = environment | {"INSPECTOR_PLUGIN_PATH": f"{folder}/plugins"}
                        command = [program, *words, *([option] if option else [])]
                        output = at_terminal(command, folder, own, columns)
                        if options.show and columns > 80:
                            print(f"$ {' '.join(command[1:])!r}\n{output}")
                        label = " ".join([*words, option or ""]).replace(ARGUMENT, "EVIL").replace(FILE, "FILE")[:160]
                        count += 1
                        texts += [f"{label!r}, {columns} columns: {text}" for text in problems(output, option in ("--json", "--ndjson") or words[0] == "schema")
                                  if columns > 80 or not text.startswith("a line looks")]
            return count, texts

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for count, texts in pool.map(check, commands(FILE)):
                runs += count
                found += texts
    for text in found[:80]:
        print("hostile texts:", text, file=sys.stderr)
    if len(found) > 80:
        print(f"hostile texts: … {len(found) - 80} more", file=sys.stderr)
    if not found:
        print(f"hostile texts: {runs} commands on a terminal, nothing raw, no line that looks like ours")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
