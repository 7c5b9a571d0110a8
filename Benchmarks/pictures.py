"""The time and memory that pictures take: the report's section and its marks."""
import shutil
from statistics import median

from contenders import Contender, ours
from growth import line
from marks import limited
from measuring import Place
from report import milliseconds, table

# The time limit of a picture in milliseconds, by the number of objects; it includes the start of the workers.
LIMITS = {1_000: 100, 10_000: 600, 100_000: 6_000}
# The numbers of objects for which PNG is measured; larger pictures would take rsvg seconds.
RASTERED = [1_000, 10_000]
# The limit of PNG's time beyond the SVG's time and rsvg's own, in milliseconds.
SURPLUS = 60
# The limit of memory, as a multiple of the SVG's size.
MEMORY = 3
EXPONENT = 1.05


def timed(contender, place, count):
    """Returns the median of `count` runs in seconds, after one untimed run; or the problem as text."""
    times = []
    for number in range(count + 1):
        result = place.run(contender)
        if isinstance(result, str):
            return result
        times.append(result[0])
    return median(times[1:])


def picture_rows(folder, scene, count, tell):
    """Returns rows of marks, and lines with further results."""
    rows, lines, points = [], [], []
    for size, limit in LIMITS.items():
        tell(f"pictures: {size:,}")
        place = Place(folder, scene(folder, size))
        draw = Contender("inspector render", ours("render", "{in}", "-o", "{out}"))
        svg = timed(draw, place, count)
        if isinstance(svg, str):
            lines.append(f"- render of {size:,} objects: {svg}")
            continue
        points.append((size, svg))
        rows.append(limited(f"render to SVG, {size:,} objects", "ms", svg * 1e3, limit))
        bytes_of_svg = place.out.stat().st_size
        if size == max(LIMITS):
            peak = place.run(draw, peak=True)
            lines.append(
                f"- memory at {size:,} objects: {peak[2] / 1e6:,.0f} MB in {peak[3]} processes, {peak[2] / bytes_of_svg:.1f} times the SVG of {bytes_of_svg / 1e6:,.1f} MB "
                f"({MEMORY} at most are asked), of a scene of {place.scene.stat().st_size / 1e6:,.1f} MB")
        if size in RASTERED:
            rows += raster_rows(place, size, svg, count, lines)
    if len(points) == len(LIMITS):
        slope, residual, start = line(points)
        lines.append(f"- growth: exponent {slope:.2f} ({EXPONENT} at most is asked), {milliseconds(start)} ms to start, {residual:.1%} left over")
    return rows, lines


def raster_rows(place, size, svg, count, lines):
    """Returns the row of PNG, compared with rsvg-convert on the same SVG; without rsvg-convert there is none."""
    rsvg = shutil.which("rsvg-convert")
    if not rsvg:
        lines.append("- PNG: not measured, since there is no rsvg-convert (Debian: librsvg2-bin)")
        return []
    copy = place.out.with_name("picture.svg")
    shutil.copyfile(place.out, copy)
    its = timed(Contender("rsvg-convert", [rsvg, str(copy), "-o", "{out}"]), place, count)
    png = timed(Contender("inspector render, PNG", ours("render", "{in}", "--format", "png", "-o", "{out}")), place, count)
    if isinstance(png, str) or isinstance(its, str):
        lines.append(f"- PNG of {size:,} objects: {png if isinstance(png, str) else its}")
        return []
    lines.append(f"- PNG of {size:,} objects: {milliseconds(png)} ms in all, {milliseconds(svg)} of them for the SVG; rsvg-convert takes {milliseconds(its)} for that SVG")
    return [limited(f"PNG, {size:,} objects, beyond the SVG and rsvg's own time", "ms", (png - svg - its) * 1e3, SURPLUS)]


def picture_section(rows, lines):
    return table(["work", "beside", "ours ms", "its ms", "of its CPU", "of its time", "must", "aim", "met"], rows) + "\n\n" + "\n".join(lines)


def drawn_row(costs):
    """Returns the mark of an edit in an open session followed by its picture; `costs`: the rows of EditCost."""
    for objects, what, middle, late, runs in costs:
        if what == "set and draw, any object" and int(objects) == 10_000:
            return [limited("an edit until its part of the picture, 10,000 objects, 99 %", "ms", int(late) / 1e6, 5)]
    return []
