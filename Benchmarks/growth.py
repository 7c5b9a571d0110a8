"""The growth of inspector's time with the number of objects: measurement, fitted curves and tables."""
from math import sqrt
from statistics import median

from contenders import OURS
from measuring import Place
from report import milliseconds, table

NAMES = [
    "inspector set, new file", "inspector set SliderView value=0.5", "inspector check", "inspector check --no-hooks", "inspector find"
]
# The number of timed runs in a round, by the number of objects; as many untimed runs precede them. Short runs are repeated more often.
RUNS = {1_000: 10, 3_000: 8, 10_000: 6, 30_000: 4, 100_000: 2, 300_000: 1, 1_000_000: 1}
BAND = (0.95, 1.05)


def measure(folder, scene, sizes, count, tell):
    """Returns wall and processor seconds of each command by size, a list for each round: {name: {objects: [[(wall, processor)]]}}.

    As many untimed runs precede the timed runs of a command at a size, so that these find the caches, the free memory and the processor's
    frequency as runs of the same kind leave them, not as a different program did.
    """
    commands = [c for c in OURS if c.name in NAMES]
    times = {c.name: {size: [] for size in sizes} for c in commands}
    for number in range(count):
        for size in sizes:
            place = Place(folder, scene(folder, size))
            for command in commands:
                tell(f"growth, round {number + 1} of {count}: {size:,}, {command.name}")
                runs = [place.run(command) for _ in range(2 * RUNS[size])]
                times[command.name][size].append([run[:2] for run in runs[RUNS[size]:] if not isinstance(run, str)])
    tell("")
    return {name: of for name, of in times.items() if all(runs for rounds in of.values() for runs in rounds)}


def fitted(points, slope):
    """Returns (residual, start, each) of the best fit of `start + each * n ** slope` to (n, seconds) points.

    The residual is the root mean square error, which the fit minimises, as in Google Benchmark's `complexity.cc`. Unlike there, errors are
    relative: a millisecond matters in a scene of 1,000 objects, and not in one of 1,000,000.
    """
    rows = [(1 / t, n**slope / t) for n, t in points]
    aa, ab, bb = (sum(r[i] * r[j] for r in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    a, b = (sum(r[i] for r in rows) for i in (0, 1))
    start, each = (a * bb - b * ab) / (aa * bb - ab * ab), (b * aa - a * ab) / (aa * bb - ab * ab)
    return sqrt(sum((start * u + each * v - 1) ** 2 for u, v in rows) / len(rows)), start, each


def line(points):
    """Returns (slope, residual, start) of the best fit with any slope; see `fitted`."""
    low, high = 0.5, 1.5
    while high - low > 1e-4:
        third = (high - low) / 3
        if fitted(points, low + third)[0] < fitted(points, high - third)[0]:
            high -= third
        else:
            low += third
    slope = (low + high) / 2
    residual, start, _ = fitted(points, slope)
    return slope, residual, start


def points(sizes, which, number=None):
    """Returns [(objects, median seconds)] of all rounds, or of the round `number`; `which`: 0 for wall, 1 for processor time."""
    chosen = {size: rounds if number is None else [rounds[number]] for size, rounds in sizes.items()}
    return [(size, median(run[which] for runs in rounds for run in runs)) for size, rounds in chosen.items()]


def growth_rows(alone, together):
    """Returns rows of the table of marks. The wall time on one core decides; the exponent on all cores is only shown."""
    work, band = "growth of time with the number of objects, exponent", f"{BAND[0]:g}–{BAND[1]:g}"
    rows = []
    for name, sizes in alone.items():
        if 1_000_000 not in sizes:
            continue
        slope = round(line(points(sizes, 0))[0], 2)
        beside = f"on all cores {line(points(together[name], 0))[0]:.2f}" if name in together else ""
        met = "must" if BAND[0] <= slope <= BAND[1] else "MISSED"
        rows.append([f"{work}: {name}", beside, "", "", "", f"{slope:.2f}", band, "", met])
    return rows or [[work, "", "", "", "", "", band, "", "not measured"]]


def growth_table(times):
    """Returns two tables: the fits with their quality, and the measured times with the time for each object without the start."""
    fits, each = [], []
    for name, sizes in times.items():
        walls = points(sizes, 0)
        slope, residual, start = line(walls)
        alone = [line(points(sizes, 0, number))[0] for number in range(len(next(iter(sizes.values()))))]
        processor = line(points(sizes, 1))[0]
        fits.append([name, f"{slope:.2f}", f"{min(alone):.2f}–{max(alone):.2f}", f"{residual * 100:.1f}", f"{processor:.2f}", milliseconds(start)])
        each.append([name, *(f"{milliseconds(t)} / {(t - start) / n * 1e9:,.0f}" for n, t in walls)])
    heads = [f"{size:,}" for size in next(iter(times.values()))]
    fit_table = table(["growth", "exponent", "of rounds", "residual %", "of processor time", "start ms"], fits)
    return fit_table + "\n\n" + table(["median ms / ns an object beyond the start", *heads], each)


def memory_lines(scenes):
    """Returns lines about the growth of memory beyond that of a scene of 1,000 objects; `scenes`: results by (objects, True if indented)."""
    found = []
    for name in NAMES:
        peaks = {}
        for (size, indented), measured in scenes.items():
            peaks |= {size: m.peak for m in measured if m.contender.name == name and m.peak and not indented}
        if {1_000, 10_000, 1_000_000} <= peaks.keys():
            each = [(peaks[size] - peaks[1_000]) / (size - 1_000) for size in (10_000, 1_000_000)]
            found.append(f"- {name}: memory an object {each[0]:,.0f} bytes at 10,000 and {each[1]:,.0f} at 1,000,000.")
    return "\n".join(found)
