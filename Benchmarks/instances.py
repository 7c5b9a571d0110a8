"""What scenes made of other documents cost: the report's section and its marks, beside the same scenes written out."""
import json
import re
import shutil
import subprocess
from pathlib import Path
from statistics import median
from time import monotonic

from contenders import TOOL
from marks import limited
from report import milliseconds, table

# The objects of the template, the placeholders of the scene, and the scenes that use one template.
OBJECTS, INSTANCES, SCENES = 100, 1_000, 1_000
# The limits: of the written-out scene's time to open, of its time to edit many scenes; of an edit and of saving it in milliseconds.
OPEN, MANY, EDIT, SAVE = 3.0, 1.5, 1.0, 20.0


def write(path, objects):
    path.write_text(json.dumps({"format": "inspector-scene/1", "objects": objects}, indent=2), encoding="utf-8")


def view(number, **members):
    frame = {"x": number, "y": 0, "width": 10, "height": 10}
    return {"id": f"o{number}", "class": "View", "attributes": {"frame": frame, "alpha": 0.5}, **members}


def template(folder):
    write(folder / "template.scene.json", [{**view(0, children=[view(number) for number in range(1, OBJECTS)]), "id": "t"}])


def placeholder(number):
    return {"id": f"p{number}", "class": "View", "ref": "template.scene.json#t", "attributes": {"frame": {"x": number, "y": 0, "width": 10, "height": 10}}}


def inspector(folder, *words):
    """Returns the seconds that a run takes, and what it prints."""
    start = monotonic()
    done = subprocess.run([TOOL, *words], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"instances: inspector {' '.join(map(str, words))}: {done.stderr.strip()}")
    return monotonic() - start, done.stdout


def timed(folder, count, *words):
    return median(inspector(folder, *words)[0] for _ in range(count))


def edit_of(id, number):
    return f"set '#{id}' alpha={0.1 + number / 1000:.3f}"


def session(folder, name, lines):
    """Returns the milliseconds that each of a shell's commands takes."""
    done = subprocess.run([TOOL, "shell", name], cwd=folder, input="\n".join(["timing on", *lines]) + "\n", capture_output=True, text=True)
    times = [float(number) * {"ms": 1.0, "s": 1e3}[unit] for number, unit in re.findall(r"^time: ([0-9.]+) (ms|s)$", done.stdout + done.stderr, re.M)]
    if len(times) != len(lines) + 1:
        raise SystemExit(f"instances: the shell tells {len(times)} times of {len(lines) + 1} commands: {done.stderr[:200]}")
    return times[1:]


def many(folder, count):
    """Returns the times of one edit of many scenes: composed, and written out."""
    for name in ("composed", "written"):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir()
    shutil.copy(folder / "template.scene.json", folder / "composed")
    for number in range(SCENES):
        write(folder / "composed" / f"{number}.scene.json", [placeholder(0)])
        whole = {**view(0, children=[{**view(inner), "id": f"p0/o{inner}"} for inner in range(1, OBJECTS)]), "id": "p0"}
        write(folder / "written" / f"{number}.scene.json", [whole])
    times = []
    for name in ("composed", "written"):
        scenes = sorted(path.name for path in (folder / name).glob("[0-9]*.scene.json"))
        found = []
        for turn in range(count):
            found.append(inspector(folder / name, "set", *scenes, "#p0/o7", f"alpha={0.1 + turn / 100}")[0])
        times.append(median(found))
    return times


def instance_section(folder, count, tell):
    """Returns the section's text, and rows of marks."""
    folder = Path(folder) / "instances"
    folder.mkdir(exist_ok=True)
    template(folder)
    write(folder / "page.scene.json", [placeholder(number) for number in range(INSTANCES)])
    tell("instances: writing out")
    inspector(folder, "unpack", "page.scene.json", ":instance", "-o", "written.scene.json")
    tell("instances: opening")
    composed = timed(folder, count, "check", "--no-hooks", "-q", "page.scene.json")
    written = timed(folder, count, "check", "--no-hooks", "-q", "written.scene.json")
    tell("instances: editing")
    written_ids = re.findall(r'"id": "([^"]*o7)"', (folder / "written.scene.json").read_text(encoding="utf-8"))
    composed_ids = [f"p{number}/o7" for number in range(INSTANCES)]
    edits = [session(folder, name, [edit_of(ids[7 * number], number) for number in range(50)])
             for name, ids in (("page.scene.json", composed_ids), ("written.scene.json", written_ids))]
    # The first edit starts the worker.
    edit, apart_edit = (median(times[1:]) for times in edits)
    times = session(folder, "page.scene.json", [line for number in range(50) for line in (edit_of(composed_ids[7 * number], number), "save")])
    saved = median(times[1::2])
    tell("instances: many scenes")
    several, apart = many(folder, count)
    sizes = [(folder / name).stat().st_size / 1e6 for name in ("page.scene.json", "written.scene.json")]
    rows = [
        [f"check of {INSTANCES:,} instances of {OBJECTS} objects", f"{sizes[0]:.2f} MB beside {sizes[1]:.1f} MB", milliseconds(composed), milliseconds(written), f"{composed / written:.2f}"],
        ["edit of one inner object in an open session", "", f"{edit:.2f}", f"{apart_edit:.2f}", f"{edit / apart_edit:.2f}"],
        [f"set in {SCENES:,} scenes of one template", "", milliseconds(several), milliseconds(apart), f"{several / apart:.2f}"],
    ]
    text = table(["work", "files", "composed ms", "written out ms", "ratio"], rows)
    marks = [
        limited(f"open {INSTANCES:,} instances of {OBJECTS} objects", "×", composed / written, OPEN, "written out"),
        limited("edit of one inner object in an open session", "ms", edit, EDIT), limited("saving it", "ms", saved, SAVE),
        limited(f"set in {SCENES:,} scenes of one template", "×", several / apart, MANY, "written out"),
    ]
    return text, marks
