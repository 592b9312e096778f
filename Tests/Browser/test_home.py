"""The Home view: the state, its buttons, what happened and what is wrong."""
import json
import re

from selenium.webdriver.support.ui import Select

from .browser import COUNT_DRAWINGS, RECEIVE, PageTest, answer_requests, change_messages, change_status, driver, run_in_new_pages, set_screen, speak, watch_messages
from .person import joints
from .services import Daemon, Server
from .test_setup import SET_CLOCK

FINDINGS = [
    {"check": "camera", "verdict": "ok", "message": "the camera works", "fix": None, "action": None},
    {"check": "uinput", "verdict": "failed", "message": "/dev/uinput: permission denied; run `sudo command`", "fix": "sudo command", "action": None},
    {"check": "unit", "verdict": "note", "message": "swiped does not start at login", "fix": "systemctl command", "action": "enable"},
]
SERVICE = {"manager": "answers", "reason": None, "installed": True, "running": False, "failed": False, "starts_at_login": True}
CHECKED = {"GET /doctor": {"body": {"findings": FINDINGS}}, "GET /service": {"body": SERVICE}, "POST /service": {"body": SERVICE}}


# What the rendered hand makes of Home.
HEADLINES = ["Ready", "Swiped right →", "← Swiped left", "Bring the thumb back"]
# How long after its decision each of some swipes is painted as the headline, in ms, and the headlines. Waits in the page, since questions of
# the test would delay it.
MEASURE_HEADLINE = """
const [count, done] = arguments;
const [delays, headlines] = [[], []];
import("/clock.js").then(({ pageTime }) => {
  const title = document.getElementById("home-title");
  new MutationObserver(() => {
    headlines.push(title.textContent);
    if (!title.textContent.includes("Swiped")) return;
    const { emitted_ns: emittedNs } = window.received.findLast(({ method }) => method === "swipe").params;
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      delays.push(performance.now() - pageTime(emittedNs));
      if (delays.length === count) done({ delays, headlines });
    };
    requestAnimationFrame(() => painted.port2.postMessage(null));
  }).observe(title, { childList: true, characterData: true, subtree: true });
});"""
# Keeps what is announced: a swipe of the rendered hand may follow at once.
WATCH_ANNOUNCEMENTS = """
const region = document.getElementById("announcer");
window.announced = [];
new MutationObserver(() => window.announced.push(region.textContent)).observe(region, { childList: true, subtree: true });"""
PICTURE_ABOVE_EVENTS = """
const box = (id) => document.getElementById(id).getBoundingClientRect();
const [picture, events] = [box("home-live"), box("last-events")];
return [picture.bottom <= innerHeight, events.top < picture.bottom, events.left >= picture.right, picture.width > innerWidth * 0.4];"""


# Gives a page that keeps its messages one message of several frames, as the daemon sends frames that have waited for each other.
RECEIVE_FRAMES = """
const lines = arguments[0].map((params) => JSON.stringify({ jsonrpc: "2.0", method: "frame", params }));
socket.dispatchEvent(new MessageEvent("message", { data: lines.join("\\n") }));"""
# Keeps what is written to the headline and around the picture: the text, or the name of an attribute.
WATCH_HOME = """
window.writings = [];
const watch = new MutationObserver((changes) => {
  for (const { attributeName, target } of changes) window.writings.push(attributeName ?? target.textContent);
});
for (const id of ["home-now", "home-live"]) {
  watch.observe(document.getElementById(id).closest("#home-now, .live"), { attributes: true, childList: true, subtree: true });
}"""
# How many checks the server is asked for by so many at once.
CHECK_AT_ONCE = """
const [count, done] = arguments;
import("/findings.js").then(async ({ makeFindings }) => {
  window.asked.length = 0;
  const check = makeFindings(new EventTarget());
  await Promise.all(Array.from({ length: count }, () => check()));
  done(window.asked.length);
});"""
# How many events a list has whose daemon remembers these.
LIST_EVENTS = """
const [before, done] = arguments;
import("/event-list.js").then(({ makeEventList }) => {
  const connection = Object.assign(new EventTarget(), { request: () => Promise.resolve(before) });
  return makeEventList(connection, new EventTarget())();
}).then(() => done(document.querySelectorAll("#events li").length));"""


class HomeTest(PageTest):
    view = "home"

    def events(self):
        return self.js("return [...document.querySelectorAll('#events li')].map((item) => item.children[1].textContent)")


class Home(HomeTest):
    def test_home_is_the_first_view_of_an_address_without_a_view(self):
        driver().get("about:blank")
        driver().get(f"{self.server.origin}/")
        self.wait(lambda: self.is_shown("view-home"), "Home is shown")
        self.assertEqual(driver().title, "Home · swiped")

    def test_the_page_is_painted_soon_and_never_without_its_texts(self):
        paint = lambda: self.js("return performance.getEntriesByType('paint').map(({ name, startTime }) => [name, startTime])")
        painted = dict(self.wait(paint, "the page is painted"))
        # At most 100 ms is wanted. It is not asserted: that would test how busy the machine is.
        self.record("first-paint", painted)
        self.assertEqual(self.js("return [...document.querySelectorAll('[data-text]')].filter((each) => !each.textContent).length"), 0)

    def test_the_headline_is_one_sentence_beside_the_picture(self):
        self.wait(lambda: self.text("home-title") in HEADLINES, lambda: f"it says what a thumb does, not '{self.text('home-title')}'")
        self.assertEqual(self.text("home-source"), "A rendered hand takes the place of the camera")
        colors = "const { data } = document.getElementById('home-live').getContext('2d').getImageData(4, 4, 1, 1); return [...data]"
        self.wait(lambda: self.js(colors)[3] == 255, "the picture is drawn")
        self.assertFalse(self.is_shown("home-unseen") or self.is_shown("home-consent"))
        self.assertIn("Swipes press no keys", self.text("home-keys"))

    def test_swipes_are_listed_announced_and_counted(self):
        change_status(self, swipes={"left": 0, "right": 0}, swipes_today=[0] * 24)
        self.open("home")
        self.wait(lambda: re.fullmatch("1 swipe; .+: 1", self.attribute("hours", "aria-label") or "") and self.text("today-count").endswith("1 swipe"),
                  lambda: f"the first swipe is counted: {self.attribute('hours', 'aria-label')}, {self.text('today-count')}")
        self.js(WATCH_ANNOUNCEMENTS)
        swiped = lambda: {each for each in self.js("return window.announced") if re.fullmatch("Swiped (left|right)", each)}
        self.wait(lambda: swiped() & set(self.events()), lambda: f"one is announced, and listed: {self.events()}")
        self.assert_accessible()

    def test_what_happened_before_the_page_opened_is_listed(self):
        self.wait(self.events, "a swipe is listed")
        self.open("home")
        listed = "return [...document.querySelectorAll('#events time')].filter((each) => new Date(each.dateTime) < performance.timeOrigin).length"
        self.wait(lambda: self.js(listed), "an event is older than the page")

    def test_the_last_swipe_is_marked_as_wrong(self):
        self.wait(self.events, "a swipe is listed")
        self.click("home-wrong")
        self.wait(lambda: str(self.daemon.folder / "data/swiped/wrong") in self.text("home-wrong-result"), "the page says where it is kept")

    def test_a_request_that_the_daemon_does_not_know_says_that_it_is_older(self):
        change_messages(self, sent={'"method":"pause"': '"method":"no_such_method"'})
        self.open("home")
        self.wait_for_text("home-step", "Pause")
        self.js(WATCH_ANNOUNCEMENTS)
        self.click("home-step")
        self.wait(lambda: "restart it" in self.text("home-problem"), "the error has a fix")
        self.wait(lambda: self.text("home-problem") in self.js("return window.announced"), "the error is announced")


    def test_the_time_from_a_swipes_decision_to_its_headline_is_measured_and_the_thumb_is_called_back_after_it(self):
        watch_messages(self)
        self.open("home")
        measured = driver().execute_async_script(MEASURE_HEADLINE, 6)
        self.record("home-swipe", measured)
        # At most 50 ms are wanted. They are not asserted: that would test how busy the machine is.
        self.assertGreater(min(measured["delays"]), 0)
        self.assertGreaterEqual(set(measured["headlines"]), {"Ready", "Swiped right →", "← Swiped left"})
        self.assertLessEqual(set(measured["headlines"]), {*HEADLINES, "Show your hand", "No swipe"})

    def test_the_hand_is_large_with_the_last_events_beside_it_on_a_small_notebook(self):
        self.assertEqual(self.js(PICTURE_ABOVE_EVENTS), [True] * 4)

    def test_a_swipe_has_an_arrow_on_the_picture_on_its_side(self):
        self.wait(lambda: self.is_shown("home-arrow"), "a swipe is shown")
        side = self.js("""
          const [arrow, picture] = ["home-arrow", "home-live"].map((id) => document.getElementById(id).getBoundingClientRect());
          return [document.getElementById("home-arrow").textContent, (arrow.left + arrow.right) / 2 > (picture.left + picture.right) / 2];""")
        self.assertIn(side, [["→", True], ["←", False]])

    def test_the_zones_are_drawn_above_and_below_the_wrist(self):
        dashes = """
          const canvas = document.getElementById("home-live");
          const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          const rows = new Set();
          for (let i = 0; i < data.length; i += 4) {
            if (data[i] === 255 && data[i + 1] === 255 && data[i + 2] === 255) rows.add(Math.floor(i / 4 / width));
          }
          return rows.size;"""
        self.wait(lambda: self.js(dashes) >= 2, "two dashed lines are drawn")
        self.assertEqual(self.js("return document.querySelectorAll('#view-home [data-hand-legend] li').length"), 4)


MISS = {"phase": "began", "reason_code": "too_small", "reason": "the hand is too far away: come closer, until it looks about 1.3 times as large", "gesture": "thumb_up",
        "values": {"now": 19, "needed": 25, "factor": 1.3}, "chirality": "right", "hands": 1, "frame": 7, "started_ns": 1, "captured_ns": 2}


class Misses(HomeTest):
    """A thumb that makes no swipe gets its reason."""

    paused = True

    def setUp(self):
        change_status(self, state="running", reason=None, reason_code=None)
        watch_messages(self)
        super().setUp()

    def receive(self, method, **params):
        self.js(RECEIVE, method, params)

    def test_the_reason_is_in_the_headline_while_it_lasts_and_listed_once(self):
        self.receive("miss", **MISS)
        self.assertEqual(self.text("home-title"), "No swipe")
        self.assertEqual(self.text("home-cause"), "The hand is too far away: come closer, until it looks about 1.3 times as large.")
        self.assertEqual(self.text("announcer"), "No swipe: the hand is too far away: come closer, until it looks about 1.3 times as large")
        self.assert_accessible()
        self.screenshot("home-miss")
        self.receive("miss", **{**MISS, "phase": "ended", "captured_ns": 3})
        self.assertEqual(self.events(), ["No swipe: the hand is too far away: come closer, until it looks about 1.3 times as large"])

    def frame(self, number, **more):
        """A frame with a hand at rest."""
        hand = {"confidence": 1, "chirality": "right", "points": joints(0)}
        return {"frame": number, "captured_ns": number, "width": 640, "height": 480, "hands": [hand], "armed": True, "distance": 0, "threshold": 50,
                "zone": "rest", "reason": None, "reason_code": None, **more}

    def test_of_frames_that_come_at_once_the_last_one_is_said_and_nothing_is_written_that_is_there_already(self):
        self.js(RECEIVE_FRAMES, [self.frame(1)])
        self.wait(lambda: self.js("return document.getElementById('home-live').style.aspectRatio") == "640 / 480", "the frame is drawn")
        self.js(WATCH_HOME)
        self.js(RECEIVE_FRAMES, [self.frame(2, armed=False, zone="up"), self.frame(3)])
        self.let_pass(300)
        self.assertEqual(self.js("return window.writings"), [])
        self.js(RECEIVE_FRAMES, [self.frame(4), self.frame(5, armed=False, zone="up")])
        self.assertEqual(self.text("home-title"), "Bring the thumb back")

    def test_a_person_whose_hand_is_not_found_gets_help_after_three_seconds(self):
        run_in_new_pages(self, SET_CLOCK)
        self.open("home")
        at = lambda ms, **more: self.js(f"window.nowMs = arguments[1]; {RECEIVE_FRAMES}", [self.frame(ms, **more)], 100_000 + ms)
        at(0)
        for ms, cause in [(1000, "Hold a fist in front of the camera"), (3900, "Hold a fist"), (4000, "If you show one now: come closer")]:
            at(ms, hands=[], distance=None, zone=None)
            self.assertEqual((self.text("home-title"), self.text("home-cause")[:len(cause)]), ("Show your hand", cause))
        self.js("location.hash = 'cards'")
        self.wait_for_text("thumb-state", "No hand: come closer, or turn on more light")
        at(5000)
        self.wait(lambda: self.text("thumb-state").startswith("Ready"), "the hand is seen")

    def test_frames_of_an_empty_room_are_drawn_once(self):
        run_in_new_pages(self, COUNT_DRAWINGS)
        self.open("home")
        drawings = lambda: self.js("return window.drawings['home-live'] ?? 0")

        def draw_after(before, frames):
            self.js(RECEIVE_FRAMES, frames)
            self.wait(lambda: drawings() > before, "the picture is drawn")
            self.let_pass(300)
            return drawings()

        empty = [self.frame(number, hands=[], distance=None, zone=None) for number in range(2, 6)]
        shown = draw_after(drawings(), [self.frame(1)])
        cleared = draw_after(shown, empty[:1])
        for frame in empty[1:]:
            self.js(RECEIVE_FRAMES, [frame])
            self.let_pass(100)
        self.assertEqual(drawings(), cleared)
        draw_after(cleared, [self.frame(6)])

    def test_of_a_room_without_a_hand_for_ten_seconds_home_shows_few_pictures(self):
        run_in_new_pages(self, SET_CLOCK)
        run_in_new_pages(self, """
          window.pictures = 0;
          window.createImageBitmap = async () => {
            window.pictures += 1;
            return new OffscreenCanvas(4, 3).transferToImageBitmap();
          };""")
        self.open("home")
        number = 1

        def pictures(start, **more):
            """How many pictures are shown of ten that come within a second."""
            nonlocal number
            before = self.js("return window.pictures")
            for ms in range(start, start + 1000, 100):
                number += 1
                self.js(f"window.nowMs = arguments[1]; {RECEIVE_FRAMES}", [self.frame(number, **more)], 100_000 + ms)
                self.js(RECEIVE, "preview", {"frame": number, "jpeg": ""})
            return self.js("return window.pictures") - before

        empty = {"hands": [], "distance": None, "zone": None}
        self.assertEqual(pictures(0), 10, "a hand is in view")
        self.assertEqual(pictures(9000, **empty), 10, "there was one a moment ago")
        self.assertLessEqual(pictures(12_000, **empty), 2)
        self.assertEqual(pictures(14_000), 10, "a hand is raised")
        self.js("location.hash = 'hands'")
        self.wait(lambda: self.is_shown("view-hands"), "another view is shown")
        self.assertEqual(pictures(30_000, **empty), 10, "nobody leaves that one open all day")

    def test_a_swipe_is_the_headline_before_anything_else_happens(self):
        swipe = {"seq": 901, "direction": "left", "gesture": "left", "captured_ns": 9, "emitted_ns": 9, "distance": 60}
        self.assertEqual(self.js(f"{RECEIVE}; return document.getElementById('home-title').textContent", "swipe", swipe), "← Swiped left")

    def test_of_what_happened_before_a_swipe_without_its_key_is_no_miss(self):
        ended = [{**MISS, "phase": "ended", "captured_ns": 3}, {**MISS, "phase": "ended", "captured_ns": 4, "reason_code": "keys_suspended"}]
        listed = driver().execute_async_script(LIST_EVENTS, [{"method": "miss", "params": each} for each in ended])
        self.assertEqual(listed, 1)

    def test_a_swipe_without_a_key_says_so_unless_this_page_takes_the_keys(self):
        suspended = {**MISS, "reason_code": "keys_suspended", "values": {}, "started_ns": 9}
        swipe = {"seq": 910, "direction": "right", "gesture": "right", "captured_ns": 9, "emitted_ns": 9, "distance": -60}
        self.receive("swipe", **swipe)
        self.receive("miss", **suspended)
        self.assertEqual(self.events(), ["Swiped right"], "the page in front takes the swipe itself")
        self.js("document.hasFocus = () => false; dispatchEvent(new Event('blur'))")
        self.receive("swipe", **{**swipe, "seq": 911, "captured_ns": 10})
        self.receive("miss", **{**suspended, "started_ns": 10})
        self.assertEqual(self.events(), ["Swiped right, without a key: another program suspends the keys", "Swiped right"])
        self.assertEqual((self.text("home-title"), self.text("home-cause")), ("Swiped right →", "Another program suspends the keys."))
        self.assertEqual(self.text("announcer"), "Another program suspends the keys.")

    def test_what_the_daemon_remembers_is_listed_once_after_a_connection_was_lost(self):
        swipe = {"seq": 912, "direction": "right", "gesture": "right", "captured_ns": 9, "emitted_ns": 9, "distance": -60}
        self.receive("swipe", **swipe)
        self.receive("hello", pid=1, protocol=1, version="0.1.0")
        self.receive("swipe", **swipe)
        self.receive("swipe", **{**swipe, "seq": 913, "direction": "left", "captured_ns": 10})
        self.assertEqual(self.events(), ["Swiped left", "Swiped right"])

    def test_with_two_hands_the_reason_names_the_hand(self):
        self.receive("miss", **{**MISS, "hands": 2, "chirality": "left"})
        self.assertTrue(self.text("home-cause").startswith("Left hand: the hand is too far away"))

    def test_a_reason_that_the_page_does_not_know_is_shown_as_it_comes(self):
        self.receive("miss", **{**MISS, "reason_code": "of_a_later_version"})
        self.assertEqual(self.text("home-cause"), "The hand is too far away: come closer, until it looks about 1.3 times as large.")

    def test_a_swipe_replaces_the_reason_and_the_reason_that_ended_with_it_is_not_listed(self):
        swipe = {"seq": 900, "direction": "right", "gesture": "right", "captured_ns": 9, "emitted_ns": 9, "distance": -60}
        self.receive("miss", **{**MISS, "reason_code": "dwell", "values": {}})
        self.receive("miss", **{**MISS, "reason_code": "dwell", "values": {}, "phase": "ended", "captured_ns": 9})
        self.receive("swipe", **swipe)
        self.assertEqual((self.text("home-title"), self.events()), ("Swiped right →", ["Swiped right"]))

    def test_the_height_of_a_thumb_that_is_nearly_far_enough_is_not_rounded_to_the_threshold(self):
        for values, said in [({"now": 0.57, "needed": 0.6, "unit": "hand sizes"}, "0.57 of 0.60 hand sizes"), ({"now": 48.96, "needed": 50, "unit": "px"}, "48.96 of 50 px")]:
            self.receive("miss", **{**MISS, "reason_code": "threshold", "values": values})
            self.assertTrue(self.text("home-cause").endswith(f": {said}."), self.text("home-cause"))
            self.receive("miss", **{**MISS, "reason_code": "threshold", "values": values, "phase": "ended", "captured_ns": 3})

    def test_the_reason_is_in_german(self):
        speak(self, "de")
        self.open("home")
        self.receive("miss", **MISS)
        self.assertEqual(self.text("home-cause"), "Die Hand ist zu weit weg: Kommen Sie näher, bis sie etwa 1,3-mal so groß erscheint.")


class Today(PageTest):
    view = "home"
    # A swipe would be counted, too.
    paused = True

    def test_todays_swipes_are_a_plot_with_words_and_hidden_where_the_daemon_does_not_count(self):
        hours = [0] * 24
        hours[9], hours[14] = 3, 12
        change_status(self, swipes={"left": 5, "right": 10}, swipes_today=hours)
        self.open("home")
        self.wait(lambda: self.text("today-count") == "15 swipes", "the swipes are counted")
        self.assertEqual(self.attribute("hours", "aria-label").replace("\u202f", " "), "15 swipes; 9 AM: 3; 2 PM: 12")
        self.screenshot("home-today")
        change_status(self, swipes_today="missing")
        self.open("home")
        self.assertFalse(self.is_shown("today"))


class Control(HomeTest):
    """What changes the daemon, with one of its own."""

    @classmethod
    def serve(cls, daemon):
        cls.own = Daemon()
        cls.addClassCleanup(cls.own.close)
        super().serve(cls.own)

    def setUp(self):
        if self.own.process.poll() is not None:
            self.own.start()
        self.own.request("resume")
        super().setUp()

    def status(self):
        return json.loads(self.own.request("status", "--json").stdout)

    def test_one_button_pauses_and_resumes_and_a_screen_reader_hears_it(self):
        self.wait_for_text("home-step", "Pause")
        self.js("document.getElementById('home-step').focus()")
        self.press("ENTER")
        self.wait_for_text("home-step", "Resume")
        self.assertEqual(self.status()["state"], "paused")
        self.assertEqual(self.text("home-title"), "Paused")
        self.assertEqual(self.text("announcer"), "Paused. The camera is off until you resume.")
        self.assertFalse(self.is_shown("problem"), "Home says it already")
        self.assertTrue(self.is_shown("home-unseen"))
        self.assertFalse(self.js("return document.getElementById('home-live').getContext('2d').getImageData(0, 0, 9999, 9999).data.some(Boolean)"))
        self.screenshot("home-paused")
        self.assert_accessible()
        self.assertEqual(self.js("return document.activeElement.id"), "home-step")
        self.press("ENTER")
        self.wait_for_text("home-step", "Pause")
        self.wait(lambda: self.status()["state"] == "running", "the daemon runs")

    def test_the_button_beside_the_reason_resumes_in_the_other_views(self):
        self.own.request("pause")
        self.open_paused("cards")
        self.wait(lambda: self.is_shown("problem-step"), "the button is shown")
        self.assertNotIn("swipectl", self.text("problem"))
        self.click("problem-step")
        self.wait(lambda: not self.is_shown("problem"), "the daemon goes on")
        self.wait(lambda: self.status()["state"] == "running", "the daemon runs")

    def open_paused(self, view):
        driver().get("about:blank")
        driver().get(f"{self.server.origin}/#{view}")
        self.wait_for_text("state-text", "Paused")

    def test_the_profile_is_switched_without_a_restart(self):
        before = self.status()
        self.wait(lambda: self.is_shown("home-profiles"), "the profiles are shown")
        other = next(name for name in before["profiles"] if name != before["profile"])
        self.js(WATCH_ANNOUNCEMENTS)
        Select(self.find("home-profile")).select_by_value(other)
        self.wait(lambda: self.status()["profile"] == other, "the daemon uses it")
        self.wait(lambda: f"The profile is {other}" in self.js("return window.announced"), "it is announced")
        Select(self.find("home-profile")).select_by_value(before["profile"])
        self.wait(lambda: self.status()["profile"] == before["profile"], "the daemon uses the first one again")

    def test_a_profile_that_is_gone_says_so_and_the_active_one_stays(self):
        change_status(self, profiles=["plain", "daily", "gone"])
        self.open("home")
        active = self.status()["profile"]
        self.wait(lambda: self.is_shown("home-profiles"), "the profiles are shown")
        Select(self.find("home-profile")).select_by_value("gone")
        self.wait(lambda: "gone" in self.text("home-problem"), "the error names it")
        self.assertEqual(self.attribute("home-profile", "value"), active)

    def test_a_daemon_that_has_ended_is_started_by_a_button(self):
        answer_requests(self, CHECKED)
        self.open("home")
        self.own.stop()
        self.wait_for_text("home-title", "swiped is not running")
        self.wait_for_text("home-step", "Start swiped")
        self.assertEqual((self.text("view-home").count("not running"), self.text("home-detail")), (1, ""), "it is said once")
        self.assertFalse(self.find("home-now").find_elements("css selector", "code"), "the button needs no command")
        self.assertFalse(self.is_shown("home-wrong"), "there is no swipe to mark")
        self.screenshot("home-not-running")
        self.assert_accessible()
        self.click("home-step")
        self.wait(lambda: ["POST /service", {"action": "start"}] in self.js("return window.asked"), "the service is to start")
        self.js(WATCH_ANNOUNCEMENTS)
        self.own.start()
        self.wait_for_text("home-step", "Pause")
        self.wait(lambda: any(each.endswith("Running") for each in self.js("return window.announced")), "a screen reader hears it")

    def test_a_start_that_fails_says_why(self):
        answer_requests(self, CHECKED | {"POST /service": {"status": 503, "body": {"error": "systemd: does not answer; run `swiped run`"}}})
        self.open("home")
        self.own.stop()
        self.wait_for_text("home-step", "Start swiped")
        self.click("home-step")
        self.wait_for_text("home-problem", "systemd: does not answer; run swiped run")
        self.assertEqual(self.find("home-problem").find_element("css selector", "code").text, "swiped run")


    def test_without_a_service_manager_there_is_no_button_but_what_to_do(self):
        none = {"manager": "none", "installed": False, "reason": "there is no service manager; run `swiped run`"}
        answer_requests(self, CHECKED | {"GET /service": {"body": none}})
        for view, result in [("home", "home-problem"), ("hands", "problem-result")]:
            with self.subTest(view=view):
                if self.own.process.poll() is not None:
                    self.own.start()
                self.open(view)
                self.own.stop()
                self.wait_for_text(result, "there is no service manager; run swiped run")
                self.assertFalse(self.is_shown("home-step") or self.is_shown("problem-step"))


class BadStates(HomeTest):
    paused = True

    def see(self, view="home", **changes):
        change_status(self, **changes)
        driver().get("about:blank")
        driver().get(f"{self.server.origin}/#{view}")
        self.wait(lambda: self.text("home-title") not in ("", "Connecting…", "Verbindet …"), "the state is shown")
        return self.text("home-title"), self.text("home-cause")

    def test_no_camera_says_what_to_do(self):
        title, cause = self.see(state="no_camera", reason_code="no_camera", reason="no camera found; plug one in")
        self.assertEqual((title, "Plug one in" in cause), ("No camera", True))
        self.assertEqual(self.text("home-detail"), "", "it is said once")
        self.screenshot("home-no-camera")

    def test_what_the_daemon_adds_to_the_state_is_marked_as_english_and_who_keeps_the_camera_off_is_named(self):
        speak(self, "de")
        self.see(state="no_camera", reason_code="no_such_camera", reason="camera 'Desk' was not found")
        self.assertEqual((self.text("home-detail"), self.attribute("home-detail", "lang")), ("camera 'Desk' was not found", "en"))
        for whys, said in [(["a video call"], "Ein Programm lässt die Kamera nicht zu, bis es endet: a video call."),
                           (["a", "b", "c", "d", "e"], "Ein Programm lässt die Kamera nicht zu, bis es endet: a, b, c, 2 weitere."),
                           (None, "Ein Programm lässt die Kamera nicht zu, bis es endet.")]:
            _, cause = self.see(state="paused", reason_code="inhibited", reason="closed for a reason", inhibited_for=whys)
            self.assertEqual((cause, self.text("home-detail")), (said, ""))

    def test_a_camera_in_use_names_who_has_it(self):
        title, cause = self.see(state="no_camera", reason_code="camera_busy", holder={"name": "zoom", "pid": 7})
        self.assertEqual((title, cause.startswith("zoom ")), ("No camera", True))

    def test_without_uinput_the_reason_is_shown_with_its_fix(self):
        self.see(state="running", keys="unavailable", keys_reason="/dev/uinput: permission denied; run `sudo command`")
        self.assertIn("Swipes cannot press keys. /dev/uinput", self.text("home-keys"))
        self.assertEqual(self.find("home-keys").find_element("css selector", "code").text, "sudo command")
        self.see(state="running", keys="unavailable", keys_reason="/dev/uinput: permission denied", keys_reason_code="permission_denied")
        self.assertNotIn("permission denied", self.text("home-keys"), "it is in the language of the page")
        self.click("home-keys-fix")
        self.wait(lambda: self.is_shown("view-checks"), "the checks are shown")
        self.see(state="running", keys="off")
        self.assertFalse(self.is_shown("home-keys-fix"))

    def test_an_older_daemon_without_profiles_and_counts_has_none(self):
        self.see(state="running", profiles="missing", profile="missing", swipes_today="missing", reason_code="missing", holder="missing")
        self.assertFalse(self.is_shown("home-profiles") or self.is_shown("today"))
        self.assertTrue(self.is_shown("home-step"))

    def test_a_profile_says_how_long_it_holds_where_applications_have_their_own(self):
        self.see(state="running")
        self.assertEqual(self.text("home-profile-hint"), "Active until swiped restarts or the file selects another profile.")
        self.see(state="running", apps={"only": None, "front": None, "obstacle": None})
        self.assertIn("an application with a profile or keys of its own comes to the front", self.text("home-profile-hint"))

    def test_findings_are_one_banner_in_home_that_leads_to_their_page(self):
        answer_requests(self, CHECKED)
        self.see()
        self.wait_for_text("home-checks", "1 thing to fix ›")
        self.click("home-checks")
        self.wait(lambda: self.is_shown("view-checks"), "the checks are shown")
        self.assertEqual(driver().title, "Checks · swiped")
        self.assertEqual(self.js("return document.querySelector('nav [aria-current]').hash"), "#home")

    def test_a_note_is_nothing_to_fix(self):
        answer_requests(self, {**CHECKED, "GET /doctor": {"body": {"findings": [FINDINGS[0], FINDINGS[2]]}}})
        self.see()
        self.wait_for_text("home-checks", "1 note ›")
        self.assertEqual(self.attribute("home-checks", "data-verdict"), "note")

    def test_what_was_found_is_named_in_the_language_of_the_page(self):
        speak(self, "de")
        answer_requests(self, CHECKED)
        self.see("checks")
        names = lambda: self.js("return [...document.querySelectorAll('#findings .name')].map(({ textContent }) => textContent)")
        self.wait(lambda: names() == ["Tasten: zu beheben", "Dienst: ein Hinweis"], lambda: names())
        self.assertEqual(self.text("home-checks"), "1 Problem zu beheben ›")

    def test_what_was_found_is_said_in_the_language_of_the_page_and_what_is_new_to_it_in_the_words_of_the_server(self):
        facts = [{"code": "keys_refused", "values": {"device": "/dev/uinput", "error": "permission denied"}}, {"code": "rule_missing", "values": {}}]
        found = [{**FINDINGS[1], "facts": facts}, {**FINDINGS[2], "facts": [{"code": "of_a_later_version", "values": {}}]}]
        speak(self, "de")
        answer_requests(self, {**CHECKED, "GET /doctor": {"body": {"findings": found}}})
        self.see("checks")
        said = lambda: self.js("return [...document.querySelectorAll('#findings li > p:nth-of-type(2)')].map(({ textContent, lang }) => [textContent, lang])")
        self.wait(lambda: said() == [
            ["swiped kann über /dev/uinput keine Tasten drücken: permission denied, die udev-Regel fehlt", ""],
            ["swiped does not start at login", "en"],
        ], said)
        english = "return [...document.querySelectorAll('#findings span[lang=en]')].map(({ textContent }) => textContent)"
        self.assertEqual(self.js(english), ["permission denied"])
        self.assert_accessible()
        self.screenshot("checks-german-facts")

    def test_everything_that_doctor_finds_here_is_said_in_german(self):
        speak(self, "de")
        self.see("checks")
        self.wait(lambda: self.js("return document.querySelectorAll('#checks li').length") >= 8, "the checks are shown")
        self.assertEqual(self.js("return [...document.querySelectorAll('#checks li p[lang=en]')].map(({ textContent }) => textContent)"), [])
        self.assertNotRegex(self.js("return document.getElementById('checks').textContent"), r"\{\w+\}")
        self.js("document.getElementById('passed').open = true")
        self.screenshot("checks-german")

    def test_an_error_is_said_in_the_language_of_the_page(self):
        speak(self, "de")
        self.open("home")
        said = driver().execute_async_script("""
          const done = arguments[0];
          import("/server.js").then(({ post }) => post("/service", {}).catch(({ message }) => done(message)));""")
        self.assertEqual(said, "Diese Seite passt nicht zu ihrem Server: Laden Sie sie neu")

    def test_keys_are_allowed_and_daily_is_used_by_buttons(self):
        found = [{**FINDINGS[1], "action": "allow_keys"}, {"check": "profile", "verdict": "note", "message": "plain", "fix": "swipectl profile daily", "action": None}]
        answer_requests(self, {**CHECKED, "GET /doctor": {"body": {"findings": found}}, "POST /allow-keys": {"body": {"allowed": True}}})
        self.see("checks")
        self.wait(lambda: driver().find_elements("css selector", "[data-action=allow_keys]"), "the findings are shown")
        driver().find_element("css selector", "[data-action=allow_keys]").click()
        self.wait(lambda: ["POST /allow-keys", {}] in self.js("return window.asked"), "the password is asked for")
        # The findings are asked for again, and made again.
        self.js("document.querySelector('#findings .note button').click()")
        self.wait(lambda: "daily" in self.js("return document.querySelector('dialog .lines')?.textContent ?? ''"), "the line of the file is shown")
        self.js("document.querySelector('dialog').close()")

    def test_a_change_of_the_daemons_state_is_checked_where_the_findings_are_shown(self):
        answer_requests(self, CHECKED)
        watch_messages(self)
        self.open("home")
        self.wait_for_text("home-checks", "1 thing to fix ›")
        status = json.loads(self.daemon.request("status", "--json").stdout)

        def checks_after(*changes):
            # Those before are over.
            self.let_pass(1000)
            self.js("window.asked.length = 0")
            for change in changes:
                self.js(RECEIVE, "status", {**status, **change})
            self.let_pass(1000)
            return self.js("return window.asked.filter(([request]) => request === 'GET /doctor').length")

        self.assertEqual(checks_after({}), 0, "nothing has changed")
        self.assertEqual(checks_after({"keys": "unavailable"}, {"reason_code": "no_camera"}), 1, "what changes at once is checked once")
        self.assertEqual(checks_after({"reason_code": "no_camera"}, {"reason_code": "no_camera", "uptime_s": 9}), 0)
        self.js("location.hash = 'checks'")
        self.assertEqual(checks_after({"camera": {"name": "Desk Camera", "path": "/dev/video2", "width": 640, "height": 480, "fps": 30}}), 1)
        self.js("location.hash = 'cards'")
        self.assertEqual(checks_after({}), 0, "nobody sees the findings")

    def test_checks_that_are_asked_for_during_one_are_one_more(self):
        answer_requests(self, CHECKED)
        self.open("cards")
        self.assertEqual([driver().execute_async_script(CHECK_AT_ONCE, count) for count in (1, 2, 4)], [1, 2, 2])

    def test_without_a_finding_there_is_no_banner(self):
        answer_requests(self, {**CHECKED, "GET /doctor": {"body": {"findings": FINDINGS[:1]}}})
        self.see("checks")
        self.wait_for_text("passed-count", "The check passed")
        self.open_home()
        self.assertFalse(self.is_shown("home-checks"))

    def open_home(self):
        self.js("location.hash = 'home'")
        self.wait(lambda: self.is_shown("view-home"), "Home is shown")

    def test_findings_have_their_fix_and_a_button_and_those_that_passed_are_counted(self):
        answer_requests(self, CHECKED)
        self.see("checks")
        self.wait_for_text("passed-count", "1 check passed")
        items = driver().find_elements("css selector", "#findings > li")
        self.assertEqual([each.get_attribute("class") for each in items], ["failed", "note"])
        self.assertEqual([each.find_element("css selector", ".command code").text for each in items], ["sudo command", "systemctl command"])
        for width, scheme in [(1280, "light"), (1280, "dark"), (360, "dark"), (3840, "light")]:
            set_screen(width, 900, [("prefers-color-scheme", scheme)])
            self.assert_accessible()
            self.screenshot(f"checks-{scheme}-{width}")
        set_screen()
        items[1].find_element("css selector", "button[data-action=enable]").click()
        self.wait(lambda: ["POST /service", {"action": "enable"}] in self.js("return window.asked"), "the service is to start at login")
        self.wait(lambda: self.js("return window.asked.filter(([request]) => request === 'GET /doctor').length") >= 2, "the findings are asked for again")

    def test_a_doctor_that_fails_says_why_and_one_of_an_earlier_server_is_hidden(self):
        answer_requests(self, {"GET /doctor": {"status": 500, "body": {"error": "doctor: failed; report it"}}})
        self.see("checks")
        self.wait_for_text("check-result", "doctor: failed; report it")
        answer_requests(self, {"GET /doctor": {"status": 404, "body": {"error": "there is no such page"}}})
        self.see("checks")
        self.wait(lambda: not self.is_shown("checks"), "the checks are hidden")

    def test_the_keyboard_reaches_everything(self):
        answer_requests(self, CHECKED)
        for view in ["home", "checks"]:
            self.see(view, state="running", reason=None, reason_code=None)
            self.wait_for_text("passed-count", "1 check passed")
            wanted = self.js("""
              return [...document.querySelectorAll(`#view-${arguments[0]} :is(a, button, select, summary)`)].filter((each) => each.checkVisibility())
                .map((each) => each.id || each.textContent);""", view)
            self.js("document.querySelector('#views a:last-child').focus()")
            reached = []
            for _ in wanted:
                self.press("TAB")
                focused, outline = self.js("const each = document.activeElement; return [each.id || each.textContent, getComputedStyle(each).outlineStyle]")
                self.assertNotEqual(outline, "none", focused)
                reached.append(focused)
            self.assertEqual(reached, wanted)


class HomeWithoutConsent(HomeTest):
    @classmethod
    def serve(cls, daemon):
        cls.own = Daemon(preview=False)
        cls.addClassCleanup(cls.own.close)
        super().serve(cls.own)

    def test_the_joints_are_drawn_without_a_picture_and_the_page_leads_to_the_setting(self):
        self.wait(lambda: self.is_shown("home-consent"), "the page says why")
        drawn = "return document.getElementById('home-live').getContext('2d').getImageData(0, 0, 9999, 9999).data.some(Boolean)"
        self.wait(lambda: self.js(drawn), "the joints are drawn")
        # At most a zone.
        corner = "return document.getElementById('home-live').getContext('2d').getImageData(4, 4, 1, 1).data[3]"
        self.assertLess(self.js(corner), 128)
        self.screenshot("home-without-consent")
