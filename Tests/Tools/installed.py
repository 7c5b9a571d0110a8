#!/usr/bin/env python3
"""Installs a build into an empty folder and uses what is there: `Tests/Tools/installed.py BUILD-FOLDER`.

The program finds its plugins; each page of the manual can be shown; bash, zsh and fish complete commands, options, values and names of
files; removing leaves nothing. What needs a program that is not here (man, groff, zsh, fish) is left out, and said.
"""
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENE = ROOT / "Tests" / "Fixtures" / "scenes" / "profile-card.scene.json"

# What is typed, and a word that must be among what it can become; files are those of the folder.
LINES = [
    ("inspector se", "set"), ("inspector plugin ", "describe"), ("inspector set --dry", "--dry-run"), ("inspector get --color ne", "never"),
    ("inspector check car", "card.json"), ("inspector set card.json --outp", "--output"), ("inspector completions z", "zsh"),
    ("inspector edit card.json --script car", "card.json"), ("inspector uns", "unset"), ("inspector help sel", "selectors"),
]


def run(command, **options):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, **options)
    return done.returncode, done.stdout, done.stderr


def check_program(prefix: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """The link works from any folder, and the plugins are those beside the program."""
    code, output, errors = run([prefix / "bin" / "inspector", "plugin", "list"], cwd=folder)
    library = prefix / "lib" / "inspector"
    plugins = sorted(library.glob("inspector-plugin-*"))
    found = [] if code == 0 and plugins and all(str(plugin) in output for plugin in plugins) else [f"plugin list: {output}{errors}"]
    code, output, errors = run([prefix / "bin" / "inspector", "get", "card.json", "volume.value"], cwd=folder)
    return found + ([] if (code, output) == (0, "10\n") else [f"get: {code} {output}{errors}"])


def check_pages(prefix: pathlib.Path, skipped: list[str]) -> tuple[int, list[str]]:
    pages, found = sorted((prefix / "share" / "man" / "man1").glob("*.1")), []
    _, commands, _ = run([prefix / "bin" / "inspector", "--help"])
    names = [line.split()[0].rstrip(',') for line in commands.split("SUBCOMMANDS:")[-1].splitlines() if line.startswith("  ") and line[2] != " "]
    names = [name for name in names if name not in ("help", "See")]
    # A group of commands has a page for each of them.
    found += [f"no page of '{name}'" for name in names
              if not any(page.name == f"inspector-{name}.1" or page.name.startswith(f"inspector-{name}-") for page in pages)]
    for page in pages:
        if shutil.which("man"):
            code, output, errors = run(["man", "-l", page], env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
            if code or errors or f"{page.stem} - " not in " ".join(output.split()) or "SYNOPSIS" not in output:
                found.append(f"man -l {page.name}: {code} {errors}{output[:300]}")
        if shutil.which("groff"):
            code, _, errors = run(["groff", "-K", "utf8", "-Tutf8", "-man", "-ww", "-z", page])
            if code or errors:
                found.append(f"groff {page.name}: {errors}")
    skipped += [name for name in ("man", "groff") if not shutil.which(name)]
    return len(pages), found


BASH = r"""
source "$1"; line=$2
COMP_LINE=$line; COMP_POINT=${#line}; read -ra COMP_WORDS <<<"$line"; [[ $line == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
[[ $(complete -p inspector) =~ -F\ ([^ ]+) ]]
"${BASH_REMATCH[1]}" inspector "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


def bash(script: pathlib.Path, line: str, folder: pathlib.Path, environment: dict) -> list[str]:
    return run(["bash", "--norc", "-c", BASH, "bash", script, line], cwd=folder, env=environment)[1].split()


def fish(script: pathlib.Path, line: str, folder: pathlib.Path, environment: dict) -> list[str]:
    code = "source $argv[1]; complete -C $argv[2]"
    output = run(["fish", "--no-config", "-c", code, script, line], cwd=folder, env=environment)[1]
    return [row.split("\t")[0] for row in output.splitlines()]


def zsh(script: pathlib.Path, line: str, folder: pathlib.Path, environment: dict) -> list[str]:
    """Types the line and Tab at a terminal, since zsh completes nowhere else."""
    (folder / ".zshrc").write_text(
        f"PS1='> '; fpath=({script.parent} $fpath); autoload -Uz compinit; compinit -u -D; setopt no_beep list_ambiguous\n"
        "show() { print; print -r -- \"[$BUFFER]\" }; zle -N show; bindkey '^X' show\n", encoding="utf-8")
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-d", "-i"], {**environment, "TERM": "dumb", "ZDOTDIR": str(folder)})

    def read(until: bytes) -> bytes:
        text = b""
        while until not in text and select.select([terminal], [], [], 60)[0]:
            try:
                part = os.read(terminal, 4096)
            except OSError:
                break
            if not part:
                break
            text += part
        return text

    read(b"> ")
    os.write(terminal, line.encode() + b"\t\x18")
    text = read(b"]\r\n").decode(errors="replace")
    os.close(terminal)
    os.waitpid(process, 0)
    return text.replace("[", " ").replace("]", " ").replace("\\-", "-").split()


def check_completions(prefix: pathlib.Path, folder: pathlib.Path, skipped: list[str]) -> tuple[int, list[str]]:
    share, found, count = prefix / "share", [], 0
    shells = [
        ("bash", bash, share / "bash-completion" / "completions" / "inspector"),
        ("zsh", zsh, share / "zsh" / "site-functions" / "_inspector"),
        ("fish", fish, share / "fish" / "vendor_completions.d" / "inspector.fish"),
    ]
    environment = {**os.environ, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}", "HOME": str(folder)}
    for name, complete, script in shells:
        if not shutil.which(name):
            skipped.append(name)
            continue
        for line, word in LINES:
            count += 1
            if word not in (words := complete(script, line, folder, environment)):
                found.append(f"{name}: '{line}' does not become '{word}', but {words}")
    return count, found


def main() -> int:
    build, skipped = pathlib.Path(sys.argv[1]).resolve(), []
    with tempfile.TemporaryDirectory() as name:
        root, folder = pathlib.Path(name) / "root", pathlib.Path(name) / "work"
        folder.mkdir()
        shutil.copy(SCENE, folder / "card.json")
        make = ["make", "--silent", "-C", ROOT, f"BUILD={build}", f"DESTDIR={root}", "PREFIX=/opt/workbench"]
        code, output, errors = run([*make, "install"])
        if code:
            sys.exit(f"make install: {output}{errors}")
        prefix = root / "opt" / "workbench"
        found = check_program(prefix, folder)
        pages, more = check_pages(prefix, skipped)
        found += more
        lines, more = check_completions(prefix, folder, skipped)
        found += more
        code, output, errors = run([*make, "uninstall"])
        left = [str(path.relative_to(prefix)) for path in prefix.rglob("*") if not path.is_dir() or path.is_symlink()]
        found += [f"make uninstall: {output}{errors}{left}"] if code or left else []
    for text in found:
        print(text, file=sys.stderr)
    if not found:
        without = f"; left out, since they are not here: {', '.join(skipped)}" if skipped else ""
        print(f"check: install: {pages} pages, {lines} lines completed{without}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
