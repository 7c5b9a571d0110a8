#!/usr/bin/env python3
"""Holds this kernel against the table of `sandbox_table.py`: `Tests/Tools/sandbox.py [BUILD-FOLDER] [-v]`.

Plugins try each row, as root (where the tool runs as root) and as an ordinary user, without the sandbox, under `--sandbox try` and under `--sandbox
require`. What a call answers has to be what the row says; without the sandbox the rows that need no rights have to work, and the others have to be
answered otherwise by root, so that a row that is always refused is seen. Rows whose feature this kernel lacks are left out, which is reported.
`--page` writes the page that is made from the same table, and `--check-page` ends with 1 where that is not up to date.
"""
import ctypes, fcntl, json, os, pathlib, platform, pwd, re, shutil, socket, struct, subprocess, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from sandbox_table import OWN, SETTING, TABLE

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Sources/InspectorKit/Documentation.docc/WhatAPluginCanDo.md"
OPTIONS = [word for word in sys.argv[1:] if word.startswith("-")]
FOLDERS = [word for word in sys.argv[1:] if not word.startswith("-")]
TOOL = pathlib.Path(FOLDERS[0] if FOLDERS else ROOT / ".build/debug").resolve() / "inspector"

# Numbers of system calls that the C library has no function for, by machine.
CALLS = {
    "x86_64": dict(openat2=437, fchmodat2=452, open_by_handle_at=304, name_to_handle_at=303, execve=59, execveat=322, clone=56, clone3=435, tgkill=234, tkill=200,
                   rt_sigqueueinfo=129, pidfd_open=434, pidfd_getfd=438, pidfd_send_signal=424, ptrace=101, prctl=157, process_vm_readv=310, process_vm_writev=311,
                   process_madvise=440, kcmp=312, setsid=112, setpriority=141, ioprio_set=251, sched_setaffinity=203, sched_setscheduler=144, sched_setattr=314,
                   move_pages=279, semtimedop=220, shmat=30, shmdt=67, mq_open=240, mq_unlink=241, mq_timedsend=242, mq_timedreceive=243, mq_notify=244,
                   mq_getsetattr=245, connect=42, bind=49, accept4=288, inotify_init1=294, fanotify_init=300, syslog=103, mount=165, umount2=166, chroot=161,
                   pivot_root=155, unshare=272, setns=308, open_tree=428, move_mount=429, fsopen=430, mount_setattr=442, swapon=167, reboot=169, kexec_load=246,
                   init_module=175, delete_module=176, bpf=321, perf_event_open=298, userfaultfd=323, io_uring_setup=425, keyctl=250, add_key=248, request_key=249,
                   quotactl=179, acct=163, sethostname=170, settimeofday=164, clock_settime=227, adjtimex=159, personality=135, syncfs=306, mseal=462),
    "aarch64": dict(openat2=437, fchmodat2=452, open_by_handle_at=265, name_to_handle_at=264, execve=221, execveat=281, clone=220, clone3=435, tgkill=131, tkill=130,
                    rt_sigqueueinfo=138, pidfd_open=434, pidfd_getfd=438, pidfd_send_signal=424, ptrace=117, prctl=167, process_vm_readv=270, process_vm_writev=271,
                    process_madvise=440, kcmp=272, setsid=157, setpriority=140, ioprio_set=30, sched_setaffinity=122, sched_setscheduler=119, sched_setattr=274,
                    move_pages=239, semtimedop=192, shmat=196, shmdt=197, mq_open=180, mq_unlink=181, mq_timedsend=182, mq_timedreceive=183, mq_notify=184,
                    mq_getsetattr=185, connect=203, bind=200, accept4=242, inotify_init1=26, fanotify_init=262, syslog=116, mount=40, umount2=39, chroot=51,
                    pivot_root=41, unshare=97, setns=268, open_tree=428, move_mount=429, fsopen=430, mount_setattr=442, swapon=224, reboot=142, kexec_load=104,
                    init_module=105, delete_module=106, bpf=280, perf_event_open=241, userfaultfd=282, io_uring_setup=425, keyctl=219, add_key=217, request_key=218,
                    quotactl=60, acct=89, sethostname=161, settimeofday=170, clock_settime=112, adjtimex=171, personality=92, syncfs=267, mseal=462),
}.get(platform.machine(), {})

# A plugin in Python: what it tries is evaluated while a component is edited.
PLUGIN = r'''import ctypes, errno, fcntl, json, mmap, os, resource, signal, socket, struct, subprocess, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
HOW = struct.pack('QQQ', os.O_RDONLY, 0, 0)

def libc_call(name, *arguments):
    ctypes.set_errno(0)
    if getattr(libc, name)(*arguments) < 0: raise OSError(ctypes.get_errno(), name)

def sysc(name, *arguments):
    ctypes.set_errno(0)
    values = [ctypes.c_long(a) if isinstance(a, int) else ctypes.c_char_p(a) for a in arguments]
    if libc.syscall(ctypes.c_long(CALLS[name]), *values) < 0: raise OSError(ctypes.get_errno(), name)

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

def capabilities():
    lines = [l.split() for l in open('/proc/self/status') if l.startswith(('CapInh', 'CapPrm', 'CapEff', 'CapAmb')) or l.startswith('CapBnd') and os.getuid() == 0]
    if any(int(value, 16) for _, value in lines): raise ValueError(lines)

def large():
    with open('large', 'wb', buffering=0) as file:
        for _ in range(100): file.write(bytes(1 << 20))

def thread():
    done = []
    for _ in range(20):
        one = threading.Thread(target=lambda: done.append(1)); one.start(); one.join()
    if len(done) != 20: raise OSError('no thread')

def threads(count):
    threading.stack_size(64 << 10)
    for _ in range(count): threading.Thread(target=time.sleep, args=(30,), daemon=True).start()

def begin_idle():
    threading.Timer(0.2, threads, (400,)).start()

def unnamed():
    kept = []
    for number in range(40):
        file = open('gone', 'w+b'); os.unlink('gone'); kept.append(file)
        for _ in range(25): file.write(bytes(1 << 20))
        file.flush()
    time.sleep(2)

def many(count, size):
    for number in range(count):
        with open('f%d' % number, 'wb') as file: file.write(bytes(size))
    time.sleep(2)

def nest(count):
    for number in range(count): os.mkdir('d'); os.chdir('d')

requests, replies = sys.stdin.buffer, os.fdopen(os.dup(1), 'wb')
def read():
    head = requests.read(4)
    if len(head) < 4: os._exit(0)
    return json.loads(requests.read(struct.unpack('<I', head)[0]))
def send(message):
    raw = message if isinstance(message, bytes) else json.dumps(message).encode()
    replies.write(struct.pack('<I', len(raw)) + raw); replies.flush()
TRIES = [{'name': 'tries', 'label': 'Tries', 'type': 'Int', 'optional': False, 'class': 'Thief', 'default': 0, 'observed': True}]

def answer(code):
    try:
        eval(code)
        return 'works'
    except OSError as error:
        return errno.errorcode.get(error.errno, 'hidden')
    except BaseException as error:
        return 'hidden'

while True:
    message = read()
    if 'describe' in message:
        description = {'format': 'inspector-plugin/1', 'name': 'Thief', 'version': '1.0.0', 'protocol': [1, 1], 'bases': [],
              'components': [{'name': 'Thief', 'label': 'Thief', 'inert': False, 'properties': TRIES}]}
        if RESOURCES: description['resources'] = RESOURCES
        send({'id': message['id'], 'description': description})
        continue
    if message['build']['mode'] != 'edit':
        send({'id': message['id'], 'rows': [{} for _ in message['build']['rows']]})
        continue
    if REPLY:
        send(REPLY.replace(b'ID', str(message['id']).encode()))
        continue
    results = [[name, answer(code)] for name, code in ATTEMPTS]
    send({'id': message['id'], 'rows': [{'warnings': [{'message': json.dumps(results[n:n + 15])} for n in range(0, len(results), 15)]} for _ in message['build']['rows']]})
'''

# A program that reads a file, and says what the system answered.
PROBE = r'''#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char path[4096], byte;
  snprintf(path, sizeof path, PATH, (int)getppid());
  int file = open(path, O_RDONLY);
  int answer = file < 0 ? errno : read(file, &byte, 1) < 0 ? errno : 0;
  fprintf(stderr, "PROBE %d\n", answer);
  return 3;
}
'''

SCENE = '{"format":"inspector-scene/1","objects":[{"id":"a","class":"Thief"}]}\n'


def set_flags(path, flags):
    """Sets the flags of a file, such as that nobody can change it (0x10)."""
    file = os.open(path, os.O_RDONLY)
    try:
        fcntl.ioctl(file, 0x40086602, struct.pack("q", flags))
    finally:
        os.close(file)


class Failed(Exception):
    """A case cannot be tried on this machine."""


class Ground:
    """The folders of one person's runs."""

    def __init__(self, folder, user, mode):
        self.folder, self.user, self.mode = folder, user, mode
        self.home, self.work, self.plugins = folder / "home", folder / "work", folder / "home/plugins"
        for place in (self.home, self.work):
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
        self.plugins.mkdir()
        (self.home / "key").write_text("secret\n")
        (self.work / "scene.json").write_text(SCENE)
        self.own()

    def own(self, user=None):
        """Gives all that was made to the person."""
        user = self.user if user is None else user
        if os.geteuid() == 0:
            for place in [self.folder, self.home, self.work]:
                subprocess.run(["chown", "-hR", f"{user or 0}:{pwd.getpwuid(user or 0).pw_gid}", place], check=True)

    def python(self, place, attempts=(), resources=(), reply=b"", head="", interpreter="/usr/bin/python3", **values):
        """Writes a plugin in Python."""
        values = dict(ATTEMPTS=[list(a) for a in attempts], RESOURCES=list(resources), REPLY=reply, CALLS=CALLS, **values)
        lines = "".join(f"{name} = {value!r}\n" for name, value in values.items())
        plugin = place / "inspector-plugin-thief"
        plugin.write_text(f"#!{interpreter}\n{head}{lines}{PLUGIN}")
        plugin.chmod(0o755)
        return plugin

    def probe(self, place, path, *options, name="inspector-plugin-thief"):
        """Compiles a program that reads a file."""
        compiler = shutil.which("cc")
        if not compiler:
            raise Failed("no C compiler")
        source = self.folder / "probe.c"
        source.write_text(PROBE)
        subprocess.run([compiler, "-w", f'-DPATH="{path}"', "-o", place / name, source, *options], check=True)
        return place / name

    def environment(self, **changes):
        values = dict(PATH="/usr/local/bin:/usr/bin:/bin", HOME=str(self.home), XDG_CACHE_HOME=str(self.work / "cache"), XDG_STATE_HOME=str(self.work / "state"),
                      XDG_DATA_HOME=str(self.work / "data"), TMPDIR=str(self.work), AWS_SECRET_ACCESS_KEY="hidden")
        values.update(changes)
        return {name: value for name, value in values.items() if value is not None}

    def run(self, *arguments, environment=None, **options):
        options = dict(dict(cwd=self.work, capture_output=True, text=True, user=self.user, timeout=120), **options)
        return subprocess.run([TOOL, *map(str, arguments)], env=environment or self.environment(), **options)

    def set(self, plugin, *more, mode=None, **options):
        return self.run("set", "-n", "--json", "scene.json", "Thief", "tries=1", "--plugin", plugin, "--sandbox", mode or self.mode, "--timeout", "60", *more, **options)

    def results(self, plugin, *more, **options):
        """What each attempt was answered; the run's words where there is no answer."""
        run = self.set(plugin, *more, **options)
        try:
            return dict(pair for note in json.loads(run.stdout)["scenes"][0]["changes"][0]["notes"] for pair in json.loads(note))
        except (ValueError, LookupError):
            return run.stdout + run.stderr

    def probed(self, plugin, **options):
        """What the system answered the probe."""
        run = self.set(plugin, **options)
        found = re.search(r"PROBE (\d+)", run.stdout + run.stderr)
        if not found:
            return "did not start: " + (run.stdout + run.stderr)[:300]
        return "works" if found[1] == "0" else os.strerror and __import__("errno").errorcode[int(found[1])]

    def left(self):
        """What plugins left in the folders for temporary files."""
        return [str(path.relative_to(self.work)) for base in self.work.glob("inspector-plugins-*") for path in base.iterdir()]


# The cases: each gives an answer of the table.

class Cases:
    def __init__(self, ground):
        self.ground, self.place = ground, ground.home / "plugins"

    def names(self, limit, said):
        """True if a message names the plugin and the limit that it went beyond."""
        return "Thief" in said and re.search(rf"\b{limit}\b", said) is not None

    def ended(self, attempt, limit, *options):
        plugin = self.ground.python(self.place, [("it", attempt)])
        self.ground.own()
        start = time.monotonic()
        run = self.ground.set(plugin, *options)
        if self.names(limit, run.stderr + run.stdout) and '"plugin.crashed"' in run.stdout:
            return "ended, with the limit named"
        return f"{time.monotonic() - start:.1f} s: " + (run.stdout + run.stderr)[:300]

    def threads(self): return self.ended("(threads(400), time.sleep(5))", "64")
    def set_threads(self): return self.ended("(threads(10), time.sleep(5))", "8", "--plugin-threads", "8")
    def files(self): return self.ended("many(100000, 0)", "4096")
    def bytes(self): return self.ended("many(1000, 1 << 20)", "256 MB")
    def unnamed(self): return self.ended("unnamed()", "256 MB")

    def idle_threads(self):
        plugin = self.ground.python(self.place, [("it", "begin_idle()")])
        self.ground.own()
        script = "set -n '#a' tries=1\n-- wait\nset -n '#a' tries=2\n"
        run = subprocess.Popen([TOOL, "shell", "scene.json", "--plugin", plugin, "--sandbox", self.ground.mode], cwd=self.ground.work, user=self.ground.user,
                               env=self.ground.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        first, _, second = script.split("\n")[:3]
        run.stdin.write(first + "\n"); run.stdin.flush()
        time.sleep(2.5)
        counts = [len(os.listdir(f"/proc/{child}/task")) for child in subprocess.run(["pgrep", "-P", str(run.pid)], capture_output=True, text=True).stdout.split()
                  if os.path.isdir(f"/proc/{child}/task")]
        words, _ = run.communicate(second + "\n", timeout=60)
        # The next request has a process of its own, which answers.
        isNamed = self.names("64", words)
        return "ended, with the limit named" if max(counts, default=0) <= 64 and words.count("would be changed") == 2 and isNamed else f"{counts} {words[-300:]}"

    def leaving(self, attempt):
        plugin = self.ground.python(self.place, [("it", attempt)])
        self.ground.own()
        found = self.ground.results(plugin)
        if not isinstance(found, dict) or found.get("it") != "works":
            return f"{found}"[:300]
        return "removed" if not self.ground.left() else f"left: {self.ground.left()}"

    def unreadable(self): return self.leaving("(os.umask(0), os.mkdir('x'), open('x/f', 'w').close(), os.mkdir('x/y', 0), os.mkdir('z', 0o300), os.close(os.open('z/g', os.O_CREAT, 0)))")
    def nested(self): return self.leaving("nest(50)")

    def immutable(self):
        """A file that nobody can change, which root alone can make: the host takes the flag away, or says what stays."""
        if os.geteuid():
            raise Failed("only root can make one")
        plugin = self.ground.python(self.place, [("it", "(open('kept', 'w').close(), time.sleep(2))")])
        self.ground.own()
        run = subprocess.Popen([TOOL, "set", "-n", "scene.json", "Thief", "tries=1", "--plugin", plugin, "--sandbox", self.ground.mode], cwd=self.ground.work,
                               user=self.ground.user, env=self.ground.environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        kept, end = [], time.monotonic() + 20
        while not kept and time.monotonic() < end and run.poll() is None:
            kept = list(self.ground.work.glob("inspector-plugins-*/*/kept"))
            time.sleep(0.01)
        try:
            for file in kept:
                set_flags(file, 0x10)
        except OSError:
            run.kill()
            raise Failed("the file system, or the container, has no such flag")
        finally:
            words, _ = run.communicate(timeout=60)
            for file in kept:
                if file.exists():
                    set_flags(file, 0)
        if not kept:
            return words[:300]
        isRight = words.count("cannot remove") == 1 if self.ground.user else not self.ground.left() and "cannot remove" not in words
        return "removed by root, else reported once" if isRight and run.returncode == 0 else f"{run.returncode} {self.ground.left()} {words}"[:300]

    def doubled(self):
        plugin = self.ground.python(self.place, reply=b'{"id":ID,"rows":[{"warnings":[{"message":"a"}],"warnings":[{"message":"b"}]}]}')
        self.ground.own()
        run = self.ground.set(plugin)
        return "a broken reply" if "appears twice" in run.stdout + run.stderr and run.returncode else (run.stdout + run.stderr)[:300]

    def huge_file(self):
        path = self.place / "huge.inspector-plugin.json"
        with open(path, "wb") as file:
            file.truncate(200 << 30)
        self.ground.own()
        return path

    def huge(self):
        self.huge_file()
        start = time.monotonic()
        run = self.ground.run("plugin", "list", environment=self.ground.environment(INSPECTOR_PLUGIN_PATH=str(self.place)), timeout=20)
        return self.sized(run, start)

    def huge_install(self):
        start = time.monotonic()
        run = self.ground.run("plugin", "install", self.huge_file(), timeout=20)
        return self.sized(run, start) if run.returncode else f"exit {run.returncode}"

    def sized(self, run, start):
        words = run.stdout + run.stderr
        return "left out, with its size" if str(200 << 30) in words and time.monotonic() - start < 5 else f"{time.monotonic() - start:.1f} s: {words[:300]}"

    def rpath_etc(self): return self.reading("/etc/shadow" if not self.ground.user else "/etc/passwd", "-Wl,-rpath,/etc")
    def rpath_proc(self): return self.reading("/proc/%d/environ", "-Wl,-rpath,/proc:/")
    def rpath_home(self): return self.reading(str(self.ground.home / "key"), f"-Wl,-rpath,{self.ground.home}")

    def reading(self, path, *options):
        plugin = self.ground.probe(self.place, path, *options)
        self.ground.own()
        return self.ground.probed(plugin)

    def origin_lib(self):
        """A library in the folder beside the one that the plugin is in, as installations have them."""
        folder, source = self.ground.home / "meters", self.ground.folder / "linked.c"
        (folder / "bin").mkdir(parents=True)
        (folder / "lib").mkdir()
        source.write_text("int linked;\n")
        subprocess.run(["cc", "-shared", "-o", folder / "lib/liblinked.so", source, "-Wl,-soname,liblinked.so"], check=True)
        plugin = self.ground.probe(folder / "bin", str(folder / "lib/liblinked.so"), "-Wl,--no-as-needed", folder / "lib/liblinked.so", "-Wl,-rpath,$ORIGIN/../lib")
        self.ground.own()
        return self.ground.probed(plugin)

    def static(self):
        """A program that is linked with all that it needs, as `plugin pack` makes them."""
        try:
            plugin = self.ground.probe(self.place, "/usr/share", "-static")
        except subprocess.CalledProcessError:
            raise Failed("no static C library")
        self.ground.own()
        return "works" if self.ground.probed(plugin) == "EISDIR" else self.ground.probed(plugin)

    def swift(self):
        if not (TOOL.parent / "inspector-plugin-shapes").exists():
            raise Failed("no plugin of Swift in the build")
        (self.ground.work / "star.json").write_text(SCENE.replace("Thief", "StarEllipseView"))
        self.ground.own()
        run = self.ground.run("show", "star.json", "#a", "--sandbox", self.ground.mode)
        return "works" if run.returncode == 0 and "StarEllipseView" in run.stdout else (run.stdout + run.stderr)[:300]

    def installed(self):
        plugin = self.ground.python(self.ground.folder, [("it", "0")])
        self.ground.own()
        made = self.ground.run("plugin", "install", plugin)
        run = self.ground.run("set", "-n", "--json", "scene.json", "Thief", "tries=1", "--sandbox", self.ground.mode)
        return "works" if run.returncode == 0 and "works" in run.stdout else (made.stderr + run.stdout + run.stderr)[:300]

    def install_resources(self):
        (self.place / "table.txt").write_text("table\n")
        answers = []
        for values in (dict(resources=["table.txt"]), dict(head="# inspector-resources: table.txt\n")):
            plugin = self.ground.python(self.place, **values)
            self.ground.own()
            run = self.ground.run("plugin", "install", plugin)
            answers.append("refused, with the name" if run.returncode and "reads 'table.txt' beside it" in run.stderr else (run.stdout + run.stderr)[:300])
        return answers[0] if answers[0] == answers[1] else f"{answers}"

    def needed(self):
        key, library = self.ground.home / "key", self.ground.folder / "liblinked.so"
        source = self.ground.folder / "linked.c"
        source.write_text("int linked;\n")
        subprocess.run(["cc", "-shared", "-o", library, source, f"-Wl,-soname,{key}"], check=True)
        plugin = self.ground.probe(self.place, str(key), "-Wl,--no-as-needed", library)
        self.ground.own()
        run = self.ground.set(plugin)
        return "does not start" if f"{key}: cannot open shared object file: Permission denied" in run.stdout + run.stderr else (run.stdout + run.stderr)[:300]

    def interpreter(self, root, target, link):
        (root / "bin").mkdir(parents=True)
        private = self.ground.home / "private"
        private.mkdir()
        (private / "key").write_text("secret\n")
        if link:
            (root / "lib").symlink_to(private)
        else:
            (root / "lib").mkdir()
            (root / "lib/key").write_text("secret\n")
        probe = self.ground.probe(root / "bin", str(target), name="probe")
        plugin = self.place / "inspector-plugin-thief"
        plugin.write_text(f"#!{probe}\n")
        plugin.chmod(0o755)
        self.ground.own()
        return self.ground.probed(plugin)

    def lib_link(self): return self.interpreter(self.ground.home / "own", self.ground.home / "private/key", True)
    def home_lib(self): return self.interpreter(self.ground.home, self.ground.home / "lib/key", False)

    def neighbour(self, home):
        # In the home itself: `HOME` does not decide what is private.
        plugin = self.ground.python(self.ground.home, [("it", f"open({str(self.ground.home / 'key')!r}).read()")])
        self.ground.own()
        found = self.ground.results(plugin, environment=self.ground.environment(HOME=home))
        return found["it"] if isinstance(found, dict) else found[:300]

    def no_home(self): return self.neighbour(None)
    def other_home(self): return self.neighbour("/nonexistent")

    def listing(self, name, place=None):
        plugin = self.ground.python(place or self.place, [("it", "0")], resources=[name])
        self.ground.own()
        run = self.ground.set(plugin)
        return "refused, with the name" if run.returncode and name in run.stdout + run.stderr and "resource" in run.stdout + run.stderr else (run.stdout + run.stderr)[:300]

    def resource_outside(self): return self.listing("../key")
    def resource_home(self): return self.listing("key", self.ground.home)

    def resource_hidden(self):
        (self.place / ".key").write_text("secret\n")
        return self.listing(".key")

    def resource_link(self):
        (self.place / "link").symlink_to(self.ground.home / "key")
        return self.listing("link")

    def resource(self):
        (self.place / "table.txt").write_text("table\n")
        (self.place / "data").mkdir()
        (self.place / "data/one").write_text("one\n")
        path = str(self.place / "table.txt"), str(self.place / "data/one")
        plugin = self.ground.python(self.place, [("it", f"[open(p).read() for p in {path!r}]")], resources=["table.txt", "data"])
        self.ground.own()
        results = [self.ground.results(plugin) for _ in range(2)]
        return "works" if all(isinstance(r, dict) and r["it"] == "works" for r in results) else f"{results}"[:300]

    def resource_names(self):
        (self.place / "table.txt").write_text("table\n")
        plugin = self.ground.python(self.place, [("it", "(os.listdir(os.path.dirname(os.path.realpath(__file__))), open(SECRET))")], resources=["table.txt"],
                                    SECRET=str(self.place / "secret"))
        (self.place / "secret").write_text("secret\n")
        self.ground.own()
        found = self.ground.results(plugin)
        # Names it sees, and no more.
        return "works" if found == {"it": "EACCES"} else f"{found}"[:300]

    def importing(self, head):
        (self.place / "helper.py").write_text("VALUE = 1\n")
        plugin = self.ground.python(self.place, [("it", "helper.VALUE")], head=head + "import helper\n")
        self.ground.own()
        return self.ground.results(plugin)

    def resource_head(self):
        found = self.importing("# inspector-resources: helper.py\n")
        return found["it"] if isinstance(found, dict) else found[:300]

    def sibling(self):
        words = self.importing("")
        return "refused, naming `resources`" if isinstance(words, str) and "'resources'" in words and "helper.py" in words else f"{words}"[:300]

    def own_folder(self):
        self.ground.own()
        made = self.ground.run("plugin", "new", "thief", "--language", "python")
        if made.returncode:
            return made.stderr[:300]
        folder = self.ground.work / "thief"
        (folder / "beside").write_text("x")
        plugin = self.ground.python(folder, [("it", f"open({str(folder / 'beside')!r}).read()")])
        self.ground.own()
        found = self.ground.results(plugin)
        return found["it"] if isinstance(found, dict) else found[:300]

    def foreign_home(self):
        """A program and a script in a folder that only an ordinary user may search."""
        answers = []
        try:
            user = pwd.getpwnam("nobody").pw_uid
        except KeyError:
            raise Failed("no user 'nobody'")
        for native in (False, True):
            if native:
                shutil.rmtree(self.place)
                self.place.mkdir()
                plugin = self.ground.probe(self.place, str(self.place / "inspector-plugin-thief"))
            else:
                plugin = self.ground.python(self.place, [("it", "open(os.path.realpath(__file__)).read()")])
            self.ground.own()
            if os.geteuid() == 0:
                subprocess.run(["chown", "-R", str(user), self.ground.home], check=True)
            self.ground.home.chmod(0o700)
            if native:
                answers.append(self.ground.probed(plugin))
            else:
                found = self.ground.results(plugin)
                answers.append(found["it"] if isinstance(found, dict) else found[:300])
        return "works" if answers == ["works", "works"] else f"{answers}"

    def venv(self):
        folder = self.ground.home / "environment"
        if subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", folder], capture_output=True).returncode:
            raise Failed("no module venv")
        packages = next((folder / "lib").glob("python*/site-packages"))
        (packages / "inspectorhelper.py").write_text("VALUE = 1\n")
        plugin = self.ground.python(self.place, [("it", "__import__('inspectorhelper').VALUE")], interpreter=folder / "bin/python3")
        self.ground.own()
        found = self.ground.results(plugin)
        return found["it"] if isinstance(found, dict) else found[:300]


def attempt(ground, rows):
    """What the calls of the rows are answered: a dictionary by their titles."""
    home, work = ground.home, ground.work
    for name in ("victim", "going", "moving"):
        (home / name).write_text("secret\n")
    (home / "empty").mkdir()
    (home / "link").symlink_to("key")
    (ground.plugins / "neighbour").write_text("secret\n")
    bell = str(work / "bell")
    local, server = socket.socket(socket.AF_UNIX), socket.socket()
    local.bind(bell)
    local.listen()
    server.bind(("127.0.0.1", 0))
    server.listen(64)
    other = subprocess.Popen(["sleep", "600"], user=ground.user)
    libc = ctypes.CDLL(None)
    queue, semaphore, memory = libc.msgget(0, 0o1666), libc.semget(0, 1, 0o1666), libc.shmget(0, 4096, 0o1666)
    libc.msgsnd(queue, b"\1\0\0\0\0\0\0\0y", 1, 0o4000)
    attempts = [(title, code) for _, title, code, *_ in rows if not code.startswith("case:") and not (code.startswith("sysc('") and code.split("'")[1] not in CALLS)]
    plugin = ground.python(ground.plugins, attempts, VICTIM=str(home / "victim"), KEY=str(home / "key"), GOING=str(home / "going"), MOVING=str(home / "moving"),
                           EMPTY=str(home / "empty"), LINK=str(home / "link"), HOME=str(home), NEIGHBOUR=str(ground.plugins / "neighbour"), SOCKET=bell,
                           PORT=server.getsockname()[1], OTHER=other.pid, QUEUE=queue, SEMAPHORE=semaphore, MEMORY=memory)
    ground.own()
    try:
        with tempfile.TemporaryFile() as secret:
            secret.write(b"secret")
            secret.flush()
            os.lseek(secret.fileno(), 0, 0)
            os.dup2(secret.fileno(), 9, inheritable=True)
            found = ground.results(plugin, pass_fds=[9])
            os.close(9)
    finally:
        other.kill()
        other.wait()
        local.close()
        server.close()
        libc.msgctl(queue, 0, 0), libc.semctl(semaphore, 0, 0), libc.shmctl(memory, 0, 0)
    if not isinstance(found, dict):
        sys.exit(f"sandbox: '{ground.mode}' as {ground.user}: {found}")
    return found


def features():
    """What this kernel has: the version of landlock, and whether it has seccomp."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    landlock = max(0, libc.syscall(ctypes.c_long(444), None, ctypes.c_size_t(0), ctypes.c_uint(1)))
    run = subprocess.run([TOOL, "plugin", "list", "--json"], capture_output=True, text=True)
    lacking = json.loads(run.stdout)["sandbox"]["missing"]
    return landlock, "seccomp" not in lacking, lacking


def ordinary_user():
    """An ordinary user for root's runs; none where there is no such user, or where the program is out of reach for one."""
    try:
        user = pwd.getpwnam("nobody").pw_uid
        subprocess.run([TOOL, "--version"], user=user, cwd="/", env={}, capture_output=True, check=True)
        return [user]
    except (KeyError, OSError, subprocess.SubprocessError) as reason:
        print(f"sandbox: as root only: {reason}")
        return []


def lacks(needs, landlock, seccomp):
    word, _, version = needs.partition(" ")
    return (word == "landlock" and landlock < int(version or 1)) or (word == "seccomp" and not seccomp)


def page():
    """The page that the table is written as."""
    lines = ["# What a plugin can and cannot do", "", "What the system answers a plugin in its sandbox.", "", "## Overview", ""]
    lines += ["This page is made from the table that `Tests/Tools/sandbox.py` checks against the kernel, as root and as an ordinary user. An answer is what the call",
              "fails with; `works` is what a plugin may do, and `hidden` is an error that says nothing about the file. The last column says what answers: landlock and",
              "seccomp are parts of the kernel, without which these rows hold under `--sandbox require` only, since no plugin runs then; limits and the host's own rules hold on any kernel. `--sandbox off` leaves all of it out.",
              "", "Under root a plugin has no capabilities. It owns root's files nevertheless: it sees names and metadata in folders that only root may search, and where the",
              "kernel has no landlock it could read and write them. A plugin in the private home of an ordinary user runs as that user.", "",
              "The libraries of a program are found as the loader finds them, and each is opened as a file: in a folder of the system, of a Swift toolchain, or below that of",
              "the plugin. An interpreter is opened with the folders `lib`, `lib64` and `libexec` of its installation, such as a virtual environment's."]
    section = None
    for name, title, _, answer, needs, _ in TABLE:
        if name != section:
            section = name
            lines += ["", f"### {section}", "", "| a plugin wants to | answer | by |", "|---|---|---|"]
        words = " or ".join(f"`{part}`" if part.isupper() else part for part in answer.split("|"))
        lines.append(f"| {title} | {words} | {needs or '–'} |")
    return "\n".join(lines) + "\n"


def main():
    if "--page" in OPTIONS:
        PAGE.write_text(page())
        return
    if "--check-page" in OPTIONS:
        if not PAGE.exists() or PAGE.read_text() != page():
            sys.exit(f"sandbox: {PAGE.relative_to(ROOT)} is not what the table says; write it with 'Tests/Tools/sandbox.py --page'")
        print(f"check: sandbox: the page has the {len(TABLE)} rows of the table")
        return
    landlock, seccomp, lacking = features()
    print(f"sandbox: Linux {platform.release()}, landlock {landlock or 'missing'}, seccomp {'there' if seccomp else 'missing'}, {platform.machine()}")
    users = [None] if os.geteuid() else [0] + ordinary_user()
    modes = ["try"] if lacking else ["try", "require"]
    only = [word[7:] for word in OPTIONS if word.startswith("--only=")]
    wrong, cells, unseen, skipped = [], 0, set(), set()
    for user in users:
        person = "root" if not user and os.geteuid() == 0 else "user"
        with tempfile.TemporaryDirectory(prefix="inspector-sandbox-") as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)
            free = {} if only else attempt(Ground(folder, user, "off"), TABLE)
            for mode in modes:
                ground = Ground(folder, user, mode)
                kept = {} if only else attempt(ground, TABLE)
                if not only and ground.left():
                    wrong.append(f"left behind, {person}, {mode}: {ground.left()}")
                for section, title, code, expected, needs, works in TABLE:
                    if only and code not in [f"case:{case}" for case in only]:
                        continue
                    if lacks(needs, landlock, seccomp):
                        skipped.add(f"{title} (no {needs})")
                        continue
                    if code.startswith("case:"):
                        try:
                            inside = getattr(Cases(Ground(folder, user, mode)), code[5:])()
                        except Failed as reason:
                            skipped.add(f"{title} ({reason})")
                            continue
                        outside = None
                    elif title not in kept:
                        skipped.add(f"{title} (no number of the call)")
                        continue
                    else:
                        inside, outside = kept[title], free[title]
                    cells += 1
                    if "-v" in OPTIONS:
                        print(f"{person}, {mode}: {title}: {outside} | {inside}")
                    if inside not in expected.split("|"):
                        wrong.append(f"{title}, in the sandbox ({mode}), as {person}: {inside}, not {expected}")
                    if works is not None and outside is not None and (outside == "works") != works:
                        wrong.append(f"{title}, without the sandbox, as {person}: {outside}")
                    if works is None and outside == inside and person == "root" and expected != "works" and needs != "limits":
                        # The kernel refuses it by itself, as the settings of a machine may be.
                        unseen.add(title)
    for line in wrong:
        print(f"! {line}")
    for words, rows in (("refused on this machine without the sandbox, too", unseen), ("left out", skipped)):
        if rows:
            print(f"sandbox: {words}: {'; '.join(sorted(rows))}")
    print(f"check: sandbox: {len(TABLE)} rows, {cells} cells, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
