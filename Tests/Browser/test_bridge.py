"""Pages of others get swipes from `swipectl bridge web`, if their origin was named."""
import functools
import http.server
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from .browser import driver
from .services import PATIENCE, PROGRAMS, ROOT, shared_daemon, wait_until

CLIENTS = ROOT / "Documentation/clients"

# What a page gets within a while: "refused" where the browser gives it nothing.
ATTEMPT = """
const [bridge, done] = arguments;
const events = () => new Promise((resolve) => {
  const source = new EventSource(bridge + "/events");
  source.addEventListener("swipe", ({ data, lastEventId }) => { source.close(); resolve([JSON.parse(data).direction, lastEventId]); });
  source.onerror = () => { source.close(); resolve("refused"); };
});
const socket = () => new Promise((resolve) => {
  const attempt = new WebSocket(bridge.replace("http", "ws") + "/socket");
  attempt.onmessage = ({ data }) => {
    const { method, params } = JSON.parse(data);
    if (method === "swipe") { attempt.close(); resolve(params.direction); }
  };
  attempt.onerror = () => resolve("refused");
});
const read = (options) => fetch(bridge + "/events?topics=none", options).then(
  async (response) => [response.type, response.status, Boolean((await response.json()).error)].join(" "), () => "refused");
const script = () => new Promise((resolve) => {
  const element = document.createElement("script");
  element.onload = () => resolve("loaded");
  element.onerror = () => resolve("refused");
  element.src = bridge + "/events";
  document.head.append(element);
});
Promise.all([
  events(), socket(), read({}), read({ headers: { Authorization: "Bearer x" } }), read({ credentials: "include" }), script(),
]).then(done);"""

# What a page gets for an address with a token.
ATTEMPT_WITH_TOKEN = """
const [events, socket, done] = arguments;
const source = new EventSource(events);
source.addEventListener("swipe", ({ data }) => {
  source.close();
  const attempt = new WebSocket(socket);
  attempt.onmessage = ({ data }) => { if (JSON.parse(data).method === "swipe") { attempt.close(); done("both"); } };
  attempt.onerror = () => done("no WebSocket");
});
source.onerror = () => done("no events");"""

# Stands for reveal.js, as far as the sample uses it.
DECK = """
const [address, done] = arguments;
const turned = [];
const deck = { getConfig: () => ({ swiped: address }), next: () => turned.push("next"), prev: () => turned.push("prev") };
const script = document.createElement("script");
script.src = "/reveal-swipes.js";
script.onload = () => {
  SwipedPlugin.init(deck);
  const timer = setInterval(() => { if (turned.length >= 2) { clearInterval(timer); done(turned.slice(0, 2).sort()); } }, 20);
};
document.head.append(script);"""


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Bridge:
    """`swipectl bridge web` on any free port."""

    def __init__(self, daemon, *options):
        self.process = subprocess.Popen(
            [PROGRAMS / "swipectl", "bridge", "web", "--port", "0", "--socket", daemon.socket, *options], cwd=ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", self.address), self.address

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class ForeignPages(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.daemon = shared_daemon()

    def site(self):
        """The origin of a new site, with the sample clients."""
        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=CLIENTS))
        threading.Thread(target=site.serve_forever, daemon=True).start()
        self.addCleanup(site.server_close)
        self.addCleanup(site.shutdown)
        return f"http://127.0.0.1:{site.server_port}"

    def bridge(self, *options):
        bridge = Bridge(self.daemon, *options)
        self.addCleanup(bridge.stop)
        return bridge.address

    def attempt(self, origin, bridge):
        # The list of the files, which has no script of its own.
        driver().get(origin + "/")
        return driver().execute_async_script(ATTEMPT, bridge)

    def test_a_page_whose_origin_was_named_gets_swipes_and_can_read_why_it_gets_none(self):
        origin = self.site()
        events, socket, simple, asked, credentials, script = self.attempt(origin, self.bridge("--origin", origin))
        self.assertIn(events[0], ["left", "right"])
        self.assertGreater(int(events[1]), 0)
        self.assertIn(socket, ["left", "right"])
        self.assertEqual([simple, asked], ["cors 400 true"] * 2)
        self.assertEqual(credentials, "refused", "no page needs its cookies here")
        self.assertEqual(script, "refused")

    def test_a_page_of_any_other_origin_gets_nothing(self):
        bridge = self.bridge("--origin", self.site(), "--origin", "https://slides.example")
        self.assertEqual(self.attempt(self.site(), bridge), ["refused"] * 6)

    def test_a_page_in_a_file_gets_nothing(self):
        bridge = self.bridge("--origin", self.site())
        driver().get((CLIENTS / "swipes.sh").as_uri().replace("swipes.sh", "swipes.html"))
        self.assertEqual(driver().execute_async_script(ATTEMPT, bridge), ["refused"] * 6)

    def test_a_page_gets_swipes_only_with_the_token(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        (folder / "token").write_text("0123456789abcdef")
        (folder / "token").chmod(0o600)
        origin = self.site()
        bridge = self.bridge("--origin", origin, "--token-file", folder / "token")
        driver().get(origin + "/")
        for token, answer in (("0123456789abcdef", "both"), ("0123456789abcdeg", "no events")):
            addresses = [f"{address}?token={token}" for address in (f"{bridge}/events", f"{bridge.replace('http', 'ws')}/socket")]
            self.assertEqual(driver().execute_async_script(ATTEMPT_WITH_TOKEN, *addresses), answer)

    def test_the_sample_page_shows_swipes(self):
        origin = self.site()
        page = (CLIENTS / "swipes.html").read_text()
        script = page.split("<script>")[1].split("</script>")[0].replace("http://127.0.0.1:9473", self.bridge("--origin", origin))
        driver().get(origin + "/swipes.html")
        # The sample's own address may be in use here.
        driver().execute_script(f"{{ {script} }}")
        wait_until(lambda: driver().execute_script("return document.getElementById('swipe').textContent") in "←→", "a swipe is shown")

    def test_the_sample_for_reveal_turns_slides(self):
        origin = self.site()
        address = self.bridge("--origin", origin) + "/events?topics=swipe,status"
        driver().get(origin + "/")
        self.assertEqual(driver().execute_async_script(DECK, address), ["next", "prev"])
