"""Records the Cards view as a GIF: `python -m Tests.Browser.animation FILE`."""
import base64
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import browser, services

WIDTH, HEIGHT = 1080, 720
# Twice the loop of the rendered hand would show the same again.
SECONDS = 5
RATE = 15
LARGEST = 1_000_000
# Few colors, without dithering: the posters are flat.
FILTER = f"fps={RATE},scale=810:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=128[palette];[b][palette]paletteuse=dither=none:diff_mode=rectangle"


def record(folder):
    """Takes pictures of the page as fast as the browser does; returns ffmpeg's list of them, each with its duration."""
    daemon = services.shared_daemon()
    server = services.Server(daemon)
    try:
        browser.set_screen(WIDTH, HEIGHT)
        browser.driver().get(server.url)
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
        yield f"file {file}\nduration {now - last:.4f}\n"
        last, number = now, number + 1


def main(path):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            (folder / "list").write_text("".join(record(folder)))
        finally:
            browser.close()
            services.close()
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i", folder / "list", "-vf", FILTER, path], check=True)
        pictures = len(list(folder.glob("*.png")))
    size = Path(path).stat().st_size
    print(f"{path}: {size} bytes, {pictures} pictures in {SECONDS} s")
    if size > LARGEST:
        sys.exit(f"{path}: larger than {LARGEST} bytes; record fewer seconds")


main(sys.argv[1])
