#!/usr/bin/env python3
"""Edits a scene at the prompt while a script edits all of it in the background, and ends the shell in the middle.

    Tests/Tools/background_edits.py [BUILD-FOLDER] [--rounds 20] [--objects 20000] [--seed 1] [--only kill]

Each round edits the scene and three scratches, each in its own way, then starts a script that changes every object, and goes on
setting values of single objects here and there until the shell is ended: by signal 9 at a random moment, by an interrupt (Ctrl-C)
and then the end of its input, or, in every third round, not at all. An edit is acknowledged when its report has come.

- The file never changes.
- After a kill, `recover` gives all edits that were acknowledged, in the scene and in the three scratches, and nothing else but one
  that was on its way; and of the script either everything (but where the scene was edited meanwhile) or nothing. What had been made
  but not merged is a scratch of its own. Each scratch can be committed and undone, and `undo all` gives the file's text.
- At a terminal, an interrupt ends neither the shell nor the script; in a script, it ends both.
- Where nobody ends it, the scene has both the script's values and those of the prompt, whose step can be undone.
- No journal and no temporary file is left.
"""
import argparse, json, os, pathlib, pty, random, re, select, shutil, signal, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCHES = ["one", "two", "three"]


class Shell:
    def __init__(self, program, scene, environment, at_terminal):
        self.at_terminal, self.output = at_terminal, b""
        words = [program, "shell", "-X", str(scene)] + ([] if at_terminal else ["--no-stop-on-error"])
        if at_terminal:
            self.pid, self.out = pty.fork()
            if self.pid == 0:
                os.chdir(scene.parent)
                os.execve(words[0], words, environment)
            self.input = self.out
        else:
            self.out, write = os.pipe()
            process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=write, stderr=write, env=environment, cwd=scene.parent)
            os.close(write)
            self.process, self.pid, self.input = process, process.pid, process.stdin.fileno()

    def type(self, line):
        os.write(self.input, f"{line}{chr(13) if self.at_terminal else chr(10)}".encode())

    def read(self, seconds):
        if not select.select([self.out], [], [], max(seconds, 0))[0]:
            return True
        try:
            part = os.read(self.out, 65536)
        except OSError:
            part = b""
        self.output += part
        return bool(part)

    def wait_for(self, pattern, seconds=120, start=0):
        """True if the output after `start` matches within a time."""
        end = time.monotonic() + seconds
        while not re.search(pattern, self.output[start:]):
            if time.monotonic() > end or not self.read(end - time.monotonic()):
                return bool(re.search(pattern, self.output[start:]))
        return True

    def kill(self, number=signal.SIGKILL):
        os.kill(self.pid, number)
        if number == signal.SIGKILL:
            self.end()

    def end(self):
        """Waits for the end; answers the exit status."""
        if not self.at_terminal:
            self.process.stdin.close()
        while self.read(120):
            pass
        status = os.waitpid(self.pid, 0)[1] if self.at_terminal else self.process.wait()
        os.close(self.out)
        return status


class Round:
    """The edits of one round that were acknowledged, by place, node and property; the place of the scene is None."""

    def __init__(self, random, count):
        self.random, self.count, self.number = random, count, 1_000_000
        self.made = {place: {} for place in [None] + SCRATCHES}
        # What a scratch shows of the scene.
        self.beneath = {}
        # The edit of which the report has not come.
        self.pending = None

    def lines(self, place, properties):
        """Chooses an edit; answers the lines to type, and the report to wait for."""
        self.number += 1
        self.beneath.setdefault(place, dict(self.made[None]))
        node, name = f"o{self.random.randrange(self.count)}", self.random.choice(properties)
        self.pending = (place, node, name, self.number)
        line = f"set '#{node}' {name}={self.number}"
        lines = [f"scratch {place}", line, "scratch --scene"] if place else [line]
        return lines, rb"%s: \S+ \xe2\x86\x92 %d" % (name.encode(), self.number)

    def acknowledge(self):
        place, node, name, number = self.pending
        self.made[place][node, name] = number
        self.pending = None

    def wrong(self, place, found):
        """The first value that is not the acknowledged one, of those found, as a sentence; None if there is none."""
        for (node, name), number in self.made[place].items():
            if found[node, name] != number and self.pending != (place, node, name, found[node, name]):
                return f"{node}.{name} is {found[node, name]} in {place or 'the scene'}, not {number}"
        return None

    def objects(self, place):
        """The numbers of objects that a place may have changed."""
        nodes = {node for node, _ in self.made[place]}
        pending = {self.pending[1]} if self.pending and self.pending[0] == place else set()
        return {len(nodes), len(nodes | pending)}


class Rounds:
    def __init__(self, options, folder):
        self.program, self.folder, self.count = str(options.build.resolve() / "inspector"), folder, options.objects
        self.seed, self.only = options.seed, options.only
        self.scene = folder / "big.json"
        objects = ",\n".join('{"id":"o%d","class":"SliderView","attributes":{"value":1,"maximumValue":50,"tag":%d}}' % (i, i)
                             for i in range(self.count))
        self.text = '{"format":"inspector-scene/1","objects":[\n%s\n]}\n' % objects
        self.scene.write_text(self.text)
        (folder / "all.json").write_text(json.dumps(
            {"format": "inspector-edit/1", "steps": [{"select": "*", "set": {"value": {"add": 1}, "tag": -1}}]}))
        (folder / "tmp").mkdir()
        self.counts = dict.fromkeys(["edits", "edits in scratches", "kills", "kills during an edit", "interrupts",
                                     "merged before the end", "unmerged scratches", "conflicts"], 0)
        # Moments are chosen from the time that a script takes.
        start = time.monotonic()
        self.run("edit --background all.json", "wait", "quit --discard")
        self.duration = time.monotonic() - start

    def environment(self):
        return {"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1", "HOME": str(self.folder),
                "XDG_STATE_HOME": str(self.folder / "state"), "XDG_CACHE_HOME": str(self.folder / "cache"),
                "TMPDIR": str(self.folder / "tmp")}

    def run(self, *commands):
        done = subprocess.run([self.program, "shell", "-X", str(self.scene), "--no-stop-on-error"], text=True,
                              input="\n".join(commands) + "\n", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=self.environment(), cwd=self.folder, timeout=300)
        return done.stdout

    def values(self, path):
        return {item["id"]: item["attributes"] for item in json.loads(path.read_text())["objects"]}

    def edit(self, shell, made, place, properties, until=None):
        """Makes one edit, and waits for its report; False if the time is over before it has come."""
        lines, report = made.lines(place, properties)
        start = len(shell.output)
        for line in lines:
            shell.type(line)
        seconds = 120 if until is None else max(until - time.monotonic(), 0)
        if not shell.wait_for(report, seconds, start=start):
            return False
        made.acknowledge()
        self.counts["edits"] += 1
        self.counts["edits in scratches"] += place is not None
        return True

    def round(self, number):
        how = self.only or ["kill", "interrupt", "wait"][number % 3]
        at_terminal = number % 2 == 1
        shell = Shell(self.program, self.scene, self.environment(), at_terminal)
        made = Round(random.Random(f"{self.seed}:{number}"), self.count)
        shell.type("pwd")
        shell.wait_for(rb"(?m)^/\r?$")
        # The script does not change these.
        for place in [None] + SCRATCHES:
            for _ in range(made.random.randrange(1, 4)):
                if not self.edit(shell, made, place, ["maximumValue"]):
                    return [f"an edit is not made: {shell.output[-300:]!r}"]
        start = len(shell.output)
        shell.type("edit --background all.json")
        if not shell.wait_for(rb"job 1: all.json: started", start=start):
            return [f"the job does not start: {shell.output[-300:]!r}"]
        end = time.monotonic() + made.random.random() * 1.3 * self.duration
        while time.monotonic() < end:
            place = made.random.choice([None] * 3 + SCRATCHES)
            if not self.edit(shell, made, place, ["tag", "maximumValue"], end if how == "kill" else None):
                break
        return getattr(self, how)(shell, made)

    def interrupt(self, shell, made):
        self.counts["interrupts"] += 1
        if shell.at_terminal:
            os.write(shell.input, b"\x03")
            if not self.settle(shell):
                return [f"the shell does not go on after an interrupt: {shell.output[-300:]!r}"]
            return self.wait(shell, made)
        shell.kill(signal.SIGINT)
        status = shell.end()
        problems = [] if status == 130 else [f"an interrupted script ends with {status}: {shell.output[-300:]!r}"]
        return problems + self.check_files()

    def settle(self, shell):
        """Types a line until its answer comes, since an interrupt drops the lines that were typed before it was handled."""
        for number in range(100):
            start = len(shell.output)
            shell.type(f"humanize settled{number}")
            if shell.wait_for(rb"Settled %d" % number, 1.2, start=start):
                return True
        return False

    def kill(self, shell, made):
        self.counts["kills"] += 1
        self.counts["kills during an edit"] += made.pending is not None
        shell.kill()
        problems = [] if self.scene.read_text() == self.text else ["the file has changed"]
        return problems + self.check_recovery(made) + self.check_files()

    def wait(self, shell, made):
        if made.pending:
            return [f"an edit is not made beside the script: {shell.output[-300:]!r}"]
        problems = []
        # A conflict makes `wait` fail, which ends its line; an interrupt may have dropped lines that were typed before it.
        shell.type("wait")
        shell.type("scratch --scene")
        if not shell.wait_for(rb"job 1: all.json: %d objects (?:changed|edited)" % self.count):
            problems.append(f"the script does not end: {shell.output[-500:]!r}")
        start = len(shell.output)
        copy = self.folder / "copy.json"
        shell.type(f"save --force {copy}; undo")
        if not shell.wait_for(rb"undone: (all.json|set)", start=start):
            problems.append(f"the script's step is not undone: {shell.output[-300:]!r}")
        shell.type("quit --discard")
        shell.end()
        if not problems:
            problems += self.check_scene(made, self.values(copy), True)
            self.counts["conflicts"] += sum(name == "tag" for _, name in made.made[None])
        return problems + self.check_files()

    def check_files(self):
        """Nothing is left but the scene as it was, and what the rounds themselves write."""
        problems = [] if self.scene.read_text() == self.text else ["the file has changed"]
        known = {"state", "cache", "tmp", "big.json", "all.json", "copy.json", "main.json", "start.json"} | {
            f"{name}.json" for name in SCRATCHES}
        # The folder of the workers' folders stays.
        left = [path for path in self.folder.iterdir() if path.name not in known]
        left += [path for path in (self.folder / "tmp").glob("**/*") if not path.name.startswith("inspector-plugins-")]
        left += [path for path in (self.folder / "state/inspector/journal").glob("*") if path.suffix != ".lock"]
        return problems + ([f"files are left: {', '.join(map(str, left))}"] if left else [])

    def check_scene(self, made, values, is_merged):
        """The scene has what was acknowledged, and the script's values or none of them."""
        found = {(node, name): value for node, held in values.items() for name, value in held.items()}
        wrong = made.wrong(None, found)
        if wrong:
            return [wrong]
        for number, (node, held) in enumerate(values.items()):
            expected = {"value": 2, "tag": -1, "maximumValue": 50} if is_merged else {
                "value": 1, "tag": number, "maximumValue": 50}
            for name, value in expected.items():
                if held[name] not in (value, made.made[None].get((node, name))) and (
                        made.pending != (None, node, name, held[name])):
                    return [f"{node}.{name} is {held[name]}, {'with' if is_merged else 'without'} the script"]
        return []

    def check_recovery(self, made):
        """Restores what a killed shell left: the scene, each scratch, each scratch committed, and the scene without all of it."""
        lines = ["recover --apply", "scratch --scene", f"save --force {self.folder}/main.json"]
        for name in SCRATCHES:
            nodes = ", ".join(sorted({f"#{node}" for node, _ in made.made[name]}))
            lines += [f"scratch {name}", f"find '{nodes}' --columns tag,maximumValue --json", "diff --stat"]
        # Where the script has left no scratch, this one is empty.
        lines += ["scratch all.json", "diff --stat", "discard"]
        for name in SCRATCHES:
            lines += [f"scratch {name}", "refresh", "commit", f"save --force {self.folder}/{name}.json", "undo"]
        lines += ["undo all", f"save --force {self.folder}/start.json", "quit --discard"]
        printed = self.run(*lines)
        try:
            return [f"{problem}\n{printed}" for problem in self.problems(made, printed)]
        except (AttributeError, KeyError, OSError, ValueError) as error:
            return [f"not all is printed and saved: {error!r}\n{printed}"]

    def problems(self, made, printed):
        """Compares what was restored with what was acknowledged."""
        values = self.values(self.folder / "main.json")
        is_merged = any(held["value"] == 2 for held in values.values())
        self.counts["merged before the end"] += is_merged
        problems = self.check_scene(made, values, is_merged)
        stats = [int(count or 0) for count in re.findall(r"^(?:(\d+) objects? changed|no difference)$", printed, re.M)]
        listed = [json.loads(text)["objects"] for text in
                  re.findall(r'^\{"format":"inspector-find/1".*?^\],"count":\d+,"errors":\[\]\}$', printed, re.M | re.S)]
        for name, objects, count in zip(SCRATCHES, listed, stats, strict=False):
            found = {(held["id"], key): held[key] for held in objects for key in ("tag", "maximumValue")}
            others = {(node, key): int(node[1:]) if key == "tag" else 50 for node, key in found} | made.beneath[name] | made.made[name]
            extra = [key for key in found if found[key] != others[key] and made.pending != (name, *key, found[key])]
            problems += [f"{key} is {found[key]} in '{name}'" for key in extra]
            if f"recovered: scratch {name}" not in printed or count not in made.objects(name):
                problems.append(f"the scratch '{name}' has {count} changed objects, not {made.objects(name)}")
            committed = self.values(self.folder / f"{name}.json")
            wrong = made.wrong(name, {(node, key): value for node, held in committed.items() for key, value in held.items()})
            problems += [f"after its commit, {wrong}"] if wrong else []
        if len(listed) != len(SCRATCHES) or len(stats) != len(SCRATCHES) + 1:
            problems.append("not all scratches are listed")
        elif stats[-1] not in (0, self.count):
            problems.append(f"the script's scratch has {stats[-1]} changed objects of {self.count}")
        self.counts["unmerged scratches"] += stats[-1] > 0
        if (self.folder / "start.json").read_text() != self.text:
            problems.append("'undo all' does not give the file's text")
        return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--objects", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["kill", "interrupt", "wait"])
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="inspector-background-"))
    try:
        rounds, bad = Rounds(options, folder), 0
        for number in range(options.rounds):
            problems = rounds.round(number)
            bad += bool(problems)
            for problem in problems:
                print(f"round {number} of seed {options.seed}: {problem}", file=sys.stderr)
        print(f"background: seed {options.seed}: {', '.join(f'{count} {what}' for what, count in rounds.counts.items())}")
        print(f"check: background: {options.rounds - bad} of {options.rounds} shells edited beside a script and lost nothing")
        return 1 if bad else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
