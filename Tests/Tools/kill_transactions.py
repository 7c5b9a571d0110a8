#!/usr/bin/env python3
"""Kills a command that replaces several files at each of its system calls, and looks at what is left.

    Tests/Tools/kill_transactions.py [BUILD-FOLDER] [--every 1]

Each round starts a command with its main thread traced (ptrace(2)), and kills it with signal 9 at the next one of the system calls,
before or after the call: from the last one that still leaves all files alone to the first one after which nothing is left to do. Then
another command opens one of the files. After that

- all files have their old texts, or all have their new ones;
- no record, no new file and no temporary file is left;
- the scene shows the values that it had before.

The commands are `overrides apply`, which moves a value from a scene to its template, and `set --single-transaction` on three scenes,
and a script of the shell that edits two scenes with `--single-transaction`.
At the end, a transaction replaces more files than a process may have open at once by default.
"""
import argparse, ctypes, os, pathlib, resource, shutil, signal, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATE = """{ "format": "inspector-scene/1",
  "objects": [
    { "id": "primary", "class": "View", "attributes": { "alpha": 0.9 },
      "children": [ { "id": "icon", "class": "View", "attributes": { "alpha": 0.5 } } ] } ] }
"""
SCENE = """{ "format": "inspector-scene/1",
  "objects": [
    { "id": "save", "class": "View", "ref": "buttons.scene.json#primary", "overrides": { "icon": { "alpha": 0.25 } } },
    { "id": "own", "class": "View", "attributes": { "alpha": 0.3 } } ] }
"""
FILES = {"buttons.scene.json": TEMPLATE, "a.scene.json": SCENE, "b.scene.json": SCENE, "c.scene.json": SCENE}
COMMANDS = [
    ["overrides", "apply", "a.scene.json", "save/icon.alpha"],
    ["set", "a.scene.json", "b.scene.json", "c.scene.json", "#own", "alpha=0.7", "--single-transaction", "--jobs", "1"],
    ["shell", "a.scene.json", "b.scene.json", "--single-transaction", "-c", "set #own alpha=0.7; use 2; set #own alpha=0.7"],
]

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
PTRACE_TRACEME, PTRACE_SYSCALL, PTRACE_SETOPTIONS, EXITKILL, SYSGOOD = 0, 24, 0x4200, 0x100000, 1


class Round:
    """A folder with the files, and an environment with a state folder of its own."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "scenes" / ".inspector").mkdir(parents=True)
        for name, text in FILES.items():
            (folder / "scenes" / name).write_text(text)
        self.environment = dict(os.environ, XDG_STATE_HOME=str(folder / "state"), HOME=str(folder))

    def traced(self, command, at_stop):
        """Runs the command. Calls `at_stop` with the number of each stop before or after a system call of the main thread; kills the
        command if that returns true. Returns the number of stops."""
        child = os.fork()
        if child == 0:
            os.chdir(self.folder / "scenes")
            null = os.open("/dev/null", os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)
            libc.ptrace(PTRACE_TRACEME, 0, None, None)
            os.execve(self.program, ["inspector", *command], self.environment)
        os.waitpid(child, 0)
        libc.ptrace(PTRACE_SETOPTIONS, child, None, EXITKILL | SYSGOOD)
        stops, passed = 0, 0
        while True:
            libc.ptrace(PTRACE_SYSCALL, child, None, passed)
            _, status = os.waitpid(child, 0)
            if not os.WIFSTOPPED(status):
                return stops
            passed = 0
            if os.WSTOPSIG(status) != signal.SIGTRAP | 0x80:
                passed = os.WSTOPSIG(status) if os.WSTOPSIG(status) != signal.SIGTRAP else 0
                continue
            stops += 1
            if at_stop(stops):
                os.kill(child, signal.SIGKILL)
                while os.WIFSTOPPED(os.waitpid(child, 0)[1]):
                    pass
                return stops

    def run(self, *arguments):
        return subprocess.run(
            [self.program, *arguments], cwd=self.folder / "scenes", env=self.environment, capture_output=True, text=True)

    def texts(self):
        return {name: (self.folder / "scenes" / name).read_text() for name in FILES}

    def leftovers(self):
        return sorted(str(path.relative_to(self.folder)) for path in [
            *(self.folder / "scenes").glob(".inspector-*"), *(self.folder / "state").glob("inspector/transaction/*")])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=str(ROOT / ".build/release"))
    parser.add_argument("--every", type=int, default=1, help="kill at every Nth system call only")
    options = parser.parse_args()
    program = str(pathlib.Path(options.build).resolve() / "inspector")
    wrong, kills, finished = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for command in COMMANDS:
            whole = Round(pathlib.Path(folder) / "round", program)
            begins, busy = [], []

            def look(stop):
                (begins if whole.texts() == FILES else busy).append(stop)
                if whole.leftovers():
                    busy.append(stop)
                return False

            last = whole.traced(command, look)
            new = whole.texts()
            if new == FILES or whole.leftovers():
                sys.exit(f"{command}: changes nothing, or leaves {whole.leftovers()}")
            shown = whole.run("get", "a.scene.json", "save/icon.alpha").stdout
            first = max((stop for stop in begins if stop < min(busy)), default=1) - 40
            for stop in range(max(first, 1), min(max(busy) + 20, last) + 1, options.every):
                round = Round(pathlib.Path(folder) / "round", program)
                round.traced(command, lambda number: number == stop)
                kills += 1
                half = round.texts() not in (FILES, new)
                value = round.run("get", "a.scene.json", "save/icon.alpha")
                texts, left = round.texts(), round.leftovers()
                finished += "finished a change" in value.stderr
                if half and "finished a change" not in value.stderr:
                    wrong.append(f"{command[0]}, stop {stop}: a half change was not finished: {value.stderr}")
                if texts not in (FILES, new):
                    wrong.append(f"{command[0]}, stop {stop}: some files are old and some new")
                # A file that the killed process was writing goes at the next save in the folder.
                if [name for name in left if not name.endswith(".tmp")]:
                    wrong.append(f"{command[0]}, stop {stop}: left {left}")
                if value.stdout != shown:
                    wrong.append(f"{command[0]}, stop {stop}: shows {value.stdout!r}, not {shown!r}")
        many = Round(pathlib.Path(folder) / "many", program)
        names = [f"{number}.scene.json" for number in range(300)]
        for name in names:
            (many.folder / "scenes" / name).write_text(SCENE)
        few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        edit = subprocess.run(
            [program, "set", *names, "#own", "alpha=0.7", "--single-transaction"], cwd=many.folder / "scenes",
            env=many.environment, preexec_fn=few, capture_output=True, text=True)
        if edit.returncode or any('"alpha": 0.7' not in (many.folder / "scenes" / name).read_text() for name in names):
            wrong.append(f"300 files with 256 descriptors: {edit.stdout[-300:]}{edit.stderr[-300:]}")
    print(f"kill_transactions: {kills} kills, {finished} changes finished afterwards, {len(wrong)} wrong")
    for line in wrong[:20]:
        print(line)
    if finished == 0:
        sys.exit("no kill came in the middle of a change")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
