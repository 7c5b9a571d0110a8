"""What is asked of ours, beside the peers in the same rounds: the table of marks, and the growth with the size."""
from dataclasses import dataclass
from math import log
from statistics import median

from report import milliseconds, table

STAR, SLIDER, ID = "inspector set, new file", "inspector set SliderView value=0.5", "inspector set of one by id"
MILLION, SMALL, INDENTED = (1_000_000, False), (100_000, False), (100_000, True)


@dataclass
class Mark:
    """Our time, at most `must` of the peer's, on one scene (objects, whether indented)."""

    work: str
    ours: str
    peer: str
    scene: tuple
    must: float
    aim: float


MARKS = [
    Mark("edit of every StarView", STAR, "RapidJSON edit", MILLION, 0.40, 0.30),
    Mark("edit of every StarView", STAR, "simdjson splice", MILLION, 1.0, 0.8),
    Mark("edit of every SliderView", SLIDER, "RapidJSON edit", MILLION, 0.45, 0.35),
    Mark("edit of every SliderView", SLIDER, "simdjson splice", MILLION, 1.1, 0.9),
    Mark("edit of every StarView, indented", STAR, "RapidJSON edit", INDENTED, 0.50, 0.40),
    Mark("check --no-hooks", "inspector check --no-hooks", "RapidJSON walk", MILLION, 0.5, 0.35),
    Mark("check with all hooks", "inspector check", "RapidJSON walk", MILLION, 1.5, 1.0),
    Mark("find StarView[cornerRadius>8]", "inspector find", "RapidJSON walk", MILLION, 0.5, 0.35),
    Mark("one object by its id", ID, "RapidJSON edit", MILLION, 0.35, 0.35),
    Mark("edit of every StarView", STAR, "json-c edit", SMALL, 0.5, 0.3),
    Mark("check with all hooks", "inspector check", "json-c edit", SMALL, 0.5, 0.4),
]


def named(measured, name):
    return next((m for m in measured or [] if m.contender.name == name and m.wall), None)


def verdict(value, must, aim):
    return "aim" if value <= aim else "must" if value <= must else "MISSED"


def marks_table(scenes):
    """`scenes`: what was measured, by (objects, whether indented)."""
    rows = []
    for mark in MARKS:
        ours, peer = named(scenes.get(mark.scene), mark.ours), named(scenes.get(mark.scene), mark.peer)
        work = f"{mark.work}, {mark.scene[0]:,} objects"
        limits = [f"{mark.must:g}", f"{mark.aim:g}"]
        if not ours or not peer:
            rows.append([work, mark.peer, "", "", "", "", *limits, "not measured"])
            continue
        ratio = ours.time / peer.time
        processor = median(ours.processor) / median(peer.processor)
        times = [milliseconds(ours.time), milliseconds(peer.time), f"{processor:.2f}", f"{ratio:.2f}"]
        rows.append([work, mark.peer, *times, *limits, verdict(ratio, mark.must, mark.aim)])
    return table(["work", "beside", "ours ms", "its ms", "of its CPU", "of its time", "must", "aim", "met"], rows)


def memory_table(scenes, sizes):
    """Peak memory over all processes: 1.3 times the file and 12 MB a process, at most."""
    rows = []
    for scene, measured in scenes.items():
        for m in measured:
            if not m.contender.is_ours or m.peak is None:
                continue
            limit = 1.3 * sizes[scene] + 12e6 * m.processes
            title = f"{m.contender.name}, {scene[0]:,}{' indented' if scene[1] else ''}"
            met = "must" if m.peak <= limit else "MISSED"
            rows.append([title, f"{m.peak / 1e6:,.0f}", str(m.processes), f"{limit / 1e6:,.0f}", met])
    return table(["peak memory", "MB", "processes", "at most", "met"], rows)


def growth_lines(scenes):
    """How time and memory grow from 10,000 to 1,000,000 objects, less what a scene of 1,000 takes: that is the start."""
    lines = []
    for name in [STAR, SLIDER, "inspector check", "inspector check --no-hooks", "inspector find"]:
        start, small, large = (named(scenes.get((n, False)), name) for n in (1_000, 10_000, 1_000_000))
        if not (start and small and large):
            continue
        slope = log((large.time - start.time) / max(small.time - start.time, 1e-9)) / log(999_000 / 9_000)
        line = f"{name}: slope {slope:.2f} (0.95–1.05{'' if 0.95 <= slope <= 1.05 else ' MISSED'})"
        if start.peak and small.peak and large.peak:
            each = [(m.peak - start.peak) / (n - 1_000) for m, n in ((small, 10_000), (large, 1_000_000))]
            line += f", memory an object {each[0]:,.0f} bytes at 10,000 and {each[1]:,.0f} at 1,000,000"
        lines.append("- " + line + ".")
    return "\n".join(lines)
