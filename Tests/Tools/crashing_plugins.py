#!/usr/bin/env python3
"""Edits many objects with a plugin that ends at random ones, and is killed from outside meanwhile: `Tests/Tools/crashing_plugins.py
[BUILD-FOLDER] [--objects N] [--guilty N] [--kills N]`.

Each healthy object has to be edited, and each guilty one has to be named and left as it was. Prints the time beside that of the same edit where no
object is guilty and nobody kills. Ends with 1 where that is not so.
"""
import argparse, json, os, pathlib, random, re, signal, subprocess, sys, tempfile, threading, time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / ".build/debug")
    parser.add_argument("--objects", type=int, default=100_000)
    parser.add_argument("--guilty", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def workers(host):
    """The processes that the host has started."""
    try:
        return [int(pid) for task in os.listdir(f"/proc/{host}/task") for pid in open(f"/proc/{host}/task/{task}/children").read().split()]
    except OSError:
        return []


def kill_workers(host, kills, done, stop):
    while done[0] < kills and not stop.is_set():
        for pid in workers(host)[:1]:
            try:
                os.kill(pid, random.choice([signal.SIGKILL, signal.SIGTERM]))
                done[0] += 1
            except ProcessLookupError:
                pass
        time.sleep(random.uniform(0.005, 0.05))


def run(options, folder, guilty, kills):
    # 13 ends the plugin; the edit adds 1, and an object with 12 is guilty.
    objects = [{"id": f"o{i}", "class": "Trap", "attributes": {"value": 12 if i in guilty else 1}} for i in range(options.objects)]
    scene = folder / "scene.json"
    scene.write_text(json.dumps({"format": "inspector-scene/1", "objects": objects}))
    environment = dict(PATH=os.environ["PATH"], HOME=str(folder), XDG_CACHE_HOME=str(folder / "cache"), XDG_STATE_HOME=str(folder / "state"), TMPDIR=str(folder))
    start = time.monotonic()
    with open(folder / "out", "wb") as out:
        process = subprocess.Popen([options.build.resolve() / "inspector", "set", "scene.json", "Trap", "value+=1", "--skip-refused", "--json",
                                    "--plugin", str(folder / "inspector-plugin-hostile")], cwd=folder, env=environment, stdout=out, stderr=subprocess.PIPE)
        done, stop = [0], threading.Event()
        killer = threading.Thread(target=kill_workers, args=(process.pid, kills, done, stop))
        killer.start()
        errors = process.communicate(timeout=3000)[1].decode(errors="replace")
        stop.set()
        killer.join()
    seconds = time.monotonic() - start
    after = {o["id"]: o["attributes"]["value"] for o in json.loads(scene.read_text())["objects"]}
    wrong = [i for i in range(options.objects) if after[f"o{i}"] != (12 if i in guilty else 2)]
    named = {skipped["object"] for skipped in json.loads((folder / "out").read_text())["scenes"][0]["skipped"]}
    unnamed = [i for i in guilty if f"o{i}" not in named]
    blamed = [name for name in named if int(name[1:]) not in guilty]
    return seconds, wrong, unnamed, blamed, done[0], process.returncode, errors


def main():
    options = arguments()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory(prefix="inspector-crashes-") as name:
        folder = pathlib.Path(name)
        (folder / "inspector-plugin-hostile").symlink_to(options.build.resolve() / "Hostile")
        calm, *rest = run(options, folder, set(), 0)
        if any(rest[:3]):
            sys.exit(f"crashing plugins: the calm run is wrong: {rest}")
        guilty = set(random.sample(range(options.objects), options.guilty))
        wild, wrong, unnamed, blamed, kills, status, errors = run(options, folder, guilty, options.kills)
    print(f"check: crashes: {options.objects} edits, {options.guilty} objects end their plugin, {kills} workers killed from outside: {len(wrong)} wrong, "
          f"{len(unnamed)} not named, {len(blamed)} blamed without reason; {wild:.1f} s beside {calm:.1f} s")
    if wrong or unnamed or blamed or status != 1:
        sys.exit(f"exit {status}; {wrong[:5]} {unnamed[:5]} {blamed[:5]}\n{errors[-2000:]}")


if __name__ == "__main__":
    main()
