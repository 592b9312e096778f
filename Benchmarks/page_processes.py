"""The CPU time of Chromium's processes and of the app's server while a view is open; see Benchmarks/page."""
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from Tests.Browser import browser
from Tests.Browser.services import Daemon, Server

VIEWS = ["home", "settings", "cards"]
# Until a view that was opened is drawn as it stays: of an empty room, Home shows fewer pictures after ten seconds.
SETTLE_S = 12
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def stat(pid):
    """What the kernel says of a process, from its state on; None once it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


def cpu_seconds(pid):
    """The CPU time that a process has used; 0 once it has ended."""
    fields = stat(pid)
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND if fields else 0


def is_started_by(ancestor, pid):
    while pid != ancestor and (fields := stat(pid)):
        pid = int(fields[1])
    return pid == ancestor


def processes(kind):
    """Processes of the driver's Chromium: `renderer` runs and draws the pages, `gpu-process` puts what they drew together."""
    driver = browser.driver().service.process.pid
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (folder / "cmdline").read_text().replace("\0", " ")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if f" --type={kind} " in arguments and is_started_by(driver, int(folder.name)):
            found.append(int(folder.name))
    return found


def measure(server, seconds):
    """The shares of a core, in percent, of the page, of putting it together, and of the server."""
    groups = [processes("renderer"), processes("gpu-process"), [server.process.pid]]
    used = lambda: [sum(map(cpu_seconds, group)) for group in groups]
    before, begin = used(), time.monotonic()
    time.sleep(seconds)
    lasted = time.monotonic() - begin
    return [100 * (after - earlier) / lasted for after, earlier in zip(used(), before)]


def measure_views(seen, source, preview, seconds):
    with contextlib.ExitStack() as stack:
        daemon = Daemon(source, preview)
        stack.callback(daemon.close)
        server = Server(daemon)
        stack.callback(server.stop)
        browser.set_screen(1280, 800)
        browser.driver().get(server.url)
        for view in VIEWS:
            browser.driver().execute_script("location.hash = arguments[0]", view)
            time.sleep(SETTLE_S)
            page, together, serving = measure(server, seconds)
            print(f"{seen:20}{'yes' if preview else 'no':10}{view:10}{page:6.1f} %{together:8.1f} %{serving:8.1f} %", flush=True)


def main(seconds):
    print(f"{'in view':20}{'pictures':10}{'view':10}{'page':>8}{'composed':>10}{'server':>10}", flush=True)
    with contextlib.ExitStack() as stack:
        stack.callback(browser.close)
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        pipe = Path(folder, "empty.y4m")
        os.mkfifo(pipe)
        for preview in [False, True]:
            measure_views("a hand that swipes", "synthetic", preview, seconds)
            # A video that comes as fast as a camera's: an empty room with a sensor's noise.
            noise = ["-re", "-f", "lavfi", "-i", "color=c=gray:s=640x480:r=30,noise=alls=6:allf=t", "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "-y", pipe]
            with subprocess.Popen(["ffmpeg", "-v", "quiet", "-nostdin", *noise]) as camera:
                try:
                    measure_views("an empty room", f"y4m:{pipe}", preview, seconds)
                finally:
                    camera.kill()


main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
