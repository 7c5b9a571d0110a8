"""What is asked of ours, beside the peers in the same rounds: the table of marks."""
from dataclasses import dataclass
from statistics import median

from report import milliseconds, table

STAR, SLIDER = "inspector set, new file", "inspector set SliderView value=0.5"
MILLION, SMALL = (1_000_000, False), (100_000, False)


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
    """`scenes`: what was measured, by (objects, whether indented); `others`: rows of marks that are measured otherwise."""
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
    """A row of a mark that is a limit of ours alone, in some unit."""
    return [work, peer, f"{value:,.1f} {unit}", "", "", "", f"{limit:g} {unit}", "", "must" if value <= limit else "MISSED"]


def compared(work, peer, ours, its, must):
    """A row of two times in seconds."""
    ratio = ours / its
    times = [milliseconds(ours), milliseconds(its), "", f"{ratio:.2f}"]
    return [work, peer, *times, f"{must:g}", "", "must" if ratio <= must else "MISSED"]


def memories(scenes, sizes):
    """(what, bytes, processes, the limit: 1.3 times the file and 12 MB a process) of all runs of ours."""
    for scene, measured in scenes.items():
        for m in measured:
            if m.contender.is_ours and m.peak is not None:
                title = f"{m.contender.name}, {scene[0]:,}{' indented' if scene[1] else ''}"
                yield scene, title, m.peak, m.processes, 1.3 * sizes[scene] + 12e6 * m.processes


def memory_row(scenes, sizes):
    """The run that comes nearest to its limit, or passes it furthest, on the largest scene."""
    largest = [entry for entry in memories(scenes, sizes) if entry[0] == max(scenes)]
    if not largest:
        return ["peak memory over all processes", "", "", "", "", "", "1", "", "not measured"]
    _, title, peak, _, limit = max(largest, key=lambda entry: entry[2] / entry[4])
    sides = [f"{peak / 1e6:,.0f} MB", f"{limit / 1e6:,.0f} MB", "", f"{peak / limit:.2f}"]
    return [f"peak memory, worst: {title}", "1.3 × file + 12 MB a process", *sides, "1", "", "must" if peak <= limit else "MISSED"]


def memory_table(scenes, sizes):
    """Peak memory over all processes."""
    rows = [
        [title, f"{peak / 1e6:,.0f}", str(processes), f"{limit / 1e6:,.0f}", "must" if peak <= limit else "MISSED"]
        for _, title, peak, processes, limit in memories(scenes, sizes)
    ]
    return table(["peak memory", "MB", "processes", "at most", "met"], rows)
