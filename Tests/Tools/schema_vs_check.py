#!/usr/bin/env python3
"""schema_vs_check.py BUILD-FOLDER [--count N] [--seed S] [--keep FOLDER]

Holds the schema that `inspector schema` prints against `inspector check`: both must accept and refuse the same of N
generated scenes, and the same again with `--strict`. Of ten scenes five are good, three have one fault, and two hold one
thing that may be good or bad: something like a colour, or what nobody knows. Scenes are made from what the plugins beside
the program say of themselves, not from the schema.

A scene counts as refused by `check` where it reports an error, those of hooks and rules (`hook.*`, `value.invalid`,
and what becomes of a plugin on their account, `plugin.reply`) left aside. What a schema cannot say is not generated:

- keys and ids that stand twice (`json.duplicate-key`, `scene.duplicate-id`), text that is no JSON, and limits;
- names of the palette that the scene does not have (`value.color`, "unknown colour");
- an Int written with a fraction or exponent that adds nothing, such as 5.0 or 1e2 (`type.mismatch`);
- a class that several plugins register, and plugins in versions that the scene does not take (`plugin.*`);
- names in the palette with signs beyond ASCII that are no letters (`value.color`);
- two former names of one property in one object.

The validator is PyPI's jsonschema (4.10 or later), as in .ci/check-schemas.
"""
import argparse
import collections
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A schema sees neither hooks, nor the files and objects that a scene names.
ASIDE = re.compile(r"hook\.|ref\.|reference\.|value\.invalid$|plugin\.(reply|crashed|timeout)$")
IDENTIFIER = re.compile(r"[A-Za-z_À-ÿ][A-Za-z0-9_À-ÿ-]*")
CSS = "red tomato REBECCAPURPLE hotPink transparent gray Grey lightgoldenrodyellow".split()


def constraint(rng):
    """A constraint that is right; whether it can be met with others is not looked at."""
    groups = [["width", "height"], ["left", "right", "leading", "trailing", "centerX"], ["top", "bottom", "centerY"]]
    group = rng.choice(groups)
    made = {"attribute": rng.choice(group)}
    if rng.random() < 0.7:
        owner = rng.choice(["parent", "parent.margins", "self", "#other.one"])
        targets = [name for name in group if owner != "self" or name != made["attribute"]]
        made["to"] = f"{owner}.{rng.choice(targets)}"
    if rng.random() < 0.3:
        made["relation"] = rng.choice(["=", "<=", ">="])
    if rng.random() < 0.3:
        made["multiplier"] = rng.choice([1, 0.5, -2])
    if rng.random() < 0.5:
        made["constant"] = rng.choice([0, 20, -4.5])
    # One that is required may clash with another.
    made["priority"] = rng.randint(1, 999)
    if rng.random() < 0.2:
        made["id"] = "edge"
    return made


def wrong_constraint(rng):
    """One that is wrong, and says why."""
    return rng.choice([
        5, {}, {"attribute": "widht"}, {"attribute": "width", "to": "self.width"}, {"attribute": "width", "to": "parent.left"},
        {"attribute": "left", "to": "parent.top"}, {"attribute": "left", "to": "intrinsic.width"},
        {"attribute": "width", "priority": 0}, {"attribute": "width", "priority": 2.5}, {"attribute": "top", "constant": "5"},
        {"attribute": "top", "constant": 2e9}, {"attribute": "width", "relation": "=="}, {"attribute": "width", "extra": 1},
        {"attribute": "width", "to": "parent"}, {"attribute": "width", "to": "uncle.width"}, {"attribute": "height", "id": 5},
    ])


class Raw(str):
    """JSON text that is written as it is."""


def text(value) -> str:
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(text, value)) + "]"
    return json.dumps(value, ensure_ascii=random.random() < 0.5)


# MARK: values


def number(rng) -> Raw:
    return Raw(rng.choice(["0", "-0", "1", "2.5", "-3.75", "1e2", "0.1E-3", "123456789012345678901234567890", "1.0", "1e308",
                           f"{rng.uniform(-500, 500):.3f}", str(rng.randrange(-1000, 1000))]))


def color_number(rng) -> str:
    return rng.choice(["0", "51", "255", "+1", "-7.5", ".5", "0.25", "1e2", "1E-1", "300", "007"])


def joint(rng, left, right) -> str:
    """What separates two values: a blank, or nothing where a sign, a point or a percentage ends the one before."""
    ends = left[-1] == "%" or right[0] == "+" or right[0] == "-" and left[-1].isdigit()
    ends = ends or right[0] == "." and (left[-1].isalpha() or "." in left or "e" in left.lower())
    return rng.choice([" ", "\n ", "  ", "" if ends else " "])


def color_function(rng) -> str:
    """A function that is right."""
    blank = lambda: rng.choice(["", "", " ", "\t ", "\n"])
    name = "".join(rng.choice([c.lower(), c.upper()]) for c in rng.choice(["rgb", "hsl"]))
    is_rgb = name.lower() == "rgb"
    if rng.random() < 0.5:
        part = lambda: rng.choice([color_number(rng), color_number(rng) + "%", "none", "NONE"])
        hue = lambda: rng.choice([color_number(rng) + rng.choice(["", "deg", "grad", "RAD", "turn"]), "none"])
        values = [part() if is_rgb else hue(), part(), part()]
        inside = values[0] + joint(rng, values[0], values[1]) + values[1] + joint(rng, values[1], values[2]) + values[2]
        if rng.random() < 0.5:
            inside += f"{blank()}/{blank()}{part()}"
        return f"{name}{rng.choice(['', 'a', 'A'])}({blank()}{inside}{blank()})"
    unit = rng.choice(["", "%"]) if is_rgb else "%"
    values = [color_number(rng) + (unit if is_rgb else ""), color_number(rng) + unit, color_number(rng) + unit]
    has_alpha = rng.random() < 0.5
    if has_alpha:
        values.append(color_number(rng))
    inside = f"{blank()},{blank()}".join(values)
    return f"{name}{'a' if has_alpha else ''}({blank()}{inside}{blank()})"


PIECES = ["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "1", "20", "%", "50%", ",", ", ", " ", " / ", "/", "none", "deg", "turn", ")",
          "-", "+", ".", "e3", "#", "f", "3", "red", "x"]


def color_noise(rng) -> str:
    """Something like a colour, right or wrong; but no name that only a palette could tell."""
    while True:
        if rng.random() < 0.6:
            noise = list(color_function(rng))
            for _ in range(rng.randrange(1, 3)):
                at = rng.randrange(len(noise) + 1)
                noise[at:at + rng.randrange(2)] = rng.choice(PIECES)
            noise = "".join(noise)
        else:
            noise = "".join(rng.choice(PIECES) for _ in range(rng.randrange(1, 9)))
        if not IDENTIFIER.fullmatch(noise):
            return noise


def component(rng) -> Raw:
    return Raw(rng.choice(["0", "1", "0.5", "1.0", "0.3333", "1e-3", "-0"]))


def color(rng, palette) -> object:
    kind = rng.randrange(7)
    if kind == 0:
        return "#" + "".join(rng.choice("0123456789abcdefABCDEF") for _ in range(rng.choice([3, 4, 6, 8])))
    if kind == 1:
        return rng.choice(CSS)
    if kind == 2 and palette:
        return rng.choice(sorted(palette))
    if kind == 3:
        return {"white": component(rng), **({"alpha": component(rng)} if rng.random() < 0.5 else {})}
    if kind == 4:
        parts = [(key, component(rng)) for key in ("red", "green", "blue")]
        if rng.random() < 0.5:
            parts.append(("alpha", component(rng)))
        rng.shuffle(parts)
        return dict(parts)
    return rng.choice(["", " ", "\n"]) + color_function(rng) + rng.choice(["", "\t"])


MEMBERS = {"Point": ["x", "y"], "Size": ["width", "height"], "Rect": ["x", "y", "width", "height"]}


def value(rng, definition, palette) -> object:
    """A value that the property can have."""
    if definition.get("optional") and not definition.get("required") and rng.random() < 0.15:
        return None
    if options := definition.get("options"):
        return rng.choice(options)["value"]
    kind, bounds = definition["type"], definition.get("range", {})
    low, high = bounds.get("minimum"), bounds.get("maximum")
    if kind in ("Int", "Double") and bounds:
        low = high - 100 if low is None else low
        high = low + 100 if high is None else high
        if kind == "Int":
            return rng.choice([int(low), int(high), rng.randint(int(low), int(high))])
        return rng.choice([low, high, round(rng.uniform(low, high), 3)])
    if kind == "Int":
        return Raw(rng.choice(["0", "-0", "7", "-12", "9223372036854775807", "-9223372036854775808"]))
    if kind == "Double":
        return number(rng)
    if kind == "String":
        return rng.choice(["", "text", "größe 🎈", "5", "null", "line\nbreak", "\u0000", "red"])
    if kind == "Bool":
        return rng.random() < 0.5
    if kind == "Color":
        return color(rng, palette)
    parts = [(key, number(rng)) for key in MEMBERS[kind]]
    rng.shuffle(parts)
    return dict(parts)


def wrong(rng, definition, palette) -> tuple[str, object]:
    """A value that the property cannot have, and what is wrong with it."""
    kind, faults = definition["type"], []
    others = {"Int": [True, "12", [], {}, Raw("5.5")], "Double": [False, "12", [1], {}], "String": [1, True, [], {}],
              "Bool": [0, "true", "yes", []], "Color": [0xFF, True, [1, 0, 0], {}, {"red": 1}],
              "Point": ["1,2", 1, [1, 2], {}], "Size": ["1x2", 1, {}], "Rect": ["1,2 3x4", [], {"x": 1}]}[kind]
    faults += [("another type", other) for other in others]
    if not definition.get("optional"):
        faults += [("null", None)] * 2
    if definition.get("options"):
        faults += [("no option", 987654 if kind == "Int" else "no such option")] * 3
        return rng.choice(faults)
    bounds = definition.get("range", {})
    if "minimum" in bounds and bounds["minimum"] > -2**60:
        faults += [("below the range", bounds["minimum"] - 1)] * 3
    if "maximum" in bounds and bounds["maximum"] < 2**60:
        faults += [("above the range", bounds["maximum"] + 1)] * 3
    if kind == "Int":
        faults += [("beyond 64 bits", Raw("9223372036854775808")), ("beyond 64 bits", Raw("-9223372036854775809"))]
    if kind == "Double":
        faults.append(("not finite", Raw(rng.choice(["1e999", "-1e400"]))))
    if kind in MEMBERS:
        whole = {key: number(rng) for key in MEMBERS[kind]}
        gone, other, extra, null = dict(whole), dict(whole), dict(whole), dict(whole)
        gone.pop(rng.choice(MEMBERS[kind]))
        other[rng.choice(MEMBERS[kind])] = "1"
        null[rng.choice(MEMBERS[kind])] = rng.choice([None, Raw("1e999")])
        extra["z"] = 1
        faults += [("a member is missing", gone), ("a member is no number", other), ("a member is null", null),
                   ("a member too many", extra)] * 2
    if kind == "Color":
        faults += [("a component beyond 1", {"red": 1, "green": 1.5, "blue": 0}), ("a component below 0", {"white": -0.1}),
                   ("two kinds of components", {"white": 1, "red": 1}), ("hex of five", "#12345"), ("hex", "#ggg"),
                   ("a function without end", "rgb(1 2 3"), ("values in excess", "rgb(1, 2, 3, 0.5)"),
                   ("an unknown function", "lab(1 2 3)"), ("an empty text", ""), ("a name with blanks", "not a name")] * 2
    return rng.choice(faults)


# MARK: scenes


class Scene:
    def __init__(self, rng, classes):
        self.rng, self.classes, self.ids = rng, classes, 0
        self.objects = []
        self.palette = {name: self.palette_color() for name in rng.sample(["brand", "ink", "été", "red", "_x-1"], rng.randrange(4))}
        self.tree = {"format": "inspector-scene/1"}
        if rng.random() < 0.5:
            self.tree["name"] = rng.choice(["", "A scene", "é"])
        if rng.random() < 0.3:
            self.tree["$schema"] = rng.choice(["scene.schema.json", 5, None])
        if rng.random() < 0.4:
            self.tree["plugins"] = {name: rng.choice(["", "*", ">=1.0 <2", "1.0.0", ">0, <=9.9"])
                                    for name in rng.sample(["Basics", "Shapes", "Samples"], rng.randrange(3))}
        if self.palette or rng.random() < 0.2:
            self.tree["palette"] = self.palette
        self.tree["objects"] = self.list(depth=0)
        if rng.random() < 0.3:
            items = list(self.tree.items())
            rng.shuffle(items)
            self.tree = dict(items)

    def palette_color(self):
        return color(self.rng, None)

    def list(self, depth):
        return [self.object(depth) for _ in range(self.rng.randrange(4 if depth else 5))]

    def object(self, depth):
        rng = self.rng
        self.ids += 1
        name = rng.choice(sorted(self.classes))
        plugin, definitions = self.classes[name]
        made = {"id": f"{self.ids}{rng.choice(['', ' é', '.x'])}", "class": f"{plugin}.{name}" if rng.random() < 0.2 else name}
        if rng.random() < 0.2:
            made["name"] = rng.choice(["", "The badge"])
        attributes = {}
        for definition in definitions.values():
            if definition.get("readOnly"):
                continue
            if definition.get("required") or rng.random() < 0.3:
                attributes[self.key(definition)] = value(rng, definition, self.palette)
                aliases = definition.get("aliases", [])
                if definition["name"] in attributes and aliases and rng.random() < 0.5:
                    # It does not count beside the present name, and may be anything.
                    attributes[rng.choice(aliases)] = rng.choice([None, "anything", 5, {}])
        items = list(attributes.items())
        rng.shuffle(items)
        if items or rng.random() < 0.3:
            made["attributes"] = dict(items)
        if depth < 3 and rng.random() < 0.4:
            made["children"] = self.list(depth + 1)
        if rng.random() < 0.03:
            key, item = rng.choice([("ref", "x.json#a"), ("overrides", {}), ("overrides", {"x": {"y": 1}})])
            made[key] = item
        settable = [name for name, definition in definitions.items() if not definition.get("readOnly")]
        if settable and rng.random() < 0.1:
            # No setting has a value, which is a warning.
            made["bindings"] = {name: rng.choice(["user.none", {"setting": "user.none"}]) for name in rng.sample(settable, 1)}
        if rng.random() < 0.1:
            made["constraints"] = [constraint(rng) for _ in range(rng.randint(0, 3))]
        self.objects.append((made, definitions))
        return made

    def key(self, definition):
        aliases = definition.get("aliases", [])
        return self.rng.choice(aliases) if aliases and self.rng.random() < 0.3 else definition["name"]

    # MARK: faults

    def spoil(self) -> str:
        """Puts one fault in and says which."""
        rng, tree = self.rng, self.tree
        choices = [self.spoil_value] * 10 + [self.spoil_object] * 3 + [self.spoil_scene] * 3 + [self.spoil_palette] * 2
        while not (fault := rng.choice(choices)()):
            pass
        return fault

    def spoil_value(self):
        rng = self.rng
        if not self.objects:
            return None
        made, definitions = rng.choice(self.objects)
        definition = rng.choice(list(definitions.values()))
        # A fault beside the present name would not count.
        names = [definition["name"], *definition.get("aliases", [])]
        attributes = {key: item for key, item in made.get("attributes", {}).items() if key not in names}
        if definition.get("readOnly"):
            attributes[definition["name"]] = definition.get("default")
            fault = "a read-only value"
        elif definition.get("required") and rng.random() < 0.5:
            fault = "a required value is missing"
        else:
            fault, wrong_value = wrong(rng, definition, self.palette)
            attributes[self.key(definition)] = wrong_value
        made["attributes"] = attributes
        if fault == "a required value is missing" and not attributes and rng.random() < 0.5:
            del made["attributes"]
        return fault

    def spoil_object(self):
        rng = self.rng
        if not self.objects:
            return None
        made, _ = rng.choice(self.objects)
        if rng.random() < 0.3:
            made["constraints"] = rng.choice([5, {}, [wrong_constraint(rng)], [constraint(rng), wrong_constraint(rng)]])
            return "a wrong constraint"
        key, items = rng.choice([("id", ["", 5, None]), ("class", ["", 5, None]), ("name", [5, None, []]),
                                 ("bindings", [5, [], None, {"x": 5}, {"x": ""}, {"x": {"setting": ""}}, {"x": {"setting": "user.x", "thru": "y"}}]),
                                 ("attributes", [[], "x", None]), ("children", [{}, "x", None, [5], [[]], [None]])])
        if key in ("id", "class") and rng.random() < 0.4:
            del made[key]
            return f"no '{key}'"
        made[key] = rng.choice(items)
        return f"a wrong '{key}'"

    def spoil_scene(self):
        rng, tree = self.rng, self.tree
        key, items = rng.choice([("format", ["inspector-scene/2", 1, None]), ("objects", [{}, None, "x", [1]]), ("name", [5, None, {}]),
                                 ("plugins", [[], "x", None, {"Shapes": 1}, {"Shapes": "newest"}, {"Shapes": ">= 1"},
                                              {"Basics": "1.2.3.4"}, {"Other": "^1"}]),
                                 ("palette", [[], "x", None])])
        if key in ("format", "objects") and rng.random() < 0.4:
            del tree[key]
            return f"no '{key}'"
        tree[key] = rng.choice(items)
        return f"a wrong '{key}' of the scene"

    def spoil_palette(self):
        rng = self.rng
        if rng.random() < 0.3:
            self.tree["palette"] = {**self.palette, rng.choice(["", "2nd", "a b", "-x", "a.b", "x#", "é!"]): "#FFF"}
            return "a name of the palette"
        bad = rng.choice([5, None, [], {}, "#12", "brnad", "", "rgb(1,2)", {"white": 2}, {"red": 1, "green": 1}, "ink"])
        self.tree["palette"] = {**self.palette, "ink": bad}
        return "a colour of the palette"

    # MARK: variations that are neither plainly good nor bad

    def vary(self) -> str | None:
        """Puts in something that `check` alone shall judge."""
        rng = self.rng
        kind = rng.randrange(4)
        if kind == 0:
            self.tree["palette"] = {**self.palette, "noise": color_noise(rng)}
            return "something like a colour"
        if kind == 1:
            self.tree[rng.choice(["title", "Objects", ""])] = rng.choice([1, None, {"a": []}])
            return "an unknown key of the scene"
        if not self.objects:
            return None
        made, definitions = rng.choice(self.objects)
        if kind == 2:
            made[rng.choice(["Class", "visible", ""])] = 1
            return "an unknown key of an object"
        if rng.random() < 0.5 or "attributes" not in made:
            if rng.random() < 0.5:
                made["base"] = made["class"]
            made["class"] = rng.choice(["ChartView", "Shapes.View", "starView", "Nobody.StarView"])
            return "an unknown class"
        made["attributes"][rng.choice(["glow", "cornerradius", "layer", "layer.", ""])] = rng.choice([1, "x", None, {}])
        return "an unknown property"


# MARK: the two verdicts


def command(build: pathlib.Path, environment: dict, *arguments: str) -> str:
    done = subprocess.run([build / "inspector", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, env=environment)
    if not done.stdout:
        sys.exit(f"inspector {' '.join(arguments[:3])} printed nothing and ended with {done.returncode}")
    return done.stdout


def known_classes(build, environment) -> dict:
    """Each class with all that it inherits, which one that is data leaves to its base, and with what extensions add."""
    components, extensions = {}, []
    for plugin in json.loads(command(build, environment, "plugin", "list", "--json"))["plugins"]:
        described = json.loads(command(build, environment, "plugin", "describe", plugin["name"], "--json"))
        for component in described["components"]:
            components[component["name"]] = (plugin["name"], component)
        extensions += described.get("extensions", [])
    classes = {}
    for name, (plugin, component) in components.items():
        lineage = [component]
        while (base := lineage[-1].get("base")) in components:
            lineage.append(components[base][1])
        names = {item["name"] for item in lineage} | {f"{components[item['name']][0]}.{item['name']}" for item in lineage}
        properties = {}
        for item in lineage:
            properties |= {p["name"]: p for p in item["properties"] if p["name"] not in properties}
        taken = {key for item in properties.values() for key in (item["name"], *item.get("aliases", []))}
        for extension in extensions:
            if extension["extends"] in names:
                properties |= {p["name"]: p for p in extension["properties"] if "aliasOf" not in p and p["name"] not in taken}
        if properties:
            classes[name] = (plugin, properties)
    return classes


def refusals(build, environment, paths, strict) -> list[list[str]]:
    """What `check` says against each scene: the codes of its errors."""
    found = []
    for start in range(0, len(paths), 500):
        options = ["--strict"] if strict else []
        printed = json.loads(command(build, environment, "check", "--json", *options, *map(str, paths[start:start + 500])))
        for scene in printed["scenes"]:
            codes = [item["code"] for item in scene.get("diagnostics", []) if item["severity"] == "error"]
            if "error" in scene:
                codes.append(scene["error"]["code"])
            found.append(sorted({code for code in codes if not ASIDE.match(code)}))
    return found


def load_jsonschema():
    loader = importlib.machinery.SourceFileLoader("check_schemas", str(ROOT / ".ci" / "check-schemas"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_schemas", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module.load_jsonschema()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder to write the scenes to")
    options = parser.parse_args()
    jsonschema = load_jsonschema()
    rng = random.Random(options.seed)
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or pathlib.Path(name)
        folder.mkdir(exist_ok=True, parents=True)
        build = options.build.resolve()
        environment = dict(os.environ, XDG_CACHE_HOME=name, XDG_DATA_HOME=name, NO_COLOR="1")
        environment.pop("INSPECTOR_PLUGIN_PATH", None)
        classes = known_classes(build, environment)
        paths, kinds = [], []
        for index in range(options.count):
            scene = Scene(rng, classes)
            kind = "good" if index % 10 < 5 else scene.spoil() if index % 10 < 8 else (scene.vary() or "good")
            paths.append(folder / f"{index}.json")
            paths[-1].write_text(text(scene.tree), encoding="utf-8")
            kinds.append(kind)
        return compare(jsonschema, build, environment, paths, kinds, options.seed)


def compare(jsonschema, build, environment, paths, kinds, seed) -> int:
    disagreements = 0
    counts = collections.Counter()
    for strict in (False, True):
        schema = json.loads(command(build, environment, "schema", *(["--strict"] if strict else [])))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for path, kind, codes in zip(paths, kinds, refusals(build, environment, paths, strict)):
            error = jsonschema.exceptions.best_match(validator.iter_errors(json.loads(path.read_text(encoding="utf-8"))))
            counts["refused" if codes else "accepted", strict] += 1
            # Where it is known beforehand, both may not be wrong together.
            is_known = kind not in VARIATIONS
            if bool(codes) == bool(error) and (not is_known or bool(codes) == (kind != "good")):
                continue
            disagreements += 1
            what = "a good scene is refused" if kind == "good" else kind
            said = f"{error.json_path}: {error.message[:200]}" if error else "accepted"
            print(f"{path.name} ({what}){' strictly' if strict else ''}: check says {codes or 'nothing'}, the schema {said}",
                  file=sys.stderr)
    faults = set(kinds) - VARIATIONS - {"good"}
    figures = "; ".join(
        f"{'with --strict ' if strict else ''}{counts['accepted', strict]} accepted, {counts['refused', strict]} refused"
        for strict in (False, True))
    if disagreements:
        print(f"schema and check disagree {disagreements} times on {len(paths)} scenes of seed {seed}: {figures}", file=sys.stderr)
        return 1
    print(f"check: scene schema: agrees with check on {len(paths)} scenes ({kinds.count('good')} good, {len(faults)} kinds of faults): {figures}")
    return 0


VARIATIONS = {"something like a colour", "an unknown key of the scene", "an unknown key of an object", "an unknown class",
              "an unknown property"}

if __name__ == "__main__":
    sys.exit(main())
