#!/usr/bin/env python3
"""Prints what saving does with files that have more than a mode: `Tests/Tools/file_attributes.py [BUILD-FOLDER]`.

A row is a kind of file, a column who saves (root, where the tool runs as root, and an ordinary user) and how (`set`, `edit`, `-o`).
A cell is `kept` (saved, and everything as it was), `dropped` (saved with `--drop-attributes`, and nobody has gained access), `apart`
(saved with `--break-links`), `refused` (an exit code with words, and nothing has changed) or what is wrong, with `!` before it.
`-` stands for what the file system or the person cannot have. Ends with 1 where a cell is not what the row says.
"""
import json, os, pathlib, pwd, shutil, stat, struct, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENE = '{"format":"inspector-scene/1","objects":[{"id":"a","class":"View","attributes":{"tag":1}}]}\n'
SCRIPT = '{"format":"inspector-edit/1","steps":[{"select":"#a","set":{"tag":7}}]}\n'
NONE = 0xFFFFFFFF
OTHER = 12345  # somebody else's number
ACCESS, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"


def access_list(*entries):
    """Entries are (tag, rights, number): 1 owner, 2 user, 4 group, 16 mask, 32 others."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


SHUT_OUT = access_list((1, 6, NONE), (2, 6, OTHER), (4, 0, NONE), (16, 6, NONE), (32, 0, NONE))
WIDE = access_list((1, 7, NONE), (2, 7, OTHER), (4, 7, NONE), (16, 7, NONE), (32, 7, NONE))


class CannotBe(Exception):
    """The file system, or this person, cannot make such a file."""


def attribute(path, name, value):
    try:
        os.setxattr(path, name, value)
    except OSError as error:
        raise CannotBe(str(error)) from error


def state(path):
    """All that a save should keep, and the text."""
    info = os.stat(path)
    names = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return dict(mode=stat.S_IMODE(info.st_mode), owner=info.st_uid, group=info.st_gid, attributes=names,
                links=info.st_nlink, text=pathlib.Path(path).read_text())


def rights(info):
    """Who may do what: of the owner, of the owning group, of a named user, of all others."""
    found = {"owner": info["mode"] >> 6 & 7, "group": info["mode"] >> 3 & 7, "others": info["mode"] & 7, "named": 0}
    entries = info["attributes"].get(ACCESS)
    if entries:
        mask = next((r for tag, r, _ in struct.iter_unpack("<HHI", entries[4:]) if tag == 16), 7)
        for tag, right, _ in struct.iter_unpack("<HHI", entries[4:]):
            if tag == 4:
                found["group"] = right & mask
            elif tag == 2:
                found["named"] = right & mask
    else:
        found["named"] = found["others"]
    return found


# The rows: what is made of card.json, and what saving it is to be in place and into another file, for root and for its owner.
def plain(path, user):
    os.chmod(path, 0o640)


def with_access_list(path, user):
    attribute(path, ACCESS, SHUT_OUT)


def below_default_list(path, user):
    os.chmod(path, 0o660)
    attribute(path.parent, DEFAULT, WIDE)


def with_user_attribute(path, user):
    attribute(path, "user.note", b"mine \xff")


def with_odd_attribute_name(path, user):
    attribute(path, b"user.\xff", b"1")


def set_group_id(path, user):
    os.chmod(path, 0o2755)


def hard_link(path, user):
    os.link(path, path.parent / "twin.json")


def symbolic_link(path, user):
    os.rename(path, path.parent / "real.json")
    os.symlink("real.json", path)


def fifo(path, user):
    path.unlink()
    os.mkfifo(path, 0o600)


def folder(path, user):
    path.unlink()
    path.mkdir()


def read_only(path, user):
    os.chmod(path, 0o440)


def foreign_owner(path, user):
    if os.geteuid() != 0:
        raise CannotBe("only root gives files away")
    os.chmod(path, 0o666)
    os.chown(path, OTHER, OTHER)


def foreign_group(path, user):
    if os.geteuid() != 0:
        raise CannotBe("only root gives files away")
    os.chmod(path, 0o664)
    os.chown(path, -1, OTHER)


# name, make, options, (root in place, user in place)
ROWS = [
    ("plain, mode 640", plain, [], ("kept", "kept")),
    ("access list", with_access_list, [], ("kept", "kept")),
    ("folder's default list", below_default_list, [], ("kept", "kept")),
    ("user.* attribute", with_user_attribute, [], ("kept", "kept")),
    ("attribute name not UTF-8", with_odd_attribute_name, [], ("kept", "kept")),
    ("set-group-id", set_group_id, [], ("kept", "kept")),
    ("hard link", hard_link, [], ("refused", "refused")),
    ("hard link, --break-links", hard_link, ["--break-links"], ("apart", "apart")),
    ("symbolic link", symbolic_link, [], ("kept", "kept")),
    ("FIFO", fifo, [], ("refused", "refused")),
    ("folder", folder, [], ("refused", "refused")),
    ("read-only", read_only, [], ("kept", "refused")),
    ("foreign owner, mode 666", foreign_owner, [], ("kept", "refused")),
    ("foreign owner, --drop-attributes", foreign_owner, ["--drop-attributes"], ("kept", "dropped")),
    ("foreign group, mode 664", foreign_group, [], ("kept", "refused")),
    ("foreign group, --drop-attributes", foreign_group, ["--drop-attributes"], ("kept", "dropped")),
]
WAYS = ["set", "edit", "-o", "-o over"]


def run(program, words, user, home):
    """As that user: the exit code, what was printed, and whether it had to be killed."""
    def become():
        os.umask(0o022)
        if user is not None and os.geteuid() == 0:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)

    environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(home), "XDG_CACHE_HOME": str(home)}
    try:
        # A FIFO that nobody writes has no end: reading one may wait, so something must be there to write.
        done = subprocess.run([str(program), *words], preexec_fn=become, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=home, timeout=60)
        return done.returncode, done.stdout.decode("utf-8")
    except subprocess.TimeoutExpired:
        return None, "it hangs"


def cell(program, user, way, make, options, expected):
    with tempfile.TemporaryDirectory(prefix="inspector-attributes-") as name:
        home = pathlib.Path(name)
        work = home / "work"
        work.mkdir()
        card, script, other = work / "card.json", work / "script.json", work / "other.json"
        card.write_text(SCENE)
        script.write_text(SCRIPT)
        for path in [home, work, card, script]:
            os.chmod(path, 0o755 if path.is_dir() else 0o644)
            if user is not None and os.geteuid() == 0:
                os.chown(path, user.pw_uid, user.pw_gid)
        # What is replaced: the scene itself, or for `-o over` another file, the scene being a plain one.
        target = other if way == "-o over" else card
        if way == "-o over":
            shutil.copy(card, other)
            if user is not None and os.geteuid() == 0:
                os.chown(other, user.pw_uid, user.pw_gid)
        try:
            make(target, user)
        except CannotBe:
            return "-", True
        if way == "-o" and target.exists() and not target.is_file():
            return "-", True
        isFile = target.is_file()
        before = state(target) if isFile else os.lstat(target).st_ino
        # Everybody may read what is to be read.
        words = {"set": ["set", str(card), "#a", "tag=7"], "edit": ["edit", str(card), "--script", str(script)]}.get(
            way, ["set", str(card), "#a", "tag=7", "-o", str(other)])
        status, said = run(program, words + options, user, home)
        if way == "-o":
            return into_another(status, said, card, before, other)
        if not isFile:
            if status in (0, None) or os.lstat(target).st_ino != before:
                return f"! {status}: {said.strip()[:60]}", False
            return ("refused", True) if expected == "refused" and said.strip() else (f"! refused: {said[:60]}", False)
        found = outcome(status, said, target, before)
        return (found, True) if found == expected else (f"! {found}, not {expected}", False)


def into_another(status, said, card, before, other):
    """`-o` leaves the scene alone, and makes a new file of the person's own."""
    if state(card) != before:
        return "! the scene is another", False
    if status != 0:
        return f"! {status}: {said.strip()[:60]}", False
    made = state(other)
    if '"tag":7' not in made["text"]:
        return "! nothing was written", False
    return "new", True


def outcome(status, said, target, before):
    after = state(target)
    if status != 0:
        if after != before:
            return "changed though refused"
        if status is None or status < 0:
            return f"ended by {status}"
        return "refused" if status in (64, 66, 73, 74, 75) and said.strip() else f"{status} without words"
    if '"tag":7' not in after["text"]:
        return "nothing was written"
    same = {key for key in before if before[key] == after[key]}
    if same >= {"mode", "owner", "group", "attributes", "links"}:
        return "kept"
    gained = [who for who, right in rights(after).items() if who != "owner" and right & ~rights(before)[who]]
    if gained:
        return f"access gained by {', '.join(gained)}"
    if "links" not in same:
        twin = (target.parent / "twin.json").read_text()
        return "apart" if same >= {"mode", "owner", "group", "attributes"} and twin == before["text"] else "links lost"
    return "dropped"


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build" / "debug").resolve()
    program = build / "inspector"
    people = [("user", None)]
    if os.geteuid() == 0:
        people = [("root", None)]
        try:
            nobody = pwd.getpwnam("nobody")
            # Someone else must be able to run it.
            status, _ = run(program, ["--version"], nobody, pathlib.Path("/"))
            if status == 0:
                people.append(("user", nobody))
            else:
                print("file attributes: 'nobody' cannot run the program here, so only root is tried", file=sys.stderr)
        except (KeyError, PermissionError):
            print("file attributes: there is no 'nobody', so only root is tried", file=sys.stderr)
    columns = [(who, user, way) for who, user in people for way in WAYS]
    widths = [max(12, len(f"{who} {way}")) for who, _, way in columns]
    print("".join([f"{'':36}"] + [f"{f'{who} {way}':{width + 2}}" for (who, _, way), width in zip(columns, widths)]).rstrip())
    wrong = []
    for name, make, options, (for_root, for_user) in ROWS:
        cells = []
        for who, user, way in columns:
            text, fine = cell(program, user, way, make, options, for_root if who == "root" else for_user)
            cells.append(text)
            if not fine:
                wrong.append(f"{name}, {who} {way}: {text}")
        print("".join([f"{name:36}"] + [f"{text[:width]:{width + 2}}" for text, width in zip(cells, widths)]).rstrip())
    for text in wrong:
        print("file attributes:", text, file=sys.stderr)
    print(f"file attributes: {len(ROWS)} kinds of files, {len(columns)} ways to save, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
