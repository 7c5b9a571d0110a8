#!/usr/bin/env python3
"""The widths of letters that `TextLayout` measures with: `Tests/Tools/font_metrics.py [--check]`.

Reads DejaVu Sans, regular and bold, of Debian's fonts-dejavu-core with fontTools (python3-fonttools), and writes
`FontTable.swift`, `FontTable+Bold.swift` and `FontTable+Kerning.swift` in `Sources/InspectorKit/Canvas`: figures only, no outlines. With `--check` it only says whether the files
are what it would write, and says so where the font or fontTools are missing.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "Sources/InspectorKit/Canvas"
FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base36(number: int) -> str:
    if number < 0:
        return "-" + base36(-number)
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
        if number == 0:
            return text


def folded(numbers: list[int]) -> list[str]:
    """Lines of at most 120 columns; each but the last ends with a backslash."""
    lines, line = [], ""
    for number in numbers:
        word = base36(number) + " "
        if len(line) + len(word) > 112:
            lines.append(line + "\\")
            line = ""
        line += word
    return lines + [line.rstrip()]


def table(font) -> tuple[list[int], list[int]]:
    """Runs of characters with one width: how far after the last run, how many, how wide. And the pairs that stand closer or
    farther: how far after the last left one, how many right ones, and of each right one how far after the last, and by how much."""
    letters = sorted(font.getBestCmap().items())
    widths, runs = font["hmtx"], []
    for code, glyph in letters:
        width = widths[glyph][0]
        if runs and code == runs[-1][0] + runs[-1][1] and width == runs[-1][2]:
            runs[-1][1] += 1
        else:
            runs.append([code, 1, width])
    numbers, last = [], 0
    for code, count, width in runs:
        numbers += [code - last, count, width]
        last = code + count
    codes = {}
    for code, glyph in letters:
        codes.setdefault(glyph, []).append(code)
    pairs = {}
    for (left, right), distance in font["kern"].kernTables[0].kernTable.items():
        for first in codes.get(left, []):
            for second in codes.get(right, []):
                if distance:
                    pairs.setdefault(first, []).append((second, distance))
    kerning, last = [], 0
    for first, seconds in sorted(pairs.items()):
        kerning += [first - last, len(seconds)]
        last, former = first, 0
        for second, distance in sorted(seconds):
            kerning += [second - former, distance]
            former = second
    return numbers, kerning


def sources() -> dict[str, str]:
    """The files by their names."""
    from fontTools.ttLib import TTFont

    parts, facts = {}, []
    for name, file in (("regular", "DejaVuSans.ttf"), ("bold", "DejaVuSans-Bold.ttf")):
        font = TTFont(FONTS / file)
        facts.append((font["head"].unitsPerEm, font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap))
        for kind, numbers in zip(("Widths", "Kerning"), table(font)):
            text = "\n".join("    " + line for line in folded(numbers))
            parts[name, kind] = (f'  static let {name}{kind} = """\n{text}\n    """\n')
    (units, ascent, descent, gap), = set(facts)
    head = f'''/// Figures of DejaVu Sans, written by `Tests/Tools/font_metrics.py`; that says what the numbers mean, which are of base 36.
enum FontTable {{
  /// Into how many units the size of a letter is divided.
  static let unitsPerEm = {units}

  /// How far a line reaches above its baseline.
  static let ascent = {ascent}

  /// How far it reaches below.
  static let descent = {-descent}

  /// What is left free between lines.
  static let lineGap = {gap}

'''
    more = "/// More of the figures; see `FontTable`.\nextension FontTable {\n"
    kerning = parts["regular", "Kerning"] + "\n" + parts["bold", "Kerning"]
    return {"FontTable.swift": head + parts["regular", "Widths"] + "}\n", "FontTable+Bold.swift": more + parts["bold", "Widths"] + "}\n",
            "FontTable+Kerning.swift": more + kerning + "}\n"}


def main() -> int:
    checks = "--check" in sys.argv[1:]
    try:
        texts = sources()
    except (ImportError, FileNotFoundError) as error:
        print(f"check: font metrics: skipped, since {error} (apt-get install fonts-dejavu-core python3-fonttools)")
        return 0 if checks else 1
    if not checks:
        for name, text in texts.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        return 0
    others = [name for name, text in texts.items() if (FOLDER / name).read_text(encoding="utf-8") != text]
    print("check: font metrics: " + (f"{', '.join(others)} is not what {sys.argv[0]} writes" if others else "as the font gives them"))
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
