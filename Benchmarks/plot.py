"""Time against size as SVG, both axes logarithmic."""
from math import log10

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 890, 520, 80, 50, 260, 50
COLOURS = ["#888888", "#b07d2b", "#5b8def", "#8e6bbf", "#3f9d5a", "#c0508a", "#777711", "#d0021b", "#ff7f0e", "#1f3a93"]


def plot(lines):
    """`lines`: name to [(objects, seconds)]; names that begin with `inspector` are drawn bold."""
    points = [p for line in lines.values() for p in line]
    x0, x1 = log10(min(p[0] for p in points)), log10(max(p[0] for p in points))
    y0, y1 = int(log10(min(p[1] for p in points))) - 1, int(log10(max(p[1] for p in points))) + 1
    x = lambda n: LEFT + (log10(n) - x0) / max(x1 - x0, 1e-9) * (WIDTH - LEFT - RIGHT)
    y = lambda t: HEIGHT - BOTTOM - (log10(t) - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="26" font-size="16">Seconds by number of objects, whole processes</text>',
    ]
    for power in range(y0, y1 + 1):
        out.append(f'<path d="M{LEFT} {y(10**power):.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(10**power) + 4:.1f}" text-anchor="end">{10**power:g} s</text>')
    for count in sorted({p[0] for p in points}):
        out.append(f'<path d="M{x(count):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#dddddd"/>')
        out.append(f'<text x="{x(count):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{count:,}</text>')
    ends = []
    for (name, line), colour in zip(lines.items(), COLOURS * 2):
        width = 3 if name.startswith("inspector") else 1.5
        path = "L".join(f"{x(n):.1f} {y(t):.1f}" for n, t in line)
        out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>')
        out += [f'<circle cx="{x(n):.1f}" cy="{y(t):.1f}" r="{width}" fill="{colour}"/>' for n, t in line]
        ends.append((y(line[-1][1]), name, colour, x(line[-1][0])))
    # Names stand at the ends of their lines, none upon another.
    floor = TOP
    for place, name, colour, end in sorted(ends):
        floor = max(floor + 16, place)
        out.append(f'<path d="M{end:.1f} {place:.1f}L{WIDTH - RIGHT + 12} {floor:.1f}" stroke="{colour}" stroke-width="0.5"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 16}" y="{floor + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"
