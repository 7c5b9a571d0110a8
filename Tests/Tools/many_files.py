#!/usr/bin/env python3
"""many_files.py BUILD-FOLDER [--count N] [--jobs A,B,…]

Makes N scenes in a temporary folder, edits all of them with the real program, and checks the exit code, the table at the end,
what is said of each scene, and the bytes of every file. Among the scenes are

- one that is no JSON, and one that cannot be read;
- one that changes underneath, between being read and being written;
- one at which its plugin crashes, and one whose hook refuses the edit.

A plugin in Python sees to the last three, without a sandbox, since it changes files. All is done once for each number of jobs, and must be the same to the byte. Then
all is done again with a Ctrl-C after a quarter: the scenes before it must be done, and those after it untouched.
"""
import argparse
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLUGIN = f"""#!/usr/bin/env python3
import importlib.machinery, importlib.util, os, signal
loader = importlib.machinery.SourceFileLoader("meters", {str(ROOT / "Tests" / "Python" / "inspector-plugin-meters")!r})
meters = importlib.util.module_from_spec(importlib.util.spec_from_loader("meters", loader))
loader.exec_module(meters)
done = set()

class Faulty(meters.Component):
    properties = [meters.Property("deed", "String", ""), meters.Property("path", "String", ""),
                  meters.Property("tag", "Int", 0, dependsOn=["deed", "path"])]

    def did_set_tag(self):
        if self.tag % 2 == 0 or self.deed in done:
            return  # As it is stored: scenes hold even numbers, and the edit makes them odd.
        if self.deed == "crash":
            os._exit(3)
        if self.deed == "refuse":
            raise meters.Rejected("not this one")
        done.add(self.deed)
        if self.deed == "change":
            with open(self.path, "a") as file:
                file.write("\\n")
        if self.deed == "interrupt":
            os.kill(os.getppid(), signal.SIGINT)

meters.NAME, meters.COMPONENTS = "Faults", [Faulty]
while (message := meters.receive()) is not None:
    meters.send(meters.reply(message))
"""


def scene(number, deed=None, path=""):
    last = ('{ "id": "c", "class": "SliderView", "attributes": { "value": 0.25, "tag": %d } }' % (number * 2)
            if deed is None else
            '{ "id": "c", "class": "Faulty", "attributes": { "deed": "%s", "path": "%s", "tag": %d } }' % (deed, path, number * 2))
    return """{
  "format": "inspector-scene/1",
  "objects": [
    { "id": "a", "class": "View", "attributes": { "tag": %d },
      "children": [
        { "id": "b", "class": "StarView", "attributes": { "pointCount": 5, "tag": %d } },
        %s ] } ]
}
""" % (number * 2, number * 2, last)


def edited(number, text):
    return text.replace('"tag": %d' % (number * 2), '"tag": %d' % (number * 2 + 1))


class Case:
    """A folder of scenes, with what is due for each: its bytes afterwards, and its exit code."""

    def __init__(self, folder, count, interrupts):
        self.folder, self.count, self.due = folder, count, {}
        places = {"wrong": count // 10, "unreadable": count * 3 // 10, "change": count * 7 // 10,
                  "crash": count * 8 // 10, "refuse": count * 9 // 10}
        if interrupts:
            # So early that jobs which go on while this one's worker starts do not come to the end.
            places["interrupt"] = count // 4
        self.places = places
        kinds = {place: kind for kind, place in places.items()}
        for number in range(count):
            # Folders of a hundred, so that the order of paths is more than that of names.
            path = folder / ("%03d" % (number // 100)) / ("%05d.scene.json" % number)
            path.parent.mkdir(exist_ok=True)
            self.due[path] = self.make(path, number, kinds.get(number))

    def make(self, path, number, kind):
        if kind == "unreadable":
            # For root no file is unreadable but one that its link does not lead to.
            path.symlink_to(path.name)
            return None, None, 66
        text = scene(number, kind if kind not in (None, "wrong") else None, path)
        if kind == "wrong":
            text = text.replace("}", "]", 1)
        path.write_text(text)
        after = {"wrong": text, "refuse": text, "crash": text, "change": text + "\n"}.get(kind, edited(number, text))
        return text, after, {"wrong": 65, "change": 75, "crash": 69, "refuse": 1}.get(kind, 0)

    def run(self, program, plugin, jobs):
        arguments = [program, "set", "--sandbox", "off", "--plugin", plugin, "--jobs", str(jobs), str(self.folder / "**" / "*.scene.json"), "*", "tag+=1"]
        start = time.monotonic()
        with open(self.folder / "output", "w+b") as output, open(self.folder / "errors", "w+b") as errors:
            process = subprocess.Popen(arguments, stdout=output, stderr=errors, cwd=self.folder)
            self.megabytes = 0
            while process.poll() is None:
                self.megabytes = max(self.megabytes, peak(process.pid))
                time.sleep(0.01)
            self.seconds, self.status = time.monotonic() - start, process.returncode
            for stream in (output, errors):
                stream.seek(0)
            self.output, self.errors = (stream.read().decode().replace(f"{self.folder}/", "") for stream in (output, errors))

    # MARK: what is due

    def done(self):
        """The scenes that were reported: with Ctrl-C those that were under way are not among them."""
        reported = {line.partition(": ")[0] for line in self.output.splitlines()}
        return [place for place, (path, (_, _, code)) in enumerate(sorted(self.due.items()))
                if (str(path.relative_to(self.folder)) in reported if code == 0 else f"{path.name}:" in self.errors)]

    def check_files(self, done):
        for place, (path, (before, after, _)) in enumerate(sorted(self.due.items())):
            if before is not None:
                equal(path.read_text(), after if place in done else before, f"the bytes of {path.name}")
        strays = [name for _, _, names in os.walk(self.folder) for name in names if name.endswith(".tmp")]
        equal(strays, [], "temporary files")

    def check_output(self, done):
        reached = [self.due[path] for place, path in enumerate(sorted(self.due)) if place in done]
        codes = [code for _, _, code in reached]
        good = [str(path.relative_to(self.folder)) for place, path in enumerate(sorted(self.due))
                if place in done and self.due[path][2] == 0]
        lines = [f"{name}: 3 of 3 objects changed" for name in good] + table([
            (codes.count(0), "changed", ""), (codes.count(1), "refused", "1"),
            (codes.count(65), "failed: the document is invalid", "65"), (codes.count(66), "failed: no such file", "66"),
            (codes.count(69), "failed: a required plugin is missing, failed or crashed", "69"),
            (codes.count(75), "failed: another program changed or held the file", "75"), (self.count - len(done), "not reached", "")])
        equal(self.output, "".join(f"{line}\n" for line in lines), "the output")
        for kind, words in {
            "wrong": ": expected ", "unreadable": ": too many symbolic links; check where they lead",
            "change": ": the file changed since it was read", "crash": "plugin 'Faults' ended with exit code 3",
            "refuse": ": nothing was changed",
        }.items():
            name = "%05d.scene.json" % self.places[kind]
            said = [line for line in self.errors.splitlines() if name in line]
            equal(any(words in line for line in said), self.places[kind] in done, f"whether '{words}' is said of {name}: {said}")


def peak(process):
    """The most memory that a process has had, in MB; what the system says at its end counts this program's own, too."""
    try:
        lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0)


def table(rows):
    rows = [("SCENES", "OUTCOME", "EXIT")] + [(str(count).rjust(6), outcome, code) for count, outcome, code in rows if count]
    has_codes = any(code for _, _, code in rows[1:])
    width = max(len(outcome) for _, outcome, _ in rows)
    return [f"{count}  {outcome.ljust(width)}  {code if has_codes else ''}".rstrip() for count, outcome, code in rows]


def equal(found, due, what):
    if found != due:
        if isinstance(found, str) and isinstance(due, str):
            pairs = zip(found.splitlines() + [""], due.splitlines() + [""])
            found, due = next(((a, b) for a, b in pairs if a != b), (found[-200:], due[-200:]))
        sys.exit(f"many_files: {what}: found {found!r}, due {due!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--jobs", default="1,2,8")
    options = parser.parse_args()
    # What started this may ignore Ctrl-C, as a shell does in the background, and programs leave ignored signals ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    program = str(pathlib.Path(options.build).resolve() / "inspector")
    spoken = {}
    for interrupts in (False, True):
        for jobs in map(int, options.jobs.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder).resolve()
                plugin = folder / "plugins" / "inspector-plugin-faults"
                plugin.parent.mkdir()
                plugin.write_text(PLUGIN)
                plugin.chmod(0o755)
                (folder / "scenes").mkdir()
                case = Case(folder / "scenes", options.count, interrupts)
                case.run(program, plugin, jobs)
                done, reached = set(range(options.count)), options.count
                if interrupts:
                    words = next((line for line in case.errors.splitlines() if "interrupted after" in line), "")
                    if not words:
                        sys.exit(f"many_files: Ctrl-C is not told: {case.errors[-500:]}")
                    reached = int(words.split("interrupted after ")[1].split()[0])
                    place, done = case.places["interrupt"], set(case.done())
                    equal(reached, len(done), f"how many were done: {words}")
                    # That scene's answer may be there before the signal is.
                    equal(max(done) <= place + 16 * jobs + 1, True, f"an end near scene {place}: {words}")
                equal(case.status, 130 if interrupts else 1, "the exit code")
                case.check_files(done)
                case.check_output(done)
                if not interrupts:
                    equal((case.output, case.errors), spoken.setdefault("all", (case.output, case.errors)), f"the words with {jobs} jobs")
                print(f"{'Ctrl-C after' if interrupts else 'all'} {reached} of {options.count} scenes, {jobs} jobs: "
                      f"{case.seconds:.2f} s, {reached / case.seconds:.0f}/s, peak {case.megabytes:.0f} MB")
    print(f"check: many files: {options.count} scenes with five faults, jobs {options.jobs}, and with Ctrl-C: as they should be")


if __name__ == "__main__":
    main()
