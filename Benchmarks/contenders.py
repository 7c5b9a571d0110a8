"""The measured programs: `inspector` and its peers, with the command line of each."""
import shutil
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".build-bench/peers"
PYTHON = ROOT / ".build-bench/python/bin/python3"
TOOL = ROOT / ".build/release/inspector"
SOURCES = ROOT / "Benchmarks/peers"

BASE = "json-c edit"


@dataclass
class Contender:
    """A measured command. `{in}`, `{out}`, `{copy}` and `{steps}` stand for the scene, a new file, a fresh copy of the scene, and an edit script."""

    name: str
    command: list[str]
    stdout: bool = False  # True if its standard output is the new file
    most: int = 1_000_000  # the largest scene, in objects, on which it is measured
    least: int = 0  # the smallest scene, in objects, on which it is measured
    codes: list[int] = field(default_factory=lambda: [0])

    @property
    def is_ours(self):
        return self.command[0] == str(TOOL)

    @property
    def copies(self):
        return "{copy}" in self.command


def peer(program, mode):
    files = ["{in}"] if mode == "walk" else ["{in}", "{out}"]
    return [str(PEERS / program), mode, *files]


def ours(*words):
    return [str(TOOL), *words]


NODE = shutil.which("node") or "node"

PEERS_OF_ALL_SIZES = [
    Contender(BASE, peer("jsonc_edit", "edit")),
    Contender("json-c edit, tree freed", peer("jsonc_edit", "edit-free"), most=100_000),
    Contender("json-c walk", peer("jsonc_edit", "walk"), most=100_000),
    Contender("RapidJSON edit", peer("rapidjson_edit", "edit")),
    Contender("RapidJSON walk", peer("rapidjson_edit", "walk")),
    Contender("simdjson splice", peer("simdjson_edit", "edit")),
    Contender("simdjson walk", peer("simdjson_edit", "walk")),
    Contender("orjson edit", [str(PYTHON), str(SOURCES / "orjson_edit.py"), "edit", "{in}", "{out}"]),
    Contender("Node edit", [NODE, str(SOURCES / "node_edit.js"), "{in}", "{out}"]),
    Contender("jq edit", ["jq", "-c", "-f", str(SOURCES / "edit.jq"), "{in}"], stdout=True, most=100_000),
    Contender("gojq edit", ["gojq", "-c", "-f", str(SOURCES / "edit.jq"), "{in}"], stdout=True, most=100_000),
]

STAR = ["StarView", "cornerRadius=12.5"]
OURS = [
    Contender("inspector set, new file", ours("set", "{in}", *STAR, "-o", "{out}")),
    Contender("inspector set, in place", ours("set", "{copy}", *STAR)),
    Contender("inspector set SliderView value=0.5", ours("set", "{in}", "SliderView", "value=0.5", "-o", "{out}")),
    Contender("inspector set of one by id", ours("set", "{in}", "#n500", "tag=7", "-o", "{out}")),
    Contender("inspector find", ours("find", "{in}", "StarView[cornerRadius>8]", "--count")),
    Contender("inspector check --no-hooks", ours("check", "--no-hooks", "{in}")),
    Contender("inspector check", ours("check", "{in}")),
    Contender("inspector render", ours("render", "{in}", "-o", "{out}"), most=100_000),
]

MANY = 1_000_000
OURS += [
    Contender(name, ours(*words, "-o", "{out}"), least=MANY)
    for name, words in [
        ("inspector set * tag=7", ["set", "{in}", "*", "tag=7"]),
        ("inspector set * frame.x+=8", ["set", "{in}", "*", "frame.x+=8"]),
        ("inspector set * alpha*=0.5", ["set", "{in}", "*", "alpha*=0.5"]),
        ("inspector set StarView cornerRadius+=2", ["set", "{in}", "StarView", "cornerRadius+=2"]),
        ("inspector set SliderView value*=0.5", ["set", "{in}", "SliderView", "value*=0.5"]),
        ("inspector export", ["export", "{in}"]),
        ("inspector export --effective", ["export", "--effective", "{in}"]),
    ]
] + [
    Contender("inspector find --sort", ours("find", "{in}", "StarView", "--sort", "cornerRadius:desc", "--columns", "cornerRadius,frame"), least=MANY),
    Contender("inspector find --group", ours("find", "{in}", "*", "--group", "class", "--count"), least=MANY),
    Contender("inspector show of a class", ours("show", "{in}", "StarView"), least=MANY),
    Contender("inspector edit of five steps", ours("edit", "{in}", "--script", "{steps}", "-o", "{out}"), least=100_000, most=100_000),
]

# An edit script with steps of several kinds, as users write them.
STEPS = {
    "format": "inspector-edit/1",
    "steps": [
        {"select": "StarView", "set": {"cornerRadius": 12.5}},
        {"select": "*", "set": {"tag": 7}},
        {"select": "LabelView[fontSize<12]", "set": {"fontSize": 12}},
        {"select": "SliderView", "set": {"value": 0.5}},
        {"setName": "StackView", "to": "stack"},
    ],
}


def contenders():
    """Returns the installed programs, and the names of the missing ones."""
    listed = PEERS_OF_ALL_SIZES + OURS
    there = lambda c: Path(c.command[0]).exists() or shutil.which(c.command[0]) is not None
    return [c for c in listed if there(c)], [c.name for c in listed if not there(c)]
