#!/usr/bin/env python3
"""Edits a scene at the prompt while a script edits all of it in the background, and ends the shell in the middle.

    Tests/Tools/background_edits.py [BUILD-FOLDER] [--rounds 20] [--objects 20000] [--seed 1]

Each round starts a script that changes every object, opens up to three scratches, and sets values of single objects until the shell is
ended: by signal 9, by an interrupt (Ctrl-C) and then the end of its input, or, in every third round, not at all. An edit is
acknowledged when its report has come.

- The file never changes.
- After a kill, `recover` gives all edits that were acknowledged, in the scene and in the scratches, and of the script either everything
  (but where the scene was edited meanwhile) or nothing. What had been made but not merged is a scratch of its own.
- At a terminal, an interrupt ends neither the shell nor the script; in a script, it ends both, and nothing is left.
- Where nobody ends it, the scene has both the script's values and those of the prompt, whose step can be undone.
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


class Rounds:
    def __init__(self, options, folder):
        self.program, self.folder, self.count = str(options.build.resolve() / "inspector"), folder, options.objects
        self.random = random.Random(options.seed)
        self.scene = folder / "big.json"
        objects = ",\n".join('{"id":"o%d","class":"SliderView","attributes":{"value":1,"maximumValue":50,"tag":%d}}' % (i, i)
                             for i in range(self.count))
        self.text = '{"format":"inspector-scene/1","objects":[\n%s\n]}\n' % objects
        self.scene.write_text(self.text)
        (folder / "all.json").write_text(json.dumps(
            {"format": "inspector-edit/1", "steps": [{"select": "*", "set": {"value": {"add": 1}, "tag": -1}}]}))
        self.counts = dict.fromkeys(["edits", "kills", "interrupts", "merged before the end", "unmerged scratches", "conflicts"], 0)

    def environment(self):
        return {"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1", "HOME": str(self.folder),
                "XDG_STATE_HOME": str(self.folder / "state"), "XDG_CACHE_HOME": str(self.folder / "cache")}

    def run(self, *commands):
        done = subprocess.run([self.program, "shell", "-X", str(self.scene), "--no-stop-on-error"], text=True,
                              input="\n".join(commands) + "\n", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=self.environment(), cwd=self.folder, timeout=300)
        return done.stdout

    def values(self, path):
        return {item["id"]: item["attributes"] for item in json.loads(path.read_text())["objects"]}

    def round(self, number):
        how = ["kill", "interrupt", "wait"][number % 3]
        at_terminal = number % 2 == 1
        shell = Shell(self.program, self.scene, self.environment(), at_terminal)
        problems = []
        shell.type("pwd")
        shell.wait_for(rb"(?m)^/\r?$")
        start = len(shell.output)
        shell.type("edit --background all.json")
        if not shell.wait_for(rb"job 1: all.json: started", start=start):
            return [f"the job does not start: {shell.output[-300:]!r}"]
        made, in_scratch = {}, {}
        end = time.monotonic() + self.random.random() * 1.5
        while time.monotonic() < end or not made:
            place = self.random.choice([None] * 6 + SCRATCHES)
            node, tag = f"o{self.random.randrange(self.count)}", 1_000_000 + len(made) + len(in_scratch)
            start = len(shell.output)
            if place:
                shell.type(f"scratch {place}")
            shell.type(f"set '#{node}' tag={tag}")
            if place:
                shell.type("scratch --scene")
            if not shell.wait_for(rb"tag: \S+ \xe2\x86\x92 %d" % tag, start=start):
                problems.append(f"an edit is not made beside the script: {shell.output[start:]!r}")
                break
            (in_scratch.setdefault(place, {}) if place else made)[node] = tag
            self.counts["edits"] += 1
        if how == "interrupt":
            self.counts["interrupts"] += 1
            if at_terminal:
                os.write(shell.input, b"\x03")
                time.sleep(0.2)
            else:
                shell.kill(signal.SIGINT)
                status = shell.end()
                left = list((self.folder / "state/inspector/journal").glob("*"))
                if status != 130:
                    problems.append(f"an interrupted script ends with {status}: {shell.output[-300:]!r}")
                if [path.name for path in left if path.suffix != ".lock"]:
                    problems.append(f"an interrupted script leaves {left}")
                return problems + self.check_file()
        if how == "kill":
            self.counts["kills"] += 1
            shell.kill()
            return problems + self.check_file() + self.check_recovery(made, in_scratch)
        shell.type("wait; scratch --scene")
        if not shell.wait_for(rb"job 1: all.json: %d objects changed" % self.count):
            problems.append(f"the script does not end: {shell.output[-500:]!r}")
        start = len(shell.output)
        copy = self.folder / "copy.json"
        shell.type(f"save --force {copy}; undo")
        if not shell.wait_for(rb"undone: (all.json|set)", start=start):
            problems.append(f"the script's step is not undone: {shell.output[-300:]!r}")
        shell.type("quit --discard")
        shell.end()
        if not problems:
            values = self.values(copy)
            self.counts["conflicts"] += len(made)
            wrong = [node for node, held in values.items() if held["value"] != 2 or held["tag"] != made.get(node, -1)]
            if wrong:
                problems.append(f"{len(wrong)} objects are wrong, such as {wrong[0]}: {values[wrong[0]]}")
        return problems + self.check_file()

    def check_file(self):
        return [] if self.scene.read_text() == self.text else ["the file has changed"]

    def check_recovery(self, made, in_scratch):
        """Restores what a killed shell left, each scratch into a copy of its own."""
        lines = ["recover --apply", "scratch --list", "scratch --scene", f"save --force {self.folder}/main.json"]
        printed = self.run(*lines, *[line for name in SCRATCHES if name in in_scratch for line in
                           (f"scratch {name}", "commit", f"save --force {self.folder}/{name}.json", "undo")], "quit --discard")
        values, problems = self.values(self.folder / "main.json"), []
        merged = sum(held["tag"] == -1 for held in values.values())
        if merged and merged + len(made) < self.count:
            problems.append(f"the script is half made: {merged} of {self.count} objects, {len(made)} edits\n{printed}")
        self.counts["merged before the end"] += merged > 0
        self.counts["unmerged scratches"] += "scratch all.json" in printed
        for node, tag in made.items():
            if values[node]["tag"] != tag:
                problems.append(f"{node}.tag is {values[node]['tag']}, not {tag}\n{printed}")
        for name, edits in in_scratch.items():
            if f"recovered: scratch {name}" not in printed:
                problems.append(f"the scratch '{name}' is lost\n{printed}")
                continue
            # In a conflict with the script nothing is committed; the scratch is there all the same.
            if "conflict" in printed:
                continue
            values = self.values(self.folder / f"{name}.json")
            for node, tag in edits.items():
                if values[node]["tag"] != tag:
                    problems.append(f"{node}.tag is {values[node]['tag']} in '{name}', not {tag}\n{printed}")
        return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--objects", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="inspector-background-"))
    try:
        rounds, bad = Rounds(options, folder), 0
        for number in range(options.rounds):
            problems = rounds.round(number)
            bad += bool(problems)
            for problem in problems:
                print(f"round {number}: {problem}", file=sys.stderr)
        print(f"background: {', '.join(f'{count} {what}' for what, count in rounds.counts.items())}")
        print(f"check: background: {options.rounds - bad} of {options.rounds} shells edited beside a script and lost nothing")
        return 1 if bad else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
