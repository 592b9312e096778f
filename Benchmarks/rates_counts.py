"""What `rates` counts: shown gestures and events of a file, and both over many files. Pure values, no files."""
import math
import re
from typing import NamedTuple

# What a recognizer may print, and the thumb that it is for.
THUMBS = {"right": "up", "left": "down"}
# A person labels by eye, so a thumb may be shown this much earlier than its label says; in seconds.
EARLY = 0.2
# A recognizer may wait until the thumb is gone; in seconds.
LATE = 1.0
UNCLEAR = "unclear"
CONFIDENCE = 0.95


class FormatError(ValueError):
    pass


class Gesture(NamedTuple):
    """A thumb that a person shows, or a time when it is unclear what is shown, in seconds from the start of the file."""
    thumb: str
    start: float
    end: float


class Event(NamedTuple):
    """What a recognizer reports, in seconds from the start of the file."""
    seconds: float
    name: str


class Shown(NamedTuple):
    """A thumb that a person shows, and what a recognizer made of it: how many events that were right, and others."""
    gesture: Gesture
    right: int
    wrong: int
    # From the start of the gesture to the first right event, in seconds; None if nobody knows when it starts.
    delay: float | None

    @property
    def outcome(self):
        return "wrong way" if self.wrong else ["missed", "once"][self.right] if self.right < 2 else "twice"


class Judged(NamedTuple):
    """What a recognizer made of a file."""
    shown: list
    false: list
    # The time in which no thumb is shown.
    quiet: float


def gestures(text):
    """The gestures of a text such as "up 0.5-2; unclear 2-2.5; down 3-4.2"."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        match = re.fullmatch(r"(up|down|unclear) (\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", part)
        if not match or float(match[2]) >= float(match[3]):
            raise FormatError(f"{part!r} is no gesture; write it as: up 0.5-2")
        found.append(Gesture(match[1], float(match[2]), float(match[3])))
    return sorted(found, key=lambda gesture: gesture.start)


def word_map(texts):
    """What words stand for: by texts such as `Thumb_Up=right`, and `wave=` for a word to leave out."""
    words = {name: name for name in THUMBS}
    for text in texts:
        word, equals, name = text.partition("=")
        if not word or not equals or name not in ("", *THUMBS):
            raise FormatError(f"{text!r} maps no word; write it as: Thumb_Up=right, Thumb_Down=left, or wave= to leave events out")
        words[word] = name
    return words


def events(text, words, seconds):
    """The events that a recognizer printed for a file of this many seconds, in the order of time."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        fields = line.split()
        try:
            time = float(fields[0])
        except ValueError:
            time = math.nan
        if len(fields) != 2 or not math.isfinite(time):
            raise FormatError(f"line {number} is not TIME EVENT: {line.strip()[:60]!r}")
        if not -0.001 <= time <= seconds + LATE:
            raise FormatError(f"line {number} is at {time:g} s, and the file ends at {seconds:g} s")
        if fields[1] not in words:
            word = fields[1][:40]
            raise FormatError(f"line {number} has an unknown event, {word!r}: map it with --map {word}=right, {word}=left or {word}=")
        if words[fields[1]]:
            found.append(Event(time, words[fields[1]]))
    return sorted(found)


def judge(shown, reported, seconds):
    """Which events belong to which gesture, and which are false."""
    parts = [(gesture, max(gesture.start - EARLY, 0), min(gesture.end + LATE, seconds + LATE)) for gesture in shown]
    right, wrong, false, first = [0] * len(parts), [0] * len(parts), [], [None] * len(parts)
    for event in reported:
        near = [index for index, (_, start, end) in enumerate(parts) if start <= event.seconds <= end]
        # Between two gestures, an event belongs to the one that it is right for.
        fitting = [index for index in near if parts[index][0].thumb in (THUMBS[event.name], UNCLEAR)]
        if not near:
            false.append(event)
        elif not fitting:
            wrong[near[-1]] += 1
        else:
            index = fitting[-1]
            right[index] += 1
            if first[index] is None:
                first[index] = event.seconds
    # A person who shows the thumb from the first moment on may have shown it before.
    delays = [None if time is None or not gesture.start else time - gesture.start for (gesture, *_), time in zip(parts, first)]
    thumbs = [Shown(gesture, *counts) for (gesture, *_), *counts in zip(parts, right, wrong, delays) if gesture.thumb != UNCLEAR]
    return Judged(thumbs, false, max(seconds - covered(parts, seconds), 0))


def covered(parts, seconds):
    """The length of the union of the parts of a file, in seconds."""
    length, place = 0, 0
    for _, start, end in sorted(parts, key=lambda part: part[1]):
        length += max(min(end, seconds) - max(start, place), 0)
        place = max(place, min(end, seconds))
    return length


def highest_mean(count):
    """The highest mean of a Poisson distribution that has so few events, or fewer, in 5 of 100 draws.

    It is half of the 95 % quantile of chi-square with 2 × (count + 1) degrees of freedom.
    """
    def share_of_fewer(mean):
        return sum(math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in range(count + 1))
    low, high = max(count, 0.01), 2 * count + 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if share_of_fewer(middle) > 1 - CONFIDENCE else (low, middle)
    return high


def quantile(values, part):
    """None if there are no values."""
    return sorted(values)[min(int(part * len(values)), len(values) - 1)] if values else None


def rate(rows):
    """False events of rows of footage and what was made of them."""
    hours = sum(judged.quiet for _, judged in rows) / 3600
    false = sum(len(judged.false) for _, judged in rows)
    people = {row["person"] for row, _ in rows}
    return {
        "hours": hours, "people": len(people), "people_with_false": len({row["person"] for row, judged in rows if judged.false}),
        "false": false, "an_hour": false / hours if hours else None, "at_most_an_hour": highest_mean(false) / hours if hours else None}


def recall(rows):
    """What became of the thumbs that are shown in rows of footage."""
    shown = [each for _, judged in rows for each in judged.shown]
    delays = [each.delay for each in shown if each.delay is not None]
    counts = {outcome: sum(each.outcome == outcome for each in shown) for outcome in ("once", "twice", "wrong way", "missed")}
    people = {}
    for row, judged in rows:
        people.setdefault(row["person"], []).extend(each.outcome == "once" for each in judged.shown)
    shares = [sum(outcomes) / len(outcomes) for outcomes in people.values() if outcomes]
    return {
        "shown": len(shown), "people": len(shares), **counts, "worst_person": min(shares, default=None), "timed": len(delays),
        "delay_median": quantile(delays, 0.5), "delay_95": quantile(delays, 0.95)}


def grouped(rows, *columns):
    """Rows of footage by what they have in these columns."""
    groups = {}
    for row, judged in rows:
        groups.setdefault(", ".join(row[column] for column in columns), []).append((row, judged))
    return groups
