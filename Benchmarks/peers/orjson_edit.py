"""orjson_edit.py edit IN OUT | files FILE… | walk IN: cornerRadius = 12.5 on every StarView, or a visit of every value, by orjson in Python."""
import sys, orjson


def edit(objects):
    for o in objects:
        if o["class"] == "StarView": o["attributes"]["cornerRadius"] = 12.5
        if "children" in o: edit(o["children"])


def walk(value):
    if isinstance(value, dict): return 1 + sum(map(walk, value.values()))
    if isinstance(value, list): return 1 + sum(map(walk, value))
    return 1


if sys.argv[1] == "files":
    for path in sys.argv[2:]:
        scene = orjson.loads(open(path, "rb").read())
        edit(scene["objects"])
        open(path, "wb").write(orjson.dumps(scene))
    sys.exit()

scene = orjson.loads(open(sys.argv[2], "rb").read())
if sys.argv[1] == "edit":
    edit(scene["objects"])
    open(sys.argv[3], "wb").write(orjson.dumps(scene))
else:
    print(walk(scene), "values")
