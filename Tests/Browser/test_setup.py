"""The Setup view: the camera, the keys, the gestures and the proposal, step by step."""
from selenium.webdriver.common.by import By

from .browser import COUNT_DRAWINGS, RECEIVE, answer_requests, change_messages, driver, run_in_new_pages, set_screen, speak
from .person import HAS_FRAME, PersonTest
from .test_connection import HIDE
from .test_settings import change_answers

FILE = "# My settings\n[gesture]\nprofile = \"daily\"\n"
# Presses the key of each swipe, as the daemon's keyboard does.
PRESS_KEYS = """
window.WebSocket = class extends WebSocket {
  constructor(...values) {
    super(...values);
    this.addEventListener("message", ({ data }) => {
      // A swipe is the last line of its message.
      const { method, params } = JSON.parse(data.split("\\n").at(-1));
      const code = { left: "ArrowLeft", right: "ArrowRight" }[method === "swipe" && params.direction];
      if (code) document.body.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true }));
    });
  }
};"""
# Counts the tones that are played.
COUNT_SOUNDS = """
window.sounds = 0;
OscillatorNode.prototype.start = () => { window.sounds += 1; };"""
# A clock that stands still from when a test sets it.
SET_CLOCK = """{
  const now = performance.now.bind(performance);
  performance.now = () => window.nowMs ?? now();
}"""
MISS = {"phase": "began", "reason_code": "too_small", "reason": "the hand is too far away", "gesture": "thumb_up", "values": {}, "chirality": "right", "hands": 1,
        "frame": 7, "started_ns": 1, "captured_ns": 2}
MISSED = {"kind": "counted", "number": 2, "recognized": False, "reason_code": "thumb_not_outermost", "reason": "another part of the hand is as far out"}
# What a calibration proposes that keeps a profile.
SETTINGS = {"threshold": 50, "threshold_unit": "px", "dwell_ms": 0}
PROPOSAL = {"profile": "daily", "outcome": "keeps", "gain": 0, "settings": SETTINGS, "table": [
    {"name": "profile", "settings": SETTINGS, "recognized": 10, "asked": 10, "false_swipes": 0, "marked": 0, "repeated": 0}]}
# The boxes of elements that are shown, in the window.
BOXES = """
return arguments[0].map((id) => document.getElementById(id)).filter((each) => each.checkVisibility() && each.offsetHeight).map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return [each.id, left, top, right, bottom];
});"""
# The topics of each request of a method.
ASKED_TOPICS = "return window.sent.filter(({ method }) => method === arguments[0]).map(({ params }) => params.topics)"
CAMERAS = [
    {"device": "usb-Front_Camera", "path": "/dev/video0", "name": "Front Camera", "same_as": [], "holders": [], "is_auto_choice": True},
    {"device": "usb-Desk_Camera", "path": "/dev/video2", "name": "Desk Camera", "same_as": [], "holders": ["OBS"], "is_auto_choice": False},
    {"device": "/dev/video4", "path": "/dev/video4", "name": None, "same_as": [], "holders": [], "is_auto_choice": False, "error": "/dev/video4: not a camera"},
]

# Answers requests for the pictures of cameras, which are of one color; the camera PROBLEM names gives none.
CAMERA_PICTURES = """{
  const { fetch } = window;
  window.cameras = [];
  window.fetch = async (path, options) => {
    if (path !== "/camera-picture") return fetch(path, options);
    const { device } = JSON.parse(options.body);
    window.cameras.push(device);
    if (device === null) return new Response("{}");
    if (device === PROBLEM) return new Response('{"error":"the camera is in use by `cheese`"}', { status: 409 });
    const canvas = new OffscreenCanvas(320, 240);
    canvas.getContext("2d").fillRect(0, 0, 320, 240);
    return new Response(await canvas.convertToBlob({ type: "image/jpeg" }));
  };
}"""


class SetupTest(PersonTest):
    view = "setup"
    configuration = FILE

    def go(self, step):
        driver().find_element(By.CSS_SELECTOR, f'[data-step="{step}"]').click()
        self.wait(lambda: self.is_shown(f"setup-{step}"), "the step is shown")

    def sent(self, method):
        return self.js("return window.sent.filter(({ method }) => method === arguments[0]).length", method)

    def dialog(self, script):
        return self.js(f"const dialog = document.querySelector('dialog'); {script}")

    def lines(self):
        self.wait(lambda: self.dialog("return dialog.querySelector('.main').disabled === false"), lambda: self.dialog("return dialog.textContent"))
        return self.dialog("return dialog.querySelector('.lines').textContent")

    def confirm(self):
        self.dialog("dialog.querySelector('.main').click()")
        self.wait(lambda: self.dialog("return dialog === null"), lambda: self.dialog("return dialog.textContent"))

    def begin(self):
        self.go("gestures")
        self.show(0)
        self.click("setup-begin")
        self.wait(lambda: self.is_shown("setup-cancel"), lambda: self.text("setup-gestures-problem"))

    def wait_for_step(self, title):
        self.wait(lambda: self.text("setup-gesture-title").startswith(title), lambda: f"{title}: {self.text('setup-gesture-title')}")

    def gesture(self, height):
        self.show(height, frames=4, step=200)
        self.show(0, frames=3, step=150)


class Setup(SetupTest):
    def test_a_camera_is_chosen_and_the_line_is_shown_before_it_is_written(self):
        change_answers(self, "/cameras", cameras=CAMERAS)
        self.open("setup")
        self.wait(lambda: self.js("return document.querySelectorAll('#setup-cameras input').length") == 4, "the cameras are listed")
        self.assertFalse(self.is_shown("setup-use-camera"))
        self.assertIn("OBS", self.text("setup-cameras"))
        self.assertIn("Cannot be used: /dev/video4: not a camera", self.text("setup-cameras"))
        self.js("document.querySelector('[value=usb-Desk_Camera]').click()")
        self.assert_accessible()
        self.screenshot("setup-camera")
        self.click("setup-use-camera")
        self.assertIn('device = "usb-Desk_Camera"', self.lines())
        self.assert_accessible()
        self.assertEqual(self.content(), FILE)
        self.confirm()
        self.assertIn('[camera]\ndevice = "usb-Desk_Camera"\n', self.content())
        self.wait(lambda: not self.is_shown("setup-use-camera"), "the camera is the one in the file")

    def test_the_camera_that_the_file_names_by_now_is_chosen_unless_the_person_has_chosen_another(self):
        change_answers(self, "/cameras", cameras=CAMERAS)
        self.open("setup")
        chosen = lambda: self.js("return document.querySelector('#setup-cameras :checked')?.value")
        self.wait(lambda: chosen() == "auto", chosen)
        self.daemon.file.write_text(FILE + '[camera]\ndevice = "usb-Desk_Camera"\n')
        self.click("setup-look-again")
        self.wait(lambda: chosen() == "usb-Desk_Camera", chosen)
        self.assertFalse(self.is_shown("setup-use-camera"))
        self.js("document.querySelector('[value=auto]').click()")
        self.daemon.file.write_text(FILE)
        self.click("setup-look-again")
        self.wait(lambda: not self.is_shown("setup-use-camera"), "the file says the same by now")
        self.assertEqual(chosen(), "auto")

    def test_why_a_camera_cannot_be_used_is_said_in_german_and_else_marked_as_english(self):
        denied = {"error": "/dev/video5: permission denied", "facts": [{"code": "camera_not_permitted", "values": {"camera": "/dev/video5"}}]}
        change_answers(self, "/cameras", cameras=[*CAMERAS, {**CAMERAS[2], "device": "/dev/video5", "path": "/dev/video5", **denied}])
        speak(self, "de")
        self.open("setup")
        self.wait(lambda: "Nicht verwendbar: /dev/video4: not a camera" in self.text("setup-cameras"), lambda: self.text("setup-cameras"))
        self.assertIn("Nicht verwendbar: /dev/video5: Sie dürfen sie nicht öffnen", self.text("setup-cameras"))
        english = self.js("return [...document.querySelectorAll('#setup-cameras [lang=en]')].map(({ textContent }) => textContent)")
        self.assertEqual(english, ["/dev/video4: not a camera"])

    def test_the_picture_of_a_camera_that_stands_upright_is_whole_and_no_higher_than_the_window(self):
        self.assert_upright_picture_fits("setup-picture")

    def test_pictures_of_cameras_that_no_program_uses_are_shown_on_request_until_the_step_is_left(self):
        side = {**CAMERAS[0], "device": "usb-Side_Camera", "path": "/dev/video6", "name": "Side Camera"}
        same = {**CAMERAS[0], "device": "pipewire:front", "path": "pipewire:front", "same_as": ["/dev/video0"]}
        change_answers(self, "/cameras", cameras=[*CAMERAS, side, same])
        run_in_new_pages(self, CAMERA_PICTURES.replace("PROBLEM", '"/dev/video6"'))
        self.open("setup")
        self.wait(lambda: self.is_shown("setup-show-pictures"), "the cameras are listed")
        self.assertEqual(self.js("return window.cameras"), [])
        self.click("setup-show-pictures")
        pictures = lambda: self.js("return [...document.querySelectorAll('#setup-cameras img')].map((image) => image.closest('label').dataset.path)")
        self.wait(lambda: pictures() == ["/dev/video0"], "the front camera is shown")
        self.wait(lambda: self.js("return document.querySelector('#setup-cameras .problem code')?.textContent") == "cheese", "the other one says why not")
        self.wait(lambda: self.js("return window.cameras.filter((device) => device === '/dev/video0').length") > 3, "its picture is live")
        self.assertEqual(set(self.js("return window.cameras")), {"/dev/video0", "/dev/video6"})
        for width in [360, 1280]:
            set_screen(width, 800)
            self.assertLessEqual(*self.js("const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth]"))
            self.assert_accessible()
            self.screenshot(f"setup-camera-pictures-{width}")
        self.go("keys")
        self.wait(lambda: self.js("return window.cameras.at(-1)") is None and pictures() == [], "the cameras are closed")
        self.go("camera")
        self.wait(lambda: self.text("setup-show-pictures") == "Show pictures", "they are shown on request only")
        self.click("setup-show-pictures")
        self.wait(pictures, "the pictures are shown again")
        self.click("setup-show-pictures")
        self.wait(lambda: self.js("return window.cameras.at(-1)") is None and pictures() == [], "the cameras are closed")
        asked = self.js("return window.cameras.length")
        self.js("document.querySelector('[value=usb-Desk_Camera]').click()")
        self.assertEqual(self.js("return window.cameras.length"), asked)

    def test_a_camera_that_sends_no_pictures_is_named_but_not_while_the_page_is_hidden_and_gets_none(self):
        run_in_new_pages(self, SET_CLOCK)
        self.open("setup")
        status = "return received.findLast(({ method }) => method === 'status').params"

        def wait_seconds(seconds):
            self.js("window.nowMs = performance.now() + arguments[0] * 1000", seconds)
            self.js(RECEIVE, "status", self.js(status))

        self.js(HIDE, True)
        wait_seconds(60)
        self.assertFalse(self.is_shown("setup-trouble"))
        self.js(HIDE, False)
        wait_seconds(1)
        self.assertFalse(self.is_shown("setup-trouble"), "the camera has time to send one")
        wait_seconds(6)
        self.assertTrue(self.is_shown("setup-trouble"))
        self.wait_for_text("announcer", "The camera is on, but no pictures come.")

    def test_the_proposal_has_no_picture_and_asks_for_no_frames_nor_waits_for_one(self):
        run_in_new_pages(self, SET_CLOCK)
        self.open("setup")
        self.begin()
        self.js(RECEIVE, "proposal", PROPOSAL)
        self.wait(lambda: self.is_shown("setup-proposal"), "the proposal is shown")
        asked = lambda method: {topic for topics in self.js(ASKED_TOPICS, method) for topic in topics}
        self.assertEqual(asked("unsubscribe"), {"frame", "preview", "miss"})
        status = "return received.findLast(({ method }) => method === 'status').params"

        def wait_seconds(seconds):
            self.js("window.nowMs = performance.now() + arguments[0] * 1000", seconds)
            self.js(RECEIVE, "status", self.js(status))

        wait_seconds(60)
        self.assertFalse(self.is_shown("setup-trouble"))
        self.js("window.sent.length = 0")
        self.go("gestures")
        self.assertEqual(asked("subscribe"), {"frame", "preview", "miss"})
        wait_seconds(1)
        self.assertFalse(self.is_shown("setup-trouble"), "the camera has time to send one")
        wait_seconds(6)
        self.assertTrue(self.is_shown("setup-trouble"))

    def test_without_a_camera_the_page_says_what_to_do(self):
        change_answers(self, "/cameras", cameras=[])
        self.open("setup")
        self.wait(lambda: self.is_shown("setup-cameras-problem"), "the page says so")
        self.click("setup-look-again")
        self.wait(lambda: self.text("announcer") == "0 cameras found", "the page has looked again")

    def test_a_key_that_arrives_with_its_swipe_is_counted_and_no_other(self):
        change_messages(self, received={'"keys":"off"': '"keys":"ready"'})
        run_in_new_pages(self, PRESS_KEYS)
        self.open("setup")
        self.go("keys")
        arrived = lambda: self.js("return [...document.querySelectorAll('#setup-keys-list [data-arrived]')].length")
        self.assertEqual(self.text("setup-keys-next"), "Skip")
        self.press("ARROW_RIGHT")
        self.assertEqual(arrived(), 0)
        self.daemon.show(0, frames=5)
        self.daemon.show(1.1, frames=12)
        self.daemon.show(0, frames=12)
        self.wait(lambda: arrived() == 1, "one key has arrived")
        self.screenshot("setup-keys")
        self.daemon.show(-1.1, frames=12)
        self.daemon.show(0, frames=12)
        self.wait(lambda: arrived() == 2, "both have arrived")
        self.assertEqual(self.text("setup-keys-next"), "Next")
        self.assert_accessible()

    def test_the_check_of_the_keys_draws_the_thumb_that_is_asked_for_until_both_keys_have_arrived(self):
        set_screen(media=[("prefers-reduced-motion", "reduce")])
        run_in_new_pages(self, PRESS_KEYS)
        drawn = "return document.getElementById('setup-keys-drawing').toDataURL()"
        self.open("setup")
        self.go("keys")
        self.assertFalse(self.is_shown("setup-keys-drawing"), "no key can arrive")
        change_messages(self, received={'"keys":"off"': '"keys":"ready"'})
        self.open("setup")
        self.go("keys")
        self.wait(lambda: self.is_shown("setup-keys-drawing"), "a thumb up is drawn")
        up = self.js(drawn)
        swipe = {"seq": 900, "gesture": "right", "captured_ns": 9, "emitted_ns": 9, "distance": -60}
        self.js(RECEIVE, "swipe", {**swipe, "direction": "right"})
        self.assertNotEqual(self.js(drawn), up, "a thumb down is drawn")
        for width in [320, 1920]:
            set_screen(width, 800, [("prefers-reduced-motion", "reduce")])
            self.assertLessEqual(*self.js("const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth]"))
            self.assert_accessible()
            self.screenshot(f"setup-keys-drawing-{width}")
        self.js(RECEIVE, "swipe", {**swipe, "direction": "left", "seq": 901})
        self.assertFalse(self.is_shown("setup-keys-drawing"))

    def test_the_keys_that_are_tried_are_those_of_the_profile_that_is_active(self):
        change_messages(self, received={'"profile":"daily"': '"profile":"plain"'})
        profiles = self.ask("/settings")["profiles"]
        self.assertEqual([each["keys"] for each in profiles], [{"left": "left", "right": "right"}] * 2)
        change_answers(self, "/settings", profiles=[{**each, "keys": {"left": "a", "right": each["name"][0]}} for each in profiles])
        self.open("setup")
        self.go("keys")
        keys = lambda: self.js("return [...document.querySelectorAll('#setup-keys-list kbd')].map(({ textContent }) => textContent)")
        self.wait(lambda: keys() == ["a", "p"], keys)

    def test_a_person_whose_hand_is_not_found_gets_help_where_one_is_asked_for(self):
        run_in_new_pages(self, SET_CLOCK)
        run_in_new_pages(self, PRESS_KEYS)
        change_messages(self, received={'"keys":"off"': '"keys":"ready"'})
        self.open("setup")
        frames = lambda: self.js("return window.received.filter(({ method }) => method === 'frame').length")

        def show(ms, height):
            before = frames()
            self.js("window.nowMs = arguments[0]", ms)
            self.show(height)
            self.wait(lambda: frames() > before, "the frame has come")

        for start, step, isAsked in [(100_000, "camera", False), (200_000, "keys", True), (300_000, "gestures", False)]:
            with self.subTest(step=step):
                self.go(step)
                show(start, None)
                show(start + 2900, None)
                self.assertFalse(self.is_shown("setup-no-hand"))
                show(start + 3000, None)
                self.assertEqual(self.is_shown("setup-no-hand"), isAsked)
                if isAsked:
                    self.assertEqual(self.text("setup-no-hand"), "No hand: come closer, or turn on more light")
                    self.assert_accessible()
                    self.screenshot("setup-no-hand")
                show(start + 3100, 0)
                self.assertFalse(self.is_shown("setup-no-hand"))
        # Who looks at another view is asked for no hand, and whose keys have arrived is not asked any more.
        self.go("keys")
        announced = lambda: self.text("announcer")
        self.js("location.hash = 'home'; document.getElementById('announcer').textContent = ''")
        self.wait(lambda: self.is_shown("view-home"), "Home is shown")
        show(400_000, None)
        show(403_000, None)
        self.assertNotIn("come closer", announced())
        self.js("location.hash = 'setup'")
        self.wait(lambda: self.is_shown("view-setup"), "Setup is shown")
        swipe = {"seq": 900, "gesture": "right", "captured_ns": 9, "emitted_ns": 9, "distance": -60}
        for seq, direction in [(900, "right"), (901, "left")]:
            self.js(RECEIVE, "swipe", {**swipe, "direction": direction, "seq": seq})
        show(500_000, None)
        show(503_000, None)
        self.assertFalse(self.is_shown("setup-no-hand"))

    def check_that_keys_are_suspended_after(self, leave):
        """While they are checked, they are pressed; `leave` ends that."""
        log = lambda: (self.daemon.folder / "log").read_text()
        before = log().count("no longer suspended")
        self.go("keys")
        self.wait(lambda: log().count("no longer suspended") > before, "the keys are pressed")
        suspended = log().count("keys and commands are suspended")
        leave()
        self.wait(lambda: log().count("keys and commands are suspended") > suspended, "the keys are suspended")

    def test_keys_are_pressed_while_they_are_checked_and_suspended_otherwise(self):
        self.check_that_keys_are_suspended_after(lambda: self.go("gestures"))

    def test_keys_are_suspended_again_when_their_check_is_left_for_another_view(self):
        self.check_that_keys_are_suspended_after(lambda: self.js("location.hash = 'settings'"))

    def test_without_a_keyboard_the_reason_is_shown_with_its_fix_and_the_check_can_be_skipped(self):
        change_messages(self, received={'"keys":"off"': '"keys":"unavailable"', '"keys_reason":null': '"keys_reason":"/dev/uinput: Permission denied"'})
        refused = {"check": "uinput", "verdict": "failed", "message": "/dev/uinput: permission denied", "fix": "sudo command", "action": "allow_keys"}
        answers = lambda action: {"GET /doctor": {"body": {"findings": [{**refused, "action": action}]}}, "POST /allow-keys": {"body": {"allowed": True}}}
        for action in ["allow_keys", None]:
            answer_requests(self, answers(action))
            self.open("setup")
            self.go("keys")
            self.wait(lambda: "Permission denied" in self.text("setup-keys-reason"), "the reason is shown")
            self.wait(lambda: ["GET /doctor", None] in self.js("return window.asked"), "the fix is looked up")
            if action:
                self.wait(lambda: self.is_shown("setup-keys-allow"), "keys can be allowed here")
                self.assert_accessible()
                self.screenshot("setup-keys-unavailable")
                self.click("setup-keys-allow")
                self.wait(lambda: ["POST /allow-keys", {}] in self.js("return window.asked"), "the password is asked for")
            self.assertTrue(self.is_shown("setup-keys-fix"), "Checks has the command")
            self.assertEqual(self.js("return document.querySelector('#setup-keys-fix a').hash"), "#checks")
        self.assertFalse(self.is_shown("setup-keys-allow"))
        self.click("setup-keys-next")
        self.assertTrue(self.is_shown("setup-gestures"))

    def test_a_thumb_that_fails_in_the_check_of_the_keys_gets_its_reason_there(self):
        self.go("keys")
        for code, reason in [("too_small", "No swipe: the hand is too far away: come closer to the camera"), ("asleep", "No swipe: the swipes are asleep: show the thumb twice")]:
            self.js(RECEIVE, "miss", {**MISS, "reason_code": code})
            self.assertEqual(self.text("setup-keys-miss"), reason)
        self.go("gestures")
        self.assertEqual(self.text("setup-keys-miss"), "")

    def test_nothing_is_cut_off_on_small_and_large_screens(self):
        for width, height, media in [(320, 740, []), (360, 740, []), (640, 400, []), (3840, 2160, []), (1280, 800, [("prefers-color-scheme", "dark")])]:
            set_screen(width, height, media)
            for step in ["camera", "keys", "gestures"]:
                with self.subTest(width=width, step=step):
                    self.go(step)
                    self.show(0.4)
                    self.assertLessEqual(*self.js("const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth]"))
                    self.assert_accessible()
                    self.screenshot(f"setup-{step}-{width}{'-dark' if media else ''}")


class Calibration(SetupTest):
    def calibrate(self, step, *notices, **more):
        """Gives the page the progress of a calibration."""
        self.js(RECEIVE, "calibration", {"step": step, "count": 2, "of": 5, "zone": None, "threshold": None, "notices": [*notices], **more})

    def boxes(self, *identifiers):
        return {name: box for name, *box in self.js(BOXES, list(identifiers))}

    def test_all_of_a_step_fits_into_the_screen_of_a_small_notebook_and_nothing_overlaps_on_a_phone(self):
        parts = ["setup-gesture-title", "setup-gesture-about", "setup-other-source", "setup-drawing", "setup-ring", "setup-dots", "setup-notice",
                 "setup-miss", "setup-cancel"]
        hint = lambda name: {"kind": "hint", "hint": name}
        # The longer texts.
        speak(self, "de")
        self.open("setup")
        self.begin()
        for width, height in [(1280, 800), (390, 844)]:
            set_screen(width, height)
            for step, notice in [("show_hand", hint("show_hand")), ("thumb_up", MISSED), ("thumb_down", hint("rest")), ("desk", None)]:
                with self.subTest(width=width, step=step):
                    self.calibrate(step, seconds_left=10)
                    if notice:
                        self.calibrate(step, notice)
                    self.js("scrollTo(0, 0)")
                    boxes = self.boxes(*parts)
                    self.assertEqual([name in boxes for name in ["setup-other-source", "setup-drawing", "setup-ring", "setup-notice"]],
                                     [True, step != "desk", step != "show_hand", notice is not None])
                    self.screenshot(f"setup-fits-{step}-{width}")
                    for name, (left, top, right, bottom) in {**boxes, **self.boxes("setup-picture")}.items():
                        self.assertTrue(left >= 0 and right <= width, f"{name}: {left} to {right}")
                        self.assertTrue(width < 1280 or top >= 0 and bottom <= height, f"{name}: {top} to {bottom}")
                    for name, (left, top, right, bottom) in boxes.items():
                        over = [other for other, box in boxes.items() if other != name and box[0] < right and left < box[2] and box[1] < bottom and top < box[3]]
                        self.assertEqual(over, [], name)

    def test_the_ring_has_a_number_in_it_that_does_not_reach_over_it(self):
        speak(self, "de")
        self.open("setup")
        self.begin()
        for step, seconds, said in [("thumb_up", None, ("2 von 5", "")), ("desk", 10, ("10", "Sekunden")), ("desk", 1, ("1", "Sekunde"))]:
            self.calibrate(step, seconds_left=seconds)
            self.assertEqual((self.text("setup-count"), self.text("setup-unit")), said)
            boxes = self.boxes("setup-ring", "setup-count", "setup-unit")
            left, top, right, bottom = boxes.pop("setup-ring")
            edge = 0.12 * (right - left)
            for name, box in boxes.items():
                self.assertTrue(box[0] > left + edge and box[2] < right - edge and box[1] > top + edge and box[3] < bottom - edge, f"{name}: {box}")
            self.assertEqual(self.js("return document.getElementById('setup-count').getClientRects().length"), 1, "it is one line")

    def test_the_count_of_a_step_does_not_stay_in_the_next_one(self):
        self.begin()
        self.calibrate("thumb_up", {"kind": "counted", "number": 4, "recognized": True})
        self.assertEqual(self.text("setup-notice"), "4 counted")
        self.calibrate("thumb_down", {"kind": "counted", "number": 5, "recognized": True}, count=0)
        self.assertEqual(self.text("setup-notice"), "")
        self.assertTrue(self.text("announcer").startswith("Thumb down"), "a screen reader hears of the next step")

    def test_one_reason_is_shown_at_a_time(self):
        self.begin()
        shown = lambda: [self.text("setup-notice"), self.text("setup-miss")]
        self.calibrate("thumb_up", {"kind": "hint", "hint": "show_hand"})
        self.js(RECEIVE, "miss", MISS)
        self.assertEqual(shown(), ["", "No swipe: the hand is too far away: come closer to the camera"], "the reason wins over the hint")
        self.calibrate("thumb_up", {"kind": "hint", "hint": "raise_thumb_up"})
        self.assertEqual(shown()[0], "")
        self.calibrate("thumb_up", MISSED)
        self.assertEqual((shown()[0][:9], shown()[1]), ("2 counted", ""), "the count has the reason")
        self.js(RECEIVE, "miss", MISS)
        self.js(RECEIVE, "miss", {**MISS, "reason_code": "asleep"})
        self.assertEqual(shown()[1], "", "nobody wakes the gestures of a calibration")
        self.js(RECEIVE, "miss", MISS)
        self.calibrate("desk", seconds_left=10)
        self.js(RECEIVE, "miss", MISS)
        self.assertEqual(shown(), ["", ""], "no gesture is wanted")

    def test_the_gestures_are_counted_compared_and_applied(self):
        self.begin()
        self.wait_for_step("Show your hand")
        self.show(0, frames=5, step=200)
        for title, height in [("Thumb up", 1.1), ("Thumb down", -1.1)]:
            self.wait_for_step(title)
            for number in range(5):
                if number == 2:
                    self.show(height, step=200)
                    self.assert_accessible()
                    self.screenshot(f"setup-{title.lower().replace(' ', '-')}")
                self.gesture(height)
                if number < 4:
                    self.wait_for_text("setup-count", f"{number + 1} of 5")
        self.wait_for_step("Ten seconds")
        self.show(None, frames=5, step=1000)
        self.screenshot("setup-desk")
        self.wait_for_proposal()
        rows = self.js("return [...document.querySelectorAll('#setup-table tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        self.assertIn("daily", [row[0] for row in rows])
        self.assertEqual(rows[-1][:3], ["plain", "50 px", "0 ms"])
        self.assertTrue(all(row[3].endswith("of 10") for row in rows))
        self.assertEqual(self.text("setup-fits"), f"A trial: {rows[0][3]}", "a trace fits nobody")
        self.assertFalse(self.is_shown("setup-table"), "the table is behind Details")
        self.assertTrue(self.is_shown("setup-proposal-source"), "a trace fits nobody, and the page says so")
        self.assertIn("fit nobody", self.text("setup-proposal-source"))
        self.js("document.querySelector('#setup-details summary').click()")
        self.assertTrue(self.is_shown("setup-table"))
        self.assert_accessible()
        self.screenshot("setup-proposal")
        self.click("setup-unlock")
        self.click("setup-apply")
        self.assertIn('unlock = "double"', self.lines())
        self.screenshot("setup-apply")
        self.assertEqual(self.content(), FILE)
        self.confirm()
        self.assertIn('unlock = "double"', self.content())
        self.assertTrue(self.content().startswith("# My settings\n"))
        self.assertTrue(self.is_shown("setup-written"))
        self.assertEqual(self.done(), ["gestures", "proposal"])
        self.wait(lambda: self.status()["gesture"]["unlock"] == "double", "the daemon uses it")

    def test_a_seat_is_chosen_by_keyboard_and_pictures_are_larger_from_then_on(self):
        self.go("gestures")
        self.assertEqual(self.seat(), "desk")
        self.js("document.querySelector('#setup-seat [value=desk]').focus()")
        self.press("ARROW_DOWN")
        self.assertEqual(self.seat(), "sofa")
        self.screenshot("setup-seat")
        self.press("ENTER")
        self.show(0)
        self.click("setup-begin")
        self.wait(lambda: self.dialog("return dialog !== null"), "the page asks whether to change the size")
        self.assertIn("width = 1280", self.lines())
        self.assert_accessible()
        self.screenshot("setup-seat-size")
        self.assertEqual(self.content(), FILE)
        self.confirm()
        sized = self.content()
        self.assertTrue(sized.startswith(FILE), sized)
        self.assertIn("[expert]\nwidth = 1280\nheight = 720\n", sized, "the size is written before the gestures are shown")
        self.assertEqual(self.sent("calibrate"), 0, "a picture of that size is waited for")
        self.show(0)
        self.wait(lambda: self.is_shown("setup-cancel"), lambda: self.text("setup-gestures-problem"))
        self.assertFalse(self.is_shown("setup-seat"))
        self.show_all_gestures()
        self.assertEqual(self.text("setup-verdict"), "Keep daily unchanged. It got everything right.")
        self.assertEqual(self.text("setup-reach"), "A sofa needs pictures of 1280×720 pixels, which take more CPU time.")
        self.assert_accessible()
        self.screenshot("setup-seat-proposal")
        self.click("setup-apply")
        self.wait(lambda: "already says this" in self.dialog("return dialog.textContent"), "the size is not written twice")
        self.dialog("dialog.close()")
        self.assertEqual(self.content(), sized)
        self.open("setup")
        self.go("gestures")
        self.wait(lambda: self.seat() == "sofa", "the seat is the one that the file is for")
        self.begin()
        self.show_all_gestures()
        self.assertEqual(self.text("setup-verdict"), "Keep daily unchanged. It got everything right.")

    def test_a_stage_whose_pictures_a_sofa_has_too_stays_the_seat_that_was_chosen(self):
        self.configure(f"{FILE}[expert]\nwidth = 1280\nheight = 720\n")
        for seat in ["stage", "sofa"]:
            self.open("setup")
            self.go("gestures")
            self.js("document.querySelector(`#setup-seat [value=${arguments[0]}]`).click()", seat)
            self.open("setup")
            self.go("gestures")
            self.wait(lambda: self.seat() == seat, lambda: f"{seat}: {self.seat()}")

    def test_a_change_of_the_size_that_is_not_wanted_begins_nothing_and_one_keeps_what_the_file_says_of_the_gesture(self):
        self.configure(f"{FILE}threshold = 0.5\ndwell_ms = 200\n")
        self.open("setup")
        self.go("gestures")
        self.js("document.querySelector('#setup-seat [value=stage]').click()")
        self.show(0)
        self.click("setup-begin")
        self.wait(lambda: self.dialog("return dialog !== null"), "the page asks whether to change the size")
        lines = self.lines()
        self.assertIn("width = 1280", lines)
        self.assertFalse("Removed" in lines or "dwell_ms" in lines, lines)
        self.dialog("[...dialog.querySelectorAll('button')].at(-1).click()")
        self.wait(lambda: self.dialog("return dialog === null"), "the dialog is closed")
        self.assertEqual((self.sent("calibrate"), self.is_shown("setup-begin"), self.attribute("setup-begin", "aria-disabled")), (0, True, None))
        self.assertNotIn("width", self.content())

    def test_a_size_of_pictures_that_the_person_has_chosen_stays_and_the_proposal_claims_no_other(self):
        self.configure(f"{FILE}[expert]\nwidth = 1920\n")
        self.open("setup")
        self.go("gestures")
        self.js("document.querySelector('#setup-seat [value=sofa]').click()")
        self.begin()
        self.show_all_gestures()
        self.assertEqual(self.text("setup-verdict"), "Keep daily unchanged. It got everything right.")
        self.assertIn("another size of pictures, which stays", self.text("setup-reach"))

    def show_all_gestures(self):
        self.show(0, frames=5, step=200)
        for title, height in [("Thumb up", 1.1), ("Thumb down", -1.1)]:
            self.wait_for_step(title)
            for _ in range(5):
                self.gesture(height)
        self.wait_for_step("Ten seconds")
        self.wait_for_proposal()

    def wait_for_proposal(self):
        """Shows no hand until the proposal is shown, whose step gets no frames."""
        def is_proposed():
            self.daemon.show(None, step=1000)
            self.wait(lambda: self.is_shown("setup-proposal") or self.js(HAS_FRAME, self.daemon.frame), "the page gets the frame")
            return self.is_shown("setup-proposal")
        self.wait(is_proposed, "the proposal is shown")

    def seat(self):
        return self.js("return document.querySelector('#setup-seat :checked').value")

    def test_the_question_for_the_seat_fits_a_small_screen_in_german(self):
        speak(self, "de")
        for width, media in [(320, []), (1280, []), (1280, [("prefers-color-scheme", "dark")])]:
            set_screen(width, 800, media)
            self.open("setup")
            self.go("gestures")
            self.assertTrue(self.is_shown("setup-seat"))
            self.assertLessEqual(*self.js("const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth]"))
            self.assert_accessible()
            self.screenshot(f"setup-seat-german-{width}{'-dark' if media else ''}")

    def done(self):
        """The steps that have a tick."""
        return self.js("return [...document.querySelectorAll('#setup-steps [data-done]')].map(({ dataset }) => dataset.step)")

    def test_the_ring_and_the_dots_fill_with_each_gesture_and_a_sound_is_heard_unless_it_is_off(self):
        run_in_new_pages(self, COUNT_SOUNDS)
        for is_on in [True, False]:
            self.open("setup")
            self.go("gestures")
            if self.find("setup-sound").is_selected() != is_on:
                self.click("setup-sound")
            self.begin()
            self.show(0, frames=5, step=200)
            self.wait_for_step("Thumb up")
            self.gesture(1.1)
            self.wait_for_text("setup-count", "1 of 5")
            ring = self.js("return document.getElementById('setup-ring').style.getPropertyValue('--part')")
            self.assertEqual((float(ring), self.js("return document.querySelectorAll('#setup-dots [data-made]').length")), (0.2, 1))
            self.assertGreaterEqual(self.js("return document.querySelector('#setup-dots span').offsetWidth"), 40)
            self.assertEqual(self.js("return window.sounds > 0"), is_on)
            self.click("setup-cancel")
        self.click("setup-sound")

    def test_each_step_has_a_moving_drawing_of_its_gesture_and_a_still_one_without_motion(self):
        drawn = "return document.getElementById('setup-drawing').toDataURL()"
        self.go("gestures")
        self.assertTrue(self.is_shown("setup-drawing"))
        first = self.js(drawn)
        self.wait(lambda: self.js(drawn) != first, "it moves")
        set_screen(media=[("prefers-reduced-motion", "reduce")])
        self.open("setup")
        self.go("gestures")
        still = self.js(drawn)
        self.let_pass(1500)
        self.assertEqual(self.js(drawn), still)
        size = "return document.getElementById('setup-drawing').width"
        before = self.js(size)
        set_screen(3840, 2160, [("prefers-reduced-motion", "reduce")])
        self.wait(lambda: self.js(size) > before, "it is drawn again in its new size")

    def test_a_drawing_that_cannot_be_seen_is_not_drawn_until_it_can(self):
        run_in_new_pages(self, COUNT_DRAWINGS)
        self.open("setup")
        drawings = lambda: self.js("return window.drawings['setup-drawing'] ?? 0")
        self.go("gestures")
        for leave in [lambda: self.js("location.hash = 'home'"), lambda: self.js("location.hash = 'setup'"), lambda: self.go("camera"), lambda: self.go("gestures")]:
            leave()
            # The drawing that is on its way.
            self.let_pass(200)
            before = drawings()
            self.let_pass(600)
            if self.js("return document.getElementById('setup-drawing').checkVisibility()"):
                self.assertGreater(drawings(), before)
            else:
                self.assertEqual(drawings(), before)

    def test_the_other_thumb_is_named_and_not_counted(self):
        self.begin()
        self.show(0, frames=5, step=200)
        self.wait_for_step("Thumb up")
        self.gesture(-1.1)
        self.wait(lambda: "thumb down" in self.text("setup-notice"), lambda: self.text("setup-notice"))
        self.assertEqual(self.text("setup-count"), "0 of 5")

    def test_cancelling_and_leaving_the_view_end_it_without_a_change(self):
        for end in [lambda: self.click("setup-cancel"), lambda: self.js("location.hash = 'home'"), lambda: self.go("camera")]:
            self.open("setup")
            self.begin()
            self.show(0, frames=2)
            end()
            self.wait(lambda: self.sent("cancel_calibration") == 1, "the calibration ends")
            self.assertEqual(self.content(), FILE)

    def test_a_person_who_shows_nothing_for_a_minute_can_begin_again(self):
        self.begin()
        self.show(0)
        self.show(None, frames=31, step=2000)
        self.wait(lambda: self.text("setup-gestures-problem").startswith("No hand was seen"), lambda: self.text("setup-gestures-problem"))
        self.assertEqual(self.js("return document.activeElement.id"), "setup-begin")
        self.assert_accessible()
        self.screenshot("setup-gave-up")
        self.press("ENTER")
        self.wait(lambda: self.is_shown("setup-cancel"), "it begins again")

    def test_a_pause_interrupts_it_and_the_page_resumes(self):
        self.begin()
        self.daemon.request("pause")
        self.wait(lambda: "interrupted" in self.text("setup-gestures-problem"), lambda: self.text("setup-gestures-problem"))
        self.screenshot("setup-paused")
        self.click("problem-step")
        self.wait(lambda: not self.is_shown("problem"), "it runs again")
        self.daemon.show(0)
        self.begin()

    def test_the_end_of_the_daemon_interrupts_it(self):
        self.begin()
        self.daemon.stop()
        self.wait(lambda: "interrupted" in self.text("setup-gestures-problem"), lambda: self.text("setup-gestures-problem"))
        self.assertTrue(self.is_shown("problem"))
        self.click("setup-begin")
        self.wait(lambda: self.text("setup-gestures-problem") and "interrupted" not in self.text("setup-gestures-problem"), "the page says why it cannot begin")
        self.daemon.start()

    def test_a_file_that_cannot_be_read_stops_it_before_it_begins(self):
        self.daemon.file.write_text("[gesture]\nthreshold = \"wide\"\n")
        self.go("gestures")
        self.click("setup-begin")
        self.wait(lambda: self.is_shown("setup-gestures-problem"), "the page says why")
        self.assertIn("threshold", self.text("setup-gestures-problem"))
