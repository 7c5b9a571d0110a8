#!/usr/bin/env python3
"""Makes maplibre.inspector-format.json from a checkout of maplibre/maplibre-style-spec.

  from-spec.py CHECKOUT >maplibre.inspector-format.json

It reads src/reference/v8.json and package.json, and lists members that have no property type on standard error."""
import json
import re
import sys

TYPES = {"number": "Double", "boolean": "Bool", "color": "Color", "string": "String", "enum": "String",
         "formatted": "String", "resolvedImage": "String", "projectionDefinition": "String", "sprite": "String",
         "padding": "Double", "numberArray": "Double", "colorArray": "Color"}  # lists of one are written as the one
UNITS = {"pixels": "px", "ems": "em", "degrees": "°", "milliseconds": "ms", "meters": "m"}
WORDS = {"url": "URL", "dem": "DEM", "geojson": "GeoJSON", "minzoom": "Minimum Zoom", "maxzoom": "Maximum Zoom",
         "min": "Minimum", "max": "Maximum", "xyz": "XYZ", "tms": "TMS", "mvt": "MVT", "mlt": "MLT"}
NESTED = ["light", "sky", "projection", "terrain", "transition"]  # objects of the root; their members are the style's
STRUCTURE = ["id", "type", "name", "layers", "sources", "layout", "paint"]  # told by the kinds
HEAD = """{
  "format": "inspector-format/1",
  "name": "maplibre",
  "title": "MapLibre style",
  "version": "1.0.0",
  "help": "Styles of MapLibre maps, version 8 of the style specification.",
  "$comment": "Made by from-spec.py from version %(version)s of maplibre-style-spec.",
  "match": { "files": ["*.json"], "has": { "version": 8, "layers": "*", "sources": "*" } },
  "root": "style",
  "kinds": {
    "style": {
      "class": "Style",
      "id": { "member": "id" },
      "name": "name",
      "children": [{ "at": "layers", "kind": "layer" }, { "at": "sources", "kind": "source", "keyed": true }],
      "attributes": [{ "inline": true }],
      "references": { "terrain.source": "source" },
      "readOnly": ["version"],
      "opaque": ["metadata"]
    },
    "source": {
      "class": { "member": "type", "map": %(sources)s, "else": "Source" },
      "id": { "key": true, "scope": "kind" },
      "attributes": [{ "inline": true }],
      "opaque": ["data", "filter", "clusterProperties"],
      "new": [
        { "type": "vector", "url": "" },
        { "type": "raster", "url": "", "tileSize": 256 },
        { "type": "raster-dem", "url": "" },
        { "type": "geojson", "data": { "type": "FeatureCollection", "features": [] } }
      ]
    },
    "layer": {
      "class": { "member": "type", "map": %(layers)s, "else": "Layer" },
      "id": { "member": "id" },
      "references": { "source": "source" },
      "attributes": [{ "inline": true }, { "at": "layout" }, { "at": "paint" }],
      "opaque": ["filter"],
      "new": [
        { "id": "", "type": "background" },
%(new)s
      ]
    }
  },
  "functions": [
    { "has": "stops", "parts": [{ "at": "base", "type": "Double" }, { "at": "stops.*.0", "type": "*" }, { "at": "stops.*.1" }] },
    { "operator": "interpolate", "parts": [{ "at": "1.1", "type": "Double" }, { "from": 3, "by": 2, "type": "Double" }, { "from": 4, "by": 2 }] },
    { "operator": "interpolate-hcl", "parts": [{ "at": "1.1", "type": "Double" }, { "from": 3, "by": 2, "type": "Double" }, { "from": 4, "by": 2 }] },
    { "operator": "interpolate-lab", "parts": [{ "at": "1.1", "type": "Double" }, { "from": 3, "by": 2, "type": "Double" }, { "from": 4, "by": 2 }] },
    { "operator": "step", "parts": [{ "from": 2, "by": 2 }, { "from": 3, "by": 2, "type": "Double" }] }
  ],
  "operators": %(operators)s,
  "classes": [
%(classes)s
  ]
}"""
def label(name):  # tileSize is Tile Size
    words = re.sub("([a-z])([A-Z])", r"\1-\2", name).split("-")
    return " ".join(WORDS.get(word.lower(), word[:1].upper() + word[1:]) for word in words)

def sentence(doc):
    """The first sentence without Markdown."""
    text = re.split(r"(?<=[.!?])\s+(?=[^a-z\s])|\n", doc)[0]
    text = re.sub("[`*]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text))
    assert len(text) < 230, text
    return text if text.endswith(".") else text + "."

def type_of(spec):
    if spec["type"] == "array":
        return "Point" if spec["value"] == "number" and spec.get("length") == 2 else None
    return "Int" if spec.get("values") == [8] else TYPES.get(spec["type"])

def default_of(spec):
    """The default as descriptions have it; None where there is none, or where it is an expression."""
    value = spec.get("default")
    if spec["type"] in ("padding", "numberArray", "colorArray") and isinstance(value, list):
        value = value[0]
    if type_of(spec) == "Point" and value:
        return {"x": value[0], "y": value[1]}
    if type_of(spec) == "Color" and isinstance(value, str):
        return {"rgba(0, 0, 0, 0)": "#00000000"}.get(value) or re.fullmatch("#[0-9A-F]{6}", value.upper())[0] + "FF"
    return None if isinstance(value, list) else int(value) if isinstance(value, float) and value % 1 == 0 else value

def property_of(member, spec, place, group):
    """A property's declaration with its key path."""
    name = f"{place}-{member}" if place in NESTED and not member.startswith(place + "-") else member  # sky.sky-color is skyColor
    made = {"name": re.sub("-(.)", lambda match: match[1].upper(), name), "key": f"{place}.{member}" if place else member,
            "label": label(name), "type": type_of(spec)}
    default = default_of(spec)
    made.update({"optional": True} if default is None else {"default": default})
    made["group"] = group
    if "period" not in spec and ("minimum" in spec or "maximum" in spec):
        made["range"] = {limit: spec[limit] for limit in ("minimum", "maximum") if limit in spec}
    if spec.get("units") in UNITS:
        made["unit"] = UNITS[spec["units"]]
    if spec["type"] == "enum":
        made["options"] = [{"value": value, "label": label(str(value))} for value in spec["values"]]
    made.update({"multiline": True} if spec["type"] == "formatted" else {"readOnly": True} if member == "version" else {})
    return {**made, "help": sentence(spec["doc"])}

def members_of(table, place, group):
    """The properties of a table of the specification by their members."""
    made = {}
    for member, spec in table.items():
        if type_of(spec) and (place or member not in STRUCTURE):
            made[member] = property_of(member, spec, place, group)
        elif place or member not in STRUCTURE + NESTED:
            print(group, member, spec["type"], file=sys.stderr)
    return made

def one_line(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)}: {one_line(each)}" for key, each in value.items()) + " }"
    return "[" + ", ".join(map(one_line, value)) + "]" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)

def class_text(name, base, help, properties):
    about = {"name": name.replace(" ", ""), "label": name, **({"base": base} if base else {}), "help": help}
    lines = ",\n".join("        " + one_line(each) for each in properties)
    return f'    {one_line(about)[:-2]},\n      "properties": [' + (f"\n{lines}\n      ] }}" if lines else "] }")

def main(checkout):
    spec = json.load(open(f"{checkout}/src/reference/v8.json", encoding="utf-8"))
    style = [*members_of(spec["$root"], "", "Style").values()]
    for place in NESTED:
        style += members_of(spec[place], place, place.capitalize()).values()
    classes = [class_text("Style", None, "A map's style: its sources, and the layers that draw them.", style),
               class_text("Source", None, "Data that layers draw; the base of all sources.", [])]
    sources, layers = {}, {}
    for table in map(spec.get, spec["source"]):
        (kind, about), = table["type"]["values"].items()
        sources[kind] = label(kind) + " Source"
        classes.append(class_text(sources[kind], "Source", sentence(about["doc"]), members_of(table, "", "Source").values()))
    types = spec["layer"]["type"]["values"]
    tables = {kind: {**members_of(spec["layout_" + kind], "layout", "Layout"),
                     **members_of(spec["paint_" + kind], "paint", "Paint")} for kind in types}
    shared = {name: each for name, each in tables["fill"].items() if all(table.get(name) == each for table in tables.values())}
    common = {**members_of(spec["layer"], "", "Layer"), **shared}
    classes.append(class_text("Layer", None, "What is drawn of a source, and how; the base of all layers.", common.values()))
    for kind, about in types.items():
        layers[kind] = label(kind) + " Layer"
        own = [each for name, each in tables[kind].items() if name not in shared]
        classes.append(class_text(layers[kind], "Layer", sentence(about["doc"]), own))
    print(HEAD % {
        "version": json.load(open(f"{checkout}/package.json", encoding="utf-8"))["version"], "classes": ",\n".join(classes),
        "new": ",\n".join('        { "id": "", "type": "%s", "source": "" }' % kind for kind in layers if kind != "background"),
        "operators": one_line(list(spec["expression_name"]["values"])),
        "sources": one_line({kind: name.replace(" ", "") for kind, name in sources.items()}),
        "layers": one_line({kind: name.replace(" ", "") for kind, name in layers.items()})})

main(sys.argv[1])
