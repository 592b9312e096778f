"""The Cards view: swipes, the pointer, buttons and keys."""
import os
import re
import statistics
import time

from selenium.webdriver.common.action_chains import ActionChains

from .browser import RECEIVE, PageTest, change_messages, driver, set_screen, watch_messages

# Collects the sides to which cards fly from now on.
WATCH_FLIGHTS = """
window.flights = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    if (target.classList.contains("flying")) window.flights.push(target.classList.contains("right") ? "right" : "left");
  }
}).observe(document.getElementById("stack"), { subtree: true, attributeFilter: ["class"] });
"""
# Presses the arrow key of each swipe at once, as the daemon does where it has a keyboard.
PRESS_KEYS_OF_SWIPES = """
window.keys = 0;
new MutationObserver(() => {
  const isRight = document.getElementById("announcer").textContent.includes("kept");
  window.keys += 1;
  document.dispatchEvent(new KeyboardEvent("keydown", { key: isRight ? "ArrowRight" : "ArrowLeft" }));
}).observe(document.getElementById("announcer"), { childList: true });
"""
# Waits in the page, since questions of the test would delay it.
MEASURE_SWIPES = """
const [count, done] = arguments;
const measured = [];
new PerformanceObserver((list) => {
  measured.push(...list.getEntriesByName("swipe-to-motion").map((entry) => entry.duration));
  if (measured.length >= count) done(measured);
}).observe({ type: "measure" });
"""
SWIPES_MEASURED = 6


class CardsOfSwipes(PageTest):
    def test_cards_fly_right_left_right_left_and_the_counter_says_so(self):
        self.js(WATCH_FLIGHTS)
        flights = self.wait(lambda: len(got := self.js("return window.flights")) >= 4 and got, "four cards fly")
        self.assertIn(flights[:4], [["right", "left"] * 2, ["left", "right"] * 2])
        rejected, kept, left = self.counts()
        self.assertEqual(rejected + kept + left, 12)
        self.assertLessEqual(abs(kept - rejected), 1)
        self.assertGreaterEqual(rejected + kept, 4)
        self.assertEqual(self.text("position"), f"Card {rejected + kept + 1} of 12")

    def test_a_swipe_and_the_key_that_it_pressed_count_once(self):
        # A daemon that cannot suspend keys, since it is of an earlier version.
        change_messages(self, sent={"suspend_keys": "no_such_method"})
        self.open("cards")
        self.js(PRESS_KEYS_OF_SWIPES)
        self.wait(lambda: self.js("return window.keys") >= 2, "two swipes press keys")
        # Each comes a moment before the other. One that counted twice would stay ahead.
        self.wait(lambda: sum(self.counts()[:2]) == self.js("return window.keys"), "as many cards are sorted as keys were pressed")

    def test_the_corner_shows_the_green_line_from_wrist_to_thumb(self):
        count = """
          const canvas = document.getElementById("corner-camera");
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let green = 0;
          for (let i = 0; i < data.length; i += 4) green += data[i] === 0x2e && data[i + 1] === 0xe6 && data[i + 2] === 0x6b;
          return green;"""
        self.wait(lambda: self.js(count) > 100, "the line is drawn")
        card, corner = self.top_card().rect, self.find("corner-camera").rect
        self.assertTrue(card["x"] + card["width"] <= corner["x"] and card["y"] <= corner["y"] <= card["y"] + card["height"], "it is beside the card")
        self.wait(lambda: self.text("thumb-state").startswith("Ready"), "the thumb is ready")
        self.wait(lambda: self.text("thumb-state").startswith("Return to rest"), "the thumb must return to rest")

    def test_the_corner_says_whether_the_thumb_is_up_or_down(self):
        for side in ["up", "down"]:
            self.wait(lambda: re.fullmatch(rf"(Ready|Return to rest) · \d+ of 50 px {side}", self.text("thumb-state")), f"the thumb is {side}")

    def test_the_time_from_a_swipes_decision_to_its_cards_motion_is_measured(self):
        measured = driver().execute_async_script(MEASURE_SWIPES, SWIPES_MEASURED)
        load = os.getloadavg()[0] / os.cpu_count()
        result = {"ms": measured, "median": statistics.median(measured), "p95": percentile(measured, 95), "load_per_processor": load}
        # At most 50 ms is wanted at 95 %. It is not asserted: that would test how fast and how busy the machine is.
        self.record("swipe-to-motion", result)
        self.assertGreater(min(measured), 0)


def percentile(values, part):
    """The nearest-rank percentile."""
    return sorted(values)[max(0, -(-len(values) * part // 100) - 1)]


class CardsByHand(PageTest):
    paused = True

    def drag(self, part, milliseconds=2000):
        """Drags the card on top by a part of its width, in this time."""
        card = self.top_card().rect
        distance, steps, start = part * card["width"], 8, time.time()
        for step in range(steps + 2):
            moved = min(step, steps) / steps
            driver().execute_cdp_cmd("Input.dispatchMouseEvent", {
                "type": "mousePressed" if step == 0 else "mouseReleased" if step > steps else "mouseMoved", "button": "left",
                "buttons": 1, "clickCount": 1, "x": card["x"] + card["width"] / 2 + moved * distance,
                "y": card["y"] + card["height"] / 2, "timestamp": start + moved * milliseconds / 1000})

    def test_a_card_that_is_dragged_over_30_percent_of_its_width_is_out(self):
        self.drag(0.36)
        self.wait_for_counts(0, 1, 11)
        self.drag(-0.36)
        self.wait_for_counts(1, 1, 10)

    def test_a_card_that_is_dragged_less_and_slowly_springs_back(self):
        self.drag(0.28)
        self.wait(lambda: self.js(
            "const card = arguments[0]; return !card.getAnimations().length && getComputedStyle(card).transform === 'none'",
            self.top_card()), "the card is back")
        self.assertEqual(self.counts(), (0, 0, 12))

    def test_a_card_turns_by_20_degrees_for_its_width(self):
        card = self.top_card()
        width = card.size["width"]
        ActionChains(driver()).click_and_hold(card).move_by_offset(width // 4, 0).perform()
        degrees = self.js(
            "const matrix = new DOMMatrix(getComputedStyle(arguments[0]).transform); return Math.atan2(matrix.b, matrix.a) * 180 / Math.PI",
            card)
        ActionChains(driver()).move_by_offset(-(width // 4), 0).release().perform()
        self.assertAlmostEqual(degrees, 20 * (width // 4) / width, places=2)

    def test_a_finger_on_a_touch_screen_drags_a_card_as_well(self):
        card = self.top_card().rect
        x, y = card["x"] + card["width"] / 2, card["y"] + card["height"] / 2
        for kind, moved in [("touchStart", 0), ("touchMove", 0.1), ("touchMove", 0.2), ("touchMove", 0.4), ("touchEnd", None)]:
            points = [] if moved is None else [{"x": x + moved * card["width"], "y": y}]
            driver().execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        self.wait_for_counts(0, 1, 11)

    def test_a_card_that_is_thrown_a_short_way_is_out(self):
        self.drag(-0.2, milliseconds=160)
        self.wait_for_counts(1, 0, 11)

    def test_the_buttons_keep_reject_undo_and_reset(self):
        self.click("keep")
        self.click("reject")
        self.click("keep")
        self.wait_for_counts(1, 2, 9)
        self.assertEqual(self.text("announcer"), "Card 3 of 12: kept")
        self.click("undo")
        self.wait_for_counts(1, 1, 10)
        self.assertEqual(self.text("position"), "Card 3 of 12")
        self.click("reset")
        self.wait_for_counts(0, 0, 12)

    def test_arrow_keys_sort_cards_and_tab_and_enter_press_the_buttons(self):
        self.press("ARROW_RIGHT")
        self.press("ARROW_LEFT")
        self.press("ARROW_RIGHT")
        self.wait_for_counts(1, 2, 9)
        self.js("document.getElementById('problem-step').focus()")
        self.press("TAB")
        self.press("ENTER")
        self.wait_for_counts(2, 2, 8)

    def sort_all(self):
        for _ in range(12):
            self.press("ARROW_RIGHT")
        self.wait_for_counts(0, 12, 0)

    def test_after_the_last_card_they_are_dealt_again_by_a_button_a_key_or_a_swipe(self):
        watch_messages(self)
        self.open("cards")
        swipe = {"seq": 900, "direction": "right", "gesture": "right", "captured_ns": 9, "emitted_ns": 9, "distance": -60}
        again = [lambda: self.click("again"), lambda: self.press("ARROW_LEFT"), lambda: self.js(RECEIVE, "swipe", swipe)]
        for deal in again:
            self.sort_all()
            self.assertEqual(self.text("position"), "All 12 cards sorted")
            self.assertFalse(self.find("keep").is_enabled())
            self.assertTrue(self.is_shown("again"))
            self.assert_accessible()
            deal()
            self.wait_for_counts(0, 0, 12)
            self.assertFalse(self.is_shown("deal"))
        self.screenshot("cards-again")

    def test_the_last_card_is_taken_back(self):
        self.sort_all()
        self.click("undo")
        self.wait_for_counts(0, 11, 1)

    def test_a_thumb_that_sorts_no_card_gets_its_reason(self):
        watch_messages(self)
        self.open("cards")
        miss = {"phase": "began", "reason_code": "other_hand", "reason": "this is not the hand that swipes", "values": {}, "captured_ns": 2}
        self.js(RECEIVE, "miss", miss)
        self.assertEqual(self.text("card-miss"), "No swipe: this is not the hand that swipes")
        self.js(RECEIVE, "miss", {**miss, "phase": "ended"})
        self.wait_for_text("card-miss", "")


    def test_without_motion_a_card_fades_and_stays_where_it_is(self):
        set_screen(media=[("prefers-reduced-motion", "reduce")])
        properties = self.js("""
          const card = document.querySelector('.card[data-depth="0"]');
          document.getElementById("keep").click();
          return card.getAnimations().flatMap((animation) => animation.effect.getKeyframes()).flatMap(Object.keys);""")
        self.assertIn("opacity", properties)
        self.assertNotIn("transform", properties)
