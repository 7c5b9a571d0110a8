#!/usr/bin/env python3
"""other_programs.py BUILD-FOLDER [--fixtures] [FORMAT…]

Edits documents of other programs with the real program, and has the programs themselves read them. The documents are the fixtures of the tests and, where
the shared folder is there and `--fixtures` is not given, real files. After each edit

- Python's `json`, or its XML parser, sees the values that were set, and no other difference;
- `git diff --numstat` counts a line for each of them, if each is on a line of its own;
- undoing the edit in the shell restores every byte;
- Tiled (offscreen) exports the edited map as it exports the original but for these values, and pytiled-parser reads what it read before;
- each field of an LDtk project has the same value in both of its places;
- Grafana's foundation SDK and MapLibre Native (mapli) read what they read before;
- xmllint accepts each storyboard and XIB.

Programs that are not installed are left out, which the last line says.
"""
import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHARED = ROOT.parent / "shared"
FORMATS = ["maplibre", "tiled", "ldtk", "grafana", "interface-builder"]

# The folders of the real files.
REAL = {name: SHARED / "formats" / "files" / name for name in FORMATS} | {"interface-builder": SHARED / "corpora" / "ib"}

# The edits of each format: a selector and assignments. Objects that cannot have a value are skipped.
EDITS = {
    "maplibre": [
        ("SymbolLayer", ["textHaloWidth=1.75"]),
        ("SymbolLayer", ["textHaloColor=#12345680", "textOptional=true"]),
        ("BackgroundLayer", ["backgroundColor=tomato"]),
        ("LineLayer[lineWidth]", ["lineWidth=2.25"]),
        ("*", ["minzoom=3"]),
    ],
    "tiled": [
        (":kind(Object)", ["frame.x+=3", "rotation=15"]),
        (":kind(Object)[frame.width>0]", ["frame.width=20.5", "visible=false"]),
        (":kind(Layer)", ["opacity=0.25"]),
        (":kind(Layer)", ["offset={\"x\":2,\"y\":-1}", "tintColor=#33669980"]),
        ("Map", ["backgroundColor=#102030"]),
        (":kind(Tile)[collides]", ["collides=false"]),
        (":kind(Object)[text]", ["text=Über \"uns\""]),
    ],
    "ldtk": [
        (":kind(Entity)", ["position.x+=16"]),
        (":kind(Entity)", ["size.width=24"]),
        ("Level", ["bgColor=#336699"]),
        ("*[life]", ["life=7"]),
        ("*[brightness]", ["brightness=3.5", "tint=tomato", "lit=false", "mood=Cold", "note=Über \"uns\""]),
        ("*[Integer]", ["Integer=12", "Float=0.125", "Boolean=true", "Color=#0A0B0C", "Point=3,4"]),
        ("*[danger]", ["danger=5", "title=Cellar"]),
        ("Torch", ["levels.1=3", "path.0=7,8", "shades.0=#010203"]),
        ("EnumValue", ["color=#336699"]),
        ("Rule", ["chance=0.5"]),
        ("FieldDefinition[type=F_Int]", ["max=77"]),
    ],
    "grafana": [
        ("timeseries", ["lineWidth=3"]),
        (":kind(Panel)[fixedColor]", ["fixedColor=dark-blue"]),
        (":kind(Panel)[unit=bytes]", ["unit=decbytes", "decimals=3"]),
        (":kind(Target)[legendFormat]", ["legendFormat={{job}}"]),
        (":kind(Panel)", ["gridPos.y+=1"]),
        ("Threshold", ["color=#336699"]),
        (":kind(Variable)", ["hide=1"]),
    ],
    "interface-builder": [
        (":kind(View)[backgroundColor]", ["backgroundColor=#33669980"]),
        (":kind(View)[frame]", ["frame.x+=3", "frame.width=20.5"]),
        (":kind(View)", ["isHidden=true", "alpha=0.25"]),
        ("Label", ["text=Über \"uns\" & <mehr>", "fontSize=13"]),
        (":kind(Button)[title]", ["title=Über \"uns\""]),
        ("LayoutConstraint[constant]", ["constant+=1.5"]),
        ("*[cornerRadius]", ["cornerRadius=7.5"]),
        ("*[borderColor]", ["borderColor=tomato"]),
        ("*[animationType]", ["animationType=none"]),
    ],
}


def parsed(text):
    """The tree of a JSON or XML text: objects, arrays and scalars."""
    if not text.lstrip(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        return json.loads(text)

    def tree(element):
        return {"tag": element.tag, "text": (element.text or "").strip(), **element.attrib, "children": [tree(child) for child in element]}

    return tree(xml.etree.ElementTree.fromstring(text))


def scalars(value, path=()):
    """The scalars of a JSON value by their paths."""
    if isinstance(value, dict):
        return {p: v for key, item in value.items() for p, v in scalars(item, path + (key,)).items()}
    if isinstance(value, list):
        return {p: v for place, item in enumerate(value) for p, v in scalars(item, path + (place,)).items()}
    return {path: value}


def difference(old, new):
    """The scalars that differ: last key, old value, new value."""
    a, b = scalars(old), scalars(new)
    missing = object()
    found = {}
    for path in a.keys() | b.keys():
        before, after = a.get(path, missing), b.get(path, missing)
        if before is missing or after is missing or type(before) is not type(after) and not (number(before) and number(after)) or before != after:
            found[path] = (None if before is missing else before, None if after is missing else after)
    return found


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def plain(value):
    """A value as it is compared between two programs: numbers as such, and colours in one spelling."""
    if number(value):
        return round(float(value), 4)
    if isinstance(value, str) and value.startswith("#"):
        return value.lower().replace("#ff", "#") if len(value) == 9 else value.lower()
    return value


class Check:
    def __init__(self, build):
        self.inspector = str(build / "inspector")
        self.faults, self.counts, self.left_out = [], collections.Counter(), set()

    def run(self, *words, cwd):
        return subprocess.run([self.inspector, *words], cwd=cwd, capture_output=True, text=True, timeout=120)

    def fault(self, file, edit, words):
        self.faults.append(f"{file}: {edit}: {words}")
        print(f"check: {self.faults[-1]}"[:600])

    def file(self, name, path, folder):
        original = path.read_bytes()
        copy = folder / ("x" + path.suffix)
        before = parsed(original)
        known = READERS[name](self, path, folder)
        for selector, assignments in EDITS[name]:
            copy.write_bytes(original)
            done = self.run("set", f"./{copy.name}", selector, *assignments, "--skip-missing", "--skip-refused", "--allow-empty", "-q", cwd=folder)
            if done.returncode not in (0, 1):
                self.fault(path.name, selector, f"exit code {done.returncode}: {done.stderr.strip()}")
                continue
            edited = copy.read_bytes()
            if edited == original:
                continue
            edit = f"{selector} {' '.join(assignments)}"
            found = difference(before, parsed(edited))
            self.counts[f"{name}: values"] += len(found)
            self.counts[f"{name}: edits"] += 1
            keys = {str(path[-1]) for path in found}
            if len(keys) > 8:
                self.fault(path.name, edit, f"differs in {sorted(keys)[:12]}")
            self.lines(path, edit, original, edited, found)
            known(edited, found, edit)
            self.undo(path, original, selector, assignments, folder)

    def lines(self, path, edit, original, edited, found):
        """Counts the lines of the difference. An inserted member also changes the line before it."""
        old, new = original.split(b"\n"), edited.split(b"\n")
        if len(old) < len(found) * 3 or any(before is None for before, _ in found.values()):
            return
        # A text of several lines in an element may become one of one line.
        if path.suffix in (".storyboard", ".xib") and any(b"\n" in (before or "").encode() for before, _ in found.values()):
            return
        changed = sum(a != b for a, b in zip(old, new))
        if len(old) != len(new) or changed > len(found):
            self.fault(path.name, edit, f"{len(found)} values are {changed} lines")

    def undo(self, path, original, selector, assignments, folder):
        copy = folder / ("u" + path.suffix)
        copy.write_bytes(original)
        quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in [selector, *assignments])
        done = self.run("shell", f"./{copy.name}", "-c", f"set {quoted} --skip-missing --skip-refused --allow-empty", "-c", "undo", "-c", "save", cwd=folder)
        if copy.read_bytes() != original:
            self.fault(path.name, selector, f"undo does not restore the file: {done.stderr.strip()}")

    # The programs

    def tiled(self, path, folder):
        program = shutil.which("tiled")
        if not program:
            self.left_out.add("tiled")
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", XDG_RUNTIME_DIR=str(folder), HOME=str(folder))

        def export(text):
            if not program:
                return None
            source, target = folder / f"in{path.suffix}", folder / "out.json"
            source.write_bytes(text)
            target.unlink(missing_ok=True)
            kind = "--export-map" if json.loads(text).get("type") == "map" else "--export-tileset"
            subprocess.run([program, kind, "json", str(source), str(target)], env=environment, capture_output=True, timeout=60)
            return json.loads(target.read_text()) if target.exists() else None

        try:
            from pytiled_parser import parse_map
        except ImportError:
            parse_map = None
            self.left_out.add("pytiled-parser")

        def parse(text):
            if parse_map is None or path.suffix != ".tmj":
                return None
            source = folder / "parsed.tmj"
            source.write_bytes(text)
            try:
                return parse_map(source)
            except Exception as error:
                return type(error).__name__

        original = path.read_bytes()
        old, old_map = export(original), parse(original)

        def known(edited, found, edit):
            new = export(edited)
            if (old is None) != (new is None):
                self.fault(path.name, edit, "Tiled reads only one of the two")
            if old is not None and new is not None:
                self.counts["tiled: exports"] += 1
                # What Tiled 1.8 knows of the values that were set, and what it says of the others.
                wanted = collections.Counter((str(p[-1]), plain(after)) for p, (_, after) in found.items())
                shown = collections.Counter((str(p[-1]), plain(after)) for p, (_, after) in difference(old, new).items())
                extra = shown - wanted
                if extra:
                    self.fault(path.name, edit, f"Tiled exports other values: {list(extra)[:5]}")
                if sum(shown.values()) < sum(wanted.values()) and not UNKNOWN_TO_TILED.issuperset(key for key, _ in wanted - shown):
                    self.fault(path.name, edit, f"Tiled does not export {list(wanted - shown)[:5]}")
            new_map = parse(edited)
            if isinstance(old_map, str) != isinstance(new_map, str):
                self.fault(path.name, edit, f"pytiled-parser: {old_map if isinstance(old_map, str) else new_map}")
            elif new_map is not None and not isinstance(new_map, str):
                self.counts["tiled: parsed"] += 1

        return known

    def ldtk(self, path, folder):
        def fields(value):
            if isinstance(value, dict):
                yield from (field for field in value.get("fieldInstances") or [])
                for item in value.values():
                    yield from fields(item)
            elif isinstance(value, list):
                for item in value:
                    yield from fields(item)

        def editors(kind, value):
            """The form of a value that the editor reads."""
            if kind == "Color":
                return {"id": "V_Int", "params": [int(value[1:], 16)]}
            if kind == "Point":
                return {"id": "V_String", "params": [f"{value['cx']},{value['cy']}"]}
            return {"id": {"Int": "V_Int", "Float": "V_Float", "Bool": "V_Bool"}.get(kind, "V_String"), "params": [value]}

        before = list(fields(json.loads(path.read_bytes())))

        def known(edited, found, edit):
            for old, new in zip(before, fields(json.loads(edited)), strict=True):
                if old == new:
                    continue
                kind, value = new["__type"], new["__value"]
                kind, values = (kind[6:-1], value) if kind.startswith("Array<") else (kind, [value])
                rest = {key for key in old if old[key] != new[key]} - {"__value", "realEditorValues"}
                # The other elements of an array may be the standard ones, of which the editor keeps none.
                same = all(mirror == editors(kind, value) or mirror is None and mirror == former
                           for mirror, value, former in zip(new["realEditorValues"], values, old["realEditorValues"] or [None], strict=True))
                self.counts["ldtk: fields in both places"] += 1
                if rest or not same or old["__value"] == value:
                    self.fault(path.name, edit, f"a field is {new}")

        return known

    def grafana(self, path, folder):
        try:
            from grafana_foundation_sdk.models.dashboard import Dashboard
        except ImportError:
            Dashboard = None
            self.left_out.add("grafana-foundation-sdk")

        def read(text):
            try:
                Dashboard.from_json(json.loads(text))
                return True
            except Exception:
                return False

        before = Dashboard and read(path.read_bytes())

        def known(edited, found, edit):
            if before:
                self.counts["grafana: read by the SDK"] += 1
                if not read(edited):
                    self.fault(path.name, edit, "the SDK no longer reads it")

        return known

    def maplibre(self, path, folder):
        def read(text):
            # Tiles and fonts come from nowhere.
            style = json.loads(text)
            kept = {key: value for key, value in style["sources"].items() if value.get("type") in ("geojson", "vector")}
            style["sources"] = {key: {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}} for key in kept}
            style["layers"] = [{key: value for key, value in layer.items() if key != "source-layer"} for layer in style["layers"]
                               if layer.get("source") is None or layer["source"] in kept]
            style.pop("sprite", None)
            style.pop("terrain", None)
            # MapLibre Native ends the process at some faults of a style.
            done = subprocess.run([sys.executable, "-c", MAPLI], input=json.dumps(style), capture_output=True, text=True, timeout=120,
                                  env=dict(os.environ, EGL_PLATFORM="surfaceless"))
            return done.stdout.strip() or f"exit code {done.returncode}"

        before = read(path.read_bytes())

        def known(edited, found, edit):
            after = read(edited)
            if before == "not installed":
                self.left_out.add("mapli")
            elif before == "rendered":
                self.counts["maplibre: rendered by mapli"] += 1
            if after != before:
                self.fault(path.name, edit, f"mapli: {before}, then {after}")

        return known


    def interface_builder(self, path, folder):
        program = shutil.which("xmllint")
        if not program:
            self.left_out.add("xmllint")

        def known(edited, found, edit):
            if program:
                self.counts["interface-builder: accepted by xmllint"] += 1
                done = subprocess.run([program, "--noout", "-"], input=edited, capture_output=True, timeout=60)
                if done.returncode != 0:
                    self.fault(path.name, edit, f"xmllint: {done.stderr.decode().strip()}")

        return known


MAPLI = """
import json, sys
try:
    import mapli
except ImportError:
    print("not installed")
    sys.exit()
try:
    pool = mapli.RenderPool(1)
    pool.register_style("s", json=sys.stdin.read())
    print("rendered" if pool.render("s", lon=0, lat=0, zoom=1, width=64, height=64) else "empty")
except mapli.GraphicsUnavailableError:
    print("not installed")
except Exception as error:
    print(type(error).__name__)
"""

READERS = {name: getattr(Check, name.replace("-", "_")) for name in FORMATS}

# Members of versions that Debian's Tiled 1.8 does not know, or writes in one form only.
UNKNOWN_TO_TILED = {"class", "parallaxx", "parallaxy", "mode", "opacity", "x", "y", "width", "height", "rotation", "visible", "tintcolor", "offsetx", "offsety"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--fixtures", action="store_true")
    parser.add_argument("formats", nargs="*", metavar="FORMAT")
    options = parser.parse_args()
    options.formats = [name for name in FORMATS if not options.formats or name in options.formats]
    check = Check(options.build)
    files = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in options.formats:
            for place in (ROOT / "Tests" / "SceneFormatsTests" / "Fixtures" / name, REAL[name]):
                for path in sorted(place.glob("*")) if place.is_dir() and not (options.fixtures and place.is_relative_to(SHARED)) else []:
                    if path.suffix == ".tsv":
                        continue
                    try:
                        parsed(path.read_bytes())
                    except (ValueError, xml.etree.ElementTree.ParseError):
                        continue
                    files += 1
                    check.file(name, path, folder)
    counts = ", ".join(f"{count} {name}" for name, count in sorted(check.counts.items()))
    left_out = f"; not installed: {', '.join(sorted(check.left_out))}" if check.left_out else ""
    print(f"check: other programs: {files} files, {counts}, {len(check.faults)} faults{left_out}")
    return 1 if check.faults or not check.counts else 0


if __name__ == "__main__":
    sys.exit(main())
