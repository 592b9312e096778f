"""Turns what a recognizer sees in each frame into events: a gesture that is shown for a while is one event until it is gone."""

# Those of swiped's profile `daily`, in seconds: how long a gesture must be shown; a gap that does not matter; and how long it must be gone
# before it counts again.
DWELL, BRIDGE, RELEASE = 0.15, 0.1, 0.8


def events(frames, dwell=DWELL, bridge=BRIDGE, release=RELEASE):
    """Pairs of a time and a gesture.

    `frames` has a time in seconds and the set of gestures that are shown for each frame.
    """
    # For each gesture: since when and until when it has been shown, and whether it has counted.
    since, until, counted, before = {}, {}, set(), set()
    for time, shown in frames:
        for gesture in shown:
            # Between two frames that show it there is no gap, however slow they come.
            gap = 0 if gesture in before else time - until.get(gesture, -float("inf"))
            if gap > bridge:
                since[gesture] = time
            if gap > release:
                counted.discard(gesture)
            until[gesture] = time
            # Times are sums of fractions.
            if gesture not in counted and time - since[gesture] >= dwell - 1e-6:
                counted.add(gesture)
                yield time, gesture
        before = shown
