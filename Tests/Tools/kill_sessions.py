#!/usr/bin/env python3
"""Kills a session at random moments while it is edited and saved, and looks at what is left.

    Tests/Tools/kill_sessions.py [--kills 1000] [--seed 1] [PROBE]

PROBE is `SessionProbe`, by default that of the debug build. Each round starts it on a scene, lets it edit (each change
acknowledged by a line once it is durable) and save in the background, and kills it with signal 9 after a random time;
now and then the recovery is killed, too. After each kill:

- the scene's file is, to the byte, a state that was acknowledged, the one before the first edit, or the one that was
  being acknowledged: never half of one;
- recovery gives the last state that was acknowledged, or the one after it, whose line the kill cut off.

What the state after the last line would be is found by making the same edits again without a kill.
"""
import argparse, hashlib, os, pathlib, random, shutil, signal, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def start_scene(objects=30):
    items = [
        '{ "id": "p%d", "class": "Panel", "attributes": { "width": %d } }' % (i, i) for i in range(objects)
    ]
    return '{ "format": "inspector-scene/1",\n  "objects": [\n    %s ] }\n' % ",\n    ".join(items)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Rounds:
    def __init__(self, probe, folder, seed):
        self.probe, self.folder, self.random = probe, folder, random.Random(seed)
        self.scene = folder / "kill.scene.json"
        self.scene.write_text(start_scene())
        self.environment = dict(os.environ, XDG_STATE_HOME=str(folder / "state"))
        self.counts = dict.fromkeys(
            ["kills", "edits", "saves", "recovered", "one further", "in a recovery", "temporaries"], 0)

    def run(self, *arguments, scene=None, environment=None):
        return subprocess.Popen(
            [self.probe, arguments[0], str(scene or self.scene), *arguments[1:]], stdout=subprocess.PIPE,
            env=environment or self.environment)

    def killed(self, process, delay, after_line):
        """What a process printed that was killed after a time, counted from its first line or its start."""
        first = process.stdout.readline() if after_line else b""
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
        process.wait()
        return (first + rest).decode().splitlines()

    def state_after(self, seed, count, before):
        """The digest after so many changes, made on a copy that is not killed."""
        folder = self.folder / "again"
        folder.mkdir()
        copy = folder / "kill.scene.json"
        copy.write_bytes(before)
        environment = dict(self.environment, XDG_STATE_HOME=str(folder / "state"))
        lines = self.run("edit", seed, str(count), scene=copy, environment=environment).communicate()[0]
        shutil.rmtree(folder)
        edits = [line.split()[1] for line in lines.decode().splitlines() if line.startswith("edit ")]
        return edits[-1] if len(edits) == count else None

    def round(self, number):
        before = self.scene.read_bytes()
        seed = str(self.random.randrange(1 << 40))
        delay = self.random.choice([0.002, 0.02, 0.1]) * self.random.random()
        lines = self.killed(self.run("edit", seed), delay, self.random.random() < 0.9)
        problems = [line for line in lines if line.startswith("error")]
        states = [hashlib.sha256(before).hexdigest()]
        states += [line.split()[1] for line in lines if line.startswith("edit ")]
        self.counts["kills"] += 1
        self.counts["edits"] += len(states) - 1
        self.counts["saves"] += lines.count("saved")
        further = None
        on_disk = digest(self.scene)
        if on_disk not in states:
            further = self.state_after(seed, len(states), before)
            if on_disk != further:
                problems.append("the file is no state that there was")
        if self.random.random() < 0.2:
            self.killed(self.run("recover"), 0.02 * self.random.random(), False)
            self.counts["in a recovery"] += 1
        words = self.run("recover").communicate()[0].decode().split()
        if words[:1] != ["is"]:
            problems.append("recovery says " + " ".join(words))
        elif words[1] != states[-1]:
            further = further or self.state_after(seed, len(states), before)
            if words[1] != further:
                problems.append("an acknowledged edit is lost")
            self.counts["one further"] += 1
        if digest(self.scene) != words[-1]:
            problems.append("the file is not what was recovered")
        if on_disk != words[-1]:
            self.counts["recovered"] += 1
        for left in self.folder.glob(".inspector-*.tmp"):
            self.counts["temporaries"] += 1
            left.unlink()
        for problem in problems:
            print(f"round {number}, seed {seed}, after {len(states) - 1} edits: {problem}", file=sys.stderr)
        # A scene that has grown large is begun anew, and so is one that something went wrong with.
        if problems or self.scene.stat().st_size > 50_000:
            shutil.rmtree(self.folder / "state", ignore_errors=True)
            self.scene.write_text(start_scene())
        return not problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("probe", nargs="?", default=str(ROOT / ".build/debug/SessionProbe"))
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="inspector-kill-"))
    try:
        rounds = Rounds(options.probe, folder, options.seed)
        good = sum(rounds.round(number) for number in range(options.kills))
        print(", ".join(f"{count} {what}" for what, count in rounds.counts.items()))
        left = [path.name[33:] for path in (folder / "state").rglob("*") if path.is_file()]
        print(f"{good} of {options.kills} kills lost nothing and left no half-written file; journals left: {left}")
        return 0 if good == options.kills else 1
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
