"""Headless Chromium, and what the tests do with a page."""
import json
import os
import unittest
from pathlib import Path

import axe_playwright_python
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .services import OUT, PATIENCE, Server, shared_daemon, wait_until

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text()
VIEWS = ["home", "checks", "setup", "settings", "cards", "stars", "hands", "pictures"]
_driver = None


def driver():
    """The browser, which all tests share."""
    global _driver
    if _driver is None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-dev-shm-usage", "--lang=en-US"]:
            options.add_argument(argument)
        if os.geteuid() == 0:  # Chromium's sandbox refuses to run as root.
            options.add_argument("--no-sandbox")
        downloads = OUT / "downloads"
        downloads.mkdir(parents=True, exist_ok=True)
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        _driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        _driver.set_script_timeout(PATIENCE)
    return _driver


def close():
    global _driver
    if _driver is not None:
        _driver.quit()
        _driver = None


def set_screen(width=1280, height=800, media=()):
    """Sets the size of the page and its media features, such as ("prefers-color-scheme", "dark")."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver().execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver().execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value} for name, value in media]})


# Keeps the messages of the page's WebSocket in `received` and `sent`, and it in `socket`.
WATCH_MESSAGES = """
window.received = [];
window.sent = [];
window.WebSocket = class extends WebSocket {
  constructor(...values) {
    super(...values);
    window.socket = this;
    this.addEventListener("message", ({ data }) => {
      for (const line of data.split("\\n")) window.received.push(JSON.parse(line));
    });
  }
  send(data) {
    window.sent.push(JSON.parse(data));
    super.send(data);
  }
};"""


# Changes what the page is sent and what it sends: each text of the first table to the one beside it, and the second one likewise.
CHANGE_MESSAGES = """
const change = (text, table) => Object.entries(table).reduce((text, [from, to]) => text.replaceAll(from, to), text);
window.WebSocket = class extends WebSocket {
  addEventListener(name, listener) {
    super.addEventListener(name, name === "message" ? ({ data }) => listener({ data: change(data, RECEIVED) }) : listener);
  }
  send(data) {
    super.send(change(data, SENT));
  }
};"""


# Gives a page that keeps its messages one more, as the daemon sends it: its method and its params.
RECEIVE = "socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ jsonrpc: '2.0', method: arguments[0], params: arguments[1] }) }))"


# Counts how often each canvas is drawn, by its id, in `drawings`.
COUNT_DRAWINGS = """
window.drawings = {};
const { clearRect } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.clearRect = function (...values) {
  window.drawings[this.canvas.id] = (window.drawings[this.canvas.id] ?? 0) + 1;
  clearRect.apply(this, values);
};"""


def run_in_new_pages(test, script):
    """Runs a script in pages that are loaded during the test, before those of the page."""
    script = driver().execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    test.addCleanup(driver().execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", script)


def watch_messages(test):
    """Has pages that are loaded during the test keep their messages."""
    run_in_new_pages(test, WATCH_MESSAGES)


def change_messages(test, received={}, sent={}):
    """Has texts changed in what pages that are loaded during the test receive and send."""
    run_in_new_pages(test, CHANGE_MESSAGES.replace("RECEIVED", json.dumps(received)).replace("SENT", json.dumps(sent)))


# Changes members of each status that the page gets; a member that is null there stays, and one that is "missing" is left out.
CHANGE_STATUS = """
window.WebSocket = class extends WebSocket {
  addEventListener(name, listener) {
    super.addEventListener(name, name !== "message" ? listener : ({ data }) => {
      listener({ data: data.split("\\n").map((line) => {
        const message = JSON.parse(line);
        const status = message.method === "status" ? message.params : message.result?.state ? message.result : {};
        if (status.state) Object.assign(status, CHANGES);
        for (const [key, value] of Object.entries(status)) if (value === "missing") delete status[key];
        return JSON.stringify(message);
      }).join("\\n") });
    });
  }
};"""
# Answers requests to the server in its place, and keeps them in `asked`.
ANSWER_REQUESTS = """{
  const { fetch } = window;
  window.asked = [];
  window.fetch = (path, options) => {
    const request = `${options?.method ?? "GET"} ${path}`;
    const answer = ANSWERS[request];
    if (answer === undefined) return fetch(path, options);
    window.asked.push([request, options?.body ? JSON.parse(options.body) : null]);
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 }));
  };
}"""


def change_status(test, **changes):
    """Has members of the status changed in pages that are loaded during the test."""
    run_in_new_pages(test, CHANGE_STATUS.replace("CHANGES", json.dumps(changes)))


def answer_requests(test, answers):
    """Has requests of pages that are loaded during the test, such as "GET /doctor", answered in the server's place."""
    run_in_new_pages(test, ANSWER_REQUESTS.replace("ANSWERS", json.dumps(answers)))


def speak(test, *languages):
    """Has the browser prefer these languages in pages that are loaded during the test."""
    run_in_new_pages(test, f'Object.defineProperty(navigator, "languages", {{ value: {json.dumps(languages)} }});')


class PageTest(unittest.TestCase):
    """Tests of the page of one server. Each test gets the page newly loaded."""

    # The daemon's source, whether it is paused so that it makes no swipes of its own, and the view to open.
    source = "synthetic"
    paused = False
    view = "cards"
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        set_screen()
        cls.daemon = shared_daemon(cls.source, cls.paused)
        cls.serve(cls.daemon)

    @classmethod
    def serve(cls, daemon):
        cls.server = Server(daemon)
        cls.addClassCleanup(cls.server.stop)
        cls.open_server(cls.server)

    def setUp(self):
        set_screen()
        self.open(self.view)

    @staticmethod
    def open_server(server):
        """Opens the address of a new server, whose token the page then exchanges for the key."""
        driver().get(server.url)
        wait_until(lambda: "token" not in driver().current_url, "the page has the key")

    def enter(self, server):
        """Opens the page of a new server, at the view of these tests."""
        self.open_server(server)
        self.js("location.hash = arguments[0]", self.view)

    def open(self, view):
        driver().get("about:blank")
        driver().get(f"{self.server.origin}/#{view}")
        self.wait(lambda: self.attribute("state", "data-state") != "waiting" or self.paused and self.text("state-text") in ("Paused", "Pausiert"),
                  "the page is connected")

    # What a test asks and does.

    def let_pass(self, milliseconds):
        """Waits in the page until so much time has passed there."""
        driver().execute_async_script("const [milliseconds, done] = arguments; setTimeout(done, milliseconds)", milliseconds)

    def wait(self, condition, what):
        return wait_until(condition, what)

    def js(self, script, *arguments):
        return driver().execute_script(script, *arguments)

    def ask(self, path):
        """What the server answers to the page."""
        return driver().execute_async_script("const [path, done] = arguments; import('/server.js').then(({ ask }) => ask(path)).then(done)", path)

    def find(self, identifier):
        return driver().find_element(By.ID, identifier)

    def text(self, identifier):
        return self.js("return document.getElementById(arguments[0]).textContent", identifier)

    def attribute(self, identifier, name):
        return self.find(identifier).get_attribute(name)

    def is_shown(self, identifier):
        return self.find(identifier).is_displayed()

    def wait_for_text(self, identifier, text):
        self.wait(lambda: self.text(identifier) == text,
                  lambda: f"#{identifier} says '{text}', not '{self.text(identifier)}'")

    def click(self, identifier):
        self.find(identifier).click()

    def press(self, key):
        ActionChains(driver()).send_keys(getattr(Keys, key, key)).perform()

    def counts(self):
        """How many cards are rejected, kept and left."""
        return tuple(int(self.text(each)) for each in ["rejected", "kept", "left"])

    def wait_for_counts(self, *counts):
        self.wait(lambda: self.counts() == counts, lambda: f"the counts are {counts}, not {self.counts()}")

    def top_card(self):
        return driver().find_element(By.CSS_SELECTOR, '.card[data-depth="0"]')

    def assert_accessible(self):
        """Checks the rules of axe-core."""
        self.js(AXE)
        problems = driver().execute_async_script(
            # A card that flies is pale for a moment.
            "axe.run({ exclude: ['.flying'] }).then(({ violations }) => "
            "arguments[0](violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])))")
        self.assertEqual(problems, [])

    def screenshot(self, name):
        driver().save_screenshot(str(OUT / f"{name}.png"))

    def record(self, name, values):
        """Saves measurements beside the screenshots."""
        (OUT / f"{name}.json").write_text(json.dumps(values, indent=2) + "\n")
