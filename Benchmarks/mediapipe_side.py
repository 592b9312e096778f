"""MediaPipe's Python solution on the frames of a YUV4MPEG2 stream. Runs in the virtual environment of beside-mediapipe.

    mediapipe_side.py FILE [--live] [--complexity 0|1]

FILE "-" is standard input; --live takes frames at the stream's own rate; complexity 1, the default, is that of its full models.

Prints one JSON object. Measured is `hands.process(frame)` alone: reading and the way from YUV to RGB are done before,
and told apart.
"""
import argparse
import json
import statistics
import sys
import time

import cv2
import mediapipe
import numpy


def frames(stream):
    """The stream's frame rate, then its frames as a function that gives RGB."""
    header = stream.readline().decode("ascii").split()
    if not header or header[0] != "YUV4MPEG2":
        sys.exit("mediapipe_side: standard input or file is no YUV4MPEG2 stream")
    field = {word[0]: word[1:] for word in header[1:] if word[0] in "WHFC"}
    width, height, layout = int(field["W"]), int(field["H"]), field.get("C", "420")
    over, under = map(int, field["F"].split(":"))
    yield over / under
    if "XCOLORRANGE=FULL" in header or width % 2 or height % 2 or not layout.startswith(("420", "422")):
        sys.exit(f"mediapipe_side: cannot convert {' '.join(header)}: limited range, even sides, 4:2:0 or 4:2:2 are asked for")
    pixels = width * height
    size = pixels * 2 if layout.startswith("422") else pixels * 3 // 2

    def rgb(planes):
        if layout.startswith("420"):
            return cv2.cvtColor(planes.reshape(height * 3 // 2, width), cv2.COLOR_YUV2RGB_I420)
        chroma = numpy.stack([planes[pixels:pixels * 3 // 2], planes[pixels * 3 // 2:]], axis=1).reshape(height, width)
        return cv2.cvtColor(cv2.merge([planes[:pixels].reshape(height, width), chroma]), cv2.COLOR_YUV2RGB_YUYV)

    while stream.readline().startswith(b"FRAME"):
        data = stream.read(size)
        if len(data) < size:
            sys.exit("mediapipe_side: the stream ends in the middle of a frame")
        yield lambda: rgb(numpy.frombuffer(data, numpy.uint8))


def measured(call):
    cpu, wall = time.process_time_ns(), time.perf_counter_ns()
    value = call()
    return value, (time.process_time_ns() - cpu) / 1e6, (time.perf_counter_ns() - wall) / 1e6


def resident_kb():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--complexity", type=int, choices=[0, 1], default=1)
    arguments = parser.parse_args()
    stream = sys.stdin.buffer if arguments.file == "-" else open(arguments.file, "rb")
    source = frames(stream)
    rate = next(source)
    hands = mediapipe.solutions.hands.Hands(static_image_mode=False, max_num_hands=1, model_complexity=arguments.complexity)
    cpu, wall, conversion, tracked = [], [], [], 0
    start = None
    for number, frame in enumerate(source):
        picture, spent, _ = measured(frame)
        conversion.append(spent)
        start = start or time.perf_counter()
        if arguments.live:
            time.sleep(max(0, start + number / rate - time.perf_counter()))
        result, spent, took = measured(lambda: hands.process(picture))
        cpu.append(spent)
        wall.append(took)
        tracked += result.multi_hand_landmarks is not None
    if not cpu:
        sys.exit("mediapipe_side: the stream has no frame")
    print(json.dumps({
        "version": mediapipe.__version__, "complexity": arguments.complexity, "frames": len(cpu), "tracked": tracked,
        "cpu_ms_per_frame": statistics.mean(cpu), "cpu_ms_per_frame_median": statistics.median(cpu),
        "wall_ms_p50": statistics.median(wall), "wall_ms_p99": float(numpy.percentile(wall, 99)),
        "conversion_cpu_ms_per_frame": statistics.mean(conversion), "resident_kb": resident_kb()}))


main()
