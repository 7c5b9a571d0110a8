#!/usr/bin/env python3
"""gen_scene.py COUNT [--indented] [--palette] [--seed S] > scene.json: a scene of COUNT objects; same arguments, same bytes.

An 8-ary tree over eight classes, each with a frame, a background colour, isHidden, tag and two properties of its own, so that all
eight types occur. One object in eight is a StarView. Only `random()` is used of Python's generator: its sequence is promised to stay.
"""
import argparse
import json
import random

WORDS = ["Name", "Über uns", "Send", "Total", 'The "best"', "設定", "First\nSecond", "Back", "Options", "Done"]


class Draw:
    """Random numbers of the kinds that scenes hold."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def below(self, n):
        return int(self.random() * n)

    def quarter(self, low, high):
        """Returns a multiple of 0.25, as an integer if it is whole."""
        value = low + self.below((high - low) * 4) / 4
        return int(value) if value == int(value) else value

    def fraction(self, low, high):
        """Returns a number that is never whole."""
        return low + self.below((high - low) * 4) / 4 + 0.0625

    def colour(self):
        return "#%08X" % self.below(1 << 32)

    def point(self, x, y, low, high):
        return {x: self.quarter(low, high), y: self.quarter(low, high)}


OWN = {
    "View": lambda d, i: {"alpha": round(d.random(), 2), "contentOffset": d.point("x", "y", -50, 50)},
    "StarView": lambda d, i: {"cornerRadius": d.fraction(0, 20), "shadowOffset": d.point("width", "height", -4, 4)},
    "LabelView": lambda d, i: {"text": "%s %d" % (WORDS[d.below(len(WORDS))], i), "fontSize": d.fraction(9, 36)},
    "ImageView": lambda d, i: {"imageName": "image-%d.png" % d.below(9999), "anchor": {"x": round(d.random(), 3), "y": round(d.random(), 3)}},
    "ButtonView": lambda d, i: {"title": WORDS[d.below(len(WORDS))], "isEnabled": d.below(10) > 0},
    "SliderView": lambda d, i: {"value": d.random(), "maximumValue": d.fraction(1, 100)},
    "SwitchView": lambda d, i: {"isOn": d.below(2) == 0, "tintColor": d.colour()},
    "StackView": lambda d, i: {"spacing": d.fraction(0, 32), "axis": ["horizontal", "vertical"][d.below(2)]},
}
CLASSES = list(OWN)


def head(draw, i, colour):
    """Returns an object without its children; its background has the given colour or, for None, a random one."""
    name = CLASSES[draw.below(8)] if i else "View"
    frame = {"x": draw.quarter(0, 400), "y": draw.quarter(0, 800), "width": draw.quarter(8, 320), "height": draw.quarter(8, 480)}
    attributes = {"frame": frame, "backgroundColor": colour or draw.colour(), "isHidden": draw.below(10) == 0, "tag": draw.below(1 << 20)}
    return {"id": "n%d" % i, "class": name, "attributes": attributes | OWN[name](draw, i)}


def write(count, seed, indent, palette, out):
    draw = Draw(seed)
    step = lambda depth: "\n" + "  " * depth if indent else ""
    colon = ": " if indent else ":"
    encode = json.JSONEncoder(ensure_ascii=False, indent=2 if indent else None, separators=(",", colon)).encode
    text = lambda value, depth: encode(value).replace("\n", step(depth))

    out("{" + step(1))
    out('"format"%s"inspector-scene/1",%s"name"%s"bench-%d",%s' % (colon, step(1), colon, count, step(1)))
    if palette:
        out('"palette"%s{%s"accent"%s"#336699FF"%s},%s' % (colon, step(2), colon, step(1), step(1)))
    out('"objects"%s[' % colon)
    pending = [(0, 2)]  # the objects to write, with their depth; (None, depth) ends a list of children
    while pending:
        i, depth = pending.pop()
        if i is None:
            out(step(depth + 1) + "]" + step(depth) + "}")
            continue
        out(("," if i and i % 8 != 1 else "") + step(depth))
        body = text(head(draw, i, "accent" if palette else None), depth)
        children = range(8 * i + 1, min(8 * i + 9, count))
        if not children:
            out(body)
            continue
        # The object's closing brace is removed to add the children.
        out(body[: body.rindex("}")].rstrip() + "," + step(depth + 1) + '"children"' + colon + "[")
        pending.append((None, depth))
        pending.extend((child, depth + 2) for child in reversed(children))
    out(step(1) + "]" + step(0) + "}" + step(0))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="how many objects, at least 1")
    parser.add_argument("--indented", action="store_true", help="line breaks and two blanks a level; else no blanks at all")
    parser.add_argument("--palette", action="store_true", help="every background has the palette's one colour, 'accent'")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.count < 1:
        parser.error("a scene of %d objects cannot be made; give 1 or more" % options.count)
    with open(1, "w", encoding="utf-8", newline="\n", closefd=False, buffering=1 << 20) as out:
        write(options.count, options.seed, options.indented, options.palette, out.write)


if __name__ == "__main__":
    main()
