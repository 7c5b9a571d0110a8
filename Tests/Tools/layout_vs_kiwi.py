#!/usr/bin/env python3
"""Layout against an independent solver: `Tests/Tools/layout_vs_kiwi.py BUILD-FOLDER [--count N] [--seed N]`.

Random constraints of random objects are solved by `inspector` (the step `updateFrames`) and by PyPI's kiwisolver. Compared are the sums of the
violations, from the highest priority down, since the values may differ where constraints leave an axis open; and which objects' required constraints
clash. Skips, saying so, where kiwisolver cannot be had.
"""
import argparse
import importlib
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOLS = ROOT / ".build-check" / "python"
# A priority of each of kiwi's strengths.
STRENGTHS = {1000: "required", 900: "strong", 500: "medium", 100: "weak"}
GROUPS = [["width", "height"], ["left", "right", "leading", "trailing", "centerX"], ["top", "bottom", "centerY"]]
MARGIN = 8


def load_kiwi():
    sys.path.insert(0, str(TOOLS))
    for attempt in range(2):
        try:
            return importlib.import_module("kiwisolver")
        except ImportError:
            if attempt == 0:
                subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--root-user-action=ignore",
                                "--target", str(TOOLS), "kiwisolver>=1.4,<2"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                importlib.invalidate_caches()
    return None


def constraint(choose: random.Random) -> dict:
    group = choose.choice(GROUPS)
    made = {"attribute": choose.choice(group), "priority": choose.choice([1000, 1000, 900, 500, 100]),
            "relation": choose.choice(["=", "=", "<=", ">="]), "constant": choose.choice([0, 0, 5, -20, 33.5, 120])}
    owner = choose.choice([None, "parent", "parent", "parent.margins", "self"])
    targets = [name for name in group if owner != "self" or name != made["attribute"]]
    if owner:
        made["to"] = f"{owner}.{choose.choice(targets)}"
        if choose.random() < 0.4:
            made["multiplier"] = choose.choice([0.5, 2, 1.25, 0.75])
    return made


def coefficients(attribute: str) -> list:
    """Of x, y, width and height."""
    return {"left": [1, 0, 0, 0], "leading": [1, 0, 0, 0], "right": [1, 0, 1, 0], "trailing": [1, 0, 1, 0], "centerX": [1, 0, 0.5, 0],
            "top": [0, 1, 0, 0], "bottom": [0, 1, 0, 1], "centerY": [0, 1, 0, 0.5], "width": [0, 0, 1, 0], "height": [0, 0, 0, 1]}[attribute]


def row(rule: dict, parent: dict) -> tuple:
    """The constraint as coefficients of the four unknowns and what their sum is compared with."""
    own, constant = coefficients(rule["attribute"]), rule.get("constant", 0)
    if "to" in rule:
        owner, attribute = rule["to"].rsplit(".", 1)
        scale = rule.get("multiplier", 1)
        if owner == "self":
            own = [a - scale * b for a, b in zip(own, coefficients(attribute))]
        else:
            inset = MARGIN if owner == "parent.margins" else 0
            bounds = [inset, inset, parent["width"] - 2 * inset, parent["height"] - 2 * inset]
            constant += scale * sum(a * b for a, b in zip(coefficients(attribute), bounds))
    return own, constant


def violation(rule: dict, parent: dict, frame: list) -> float:
    own, constant = row(rule, parent)
    excess = sum(a * b for a, b in zip(own, frame)) - constant
    return {"=": abs(excess), "<=": max(excess, 0), ">=": max(-excess, 0)}[rule.get("relation", "=")]


def sums(rules: list, parent: dict, frame: list) -> list:
    return [sum(violation(rule, parent, frame) for rule in rules if rule["priority"] == priority) for priority in STRENGTHS]


def kiwi_frame(kiwi, rules: list, parent: dict):
    """What kiwi makes of the object; None where required constraints clash."""
    solver, unknowns = kiwi.Solver(), [kiwi.Variable(name) for name in "xywh"]
    for rule in sorted(rules, key=lambda rule: -rule["priority"]):
        own, constant = row(rule, parent)
        expression = sum((a * unknown for a, unknown in zip(own, unknowns)), 0 * unknowns[0])
        made = {"=": expression == constant, "<=": expression <= constant, ">=": expression >= constant}[rule.get("relation", "=")]
        try:
            solver.addConstraint(made | STRENGTHS[rule["priority"]])
        except kiwi.UnsatisfiableConstraint:
            return None
    solver.updateVariables()
    return [unknown.value() for unknown in unknowns]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not (kiwi := load_kiwi()):
        print("check: layout_vs_kiwi: skipped, since PyPI's kiwisolver cannot be had")
        return 0
    choose = random.Random(options.seed)
    parents, objects = [], []
    for number in range(options.count):
        parent = {"x": 0, "y": 0, "width": choose.choice([100, 320, 375.5]), "height": choose.choice([80, 480, 667])}
        rules = [constraint(choose) for _ in range(choose.choice([1, 2, 3, 4, 4, 4, 5, 6, 9]))]
        frame = {"x": choose.randint(-20, 90), "y": choose.randint(0, 90), "width": choose.randint(0, 300), "height": choose.randint(0, 90)}
        objects.append((rules, parent))
        parents.append({"id": f"parent{number}", "class": "View", "attributes": {"frame": parent},
                        "children": [{"id": f"o{number}", "class": "StarView", "attributes": {"frame": frame}, "constraints": rules}]})
    inspector, environment = options.build / "inspector", None
    with tempfile.TemporaryDirectory() as folder:
        scene, script, new = (pathlib.Path(folder) / name for name in ("scene.json", "script.json", "new.json"))
        scene.write_text(json.dumps({"format": "inspector-scene/1", "objects": parents}))
        script.write_text(json.dumps({"format": "inspector-edit/1", "steps": [{"updateFrames": "StarView"}]}))
        subprocess.run([inspector, "edit", scene, "--script", script, "-o", new], check=True, stdout=subprocess.DEVNULL, env=environment)
        found = subprocess.run([inspector, "check", "--json", scene], capture_output=True, env=environment).stdout
        clashes = {item["object"] for item in json.loads(found)["scenes"][0]["diagnostics"] if item["code"] == "layout.clash"}
        frames = [parent["children"][0]["attributes"]["frame"] for parent in json.loads(new.read_text())["objects"]]
    wrong, worst, clashing = 0, 0.0, 0
    for number, ((rules, parent), frame) in enumerate(zip(objects, frames)):
        ours = sums(rules, parent, [frame[key] for key in ("x", "y", "width", "height")])
        other = kiwi_frame(kiwi, rules, parent)
        problem = None
        if (other is None) != (f"o{number}" in clashes):
            problem = f"clash: kiwi {other is None}, inspector {other is not None}"
        elif other is None:
            clashing += 1
        else:
            theirs = sums(rules, parent, other)
            for mine, his in zip(ours, theirs):
                worst = max(worst, mine - his)
                if abs(mine - his) > 1e-3:
                    problem = f"sums of violations {ours}, of kiwi {theirs}"
                    break
        if problem:
            wrong += 1
            if wrong < 4:
                print(f"o{number} in {parent}: {problem}\n  {json.dumps(rules)}")
    print(f"check: layout_vs_kiwi: {options.count} objects, {clashing} that clash, {wrong} wrong; the largest sum beyond kiwi's is {worst:.2g}")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
