"""The growth of inspector's time with everything that a scene, script, description or command line can have many of.

Each dimension is a command at three sizes with a constant ratio. The exponent is that of the processor time, without the start, between the
two largest sizes. A dimension with an exponent above `MOST` is flagged.
"""
import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Callable

from report import table

MOST = 1.25
# If the time at the largest size is shorter, no exponent is computed, since it would be noise.
LEAST_SECONDS = 0.25
# The number of repetitions of a flagged row, of which the least time of each size counts: the machine may be busy with other work.
AGAIN = 3
# The time limit of a run in seconds; after a run that exceeds it, larger sizes are not tried.
PATIENCE = 60

WORKER = '''#!{python}
import json, os, struct, sys
here = os.path.dirname(os.path.realpath(__file__))
requests, replies = sys.stdin.buffer, sys.stdout.buffer
while len(head := requests.read(4)) == 4:
    message = json.loads(requests.read(struct.unpack("<I", head)[0]))
    if "describe" in message:
        body = {{"description": json.load(open(here + "/description.json"))}}
    else:
        body = {{"rows": [{{}} for _ in message["build"]["rows"]]}}
    raw = json.dumps({{"id": message["id"], **body}}).encode()
    replies.write(struct.pack("<I", len(raw)) + raw)
    replies.flush()
'''


@dataclass
class Dimension:
    name: str
    sizes: tuple[int, int, int]
    make: Callable[[Path, int], list[str]]  # writes the files for a size, and returns the words of the command
    codes: tuple[int, ...] = (0,)


def by(first, ratio=2):
    return first, first * ratio, first * ratio * ratio


# MARK: files


def thing(id, name="View", attributes=None, children=None, **more):
    made = {"id": id, "class": name, **more}
    if attributes:
        made["attributes"] = attributes
    if children:
        made["children"] = children
    return made


def scene(folder, objects, name="s.json", **more):
    path = folder / name
    text = json.dumps({"format": "inspector-scene/1", **more, "objects": objects}, separators=(",", ":"))
    path.write_text(text)
    return str(path)


def nested(folder, depth, name="View", attributes=True):
    """Writes a scene of `depth` nested objects; json.dumps itself cannot nest that deep."""
    path = folder / "s.json"
    with open(path, "w") as out:
        out.write('{"format":"inspector-scene/1","objects":[')
        for i in range(depth):
            values = f',"attributes":{{"tag":{i}}}' if attributes else ""
            out.write(f'{{"id":"n{i}","class":"{name}"{values}' + (',"children":[' if i + 1 < depth else "}"))
        out.write("]}" * (depth - 1) + "]}")
    return str(path)


def flat(folder, n, **more):
    return scene(folder, [thing(f"n{i}", attributes={"tag": i}, **more) for i in range(n)])


def held(folder, n):
    """Writes a scene with an object that has many children, and a second one without."""
    return scene(folder, [thing("a", children=[thing(f"c{i}") for i in range(n)]), thing("b")])


def script(folder, steps):
    path = folder / "edit.json"
    path.write_text(json.dumps({"format": "inspector-edit/1", "steps": steps}))
    return ["--script", str(path)]


def commands(folder, lines):
    path = folder / "commands.txt"
    path.write_text("\n".join(lines) + "\n")
    return ["--script", str(path)]


def plugin(folder, components, name="Many"):
    place = folder / "plugins"
    place.mkdir(exist_ok=True)
    description = {"format": "inspector-plugin/1", "name": name, "version": "1.0.0", "protocol": [1, 1], "components": components}
    (place / "description.json").write_text(json.dumps(description))
    program = place / f"inspector-plugin-{name.lower()}"
    program.write_text(WORKER.format(python=sys.executable))
    for path, mode in ((place, 0o755), (program, 0o755)):
        path.chmod(mode)
    return ["--plugin", str(program)]


def component(name, properties=1, base=None, inert=True, **more):
    own = [
        {"name": f"p{i}", "label": f"P {i}", "type": "Int", "optional": False, "class": name, "default": 0, "observed": not inert} | more
        for i in range(properties)
    ]
    return {"name": name, "label": name, "inert": inert, "properties": own} | ({"base": base} if base else {})


# MARK: dimensions


def classes(folder, n, command, known):
    objects = [thing(f"n{i}", f"C{i}", {"p0": i}) for i in range(n)]
    words = plugin(folder, [component(f"C{i}") for i in range(n)]) if known else []
    return [*command(scene(folder, objects)), *words]


def declared(folder, n, command, attributes=10, **more):
    values = {f"p{i}": i for i in range(attributes or n)}
    words = plugin(folder, [component("Wide", n, **more)])
    return [*command(scene(folder, [thing("a", "Wide", values), thing("b", "Wide")])), *words]


def chained(folder, n, command):
    """Makes a class in which each property depends on the previous one."""
    wide = component("Wide", n)
    for i in range(1, n):
        wide["properties"][i]["dependsOn"] = [f"p{i - 1}"]
    return [*command(scene(folder, [thing("a", "Wide", {"p0": 1})])), *plugin(folder, [wide])]


def based(folder, n, command):
    """Makes classes, each of which extends the previous one."""
    made = [component(f"C{i}", 0, base=f"C{i - 1}" if i else None) for i in range(n)]
    return [*command(scene(folder, [thing("a", f"C{n - 1}")])), *plugin(folder, made)]


def one_object(folder, attributes, command, **more):
    return command(scene(folder, [thing("a", "View", attributes, **more)]))


def words_of(n, length=6):
    return [f"w{i:0{length - 1}d}" for i in range(n)]


def found_by_text(folder, texts, words):
    objects = [thing(f"n{i}", "LabelView", {"text": text}) for i, text in enumerate(texts)]
    return ["find", scene(folder, objects), "*", "--text", words, "--count"]


def set_one(path):
    return ["set", "-n", "--stat", path, "*", "tag=7"]


def check(path):
    return ["check", path]


def many_files(folder, n, command):
    place = folder / "many"
    place.mkdir()
    paths = [scene(place, [thing("a", attributes={"tag": 1})], name=f"{i}.json") for i in range(n)]
    return command(paths)


def two(folder, first, second, command):
    return command(scene(folder, first, "a.json"), scene(folder, second, "b.json"))


def tags(n):
    return [thing(f"n{i}", attributes={"tag": i}) for i in range(n)]


def long_number(folder, n):
    path = scene(folder, [thing("a", attributes={"alpha": "?"})])
    Path(path).write_text(Path(path).read_text().replace('"?"', "0." + "1" * n))
    return ["check", path]


def shell(path, lines, folder):
    return ["shell", path, "-X", *commands(folder, lines)]


D = Dimension
DIMENSIONS = [
    # The parts of a scene.
    D("unknown classes: check", by(10_000), lambda f, n: classes(f, n, check, False)),
    D("unknown classes: find, by a class", by(10_000), lambda f, n: classes(f, n, lambda s: ["find", s, f"C{n - 1}"], False)),
    D("unknown classes: find, a misspelt class", by(10_000), lambda f, n: classes(f, n, lambda s: ["find", s, "Cx"], False), (1,)),
    D("unknown classes: tree", by(10_000), lambda f, n: classes(f, n, lambda s: ["tree", s], False)),
    D("unknown classes: set", by(10_000), lambda f, n: classes(f, n, lambda s: ["set", "-n", s, "#n5", "p0=1"], False), (1, 69)),
    D("unknown classes: find --group class", by(10_000),
      lambda f, n: classes(f, n, lambda s: ["find", s, "*", "--group", "class", "--count"], False)),
    D("known classes: check", by(1_000, 3), lambda f, n: classes(f, n, check, True)),
    D("known classes: find, by a property", by(1_000, 3), lambda f, n: classes(f, n, lambda s: ["find", s, "[p0>5]", "--count"], True)),
    D("known classes: set", by(1_000, 3), lambda f, n: classes(f, n, lambda s: ["set", "-n", "--stat", s, "*", "p0=1"], True)),
    D("known classes: show of all", by(1_000, 3), lambda f, n: classes(f, n, lambda s: ["show", s, "*"], True)),
    D("known classes: schema", by(1_000, 3), lambda f, n: classes(f, n, lambda s: ["schema"], True)),
    D("known classes: export", by(1_000, 3),
      lambda f, n: classes(f, n, lambda s: ["export", s, "-o", str(f / "b")], True)),
    D("unknown keys of an object: check", by(20_000),
      lambda f, n: check(scene(f, [thing("a", **{f"k{i}": i for i in range(n)})]))),
    D("unknown keys of an object: set", by(20_000),
      lambda f, n: set_one(scene(f, [thing("a", attributes={"tag": 1}, **{f"k{i}": i for i in range(n)})]))),
    D("unknown keys of the document: check", by(20_000), lambda f, n: check(scene(f, [thing("a")], **{f"k{i}": i for i in range(n)}))),
    D("unknown keys of many objects: check", by(20_000), lambda f, n: check(scene(f, [thing(f"n{i}", **{f"k{i}": i}) for i in range(n)]))),
    D("unknown attributes of an object: check", by(20_000), lambda f, n: one_object(f, {f"a{i}": i for i in range(n)}, check)),
    D("unknown attributes of an object: set", by(20_000), lambda f, n: one_object(f, {f"a{i}": i for i in range(n)}, set_one)),
    D("unknown attributes of an object: show", by(20_000),
      lambda f, n: one_object(f, {f"a{i}": i for i in range(n)}, lambda s: ["show", s, "a"])),
    D("unknown attributes of an object: export", by(20_000),
      lambda f, n: one_object(f, {f"a{i}": i for i in range(n)}, lambda s: ["export", s, "-o", str(f / "b")])),
    D("unknown attributes of an object: find [a1]", by(20_000),
      lambda f, n: one_object(f, {f"a{i}": i for i in range(n)}, lambda s: ["find", s, f"[a{n - 1}]"])),
    D("attributes of an object of an unknown class: check", by(20_000),
      lambda f, n: check(scene(f, [thing("a", "Nobody", {f"a{i}": i for i in range(n)})]))),
    D("attributes of different names in a scene: check", by(10_000),
      lambda f, n: check(scene(f, [thing(f"n{i}", "View", {f"a{i}": i}) for i in range(n)]))),
    D("long key paths: check", by(100_000), lambda f, n: one_object(f, {"layer" + ".a" * n: 1}, check)),
    D("long key paths: set", by(100_000), lambda f, n: one_object(f, {"tag": 1}, lambda s: ["set", "-n", s, "#a", "layer" + ".a" * (n // 8) + "=1"]), (1,)),
    D("depth: check", by(20_000), lambda f, n: check(nested(f, n))),
    D("depth: set of all", by(20_000), lambda f, n: set_one(nested(f, n))),
    D("depth: set of one", by(20_000), lambda f, n: ["set", "-n", nested(f, n), f"#n{n - 1}", "tag=1"]),
    D("depth: set in place", by(20_000), lambda f, n: ["set", nested(f, n), f"#n{n - 1}", "tag=1"]),
    D("depth: find A B", by(20_000), lambda f, n: ["find", nested(f, n), "View View View[tag>5]", "--count"]),
    D("depth: find :has", by(20_000), lambda f, n: ["find", nested(f, n), "View:has(#n5)", "--count"]),
    D("depth: tree", by(2_000), lambda f, n: ["tree", nested(f, n), "--json"]),
    D("depth: show", by(20_000), lambda f, n: ["show", nested(f, n), f"n{n - 1}"]),
    D("depth: insert", by(20_000),
      lambda f, n: ["edit", "-n", nested(f, n), *script(f, [{"insert": thing("new"), "into": f"#n{n - 1}"}])]),
    D("depth: classes that read the parent, set of the top", by(4_000),
      lambda f, n: ["set", "-n", "--stat", nested(f, n, "PassthroughView"), "#n0", "backgroundColor=red"]),
    D("depth: render", by(20_000), lambda f, n: ["render", nested(f, n), "-o", str(f / "p.svg")]),
    D("depth: export", by(20_000), lambda f, n: ["export", nested(f, n), "-o", str(f / "b")]),
    D("siblings: check", by(20_000), lambda f, n: check(flat(f, n))),
    D("siblings: render", by(5_000), lambda f, n: ["render", flat(f, n), "-o", str(f / "p.svg")]),
    D("siblings: render --only", by(5_000), lambda f, n: ["render", flat(f, n), "--only", "[tag>5]", "-o", str(f / "p.svg")]),
    D("siblings: find A ~ B", by(20_000), lambda f, n: ["find", flat(f, n), "View ~ View + View", "--count"]),
    D("siblings: find :nth-child", by(20_000), lambda f, n: ["find", flat(f, n), ":nth-child(2n+1)", "--count"]),
    D("siblings: find :has(~)", by(20_000), lambda f, n: ["find", flat(f, n), "View:has(~ #n3)", "--count"]),
    D("siblings: set of all", by(20_000), lambda f, n: set_one(flat(f, n))),
    D("siblings: remove of all", by(20_000), lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"remove": "*[tag>5]"}])]),
    D("siblings: duplicate of all", by(20_000), lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"duplicate": "*"}])]),
    D("siblings: move of all", by(20_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"move": "[tag>0]", "into": "#n0"}])]),
    D("siblings: setClass of all", by(20_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"setClass": "*", "to": "LabelView"}])]),
    D("siblings: show of all", by(20_000), lambda f, n: ["show", flat(f, n), "*"]),
    D("siblings: find --sort --group", by(20_000),
      lambda f, n: ["find", flat(f, n), "*", "--columns", "tag,alpha", "--sort", "tag:desc", "--group", "tag"]),
    D("colours of a palette: check", by(10_000),
      lambda f, n: check(scene(f, [thing(f"n{i}", attributes={"backgroundColor": f"c{i}"}) for i in range(n)],
                               palette={f"c{i}": f"#{i:06X}" for i in range(n)}))),
    D("colours of a palette: palette list", by(10_000),
      lambda f, n: ["palette", "list", scene(f, [thing(f"n{i}", attributes={"backgroundColor": f"c{i}"}) for i in range(n)],
                                             palette={f"c{i}": f"#{i:06X}" for i in range(n)})]),
    D("colours of a palette: palette set of all", by(8_000),
      lambda f, n: ["palette", "set", "-n",
                    scene(f, [thing(f"n{i}", attributes={"backgroundColor": f"c{i}"}) for i in range(n)],
                          palette={f"c{i}": f"#{i:06X}" for i in range(n)}), *(f"c{i}=red" for i in range(n))]),
    D("plugins that a scene names: check", by(5_000),
      lambda f, n: check(scene(f, [thing("a")], plugins={f"P{i}": "1" for i in range(n)})), (0, 1)),
    # Long texts.
    D("a long text: check", by(2_000_000), lambda f, n: one_object(f, {"text": "a" * n}, lambda s: ["check", s])),
    D("a long text: show", by(2_000_000),
      lambda f, n: ["show", scene(f, [thing("a", "LabelView", {"text": "a" * n})]), "a"]),
    D("a long text: set", by(2_000_000),
      lambda f, n: ["set", "-n", "--stat", scene(f, [thing("a", "LabelView", {"text": "a" * n})]), "#a", "fontSize=9"]),
    D("a long id: check", by(2_000_000), lambda f, n: check(scene(f, [thing("a" * n)]))),
    D("ids with long texts: check", by(1_000), lambda f, n: check(scene(f, [thing("a" * 1_000 + str(i)) for i in range(n)]))),
    D("ids with long texts: show of a misspelt one", by(500),
      lambda f, n: ["show", scene(f, [thing("a" * 1_000 + str(i)) for i in range(n)]), "a" * 1_000 + "x"], (1,)),
    D("a long id that is misspelt: show", by(500),
      lambda f, n: ["show", scene(f, [thing("ab" * n + str(i)) for i in range(5)]), "ba" * n], (1,)),
    D("a long class that is misspelt: find", by(5_000), lambda f, n: ["find", flat(f, 10), "Vi" * n], (1,)),
    D("a long property that is misspelt: set", by(5_000), lambda f, n: ["set", "-n", flat(f, 10), "*", "ta" * n + "=1"], (1,)),
    D("a long class in a scene: check", by(500_000), lambda f, n: check(scene(f, [thing("a", "V" * n)]))),
    D("a long number: check", by(500_000), long_number),
    D("humanize of a long name", by(15_000), lambda f, n: ["humanize", "aB" * n]),
    # find --text.
    D("find --text: many words", by(2_000), lambda f, n: found_by_text(f, [" ".join(words_of(100))] * 100, " ".join(words_of(n))), (1,)),
    D("find --text: words that are there", by(500),
      lambda f, n: found_by_text(f, [" ".join(words_of(n))] * 5, " ".join(words_of(n)))),
    D("find --text: one long word", by(20_000), lambda f, n: found_by_text(f, ["a" * 20_000] * 20, "a" * n + "b"), (0, 1)),
    D("find --text: a long text", by(200_000), lambda f, n: found_by_text(f, ["a" * n] * 2, "aab"), (1,)),
    D("find --text: a long word in a long text", by(20_000), lambda f, n: found_by_text(f, ["a" * (2 * n)] * 2, "a" * n + "b"), (1,)),
    D("find --text: many objects", by(20_000), lambda f, n: found_by_text(f, ["Some text"] * n, "text")),
    D("find [text*=long]", by(20_000),
      lambda f, n: ["find", scene(f, [thing("a", "LabelView", {"text": "a" * (2 * n)})]), f'[text*="{"a" * n}b"]', "--count"], (1,)),
    # Selectors.
    D("alternatives of a selector, by id", by(1_000), lambda f, n: ["find", flat(f, 2_000), ",".join(f"#n{i}" for i in range(n)), "--count"]),
    D("alternatives of a selector, by condition", by(500),
      lambda f, n: ["find", flat(f, 100), ",".join(f"[tag={i}]" for i in range(n)), "--count"]),
    D("alternatives of a selector, by missing ids", by(1_000),
      lambda f, n: ["find", flat(f, 2_000), ",".join(f"#x{i}" for i in range(n)), "--count"], (0, 1)),
    D("alternatives of a selector, by missing classes", by(1_000),
      lambda f, n: ["find", flat(f, 20), "View," + ",".join(f"X{i}" for i in range(n)), "--count"]),
    D("objects and as many ids of a selector: set", by(2_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n),
                    *script(f, [{"select": ",".join(f"#n{i}" for i in range(n)), "set": {"tag": 1}}])]),
    D("compounds of a selector, A B C", by(500), lambda f, n: ["find", nested(f, 2_000), " ".join(["View"] * n), "--count"]),
    D("depth and compounds, A B C", by(500), lambda f, n: ["find", nested(f, n), " ".join(["View"] * n), "--count"]),
    D("conditions of a compound", by(1_000), lambda f, n: ["find", flat(f, 100), "View" + "[tag>=0]" * n, "--count"]),
    D("nested :not", by(25), lambda f, n: ["find", flat(f, 100), ":not(" * n + "View" + ")" * n, "--count"], (0, 1, 64)),
    # One argument of a command line holds 128 KiB.
    D("blanks and comments of a selector", by(250_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, 10), *script(f, [{"select": "View" + "/* a */" * n, "set": {"tag": -1}}])]),
    # Command lines.
    D("columns: find", by(500), lambda f, n: ["find", flat(f, 20), "*", "--columns", ",".join(["tag"] * n)]),
    D("assignments of a command line: one class", by(1_000),
      lambda f, n: declared(f, n, lambda s: ["set", "-n", "--stat", s, "Wide", *(f"p{i}=1" for i in range(n))])),
    D("assignments of a command line: components", by(1_000),
      lambda f, n: ["set", "-n", "--stat", flat(f, 2), "*", *(f"frame.x+={i}" for i in range(n))], (0, 1, 64)),
    D("files: check", by(250), lambda f, n: many_files(f, n, lambda paths: ["check", *paths])),
    D("files: set", by(250), lambda f, n: many_files(f, n, lambda paths: ["set", *paths, "*", "tag=7"])),
    D("files: the same again and again", by(2_000), lambda f, n: ["check", *([flat(f, 1)] * n)]),
    D("files of a folder: find --recursive", by(250),
      lambda f, n: many_files(f, n, lambda paths: ["find", "--recursive=*.json", str(f / "many"), "*", "--count"])),
    D("files that fail: check", by(250), lambda f, n: ["check", *(str(f / f"none{i}.json") for i in range(n))], (1, 66)),
    D("humanize of many names", by(5_000), lambda f, n: ["humanize", *(f"someName{i}" for i in range(n))]),
    # Scripts.
    D("steps: insert", by(1_000), lambda f, n: ["edit", "-n", "--stat", flat(f, 1), *script(f, [{"insert": thing(f"x{i}"), "into": "#n0"} for i in range(n)])]),
    D("steps: insert, each into the one before", by(4_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, 1), *script(f, [{"insert": thing(f"n{i + 1}"), "into": f"#n{i}"} for i in range(n)])]),
    D("steps: insert, each after the one before", by(500),
      lambda f, n: ["edit", "-n", "--stat", flat(f, 1), *script(f, [{"insert": thing(f"n{i + 1}"), "at": {"after": f"#n{i}"}} for i in range(n)])]),
    D("steps: insert and set in turn", by(500),
      lambda f, n: ["edit", "-n", "--stat", flat(f, 1),
                    *script(f, [step for i in range(n)
                                for step in ({"insert": thing(f"x{i}"), "into": "#n0"}, {"select": f"#x{i}", "set": {"tag": i}})])]),
    D("steps: insert, set and setName in turn", by(2_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, 1),
                    *script(f, [step for i in range(n)
                                for step in ({"insert": thing(f"x{i}"), "into": "#n0"}, {"select": f"#x{i}", "set": {"tag": i}},
                                             {"setName": f"#x{i}", "to": f"Name {i}"})])]),
    D("steps: insert, and insert into that", by(500),
      lambda f, n: ["edit", "-n", "--stat", flat(f, 1),
                    *script(f, [step for i in range(n)
                                for step in ({"insert": thing(f"x{i}"), "into": "#n0"}, {"insert": thing(f"y{i}"), "into": f"#x{i}"})])]),
    D("objects and steps: remove and set in turn", by(500),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n),
                    *script(f, [step for i in range(0, n, 2)
                                for step in ({"remove": f"#n{i}"}, {"select": f"#n{i + 1}", "set": {"tag": -1}})])]),
    D("objects and steps: remove", by(500), lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"remove": f"#n{i}"} for i in range(n)])]),
    D("depth and steps: remove, from the innermost outwards", by(8_000),
      lambda f, n: ["edit", "-n", "--stat", nested(f, n), *script(f, [{"remove": f"#n{i}"} for i in reversed(range(n))])]),
    D("objects and steps: renameProperty", by(1_000),
      lambda f, n: ["edit", "-n", "--stat", scene(f, [thing(f"n{i}", attributes={"old": i}) for i in range(n)]),
                    *script(f, [{"renameProperty": "old", "to": "tag", "select": f"#n{i}"} for i in range(n)])]),
    D("properties of an object and steps: renameProperty", by(1_000),
      lambda f, n: ["edit", "-n", "--stat", scene(f, [thing("a", "Wide", {f"old{i}": i for i in range(n)})]),
                    *script(f, [{"renameProperty": f"old{i}", "to": f"p{i}", "select": "#a"} for i in range(n)]),
                    *plugin(f, [component("Wide", n)])]),
    D("properties of an object and steps: renameProperty, listed", by(1_000),
      lambda f, n: ["edit", "-n", "--json", scene(f, [thing("a", "Wide", {f"old{i}": i for i in range(n)})]),
                    *script(f, [{"renameProperty": f"old{i}", "to": f"p{i}", "select": "#a"} for i in range(n)]),
                    *plugin(f, [component("Wide", n)])]),
    D("objects and steps: rename", by(500),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"rename": f"#n{i}", "to": f"m{i}"} for i in range(n)])]),
    D("objects and steps: rename and set in turn", by(2_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n),
                    *script(f, [step for i in range(n)
                                for step in ({"rename": f"#n{i}", "to": f"m{i}"}, {"select": f"#m{i}", "set": {"tag": -1}})])]),
    D("objects and steps: setName", by(500),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"setName": f"#n{i}", "to": f"Name {i}"} for i in range(n)])]),
    D("objects that get a name, listed", by(4_000),
      lambda f, n: ["edit", "-n", flat(f, n), *script(f, [{"setName": "*", "to": "Name"}])]),
    D("objects that get a name", by(16_000),
      lambda f, n: ["edit", flat(f, n), *script(f, [{"setName": "*", "to": "Name"}])]),
    D("objects and steps: move", by(500),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"move": f"#n{i}", "into": "#n0"} for i in range(1, n)])]),
    D("objects and steps: duplicate", by(500),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"duplicate": f"#n{i}", "as": f"m{i}"} for i in range(n)])]),
    D("objects and steps: set", by(2_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"select": f"#n{i}", "set": {"tag": -1}} for i in range(n)])]),
    D("objects and steps: set, written", by(2_000),
      lambda f, n: ["edit", flat(f, n), *script(f, [{"select": f"#n{i}", "set": {"tag": -1}} for i in range(n)])]),
    D("objects and steps: expect", by(2_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, n), *script(f, [{"expect": {"select": f"#n{i}", "values": {"tag": i}}} for i in range(n)])]),
    D("steps: set of one object", by(2_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, 1), *script(f, [{"select": "#n0", "set": {"tag": i}} for i in range(n)])]),
    D("objects of one insert", by(5_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, 1), *script(f, [{"insert": [thing(f"x{i}") for i in range(n)], "into": "#n0"}])]),
    D("steps: palette", by(2_000),
      lambda f, n: ["edit", "-n", "--stat", flat(f, 1), *script(f, [{"palette": {"set": {f"c{i}": "#FF0000"}}} for i in range(n)])]),
    D("colours and steps: palette, set, rename and remove", by(2_000),
      lambda f, n: ["edit", "-n", "--stat", scene(f, [thing("a")], palette={f"c{i}": "#000000" for i in range(n)}),
                    *script(f, [{"palette": change} for i in range(n)
                                for change in ({"set": {f"c{i}": "red"}}, {"rename": {f"c{i}": f"d{i}"}}, {"remove": [f"d{i}"]})])]),
    D("colours and steps: expect of the palette", by(4_000),
      lambda f, n: ["edit", "-n", "--stat", scene(f, [thing("a")], palette={f"c{i}": "#000000" for i in range(n)}),
                    *script(f, [{"expect": {"palette": {f"c{i}": "#000000"}}} for i in range(n)])]),
    D("values of a step", by(1_000),
      lambda f, n: declared(f, n, lambda s: ["edit", "-n", "--stat", s, *script(f, [{"select": "Wide", "set": {f"p{i}": 1 for i in range(n)}}])])),
    # Descriptions.
    D("declared properties: check", by(2_500), lambda f, n: declared(f, n, check)),
    D("declared properties: check of all, live", by(2_500), lambda f, n: declared(f, n, check, 0, inert=False)),
    D("declared properties: get", by(2_500), lambda f, n: declared(f, n, lambda s: ["get", s, "a.p5"])),
    D("declared properties: show", by(2_500), lambda f, n: declared(f, n, lambda s: ["show", s, "a"])),
    D("declared properties: show of two", by(2_500), lambda f, n: declared(f, n, lambda s: ["show", s, "*"])),
    D("declared properties: set", by(2_500), lambda f, n: declared(f, n, lambda s: ["set", "-n", s, "Wide", "p7=1"])),
    D("declared properties: set of one misspelt", by(2_500), lambda f, n: declared(f, n, lambda s: ["set", "-n", s, "Wide", "q7=1"]), (1,)),
    D("declared properties: schema", by(2_500), lambda f, n: declared(f, n, lambda s: ["schema"])),
    D("declared properties: export", by(2_500), lambda f, n: declared(f, n, lambda s: ["export", s, "-o", str(f / "b")], 0)),
    D("declared properties: export --effective", by(2_500),
      lambda f, n: declared(f, n, lambda s: ["export", "--effective", s, "-o", str(f / "b")], 0, inert=False)),
    D("declared properties with aliases: check", by(2_500),
      lambda f, n: [*check(scene(f, [thing("a", "Wide", {"q5": 1})])),
                    *plugin(f, [component("Wide", n) | {"properties": [p | {"aliases": ["q" + p["name"][1:]]} for p in component("Wide", n)["properties"]]}])]),
    D("aliases of one property: check", by(2_500),
      lambda f, n: [*check(scene(f, [thing("a", "Wide", {"q5": 1})])),
                    *plugin(f, [component("Wide", 1, aliases=[f"q{i}" for i in range(n)])])]),
    D("properties that depend on each other: check", by(1_000), lambda f, n: chained(f, n, check)),
    D("options of a property: check", by(2_500),
      lambda f, n: [*check(scene(f, [thing(f"a{i}", "Wide", {"p0": i}) for i in range(n)])),
                    *plugin(f, [component("Wide", 1, options=[{"value": i, "label": f"O {i}"} for i in range(n)])])]),
    D("classes that extend each other: check", by(500), lambda f, n: based(f, n, check)),
    D("classes of a description: plugin list", by(1_000, 3), lambda f, n: ["plugin", "list", *plugin(f, [component(f"C{i}") for i in range(n)])]),
    D("classes of a description: check", by(1_000, 3),
      lambda f, n: [*check(scene(f, [thing("a")])), *plugin(f, [component(f"C{i}") for i in range(n)])]),
    D("classes of a description: find :kind", by(1_000, 3),
      lambda f, n: ["find", scene(f, [thing("a", "C5")]), ":kind(C5)", *plugin(f, [component(f"C{i}") for i in range(n)])]),
    D("classes of a description: find, a misspelt class", by(1_000, 3),
      lambda f, n: ["find", scene(f, [thing("a", "C5")]), "Cx", *plugin(f, [component(f"C{i}") for i in range(n)])], (1,)),
    D("unknown classes, and known: check", by(1_000),
      lambda f, n: [*check(scene(f, [thing(f"n{i}", f"D{i}") for i in range(n)])), *plugin(f, [component(f"C{i}") for i in range(n)])]),
    D("unknown attributes, and declared: check", by(1_000),
      lambda f, n: [*check(scene(f, [thing("a", "Wide", {f"q{i}": i for i in range(n)})])), *plugin(f, [component("Wide", n)])]),
    # Two scenes.
    D("objects that differ: diff", by(5_000),
      lambda f, n: two(f, tags(n), [thing(f"n{i}", attributes={"tag": i + 1}) for i in range(n)], lambda a, b: ["shell", a, "-X", "-c", f"open {b}", "-c", "diff"])),
    # The shell.
    D("shell: set, and undo of all", by(500),
      lambda f, n: shell(flat(f, 1), [f"set '#n0' tag={i + 1}" for i in range(n)] + [f"undo {n}", "quit --discard"], f), (0, 1)),
    D("shell: set, undo one by one", by(500),
      lambda f, n: shell(flat(f, 1), [f"set '#n0' tag={i + 1}" for i in range(n)] + ["undo"] * n + ["quit --discard"], f), (0, 1)),
    D("shell: a long history, listed", by(500),
      lambda f, n: shell(flat(f, 1), [f"set '#n0' tag={i + 1}" for i in range(n)] + ["history", "quit --discard"], f)),
    D("shell: a long history, why", by(500),
      lambda f, n: shell(flat(f, 1), [f"set '#n0' tag={i + 1}" for i in range(n)] + ["why n0.tag"] * 10 + ["quit --discard"], f)),
    D("shell: a large selection, set again and again", by(10_000),
      lambda f, n: shell(flat(f, n), ["select '*'"] + [f"set tag={i}" for i in range(5)] + ["quit --discard"], f)),
    D("shell: many scratches", by(250),
      lambda f, n: shell(flat(f, 1), [line for i in range(n) for line in ("scratch", f"set '#n0' tag={i + 1}", "commit")] + ["quit --discard"], f)),
    D("shell: one scratch of many edits", by(500),
      lambda f, n: shell(flat(f, 1), ["scratch"] + [f"set '#n0' tag={i + 1}" for i in range(n)] + ["commit", "quit --discard"], f)),
    D("shell: a transaction of many edits", by(500),
      lambda f, n: shell(flat(f, 1), ["begin"] + [f"set '#n0' tag={i + 1}" for i in range(n)] + ["commit", "quit --discard"], f)),
    D("shell: save-patch of many edits", by(500),
      lambda f, n: shell(flat(f, n), [f"set '#n{i}' tag=-1" for i in range(n)] + [f"save-patch {f / 'b'}", "quit --discard"], f)),
    D("shell: save-patch of objects that were added", by(250),
      lambda f, n: shell(flat(f, 1), ["add View --in /"] * n + [f"save-patch {f / 'b'}", "quit --discard"], f)),
    D("shell: save-patch of objects that were moved at once", by(500),
      lambda f, n: shell(held(f, n), ["move '#a > *' --in b", f"save-patch {f / 'b'}", "quit --discard"], f)),
    D("shell: save-patch of objects that were removed at once", by(500),
      lambda f, n: shell(held(f, n), ["remove '#a > *'", f"save-patch {f / 'b'}", "quit --discard"], f)),
    D("shell: a scratch of objects that were added", by(250),
      lambda f, n: shell(held(f, n), ["scratch"] + ["add View --in b"] * n + ["commit", "quit --discard"], f)),
    D("shell: a scratch of objects that were moved, beside another edit", by(4_000),
      lambda f, n: shell(held(f, n), ["scratch", "move '#a > *' --in b", "set '#c0' tag=9", "commit", "quit --discard"], f)),
    D("palette: colours that are none, listed", by(4_000),
      lambda f, n: ["palette", "list", scene(f, [thing("a")], palette={f"c{i}": "none" for i in range(n)})], (0, 1)),
    D("shell: add", by(500), lambda f, n: shell(flat(f, 1), ["add View"] * n + ["quit --discard"], f)),
    D("shell: many aliases", by(500), lambda f, n: shell(flat(f, 1), [f"alias a{i}=pwd" for i in range(n)] + ["quit --discard"], f)),
    D("shell: a long line", by(20_000), lambda f, n: shell(flat(f, 1), ["select " + ",".join(["#n0"] * n)], f)),
    D("shell: many watches", by(50), lambda f, n: shell(flat(f, 1), [f"watch '[tag>{i}]'" for i in range(n)] + ["set '#n0' tag=3", "quit --discard"], f)),
]


# MARK: measuring


def processor():
    # Only the sum is exact: the kernel estimates its two parts from clock ticks.
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def spent(words, environment, folder, codes):
    """Returns (processor seconds of the program and its workers, None), or (None, the problem)."""
    start = processor()
    with open(folder / "errors", "wb") as errors:
        try:
            run = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, env=environment, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return None, f"over {PATIENCE} s"
        except OSError as error:
            return None, str(error)
    took = processor() - start
    if run.returncode not in codes:
        lines = (folder / "errors").read_text(errors="replace").strip().splitlines()
        return None, f"exit {run.returncode}: {lines[0][:100] if lines else 'no words'}"
    return took, None


def measured(tool, dimension, root):
    """Returns the seconds for each size, or the problem instead of a number. Short runs are repeated, and the least time counts."""
    times = []
    for size in dimension.sizes:
        folder = root / "dimension"
        subprocess.run(["rm", "-rf", folder], check=True)
        folder.mkdir(parents=True)
        words = [str(tool), *dimension.make(folder, size)]
        homes = {name: str(folder) for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME")}
        environment = dict(os.environ, NO_COLOR="1", **homes)
        # The first run also reads the plugins' descriptions.
        warm = "--plugin" in words
        best, began, runs = None, time.monotonic(), 0
        while runs < (2 if warm else 1) or (time.monotonic() - began < 0.6 and runs < 6):
            took, problem = spent(words, environment, folder, dimension.codes)
            runs += 1
            if problem:
                return [*times, problem]
            if warm and runs == 1 and took < 5:
                continue
            best = took if best is None else min(best, took)
            if took > 5:
                break
            subprocess.run(["rm", "-rf", folder / "b"], check=True)
        times.append(best)
    return times


def exponent(sizes, times):
    """Returns the exponent between the two largest sizes, without the start; None if the times are too short, or if one is missing."""
    if len(times) < 3 or any(isinstance(t, str) for t in times) or times[2] < LEAST_SECONDS:
        return None
    ratio = sizes[2] / sizes[1]
    # The time at size 0 if the first step is linear; 0 if it is steeper.
    start = max(0, times[0] - (times[1] - times[0]) / (ratio - 1))
    return max(0, log(max(times[2] - start, 1e-9) / max(times[1] - start, 1e-9), ratio))


def dimension_rows(tool, root, only, tell):
    rows = []
    for dimension in DIMENSIONS:
        if only and only not in dimension.name:
            continue
        tell(dimension.name)
        times = measured(tool, dimension, Path(root))
        power = exponent(dimension.sizes, times)
        for _ in range(AGAIN):
            if power is None or power <= MOST:
                break
            again = measured(tool, dimension, Path(root))
            if len(again) == len(times) and not any(isinstance(t, str) for t in again):
                times = [min(pair) for pair in zip(times, again)]
            power = exponent(dimension.sizes, times)
        shown = [t if isinstance(t, str) else f"{t:.2f}" for t in times] + [""] * (3 - len(times))
        if power is None:
            verdict = "short" if len(times) == 3 and not isinstance(times[2], str) else "MISSED"
        else:
            verdict = "MISSED" if power > MOST else "met"
        rows.append([dimension.name, "; ".join(f"{size:,}" for size in dimension.sizes), *shown,
                     "" if power is None else f"{power:.2f}", verdict])
    tell("")
    return rows


def dimension_table(tool, root, only, tell):
    return table(["many of", "sizes", "s", "s", "s", "exponent", f"at most {MOST}"], dimension_rows(tool, root, only, tell))
