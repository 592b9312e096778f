"""The page with a recorded person in front of the camera, over and over."""
import os
import subprocess

from .browser import PageTest, set_screen
from .services import ROOT, Daemon

CLIPS = ROOT / "Tests/Corpus/clips"
IS_OPAQUE = """
const canvas = document.getElementById(arguments[0]);
return canvas.width > 0 && canvas.getContext("2d").getImageData(4, 4, 1, 1).data[3] === 255;"""


class Recorded(Daemon):
    """The daemon on a clip, at its own speed, with the rule for everyday use."""

    def __init__(self, clip, fps):
        self.clip, self.fps = clip, fps
        super().__init__()

    def start(self):
        with open(self.file, "a") as file:
            file.write('[gesture]\nprofile = "daily"\n')
        pipe = self.folder / "clip.y4m"
        os.mkfifo(pipe)
        self.source = f"y4m:{pipe}"
        self.player = subprocess.Popen(
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-stream_loop", "-1", "-f", "mjpeg", "-framerate", str(self.fps), "-i",
             CLIPS / self.clip, "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "-y", pipe])
        super().start()

    def close(self):
        self.player.kill()
        self.player.wait()
        super().close()


class Clip(PageTest):
    view = "home"

    @classmethod
    def setUpClass(cls):
        set_screen()
        # In nine seconds, he raises his thumb some times and lowers it once; see clips.json there.
        cls.daemon = Recorded("anton_bursts.mjpeg", 9)
        cls.addClassCleanup(cls.daemon.close)
        cls.serve(cls.daemon)

    def test_home_shows_a_person_and_his_swipes(self):
        self.wait(lambda: self.js(IS_OPAQUE, "home-live"), "his picture is drawn")
        swiped = "return [...document.querySelectorAll('#events li')].map((item) => item.children[1].textContent)"
        self.wait(lambda: "Swiped right" in self.js(swiped), lambda: f"a swipe is listed: {self.js(swiped)}")
        self.screenshot("clip-home")

    def test_his_thumb_sorts_cards(self):
        self.open("cards")
        self.wait(lambda: self.counts()[0] >= 1 and self.counts()[1] >= 2, lambda: f"one card is rejected, two are kept: {self.counts()}")
        self.screenshot("clip-cards")

    def test_his_swipes_are_in_the_plot_of_the_settings(self):
        self.open("settings")
        self.wait(lambda: not self.text("last-ten").startswith("0 "), lambda: self.text("last-ten"))
        self.screenshot("clip-settings")
