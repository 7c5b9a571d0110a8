"""Who runs: the programs, what each does, and what is asked of ours."""
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
    """A command that is measured. `{in}`, `{out}` and `{copy}` stand for the scene, a new file, and a fresh copy of the scene."""

    name: str
    command: list[str]
    stdout: bool = False  # whether its standard output is the file to write
    time_mark: float | None = None  # of the base's time, at most
    peak_mark: float | None = None  # of the scene's size, at most
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


PEERS_OF_ALL_SIZES = [
    Contender(BASE, peer("jsonc_edit", "edit")),
    Contender("json-c edit, tree freed", peer("jsonc_edit", "edit-free")),
    Contender("json-c walk", peer("jsonc_edit", "walk")),
    Contender("RapidJSON edit", peer("rapidjson_edit", "edit")),
    Contender("RapidJSON walk", peer("rapidjson_edit", "walk")),
    Contender("simdjson splice", peer("simdjson_edit", "edit")),
    Contender("simdjson walk", peer("simdjson_edit", "walk")),
    Contender("orjson edit", [str(PYTHON), str(SOURCES / "orjson_edit.py"), "edit", "{in}", "{out}"]),
    Contender("jq edit", ["jq", "-c", "-f", str(SOURCES / "edit.jq"), "{in}"], stdout=True),
]

STAR = ["StarView", "cornerRadius=12.5"]
OURS = [
    Contender("inspector check", ours("check", "{in}"), time_mark=0.5, peak_mark=4),
    Contender("inspector set, new file", ours("set", "{in}", *STAR, "-o", "{out}"), time_mark=0.5, peak_mark=4),
    Contender("inspector set, in place", ours("set", "{copy}", *STAR), time_mark=0.5, peak_mark=4),
    Contender("inspector set SliderView value=0.5", ours("set", "{in}", "SliderView", "value=0.5", "-o", "{out}")),
]


def contenders():
    """All that are there."""
    listed = PEERS_OF_ALL_SIZES + OURS
    return [c for c in listed if c.command[0] != str(PYTHON) or PYTHON.exists()]
