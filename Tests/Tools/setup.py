#!/usr/bin/env python3
"""Runs `.ci/setup` on systems that are made up: folders with the tools that are there, and nothing else on the path.

Where Swift is missing it says where Swift comes from; where there is no apt-get it names the packages for the tool that is there, or for
all four; where nothing is missing it is silent.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEEDED = ["pkg-config", "c++", "ld", "git"]

# The tools on the path besides the usual ones, the packages asked for, the exit code, and what the messages hold.
CASES = [
    ([], [], 1, ["there is no 'swift' on the path", "https://www.swift.org/install/linux", "swiftly"]),
    (["swift", "dnf"], [], 1, ["sudo dnf install pkgconf-pkg-config json-c-devel nettle-devel expat-devel libedit-devel git gcc-c++\n"]),
    (["swift", "pacman"], [], 1, ["sudo pacman -S --needed pkgconf json-c nettle expat libedit git base-devel\n"]),
    (["swift", "apk"], [], 1, ["sudo apk add pkgconf json-c-dev nettle-dev expat-dev libedit-dev git build-base\n"]),
    (["swift", "zypper"], [], 1, ["sudo zypper install pkgconf-pkg-config libjson-c-devel libnettle-devel libexpat-devel libedit-devel git gcc-c++\n"]),
    (["swift"], [], 1, ["sudo dnf", "sudo pacman", "sudo apk", "sudo zypper", "STATIC=0"]),
    (["swift", "dnf", *NEEDED], ["librsvg2-dev", "valgrind"], 1, ["sudo dnf install librsvg2-devel valgrind\n"]),
    (["swift", "dnf", *NEEDED], [], 0, []),
]


def main() -> int:
    problems = []
    for tools, packages, code, texts in CASES:
        with tempfile.TemporaryDirectory() as folder:
            for tool in ["bash", "cat", "grep"]:
                os.symlink(shutil.which(tool), f"{folder}/{tool}")
            for tool in tools:
                path = pathlib.Path(folder, tool)
                path.write_text("#!/bin/sh\n", encoding="utf-8")
                path.chmod(0o755)
            done = subprocess.run([f"{folder}/bash", ROOT / ".ci/setup", *packages], env={"PATH": folder}, capture_output=True, text=True)
            said = done.stdout + done.stderr
            lacking = [text for text in texts if text not in said]
            if done.returncode != code or lacking or bool(said) != bool(texts):
                problems.append(f"setup with {' '.join(tools) or 'nothing'}: exit code {done.returncode}, lacks {lacking}:\n{said}")
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"check: setup: {len(CASES)} systems, each named what it lacks")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
