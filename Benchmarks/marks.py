"""The marks: limits for inspector's times and memory, most of them relative to peers in the same rounds, and their table."""
from dataclasses import dataclass
from statistics import median

from report import milliseconds, table

STAR, SLIDER = "inspector set, new file", "inspector set SliderView value=0.5"
MILLION, SMALL = (1_000_000, False), (100_000, False)


@dataclass
class Mark:
    """A limit for the ratio of our time to a peer's on one scene, given as (objects, True if indented)."""

    work: str
    ours: str
    peer: str
    scene: tuple
    must: float
    aim: float


MARKS = [
    Mark("edit of every StarView", STAR, "RapidJSON edit", MILLION, 0.34, 0.30),
    Mark("edit of every StarView", STAR, "simdjson splice", MILLION, 1.15, 0.8),
    Mark("edit of every SliderView, with hooks", SLIDER, "RapidJSON edit", MILLION, 0.36, 0.30),
    Mark("check with all hooks", "inspector check", "RapidJSON walk", MILLION, 1.1, 0.9),
    Mark("every object: tag=7", "inspector set * tag=7", "RapidJSON edit", MILLION, 0.9, 0.9),
    Mark("every object: frame.x+=8", "inspector set * frame.x+=8", "RapidJSON edit", MILLION, 1.5, 1.5),
    Mark("every object: alpha*=0.5", "inspector set * alpha*=0.5", "RapidJSON edit", MILLION, 1.5, 1.5),
    Mark("StarView cornerRadius+=2", "inspector set StarView cornerRadius+=2", "RapidJSON edit", MILLION, 0.6, 0.6),
    Mark("SliderView value*=0.5", "inspector set SliderView value*=0.5", "RapidJSON edit", MILLION, 0.6, 0.6),
    Mark("export", "inspector export", "RapidJSON edit", MILLION, 3.0, 1.5),
    Mark("export --effective", "inspector export --effective", "RapidJSON edit", MILLION, 4.0, 2.0),
    Mark("find --sort --columns", "inspector find --sort", "RapidJSON edit", MILLION, 0.6, 0.6),
    Mark("find --group", "inspector find --group", "RapidJSON edit", MILLION, 0.6, 0.6),
    Mark("show of a class", "inspector show of a class", "RapidJSON edit", MILLION, 0.6, 0.6),
    Mark("edit script of five steps", "inspector edit of five steps", "RapidJSON edit", SMALL, 1.0, 1.0),
]


def named(measured, name):
    return next((m for m in measured or [] if m.contender.name == name and m.wall), None)


def verdict(value, must, aim):
    return "aim" if value <= aim else "must" if value <= must else "MISSED"


def marks_table(scenes, sizes, others):
    """Returns the table of marks; `scenes`: results by (objects, True if indented); `others`: rows of marks measured elsewhere."""
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
    rows += [memory_row(scenes, sizes)] + others
    return table(["work", "beside", "ours ms", "its ms", "of its CPU", "of its time", "must", "aim", "met"], rows)


def limited(work, unit, value, limit, peer=""):
    """Returns a row of a mark with an absolute limit in a unit, without a peer."""
    return [work, peer, f"{value:,.1f} {unit}", "", "", "", f"{limit:g} {unit}", "", "must" if value <= limit else "MISSED"]


def compared(work, peer, ours, its, must):
    """Returns a row of a mark that limits the ratio of two times, which are given in seconds."""
    ratio = ours / its
    times = [milliseconds(ours), milliseconds(its), "", f"{ratio:.2f}"]
    return [work, peer, *times, f"{must:g}", "", "must" if ratio <= must else "MISSED"]


def memories(scenes, sizes):
    """Yields (scene, title, bytes, processes, limit) of all our runs; the limit is 1.3 times the file plus 12 MB for each process."""
    for scene, measured in scenes.items():
        for m in measured:
            if m.contender.is_ours and m.peak is not None:
                title = f"{m.contender.name}, {scene[0]:,}{' indented' if scene[1] else ''}"
                yield scene, title, m.peak, m.processes, 1.3 * sizes[scene] + 12e6 * m.processes


def memory_row(scenes, sizes):
    """Returns a row with the run on the largest scene that uses the largest part of its limit."""
    largest = [entry for entry in memories(scenes, sizes) if entry[0] == max(scenes)]
    if not largest:
        return ["peak memory over all processes", "", "", "", "", "", "1", "", "not measured"]
    _, title, peak, _, limit = max(largest, key=lambda entry: entry[2] / entry[4])
    sides = [f"{peak / 1e6:,.0f} MB", f"{limit / 1e6:,.0f} MB", "", f"{peak / limit:.2f}"]
    return [f"peak memory, worst: {title}", "1.3 × file + 12 MB a process", *sides, "1", "", "must" if peak <= limit else "MISSED"]


def memory_table(scenes, sizes):
    """Returns the table of peak memory, which is the sum over all processes of a run."""
    rows = [
        [title, f"{peak / 1e6:,.0f}", str(processes), f"{limit / 1e6:,.0f}", "must" if peak <= limit else "MISSED"]
        for _, title, peak, processes, limit in memories(scenes, sizes)
    ]
    return table(["peak memory", "MB", "processes", "at most", "met"], rows)
