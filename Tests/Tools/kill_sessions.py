#!/usr/bin/env python3
"""Kills the shell at random moments while a scene is edited and saved, and looks at what is left.

    Tests/Tools/kill_sessions.py [BUILD-FOLDER] [--kills 1000] [--seed 1]

Each round starts `inspector shell` on a scene, every other one at a terminal, where saves go on in the background, else through a
pipe, where commands are sent ahead of the answers. It edits values, overrides and structure at random, undoes and redoes, uses
transactions, two scratches and scripts in the background, saves, and is killed with signal 9 after a random time; now and then so is the shell that recovers. A command is acknowledged
when what is printed after it has come. After each kill:

- the scene's file is, to the byte, a state that was saved, the last one of which that is known or one that was on its way: never half
  of one;
- `recover` gives the scene and the scratches as the last acknowledged command left them, or one that was on its way.

What they should be is found by doing the same commands again without a kill.
"""
import argparse, json, os, pathlib, pty, random, re, select, shutil, signal, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
OBJECTS = 30
# So many commands are on their way at most.
AHEAD = 3
# The names of the scratches, of which none, one or both are open.
SCRATCHES = ["one", "two"]
# What each script in the background sets.
SCRIPTS = [{"value": 7}, {"alpha": 0.25, "value": {"add": 1}}]
# A commit ends the transaction in a scratch first.
COMMIT_ALL = [line for name in SCRATCHES for line in ("scratch --scene", f"scratch {name}", "commit", "commit", "commit")] + [
    "scratch --scene", "commit"]

TEMPLATE = """{ "format": "inspector-scene/1", "objects": [
  { "id": "dial", "class": "SliderView", "attributes": { "maximumValue": 50 }, "children": [
    { "id": "knob", "class": "SliderView", "attributes": { "value": 3 } } ] } ] }
"""


def start_scene():
    items = []
    for i in range(OBJECTS):
        # Every third object stands for the template.
        reference = ', "ref": "dial.json", "overrides": { "knob": { "alpha": 0.5 } }' if i % 3 == 0 else ""
        items.append('{ "id": "p%d", "class": "SliderView", "attributes": { "value": 1, "maximumValue": %d }%s }'
                     % (i, i + 10, reference))
    return '{ "format": "inspector-scene/1",\n  "objects": [\n    %s ] }\n' % ",\n    ".join(items)


class Commands:
    """What a person might type; some of it is refused, and then it is each time."""

    def __init__(self, seed):
        self.random, self.made, self.seed = random.Random(seed), 0, seed

    def id(self, letters="pn"):
        if self.made and self.random.choice(letters) == "n":
            return f"n{self.seed}-{self.random.randrange(self.made) + 1}"
        return f"p{self.random.randrange(OBJECTS)}"

    def fresh(self):
        self.made += 1
        return f"n{self.seed}-{self.made}"

    def next(self):
        roll = self.random.randrange
        return [
            lambda: f"set '#{self.id()}' value={roll(100)}",
            lambda: f"set '#{self.id()}' alpha=0.{roll(1000)}",
            lambda: f"set SliderView value={roll(10)}.{roll(1000)}",
            lambda: f"name '#{self.id()}' 'täxt {roll(1 << 30)}'",
            lambda: "undo", lambda: "undo", lambda: "redo",
            lambda: f"add SliderView value={roll(9)} --id {self.fresh()} --in {self.id()}",
            lambda: f"duplicate '#{self.id()}' --id {self.fresh()}",
            lambda: f"move '#{self.id()}' --first --in /",
            lambda: f"remove '#{self.id('n')}'",
            lambda: f"set '#{self.id('p')}/knob' value={roll(100)}",
            lambda: f"set '#{self.id('p')}/knob' alpha=0.{roll(1000)}",
            lambda: f"overrides revert {self.id('p')}",
            lambda: f"unpack '#{self.id('p')}'" if roll(3) == 0 else f"reset '#{self.id('p')}/knob' alpha",
            lambda: f"palette set c{roll(4)}=#{roll(900) + 100}",
            lambda: "begin", lambda: "commit", lambda: "commit", lambda: "rollback",
            lambda: f"scratch {SCRATCHES[roll(2)]}", lambda: "refresh", lambda: "discard", lambda: "scratch --scene",
            lambda: f"edit --background background{roll(2)}.json; wait",
            lambda: "save", lambda: "save", lambda: "save", lambda: "save",
        ][roll(29)]()


class Shell:
    """A shell that is typed to; `cd; pwd` after each command prints the line that acknowledges it."""

    def __init__(self, words, environment, at_terminal):
        self.at_terminal, self.output = at_terminal, b""
        if at_terminal:
            self.pid, self.file = pty.fork()
            if self.pid == 0:
                os.chdir(environment["HOME"])
                os.execve(words[0], words, environment)
        else:
            read, write = os.pipe()
            process = subprocess.Popen(words + ["--no-stop-on-error"], stdin=subprocess.PIPE, stdout=write, stderr=write,
                                       env=environment, cwd=environment["HOME"])
            os.close(write)
            self.process, self.pid, self.file = process, process.pid, read

    def type(self, line):
        end = "\r" if self.at_terminal else "\n"
        os.write(self.file if self.at_terminal else self.process.stdin.fileno(), f"{line}{end}cd; pwd{end}".encode())

    def read(self, seconds):
        """Reads what there is within a time; false at the end."""
        if not select.select([self.file], [], [], max(seconds, 0))[0]:
            return True
        try:
            part = os.read(self.file, 65536)
        except OSError:
            part = b""
        self.output += part
        return bool(part)

    def acknowledged(self):
        return len(re.findall(rb"(?m)^/\r?$", self.output))

    def saved(self):
        return self.output.count(b".json: saved")

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        while self.read(10):
            pass
        if self.at_terminal:
            os.waitpid(self.pid, 0)
        else:
            self.process.stdin.close()
            self.process.wait()
        os.close(self.file)


class Rounds:
    def __init__(self, build, folder, seed):
        self.inspector, self.folder, self.random = str(build / "inspector"), folder, random.Random(seed)
        self.scene = folder / "kill.json"
        self.scene.write_text(start_scene())
        (folder / "dial.json").write_text(TEMPLATE)
        for number, values in enumerate(SCRIPTS):
            script = {"format": "inspector-edit/1", "steps": [{"select": "SliderView", "set": values}]}
            (folder / f"background{number}.json").write_text(json.dumps(script))
        self.counts = dict.fromkeys(
            ["commands", "saves", "with a scratch", "one further", "kills during a recovery", "temporary files"], 0)

    def environment(self, name="state"):
        return {"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1", "HOME": str(self.folder),
                "XDG_STATE_HOME": str(self.folder / name), "XDG_CACHE_HOME": str(self.folder / "cache")}

    def shell(self, *arguments, scene=None):
        return [self.inspector, "shell", "-X", str(scene or self.scene), *arguments]

    def run(self, commands, scene=None, name="state"):
        """Does commands to their end; answers what was printed."""
        done = subprocess.run(
            self.shell("--no-stop-on-error", scene=scene), input="\n".join(commands) + "\n", text=True, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment(name), timeout=120, cwd=self.folder)
        return done.stdout

    def states(self, before, commands):
        """The scene after commands, and with the scratches that are open then; and what each save wrote that was one."""
        folder = self.folder / "again"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "dial.json").write_text(TEMPLATE)
        lines = []
        for number, command in enumerate(commands):
            lines += [command] + ([f"save --force {folder}/{number}.saved"] if command == "save" else []) + ["cd; pwd"]
        # The scratches are left alone in one run, and committed in the other.
        for name, end in [("main", ["scratch --scene", "commit"]), ("all", COMMIT_ALL)]:
            (folder / "kill.json").write_bytes(before)
            printed = self.run(lines + end + [f"save --force {folder}/{name}", "quit --discard"],
                               folder / "kill.json", f"again/state-{name}")
        answers = re.split(r"(?m)^/$", printed)
        saved = [(folder / f"{number}.saved").read_bytes() for number, command in enumerate(commands)
                 if command == "save" and ".json: saved" in answers[number]]
        return (folder / "main").read_bytes(), (folder / "all").read_bytes(), saved

    def recover(self):
        """What the next shell finds: the scene, and the same with the scratch; it is saved then."""
        if self.random.random() < 0.2:
            # Its input does not end: a script that ends gives up what it did not save.
            process = subprocess.Popen(self.shell(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env=self.environment())
            os.write(process.stdin.fileno(), b"recover --apply\n")
            time.sleep(0.3 * self.random.random())
            process.kill()
            process.stdin.close()
            process.wait()
            self.counts["kills during a recovery"] += 1
        # A recovery that was killed may have left its own part beside the first one: the last is taken, and of the
        # first what the last has not.
        main, all = self.folder / "main", self.folder / "all"
        recover = ["recover --apply", "recover --apply", "recover --discard"]
        # A copy of the journals gives the scene without its scratches.
        shutil.rmtree(self.folder / "copy", ignore_errors=True)
        shutil.copytree(self.folder / "state", self.folder / "copy")
        self.run(recover + ["scratch --scene", f"save --force {main}", "quit --discard"], name="copy")
        printed = self.run(recover + COMMIT_ALL + [f"save --force {all}", "save"])
        self.counts["with a scratch"] += "recovered: scratch" in printed
        return main.read_bytes(), all.read_bytes()

    def edit(self, number, commands):
        """Types commands into a shell until it is killed; answers how many were typed, acknowledged, and how many saves are known of."""
        shell = Shell(self.shell(), self.environment(), at_terminal=number % 2 == 1)
        delay = self.random.choice([0.05, 0.2, 0.6]) * self.random.random()
        typed, end = [], None if self.random.random() < 0.9 else time.monotonic() + delay
        ahead = 1 if shell.at_terminal else AHEAD
        patience = time.monotonic() + 60
        while end is None or time.monotonic() < end:
            while len(typed) - shell.acknowledged() < ahead:
                # Few commands are done before a kill, so that a scratch comes first now and then.
                first = not typed and self.random.random() < 0.3
                typed.append("scratch one" if first else commands.next())
                shell.type(typed[-1])
            if not shell.read((end or patience) - time.monotonic()):
                break
            # The time counts from the first answer, as the start takes longest.
            if end is None and shell.acknowledged() > 0:
                end = time.monotonic() + delay
            if end is None and time.monotonic() > patience:
                raise SystemExit(f"round {number}: no answer within a minute: {shell.output[-500:]!r}")
        shell.kill()
        return typed, min(shell.acknowledged(), len(typed)), shell.saved()

    def round(self, number):
        before = self.scene.read_bytes()
        seed = self.random.randrange(1 << 40)
        typed, known, saves = self.edit(number, Commands(seed))
        self.counts["commands"] += known
        self.counts["saves"] += saves
        disk = self.scene.read_bytes()
        found = self.recover()
        problems = []
        for count in range(known, len(typed) + 1):
            *expected, saved = self.states(before, typed[:count])
            if tuple(expected) == found:
                self.counts["one further"] += count > known
                break
        else:
            problems.append("what is recovered is no state from the last acknowledged one on")
        # The last save that is known, and those that it may have been killed in. At a terminal a save may be said twice, as
        # the one before was still on its way.
        *_, saved = self.states(before, typed)
        first = min(saves, 1) if number % 2 == 1 else saves
        if disk not in ([before] + saved)[first:]:
            problems.append("the file is no state that was saved")
        if self.scene.read_bytes() != found[1]:
            problems.append("the file is not what was recovered")
        # Who is killed between naming the new file and replacing the old one leaves it beside that, under another name.
        for left in self.folder.glob(".inspector-*.tmp"):
            self.counts["temporary files"] += 1
            left.unlink()
        for problem in problems:
            print(f"round {number}, seed {seed}, {known} of {len(typed)} commands: {problem}\n  "
                  + "\n  ".join(typed), file=sys.stderr)
        # A scene that has grown large is begun again, and so is one that something went wrong with.
        if problems or len(found[1]) > 30_000:
            self.scene.write_text(start_scene())
        return not problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="inspector-kill-"))
    try:
        rounds = Rounds(options.build.resolve(), folder, options.seed)
        good = sum(rounds.round(number) for number in range(options.kills))
        left = [path.name for path in (folder / "state/inspector/journal").rglob("*") if path.is_file()]
        print(f"kill: {', '.join(f'{count} {what}' for what, count in rounds.counts.items())}")
        print(f"check: kill: {good} of {options.kills} kills of the shell lost nothing and left no half-written file; "
              f"left behind: {', '.join(left) or 'nothing'}")
        missed = options.kills >= 25 and not rounds.counts["with a scratch"]
        if missed:
            print("no kill met a scratch", file=sys.stderr)
        return 0 if good == options.kills and not left and not missed else 1
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
