#!/usr/bin/env python3
"""Prints what a plugin can do to the machine, in the sandbox and without it: `Tests/Tools/sandbox.py [BUILD-FOLDER]`.

A plugin in Python tries each thing of the rows, as root (where the tool runs as root) and as an ordinary user, by a hook of a component
that `inspector set -n` builds. A cell is `refused`, `done`, or `harmless` for what works and concerns the plugin alone. Without the sandbox the same
attempts have to succeed, so that a row that is always refused is seen. Ends with 1 where a cell is not what the row says, and says what is
missing where the kernel has no landlock or no seccomp.
"""
import json, os, pathlib, pwd, shutil, socket, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/debug").resolve() / "inspector"

# Each row: a name, an expression of Python that fails where it is refused, whether it works without the sandbox, whether it works in it.
ROWS = [
    ("write a file of the person", "open(VICTIM, 'w').write('x')", True, False),
    ("append to a file", "open(VICTIM, 'a').write('x')", True, False),
    ("truncate a file", "os.truncate(VICTIM, 0)", True, False),
    ("open a file and truncate it", "os.close(os.open(VICTIM, os.O_RDONLY | os.O_TRUNC))", True, False),
    ("read a private key", "open(KEY).read()", True, False),
    ("list the person's folder", "os.listdir(HOME)", True, False),
    ("delete a file", "os.unlink(GOING)", True, False),
    ("rename a file", "os.rename(MOVING, MOVING + '2')", True, False),
    ("link a file into its own folder", "os.link(KEY, os.path.join(os.getcwd(), 'key'))", True, False),
    ("make a file beside it", "open(os.path.join(HOME, 'new'), 'w')", True, False),
    ("make a folder", "os.mkdir(os.path.join(HOME, 'folder'))", True, False),
    ("change a file's mode", "os.chmod(VICTIM, 0o777)", True, False),
    ("change a file's times", "os.utime(VICTIM, (1, 1))", True, False),
    ("change a file's attributes", "os.setxattr(VICTIM, 'user.x', b'1')", None, False),
    ("write to its own folder", "open(os.path.join(os.path.dirname(os.path.realpath(__file__)), 'x'), 'w')", True, False),
    ("read the host's memory", "open('/proc/%d/mem' % os.getppid(), 'rb').read(0)", None, False),
    ("read the host's environment", "open('/proc/%d/environ' % os.getppid(), 'rb').read()", True, False),
    ("connect to a server", "socket.create_connection(('127.0.0.1', PORT), 2)", True, False),
    ("listen", "listen()", True, False),
    ("reach a socket of the file system", "local()", True, False),
    ("make a pair of sockets", "socket.socketpair()", True, False),
    ("start a program", "subprocess.run(['/bin/true'], check=True)", True, False),
    ("become a program", "libc_call('execve', b'/nonexistent', None, None, expect=2)", True, False),
    ("fork", "fork()", True, False),
    ("kill the host", "os.kill(os.getppid(), 0)", True, False),
    ("kill all it may", "os.kill(-1, 0)", True, False),
    ("signal another process", "os.kill(OTHER, 0)", True, False),
    ("attach to the host", "attach()", None, False),
    ("read another process's memory", "read_memory()", None, False),
    ("leave its group", "os.setpgid(0, 0) if os.getpid() != os.getpgid(0) else os.setsid()", None, False),
    ("outlive the host", "libc_call('prctl', 1, 0, 0, 0, 0)", True, False),
    ("raise its limits", "resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))", True, False),
    ("watch files", "libc_call('inotify_init1', 0)", True, False),
    ("see a secret of the environment", "os.environ['AWS_SECRET_ACCESS_KEY']", True, False),
    ("use a descriptor of the host", "inherited()", False, False),
    ("use 5 GB of memory", "bytearray(5 << 30)", False, False),
    ("write a file of 100 MB", "large()", True, False),
    ("open 2,000 files", "[open('/dev/null') for _ in range(2000)]", None, False),
    ("write to a folder of its own", "open(os.path.join(os.environ.get('TMPDIR', '/tmp'), 'own'), 'w').write('x')", True, True),
    ("start a thread", "thread()", True, True),
    ("load the system's libraries", "__import__('sqlite3' if False else 'hashlib').sha256(b'x')", True, True),
    ("read random numbers", "open('/dev/urandom', 'rb').read(8)", True, True),
    ("signal itself", "os.kill(os.getpid(), 0)", True, True),
]

PLUGIN = r'''#!/usr/bin/env python3
import ctypes, json, os, resource, signal, socket, struct, subprocess, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

def libc_call(name, *arguments, expect=None):
    ctypes.set_errno(0)
    if getattr(libc, name)(*arguments) < 0 and ctypes.get_errno() != expect:
        raise OSError(ctypes.get_errno(), name)

def listen():
    server = socket.socket()
    server.bind(('127.0.0.1', 0))
    server.listen()

def local():
    socket.socket(socket.AF_UNIX).connect(SOCKET)

def fork():
    child = os.fork()
    if child == 0: os._exit(0)
    os.waitpid(child, 0)

def attach():
    if libc.ptrace(16, os.getppid(), 0, 0) != 0: raise OSError(ctypes.get_errno(), 'ptrace')
    os.waitpid(os.getppid(), 0); libc.ptrace(17, os.getppid(), 0, 0)

class Vector(ctypes.Structure):
    _fields_ = [('base', ctypes.c_void_p), ('length', ctypes.c_size_t)]

def read_memory():
    buffer = ctypes.create_string_buffer(8)
    line = [l for l in open('/proc/self/maps') if ' r' in l][0]
    start = int(line.split('-')[0], 16)
    own, theirs = Vector(ctypes.addressof(buffer), 8), Vector(start, 8)
    if libc.process_vm_readv(OTHER, ctypes.byref(own), 1, ctypes.byref(theirs), 1, 0) < 0: raise OSError(ctypes.get_errno(), 'read')

def inherited():
    if not os.read(9, 1): raise OSError('nothing')

def large():
    with open(os.path.join(os.environ.get('TMPDIR', '/tmp'), 'large'), 'wb') as file:
        for _ in range(100): file.write(bytes(1 << 20)); file.flush()

def thread():
    done = []
    one = threading.Thread(target=lambda: done.append(1)); one.start(); one.join()
    if not done: raise OSError('no thread')

requests, replies = sys.stdin.buffer, os.fdopen(os.dup(1), 'wb')
def read():
    head = requests.read(4)
    if len(head) < 4: sys.exit(0)
    return json.loads(requests.read(struct.unpack('<I', head)[0]))
def send(message):
    raw = json.dumps(message).encode()
    replies.write(struct.pack('<I', len(raw)) + raw); replies.flush()
TRIES = [{'name': 'tries', 'label': 'Tries', 'type': 'Int', 'optional': False, 'class': 'Thief', 'default': 0, 'observed': True}]
while True:
    message = read()
    if 'describe' in message:
        send({'id': message['id'], 'description': {'format': 'inspector-plugin/1', 'name': 'Thief', 'version': '1.0.0', 'protocol': [1, 1], 'bases': [],
              'components': [{'name': 'Thief', 'label': 'Thief', 'inert': False, 'properties': TRIES}]}})
        continue
    if message['build']['mode'] != 'edit':
        send({'id': message['id'], 'rows': [{} for _ in message['build']['rows']]})
        continue
    results = []
    for name, code in ATTEMPTS:
        try:
            eval(code)
            results.append([name, 'done'])
        except BaseException as error:
            results.append([name, 'refused: %s %s' % (type(error).__name__, str(error)[:60])])
    send({'id': message['id'], 'rows': [{'warnings': [{'message': json.dumps(r)} for r in results]} for _ in message['build']['rows']]})
'''


def attempt(folder, user, mode, port):
    """What the plugin could do: a name and a result each."""
    home, plugins, work = folder / "home", folder / "plugins", folder / "work"
    for place in (home, plugins, work):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
    files = {name: home / name for name in ("victim", "key", "going", "moving")}
    for file in files.values():
        file.write_text("secret\n")
    bell = str(work / "bell")
    local = socket.socket(socket.AF_UNIX)
    local.bind(bell)
    local.listen()
    other = subprocess.Popen(["sleep", "600"], user=user)
    values = dict(VICTIM=str(files["victim"]), KEY=str(files["key"]), GOING=str(files["going"]), MOVING=str(files["moving"]), HOME=str(home),
                  PORT=port, OTHER=other.pid, SOCKET=bell, ATTEMPTS=[(name, code) for name, code, _, _ in ROWS])
    plugin = plugins / "inspector-plugin-thief"
    head, rest = PLUGIN.split("\n", 1)
    plugin.write_text(head + "\n" + "".join(f"{name} = {value!r}\n" for name, value in values.items()) + rest)
    plugin.chmod(0o755)
    scene = work / "scene.json"
    scene.write_text('{"format":"inspector-scene/1","objects":[{"id":"a","class":"Thief"}]}\n')
    if user:
        for path in [home, plugins, work, *files.values(), plugin, scene, pathlib.Path(bell)]:
            os.chown(path, user, user)
    environment = dict(PATH=os.environ["PATH"], HOME=str(home), XDG_CACHE_HOME=str(work / "cache"), XDG_STATE_HOME=str(work / "state"),
                       TMPDIR=str(work), AWS_SECRET_ACCESS_KEY="hidden")
    with tempfile.TemporaryFile() as secret:
        secret.write(b"secret")
        secret.flush()
        os.lseek(secret.fileno(), 0, 0)
        os.dup2(secret.fileno(), 9, inheritable=True)
        run = subprocess.run([TOOL, "set", "-n", "--json", "scene.json", "Thief", "tries=1", "--plugin", plugins, "--sandbox", mode, "--timeout", "60"], cwd=work,
                             env=environment, capture_output=True, text=True, user=user, pass_fds=[9], timeout=120)
        os.close(9)
    other.kill()
    other.wait()
    local.close()
    try:
        notes = json.loads(run.stdout)["scenes"][0]["changes"][0]["notes"]
        left = [name for name in os.listdir(work / f"inspector-plugins-{user or 0}")] if mode != "off" else []
        return dict(json.loads(note) for note in notes), left
    except (ValueError, LookupError) as error:
        sys.exit(f"sandbox: '{mode}' as {user}: exit {run.returncode}: {error!r}\n{run.stdout}\n{run.stderr}")


def missing():
    """What this kernel lacks, as the program itself says it."""
    run = subprocess.run([TOOL, "plugin", "list", "--json"], capture_output=True, text=True)
    return json.loads(run.stdout)["sandbox"]["missing"]


def main():
    lacking = missing()
    if lacking:
        print(f"check: sandbox: skipped, since this kernel has no {' and no '.join(lacking)}")
        return
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(64)
    port = server.getsockname()[1]
    users = [None] if os.geteuid() else [0, pwd.getpwnam("nobody").pw_uid]
    wrong, cells = [], 0
    for user in users:
        with tempfile.TemporaryDirectory(prefix="inspector-sandbox-") as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)
            if user:
                os.chown(folder, user, user)
            free, _ = attempt(folder, user, "off", port)
            kept, left = attempt(folder, user, "require", port)
            if left:
                wrong.append(f"left behind: {left}")
            for title, _, works, allowed in ROWS:
                cells += 1
                outside, inside = free[title], kept[title]
                print(f"{'root' if not user else 'user'}: {title}: {outside[:60]} | {inside[:90]}" if "-v" in sys.argv else "", end="\n" if "-v" in sys.argv else "")
                if works is not None and (outside == "done") != works:
                    wrong.append(f"{title}, without the sandbox, as {user}: {outside}")
                if (inside == "done") != allowed:
                    wrong.append(f"{title}, in the sandbox, as {user}: {inside}")
    for line in wrong:
        print(f"! {line}")
    print(f"check: sandbox: {len(ROWS)} attempts, {cells} cells, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
