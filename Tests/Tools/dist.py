#!/usr/bin/env python3
"""Packs a release build and uses what is in the archives: `Tests/Tools/dist.py BUILD-FOLDER`.

Two runs make the same bytes. The tarball and the Debian package, each unpacked into an empty folder, do the main job with an environment
that has no Swift, and state the version that the program prints.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENE = ROOT / "Examples" / "card.scene.json"

# The main job: arguments, and what the output contains.
JOB = [
    (["check", "card.json"], "0 errors, 0 warnings"),
    (["show", "card.json", "volume"], "'SliderView' makes it 10, not the stored 12"),
    (["set", "card.json", "#card", "backgroundColor=midnightblue"], "1 of 1 object changed"),
    (["get", "card.json", "card.backgroundColor"], "#191970"),
    (["export", "card.json", "-o", "card.bundle"], "11 objects"),
    (["export", "card.json", "--verify", "card.bundle"], ""),
    (["render", "card.json", "-o", "card.svg"], "320x480 points"),
]


def run(command, **options):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, **options)
    return done.returncode, done.stdout + done.stderr


def main_job(program: pathlib.Path, folder: pathlib.Path, version: str) -> list[str]:
    """Does the main job with a program, in a folder of its own and an environment without Swift."""
    folder.mkdir()
    shutil.copy(SCENE, folder / "card.json")
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
    if shutil.which("swift", path=environment["PATH"]):
        return [f"there is a swift on {environment['PATH']}"]
    found = []
    for arguments, expected in [*JOB, (["--version"], version)]:
        code, output = run([program, *arguments], cwd=folder, env=environment)
        if code or expected not in output:
            found.append(f"{program.name} {' '.join(arguments)}: {code} {output[-500:]}")
    return found


def archives(build: str, folder: pathlib.Path, **environment) -> list[pathlib.Path]:
    code, output = run([ROOT / ".ci" / "dist", build, folder], env={**os.environ, **environment})
    if code:
        sys.exit(f"dist: {output}")
    return sorted(folder.iterdir())


def main() -> int:
    build, found = sys.argv[1], []
    version = run([f"{build}/inspector", "--version"])[1].split()[-1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        first, second = archives(build, folder / "first"), archives(build, folder / "second", TZ="Asia/Tokyo", LC_ALL="C")
        found += [f"{a.name} differs between two runs" for a, b in zip(first, second) if a.read_bytes() != b.read_bytes()]
        for place, archive in enumerate(first):
            if version not in archive.name:
                found.append(f"{archive.name}: does not name the version {version}")
            unpacked = folder / f"unpacked-{place}"
            unpacked.mkdir()
            unpack = (["dpkg-deb", "-x", archive, unpacked] if archive.suffix == ".deb"
                      else ["tar", "-xzf", archive, "-C", unpacked, "--strip-components=1"])
            code, output = run(unpack)
            program = unpacked / ("usr/bin/inspector" if archive.suffix == ".deb" else "bin/inspector")
            found += [f"{archive.name}: {output}"] if code else main_job(program, folder / f"job-{place}", version)
            if archive.suffix == ".deb" and run(["dpkg-deb", "-f", archive, "Version"])[1].strip() != version:
                found.append(f"{archive.name}: its version is not {version}")
        names = ", ".join(f"{archive.name} ({archive.stat().st_size >> 20} MB)" for archive in first)
    for fault in found:
        print(f"dist: {fault}")
    if not found:
        print(f"check: dist: {names}: the same bytes on two runs, and the main job done from each without Swift")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
