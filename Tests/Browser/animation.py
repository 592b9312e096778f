"""Records the Cards view as a GIF: `python -m Tests.Browser.animation FILE`."""
import base64
import sys
import tempfile
import time
from pathlib import Path

from . import browser, gif, services

WIDTH, HEIGHT = 1080, 720
# Twice the loop of the rendered hand would show the same again.
SECONDS = 5
RATE = 15
LARGEST = 1_000_000


def record(folder):
    """Takes pictures of the page as fast as the browser does; returns their files, each with its duration."""
    daemon = services.shared_daemon()
    server = services.Server(daemon)
    try:
        browser.set_screen(WIDTH, HEIGHT)
        browser.driver().get(server.url)
        browser.driver().execute_script("location.hash = 'cards'")
        position = "return document.getElementById('position').textContent"
        # From just before a swipe to just before the same swipe of the next loop.
        services.wait_until(lambda: browser.driver().execute_script(position) == "Card 2 of 12", "the first card flies")
        time.sleep(1)
        return list(shots(folder))
    finally:
        server.stop()


def shots(folder):
    start = last = time.monotonic()
    number = 0
    while last - start < SECONDS:
        shot = browser.driver().execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})["data"]
        now = time.monotonic()
        file = folder / f"{number:04}.png"
        file.write_bytes(base64.b64decode(shot))
        yield file, now - last
        last, number = now, number + 1


def main(path):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            pictures = record(folder)
        finally:
            browser.close()
            services.close()
        # Few colors: the posters are flat.
        gif.write(path, folder, pictures, f"fps={RATE},scale=810:-1:flags=lanczos", colors=128, largest=LARGEST)


main(sys.argv[1])
