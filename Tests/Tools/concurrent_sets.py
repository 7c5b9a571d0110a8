#!/usr/bin/env python3
"""Starts several edits of one scene at the same moment, and counts what became of them.

    Tests/Tools/concurrent_sets.py [BUILD-FOLDER] [--pairs 1000] [--rounds 300] [--shells 20] [--objects 20]

- Pairs, and rounds of six, of `inspector set FILE '#n0' tag+=1`: the tag has grown by as many as exited with 0, and the
  others exited with 75 and said why.
- A batch edit beside a shell that saves: the shell saves its own edit, or is refused with words since the file changed.
- A process that holds the lock of the file and is killed: the next edit goes on.

Nothing is decided by time; the worst wait is reported.
"""
import argparse, json, os, pathlib, signal, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Problems(list):
    def add(self, text):
        self.append(text)
        print("concurrent sets:", text, file=sys.stderr)


def write_scene(path, objects):
    items = ['{"id":"n%d","class":"View","attributes":{"tag":0}}' % i for i in range(objects)]
    path.write_text('{"format":"inspector-scene/1","objects":[%s]}\n' % ",\n".join(items))


def tag(path, number=0):
    return json.loads(path.read_text())["objects"][number]["attributes"]["tag"]


def round_of(count, program, path, environment, problems):
    """Runs so many edits at once; how many were made, how many were refused with 75."""
    before = tag(path)
    runs = [subprocess.Popen([program, "set", path, "#n0", "tag+=1"], env=environment, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True) for _ in range(count)]
    ends = [(run.communicate()[0], run.returncode) for run in runs]
    made = sum(status == 0 for _, status in ends)
    told = sum(status == 75 for _, status in ends)
    for words, status in ends:
        if status not in (0, 75) or status == 75 and "nothing was changed" not in words:
            problems.add(f"exit code {status}: {words.strip()}")
    if tag(path) - before != made:
        problems.add(f"{made} edits exited with 0, and the tag grew by {tag(path) - before}")
    return made, told


def shell_beside_batch(program, path, environment, problems):
    """A shell edits and saves while batch edits run; whether it was refused."""
    before, other = tag(path), tag(path, 1)
    batch = [subprocess.Popen([program, "set", path, "#n0", "tag+=1"], env=environment, stdout=subprocess.DEVNULL)
             for _ in range(3)]
    shell = subprocess.run([program, "shell", path, "-c", "set '#n1' tag+=1", "-c", "save"], env=environment, text=True,
                           capture_output=True)
    made = sum(run.wait() == 0 for run in batch)
    grown = tag(path) - before, tag(path, 1) - other
    if grown != (made, 1 if shell.returncode == 0 else 0):
        problems.add(f"{made} batch edits and a shell ({shell.returncode}) were made, and the tags grew by {grown}")
    if shell.returncode not in (0, 75):
        problems.add(f"the shell ended with {shell.returncode}: {shell.stderr.strip()}")
    return shell.returncode != 0


def killed_holder(program, path, environment, problems):
    """How long an edit took that began while a process that is then killed held the file."""
    holder = subprocess.Popen([sys.executable, "-c", "import fcntl, sys, time\n"
                               "file = open(sys.argv[1])\nfcntl.flock(file, fcntl.LOCK_EX)\nprint('held', flush=True)\n"
                               "time.sleep(600)", path], stdout=subprocess.PIPE, text=True)
    holder.stdout.readline()
    before = tag(path)
    edit = subprocess.Popen([program, "set", path, "#n0", "tag+=1"], env=environment, stdout=subprocess.DEVNULL)
    time.sleep(0.2)
    if edit.poll() is not None:
        problems.add("an edit did not wait for the process that held the file")
    holder.send_signal(signal.SIGKILL)
    start = time.monotonic()
    if edit.wait() != 0 or tag(path) != before + 1:
        problems.add(f"after the holder was killed the edit ended with {edit.returncode}, the tag being {tag(path)}")
    holder.wait()
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=".build/debug")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--shells", type=int, default=20)
    parser.add_argument("--objects", type=int, default=20)
    options = parser.parse_args()
    program = pathlib.Path(options.build).resolve() / "inspector"
    problems = Problems()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "scene.json"
        write_scene(path, options.objects)
        environment = os.environ | {"XDG_STATE_HOME": f"{folder}/state", "XDG_CACHE_HOME": f"{folder}/cache"}
        counts = {}
        for name, size, number in [("pairs", 2, options.pairs), ("rounds of six", 6, options.rounds)]:
            ends = [round_of(size, program, path, environment, problems) for _ in range(number)]
            counts[name] = (number, sum(made for made, _ in ends), sum(told for _, told in ends))
        refused = sum(shell_beside_batch(program, path, environment, problems) for _ in range(options.shells))
        waits = [killed_holder(program, path, environment, problems) for _ in range(3)]
        left = sorted(os.listdir(folder))
        if [name for name in left if name not in ("scene.json", "state", "cache")]:
            problems.add(f"beside the scene is left: {left}")
    for name, (number, made, told) in counts.items():
        print(f"concurrent sets: {number} {name}: {made} edits made, {told} refused with 75, none lost")
    print(f"concurrent sets: {options.shells} shells beside batches: {refused} refused with words; "
          f"after a killed holder the next edit took {max(waits):.2f} s at most")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
