"""The results as Markdown tables, for a terminal and for RESULTS.md."""
from contenders import BASE


def table(head, rows):
    """Returns a Markdown table whose columns are also aligned in plain text; all columns but the first are numbers."""
    cells = [head] + rows
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    pad = lambda row: "| " + " | ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))) + " |"
    rule = "|" + "|".join("-" * (w + 1 + (i == 0)) + (":" if i else "") for i, w in enumerate(widths)) + "|"
    return "\n".join([pad(head), rule] + [pad(row) for row in rows])


def milliseconds(seconds):
    return f"{seconds * 1e3:,.1f}" if seconds < 0.1 else f"{seconds * 1e3:,.0f}"


def scene_table(all_measured, size):
    base = next((m.time for m in all_measured if m.contender.name == BASE), None)
    rows = []
    for m in all_measured:
        name = m.contender.name
        if m.problem or not m.wall:
            rows.append([name, m.problem or "not run", "", "", "", "", "", ""])
            continue
        ratio = f"{m.time / base:.2f}" if base else "?"
        peak, times, count = "?", "?", "?"
        if m.peak is not None:
            peak, count = f"{m.peak / 1e6:,.0f}", str(m.processes)
            times = f"{m.peak / size:.2f}"
        spread = f"{milliseconds(min(m.wall))}–{milliseconds(max(m.wall))}"
        processor = milliseconds(sorted(m.processor)[len(m.processor) // 2])
        rows.append([name, milliseconds(m.time), spread, ratio, processor, peak, times, count])
    head = ["program", "median ms", "least–most", f"of {BASE}", "CPU ms", "peak MB", "× file", "processes"]
    return table(head, rows)


def cost_table(rows):
    """Returns the table of EditCost's results; `rows`: (objects, kind, p50, p99, runs)."""
    sizes = sorted({r[0] for r in rows})
    kinds = list(dict.fromkeys(r[1] for r in rows))
    known = {(r[0], r[1]): r for r in rows}
    lines = []
    for kind in kinds:
        cells = [known.get((size, kind)) for size in sizes]
        medians = [f"{c[2]:,} / {c[3]:,}" if c else "?" for c in cells]
        growth = f"{cells[-1][2] / max(cells[0][2], 1):.2f}" if all(cells) and len(cells) > 1 else "?"
        lines.append([kind, *medians, growth])
    return table(["one edit, ns p50 / p99"] + [f"{s:,} objects" for s in sizes] + ["growth"], lines)
