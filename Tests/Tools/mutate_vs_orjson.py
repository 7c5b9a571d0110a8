#!/usr/bin/env python3
"""mutate_vs_orjson.py [--count N] [--seed S] [--probe PATH] [--scene FILE]

Holds the scene scanner against orjson, a second strict parser: both must accept and refuse the same N random mutations
of a scene. Two documents are made of each mutation in turn: the mutated scene itself, and a sound scene in which the
mutated text is the value of an attribute. Compared are, for every document:

- the exact scanner's answer with orjson's, keys that stand twice counted as an error (found by Python's json);
- the fast pass's answer with: orjson accepts, no key appears twice, and the rules of the scene format hold, as checked
  by the few lines below and independently of the scanner;
- that nothing crashes and nothing takes more than ten seconds.

orjson 3 is as strict as RFC 8259 asks, but for two points that the comparison takes care of: it refuses nesting beyond
1,024 levels, which no mutation here reaches, and it lets the last of two equal keys win. What is beyond a double (1e400)
it refuses, where the scanner leaves the range to types: such documents are checked with Python's json instead.

Needs: pip install orjson; swift build -c release --product ScanProbe.
"""
import argparse, json, os, random, re, struct, subprocess, sys, threading

import orjson

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

SCENE = """{
  "format": "inspector-scene/1", "$schema": "x", "name": "caf\\u00e9 \\ud83d\\ude00", "plugins": { "Shapes": ">=1.0 <2" },
  "palette": {"brand": "#3366FF", "d\\u00fcnn": {"white": 0.5}}, "extra": [1, {"a": [], "b": {}}, null],
  "objects": [
    {"id": "card", "class": "View", "attributes": {"frame": {"x": 0, "y": -0.5, "width": 3.2e2, "height": 480},
      "backgroundColor": "brand", "layer.cornerRadius": 12, "a key that is long": true, "text": "日本 é 😀 \\n\\"q\\" \\\\ \\/"},
      "children": [{"class": "StarView", "id": "b\\u0061dge", "attributes": {"starColor": "#FFCC00", "pointCount": 5}},
\t\t{"id": "x", "class": "StarView", "name": "n", "attributes": {}, "children": []},\r
        {"attributes": {"n": 123456789012345678901234567890, "e": 1E-7, "f": false, "z": null, "deep": [[[{"k": [{}]}]]]},
         "children": [{"id": "1", "class": "c"}, {"id": "2", "class": "c", "ref": "other"}], "id": "last", "class": "View"}]},
    {"id": "plain", "class": "LabelView"}
  ]
}
"""

VALUE = ' {"frame": {"x": 1, "y": -2.5e3}, "s": "a\\u00e9\\ud83d\\ude00 é日😀\\\\", "l": [1, true, false, null, [], {}], "n": -0.10} '

SNIPPETS = [
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u", b"\\u0000", b"\\ud800", b"\\udc00", b"\\ud83d\\ude00", b"\\n", b"\\x",
    b"0", b"00", b"-", b"+", b".", b"e", b"E", b"1e5", b"1.", b".5", b"-0", b"1e400", b"-01", b"NaN", b"Infinity", b"true", b"tru",
    b"null", b"nul", b" ", b"\t", b"\n", b"\r", b"\x00", b"\x01", b"\x1f", b"\x7f", b"\x0b", b"\x0c", b"\xc2\xa0", b"\xef\xbb\xbf",
    b"\xc0\x80", b"\xc3", b"\xa9", b"\xe2\x82", b"\xed\xa0\x80", b"\xf0\x9f\x98", b"\xf4\x90\x80\x80", b"\xff", b"\xe0\x80\x80",
    b'"id"', b'"id":"x",', b'"class":"View",', b'"x": 1,', b'"\\u0069d":"y",', b"//", b"/**/", b"'", b"1,", b"[1,]", b"{}", b"[]",
]


def mutate(rng, text):
    text = bytearray(text)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(9)
        if kind == 0 and at < len(text):
            text[at] = rng.randrange(256)
        elif kind == 1 and at < len(text):
            text[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            del text[at:at + rng.choice([1, 1, 1, 2, 4, 16])]
        elif kind == 3:
            text[at:at] = rng.choice(SNIPPETS)
        elif kind == 4 and at < len(text):
            text[at:at + 1] = rng.choice(SNIPPETS)
        elif kind == 5:
            start = rng.randrange(len(text) + 1)
            text[at:at] = text[start:start + rng.randrange(40)]
        elif kind == 6:
            start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
            text[start:min(end, start + 60)] = b""
        elif kind == 7 and rng.random() < 0.2:
            del text[at:]
        else:
            strings = [m.span() for m in re.finditer(rb'"[^"]*"', bytes(text))]
            if len(strings) > 1:
                (a, b), (c, d) = rng.choice(strings), rng.choice(strings)
                text[a:b] = text[c:d]
    return bytes(text)


class Duplicate(Exception):
    pass


def unique(pairs):
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Duplicate
    return value


def syntax(text):
    """'ok', 'twice' or 'bad', by orjson and, for what it leaves open, by Python's json."""
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if "number" not in str(error) and "inf" not in str(error).lower():
            return "bad"
        # Perhaps only beyond the range of a double: write such exponents smaller, and ask again.
        smaller = re.sub(rb"([eE][+-]?)0*[0-9]{3,}", rb"\g<1>1", text)
        try:
            orjson.loads(smaller)
        except orjson.JSONDecodeError:
            return "bad"
    try:
        json.loads(text, object_pairs_hook=unique)
    except Duplicate:
        return "twice"
    return "ok"


ROLES = {"id": str, "class": str, "name": str, "attributes": dict, "children": list}


def is_scene(value):
    """The rules of inspector-scene/1, duplicate ids excepted (they are not the scanner's)."""
    if not isinstance(value, dict) or value.get("format") != "inspector-scene/1" or not isinstance(value.get("objects"), list):
        return False
    if not isinstance(value.get("name", ""), str) or not isinstance(value.get("palette", {}), dict):
        return False
    plugins = value.get("plugins", {})
    if not isinstance(plugins, dict) or not all(isinstance(v, str) for v in plugins.values()):
        return False
    left = list(value["objects"])
    while left:
        object = left.pop()
        if not isinstance(object, dict) or not object.get("id") or not object.get("class"):
            return False
        if any(not isinstance(object[key], kind) for key, kind in ROLES.items() if key in object):
            return False
        left.extend(object.get("children", []))
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--probe", default=os.path.join(ROOT, ".build/release/ScanProbe"))
    parser.add_argument("--scene", help="mutate this scene instead of the one built in")
    options = parser.parse_args()
    scene = open(options.scene, "rb").read() if options.scene else SCENE.encode()
    assert syntax(scene) == "ok" and is_scene(orjson.loads(scene)), "the scene to be mutated is not sound"

    rng = random.Random(options.seed)
    documents = [scene]
    while len(documents) < options.count:
        if len(documents) % 2:
            documents.append(mutate(rng, scene))
        else:
            inner = mutate(rng, VALUE.encode())
            documents.append(
                b'{"format":"inspector-scene/1","objects":[{"id":"a","class":"b","attributes":{"x":' + inner + b"}}]}")

    probe = subprocess.Popen([options.probe], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def feed():
        for document in documents:
            probe.stdin.write(struct.pack("<I", len(document)) + document)
        probe.stdin.close()
    threading.Thread(target=feed, daemon=True).start()

    counts, wrong = {}, 0
    for document in documents:
        timer = threading.Timer(10, probe.kill)
        timer.start()
        line = probe.stdout.readline().decode()
        timer.cancel()
        if not line:
            sys.exit("the probe crashed or hung on %r" % document)
        fast, exact, rules = line.split()
        expected = syntax(document)
        found = "ok" if exact == "ok" else "twice" if exact.startswith("json.duplicate-key") else "bad"
        # Which of two errors comes first is not compared: a text may hold both.
        same = found == expected or "ok" not in (found, expected)
        sound = expected == "ok" and is_scene(json.loads(document))
        same = same and (fast == "ok") == sound and (expected != "ok" or (rules == "ok") == sound)
        counts[(found, "scene" if sound else "-")] = counts.get((found, "scene" if sound else "-"), 0) + 1
        if not same:
            wrong += 1
            if wrong <= 10:
                print("DIFFERENT: probe says %r, expected %s, scene %s: %r" % (line, expected, sound, document))
    print("%d documents: %d sound scenes, %d other JSON, %d not JSON, %d with a key twice; %d different" % (
        len(documents), counts.get(("ok", "scene"), 0), counts.get(("ok", "-"), 0),
        counts.get(("bad", "-"), 0), counts.get(("twice", "-"), 0), wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
