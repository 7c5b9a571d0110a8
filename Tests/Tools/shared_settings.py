#!/usr/bin/env python3
"""Lets many programs write one settings file at once, and kills some of them in the middle.

    Tests/Tools/shared_settings.py [BUILD-FOLDER] [--writers 8] [--writes 1000] [--kills 40]

- Shells of `inspector`, and this program by the protocol of Documentation/Settings.md, each set keys of their own and count one up
  in a key that all share (`user.count`, only this program's writers): no write is lost, and every reader in between sees a whole file.
- Writers that are killed with SIGKILL: each key has one of the values that were written for it, at least the last one that the
  writer reported, and the next writer goes on.
- An open shell uses a value that another program has written from its next command on.
- Two open shells, a batch program, a plugin (in its pictures) and this program see one change of a plugin's setting, whoever makes it.
- Words of labels, and limits of scenes, hold for every command that starts after them.
- A workspace cannot choose programs or limits.
"""
import argparse, fcntl, json, os, pathlib, random, re, signal, subprocess, sys, tempfile, threading, time

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Problems(list):
    def add(self, text):
        self.append(text)
        print("shared settings:", text, file=sys.stderr)


def article_function():
    """The function of the article, which is run as it stands there."""
    text = (ROOT / "Documentation" / "Settings.md").read_text(encoding="utf-8")
    names = {}
    exec(re.search(r"```python\n(.*?)```", text, re.S).group(1), names)
    return names["set_setting"]


def add_one(path, key):
    """Counts a key up while the file is locked, by the same protocol."""
    while True:
        with open(path, encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if not os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                continue
            document = json.load(file)
            document["settings"][key] = document["settings"].get(key, 0) + 1
            new = f"{path}.{os.getpid()}.{threading.get_ident()}"
            with open(new, "w", encoding="utf-8") as out:
                json.dump(document, out)
            os.replace(new, path)
            return


def settings(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["format"] == "inspector-settings/1"
    return document["settings"]


def shell(program, environment, lines, folder):
    return subprocess.Popen([program, "shell", "--safe-mode", "--no-stop-on-error"], env=environment, cwd=folder, text=True, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT), "\n".join(lines) + "\n"


def all_at_once(program, environment, path, folder, options, problems):
    """Writers that all begin without a file; the number of reads in between."""
    shells = [shell(program, environment, [f"settings set user.p{p}.k{i % 50} {i}" for i in range(options.writes)], folder)
              for p in range(options.writers)]
    feeders = [threading.Thread(target=process.communicate, args=(text,)) for process, text in shells]
    for feeder in feeders:
        feeder.start()
    while not path.exists() and any(feeder.is_alive() for feeder in feeders):
        time.sleep(0.001)
    set_setting, reads = article_function(), 0

    def foreign():
        for number in range(options.writes // 10):
            set_setting(str(path), "user.python", number)
            add_one(str(path), "user.count")

    writers = [threading.Thread(target=foreign) for _ in range(2)]
    for writer in writers:
        writer.start()
    while any(thread.is_alive() for thread in feeders + writers):
        settings(path)
        reads += 1
        time.sleep(0.001)
    for thread in feeders + writers:
        thread.join()
    found = settings(path)
    for p in range(options.writers):
        for k in range(min(50, options.writes)):
            last = max(i for i in range(options.writes) if i % 50 == k)
            if found.get(f"user.p{p}.k{k}") != last:
                problems.add(f"writer {p} set its key {k} to {last} last, and the file has {found.get(f'user.p{p}.k{k}')}")
    if found.get("user.count") != 2 * (options.writes // 10):
        problems.add(f"{2 * (options.writes // 10)} counts were made, and the file has {found.get('user.count')}")
    return reads


def killed(program, environment, path, folder, options, problems):
    """Kills writers at random moments; each key has at least the last reported value."""
    chance = random.Random(7)
    for kill in range(options.kills):
        key = f"user.kill{kill}"
        process, text = shell(program, environment, [f"settings set {key} {i}" for i in range(200)], folder)
        process.stdin.write(text)
        process.stdin.flush()
        time.sleep(chance.uniform(0.005, 0.25))
        process.send_signal(signal.SIGKILL)
        output = process.stdout.read()
        process.wait()
        told = [int(number) for number in re.findall(r"→ (\d+)$", output, re.M)]
        found = settings(path).get(key)
        if told and (found is None or found < max(told)) or found is not None and not 0 <= found < 200:
            problems.add(f"kill {kill}: the writer reported {max(told, default=None)}, and the file has {found}")
    left = sorted(entry.name for entry in path.parent.iterdir())
    done = subprocess.run([program, "settings", "set", "user.after", "1"], env=environment, cwd=folder, capture_output=True, text=True)
    if done.returncode or settings(path).get("user.after") != 1:
        problems.add(f"after the kills: {done.returncode} {done.stderr}")
    return left


def open_shell(program, environment, path, folder, problems):
    """An open shell sees what another program writes."""
    (folder / "s.scene.json").write_text('{"format":"inspector-scene/1","objects":[{"id":"a","class":"View"}]}', encoding="utf-8")
    process = subprocess.Popen([program, "shell", "--safe-mode", "s.scene.json"], env=environment, cwd=folder, text=True, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=1)
    for value in ("one", "two"):
        article_function()(str(path), "user.seen", value)
        process.stdin.write("settings get user.seen\n")
        process.stdin.flush()
        line = process.stdout.readline().strip()
        if line != value:
            problems.add(f"an open shell has '{line}' for '{value}'")
    path.write_text("{", encoding="utf-8")
    process.stdin.write("settings get user.seen\n")
    process.stdin.close()
    output = process.stdout.read()
    process.wait()
    if "two" not in output or "the settings read before stay in use" not in output:
        problems.add(f"a shell whose settings are broken by hand: {output!r}")
    path.unlink()


def everyone(program, environment, path, folder, problems):
    """One change that this program, a batch program or a shell makes is seen by two shells, a batch program, a plugin and this program."""
    (folder / "t.scene.json").write_text('{"format":"inspector-scene/1","objects":[{"id":"t","class":"ThermostatView","attributes":'
                                         '{"frame":{"x":0,"y":0,"width":100,"height":120},"targetTemperature":20}}]}', encoding="utf-8")
    key = "plugins.Samples.scale"
    def start():
        return subprocess.Popen([program, "shell", "t.scene.json"], env=environment, cwd=folder, text=True, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=1)

    def ask(shell, line):
        shell.stdin.write(f"{line}\nsettings get user.end\n")
        shell.stdin.flush()
        lines = []
        while (line := shell.stdout.readline()) not in ("end\n", ""):
            lines.append(line)
        return "".join(lines)

    def batch(*words):
        return subprocess.run([program, *words], env=environment, cwd=folder, capture_output=True, text=True).stdout

    batch("settings", "set", "user.end", "end")
    shells = [start(), start()]
    ways = {
        "this program": lambda value: article_function()(str(path), key, value),
        "a batch program": lambda value: batch("settings", "set", key, value),
        "a shell": lambda value: ask(shells[0], f"settings set {key} {value}"),
    }
    for turn, (who, change) in enumerate(list(ways.items()) * 2):
        value, shown = (("fahrenheit", "68°"), ("celsius", "20°"))[turn % 2]
        change(value)
        for number, shell in enumerate(shells):
            if value not in ask(shell, f"settings get {key}"):
                problems.add(f"{who} set '{value}', and shell {number} does not have it")
            picture = ask(shell, "render -o -")
            if shown not in picture:
                problems.add(f"{who} set '{value}', and the plugin of shell {number} draws {picture[-300:]!r}")
        if batch("settings", "get", key) != f"{value}\n" or shown not in batch("render", "t.scene.json", "-o", "-"):
            problems.add(f"{who} set '{value}', and a batch program does not have it")
        if settings(path).get(key) != value:
            problems.add(f"{who} set '{value}', and this program does not have it")
    for shell in shells:
        shell.stdin.close()
        shell.wait()


def whole_process(program, environment, folder, problems):
    """Words of labels, and limits of scenes."""
    def run(*words, **variables):
        return subprocess.run([program, *words], env=environment | variables, cwd=folder, capture_output=True, text=True)

    scene = folder / "two.scene.json"
    text = '{"format":"inspector-scene/1","objects":[{"id":"a","class":"View","attributes":{"frame":{"x":0,"y":0,"width":1,"height":1}}},{"id":"b","class":"View"}]}'
    scene.write_text(text, encoding="utf-8")
    for key, value, good, bad in (("labels.words", "SKU eBay", None, None), ("scenes.depth", "4", "5", "more than 4 arrays and objects"),
                                  ("scenes.objects", "1", "2", "more than 1 objects")):
        run("settings", "set", key, value)
        if bad is None:
            found = run("humanize", "skuCode", "isEBayShop").stdout.split("\n")
            if found[:2] != ["skuCode\tSKU Code", "isEBayShop\tIs eBay Shop"]:
                problems.add(f"words of labels: {found}")
        else:
            done, free = run("tree", scene.name), run("tree", scene.name, **{"INSPECTOR_" + key.upper().replace("SCENES.", "SCENE_"): good})
            if done.returncode != 65 or bad not in done.stderr or free.returncode:
                problems.add(f"{key}: {done.returncode} {done.stderr!r}, and with {good}: {free.returncode} {free.stderr!r}")
        run("settings", "unset", key)
    large = folder / "large.scene.json"
    large.write_text(text.replace('"b"', '"b","name":"' + "x" * (1 << 20) + '"'), encoding="utf-8")
    if (code := run("tree", large.name, INSPECTOR_SCENE_SIZE="1").returncode) != 65 or run("tree", large.name).returncode:
        problems.add(f"a scene of more than 1 MB: {code}")
    scene.write_text(text.replace('"b"', '"b","name":"' + "x" * ((1 << 20) - 300) + '"'), encoding="utf-8")
    before = scene.read_bytes()
    done = run("set", scene.name, "#a", "tag=1", INSPECTOR_SCENE_SIZE="1")
    if done.returncode or scene.stat().st_size > 1 << 20:
        problems.add(f"an edit within the limit: {done.returncode} {done.stderr!r}")
    scene.write_bytes(before)
    script = json.dumps({"format": "inspector-edit/1", "steps": [{"setName": "#a", "to": "y" * 400}]})
    (folder / "name.json").write_text(script, encoding="utf-8")
    done = run("edit", scene.name, "--script", "name.json", INSPECTOR_SCENE_SIZE="1")
    if done.returncode not in (1, 65) or "more than the limit" not in done.stderr or scene.read_bytes() != before:
        problems.add(f"an edit beyond the limit: {done.returncode} {done.stderr!r}")


def hostile(program, environment, folder, problems):
    """A workspace that tries to run a program, and to lift limits."""
    (folder / ".inspector").mkdir(exist_ok=True)
    plugins = folder / "plugins"
    plugins.mkdir()
    trap = plugins / "inspector-plugin-trap"
    trap.write_text(f"#!/bin/sh\ntouch {folder}/ran\n", encoding="utf-8")
    trap.chmod(0o755)
    own = folder / ".inspector" / "settings.json"
    own.write_text(json.dumps({"format": "inspector-settings/1", "settings": {
        "plugins.paths": str(plugins), "plugins.sandbox": "off", "plugins.memory": 0, "plugins.timeout": 86400, "plugins.threads": 0,
        "pager": f"touch {folder}/ran", "scenes.depth": 1, "scenes.objects": 1}}), encoding="utf-8")
    done = subprocess.run([program, "settings", "list", "--json"], env=environment, cwd=folder, capture_output=True, text=True)
    found = {entry["key"]: entry.get("value") for entry in json.loads(done.stdout)["settings"]}
    if (found["plugins.sandbox"], found["plugins.memory"], found["plugins.timeout"], found["pager"], found["plugins.paths"], found["scenes.depth"], found["scenes.objects"]) != ("try", 4096, 5, None, None, 250_000, 1_000_000_000):
        problems.add(f"a workspace set {found}")
    if done.stderr.count("is not read from a workspace") != 8:
        problems.add(f"a workspace's keys are not reported: {done.stderr}")
    subprocess.run([program, "check", "s.scene.json"], env=environment, cwd=folder, capture_output=True)
    subprocess.run([program, "plugin", "list"], env=environment, cwd=folder, capture_output=True)
    if (folder / "ran").exists():
        problems.add("a workspace ran a program")
    for text in ('{"format":"inspector-settings/1","settings":' + "[" * 100_000, "[" * 1_000_000, "\0" * 100, '{"format":"inspector-settings/1","settings":{"color":"' + "x" * 20_000_000 + '"}}'):
        own.write_text(text, encoding="utf-8")
        done = subprocess.run([program, "settings", "get", "color"], env=environment, cwd=folder, capture_output=True, text=True, timeout=60)
        if done.returncode or done.stdout != "auto\n" or ".inspector/settings.json" not in done.stderr:
            problems.add(f"a broken workspace file: {done.returncode} {done.stdout!r} {done.stderr[:200]!r}")
    own.unlink()
    for make in (lambda: os.mkfifo(own), lambda: own.symlink_to("/dev/zero"), lambda: own.mkdir()):
        make()
        done = subprocess.run([program, "settings", "get", "color"], env=environment, cwd=folder, capture_output=True, text=True, timeout=60)
        if done.returncode or done.stdout != "auto\n":
            problems.add(f"a workspace file that is none: {done.returncode} {done.stdout!r} {done.stderr[:200]!r}")
        own.rmdir() if own.is_dir() and not own.is_symlink() else own.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", default=str(ROOT / ".build" / "release"))
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--writes", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=40)
    options = parser.parse_args()
    program = pathlib.Path(options.build).resolve() / "inspector"
    problems = Problems()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "work"
        folder.mkdir()
        environment = {"HOME": f"{name}/home", "PATH": os.environ["PATH"], "XDG_STATE_HOME": f"{name}/state"}
        path = pathlib.Path(name) / "home" / ".config" / "inspector" / "settings.json"
        reads = all_at_once(program, environment, path, folder, options, problems)
        left = killed(program, environment, path, folder, options, problems)
        everyone(program, environment, path, folder, problems)
        open_shell(program, environment, path, folder, problems)
        whole_process(program, environment, folder, problems)
        hostile(program, environment, folder, problems)
    print(f"shared settings: {options.writers} shells and 2 other writers, {reads} reads in between, {options.kills} kills "
          f"({len(left) - 1} temporary files left), {len(problems)} problems")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
