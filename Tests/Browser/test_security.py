"""Attacks that need a browser. The others are in Tests/DemoTests."""
import http.server
import pathlib
import tempfile
import threading

from selenium.webdriver.support.ui import WebDriverWait

from .browser import VIEWS, PageTest, driver
from .services import Server

# What a page of another origin gets from the server, in the browser that has the user's own page.
ATTACK = """
const [origin, done] = arguments;
const read = (path, options) => fetch(origin + path, { credentials: "include", ...options }).then(
  async (response) => [response.type, response.status, await response.text()].join(" "), () => "refused");
const socket = () => new Promise((resolve) => {
  const attempt = new WebSocket(origin.replace("http", "ws") + "/socket");
  attempt.onopen = () => resolve("open");
  attempt.onerror = () => resolve("refused");
});
const picture = () => new Promise((resolve) => {
  const image = new Image();
  image.onload = () => resolve("loaded");
  image.onerror = () => resolve("refused");
  image.src = origin + "/icon.svg";
});
const frame = () => new Promise((resolve) => {
  const element = document.createElement("iframe");
  element.onload = () => { try { resolve(element.contentDocument ? "own" : "foreign"); } catch { resolve("foreign"); } };
  element.src = origin + "/";
  document.body.append(element);
});
Promise.all([
  read("/"), read("/deck/0"), read("/replay", { method: "POST", body: '{"frames":[]}' }),
  read("/pictures", { method: "POST", mode: "no-cors", body: "x" }), socket(), picture(), frame(),
]).then(done);"""


class StrangePage(http.server.BaseHTTPRequestHandler):
    # What browsers have sent.
    heads = []

    def do_GET(self):
        self.heads.append(str(self.headers))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Another site</title><body></body>")

    def log_message(self, *arguments):
        pass


class Attacks(PageTest):
    paused = True

    def other_site(self):
        """The address of a page on another port: the same site, to which browsers send the same cookies, but another origin."""
        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), StrangePage)
        threading.Thread(target=site.serve_forever, daemon=True).start()
        self.addCleanup(site.server_close)
        self.addCleanup(site.shutdown)
        return f"http://127.0.0.1:{site.server_port}/"

    def test_a_page_of_another_origin_can_neither_read_nor_write_nor_connect(self):
        driver().get(self.other_site())
        page, card, replay, picture, socket, image, frame = driver().execute_async_script(ATTACK, self.server.origin)
        self.assertEqual([page, card, replay], ["refused"] * 3)
        # The browser hides the response to a request without CORS; the server's own tests show that it is 403.
        self.assertIn(picture, ["opaque 0 ", "refused"])
        self.assertEqual([socket, image], ["refused"] * 2)
        self.assertEqual(frame, "foreign")

    def test_the_page_cannot_be_framed(self):
        driver().get(self.other_site())
        driver().execute_async_script(ATTACK, self.server.origin)
        driver().switch_to.frame(0)
        self.addCleanup(driver().switch_to.default_content)
        self.assertEqual(self.js("return document.querySelectorAll('nav a').length"), 0)

    def test_the_token_works_once_and_is_not_in_the_address(self):
        server = Server(self.daemon)
        self.addCleanup(server.stop)
        self.open_server(server)
        self.assertEqual(driver().current_url.split("#")[0], f"{server.origin}/")
        self.js("localStorage.clear()")
        driver().get(server.url)
        self.assert_refused()

    def assert_refused(self):
        """The page shows nothing but how to open it."""
        self.wait(lambda: self.is_shown("stranger"), "the page is refused")
        self.assertIn(f"swipectl demo --no-open --stay --socket {self.daemon.socket}", self.text("stranger-text"), "the command that has started it")
        self.assertEqual(self.js("return [...document.querySelectorAll('header > *')].map(({ className }) => className)"), ["brand"])
        self.assertEqual(self.js("return document.querySelectorAll('nav a').length"), 0)
        self.assert_accessible()

    def test_nothing_of_the_page_goes_to_another_port_of_this_machine(self):
        key = self.js("return localStorage.getItem('key')")
        self.assertGreaterEqual(len(key), 32)
        StrangePage.heads.clear()
        driver().get(self.other_site())
        self.assertIsNone(self.js("return localStorage.getItem('key')"))
        self.assertEqual(driver().get_cookies(), [])
        self.assertEqual([head for head in StrangePage.heads if key in head or "cookie" in head.lower()], [])

    def test_the_page_is_there_again_after_a_reload_in_another_tab_and_on_the_way_back(self):
        self.open("home")
        first = driver().current_window_handle
        self.addCleanup(driver().switch_to.window, first)
        connected = lambda: self.wait(lambda: self.text("state-text") == "Paused", "the page is connected")
        driver().refresh()
        connected()
        driver().get(self.other_site())
        driver().back()
        connected()
        driver().switch_to.new_window("tab")
        self.addCleanup(driver().close)
        driver().get(f"{self.server.origin}/#settings")
        connected()

    def test_a_page_of_an_earlier_server_says_so_and_goes_on_when_the_new_one_is_opened(self):
        earlier = Server(self.daemon)
        self.addCleanup(earlier.stop)
        self.enter(earlier)
        self.wait(lambda: self.text("state-text") == "Paused", "the page is connected")
        earlier.stop()
        server = Server(self.daemon, "--port", earlier.port)
        self.addCleanup(server.stop)
        self.wait(lambda: "Another server" in self.text("problem-text"), "the page says that the server is another one")
        first = driver().current_window_handle
        driver().switch_to.new_window("tab")
        self.enter(server)
        driver().close()
        driver().switch_to.window(first)
        self.wait(lambda: self.text("state-text") == "Paused", "the page is connected again")

    def test_the_file_that_the_browser_is_given_leads_to_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            opener, given = pathlib.Path(folder, "xdg-open"), pathlib.Path(folder, "given")
            opener.write_text(f'#!/bin/sh\necho "$1" >{given}.new && mv {given}.new {given}\n')
            opener.chmod(0o700)
            server = Server(self.daemon, opener=folder)
            self.addCleanup(server.stop)
            WebDriverWait(driver(), 30).until(lambda _: given.exists())
            driver().get(given.read_text().strip())
        WebDriverWait(driver(), 30).until(lambda browser: browser.current_url.split("#")[0] == f"{server.origin}/")
        self.assertGreaterEqual(self.js("return document.querySelectorAll('nav a').length"), len(VIEWS))

    def test_without_the_key_there_is_no_page(self):
        server = Server(self.daemon)
        self.addCleanup(server.stop)
        driver().get(server.origin)
        self.assert_refused()

    def test_inline_scripts_styles_and_strangers_code_do_not_run(self):
        blocked = driver().execute_async_script("""
          const [strange, done] = arguments;
          const blocked = [];
          document.addEventListener("securitypolicyviolation", (event) => {
            blocked.push(event.effectiveDirective);
            if (blocked.length === 4) done(blocked.sort());
          });
          const script = document.createElement("script");
          script.textContent = "window.attacked = true";
          const foreign = document.createElement("script");
          foreign.src = strange;
          const style = document.createElement("style");
          style.textContent = "body { display: none }";
          document.head.append(script, foreign, style);
          fetch(strange).catch(() => {});""", self.other_site())
        self.assertEqual(blocked, ["connect-src", "script-src-elem", "script-src-elem", "style-src-elem"])
        self.assertIsNone(self.js("return window.attacked ?? null"))

    def test_the_page_itself_violates_no_policy(self):
        driver().get_log("browser")
        for view in VIEWS:
            self.open(view)
        self.assertEqual([entry["message"] for entry in driver().get_log("browser") if entry["level"] == "SEVERE"], [])
