"""The page reconnects, and says so while it tries."""
from .browser import PageTest, driver
from .services import Daemon, Server


class Connection(PageTest):
    view = "cards"

    def test_the_page_waits_for_a_daemon_that_has_ended_and_goes_on_with_the_next(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        server = Server(daemon)
        self.addCleanup(server.stop)
        driver().get(server.url)
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

    def test_the_page_says_that_the_server_has_ended_and_what_to_do(self):
        server = Server(self.daemon)
        self.addCleanup(server.stop)
        driver().get(server.url)
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the page is connected")
        server.stop()
        self.wait_for_text("state-text", "The server has stopped")
        self.assertIn("swipectl demo", self.text("problem"))

    def test_a_paused_daemon_is_named_with_its_reason(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        server = Server(daemon)
        self.addCleanup(server.stop)
        driver().get(server.url)
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the page is connected")
        daemon.request("pause")
        self.wait_for_text("state-text", "Paused")
        self.assertTrue(self.is_shown("problem"))
        daemon.request("resume")
        self.wait(lambda: self.attribute("state", "data-state") == "running", "the daemon goes on")
