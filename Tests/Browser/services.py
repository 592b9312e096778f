"""The daemon on the rendered hand and the app's server, for the tests of the page."""
import atexit
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / os.environ.get("SWIPED_PROGRAMS", ".build/release")
# Screenshots and measurements.
OUT = ROOT / ".build/browser"
# Far longer than anything takes, also on a busy machine.
PATIENCE = 120


def wait_until(condition, what, seconds=PATIENCE):
    """What the condition returns as soon as it is true. `what` says what it waits for, or is a function that does at the end."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if result := condition():
            return result
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what}")


class Daemon:
    """swiped on a private socket, without keys."""

    def __init__(self, source="synthetic", preview=True):
        self.folder = Path(tempfile.mkdtemp(prefix="swiped-browser-"))
        self.socket = self.folder / "swiped.sock"
        # Where the server looks for the file of a user whose XDG_CONFIG_HOME is this folder.
        self.file = self.folder / "swiped/swiped.toml"
        self.file.parent.mkdir()
        self.source = source
        self.allow_preview(preview)
        self.start()

    def allow_preview(self, is_allowed):
        self.file.write_text(f"[privacy]\npreview = {str(is_allowed).lower()}\n")

    def start(self):
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [PROGRAMS / "swiped", "run", "--no-keys", "--source", self.source, "--config", self.file,
             "--socket", self.socket], cwd=ROOT, stdout=self.log, stderr=self.log)
        wait_until(lambda: self.request("status").returncode == 0, f"swiped answers on {self.source}")

    def request(self, *arguments):
        """Runs swipectl with these arguments on the daemon."""
        return subprocess.run([PROGRAMS / "swipectl", *arguments, "--socket", self.socket], capture_output=True, text=True)

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.log.close()

    def close(self):
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder)


class Server:
    """`swipectl demo` on any free port."""

    def __init__(self, daemon, *options, opener=None):
        """`opener` is a folder with an `xdg-open` that is given the page; without one, no browser is opened."""
        environment = {"DISPLAY": ":0", "PATH": f"{opener}:{os.environ['PATH']}"} if opener else {}
        # Not into the home folder of whoever runs the tests.
        environment["XDG_DATA_HOME"] = str(daemon.folder / "data")
        environment["XDG_CONFIG_HOME"] = str(daemon.folder)
        errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [PROGRAMS / "swipectl", "demo", *([] if opener else ["--no-open"]), "--stay", "--socket", daemon.socket, *options], cwd=ROOT,
            stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, **environment})
        # The address, with a token that works once.
        self.url = self.process.stdout.readline().strip()
        if not re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=\w+(#\w+)?", self.url):
            self.process.wait(PATIENCE)
            errors.seek(0)
            raise AssertionError(f"{self.url!r}: {errors.read()}")
        self.origin = self.url.split("/?")[0]
        self.port = self.origin.split(":")[-1]

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Opened:
    """`swipectl open` as the menu starts it, whose browser the test is: its page must be opened within a minute."""

    def __init__(self, daemon):
        opener, runtime = daemon.folder / "opener", daemon.folder / "run"
        opener.mkdir(exist_ok=True)
        runtime.mkdir(mode=0o700, exist_ok=True)
        (opener / "xdg-open").write_text("#!/bin/sh\n")
        (opener / "xdg-open").chmod(0o755)
        environment = {
            **os.environ, "DISPLAY": ":0", "PATH": f"{opener}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(runtime),
            "XDG_DATA_HOME": str(daemon.folder / "data"), "XDG_CONFIG_HOME": str(daemon.folder)}
        self.process = subprocess.Popen(
            [PROGRAMS / "swipectl", "open", "--socket", daemon.socket], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=environment)
        self.url = self.process.stdout.readline().strip()
        self.port = int(re.match(r"http://127\.0\.0\.1:(\d+)/", self.url)[1])

    stop = Server.stop


# Tests of one kind share their daemon, whose start takes a second.
_shared = {}


def shared_daemon(source="synthetic", paused=False):
    """A daemon that tests share. Paused, it makes no swipes of its own."""
    if (source, paused) not in _shared:
        daemon = _shared[source, paused] = Daemon(source)
        if paused:
            assert daemon.request("pause").returncode == 0
    return _shared[source, paused]


def close():
    """Ends the shared daemons."""
    while _shared:
        _shared.popitem()[1].close()


# A run that is interrupted leaves no daemon behind.
atexit.register(close)
os.environ.setdefault("HOME", tempfile.gettempdir())
