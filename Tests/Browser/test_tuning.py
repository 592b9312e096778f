"""The plot beside the gesture options, the replays and traces."""
import re
import subprocess
from pathlib import Path

from .browser import COUNT_DRAWINGS, change_status, run_in_new_pages, set_screen
from .person import PersonTest
from .services import OUT, PROGRAMS, ROOT

# Keeps the times of the first frame, of the window's start and of the last frame of a replay that is asked for.
WATCH_REPLAYS = """
const { fetch } = window;
window.fetch = (address, options) => {
  const { frames, from_ns: start } = JSON.parse(options.body);
  window.replay = [frames[0].captured_ns, start, frames.at(-1).captured_ns];
  return fetch(address, options);
};"""


class Tuning(PersonTest):
    view = "settings"

    def recorded_frames(self):
        found = re.search(r"(\d+) frames", self.text("recorded"))
        return int(found[1]) if found else 0

    def test_the_settings_are_compared_on_the_last_ten_seconds(self):
        self.swipe_twice()
        self.click("compare")
        self.wait(lambda: self.is_shown("replays"), "the replays are shown")
        rows = self.js("return [...document.querySelectorAll('#replays tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        plotted = self.text("last-ten").split()[0]
        self.assertGreaterEqual(int(plotted), 2)
        self.assertEqual(rows[0][:2], ["as configured", plotted])
        self.assertEqual(rows[1][0], "profile = daily")
        self.assertIn('pose = "thumb"', [row[0] for row in rows])
        self.assert_accessible()
        self.screenshot("tuning-replays")
        self.click("compare")
        self.wait(lambda: not self.is_shown("replays"), "the plot goes on")

    def test_the_label_of_the_plot_says_whether_the_thumb_is_up_or_down(self):
        label = lambda: self.attribute("plot", "aria-label")
        self.show(0, frames=15)
        for side, height in [("up", 1.1), ("down", -1.1)]:
            self.show(height, frames=6)
            self.wait(lambda: re.match(rf"Height of the thumb: now 110 of 50 px {side}; \d+ swipe", label()), lambda: f"{side}: {label()}")

    def test_a_plot_that_is_out_of_the_window_is_not_drawn_until_it_is_seen_and_its_words_are_right(self):
        run_in_new_pages(self, COUNT_DRAWINGS)
        set_screen(1280, 500)
        self.open("settings")
        drawings = lambda: self.js("return window.drawings.plot ?? 0")
        self.swipe_twice()
        self.assertEqual(drawings(), 0)
        self.js("document.getElementById('plot').scrollIntoView({ block: 'center' })")
        self.wait(lambda: drawings() > 0, "it is drawn")
        self.js("scrollTo(0, 0)")
        # The drawing that is on its way.
        self.let_pass(200)
        before = drawings()
        self.show(0, frames=10)
        self.let_pass(200)
        self.assertEqual(drawings(), before)

    def test_a_replay_gets_the_frames_before_the_plotted_ones_and_the_time_at_which_those_begin(self):
        self.js(WATCH_REPLAYS)
        self.swipe_twice()
        self.click("compare")
        self.wait(lambda: self.is_shown("replays"), "the replays are shown")
        first, start, last = self.js("return window.replay")
        self.assertGreaterEqual(start - first, 1e9)
        self.assertGreater(last, start)

    def test_a_recorded_trace_makes_the_same_swipes_again(self):
        self.click("record")
        self.swipe_twice()
        self.wait(lambda: self.recorded_frames() > 40, "the frames are recorded")
        self.click("record")
        name = self.text("recorded").split(":")[0]
        trace = OUT / "downloads" / name
        self.wait(trace.is_file, "the trace is saved")
        replay = subprocess.run(
            [PROGRAMS / "swiped", "run", "--no-keys", "--events", "--source", f"trace:{trace}", "--socket", self.daemon.folder / "replay.sock"],
            cwd=ROOT, capture_output=True, text=True)
        recorded = [line for line in trace.read_text().splitlines() if '"method":"swipe"' in line]
        trace.unlink()
        self.assertEqual(replay.returncode, 0, replay.stderr)
        self.assertGreaterEqual(len(recorded), 2)
        self.assertEqual(replay.stdout.count('"method":"swipe"'), len(recorded), replay.stdout + replay.stderr)

    def test_a_swipe_that_was_wrong_is_kept_in_a_file_that_the_page_names(self):
        change_status(self, swipes={"left": 0, "right": 0})
        self.open("settings")
        self.assertFalse(self.is_shown("wrong"), "there is no swipe to mark")
        self.swipe_twice()
        self.click("wrong")
        kept = self.daemon.folder / "data/swiped/wrong"
        self.wait(lambda: str(kept) in self.text("wrong-result"), "the page says where the swipe is kept")
        file = Path(re.search(rf"{kept}/\S+\.jsonl\.gz", self.text("wrong-result"))[0])
        self.assertTrue(file.is_file())
        self.assertRegex(self.text("wrong-result"), r" at \d+:\d\d:\d\d\s[AP]M", "the time is written as elsewhere in the page")
        self.assertIn("A calibration avoids such a swipe", self.text("wrong-result"))
        self.wait(lambda: self.text("sensitivity-now").startswith("1 false, 2 swipes in the last ten seconds; "), lambda: self.text("sensitivity-now"))
        self.assert_accessible()
        self.screenshot("tuning-wrong")
