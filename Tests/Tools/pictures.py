#!/usr/bin/env python3
"""Pictures of random scenes are valid XML, and drawings that are too much are limited: `Tests/Tools/pictures.py BUILD-FOLDER [--count N]`.

Scenes of all shipped classes, with ids, names, texts and numbers that want to break out of the text, are drawn in one run; each picture is read by
an XML parser, holds each visible object's id once, and is the same the second time. Then a plugin in Python draws what no component should.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TEXTS = ["", "plain", "<script>alert(1)</script>", "a & b", "\"quoted\" 'too'", "]]>", "<!--", "\u0001\u0008", "tab\tline\nend", "\u202eevil", "漢字 and عربى",
         "\ufffe", "x" * 500, "&#0;", "👩‍👩‍👧", "${a}", "</svg>"]
NUMBERS = [0, 1, -1, 0.5, 1e-9, 1e9, 1e300, -1e300, 12.345678, 100, 44]
ODD = {"nothing": [], "no list": {"fill": 1}, "million": [{"fill": {"rect": [0, 0, 1, 1]}}] * 100_000,
       "unknown": [{"circle": [0, 0, 1]}], "nan": [{"fill": {"rect": [0, 0, 1e400, 1]}}], "huge": [{"fill": {"rect": [0, 0, 1e300, 1]}}],
       "text": [{"text": "<b>&" * 50_000, "in": [0, 0, 10, 10]}], "markup": [{"text": "</text><script/>", "in": [0, 0, 90, 10]}],
       "string": "fill", "path": [{"stroke": ["M", 0, 0, "L"]}], "steps": [{"fill": ["M", 0, 0] + ["L", 1, 1] * 250_000}]}


def plugin(folder: pathlib.Path) -> pathlib.Path:
    """A plugin whose classes draw each of ODD, and one that nests a hundred thousand groups."""
    drawings = {name.title().replace(" ", ""): json.dumps(drawing) for name, drawing in ODD.items()}
    drawings["Deep"] = '[{"group":' * 100_000 + "[]" + "}]" * 100_000
    properties = [{"name": "frame", "label": "Frame", "type": "Rect", "class": "@", "default": {"x": 0, "y": 0, "width": 50, "height": 50}}]
    components = [{"name": name, "draws": True, "properties": [dict(properties[0], **{"class": name})]} for name in drawings]
    path = folder / "inspector-plugin-odd"
    path.write_text(f"""#!/usr/bin/env python3
import json, os, struct, sys
out = os.dup(1)
DRAWINGS = {drawings!r}
while True:
    head = sys.stdin.buffer.read(4)
    if len(head) < 4: break
    request = json.loads(sys.stdin.buffer.read(struct.unpack("<I", head)[0]))
    if "describe" in request:
        text = json.dumps({{"id": request["id"], "description": {{"format": "inspector-plugin/1", "name": "Odd", "version": "1.0.0",
                          "protocol": [1, 1], "components": {components!r}.copy()}}}}).replace("True", "true")
    else:
        build = request["build"]
        row = '{{"drawing":%s}}' % DRAWINGS[build["class"]] if build.get("draw") else "{{}}"
        text = '{{"id":%d,"rows":[%s]}}' % (request["id"], ",".join(row for _ in build["rows"]))
    data = struct.pack("<I", len(text.encode())) + text.encode()
    while data: data = data[os.write(out, data):]
""", encoding="utf-8")
    path.chmod(0o755)
    return path


def value(kind: str, choose: random.Random):
    number = lambda: choose.choice(NUMBERS) if choose.random() < 0.3 else choose.uniform(-50, 200)
    return {"Int": lambda: choose.choice([0, 1, 3, 7, 60, -5, 2**62]), "Double": number, "Bool": lambda: choose.random() < 0.5,
            "String": lambda: choose.choice(TEXTS), "Color": lambda: choose.choice(["red", "#3366FF80", {"white": 0.25, "alpha": 0.5}]),
            "Point": lambda: {"x": number(), "y": number()}, "Size": lambda: {"width": number(), "height": number()},
            "Rect": lambda: {"x": number(), "y": number(), "width": number(), "height": number()}}[kind]()


def scene(classes: list, choose: random.Random) -> dict:
    count = 0

    def one(depth: int) -> dict:
        nonlocal count
        count += 1
        kind = choose.choice(classes)
        attributes = {p["name"]: value(p["type"], choose) for p in kind["properties"] if choose.random() < 0.25 and "options" not in p}
        attributes["frame"] = value("Rect", choose)
        made = {"id": f"{count} {choose.choice(TEXTS[:9])}", "class": kind["name"] if choose.random() < 0.95 else "Nobody", "attributes": attributes}
        if choose.random() < 0.3:
            made["name"] = choose.choice(TEXTS) or "name"
        if depth < 5 and choose.random() < 0.5:
            made["children"] = [one(depth + 1) for _ in range(choose.randrange(1, 4))]
        return made

    return {"format": "inspector-scene/1", "objects": [one(0) for _ in range(choose.randrange(0, 5))]}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    inspector = pathlib.Path(arguments.build).resolve() / "inspector"
    choose = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run = lambda *words: subprocess.run([inspector, *words], cwd=folder, capture_output=True, text=True, timeout=3600, stdin=subprocess.DEVNULL)
        plugins = json.loads(run("plugin", "list", "--json").stdout)["plugins"]
        classes = []
        for found in plugins:
            classes += json.loads(run("plugin", "describe", "--json", found["name"]).stdout)["components"]
        (folder / "scenes").mkdir()
        for number in range(arguments.count):
            (folder / "scenes" / f"{number}.scene.json").write_text(json.dumps(scene(classes, choose)), encoding="utf-8")
        for out in ("one", "two"):
            done = run("render", "--recursive", "scenes", "-o", out + "/", "--json")
            if done.returncode not in (0,):
                sys.exit(f"pictures: render ends with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        sizes = []
        for path in sorted((folder / "one").glob("*.svg")):
            text = path.read_bytes()
            sizes.append(len(text))
            if text != (folder / "two" / path.name).read_bytes():
                sys.exit(f"pictures: {path.name} is another the second time")
            try:
                root = ElementTree.fromstring(text)
            except ElementTree.ParseError as error:
                sys.exit(f"pictures: {path.name} is no XML: {error}")
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            if len(ids) != len(set(ids)):
                sys.exit(f"pictures: {path.name} has an id twice")
        if len(sizes) != arguments.count:
            sys.exit(f"pictures: {len(sizes)} pictures of {arguments.count} scenes")
        odd = plugin(folder)
        names = [name.title().replace(" ", "") for name in ODD] + ["Deep"]
        text = {"format": "inspector-scene/1", "objects": [{"id": name, "class": name} for name in names]}
        (folder / "odd.json").write_text(json.dumps(text), encoding="utf-8")
        done = run("render", "--plugin", odd, "odd.json", "-o", "odd.svg", "--json")
        # The component of 'Deep' gives no answer.
        if done.returncode != 69:
            sys.exit(f"pictures: odd drawings end with {done.returncode}: {done.stdout}{done.stderr}")
        ElementTree.parse(folder / "odd.svg")
        noted = {}
        for note in json.loads(done.stdout)["notes"]:
            noted.setdefault(note["object"], note["message"])
        for name, words in noted.items():
            print(f"pictures: {name}: {words[:150]}")
        silent = [name for name in names if name not in noted and name not in ("Nothing", "Markup")]
        if silent:
            sys.exit(f"pictures: nothing is said of {silent}")
    print(f"check: pictures: {len(sizes)} of random scenes are XML, {sum(sizes) // max(len(sizes), 1)} bytes each; "
          f"{len(names)} odd drawings, {len(noted)} noted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
