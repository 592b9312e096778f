"""The page reconnects, and says so while it tries."""
import socket

from .browser import VIEWS, PageTest, change_messages, driver, run_in_new_pages, watch_messages
from .services import Daemon, Opened, Server

# As a browser that is set to keep nothing of a site.
BLOCK_STORAGE = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("access is denied", "SecurityError"); } });"""
IS_BLOCKED = "try { return String(localStorage); } catch ({ name }) { return name; }"


class Connection(PageTest):
    view = "cards"

    def test_the_page_waits_for_a_daemon_that_has_ended_and_goes_on_with_the_next(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        server = Server(daemon)
        self.addCleanup(server.stop)
        self.enter(server)
        self.wait(lambda: sum(self.counts()[:2]) >= 1, "a swipe moves a card")
        daemon.stop()
        self.wait(lambda: self.attribute("state", "data-state") == "lost", "the page says that the daemon is lost")
        self.assertEqual(self.text("state-text"), "swiped is not running")
        self.assertTrue(self.is_shown("problem"))
        self.screenshot("daemon-lost")
        self.wait_for_text("thumb-state", "No picture")
        sorted_before = sum(self.counts()[:2])
        daemon.start()
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the page is connected again")
        self.assertFalse(self.is_shown("problem"))
        self.wait(lambda: sum(self.counts()[:2]) > sorted_before, "the next swipe moves a card")
        self.wait(lambda: self.text("thumb-state").startswith(("Ready", "Return to rest")), "the corner is drawn again")

    def test_where_the_browser_allows_no_storage_the_page_works_as_long_as_it_is_open(self):
        run_in_new_pages(self, BLOCK_STORAGE)
        server = Server(self.daemon)
        self.addCleanup(server.stop)
        self.enter(server)
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the page is connected")
        self.assertEqual(self.js(IS_BLOCKED), "SecurityError")
        self.js("location.hash = 'setup'")
        self.js("document.querySelector('[data-step=gestures]').click()")
        self.wait(lambda: self.is_shown("setup-sound"), "the step is shown")
        self.assertTrue(self.find("setup-sound").is_selected())
        self.click("setup-sound")
        self.assertFalse(driver().execute_async_script("import('/sound.js').then(({ isSoundOn }) => arguments[0](isSoundOn()))"))

    def test_the_page_says_that_the_server_has_ended_and_what_to_do(self):
        server = Server(self.daemon)
        self.addCleanup(server.stop)
        self.enter(server)
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the page is connected")
        server.stop()
        self.wait_for_text("state-text", "The server has stopped")
        self.assertIn(f"swipectl demo --no-open --stay --socket {self.daemon.socket}", self.text("problem"), "the command that has started it")
        # Another server has another port and another key.
        self.assertNotIn("by itself", self.text("problem"))

    def test_a_page_goes_on_when_swiped_is_opened_again_at_its_address(self):
        first = Opened(self.daemon)
        self.addCleanup(first.stop)
        self.enter(first)
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the page is connected")
        first.stop()
        self.wait_for_text("state-text", "The server has stopped")
        self.assertIn("this page continues then", self.text("problem"))
        self.screenshot("server-stopped")
        second = Opened(self.daemon)
        self.addCleanup(second.stop)
        self.assertEqual(second.port, first.port)
        waiting = driver().current_window_handle
        driver().switch_to.new_window("tab")
        self.open_server(second)
        driver().close()
        driver().switch_to.window(waiting)
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the page that waited is connected")
        self.assertFalse(self.is_shown("problem"))

    def test_where_another_program_has_taken_the_address_swiped_opens_at_another_one(self):
        first = Opened(self.daemon)
        self.enter(first)
        first.stop()
        with socket.create_server(("127.0.0.1", first.port)):
            second = Opened(self.daemon)
            self.addCleanup(second.stop)
        self.assertNotEqual(second.port, first.port)

    def test_a_paused_daemon_is_named_with_its_reason(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        server = Server(daemon)
        self.addCleanup(server.stop)
        self.enter(server)
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the page is connected")
        daemon.request("pause")
        self.wait_for_text("state-text", "Paused")
        self.assertTrue(self.is_shown("problem"))
        daemon.request("resume")
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the daemon goes on")


# Has the page believe that its window is in front, or another one.
FOCUS = """
document.hasFocus = () => arguments[0];
dispatchEvent(new Event(arguments[0] ? "focus" : "blur"));"""
HIDE = """
Object.defineProperty(document, "hidden", { value: arguments[0], configurable: true });
document.dispatchEvent(new Event("visibilitychange"));"""


class Keys(PageTest):
    """A page in front suspends the keys of swipes, which would act on it."""

    paused = True

    def setUp(self):
        watch_messages(self)
        super().setUp()

    def asked(self):
        """What the page asked for about keys, in order, once all is answered."""
        requests = self.js("return window.sent.filter(({ id, method }) => id && method.endsWith('_keys'))")
        answers = self.wait(lambda: len(got := self.js(
            "return window.received.filter(({ id, result }) => result && arguments[0].includes(id))",
            [each["id"] for each in requests])) == len(requests) and [got], "the daemon answers")[0]
        self.assertEqual([each["result"]["state"] for each in answers], ["paused"] * len(requests))
        return [each["method"] for each in requests]

    def test_keys_are_suspended_while_the_page_has_the_focus_whatever_the_view(self):
        for view in VIEWS:
            self.open(view)
            self.wait(lambda: self.asked() == ["suspend_keys"], "keys are suspended")

    def test_a_person_who_works_in_another_window_has_the_keys(self):
        for script in [(FOCUS, False, True), (HIDE, True, False)]:
            self.open("cards")
            self.wait(lambda: self.asked() == ["suspend_keys"], "keys are suspended")
            self.js(*script[:2])
            self.assertEqual(self.asked(), ["suspend_keys", "resume_keys"])
            self.js(script[0], script[2])
            self.assertEqual(self.asked(), ["suspend_keys", "resume_keys", "suspend_keys"])

    def test_keys_are_suspended_again_after_a_reconnection_and_no_longer_when_the_page_has_closed(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        server = Server(daemon)
        self.addCleanup(server.stop)
        log = lambda: (daemon.folder / "log").read_text()
        self.enter(server)
        self.wait(lambda: "keys and commands are suspended" in log(), "keys are suspended")
        daemon.stop()
        daemon.start()
        self.wait(lambda: log().count("keys and commands are suspended") == 2, "keys are suspended again")
        driver().get("about:blank")
        self.wait(lambda: "no longer suspended" in log(), "the keys of swipes are pressed again")


# How many pixels of a canvas are not transparent.
DRAWN = """
const canvas = document.getElementById(arguments[0]);
return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.filter((_, index) => index % 4 === 3).some(Boolean);"""


class Stale(PageTest):
    """After a pause or the end of the daemon, the page shows nothing of before as if it were now."""

    SEEN = {
        "cards": ("thumb-state", "Ready", "corner-camera"), "hands": ("detected", "Hand detected", "live"),
        "stars": ("finger-count", "· you show", None), "settings": ("last-ten", "1 swipe", None),
    }
    UNSEEN = {"thumb-state": "No picture", "detected": "No picture", "finger-count": "· no picture", "last-ten": "No picture"}

    @classmethod
    def serve(cls, daemon):
        # Not the shared one, since it is paused and ended.
        cls.own = Daemon()
        cls.addClassCleanup(cls.own.close)
        super().serve(cls.own)

    def setUp(self):
        if self.own.process.poll() is not None:
            self.own.start()
        self.own.request("resume")
        super().setUp()

    def see(self, view):
        identifier, words, canvas = self.SEEN[view]
        self.open(view)
        self.wait(lambda: self.text(identifier).startswith(words), f"#{identifier} says '{words}'")
        if canvas:
            self.wait(lambda: self.js(DRAWN, canvas), f"{canvas} is drawn")

    def assert_cleared(self, view):
        identifier, _, canvas = self.SEEN[view]
        self.wait_for_text(identifier, self.UNSEEN[identifier])
        # What was on its way has arrived by then.
        self.js("window.waited = false; setTimeout(() => { window.waited = true; }, 700)")
        self.wait(lambda: self.js("return window.waited"), "some time passes")
        self.assertEqual(self.text(identifier), self.UNSEEN[identifier])
        if canvas:
            self.assertFalse(self.js(DRAWN, canvas))
        if view == "hands":
            self.assertEqual({self.text(each) for each in ["which", "confidence", "rate", "latency"]}, {"–"})

    def test_each_view_is_cleared_by_a_pause(self):
        for view in self.SEEN:
            with self.subTest(view=view):
                self.own.request("resume")
                self.see(view)
                self.own.request("pause")
                self.assert_cleared(view)
                self.screenshot(f"{view}-paused")

    def test_each_view_is_cleared_by_the_end_of_the_daemon(self):
        for view in self.SEEN:
            with self.subTest(view=view):
                if self.own.process.poll() is not None:
                    self.own.start()
                self.see(view)
                self.own.stop()
                self.assert_cleared(view)

    def test_a_view_that_was_left_before_a_pause_is_cleared_when_it_is_shown_again(self):
        for view in self.SEEN:
            with self.subTest(view=view):
                self.own.request("resume")
                self.see(view)
                self.js("location.hash = '#pictures'")
                self.own.request("pause")
                self.wait_for_text("state-text", "Paused")
                self.js("location.hash = arguments[0]", f"#{view}")
                self.wait(lambda: self.is_shown(f"view-{view}"), "the view is shown")
                self.assert_cleared(view)

    def test_a_page_that_was_hidden_shows_nothing_of_before(self):
        watch_messages(self)
        self.see("cards")
        self.js(HIDE, True)
        # One that was on its way.
        frame = "JSON.stringify(received.findLast(({ method }) => method === 'frame'))"
        self.js(f"socket.dispatchEvent(new MessageEvent('message', {{ data: {frame} }}))")
        self.assertEqual(self.text("thumb-state"), "No picture")
        self.assertFalse(self.js(DRAWN, "corner-camera"))

    def test_frames_and_previews_that_come_after_the_status_are_not_shown(self):
        late = driver().execute_async_script("""
          const done = arguments[0];
          import("/live-picture.js").then(async ({ LivePicture }) => {
            const canvas = new OffscreenCanvas(64, 48);
            canvas.getContext("2d").fillRect(0, 0, 64, 48);
            const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer());
            const jpeg = btoa(String.fromCharCode(...bytes));
            const connection = new EventTarget();
            const send = (name, detail) => connection.dispatchEvent(new CustomEvent(name, { detail }));
            const live = new LivePicture(connection);
            const seen = () => [live.newest?.frame ?? null, live.frame?.frame ?? null, live.picture !== null];
            const settle = () => new Promise((resolve) => setTimeout(resolve, 300));
            const found = [];
            send("status", { state: "running" });
            send("frame", { frame: 1, hands: [] });
            send("preview", { frame: 1, jpeg });
            await settle();
            found.push(seen());
            // A preview that is being decoded when the pause comes, and a frame and a preview that come after it.
            send("frame", { frame: 2, hands: [] });
            send("preview", { frame: 2, jpeg });
            send("status", { state: "paused" });
            send("frame", { frame: 3, hands: [] });
            send("preview", { frame: 3, jpeg });
            await settle();
            found.push(seen());
            send("status", { state: "running" });
            send("frame", { frame: 4, hands: [] });
            found.push(seen());
            // One whose frame number comes again, of another daemon.
            send("preview", { frame: 4, jpeg });
            send("lost", { server: true, reason: "" });
            send("status", { state: "running" });
            send("frame", { frame: 4, hands: [] });
            await settle();
            found.push(seen());
            done(found);
          });""")
        self.assertEqual(late, [[1, 1, True], [None, None, False], [4, 4, False], [4, 4, False]])

    def test_a_reason_that_the_page_does_not_know_is_shown_as_it_comes_and_one_click_selects_its_command(self):
        change_messages(self, {'"reason_code":"pause_requested"': '"reason_code":"of_a_later_version"'})
        self.see("cards")
        self.own.request("pause")
        self.wait_for_text("state-text", "Paused")
        code = self.find("problem").find_element("css selector", "code")
        self.assertEqual(code.text, "swipectl resume")
        self.assertNotIn("`", self.text("problem"))
        code.click()
        self.assertEqual(self.js("return getSelection().toString()"), "swipectl resume")
        self.assert_accessible()

    def test_a_message_is_never_read_as_html(self):
        text, children = driver().execute_async_script("""
          import("/message.js").then(({ showMessage }) => {
            const element = document.createElement("p");
            showMessage(element, "a `<img src=x onerror=alert(1)>` b <b>c</b> `");
            arguments[0]([element.textContent, [...element.children].map((each) => each.outerHTML)]);
          });""")
        self.assertEqual(text, "a <img src=x onerror=alert(1)> b <b>c</b> `")
        self.assertEqual(children, ["<code>&lt;img src=x onerror=alert(1)&gt;</code>"])
