"""How many thumbs MediaPipe's Python solution finds in the pictures that `bench-distance --write` writes to standard input.

Runs in the virtual environment of distance-beside-mediapipe. It follows one hand, with the full models, and begins anew with each thumb. As
in bench-distance, a hand counts as found if its wrist is within a palm of where it is.
"""
import json
import sys

import mediapipe
import numpy


def found_ms(hands, scene, stream):
    """Time from the first picture with the thumb until it is found, in ms; None if it is not."""
    hands.reset()
    width, height, found = scene["width"], scene["height"], None
    for index in range(scene["frames"]):
        picture = numpy.frombuffer(stream.read(3 * width * height), numpy.uint8).reshape(height, width, 3)
        result = hands.process(picture)
        for hand in result.multi_hand_landmarks or []:
            wrist = hand.landmark[mediapipe.solutions.hands.HandLandmark.WRIST]
            way = numpy.hypot(wrist.x * width - scene["wrist"][0], wrist.y * height - scene["wrist"][1])
            if found is None and index >= scene["empty"] and way < scene["palm"]:
                found = (index - scene["empty"]) * 1000 / scene["fps"]
    return found


def row(palm, times):
    found = sorted(ms for ms in times if ms is not None)
    median, most = (f"{found[min(int(part * len(found)), len(found) - 1)]:.0f}" if found else "-" for part in (0.5, 0.95))
    print(f"{palm:7.0f}{f'{len(found)}/{len(times)}':>9}{median:>11}{most:>9}")


def main():
    hands = mediapipe.solutions.hands.Hands(static_image_mode=False, max_num_hands=1, model_complexity=1)
    print("palm px    found  median ms  95 % ms")
    palm, times = None, []
    while line := sys.stdin.buffer.readline():
        scene = json.loads(line)
        if scene["palm"] != palm and times:
            row(palm, times)
            times = []
        palm = scene["palm"]
        times.append(found_ms(hands, scene, sys.stdin.buffer))
    if not times:
        sys.exit("mediapipe_distance: there is no picture on standard input")
    row(palm, times)


main()
