"""MediaPipe's Python solutions on pictures. Runs in the virtual environment of pictures-beside-mediapipe.

    mediapipe_pictures.py KIND TIMES PICTURE...

Prints one JSON object with the members that bench-pictures prints. Measured is `process(picture)` alone: the pictures are decoded
before. Kinds are those of bench-pictures; face-and-small and face-refined-and-small run the detector of small faces on
pictures in which the mesh finds no face. Rectangles of faces are found by both detectors, one after the other.
"""
import json
import statistics
import sys
import time

import cv2


def memory_kb(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(f"{name}:"))


def solutions(kind):
    """The solutions of a kind, each with the member of its result that has what was found."""
    from mediapipe import solutions as mp
    if kind == "hands":
        return [(mp.hands.Hands(static_image_mode=True, max_num_hands=1, model_complexity=1), "multi_hand_landmarks")]
    if kind == "body":
        return [(mp.pose.Pose(static_image_mode=True, model_complexity=1), "pose_landmarks")]
    if kind == "face-rectangles":
        return [(mp.face_detection.FaceDetection(model_selection=model), "detections") for model in (0, 1)]
    mesh = mp.face_mesh.FaceMesh(static_image_mode=True, max_num_faces=1, refine_landmarks="refined" in kind)
    small = [(mp.face_detection.FaceDetection(model_selection=1), "detections")] if kind.endswith("-and-small") else []
    return [(mesh, "multi_face_landmarks"), *small]


def measured(kind, chosen, picture):
    found = False
    cpu, wall = time.process_time_ns(), time.perf_counter_ns()
    for solution, member in chosen:
        if not found or kind == "face-rectangles":
            found |= bool(getattr(solution.process(picture), member))
    cpu, wall = time.process_time_ns() - cpu, time.perf_counter_ns() - wall
    return {"found": found, "cpu_ms": cpu / 1e6, "wall_ms": wall / 1e6}


def main():
    kind, times, *files = sys.argv[1:]
    pictures = [cv2.cvtColor(cv2.imread(file), cv2.COLOR_BGR2RGB) for file in files]
    before = memory_kb("VmRSS")
    chosen = solutions(kind)
    # The first inference of a model allocates memory.
    for picture in pictures:
        measured(kind, chosen, picture)
    results = []
    for picture in pictures:
        taken = [measured(kind, chosen, picture) for _ in range(int(times))]
        results.append({
            "found": taken[-1]["found"], **{key: statistics.mean(one[key] for one in taken) for key in ("cpu_ms", "wall_ms")}})
    print(json.dumps({
        "kind": kind, "added_kb": memory_kb("VmRSS") - before, "largest_kb": memory_kb("VmHWM"), "pictures": results}))


main()
