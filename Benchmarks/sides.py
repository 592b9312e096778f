"""The sides of the scripts named …-beside-mediapipe, each run as its own program: its output and its total CPU time."""
import hashlib
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE.parent / ".build/release"
ENVIRONMENT = HERE / ".venv"
CORPUS = Path(os.environ.get("SWIPED_CORPUS") or HERE.parent.parent / "shared/corpus")


def die(text, status=1):
    sys.exit(print(f"{Path(sys.argv[0]).name}: {text}", file=sys.stderr) or status)


def make_environment():
    """Creates MediaPipe's virtual environment from requirements.txt, unless it exists."""
    requirements = HERE / "requirements.txt"
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    stamp = ENVIRONMENT / "requirements"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    if sys.version_info[:2] not in [(3, 11), (3, 12)]:
        die(f"MediaPipe 0.10.21 is pinned for Python 3.11 and 3.12, and this is {platform.python_version()}: "
            "run this script with one of them", 69)
    print(f"installing MediaPipe from PyPI into {ENVIRONMENT} (about 660 MB)", file=sys.stderr)
    if subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT]).returncode:
        die("Python cannot create a virtual environment (its reason is above): run scripts/setup --bench", 69)
    pip = [ENVIRONMENT / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    if subprocess.run([*pip, "-r", requirements]).returncode:
        die("pip could not install MediaPipe (its reason is above); fix that and run this again", 69)
    stamp.write_text(wanted)


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return {"processor": model, "cores": os.cpu_count(), "load": os.getloadavg()[0]}


def run(command, **options):
    """Standard output of a program, and its total CPU time in seconds."""
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, **options)
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            complaints.seek(0)
            die(f"{' '.join(map(str, command))} ended with {process.returncode}:\n{complaints.read().decode(errors='replace')}")
    return output, usage.ru_utime + usage.ru_stime


def swiped(source, config, socket):
    """The command that runs the daemon on a source."""
    return [PROGRAMS / "swiped", "run", "--config", config, "--source", source, "--no-keys", "--socket", socket]


def run_swiped(stream, config, socket):
    output, cpu = run([*swiped(f"y4m:{stream}", config, socket), "--events"])
    status = [event["params"] for event in map(json.loads, output.splitlines()) if event["method"] == "status"][-1]
    return measured_swiped(status) | {"whole_cpu_ms_per_frame": cpu * 1000 / status["frames"]["handled"]}


def measured_swiped(status):
    return {
        "precision": status["precision"], "frames": status["frames"]["handled"], "tracked": status["frames"]["tracked"],
        "skipped": status["frames"]["skipped"], "cpu_ms_per_frame": status["cpu_ms_per_frame"],
        "wall_ms_p50": status["latency_ms"]["p50"], "wall_ms_p99": status["latency_ms"]["p99"], "resident_kb": status["resident_kb"]}


def run_mediapipe(stream, *flags, **options):
    output, cpu = run([ENVIRONMENT / "bin/python", HERE / "mediapipe_side.py", stream, *flags], **options)
    result = json.loads(output)
    return result | {"whole_cpu_ms_per_frame": cpu * 1000 / result["frames"]}


def in_turn(sides, rounds):
    """The results of all sides, which run in turn, once per round; and their medians over the rounds."""
    taken = {side: [] for side in sides}
    for _ in range(rounds):
        for side, measure in sides.items():
            taken[side].append(measure())
    medians = {side: median_of(values) for side, values in taken.items()}
    if len({side["frames"] for side in medians.values()}) != 1:
        die(f"the sides saw different numbers of frames: {medians}")
    return {"medians": medians, "rounds": taken}


def median_of(rounds):
    """The median of each number; other values are the same in every round."""
    return {key: statistics.median(one[key] for one in rounds) if isinstance(value, (int, float)) else value
            for key, value in rounds[0].items()}
