#!/usr/bin/env python3
"""Prints what becomes of a batch and of a shell when a plugin misbehaves: `Tests/Tools/misbehaviours.py [BUILD-FOLDER] [--only WORD]`.

Each row is a plugin of its own in Python, which misbehaves where it builds the object `b`, or when it is asked to describe itself. A batch edits
two scenes with `--skip-refused`; a shell makes the same edit, reads a value, and saves. In both the objects `a` and `c` have to be edited and `b` not, the
message has to name the object, and both have to come to their end. Where the whole plugin cannot be used, all scenes have to be as they were. Ends with 1
where that is not so. With `-v` the messages are printed.
"""
import json, os, pathlib, pty, re, select, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARGUMENTS = sys.argv[1:]
ONLY = ARGUMENTS[ARGUMENTS.index("--only") + 1] if "--only" in ARGUMENTS else ""
TOOL = pathlib.Path(next((a for a in ARGUMENTS if "/" in a), ROOT / ".build/debug")).resolve() / "inspector"
OBJECTS = [{"id": i, "class": "Snake", "attributes": {"length": n}} for i, n in (("a", 1), ("b", 13), ("c", 2))]
SCENE = json.dumps({"format": "inspector-scene/1", "objects": OBJECTS}) + "\n"

# At an object: a name, statements that run instead of an answer wherever a message has the object, words of the message.
AT_OBJECT = [
    ("exits with 0", "sys.exit(0)", "ended with exit code 0"),
    ("exits with 3", "os._exit(3)", "ended with exit code 3"),
    ("raises an exception", "raise ValueError('no snake')", "ValueError: no snake"),
    ("aborts", "os.abort()", "SIGABRT"),
    ("reads at 0", "ctypes.string_at(0)", "SIGSEGV"),
    ("kills itself", "os.kill(os.getpid(), 9)", "SIGKILL"),
    ("ends itself", "signal.signal(15, signal.SIG_DFL); os.kill(os.getpid(), 15)", "SIGTERM"),
    ("stops itself", "os.kill(os.getpid(), 19)", "did not answer within"),
    ("sleeps", "time.sleep(600)", "did not answer within"),
    ("loops", "\nwhile True: pass", "did not answer within"),
    ("sleeps and ignores the end", "signal.signal(15, signal.SIG_IGN); time.sleep(600)", "did not answer within"),
    ("reports progress without end", "\nwhile True: send({'id': message['id'], 'at': [0, 'init']}); time.sleep(0.001)", "did not answer within"),
    ("reports progress as fast as it can", "\nwhile True: send({'id': message['id'], 'at': [0, 'length']})", "did not answer within"),
    ("goes back in its progress", "\nfor k in (2, 0): send({'id': message['id'], 'at': [k, 'init']})", "plugin 'Snakes'"),
    ("reports progress of an object that is not there", "send({'id': message['id'], 'at': [99, 'init']}); time.sleep(600)", "gave an invalid answer"),
    ("answers what is no JSON", "send(b'hello')", "gave an invalid answer"),
    ("answers an empty message", "send(b'')", "gave an invalid answer"),
    ("answers invalid UTF-8", "send(b'{\"id\":%d,\"rows\":[{\"warnings\":[{\"message\":\"\\xff\\xfe\"}]}]}' % message['id'])", "gave an invalid answer"),
    ("answers 100,000 brackets", "send(b'[' * 100000)", "gave an invalid answer"),
    ("announces 4 GB", "replies.write(b'\\xff\\xff\\xff\\xff'); replies.flush(); time.sleep(600)", "at most 67108864 are allowed"),
    ("writes text", "replies.write(b'Traceback: no\\n'); replies.flush(); time.sleep(600)", "wrote the text"),
    ("sends half an answer and sleeps", "replies.write(struct.pack('<I', 100) + b'{'); replies.flush(); time.sleep(600)", "did not answer within"),
    ("sends half an answer and ends", "replies.write(struct.pack('<I', 100) + b'{'); replies.flush(); os._exit(0)", "ended with exit code 0"),
    ("answers with another id", "send({'id': 77777, 'rows': answer(message)})", "answered request 77777"),
    ("answers without an id", "send({'rows': answer(message)})", "answered without an id"),
    ("answers no rows", "send({'id': message['id'], 'rows': []})", "0 rows for"),
    ("answers too many rows", "send({'id': message['id'], 'rows': answer(message) * 2})", "rows for"),
    ("answers neither rows nor error", "send({'id': message['id']})", "neither 'rows' nor 'error'"),
    ("answers a property that it does not have", "send({'id': message['id'], 'rows': [{'effective': {'wings': 2}}] * len(rows)})", "has no property 'wings'"),
    ("answers a value of another type", "send({'id': message['id'], 'rows': [{'effective': {'length': 'long'}}] * len(rows)})", "gave an invalid answer"),
    ("answers a number beyond all bounds", "send(b'{\"id\":%d,\"rows\":[%s]}' % (message['id'], b','.join([b'{\"effective\":{\"length\":1e999}}'] * len(rows))))", "gave an invalid answer"),
    ("answers an unknown error", "send({'id': message['id'], 'error': {'code': 'no.such', 'message': 'no'}})", "gave an invalid answer"),
    ("blames an object that is not there", "send({'id': message['id'], 'error': {'code': 'hook.loop', 'message': 'a ring', 'row': 4000}})", "a ring"),
    ("answers with control characters", "send({'id': message['id'], 'error': {'code': 'x', 'message': '\\x1b]0;owned\\x07\\x1b[2J'}})", "gave an invalid answer"),
    ("answers 30 MB of words", "send({'id': message['id'], 'error': {'code': 'x', 'message': 'w' * (30 << 20)}})", "gave an invalid answer"),
    ("closes its connection and sleeps", "replies.close(); requests.close(); os.close(0); os.close(1); time.sleep(600)", "closed its connection"),
    ("floods without reading", "\nwhile True: replies.write(b'\\0' * 65536)", "plugin 'Snakes'"),
    ("eats memory", "x = bytearray(900 << 20)", "MemoryError"),
    ("starts threads without end", "\nwhile True: threading.Thread(target=time.sleep, args=(600,), daemon=True).start()", "plugin 'Snakes'"),
    ("starts processes without end", "\nwhile True: os.fork()", "Operation not permitted"),
    ("writes errors without end", "\nwhile True: os.write(2, b'x' * 65536)", "did not answer within"),
    ("deletes the scene", "os.unlink(SCENE)", "Permission denied"),
    ("fills its folder", "f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))", "plugin 'Snakes'"),
    ("makes a deep folder", "\nfor _ in range(60): os.mkdir('d' * 200); os.chdir('d' * 200)\nos._exit(4)", "ended with exit code 4"),
    ("lowers its own priority", "os.nice(19)", "Operation not permitted"),
]

# Of the whole plugin: statements that run where it is asked to describe itself.
AT_DESCRIPTION = [
    ("never describes itself", "time.sleep(600)", "did not answer within"),
    ("ends when it is asked to describe itself", "os._exit(9)", "ended with exit code 9"),
    ("describes a class without a type", "DESCRIPTION['components'][0]['properties'][0]['type'] = 'UIColor'; send({'id': 1, 'description': DESCRIPTION})", "cannot be inspected"),
    ("describes no class", "DESCRIPTION['components'] = 7; send({'id': 1, 'description': DESCRIPTION})", "plugin"),
    ("describes itself with 100 MB", "DESCRIPTION['components'][0]['help'] = 'h' * (100 << 20); send({'id': 1, 'description': DESCRIPTION})", "plugin 'snakes'"),
    ("reports progress of its description without end", "\nwhile True: send({'id': 1, 'at': [0, 'Snake']})", "plugin"),
]

PLUGIN = r'''#!/usr/bin/env python3
import ctypes, json, os, signal, struct, sys, threading, time
requests, replies = sys.stdin.buffer, os.fdopen(os.dup(1), 'wb')
def read():
    head = requests.read(4)
    if len(head) < 4: sys.exit(0)
    return json.loads(requests.read(struct.unpack('<I', head)[0]))
def send(message):
    raw = message if isinstance(message, bytes) else json.dumps(message).encode()
    replies.write(struct.pack('<I', len(raw)) + raw); replies.flush()
def answer(message): return [{} for _ in message['build']['rows']]
def property(name): return {'name': name, 'label': name.title(), 'type': 'Int', 'optional': False, 'class': 'Snake', 'default': 0, 'observed': True}
DESCRIPTION = {'format': 'inspector-plugin/1', 'name': 'Snakes', 'version': '1.0.0', 'protocol': [1, 1], 'bases': [],
    'components': [{'name': 'Snake', 'label': 'Snake', 'inert': False, 'properties': [property('length'), property('girth')]}]}
def misbehave(message):
    rows = message.get('build', {}).get('rows', [])
BODY
while True:
    message = read()
    if 'describe' in message:
        if DESCRIBES: misbehave(message)
        else: send({'id': message['id'], 'description': DESCRIPTION})
    elif not DESCRIBES and any(13 in row for row in message['build']['rows']): misbehave(message)
    else: send({'id': message['id'], 'rows': answer(message)})
'''


def attributes(path):
    return {o["id"]: o["attributes"] for o in json.loads(path.read_text())["objects"]}


def run(arguments, folder, environment, text=None):
    start = time.monotonic()
    try:
        done = subprocess.run([TOOL] + arguments, cwd=folder, env=environment, input=text, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "", "hangs", 120.0
    return done.returncode, done.stdout, done.stderr, time.monotonic() - start


def type_in(arguments, folder, environment, lines):
    """Runs a shell at a terminal, in which the lines are typed; what it shows, without the terminal's own commands."""
    start = time.monotonic()
    own, theirs = pty.openpty()
    shell = subprocess.Popen([TOOL] + arguments, cwd=folder, env=environment | {"TERM": "dumb"}, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said, waiting = b"", lines.splitlines()
    while time.monotonic() - start < 60:
        ready, _, _ = select.select([own], [], [], 0.2)
        if ready:
            try:
                said += os.read(own, 65536)
                continue
            except OSError:  # the terminal is closed at its end
                break
        # Silent, with a prompt behind which nothing is typed yet: the next line may be.
        if waiting and re.search(rb"> (?:\x1b\[\w*)*$", said.split(b"\n")[-1]):
            os.write(own, waiting.pop(0).encode() + b"\r")
    else:
        shell.kill()
        return None, said.decode(errors="replace"), 60.0
    os.close(own)
    return shell.wait(), said.decode(errors="replace"), time.monotonic() - start


def try_row(row):
    name, code, words, describes = row
    wrong = []
    with tempfile.TemporaryDirectory(prefix="inspector-misbehaviour-") as place:
        folder = pathlib.Path(place)
        body = "\n".join("    " + line for line in code.split("\n"))
        plugin = folder / "inspector-plugin-snakes"
        text = PLUGIN.replace("BODY", body).replace("DESCRIBES", str(describes))
        plugin.write_text(text.replace("SCENE", repr(str(folder / "one.json"))))
        plugin.chmod(0o755)
        for scene in ("one.json", "two.json", "live.json"):
            (folder / scene).write_text(SCENE)
        environment = dict(PATH=os.environ["PATH"], HOME=place, XDG_CACHE_HOME=place + "/cache", XDG_STATE_HOME=place + "/state", TMPDIR=place)
        # A plugin whose fault is not its silence has time, so that a busy machine does not end it before it shows its fault.
        patience = "1" if words.startswith(("did not answer", "plugin")) else "30"
        common = ["--plugin", str(plugin), "--timeout", patience, "--plugin-memory", "700"]
        status, out, errors, batch = run(["set", "one.json", "two.json", "Snake", "girth=5", "--skip-refused"] + common, folder, environment)
        lines = "set Snake girth=5 --skip-refused\nget a.girth\nsave\nquit\n"
        shell_status, typed, shell = type_in(["shell", "live.json"] + common, folder, environment, lines)
        for kind, said in (("batch", out + errors), ("shell", typed)):
            if words not in re.sub(r"\s+", " ", said):
                wrong.append(f"{kind} does not say '{words}': {said[:400]!r}")
            if kind == "batch" and re.search(r"[\x00-\x08\x0b-\x1f\x7f]", said):
                wrong.append(f"{kind} prints control characters")
            if kind == "shell" and "owned\x07" in said:
                wrong.append("the shell prints control characters of a plugin")
            if not describes and not re.search(r"\bb\b", said):
                wrong.append(f"{kind} does not name the object: {said[:300]!r}")
            if len(said) > 20000:
                wrong.append(f"{kind} prints {len(said)} characters")
        if status not in (1, 69):
            wrong.append(f"batch ends with {status}: {errors[:300]!r}")
        if shell_status is None:
            wrong.append(f"shell hangs, and shows at the end: {typed[-400:]!r}")
        for scene in ("one.json", "two.json", "live.json"):
            found = attributes(folder / scene)
            expected = {o["id"]: dict(o["attributes"]) for o in OBJECTS}
            if not describes:
                expected["a"]["girth"] = expected["c"]["girth"] = 5
            if found != expected:
                wrong.append(f"{scene}: {found}")
        left = [n for n in os.listdir(folder) if n.startswith("inspector-plugins-") for n in os.listdir(folder / n)]
        if left:
            wrong.append(f"left behind: {left}")
        said = next((line for line in errors.split("\n") if "plugin" in line), errors.strip())[:150]
    return name, batch, shell, said, wrong


def main():
    rows = [row + (False,) for row in AT_OBJECT] + [row + (True,) for row in AT_DESCRIPTION]
    rows = [row for row in rows if ONLY in row[0]]
    bad = 0
    print("| a plugin | two scenes | shell | the person reads |\n|---|---|---|---|" if "-v" in ARGUMENTS else "", end="\n" if "-v" in ARGUMENTS else "")
    with ThreadPoolExecutor(2) as threads:
        for name, batch, shell, said, wrong in threads.map(try_row, rows):
            if "-v" in ARGUMENTS:
                print(f"| {name} | {batch:.1f} s | {shell:.1f} s | {said} |")
            bad += bool(wrong)
            for line in wrong:
                print(f"! {name}: {line}")
    print(f"check: misbehaviours: {len(rows)} plugins, each in a batch and in a shell, {bad} not as they should be")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
