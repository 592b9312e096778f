"""The tables of `rates`, and its JSON."""
from typing import NamedTuple

import rates_counts as counts


class Result(NamedTuple):
    name: str
    command: str
    # Pairs of a row of footage and what was judged.
    judged: list
    # Whether the recognizer has learned from each; None if it has learned from none.
    learned: list | None
    failed: list


RATE = ["hours", "people", "of them with", "false", "an hour", "at most, 95 %"]
RECALL = ["shown", "people", "once", "twice", "wrong way", "missed", "elsewhere", "worst person", "median", "95 %"]

# More false events, and more people with an error, are in the JSON only.
MOST_LINES = 30


def number(value, form=".1f"):
    return "–" if value is None else format(value, form)


def milliseconds(seconds):
    return "–" if seconds is None else f"{1000 * seconds:.0f} ms"


def rate_cells(rows):
    found = counts.rate(rows)
    return [f"{found['hours']:.3f}", str(found["people"]), str(found["people_with_false"]), str(found["false"]), number(found["an_hour"]),
            number(found["at_most_an_hour"])]


def recall_cells(rows):
    found = counts.recall(rows)
    return [*(str(found[key]) for key in ("shown", "people", "once", "twice", "wrong way", "missed")),
            str(sum(len(judged.false) for _, judged in rows)), number(found["worst_person"], ".0%"), milliseconds(found["delay_median"]),
            milliseconds(found["delay_95"])]


def aligned(title, heads, rows):
    """A table as lines, whose first column is to the left."""
    cells = [[title, *heads], *([name, *values] for name, values in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return ["  " + "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]).rstrip()
            for row in cells]


def of_use(judged, use):
    return [pair for pair in judged if pair[0]["use"] == use]


def parts(result, use):
    """The rows of one use, and of them those that were learned from and others."""
    everything = of_use(result.judged, use)
    yield "all of these", everything
    if result.learned is not None:
        known = {id(row) for (row, _), learned in zip(result.judged, result.learned) if learned}
        yield "  sources that it has learned from", [pair for pair in everything if id(pair[0]) in known]
        yield "  others", [pair for pair in everything if id(pair[0]) not in known]


def lines(result, columns, every_person):
    quiet, shown, apart = (counts.grouped(of_use(result.judged, use), *columns) for use in ("quiet", "shown", "apart"))
    rates = [(name, rate_cells(rows)) for name, rows in sorted(quiet.items())]
    rates += [(name, rate_cells(rows)) for name, rows in parts(result, "quiet")]
    rates += [(f"apart: {name}", rate_cells(rows)) for name, rows in sorted(apart.items())]
    recalls = [(name, recall_cells(rows)) for name, rows in sorted(shown.items())]
    recalls += [(name, recall_cells(rows)) for name, rows in parts(result, "shown")]
    others = counts.grouped([pair for pair in result.judged if pair[0]["use"] != "shown" and pair[1].shown], *columns)
    # What is elsewhere is in the table of false events.
    recalls += [(f"among others: {name}", [*cells[:6], "", *cells[7:]])
                for name, cells in ((name, recall_cells(rows)) for name, rows in sorted(others.items()))]
    return [f"{result.name}: {len(result.judged)} files, {len(result.failed)} not counted", *aligned("nobody shows a thumb", RATE, rates),
            *false_events(result), "", *aligned("thumbs shown", RECALL, recalls), "", *people(result, every_person)]


def false_events(result):
    """A line for each, if they are few, but for those of recordings that are apart."""
    found = [f"    false: {row['set']}/{row['name']} at {event.seconds:.2f} s, {event.name}"
             for row, judged in of_use(result.judged, "quiet") for event in judged.false]
    return found if len(found) <= MOST_LINES else []


def people(result, every_person):
    """A line for each person, or for those with the most errors."""
    rows, errors = [], {}
    for name, pairs in sorted(counts.grouped(result.judged, "person").items(), key=lambda each: each[0].lower()):
        rate, recall = counts.rate([pair for pair in pairs if pair[0]["use"] != "shown"]), counts.recall(pairs)
        errors[name] = rate["false"] + recall["shown"] - recall["once"]
        if every_person or errors[name]:
            rows.append((name, [f"{rate['hours']:.3f}", str(rate["false"]), number(rate["an_hour"]),
                                *(str(recall[key]) for key in ("shown", "once", "twice", "wrong way", "missed"))]))
    title = "people" if every_person else "people with an error"
    if not every_person and len(rows) > MOST_LINES:
        title = f"{MOST_LINES} people of {len(rows)} with an error"
        rows = sorted(rows, key=lambda row: -errors[row[0]])[:MOST_LINES]
    return aligned(title, ["hours", "false", "an hour", "shown", "once", "twice", "wrong way", "missed"], rows)


def comparison(results):
    """A line for each recognizer."""
    def cells(result):
        rate, recall = counts.rate(of_use(result.judged, "quiet")), counts.recall(of_use(result.judged, "shown"))
        return [f"{rate['hours']:.2f}", str(rate["false"]), number(rate["an_hour"]), number(rate["at_most_an_hour"]), str(recall["shown"]),
                *(str(recall[key]) for key in ("once", "twice", "wrong way", "missed")), milliseconds(recall["delay_median"]),
                milliseconds(recall["delay_95"])]
    heads = ["hours", "false", "an hour", "at most, 95 %", "shown", "once", "twice", "wrong way", "missed", "median", "95 %"]
    return aligned("all", heads, [(result.name, cells(result)) for result in results])


def document(results, missing, columns):
    """All that was counted, for json.dumps."""
    def both(rows):
        return {"rate": counts.rate(rows), "recall": counts.recall(rows)}

    def groups(judged, *columns):
        return {name: both(rows) for name, rows in counts.grouped(judged, *columns).items()}

    def of(result):
        return {
            "name": result.name, "command": result.command, "failed": result.failed,
            "uses": {use: {"all": {part.strip(): both(rows) for part, rows in parts(result, use)},
                           "groups": groups(of_use(result.judged, use), *columns)} for use in ("quiet", "shown", "apart")},
            "people": groups(result.judged, "person"),
            "files": [{"file": f"{row['set']}/{row['name']}", "false": [[event.seconds, event.name] for event in judged.false],
                       "shown": [{"thumb": each.gesture.thumb, "outcome": each.outcome, "delay": each.delay} for each in judged.shown]}
                      for row, judged in result.judged]}
    return {"recognizers": [of(result) for result in results], "missing": [f"{row['set']}/{row['name']}" for row in missing]}
