"""A plot of time and memory against size as SVG, with logarithmic axes."""
from math import log10

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 890, 520, 80, 50, 260, 50
COLOURS = ["#888888", "#b07d2b", "#5b8def", "#8e6bbf", "#3f9d5a", "#c0508a", "#777711", "#d0021b", "#ff7f0e", "#1f3a93"]


def plot(panels):
    """Returns the plot of panels, one below the other; `panels`: (title, lines, unit), with the same names in the same order; see `panel`."""
    height = HEIGHT * len(panels)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    for place, (title, lines, unit) in enumerate(panels):
        out += [f'<g transform="translate(0 {HEIGHT * place})">', *panel(title, lines, unit), "</g>"]
    return "\n".join(out + ["</svg>"]) + "\n"


def style(name, place):
    """Returns a line's colour, width and dashes: our lines are bold, and the second line of a colour is dashed."""
    colour = COLOURS[place % len(COLOURS)]
    dashes = ' stroke-dasharray="6 3"' if place >= len(COLOURS) else ""
    return colour, 3 if name.startswith("inspector") else 1.5, dashes


def panel(title, lines, unit):
    """Yields the SVG elements of one diagram; `lines`: [(objects, value)] by name; see `style`."""
    points = [p for line in lines.values() for p in line]
    x0, x1 = log10(min(p[0] for p in points)), log10(max(p[0] for p in points))
    y0, y1 = int(log10(min(p[1] for p in points)) // 1), int(-(-log10(max(p[1] for p in points)) // 1))
    x = lambda n: LEFT + (log10(n) - x0) / max(x1 - x0, 1e-9) * (WIDTH - LEFT - RIGHT)
    y = lambda v: HEIGHT - BOTTOM - (log10(v) - y0) / max(y1 - y0, 1) * (HEIGHT - TOP - BOTTOM)
    yield f'<text x="{LEFT}" y="26" font-size="16">{title}</text>'
    for power in range(y0, y1 + 1):
        yield f'<path d="M{LEFT} {y(10**power):.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y(10**power) + 4:.1f}" text-anchor="end">{10**power:g} {unit}</text>'
    for count in sorted({p[0] for p in points}):
        yield f'<path d="M{x(count):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#dddddd"/>'
        yield f'<text x="{x(count):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{count:,}</text>'
    ends = []
    for place, (name, line) in enumerate(lines.items()):
        colour, width, dashes = style(name, place)
        path = "L".join(f"{x(n):.1f} {y(v):.1f}" for n, v in line)
        yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'
        yield from (f'<circle cx="{x(n):.1f}" cy="{y(v):.1f}" r="{width}" fill="{colour}"/>' for n, v in line)
        ends.append((y(line[-1][1]), name, colour, x(line[-1][0])))
    # Names are placed at the ends of their lines, and moved down if they would overlap.
    floor = TOP - 16
    for place, name, colour, end in sorted(ends):
        floor = max(floor + 16, place)
        yield f'<path d="M{end:.1f} {place:.1f}L{WIDTH - RIGHT + 12} {floor:.1f}" stroke="{colour}" stroke-width="0.5"/>'
        yield f'<text x="{WIDTH - RIGHT + 16}" y="{floor + 4:.1f}" fill="{colour}">{name}</text>'
