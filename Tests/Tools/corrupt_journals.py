#!/usr/bin/env python3
"""Damages what killed shells left, and looks at what the next shell says and recovers.

    Tests/Tools/corrupt_journals.py [BUILD-FOLDER] [--count 2000] [--seed 1]

Shells are killed with signal 9 after some thirty edits, and leave a journal with its copies of the scene. Each round does one kind of
damage to those files, opens the scene in a script, recovers, and looks at all of it:

- what is recovered is, to the byte, the scene after one of the edits, and none in the middle is left out;
- where an edit is missing, or what the scene was made on, that is said, and a script ends with 1; a journal that only ends too early is
  said to do so, as after a kill, and is no failure;
- the damaged file is still there in the end, with every byte.

A row of the table is a kind of damage: how many rounds, how often it was called what, and how many of the edits were recovered. Some
kinds are about who may write the files; those that need root are left out without it, and as root `--user NAME` runs as another user.
"""
import argparse, collections, hashlib, os, pathlib, pwd, random, shutil, signal, struct, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAGIC = b"inspector-journal/2\n"
EDITS = 30


# MARK: journals

def chain(former, payload):
    return hashlib.sha256(former + payload).digest()[:8]


class Journal:
    """The records of a journal, as the program writes them."""

    def __init__(self, data):
        self.records, place = [], len(MAGIC)
        while place + 12 <= len(data):
            count = struct.unpack_from("<I", data, place)[0]
            if count == 0xFFFFFFFF:
                break
            self.records.append(data[place + 12:place + 12 + count])
            place += 12 + count

    @staticmethod
    def text(records, mark=True):
        """Records with checksums that are right."""
        data, former = bytearray(MAGIC), bytes(8)
        for record in records:
            former = chain(former, record)
            data += struct.pack("<I", len(record)) + former + record
        return bytes(data + (b"\xff" * 4 + chain(former, b"end") if mark else b""))

    def bounds(self):
        """Where the records begin, and the last one ends."""
        places = [len(MAGIC)]
        for record in self.records:
            places.append(places[-1] + 12 + len(record))
        return places

    def edits(self):
        return [number for number, record in enumerate(self.records) if record[0] == 2]


def swapped(data, rng):
    journal = Journal(data)
    first, second = rng.sample(range(2, len(journal.records)), 2)
    places = journal.bounds()
    parts = [data[places[i]:places[i + 1]] for i in range(len(journal.records))]
    parts[first], parts[second] = parts[second], parts[first]
    return MAGIC + b"".join(parts) + data[places[-1]:]


def one_twice(data, rng):
    places = Journal(data).bounds()
    number = rng.randrange(2, len(places) - 1)
    return data[:places[number + 1]] + data[places[number]:]


def one_out(data, rng):
    places = Journal(data).bounds()
    number = rng.randrange(2, len(places) - 2)
    return data[:places[number]] + data[places[number + 1]:]


def forged(data, rng):
    """An edit that another program wrote: its checksum is right, its changes are not."""
    records = Journal(data).records
    number = rng.choice(Journal(data).edits())
    return Journal.text(records[:number] + [records[number] + rng.randbytes(3) + b"\x7f"] + records[number + 1:])


def unknown_kind(data, rng):
    records = Journal(data).records
    number = rng.randrange(2, len(records))
    return Journal.text(records[:number] + [bytes([rng.randrange(8, 100)]) + b"what"] + records[number:])


def with_bytes(data, rng, count, of=lambda rng, byte: rng.randrange(256)):
    data = bytearray(data)
    for _ in range(count):
        place = rng.randrange(len(data))
        data[place] = of(rng, data[place])
    return bytes(data)


def block(data, rng, fill):
    start, count = rng.randrange(len(data)), rng.choice([16, 64, 512])
    part = data[start:start + count]
    return data[:start] + (bytes(len(part)) if fill is None else rng.randbytes(len(part))) + data[start + count:]


def cut_out(data, rng):
    start = rng.randrange(len(data) - 1)
    return data[:start] + data[start + 1 + rng.randrange(min(400, len(data) - start - 1)):]


def put_in(data, rng):
    start = rng.randrange(len(data))
    return data[:start] + rng.randbytes(1 + rng.randrange(100)) + data[start:]


# What is done to the bytes of a file; those named so are about the journal alone.
BYTES = {
    "a bit": lambda d, r: with_bytes(d, r, 1, lambda r, byte: byte ^ 1 << r.randrange(8)),
    "random bytes": lambda d, r: with_bytes(d, r, 1 + r.randrange(8)),
    "a block of zeros": lambda d, r: block(d, r, None),
    "a random block": lambda d, r: block(d, r, True),
    "a part cut out": cut_out,
    "bytes put in": put_in,
    "cut short": lambda d, r: d[:r.randrange(len(d))],
    "empty": lambda d, r: b"",
    "random text": lambda d, r: r.randbytes(len(d)),
}
JOURNAL = {
    "cut after a record": lambda d, r: d[:r.choice(Journal(d).bounds()[2:-1])],
    "records swapped": swapped,
    "a record twice": one_twice,
    "a record left out": one_out,
    "a journal appended": lambda d, r: d + d,
    "bytes appended": lambda d, r: d + r.randbytes(1 + r.randrange(100)),
    "another beginning": lambda d, r: with_bytes(d[:20], r, 1) + d[20:],
    "version 3": lambda d, r: d.replace(MAGIC, MAGIC.replace(b"2", b"3"), 1),
    "an unknown record": unknown_kind,
    "a forged edit": forged,
    "another scene's": lambda d, r: Journal.text(
        [b"\0" + bytes([10]) + b"/some/where"[:10]] + Journal(d).records[1:]),
}


# MARK: what shells leave

class Left:
    """A folder as a killed shell left it: the scene, its journal, and the scene as it was after each edit."""

    def __init__(self, tool, name, commands, scratch=False, changed=False):
        self.name, self.tool = name, tool
        self.folder = tool.folder / "left" / name
        self.folder.mkdir(parents=True)
        self.scene().write_bytes(tool.start)
        self.states = tool.states(commands, scratch)
        self.commands = (["scratch try"] if scratch else []) + commands
        tool.kill_after(self.folder, self.commands)
        if changed:
            self.scene().write_bytes(tool.start.replace(b'"objects"', b'"name": "changed",\n  "objects"'))
        journals = self.folder / "state/inspector/journal"
        self.files = sorted(path.name for path in journals.iterdir() if not path.name.endswith(".lock"))
        for name in journals.glob("*.lock"):
            name.unlink()
        assert len([name for name in self.files if name.endswith(".journal")]) == 1, self.files

    def scene(self):
        return self.folder / "card.json"

    def file(self, end):
        return next(name for name in self.files if name.endswith(end))


class Round:
    """One journal that is damaged, and what came of it."""

    def __init__(self, tool, left, number):
        self.tool, self.left = tool, left
        # The journals go by the scene's path.
        self.folder = left.folder
        self.journals = self.folder / "state/inspector/journal"
        self.saved = tool.folder / "saved"
        shutil.rmtree(self.saved, ignore_errors=True)
        shutil.copytree(self.folder, self.saved, symlinks=True)
        self.damaged = {}

    def back(self):
        shutil.rmtree(self.folder)
        shutil.copytree(self.saved, self.folder, symlinks=True)
        self.tool.give(self.folder)

    def damage(self, end, change, rng):
        path = self.journals / self.left.file(end)
        before = path.read_bytes()
        after = before
        while after == before:
            after = change(before, rng)
        path.write_bytes(after)
        self.damaged[path.name] = after

    def texts(self):
        """The bytes of all files that are there."""
        return [path.read_bytes() for path in self.journals.iterdir() if path.is_file() and not path.is_symlink()]

    def open(self):
        """What a script says that looks at the scene only."""
        return self.tool.run(self.folder, ["cd; pwd"])

    def recover(self):
        """What is recovered, the scene as it was made and with the scratch; nil where nothing is."""
        out = self.folder / "out.json"
        done = self.tool.run(self.folder, ["recover --apply", "recover --to there.json", "commit", f"save --force {out}",
                                           "quit --discard"], ["--no-stop-on-error"])
        there = self.folder / "there.json"
        text = there.read_bytes() if there.exists() else out.read_bytes() if out.exists() else None
        return text, done


# What is said, by words of the message.
WORDS = [
    ("cut short", ["ends within an edit", "has no end mark"]),
    ("damaged", ["is damaged at byte"]),
    ("no journal", ["does not begin like a journal"]),
    ("unknown record", ["a record of an unknown kind"]),
    ("no scene", ["no valid scene and"]),
    ("later version", ["a later version of inspector wrote"]),
    ("another scene's", ["is the journal of another scene"]),
    ("copy damaged", ["the copy of the scene"]),
    ("copies only", ["copies of the scene that belong to it exist"]),
    ("not used", ["is not used", "cannot be read"]),
]


def said(words):
    return [name for name, parts in WORDS if any(part in words for part in parts)]


class Tool:
    def __init__(self, build, folder, seed, user):
        self.inspector, self.folder, self.random, self.user = str(build / "inspector"), folder, random.Random(seed), user
        items = ['{ "id": "p%d", "class": "SliderView", "attributes": { "value": 1, "maximumValue": %d } }' % (i, i + 10)
                 for i in range(20)]
        self.start = ('{ "format": "inspector-scene/1",\n  "objects": [\n    %s ] }\n' % ",\n    ".join(items)).encode()
        self.table = collections.defaultdict(collections.Counter)
        self.problems = 0
        self.give(folder)

    def give(self, folder):
        if self.user:
            for path in [folder, *folder.rglob("*")]:
                os.chown(path, self.user.pw_uid, self.user.pw_gid, follow_symlinks=False)

    def environment(self, folder):
        return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "NO_COLOR": "1", "HOME": str(folder),
                "XDG_STATE_HOME": str(folder / "state"), "XDG_CACHE_HOME": str(self.folder / "cache")}

    def words(self, folder, *more):
        prefix = ["setpriv", f"--reuid={self.user.pw_uid}", f"--regid={self.user.pw_gid}", "--clear-groups"] if self.user else []
        return [*prefix, self.inspector, "shell", "-X", *more, str(folder / "card.json")]

    def run(self, folder, commands, options=()):
        return subprocess.run(
            self.words(folder, *options), input="\n".join(commands) + "\n", text=True, encoding="utf-8", cwd=folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment(folder), timeout=120)

    def kill_after(self, folder, commands):
        """Does commands, and is killed when the last one was acknowledged."""
        self.give(folder)
        process = subprocess.Popen(self.words(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.environment(folder), cwd=folder)
        process.stdin.write("".join(f"{command}\n" for command in commands + ["cd; pwd"]).encode())
        process.stdin.flush()
        while line := process.stdout.readline():
            if line == b"/\n":
                break
        else:
            raise SystemExit(f"the shell ended: {process.stderr.read().decode()}")
        journals = folder / "state/inspector/journal"
        patience = time.monotonic() + 60
        # The copy of the scene is made beside the edits.
        while not list(journals.glob("*.base")) and time.monotonic() < patience:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()

    def commands(self, count):
        roll, made = self.random.randrange, []
        for number in range(count):
            made.append([
                lambda: f"set '#p{roll(20)}' value={100 + number}.25",
                lambda: f"set '#p{roll(20)}' maximumValue={1000 + number}",
                lambda: f"name '#p{roll(20)}' 'täxt {number}'",
                lambda: f"add SliderView value={number} --id n{number} --in p{roll(20)}",
                lambda: f"duplicate '#p{roll(20)}' --id d{number}",
                lambda: f"palette set c{number}=#{roll(900) + 100}",
            ][roll(6)]())
        return made

    def states(self, commands, scratch):
        """The scene as it is after each edit; in a scratch it is what committing that would make."""
        folder = self.folder / "again"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "card.json").write_bytes(self.start)
        lines = []
        for number, command in enumerate(commands):
            lines += [command, f"save {folder}/{number}"]
        self.give(folder)
        done = self.run(folder, lines + ["quit --discard"])
        if done.returncode:
            raise SystemExit(f"the edits are refused: {done.stderr}")
        return [self.start] + [(folder / f"{number}").read_bytes() for number in range(len(commands))]

    # MARK: a round

    def check(self, kind, round, expects_all=False, may_apply=True):
        """Looks at what a shell says of what was damaged, and what it recovers."""
        left, row = round.left, self.table[kind]
        opened = round.open()
        what = said(opened.stderr)
        text, recovered = round.recover()
        if text == left.scene().read_bytes():
            text = None
        count = left.states.index(text) if text in left.states else -1
        everything = count == len(left.states) - 1
        row["rounds"] += 1
        for name in what or ["nothing"]:
            row[name] += 1
        row["all" if everything else "some" if count > 0 else "none"] += 1
        row["edits"] += max(count, 0)
        problems = []
        for run in (opened, recovered):
            if run.returncode < 0 or run.returncode > 75:
                problems.append(f"ended with {run.returncode}")
        if text is not None and count < 0:
            problems.append("what is recovered was never there")
        if not may_apply and count > 0:
            problems.append("a journal is applied that must not be")
        if not everything and not what and "there is no copy of that file" not in recovered.stderr:
            problems.append(f"{len(left.states) - 1 - max(count, 0)} edits are lost, and nothing is said")
        if expects_all and not everything:
            problems.append("not all is recovered")
        if opened.returncode != (1 if what and what != ["cut short"] else 0):
            problems.append(f"a script ends with {opened.returncode} where this is said: {what}")
        if not everything or what:
            texts = round.texts()
            problems += [f"{name} is deleted" for name, text in round.damaged.items() if text not in texts]
        for problem in problems:
            self.problems += 1
            print(f"{kind}, {left.name}: {problem}\n  {opened.stderr}\n  {recovered.stderr}", file=sys.stderr)


def rows(tool, lefts):
    """All kinds of damage: a name, and what does it and looks at what comes of it."""
    rng = tool.random

    def bytes_of(kind, end, left, change):
        def run(number):
            round = Round(tool, left, number)
            round.damage(end, change, rng)
            tool.check(kind, round)
            round.back()
        return kind, run

    plain, scratch, changed = lefts
    for name, change in (BYTES | JOURNAL).items():
        yield bytes_of(f"journal: {name}", ".journal", plain, change)
    for name, change in BYTES.items():
        yield bytes_of(f"journal of a scratch: {name}", ".journal", scratch, change)
        yield bytes_of(f"journal, file changed: {name}", ".journal", changed, change)
        yield bytes_of(f"copy, file changed: {name}", ".base", changed, change)
        yield bytes_of(f"copy: {name}", ".base", plain, change)
        yield bytes_of(f"copy of a scratch: {name}", ".scratch", scratch, change)

    def files(kind, left, change, **expected):
        def run(number):
            round = Round(tool, left, number)
            change(round, left)
            tool.check(kind, round, **expected)
            round.back()
        return kind, run

    def gone(end):
        return lambda round, left: (round.journals / left.file(end)).unlink()

    def two(round, left):
        path = round.journals / left.file(".journal")
        second = path.with_name(path.name.replace("-1.journal", "-2.journal"))
        data = Journal(path.read_bytes())
        text = with_bytes(path.read_bytes(), rng, 3)
        second.write_bytes(text)
        shutil.copy(round.journals / left.file(".base"), str(second).replace(".journal", ".base"))
        tool.give(round.journals)
        # The last one is recovered first, and of the other what it has not.
        round.damaged[second.name] = text

    def fifo(end):
        def change(round, left):
            path = round.journals / left.file(end)
            path.unlink()
            os.mkfifo(path, 0o600)
            tool.give(round.journals)
        return change

    def link(end):
        def change(round, left):
            path = round.journals / left.file(end)
            path.rename(round.folder / "elsewhere")
            path.symlink_to(round.folder / "elsewhere")
            tool.give(round.journals)
        return change

    def mode(end, bits):
        return lambda round, left: os.chmod(round.journals / left.file(end) if end else round.journals, bits)

    def folder(end):
        def change(round, left):
            path = round.journals / left.file(end)
            path.unlink()
            path.mkdir()
            tool.give(round.journals)
        return change

    yield files("journal: missing", plain, gone(".journal"))
    yield files("copy: missing", plain, gone(".base"), expects_all=True)
    yield files("copy, file changed: missing", changed, gone(".base"))
    yield files("copy of a scratch: missing", scratch, gone(".scratch"))
    yield files("journal: a pipe", plain, fifo(".journal"), may_apply=False)
    yield files("copy, file changed: a pipe", changed, fifo(".base"), may_apply=False)
    yield files("journal: a symbolic link", plain, link(".journal"), may_apply=False)
    yield files("journal: a folder", plain, folder(".journal"), may_apply=False)
    yield files("journal: others may write", plain, mode(".journal", 0o666), may_apply=False)
    yield files("two journals, one damaged", plain, two)
    if os.geteuid() == 0:
        def foreign(round, left):
            path = round.journals / left.file(".journal")
            path.chmod(0o644)
            os.chown(path, 0 if tool.user else 65534, -1)
        yield files("journal: another user's", plain, foreign, may_apply=False)


def folders(tool, left):
    """Journals' folders and locks that others have a part in: nothing is applied, nothing of theirs is written."""
    def run(kind, change, remedy, victim=None):
        round = Round(tool, left, 0)
        change(round)
        opened = round.open()
        text, _ = round.recover()
        ok = remedy in opened.stderr and "are lost when this shell ends" in opened.stderr and opened.returncode == 0
        ok = ok and text in (None, tool.start)
        if victim:
            ok = ok and (tool.folder / victim).read_bytes() == b"precious"
        print(f"folder: {kind}: {'refused' if ok else 'WRONG: ' + opened.stderr}")
        tool.problems += not ok
        round.back()

    victim = tool.folder / "victim"

    def lock(make):
        def change(round):
            victim.write_bytes(b"precious")
            tool.give(tool.folder)
            path = round.journals / (left.file(".journal").split("-")[0] + ".lock")
            make(path)
            if tool.user:
                os.chown(path, tool.user.pw_uid, tool.user.pw_gid, follow_symlinks=False)
        return change

    def away(round):
        round.journals.rename(round.folder / "elsewhere")
        round.journals.symlink_to(round.folder / "elsewhere")

    run("the lock is a symbolic link", lock(lambda path: path.symlink_to(victim)), "move it away", "victim")
    run("the lock is a file of another name", lock(lambda path: os.link(victim, path)), "move it away", "victim")
    run("the lock is a pipe", lock(lambda path: os.mkfifo(path, 0o600)), "move it away")
    run("the folder is a symbolic link", away, "move it away")
    run("others may write the folder", lambda round: os.chmod(round.journals, 0o777), "chmod go-w")
    run("others may write the folder above", lambda round: os.chmod(round.journals.parent, 0o770), "chmod go-w")
    if os.geteuid() == 0:
        other = 0 if tool.user else 65534


        def foreign(round):
            round.journals.chmod(0o755)
            os.chown(round.journals, other, -1)
        run("the folder is another user's", foreign, "another user")
    else:
        print("folder: the folder is another user's: left out, which needs root")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--user", type=pwd.getpwnam, help="who the shells run as; for root")
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="inspector-corrupt-"))
    folder.chmod(0o755)
    try:
        tool = Tool(options.build.resolve(), folder, options.seed, options.user)
        lefts = [Left(tool, "plain", tool.commands(EDITS)), Left(tool, "scratch", tool.commands(EDITS), scratch=True),
                 Left(tool, "changed", tool.commands(EDITS), changed=True)]
        kinds = list(rows(tool, lefts))
        for number in range(options.count):
            # Each kind once at least, then the journal's own more often.
            kind, run = kinds[number] if number < len(kinds) else tool.random.choice(kinds)
            run(number)
        folders(tool, lefts[0])
        for kind, row in sorted(tool.table.items()):
            words = ", ".join(f"{row[name]} {name}" for name, _ in WORDS + [("nothing", [])] if row[name])
            print(f"{kind}: {row['rounds']} rounds; said: {words}; recovered: {row['all']} all, {row['some']} some, "
                  f"{row['none']} none; {row['edits']} of {EDITS * row['rounds']} edits")
        total = sum((row for row in tool.table.values()), collections.Counter())
        print(f"check: journals: {total['rounds']} damaged, {tool.problems} lost in silence, deleted or wrong")
        return 0 if tool.problems == 0 else 1
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
