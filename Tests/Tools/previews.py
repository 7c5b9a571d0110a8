#!/usr/bin/env python3
"""What `preview` draws in a shell is the picture that `render` writes: `Tests/Tools/previews.py BUILD-FOLDER [--picture FILE]`.

Coloured blocks are read back to pixels and held against those that `inspector-picture` makes of the rendered SVG at the same scale; the pieces of
kitty's protocol are put together to a PNG and held against its bytes. `preview on` draws after what changes the picture, and after nothing else.
With `--picture` the blocks are written as a PNG, to be looked at. Skips, saying so, where `inspector-picture` is absent.
"""
import argparse
import base64
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENE = ROOT / "Tests" / "Fixtures" / "scenes" / "profile-card.scene.json"
COLUMNS, ROWS = 80, 21
CELL = re.compile("\x1b\\[([0-9;]*)m|([ ▀▄])|(.)", re.S)
KITTY = re.compile("\x1b_G([^;]*);([A-Za-z0-9+/=]*)\x1b\\\\")


def shell(build: pathlib.Path, folder: pathlib.Path, *commands: str, kind: str = "blocks") -> subprocess.CompletedProcess:
    words = [word for command in commands for word in ("-c", command)]
    environment = {**os.environ, "INSPECTOR_PREVIEW": kind, "COLORTERM": "truecolor"}
    return subprocess.run([build / "inspector", "shell", "card.json", "--color", "always", *words, "-c", "quit --discard"], cwd=folder,
                          env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)


def colors(codes: list[str]) -> tuple:
    """Foreground and background of the parameters of a code that begins again."""
    assert codes[0] == "0", codes
    found = {"38": None, "48": None}
    rest = codes[1:]
    while rest:
        assert rest[0] in found and rest[1] == "2", codes
        found[rest[0]] = tuple(int(part) for part in rest[2:5])
        rest = rest[5:]
    return found["38"], found["48"]


def pixels(lines: list[str]) -> list[list]:
    """The rows of pixels of lines of blocks."""
    rows = []
    for line in lines:
        above, below, front, back = [], [], None, None
        for codes, block, other in CELL.findall(line):
            assert not other, (other, line)
            if codes:
                front, back = colors(codes.split(";"))
            elif block:
                above.append(front if block == "▀" else back)
                below.append(front if block == "▄" else back)
        rows += [above, below]
    return rows


def blocks(text: str) -> list[list[str]]:
    """The pictures in a shell's output: lines of blocks that follow each other."""
    found, current = [], []
    for line in text.splitlines() + [""]:
        if line.startswith("\x1b[0;") and not CELL.sub(lambda cell: "" if not cell.group(3) else "x", line):
            current.append(line)
        elif current:
            found.append(current)
            current = []
    return found


def expected(build: pathlib.Path, svg: bytes) -> tuple[list[list], int]:
    """The pixels that the picture has in a terminal of that size."""
    width, height = (float(number) for number in re.search(rb'width="([0-9.]+)" height="([0-9.]+)"', svg).groups())
    scale = min(COLUMNS / width, 2 * ROWS / height, 2) * (1 - 1e-6)
    data = subprocess.run([build / "inspector-picture", "rgba", repr(scale)], input=svg, capture_output=True, check=True).stdout
    head, raw = data.split(b"\n", 1)
    columns, rows = (int(number) for number in head.split())
    assert columns <= COLUMNS and rows <= 2 * ROWS, head
    return [[tuple(raw[4 * (row * columns + column):][:3]) for column in range(columns)] for row in range(rows)], rows


def write_png(path: str, rows: list[list]):
    """Pixels, each eight times as large."""
    raw = b"".join(b"\0" + b"".join(bytes(pixel or (0, 0, 0)) * 8 for pixel in row) for row in rows for _ in range(8))

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    size = struct.pack(">IIBBBBB", 8 * len(rows[0]), 8 * len(rows), 8, 2, 0, 0, 0)
    pathlib.Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", size) + part(b"IDAT", zlib.compress(raw)) + part(b"IEND", b""))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--picture")
    options = parser.parse_args()
    build = options.build.resolve()
    if not (build / "inspector-picture").exists():
        print("previews: skipped: inspector-picture is not built")
        return 0
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copy(SCENE, folder / "card.json")

        def rendered(*target: str) -> bytes:
            return subprocess.run([build / "inspector", "render", "card.json", *target, "--background", "#FFFFFF", "-o", "-"], cwd=folder,
                                  capture_output=True, check=True).stdout

        for commands, target in ((["preview"], []), (["preview #badge"], ["badge"]), (["cd rating", "preview"], ["rating"])):
            pictures = blocks(shell(build, folder, *commands).stdout)
            if len(pictures) != 1:
                found.append(f"{commands}: {len(pictures)} pictures")
                continue
            due, height = expected(build, rendered(*target))
            shown = pixels(pictures[0])
            if options.picture and not target:
                write_png(options.picture, shown)
            if shown[:height] != due:
                found.append(f"{commands}: the blocks are another picture")
        text = shell(build, folder, "preview", kind="kitty").stdout
        pieces = KITTY.findall(text)
        controls = [dict(pair.split("=") for pair in head.split(",")) for head, _ in pieces]
        png = base64.b64decode("".join(data for _, data in pieces))
        if KITTY.sub("", text).strip() or [control["m"] for control in controls] != ["1"] * (len(pieces) - 1) + ["0"]:
            found.append("kitty: something is beside the pieces, or they do not say which is the last")
        if controls[0].get("a") != "T" or controls[0].get("f") != "100" or any(len(data) > 4096 for _, data in pieces):
            found.append(f"kitty: {controls[0]}")
        columns = int(controls[0]["c"])
        svg = rendered()
        width, height = struct.unpack(">II", png[16:24])
        size = [float(number) for number in re.search(rb'width="([0-9.]+)" height="([0-9.]+)"', svg).groups()]
        if not png.startswith(b"\x89PNG") or not 1 <= columns <= COLUMNS or abs(width / height - size[0] / size[1]) > 0.02:
            found.append(f"kitty: {width} by {height} in {columns} columns")
        # What changes nothing draws nothing; an undo shows the first picture again.
        done = shell(build, folder, "preview on", "ls", "set #badge pointCount=9", "set #badge pointCount=9", "tree", "undo", "preview off",
                     "set #badge pointCount=7")
        pictures = blocks(done.stdout)
        if len(pictures) != 3 or pictures[0] != pictures[2] or pictures[0] == pictures[1]:
            found.append(f"preview on: {len(pictures)} pictures, {done.stderr}")
        for command, words in (("preview nobody", "nobody"), ("preview '*'", "a picture shows one"), ("preview --background noColour", "unknown colour"),
                               ("preview off --background red", "leave it out")):
            done = shell(build, folder, command)
            if done.returncode == 0 or words not in done.stderr:
                found.append(f"{command}: {done.returncode}: {done.stderr}")
        plain = subprocess.run([build / "inspector", "shell", "card.json", "-c", "preview"], cwd=folder, capture_output=True, text=True)
        if plain.returncode != 64 or "terminal with colours" not in plain.stderr:
            found.append(f"without colours: {plain.returncode}: {plain.stderr}")
    for text in found:
        print(text, file=sys.stderr)
    if not found:
        print("previews: blocks and kitty's graphics show what is rendered")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
