"""A person in front of a daemon, whose frames come from a trace in a named pipe: no camera, no models, and a clock of its own."""
import json
import os

from .browser import PageTest, driver, set_screen, watch_messages
from .services import Daemon

# Pixels from the wrist to the middle knuckle.
SIZE = 100


def joints(height):
    """A fist seen from the side, its thumb so many hand sizes above the wrist."""
    points = {"wrist": (200, 240)}
    for row, finger in enumerate(["index", "middle", "ring", "little"]):
        for joint, x in zip(["MCP", "PIP", "DIP", "Tip"], [300, 340, 310, 280]):
            points[finger + joint] = (x, 240 + (-1 if height < 0 else 1) * (row - 1) * 20)
    for joint, part in zip(["CMC", "MP", "IP", "Tip"], [0.125, 0.375, 0.75, 1]):
        points["thumb" + joint] = (240, round(240 - height * SIZE * part))
    return {name: {"x": x, "y": y, "z": 0, "confidence": 1} for name, (x, y) in points.items()}


class Person(Daemon):
    """The daemon, and the frames that it sees. They have no pictures, so there are no previews."""

    def __init__(self):
        self.frame = 0
        self.ns = 1_000_000_000
        self.pipe = None
        super().__init__(source=None, preview=False)

    def start(self):
        if self.pipe is None:
            path = self.folder / "trace"
            os.mkfifo(path)
            # Both ends, so that the trace does not end.
            self.pipe = os.open(path, os.O_RDWR | os.O_CLOEXEC)
            self.source = f"trace:{path}"
        super().start()
        self.write({"swiped_trace": 1, "version": "0.1.0"})

    def write(self, value):
        os.write(self.pipe, json.dumps(value).encode() + b"\n")

    def show(self, height, frames=1, step=100):
        """Shows a fist with the thumb at a height, in hand sizes above the wrist, or no hand with None, a frame after so many ms each."""
        for _ in range(frames):
            self.frame += 1
            self.ns += step * 1_000_000
            hands = [] if height is None else [{"confidence": 1, "chirality": "right", "points": joints(height)}]
            self.write({"jsonrpc": "2.0", "method": "frame", "params": {
                "frame": self.frame, "captured_ns": self.ns, "width": 640, "height": 480, "hands": hands, "armed": True}})

    def close(self):
        super().close()
        os.close(self.pipe)


class PersonTest(PageTest):
    """Tests of the page with a person of its own in front of the daemon."""

    # What the configuration file says before each test; None for nothing else than before.
    configuration = None

    @classmethod
    def setUpClass(cls):
        set_screen()
        cls.daemon = Person()
        cls.addClassCleanup(cls.daemon.close)
        cls.serve(cls.daemon)

    def setUp(self):
        if self.daemon.process.poll() is not None:
            self.daemon.start()
        self.daemon.request("resume")
        if self.configuration is not None:
            self.configure(self.configuration)
        self.daemon.show(0)
        watch_messages(self)
        super().setUp()

    def configure(self, content):
        """Has the file say this, and the daemon use it."""
        self.daemon.file.write_text(content)
        self.assertEqual(self.daemon.request("reload").returncode, 0)

    def content(self):
        return self.daemon.file.read_text()

    def status(self):
        return json.loads(self.daemon.request("status", "--json").stdout)

    def show(self, height, frames=1, step=100):
        """Shows a thumb, each frame once the page has got the one before: those that a page cannot follow replace each other, and those before
        it subscribes are lost."""
        self.wait(lambda: self.js(GETS_FRAMES), "the page subscribes to frames")
        for _ in range(frames):
            self.daemon.show(height, step=step)
            self.wait(lambda: self.js(HAS_FRAME, self.daemon.frame), "the page gets the frame")

    def assert_upright_picture_fits(self, canvas):
        """Checks on screens of several sizes that the picture of a camera that stands upright is shown whole, within the view and the window."""
        hand = {"confidence": 1, "chirality": "right", "points": joints(0)}
        self.wait(lambda: self.js(GETS_FRAMES), "the page subscribes to frames")
        for width, height in [(1280, 800), (390, 844), (640, 400)]:
            set_screen(width, height)
            self.daemon.frame += 1
            frame = {"frame": self.daemon.frame, "captured_ns": self.daemon.ns, "width": 480, "height": 640, "hands": [hand], "armed": True,
                     "distance": None, "threshold": None, "zone": None, "reason": None, "reason_code": None}
            driver().execute_async_script(SHOW_WITH_PICTURE, frame)
            with self.subTest(width=width, height=height):
                self.wait(lambda: self.js(SHOWS_UPRIGHT, canvas), "the picture is shown, and the canvas has its shape")
                self.screenshot(f"{canvas}-upright-{width}")
                self.assertEqual(self.js(PLACE, canvas), [True, True, True])
                self.assertLessEqual(*self.js("const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth]"))

    def swipe_twice(self):
        """Swipes right and left, so that the page plots both."""
        # The first second is for replays only.
        self.show(0, frames=15)
        for height in [1.1, -1.1]:
            self.show(height, frames=6)
            self.show(0, frames=10)
        self.wait(lambda: self.text("last-ten").startswith("2 swipes"), lambda: f"two swipes are plotted: {self.text('last-ten')}")


GETS_FRAMES = "return window.received.some(({ result }) => Array.isArray(result) && result.includes('frame'))"
HAS_FRAME = "return window.received.some(({ method, params }) => method === 'frame' && params.frame === arguments[0])"
# Gives a page that keeps its messages a frame, as the daemon sends it, and a black picture of its size.
SHOW_WITH_PICTURE = """
const [frame, done] = arguments;
const receive = (method, params) =>
  socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ jsonrpc: "2.0", method, params }) }));
const canvas = new OffscreenCanvas(frame.width, frame.height);
canvas.getContext("2d").fillRect(0, 0, frame.width, frame.height);
canvas.convertToBlob({ type: "image/jpeg" }).then((blob) => blob.arrayBuffer()).then((buffer) => {
  receive("frame", frame);
  receive("preview", { frame: frame.frame, jpeg: btoa(String.fromCharCode(...new Uint8Array(buffer))) });
  done();
});"""
# Whether a canvas has the shape of 480 by 640 pixels, and a picture up to its corner.
SHOWS_UPRIGHT = """
const canvas = document.getElementById(arguments[0]);
const { width, height } = canvas.getBoundingClientRect();
return Math.abs(width / height - 3 / 4) < 0.02 && canvas.getContext("2d").getImageData(3, 3, 1, 1).data[3] === 255;"""
# Whether a canvas is no higher than the window, between the sides of its view, and between the view's top and bottom.
PLACE = """
const canvas = document.getElementById(arguments[0]);
const [box, view] = [canvas, canvas.closest(".view")].map((element) => element.getBoundingClientRect());
const isWithin = (start, end) => box[start] >= view[start] - 0.5 && box[end] <= view[end] + 0.5;
return [box.height <= innerHeight, isWithin("left", "right"), isWithin("top", "bottom")];"""
