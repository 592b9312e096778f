"""Records a view as a GIF, or takes screenshots of views, as a person sees them whose checks find nothing to fix:
`python -m Tests.Browser.showcase FILE.gif VIEW` or `python -m Tests.Browser.showcase FOLDER VIEW ...`."""
import base64
import contextlib
import json
import sys
import tempfile
import time
from pathlib import Path

from . import browser, gif, services

WIDTH, HEIGHT = 1080, 720
# As long as the loop of the rendered hand.
SECONDS = 5
LARGEST = 1_000_000
# The pictures a second of each view, and their colors: the posters of Cards are flat, and the camera's picture on Home is not.
QUALITY = {"cards": (15, 128), "home": (8, 96)}
CHECKED = {"GET /doctor": {"body": {"findings": [{"check": "camera", "verdict": "ok", "message": "the camera works", "fix": None, "action": None}]}}}
# Whether a thumb up has just swiped.
SWIPED = {
    "cards": "return document.getElementById('kept').textContent === '1'",
    "home": "return document.getElementById('home-title').textContent === 'Swiped right →'",
}
IS_DRAWN = """
const canvas = document.querySelector(`#view-${arguments[0]} canvas`);
return !canvas || canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte);"""


@contextlib.contextmanager
def app(width, height):
    """The app of a daemon on the rendered hand that follows `daily`; gives a function that opens a view."""
    with contextlib.ExitStack() as ends:
        ends.callback(services.close)
        daemon = services.Daemon()
        ends.callback(daemon.close)
        daemon.file.write_text('[gesture]\nprofile = "daily"\n' + daemon.file.read_text())
        daemon.request("reload").check_returncode()
        server = services.Server(daemon)
        ends.callback(server.stop)
        driver = browser.driver()
        ends.callback(browser.close)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": browser.ANSWER_REQUESTS.replace("ANSWERS", json.dumps(CHECKED))})
        browser.set_screen(width, height)
        driver.get(server.url)

        def show(view):
            driver.execute_script("location.hash = arguments[0]", view)
            services.wait_until(lambda: driver.execute_script(IS_DRAWN, view), f"{view} is drawn")
            return driver

        yield show


def capture(driver):
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    return base64.b64decode(shot["data"])


def record(file, view):
    """Takes pictures of a view as fast as the browser does, from a second after a thumb up has swiped, for one loop of the rendered hand."""
    with tempfile.TemporaryDirectory() as name, app(WIDTH, HEIGHT) as show:
        driver = show(view)
        services.wait_until(lambda: driver.execute_script(SWIPED[view]), f"a swipe on {view}")
        time.sleep(1)
        shots, start = [], time.monotonic()
        last = start
        while last - start < SECONDS:
            picture = capture(driver)
            now = time.monotonic()
            shots.append((Path(name) / f"{len(shots):04}.png", now - last))
            shots[-1][0].write_bytes(picture)
            last = now
        rate, colors = QUALITY[view]
        gif.write(file, Path(name), shots, f"fps={rate},scale=810:-1:flags=lanczos", colors=colors, largest=LARGEST)


def take(folder, views):
    with app(1280, 800) as show:
        for view in views:
            driver = show(view)
            if view in SWIPED:
                services.wait_until(lambda: driver.execute_script(SWIPED[view]), f"a swipe on {view}")
            else:
                time.sleep(1)
            (folder / f"{view}.png").write_bytes(capture(driver))


def main(place, *views):
    if place.endswith(".gif"):
        record(place, *views)
    else:
        take(Path(place), views)


main(*sys.argv[1:])
