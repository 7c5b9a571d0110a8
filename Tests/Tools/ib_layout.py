#!/usr/bin/env python3
"""Layout against Interface Builder: `Tests/Tools/ib_layout.py BUILD-FOLDER [--keep FOLDER]`.

The constraints of the corpus's Interface Builder documents are put into the scenes that were made of them, and the frames of the objects that have
any are made wrong; the step `updateFrames` has to bring back the frames that Interface Builder stored, wherever the constraints decide them. Skips,
saying so, where the corpus is absent.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT.parent / "shared" / "corpora"
PLAIN = {"left", "right", "top", "bottom", "leading", "trailing", "centerX", "centerY", "width", "height"}
RELATIONS = {"equal": "=", "lessThanOrEqual": "<=", "greaterThanOrEqual": ">="}
MIRRORED = {"=": "=", "<=": ">=", ">=": "<="}


def walk(objects, parent=None):
    for item in objects:
        yield item, parent
        yield from walk(item.get("children", []), item)


def number(text: str) -> float:
    first, colon, second = text.partition(":")
    return float(first) / float(second) if colon else float(text)


def name(attribute: str) -> tuple:
    """An attribute without what says that it is within the margins, and whether it is."""
    for ending in ("WithinMargins", "Margin"):
        if attribute.endswith(ending):
            return attribute[: -len(ending)], True
    return attribute, False


def convert(element, owner: str, parents: dict, counts: collections.Counter):
    """The object that has the constraint in a scene, and the constraint; None where scenes cannot have it."""
    first, second = element.get("firstItem", owner), element.get("secondItem")
    (a, aMargin), (b, bMargin) = name(element.get("firstAttribute")), name(element.get("secondAttribute") or "")
    relation = RELATIONS[element.get("relation", "equal")]
    made = {"multiplier": number(element.get("multiplier", "1")), "constant": number(element.get("constant", "0")),
            "priority": int(float(element.get("priority", "1000"))), "id": element.get("id")}
    if a not in PLAIN or (second and b not in PLAIN):
        counts["of a baseline"] += 1
        return None
    if parents.get(second) == first and first != second:
        # Said of the parent: parent.a = m × child.b + c.
        scale = made["multiplier"]
        made.update(multiplier=1 / scale, constant=-made["constant"] / scale)
        first, second, a, b, aMargin, bMargin = second, first, b, a, bMargin, aMargin
        relation = MIRRORED[relation] if scale > 0 else relation
    made.update(attribute=a, relation=relation)
    if not second:
        counts["constants"] += 1
    elif second == first:
        counts["of the object itself"] += 1
        made["to"] = f"self.{b}"
    elif parents.get(first) == second and not aMargin:
        counts["to the parent"] += 1
        made["to"] = f"parent.{'margins.' if bMargin else ''}{b}"
    else:
        counts["to other objects"] += 1
        made["to"] = f"#{second}.{b}"
    return first, made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="where the scenes with constraints are left")
    options = parser.parse_args()
    if not CORPUS.is_dir():
        print("check: ib_layout: skipped, since ../shared/corpora is absent")
        return 0
    counts, codes, clean, wrong, margins = collections.Counter(), collections.Counter(), 0, [], 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(exist_ok=True)
        script = pathlib.Path(temporary) / "script.json"
        script.write_text(json.dumps({"format": "inspector-edit/1", "steps": [{"updateFrames": ":kind(View)"}]}))
        for document in sorted((CORPUS / "ib").iterdir()):
            path = CORPUS / "scenes-base" / f"{document.stem}.scene.json"
            if not path.exists():
                continue
            scene = json.loads(path.read_text())
            objects = {item["id"]: item for item, _ in walk(scene["objects"])}
            parents = {item["id"]: parent and parent["id"] for item, parent in walk(scene["objects"])}
            owners = ElementTree.parse(document).getroot()
            for owner in owners.iter():
                for element in owner.findall("constraints/constraint"):
                    found = convert(element, owner.get("id"), parents, counts)
                    if found and found[0] in objects:
                        objects[found[0]].setdefault("constraints", []).append(found[1])
                    elif found:
                        counts["of guides and others that are no objects"] += 1
            target = folder / path.name
            target.write_text(json.dumps(scene, indent=2))
            # The frames that are to come back are made wrong.
            truth = {}
            for item in objects.values():
                if item.get("constraints") and (frame := item.get("attributes", {}).get("frame")):
                    truth[item["id"]] = dict(frame)
                    item["attributes"]["frame"] = {"x": frame["x"] + 7, "y": frame["y"] - 3, "width": frame["width"] + 11, "height": frame["height"] + 2}
            odd, new = (pathlib.Path(temporary) / (label + path.name) for label in ("odd-", "new-"))
            odd.write_text(json.dumps(scene))
            subprocess.run([options.build / "inspector", "edit", odd, "--script", script, "-o", new, "--allow-empty"], check=True, stdout=subprocess.DEVNULL)
            report = json.loads(subprocess.run([options.build / "inspector", "check", "--json", odd], capture_output=True).stdout)
            said = collections.defaultdict(set)
            for item in report["scenes"][0]["diagnostics"]:
                if item["code"].startswith("layout.") or item["code"] == "reference.dangling":
                    codes[item["code"]] += 1
                    said[item["object"]].add(item["code"])
            # A guide of a view controller is no object of the scene.
            undecided = {"layout.unsolved", "layout.ambiguous", "layout.clash", "reference.dangling"}
            results = {item["id"]: item.get("attributes", {}).get("frame") for item, _ in walk(json.loads(new.read_text())["objects"])}
            for key, frame in truth.items():
                above, depends, inset = key, False, False
                while above and objects[above].get("constraints"):
                    inset = inset or any("margins" in rule.get("to", "") for rule in objects[above]["constraints"])
                    depends = depends or bool(said[above] & undecided)
                    above = parents[above]
                if depends:
                    continue
                if all(abs(frame[side] - results[key][side]) <= 1 for side in frame):
                    clean += 1
                elif inset:
                    margins += 1
                else:
                    wrong.append((path.name, key, frame, results[key], [rule for rule in objects[key]["constraints"]]))
    print("check: ib_layout: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    print("check: ib_layout: " + ", ".join(f"{code} {count}" for code, count in codes.most_common()))
    print(f"check: ib_layout: of {clean + margins + len(wrong)} objects that their constraints decide {clean} lie where Interface Builder has them, "
          f"{margins} within margins of another width do not, {len(wrong)} others do not")
    for item in wrong[:5]:
        print("  ", *item[:4], json.dumps(item[4]))
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
