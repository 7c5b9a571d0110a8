#!/usr/bin/env python3
"""Damages scenes, and kills the commands that write: nothing crashes, and no file is half of anything.

    Tests/Tools/damage_scenes.py [BUILD-FOLDER] [--flips 5000] [--kills 300] [--exports 60] [--objects 20000] [--seed 1]

1. Single bits of a scene are flipped. `check` ends with a code of the table, and so does `set`. What `set` refuses is the same
   bytes as before; what it changes is, for Python's JSON reader, the scene before with that one value, and other bytes are the same.
2. Every prefix of a scene is refused by `check` and by `set`, which changes no byte.
3. `set` and `export` on a large scene are killed with signal 9 at random moments. The scene is the old one or the new one, to the
   byte; the bundle is the new one or not there; the same command run again leaves nothing but its result.
"""
import argparse, json, os, pathlib, random, shutil, signal, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENE = ROOT / "Tests" / "Fixtures" / "scenes" / "profile-card.scene.json"
CODES = {0, 1, 65, 66, 69}
BATCH = 250
PATIENCE = 600


def run(program, words, folder):
    environment = {**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": f"{folder}/cache", "XDG_STATE_HOME": f"{folder}/state"}
    return subprocess.run([program, *words], cwd=folder, env=environment, capture_output=True, timeout=PATIENCE)


def objects(document):
    """All objects of a scene, parents first."""
    found, rest = [], list(document["objects"])
    while rest:
        item = rest.pop(0)
        found.append(item)
        rest += item.get("children", [])
    return found


def unique(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key appears twice")
    return dict(pairs)


def read(data):
    return json.loads(data.decode("utf-8"), object_pairs_hook=unique)


class Damage:
    def __init__(self, program, folder):
        self.program, self.folder, self.problems = program, folder, []
        self.counts = {"changed": 0, "refused": 0}

    def outcomes(self, words, names):
        """The exit code of each scene."""
        done = run(self.program, words, self.folder)
        if done.returncode not in CODES or b"Fatal error" in done.stderr:
            self.problems.append(f"{words[0]} ended with {done.returncode}: {done.stderr[-500:]!r}")
            return {}
        codes = {scene["scene"]: scene.get("exitCode", 0) for scene in json.loads(done.stdout)["scenes"]}
        for name in names:
            if codes.get(name) not in CODES:
                self.problems.append(f"{words[0]} {name}: the code is {codes.get(name)}")
        return codes

    def batch(self, texts, must_refuse=False):
        """Checks and edits scenes, a name of each and its bytes."""
        for name, text in texts.items():
            (self.folder / name).write_bytes(text)
        names = list(texts)
        checked = self.outcomes(["check", "--json", *names], names)
        edited = self.outcomes(["set", "--json", "--allow-empty", *names, "#badge", "tag=90817"], names)
        for name, text in texts.items():
            now = (self.folder / name).read_bytes()
            if must_refuse and (checked.get(name) == 0 or edited.get(name) == 0):
                self.problems.append(f"{name} is no whole scene: check {checked.get(name)}, set {edited.get(name)}")
            if edited.get(name, 1) != 0 or now == text:
                self.counts["refused" if edited.get(name, 1) else "changed"] += 1
                if now != text:
                    self.problems.append(f"{name}: set ended with {edited[name]} and changed the file")
            else:
                self.counts["changed"] += 1
                self.compare(name, text, now)
            (self.folder / name).unlink()

    def compare(self, name, before, after):
        try:
            wanted, found = read(before), read(after)
            for item in objects(wanted):
                if item["id"] == "badge":
                    item.setdefault("attributes", {})["tag"] = 90817
            if wanted != found:
                self.problems.append(f"{name}: set changed something else")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self.problems.append(f"{name}: set changed a text that Python refuses: {error}")
            return
        start = next((i for i, (a, b) in enumerate(zip(before, after)) if a != b), min(len(before), len(after)))
        added = len(after) - len(before)
        # A scene whose "attributes" has another name now gets that member too.
        if not 0 <= added < 80 or before[start:] != after[start + added:]:
            self.problems.append(f"{name}: other bytes than those of the value differ")

    def flips(self, count, choice):
        text = SCENE.read_bytes()
        bits = choice.sample(range(len(text) * 8), min(count, len(text) * 8))
        for start in range(0, count, BATCH):
            texts = {}
            for bit in bits[start:start + BATCH]:
                damaged = bytearray(text)
                damaged[bit // 8] ^= 1 << bit % 8
                texts[f"bit-{bit}.json"] = bytes(damaged)
            self.batch(texts)

    def prefixes(self):
        text = SCENE.read_bytes()
        whole = len(text.rstrip())
        lengths = list(range(whole))
        for start in range(0, whole, BATCH):
            self.batch({f"first-{length}.json": text[:length] for length in lengths[start:start + BATCH]}, must_refuse=True)
        return whole


def large(count):
    rows = ",\n".join(
        '    { "id": "n%d", "class": "%s", "attributes": { "tag": %d } }' % (i, ["View", "StarView", "LabelView"][i % 3], i)
        for i in range(count))
    return ('{ "format": "inspector-scene/1", "objects": [\n%s\n] }\n' % rows).encode()


def tree(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*"))} if folder.exists() else None


def kills(program, folder, words, count, objects, choice, problems):
    """Kills one command at random moments; answers how often the old state and the new one were found."""
    work = folder / "kills"
    text = large(objects)

    def begin():
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        (work / "s.json").write_bytes(text)

    def state():
        return (work / "s.json").read_bytes(), tree(work / "s.bundle")

    taken = []
    for _ in range(3):
        begin()
        old, start = state(), time.monotonic()
        done = run(program, words, work)
        taken.append(time.monotonic() - start)
        if done.returncode:
            sys.exit(f"damage_scenes: {words} ended with {done.returncode}: {done.stderr[-300:]!r}")
    new, counts, swept = state(), {"old": 0, "new": 0}, 0
    for _ in range(count):
        begin()
        environment = {**os.environ, "HOME": str(work), "XDG_CACHE_HOME": f"{folder}/cache", "XDG_STATE_HOME": f"{folder}/state"}
        process = subprocess.Popen([program, *words], cwd=work, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(choice.random() * max(taken) * 1.2)
        process.kill()
        process.wait()
        now = state()
        if now not in (old, new):
            problems.append(f"{words[0]} was killed, and what is left is neither the old state nor the new one")
        counts["new" if now == new else "old"] += 1
        left = [name for name in os.listdir(work) if name not in ("s.json", "s.bundle")]
        swept += bool(left)
        done = run(program, words, work)
        if done.returncode:
            problems.append(f"{words[0]} after a kill ended with {done.returncode}: {done.stderr[-300:]!r}")
        left = [name for name in os.listdir(work) if name not in ("s.json", "s.bundle") and not name.startswith((".cache", "cache", "state", ".local"))]
        if left:
            problems.append(f"left behind after {words[0]} was killed, and run again: {', '.join(left)}")
    return f"{words[0]}: {counts['old']} old, {counts['new']} new, {swept} with a leftover that the next command took away"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--flips", type=int, default=5000)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--exports", type=int, default=60)
    parser.add_argument("--objects", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    choice = random.Random(options.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="inspector-damage-"))
    program = str(options.build.resolve() / "inspector")
    try:
        damage = Damage(program, folder)
        damage.flips(options.flips, choice)
        flips = dict(damage.counts)
        whole = damage.prefixes() if options.flips else 0
        problems = damage.problems
        lines = [
            kills(program, folder, ["set", "s.json", "*", "tag+=1"], options.kills, options.objects, choice, problems),
            kills(program, folder, ["export", "s.json", "-o", "s.bundle"], options.exports, options.objects, choice, problems),
        ]
        for problem in problems[:40]:
            print(problem, file=sys.stderr)
        for line in lines:
            print(f"damage_scenes: {line}")
        print(f"check: damaged scenes: {options.flips} bits flipped ({flips['changed']} still scenes, {flips['refused']} refused), "
              f"{whole} prefixes refused, {options.kills} kills of set and {options.exports} of export: {len(problems)} faults")
        return 1 if problems else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
