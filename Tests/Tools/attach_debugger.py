#!/usr/bin/env python3
"""A plugin waits for its debugger: `attach_debugger.py BUILD-FOLDER`.

The debugger is a few calls of ptrace, so that it is there wherever Python is; gdb is tried, too, where it is installed. Where
the system lets nobody trace a process of his own (a container without SYS_PTRACE), nothing but the waiting is tried.
"""
import ctypes
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]

SCENE = '{"format":"inspector-scene/1","objects":[{"id":"s","class":"StarView","attributes":{"pointCount":5}}]}\n'


def ptrace(request: int, process: int) -> None:
    if LIBC.ptrace(request, process, None, None) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


class Waiting:
    """A command whose plugin waits, with a limit of time that is over long before its debugger lets it go on."""

    def __init__(self, build: pathlib.Path, folder: str, *options: str):
        (pathlib.Path(folder) / "scene.json").write_text(SCENE)
        self.command = subprocess.Popen(
            [build / "inspector", "set", "--attach-debugger", "shapes", "--timeout", "0.3", *options, "scene.json", "#s", "pointCount=7"],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "XDG_CACHE_HOME": folder, "HOME": folder})
        line = self.command.stderr.readline()
        found = re.fullmatch(
            r"inspector: plugin '[Ss]hapes' waits for a debugger: process (\d+); attach one with 'gdb -p (\d+)'\n", line)
        assert found and found.group(1) == found.group(2), f"it says {line!r}"
        self.process = int(found.group(1))

    def result(self) -> tuple:
        output, errors = self.command.communicate(timeout=60)
        return output, errors, self.command.returncode


def is_there(process: int) -> bool:
    return pathlib.Path(f"/proc/{process}").exists()


def wait_and_interrupt(build: pathlib.Path, folder: str) -> None:
    waiting = Waiting(build, folder)
    time.sleep(0.8)
    assert waiting.command.poll() is None, f"it does not wait: {waiting.result()}"
    waiting.command.send_signal(signal.SIGINT)
    result = waiting.result()
    assert result == ("", "inspector: interrupted; nothing was changed\n", 130), f"Ctrl-C: {result}"
    assert not is_there(waiting.process), "the plugin is there after Ctrl-C"


def trace(build: pathlib.Path, folder: str, *options: str) -> None:
    waiting = Waiting(build, folder, *options)
    try:
        ptrace(SEIZE, waiting.process)
    except PermissionError:
        waiting.command.send_signal(signal.SIGINT)
        waiting.result()
        print("attach_debugger: no process may be traced here; skipped")
        return
    ptrace(INTERRUPT, waiting.process)
    os.waitpid(waiting.process, 0x40000000)
    time.sleep(0.8)
    assert waiting.command.poll() is None, f"it does not wait for what is stopped: {waiting.result()}"
    ptrace(DETACH, waiting.process)
    result = waiting.result()
    assert result == ("scene.json: 1 of 1 object changed\n", "", 0), f"{options}: {result}"


def debug(build: pathlib.Path, folder: str) -> None:
    waiting = Waiting(build, folder)
    done = subprocess.run(
        ["gdb", "-nx", "-batch", "-iex", "set debuginfod enabled off", "-p", str(waiting.process), "-ex", "shell sleep 0.3",
         "-ex", "detach"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    if "ptrace: Operation not permitted" in done.stderr:
        waiting.command.send_signal(signal.SIGINT)
        waiting.result()
        return
    result = waiting.result()
    assert result == ("scene.json: 1 of 1 object changed\n", "", 0), f"gdb: {result}; {done.stdout}{done.stderr}"


def unknown(build: pathlib.Path, folder: str) -> None:
    """A name that no plugin has is reported."""
    (pathlib.Path(folder) / "scene.json").write_text(SCENE)
    done = subprocess.run([build / "inspector", "get", "--attach-debugger", "Shaeps", "scene.json", "s.pointCount"], cwd=folder,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    expected = "inspector: warning: '--attach-debugger' names 'Shaeps', but no plugin has that name; did you mean 'Shapes'?\n"
    assert (done.stdout, done.stderr, done.returncode) == ("5\n", expected, 0), f"{done}"


def main() -> int:
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        wait_and_interrupt(build, folder)
        trace(build, folder)
        trace(build, folder, "--sandbox", "off")
        if shutil.which("gdb"):
            debug(build, folder)
        unknown(build, folder)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AssertionError as error:
        sys.exit(f"attach_debugger: {error}")
