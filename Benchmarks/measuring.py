"""Runs commands in rounds, and records their times and memory."""
import json
import os
import shutil
import subprocess
from pathlib import Path
from statistics import median

from contenders import PEERS, STEPS


class Measured:
    """The times and memory of one contender in all rounds."""

    def __init__(self, contender):
        self.contender = contender
        self.wall = []  # seconds
        self.processor = []  # seconds
        self.peak = None  # bytes
        self.processes = None
        self.problem = None

    @property
    def time(self):
        return median(self.wall) if self.wall else None


class Place:
    """A folder with a scene and the files of the runs on it."""

    def __init__(self, folder, scene):
        self.scene = Path(scene)
        self.out = Path(folder) / "out.json"
        self.copy = Path(folder) / "copy.json"
        self.steps = Path(folder) / "steps.json"
        self.steps.write_text(json.dumps(STEPS))
        self.report = Path(folder) / "report"
        self.errors = Path(folder) / "errors"
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(folder), XDG_DATA_HOME=str(folder), NO_COLOR="1")

    def words(self, contender):
        files = {"{in}": str(self.scene), "{out}": str(self.out), "{copy}": str(self.copy), "{steps}": str(self.steps)}
        return [files.get(word, word) for word in contender.command]

    def remove_out(self):
        """Removes the output of the last run: a file, or the folder of a bundle."""
        if self.out.is_dir():
            shutil.rmtree(self.out)
        else:
            self.out.unlink(missing_ok=True)

    def run(self, contender, peak=False):
        """Runs a command once; returns (seconds, processor seconds, bytes, processes), or the problem as text."""
        # Every run writes a new file: overwriting one whose pages are in memory is faster.
        self.remove_out()
        if contender.copies:
            shutil.copyfile(self.scene, self.copy)
        measure = [str(PEERS / "measure")] + (["--peak"] if peak else []) + [str(self.report)]
        target = self.out if contender.stdout else os.devnull
        with open(target, "wb") as output, open(self.errors, "wb") as errors:
            subprocess.run(
                measure + self.words(contender), stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=self.environment,
                check=True)
        code, wall, processor, kilobytes, processes = map(int, self.report.read_text().split())
        if code not in contender.codes:
            words = self.errors.read_text(errors="replace").strip().splitlines()
            return f"exit {code}: {words[0] if words else 'no words'}"
        if "{out}" in contender.command and not self.out.exists():
            return "it wrote no file"
        return wall / 1e9, processor / 1e9, kilobytes * 1024, processes


def rounds(contenders, place, count, tell):
    """Runs a warm-up, which also measures memory, then `count` rounds of all contenders in turn: A B C A B C …"""
    all_measured = [Measured(c) for c in contenders]
    for measured in all_measured:
        tell(f"warm-up: {measured.contender.name}")
        result = place.run(measured.contender)
        if isinstance(result, str):
            measured.problem = result
            continue
        result = place.run(measured.contender, peak=True)
        if isinstance(result, str):
            measured.problem = result
        elif result[3] > 0:
            measured.peak, measured.processes = result[2], result[3]
    for number in range(count):
        for measured in all_measured:
            if measured.problem:
                continue
            tell(f"round {number + 1} of {count}: {measured.contender.name}")
            result = place.run(measured.contender)
            if isinstance(result, str):
                measured.problem = result
            else:
                measured.wall.append(result[0])
                measured.processor.append(result[1])
    return all_measured
