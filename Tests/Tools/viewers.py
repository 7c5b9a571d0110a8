#!/usr/bin/env python3
"""Pictures look the same in two viewers: `Tests/Tools/viewers.py BUILD-FOLDER`.

The PNG that `inspector render` writes (librsvg) is compared with what headless Chromium shows of the SVG: the mean difference of all pixels and that
of the worst block of 16 by 16, in parts of 255. Then what PNG, PDF and outlines are is looked at, and texts that are no pictures. Skips, saying so,
where `inspector-picture` or Chromium is absent.
"""
import argparse
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENES = [ROOT / "Tests" / "Fixtures" / "scenes" / "profile-card.scene.json", ROOT / "Tests" / "Golden" / "layout" / "panel.json"]
CORPUS = [ROOT.parent / "shared" / "corpora" / "scenes-base" / f"{name}.scene.json" for name in ("Cosmos__Main", "TagListView__Main")]
MEAN, WORST = 3, 60


def pixels(data: bytes) -> tuple:
    """Width, height, and rows of red, green, blue of a PNG of eight bits that is not interlaced, on white."""
    place, rows, header = 8, b"", None
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        part = data[place + 8:place + 8 + length]
        header = struct.unpack(">IIBBBBB", part) if kind == b"IHDR" else header
        rows += part if kind == b"IDAT" else b""
        place += length + 12
    width, height, depth, color, _, _, interlaced = header
    assert depth == 8 and color in (2, 6) and not interlaced, header
    count, raw = 4 if color == 6 else 3, zlib.decompress(rows)
    before, found = bytearray(width * count), []
    for row in range(height):
        start = row * (width * count + 1)
        filtered, line = raw[start], bytearray(raw[start + 1:start + 1 + width * count])
        for index in range(len(line)):
            left = line[index - count] if index >= count else 0
            above, corner = before[index], before[index - count] if index >= count else 0
            if filtered == 1:
                line[index] = line[index] + left & 255
            elif filtered == 2:
                line[index] = line[index] + above & 255
            elif filtered == 3:
                line[index] = line[index] + (left + above) // 2 & 255
            elif filtered == 4:
                a, b, c = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
                line[index] = line[index] + (left if a <= b and a <= c else above if b <= c else corner) & 255
        before = line
        if count == 4:
            found.append(bytes(255 - (255 - line[i + k]) * line[i + 3] // 255 for i in range(0, len(line), 4) for k in range(3)))
        else:
            found.append(bytes(line))
    return width, height, found


def difference(first: bytes, second: bytes) -> tuple:
    (width, height, a), (other_width, other_height, b) = pixels(first), pixels(second)
    assert (width, height) == (other_width, other_height), ((width, height), (other_width, other_height))
    blocks, total = {}, 0
    for y in range(height):
        if a[y] == b[y]:
            continue
        for index in range(0, 3 * width):
            off = abs(a[y][index] - b[y][index])
            if off:
                total += off
                key = (y // 16, index // 48)
                blocks[key] = blocks.get(key, 0) + off
    return total / (width * height * 3), max(blocks.values(), default=0) / (16 * 16 * 3)


def chromium_picture(chromium: str, svg: pathlib.Path, folder: pathlib.Path) -> bytes:
    width, height = pixels_of(svg)
    page, shot = folder / "page.html", folder / "shot.png"
    page.write_text(f"<!doctype html><body style='margin:0;background:white'>{svg.read_text()}</body>")
    subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
                    f"--window-size={width},{height}", f"--screenshot={shot}", f"file://{page}"], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=120)
    return shot.read_bytes()


def pixels_of(svg: pathlib.Path) -> tuple:
    head = svg.read_text()[:300]
    return tuple(int(-(-float(head.split(f' {key}="')[1].split('"')[0]) // 1)) for key in ("width", "height"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    build = parser.parse_args().build
    program = (build / "inspector-picture").resolve()
    if not program.exists():
        print("check: viewers: skipped, since 'inspector-picture' is not built; '.ci/pictures BUILD-FOLDER' builds it")
        return 0
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for scene in SCENES + [path for path in CORPUS if path.exists()]:
            svg, png = folder / "picture.svg", folder / "picture.png"
            for path in (svg, png):
                subprocess.run([build / "inspector", "render", scene, "--background", "white", "-o", path], check=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            again = subprocess.run([program, "png"], input=svg.read_bytes(), capture_output=True, check=True).stdout
            assert again == png.read_bytes(), scene
            if not chromium:
                continue
            mean, worst = difference(png.read_bytes(), chromium_picture(chromium, svg, folder))
            bad = mean > MEAN or worst > WORST
            wrong += bad
            print(f"check: viewers: {scene.name}: mean difference {mean:.2f}, worst block {worst:.1f}{' - WRONG' if bad else ''}")
        if not chromium:
            print("check: viewers: the comparison is skipped, since there is no chromium")
        svg = (folder / "picture.svg").read_bytes()
        pdf = subprocess.run([program, "pdf"], input=svg, capture_output=True, check=True).stdout
        assert pdf.startswith(b"%PDF-") and pdf == subprocess.run([program, "pdf"], input=svg, capture_output=True).stdout
        outlines = subprocess.run([program, "svg"], input=svg, capture_output=True, check=True).stdout
        assert b"<text" in svg and b"<text" not in outlines and b"<svg" in outlines
        (folder / "secret.png").write_bytes((folder / "picture.png").read_bytes())
        head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">'
        plain = subprocess.run([program, "png"], input=f"{head}</svg>".encode(), capture_output=True, check=True).stdout
        outside = f'{head}<image width="9" height="9" xlink:href="file://{folder}/secret.png"/></svg>'
        assert subprocess.run([program, "png"], input=outside.encode(), capture_output=True, check=True).stdout == plain, "a file was read"
        entity = f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{head}<text y="9">&x;</text></svg>'
        subprocess.run([program, "png"], input=entity.encode(), capture_output=True, timeout=60)
        bombs = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(10))
        cases = {"nothing": b"", "no XML": b"hello", "no size": b"<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>",
                 "huge": head.replace('"9" height="9"', '"999999" height="999999"').encode() + b"</svg>",
                 "bomb": f"<!DOCTYPE svg [{bombs}]>{head}<text>&e9;</text></svg>".encode(), "deep": head.encode() + b"<g>" * 100_000}
        for name, text in cases.items():
            done = subprocess.run([program, "png"], input=text, capture_output=True, timeout=60)
            if done.returncode in (0, 64) or done.returncode < 0 or not done.stderr:
                print(f"check: viewers: {name}: exit {done.returncode}, {done.stderr[-200:]!r}")
                wrong += 1
    print(f"check: viewers: PNG, PDF and outlines are pictures, {len(cases)} texts that are none are refused, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
