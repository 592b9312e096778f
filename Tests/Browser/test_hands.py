"""The Hands view: the skeleton is where the joints are, mirrored."""
from .browser import PageTest, driver, watch_messages
from .person import PersonTest
from .services import Daemon, wait_until

# Whether one of the latest frames is what the canvas shows: its joints are in the mirrored place, red, and green at both ends of the line that
# decides about swipes; most bones are blue.
SHOWN_FRAME = """
const canvas = document.getElementById("live");
const context = canvas.getContext("2d");
const hue = (x, y) => {
  const [red, green, blue] = context.getImageData(Math.round(x), Math.round(y), 1, 1).data;
  if (red === 0x2e && green === 0xe6 && blue === 0x6b) return "green";
  return red > 200 && green < 110 && blue < 110 ? "red" : blue > 180 && red < 120 ? "blue" : "other";
};
const bones = [["indexMCP", "indexPIP"], ["middleMCP", "middlePIP"], ["ringMCP", "ringPIP"], ["thumbMP", "thumbIP"], ["wrist", "littleMCP"]];
return window.received.filter((message) => message.method === "frame").slice(-20).some(({ params }) => {
  if (!params.hands.length) return false;
  const scale = canvas.width / params.width;
  const { points } = params.hands[0];
  const place = ({ x, y }) => [canvas.width - x * scale, y * scale];
  const middle = (from, to) => ({ x: (points[from].x + points[to].x) / 2, y: (points[from].y + points[to].y) / 2 });
  return Object.entries(points).every(([name, point]) => hue(...place(point)) === (["wrist", "thumbTip"].includes(name) ? "green" : "red"))
    && bones.filter(([from, to]) => hue(...place(middle(from, to))) === "blue").length >= 4;
});"""


class Hands(PageTest):
    view = "hands"

    def setUp(self):
        watch_messages(self)
        super().setUp()

    def test_the_skeleton_is_drawn_where_the_joints_are_mirrored(self):
        self.wait(lambda: self.js(SHOWN_FRAME), "the canvas shows a frame of the daemon")

    def test_the_hand_is_described_with_its_frame_rate_and_latency(self):
        self.wait_for_text("detected", "Hand detected: 21 joints")
        self.wait(lambda: self.text("which") == "right", "it is the right hand")
        self.wait(lambda: self.text("confidence").endswith("%"), "its confidence is shown")
        self.wait(lambda: self.text("rate").endswith("per second"), "the frame rate is shown")
        self.wait(lambda: self.text("latency").endswith("ms"), "the latency is shown")

    def test_the_page_asks_for_what_its_view_needs_and_for_less_when_nobody_sees_it(self):
        self.wait(lambda: self.asked("subscribe") >= {"frame", "preview"}, "frames and previews are wanted")
        self.js("""
          window.sent.length = 0;
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));""")
        self.assertEqual(self.asked("unsubscribe"), {"status", "frame", "preview"})
        self.js("window.sent.length = 0; delete document.hidden; document.dispatchEvent(new Event('visibilitychange'));")
        self.assertEqual(self.asked("subscribe"), {"status", "frame", "preview"})

    def test_the_picture_has_as_many_pixels_as_the_page_shows(self):
        width = """
          const done = arguments[0];
          const { params } = window.received.findLast(({ method }) => method === "preview") ?? {};
          if (!params) done(0);
          else createImageBitmap(new Blob([Uint8Array.from(atob(params.jpeg), (byte) => byte.charCodeAt(0))])).then(({ width }) => done(width));"""
        self.wait(lambda: driver().execute_async_script(width) == 640, "the picture is sharp")
        self.open("cards")
        self.wait(lambda: driver().execute_async_script(width) == 320, "one for the corner is small")

    def asked(self, method):
        return set(self.js(
            "return window.sent.filter((request) => request.method === arguments[0]).flatMap(({ params }) => params.topics)", method))


class HandsWithoutConsent(PageTest):
    view = "hands"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # In place of the shared one, whose previews are allowed.
        cls.private = Daemon(preview=False)
        cls.addClassCleanup(cls.private.close)
        cls.server.stop()
        cls.serve(cls.private)

    def test_the_page_leads_to_the_setting_of_the_picture_and_shows_it_after_a_reload(self):
        self.wait(lambda: self.is_shown("consent"), "the page says why there is no picture")
        self.assertEqual(self.find("consent").find_element("css selector", "a").get_attribute("hash"), "#settings")
        self.wait_for_text("detected", "Hand detected: 21 joints")
        # Dark around the skeleton, since there is no picture.
        background = "return [...document.getElementById('live').getContext('2d').getImageData(4, 4, 1, 1).data]"
        self.assertEqual(self.js(background), [0, 0, 0, 0])
        self.screenshot("hands-without-consent")
        self.open("cards")
        self.wait(lambda: self.is_shown("corner-consent"), "the corner says so too")
        self.screenshot("cards-without-consent")
        self.open("hands")
        self.private.allow_preview(True)
        self.assertEqual(self.private.request("reload").returncode, 0)
        wait_until(lambda: self.js(background)[3] == 255 and not self.is_shown("consent"), "the camera's picture is shown")


class HandsUpright(PersonTest):
    view = "hands"

    def test_the_picture_of_a_camera_that_stands_upright_is_whole_and_no_higher_than_the_window(self):
        self.assert_upright_picture_fits("live")
