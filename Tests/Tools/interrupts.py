#!/usr/bin/env python3
"""Ends commands by signals at random moments, and looks at what is left.

    Tests/Tools/interrupts.py [BUILD-FOLDER] [--moments 200] [--objects 200000] [--seed 1]

Each moment starts `set`, `edit`, `palette set`, `export`, `check`, `find` or `show` on a large scene, every other one with a plugin
that never answers, and sends SIGINT, SIGTERM or SIGHUP after a random time. Then:

- the exit code is that of the signal, the words are "interrupted; nothing was changed", and the file is the old one, to the byte;
  or the code is 0, no such words are there, and the file is the new one, as a run without a signal wrote it;
- no temporary file or folder is left, and no process.

Then signals that are ignored when a command starts must not end it, a shell must end with the code of SIGTERM and SIGHUP and keep
its edits in the journal, and a command that is killed must leave no worker that runs, not even one that hangs.
How long the end takes is reported, and decides nothing.
"""
import argparse, collections, os, pathlib, random, shutil, signal, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
WORDS = b"interrupted; nothing was changed"
# How long anything may take at all.
PATIENCE = 300


def scene(count, value):
    """A scene whose last object makes its plugin hang where the value is 13."""
    objects = ",\n".join(
        '    { "id": "o%d", "class": "%s", "attributes": { "frame": { "x": %d, "y": 0, "width": 9, "height": 9 }, '
        '"backgroundColor": "brand", "alpha": 0.5 } }' % (i, ["View", "StarView", "LabelView"][i % 3], i % 500)
        for i in range(count))
    last = '    { "id": "last", "class": "Hang", "attributes": { "value": %d } }' % value
    return '{\n  "format": "inspector-scene/1",\n  "palette": { "brand": "#3366FF" },\n  "objects": [\n%s,\n%s\n  ]\n}\n' % (objects, last)


SCRIPT = """{ "format": "inspector-edit/1", "steps": [
  { "select": "StarView", "set": { "pointCount": 7, "frame.x": { "add": 8 } } },
  { "rename": "#o0", "to": "first" },
  { "select": "LabelView", "set": { "text": "changed" } }%s ] }
"""


class Command:
    """A command line, and what it makes of the scene and the bundle when nothing ends it."""

    def __init__(self, name, words, stored=0):
        self.name, self.words, self.stored = name, words, stored
        self.seconds, self.after = 1.0, None


class Rounds:
    def __init__(self, build, folder, objects, seed):
        self.program, self.folder, self.random = str(build / "inspector"), folder, random.Random(seed)
        (folder / "plugins").mkdir()
        # What only tests use is not built with what `make build` ships.
        hostile = next((path for path in [build / "Hostile", ROOT / ".build/debug/Hostile"] if path.exists()), None)
        if hostile is None:
            sys.exit(f"interrupts: neither {build} nor .build/debug has the plugin Hostile; build the tests first")
        shutil.copy(hostile, folder / "plugins" / "inspector-plugin-hostile")
        (folder / "fine.json").write_text(SCRIPT % "")
        (folder / "hangs.json").write_text(SCRIPT % ',\n  { "select": "Hang", "set": { "value": 13 } }')
        self.work = folder / "work"
        self.mark = f"INSPECTOR_INTERRUPTS={os.getpid()}"
        self.scenes = {value: scene(objects, value).encode() for value in (0, 13)}
        self.fine = [
            Command("set", ["set", "s.json", ":kind(View)", "frame.x+=8", "alpha=0.25"]),
            Command("edit", ["edit", "s.json", "--script", "../fine.json"]),
            Command("palette", ["palette", "set", "s.json", "brand=#112233"]),
            Command("export", ["export", "s.json", "--effective", "-o", "s.bundle"]),
            Command("check", ["check", "s.json"]),
            Command("find", ["find", "s.json", "[tag=0]", "--count"]),
            Command("show", ["show", "s.json", "#last"]),
        ]
        self.hanging = [
            Command("set", ["set", "s.json", ":kind(View), Hang[value>1]", "frame.x+=8", "--skip-missing"], 13),
            Command("set one", ["set", "s.json", "Hang", "value=13"]),
            Command("edit", ["edit", "s.json", "--script", "../hangs.json"]),
            Command("export", ["export", "s.json", "--effective", "-o", "s.bundle"], 13),
            Command("check", ["check", "s.json"], 13),
            Command("find", ["find", "s.json", "[value>1]", "--count"], 13),
            Command("show", ["show", "s.json", "#last"], 13),
        ]
        self.counts = collections.Counter()
        self.worst = (0.0, "")

    def begin(self, command):
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        (self.work / "s.json").write_bytes(self.scenes[command.stored])

    def start(self, command, ignored=()):
        name, _, value = self.mark.partition("=")
        environment = {**os.environ, name: value, "HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}
        # A shell that begins commands in the background has them ignore signals.
        prepare = lambda: [signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL) for number in SIGNALS]
        return subprocess.Popen([self.program, *command.words, "--plugin", "../plugins", "--timeout", "86400"], cwd=self.work,
                                env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=prepare)

    def state(self):
        bundle = {path.name: path.read_bytes() for path in sorted((self.work / "s.bundle").glob("*"))}
        return (self.work / "s.json").read_bytes(), bundle

    def learn(self):
        """What the commands make that end, and how long they take."""
        for _ in range(2):
            for command in self.fine:
                self.begin(command)
                start = time.monotonic()
                process = self.start(command)
                errors = process.communicate(timeout=PATIENCE)[1]
                command.seconds, command.after = time.monotonic() - start, self.state()
                if process.returncode not in (0, 1 if command.name == "check" else 0):
                    sys.exit(f"interrupts: {command.name} ended with {process.returncode}: {errors[-500:]!r}")
        for command in self.hanging:
            command.seconds = max(other.seconds for other in self.fine) * 0.7

    def processes(self):
        """Those that the commands started and that run on."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (path / "environ").read_bytes().split(b"\0"):
                    if (path / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX":
                        found.append(path.name)
            except OSError:
                pass
        return found

    def moment(self, number):
        """Ends one command; answers what is wrong afterwards."""
        command = self.random.choice(self.hanging if number % 2 else self.fine)
        sent = SIGNALS[number % 3]
        delay = self.random.random() * command.seconds * 1.05
        self.begin(command)
        before = self.state()
        process = self.start(command)
        time.sleep(delay)
        process.send_signal(sent)
        start = time.monotonic()
        try:
            errors = process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            errors = process.communicate()[1]
            return f"{command.name}, {sent.name} after {delay:.3f} s: it does not end; {errors[-300:]!r}"
        taken = time.monotonic() - start
        what = f"{command.name}{' that hangs' if number % 2 else ''}, {sent.name} after {delay:.3f} s"
        self.worst = max(self.worst, (taken, what))
        after, problems = self.state(), []
        if process.returncode == -sent:
            # Before the program takes signals, the system ends it.
            self.counts["before the start"] += 1
        elif process.returncode == 128 + sent:
            self.counts["ended"] += 1
            if WORDS not in errors:
                problems.append(f"the words are {errors[-300:]!r}")
        elif process.returncode == 0 and command.after is not None:
            self.counts["too late"] += 1
            if b"interrupted" in errors:
                problems.append(f"it ended with 0, and the words are {errors[-300:]!r}")
        else:
            problems.append(f"it ended with {process.returncode}; {errors[-300:]!r}")
        due = command.after if process.returncode == 0 else before
        if after != due:
            problems.append("the file is not the " + ("new one" if process.returncode == 0 else "old one"))
        left = [path.name for path in self.work.iterdir() if path.name not in ("s.json", "s.bundle")]
        if left:
            problems.append(f"left behind: {', '.join(left)}")
        # The kernel has been told to end the workers, which may take a moment.
        end = time.monotonic() + 10
        while (running := self.processes()) and time.monotonic() < end:
            time.sleep(0.01)
        if running:
            problems.append(f"running on: {', '.join(running)}")
            for process in running:
                os.kill(int(process), signal.SIGKILL)
        return "; ".join([what + ": " + problem for problem in problems])

    def ignored(self):
        """Signals that are ignored at the start."""
        problems = []
        for sent in SIGNALS:
            command = self.fine[0]
            self.begin(command)
            process = self.start(command, ignored=[sent])
            time.sleep(command.seconds * 0.5)
            process.send_signal(sent)
            process.communicate(timeout=PATIENCE)
            if process.returncode != 0 or self.state() != command.after:
                problems.append(f"{sent.name} was ignored at the start, and the command ended with {process.returncode}")
        return problems

    def ended_shells(self):
        """Shells that a signal ends while they wait: their edits are in the journal."""
        problems = []
        for sent, code in ((signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -9)):
            self.begin(self.fine[0])
            state = {**os.environ, "HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state")}
            begin = dict(cwd=self.work, env=state, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            shell = subprocess.Popen([self.program, "shell", "s.json"], **begin)
            shell.stdin.write(b"set #o1 tag=77\nget o1.tag\n")
            shell.stdin.flush()
            lines = iter(shell.stdout.readline, b"")
            if not any(line.strip() == b"77" for line in lines):
                problems.append(f"a shell before {sent.name}: the edit was not made")
            shell.send_signal(sent)
            # The end of its input would end it, too, and may be there before the signal is taken.
            shell.wait(timeout=PATIENCE)
            errors = shell.communicate()[1]
            if shell.returncode != code:
                problems.append(f"a shell ended with {shell.returncode} by {sent.name}: {errors[-300:]!r}")
            if self.state()[0] != self.scenes[0]:
                problems.append(f"a shell that {sent.name} ended has changed the file")
            after = subprocess.run([self.program, "shell", "s.json", "-c", "recover", "-c", "get o1.tag", "-c", "quit --discard"],
                                   cwd=self.work, env=state, capture_output=True, timeout=PATIENCE)
            if b"77" not in after.stdout.split():
                problems.append(f"the edit of a shell that {sent.name} ended is lost: {after.stdout + after.stderr!r}")
        return problems

    def killed(self, times):
        """Commands that are killed while their plugin hangs."""
        problems = []
        for number in range(times):
            command = self.hanging[number % len(self.hanging)]
            self.begin(command)
            before = self.state()
            process = self.start(command)
            time.sleep(self.random.random() * command.seconds * 1.5)
            process.kill()
            process.communicate()
            end = time.monotonic() + 10
            while (running := self.processes()) and time.monotonic() < end:
                time.sleep(0.01)
            if running:
                problems.append(f"{command.name} was killed, and {', '.join(running)} run on")
            if self.state() != before:
                problems.append(f"{command.name} was killed, and the scene or the bundle is not the old one")
        return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moments", type=int, default=200)
    parser.add_argument("--objects", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    # What started this may ignore them, as `nohup` does, and programs leave ignored signals ignored.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="inspector-interrupts-"))
    try:
        rounds = Rounds(options.build.resolve(), folder, options.objects, options.seed)
        rounds.learn()
        problems = [problem for number in range(options.moments) if (problem := rounds.moment(number))]
        good = options.moments - len(problems)
        ignored = rounds.ignored() + rounds.ended_shells() + rounds.killed(max(options.moments // 5, 4))
        for problem in problems + ignored:
            print(problem, file=sys.stderr)
        taken, what = rounds.worst
        print(f"interrupts: {', '.join(f'{count} {name}' for name, count in sorted(rounds.counts.items()))}; "
              f"the worst took {taken:.3f} s ({what})")
        print(f"check: interrupts: {good} of {options.moments} signals on {options.objects} objects left the old file or the new "
              f"one, and nothing else; ignored signals, ended shells, killed commands: {len(ignored)} faults")
        return 1 if problems or ignored else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
