#!/usr/bin/env python3
"""The widths of letters that `TextLayout` measures with: `Tests/Tools/font_metrics.py [--check]`.

Reads DejaVu Sans, regular and bold, of Debian's fonts-dejavu-core with fontTools (python3-fonttools), and writes `Sources/CFontTable/font_figures.h`
and `Sources/InspectorKit/Canvas/FontTable.swift`: figures only, no outlines. With `--check` it only says whether the files are what it would
write, and says so where the font or fontTools are missing.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIGURES = ROOT / "Sources/CFontTable/font_figures.h"
HEIGHTS = ROOT / "Sources/InspectorKit/Canvas/FontTable.swift"
FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")


def folded(numbers: list[int]) -> str:
    """Lines of at most 120 columns."""
    lines, line = [], ""
    for number in numbers:
        entry = f"{number},"
        if len(line) + len(entry) > 118:
            lines.append("  " + line)
            line = ""
        line += entry
    return "\n".join([*lines, "  " + line])


def runs(font) -> list[tuple[int, int]]:
    """The characters from which on letters have another width, and that width; -1 where the font lacks them."""
    widths, found, after = font["hmtx"], [], 0
    for code, glyph in sorted(font.getBestCmap().items()):
        if code > after:
            found.append((after, -1))
        if not found or widths[glyph][0] != found[-1][1]:
            found.append((code, widths[glyph][0]))
        after = code + 1
    return found + [(after, -1)]


def pairs(font) -> list[tuple[int, int]]:
    """The pairs that stand closer or farther: both characters in one number, and by how much."""
    codes, found = {}, []
    for code, glyph in sorted(font.getBestCmap().items()):
        codes.setdefault(glyph, []).append(code)
    for (left, right), distance in font["kern"].kernTables[0].kernTable.items():
        for first in codes.get(left, []):
            for second in codes.get(right, []):
                if distance:
                    if max(first, second) > 0xFFFF:
                        sys.exit(f"font_metrics: the characters {first:x} and {second:x} do not fit into one number of 32 bits")
                    found.append((first << 16 | second, distance))
    return sorted(found)


def sources() -> dict[pathlib.Path, str]:
    """The files with their texts."""
    from fontTools.ttLib import TTFont

    figures, facts = "// Figures of DejaVu Sans, written by `Tests/Tools/font_metrics.py`.\n", []
    for name, file in (("regular", "DejaVuSans.ttf"), ("bold", "DejaVuSans-Bold.ttf")):
        font = TTFont(FONTS / file)
        facts.append((font["head"].unitsPerEm, font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap))
        for array, numbers in (("starts", [start for start, _ in runs(font)]), ("widths", [width for _, width in runs(font)]),
                               ("pairs", [characters for characters, _ in pairs(font)]), ("distances", [distance for _, distance in pairs(font)])):
            kind = "uint32_t" if array in ("starts", "pairs") else "int16_t"
            figures += f"\nstatic const {kind} {name}_{array}[] = {{\n{folded(numbers)}\n}};\n"
    (units, ascent, descent, gap), = set(facts)
    heights = f'''/// Heights of DejaVu Sans, written by `Tests/Tools/font_metrics.py`; `CFontTable` holds the widths.
enum FontTable {{
  /// The number of font units in the font size.
  static let unitsPerEm = {units}

  /// The height of a line above its baseline.
  static let ascent = {ascent}

  /// The height of a line below its baseline.
  static let descent = {-descent}

  /// The free space between lines.
  static let lineGap = {gap}
}}
'''
    return {FIGURES: figures, HEIGHTS: heights}


def main() -> int:
    checks = "--check" in sys.argv[1:]
    try:
        texts = sources()
    except (ImportError, FileNotFoundError) as error:
        print(f"check: font metrics: skipped, since {error} (apt-get install fonts-dejavu-core python3-fonttools)")
        return 0 if checks else 1
    if not checks:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
        return 0
    others = [path.name for path, text in texts.items() if path.read_text(encoding="utf-8") != text]
    print("check: font metrics: " + (f"{', '.join(others)} is not what {sys.argv[0]} writes" if others else "as the font gives them"))
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
