"""`--deck FOLDER`: a folder of photos is sorted, and the results are files beside it."""
import json
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from .browser import PageTest, answer_requests, change_messages, driver, run_in_new_pages, set_screen, speak
from .services import PROGRAMS, Server

COLORS = ["red", "green", "blue", "orange", "purple", "teal"]


class DeckTest(PageTest):
    """Each test sorts a folder of its own."""

    @classmethod
    def setUpClass(cls):
        cls.parent = Path(tempfile.mkdtemp(prefix="swiped-deck-"))
        cls.addClassCleanup(shutil.rmtree, cls.parent)
        super().setUpClass()

    def setUp(self):
        self.deck = self.parent / self.id().rsplit(".", 1)[1] / "photos"
        self.deck.mkdir(parents=True)
        for number, color in enumerate(COLORS):
            Image.new("RGB", (320, 240), color).save(self.deck / f"{number}-{color}.jpg")
        self.server = None
        self.open_deck()

    def open_deck(self):
        """Sorts the folder with a new server. Only one at a time does."""
        if self.server:
            self.server.stop()
        self.server = Server(self.daemon, "--deck", str(self.deck))
        self.addCleanup(self.server.stop)
        self.enter(self.server)
        self.wait(lambda: self.text("cards-title") == "photos", "the page shows the folder")

    def results(self):
        choices = json.loads(self.deck.with_name(f"{self.deck.name}.swiped.json").read_text())
        lines = self.deck.with_name(f"{self.deck.name}.swiped.txt").read_text().splitlines()
        return {card["file"]: card["choice"] for card in choices["cards"] if card["choice"]}, lines

    def wait_for_results(self, expected):
        def written():
            try:
                choices, lines = self.results()
                return choices == expected and lines == [f"{choice}\t{file}" for file, choice in expected.items()]
            except FileNotFoundError:
                return False

        self.wait(written, f"both files have {expected}")


class FolderOfPhotos(DeckTest):
    paused = True

    def test_each_choice_is_in_both_result_files_at_once_and_nothing_is_moved(self):
        before = sorted(self.deck.iterdir())
        self.press("ARROW_RIGHT")
        self.wait_for_results({"0-red.jpg": "keep"})
        self.press("ARROW_LEFT")
        self.wait_for_results({"0-red.jpg": "keep", "1-green.jpg": "reject"})
        self.assertEqual(sorted(self.deck.iterdir()), before)
        self.screenshot("deck")
        for name in [".swiped.json", ".swiped.txt"]:
            self.assertIn(self.deck.name + name, self.text("results"))

    def test_undo_takes_the_choice_back_on_disk(self):
        self.click("keep")
        self.wait_for_results({"0-red.jpg": "keep"})
        self.click("undo")
        self.wait_for_results({})
        self.assertEqual(self.text("position"), "Card 1 of 6")

    def test_sorting_continues_after_a_new_start(self):
        self.click("keep")
        self.click("reject")
        self.wait_for_results({"0-red.jpg": "keep", "1-green.jpg": "reject"})
        self.open_deck()
        self.wait_for_counts(1, 1, 4)
        self.assertEqual(self.text("position"), "Card 3 of 6")
        self.click("undo")
        self.wait_for_results({"0-red.jpg": "keep"})

    def start_again(self, *arguments):
        """The page waits for the next server at its address."""
        self.server.stop()
        self.server = Server(self.daemon, *arguments, "--port", self.server.port)
        self.addCleanup(self.server.stop)
        waiting = driver().current_window_handle
        driver().switch_to.new_window("tab")
        self.open_server(self.server)
        driver().close()
        driver().switch_to.window(waiting)

    def test_a_page_that_waited_knows_the_files_that_have_come(self):
        shutil.copy(self.deck / "5-teal.jpg", self.deck / "00-new.jpg")
        (self.deck / "5-teal.jpg").unlink()
        self.start_again("--deck", str(self.deck))
        self.wait(lambda: "00-new.jpg" in self.js("return document.querySelector('.card[data-depth=\"0\"]').textContent"), "the first file is on top")
        self.click("keep")
        self.wait_for_results({"00-new.jpg": "keep"})

    def test_a_page_that_waited_shows_its_own_cards_where_the_next_server_sorts_nothing(self):
        self.start_again()
        self.wait(lambda: self.text("cards-title") != "photos", "the folder is gone")
        self.assertEqual(self.js("return document.querySelectorAll('.card.photo').length"), 0)

    def test_a_photo_that_is_put_back_is_shown_when_it_is_on_top(self):
        (self.deck / "2-blue.jpg").rename(self.deck.with_name("away"))
        driver().refresh()
        self.wait(lambda: self.js("return document.querySelector('.card[data-depth=\"2\"][data-failed]') !== null"), "the third card says why")
        self.deck.with_name("away").rename(self.deck / "2-blue.jpg")
        self.click("keep")
        self.click("keep")
        self.wait(lambda: self.js("return document.querySelector('.card[data-depth=\"0\"] img')?.naturalWidth") == 320, "the photo is shown")

    def test_what_an_editor_has_changed_in_the_choices_is_on_the_page(self):
        self.click("keep")
        self.wait_for_results({"0-red.jpg": "keep"})
        file = self.deck.with_name("photos.swiped.json")
        file.write_text(file.read_text().replace("keep", "reject"))
        self.click("reject")
        self.wait_for_counts(2, 0, 4)
        self.click("undo")
        self.wait_for_results({"0-red.jpg": "reject"})

    def test_a_page_that_waited_shows_the_folder_of_the_next_server_at_its_address(self):
        other = self.deck.with_name("others")
        shutil.copytree(self.deck, other)
        self.start_again("--deck", str(other))
        self.wait_for_text("cards-title", "others")
        self.deck = other
        self.click("keep")
        self.wait_for_results({"0-red.jpg": "keep"})

    def test_what_one_page_chooses_another_page_of_the_folder_shows(self):
        first = driver().current_window_handle
        driver().switch_to.new_window("tab")
        self.open_server(self.server)
        self.wait(lambda: self.text("cards-title") == "photos", "the page shows the folder")
        self.click("keep")
        self.click("reject")
        second = driver().current_window_handle
        driver().switch_to.window(first)
        self.wait_for_counts(1, 1, 4)
        driver().switch_to.window(second)
        driver().close()
        driver().switch_to.window(first)
        self.click("keep")
        self.wait_for_results({"0-red.jpg": "keep", "1-green.jpg": "reject", "2-blue.jpg": "keep"})

    def test_only_the_photo_on_top_and_the_next_two_are_loaded(self):
        self.wait(lambda: self.js("return [...document.querySelectorAll('.card img')].every((image) => image.naturalWidth === 320)"),
                  "the photos are shown")
        loaded = self.js("return performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => /\\/deck\\//.test(name))")
        self.assertEqual([name.rsplit("/", 1)[1] for name in loaded], ["0", "1", "2"])

    def test_a_file_that_is_no_photo_is_a_card_that_says_so(self):
        (self.deck / "0-red.jpg").write_bytes(b"not a photo")
        self.open_deck()
        self.wait(lambda: ";" in self.js("return document.querySelector('.card[data-depth=\"0\"]').textContent"),
                  "the card has the cause and the fix")
        self.screenshot("deck-damaged-photo")
        self.press("ARROW_LEFT")
        self.wait_for_results({"0-red.jpg": "reject"})

    def test_a_choice_that_cannot_be_saved_comes_back_with_the_reason(self):
        # A folder in its place cannot be replaced by a file.
        self.deck.with_name(f"{self.deck.name}.swiped.txt").mkdir()
        self.deck.with_name(f"{self.deck.name}.swiped.txt").joinpath("file").touch()
        self.press("ARROW_RIGHT")
        self.wait(lambda: self.text("results").startswith("Not saved: "), "the error is shown")
        self.wait_for_counts(0, 0, 6)
        self.screenshot("deck-not-saved")

    def test_an_undo_that_cannot_be_saved_is_taken_back_with_the_reason(self):
        self.press("ARROW_RIGHT")
        self.wait_for_results({"0-red.jpg": "keep"})
        text = self.deck.with_name(f"{self.deck.name}.swiped.txt")
        text.unlink()
        text.mkdir()
        text.joinpath("file").touch()
        self.click("undo")
        self.wait(lambda: self.text("results").startswith("Not saved: "), "the error is shown")
        self.wait_for_counts(0, 1, 5)
        self.assertEqual(self.text("position"), "Card 2 of 6")
        text.joinpath("file").unlink()
        text.rmdir()
        self.click("undo")
        self.wait_for_results({})


class FinishedFolder(DeckTest):
    paused = True

    def names(self, choice):
        return self.js("return [...document.querySelectorAll(`#${arguments[0]}-names li`)].map((each) => each.textContent)", choice)

    def sort(self, *keys):
        for count, key in enumerate(keys, 1):
            self.press(f"ARROW_{key}")
            self.wait(lambda: sum(self.counts()[:2]) == count, f"{count} photos are sorted")

    def test_when_all_are_sorted_the_page_lists_the_names_and_the_command_copies_the_kept_ones(self):
        self.assertFalse(self.is_shown("finished"))
        self.sort("RIGHT", "LEFT", "RIGHT", "RIGHT", "LEFT")
        self.assertFalse(self.is_shown("finished"))
        self.sort_last()
        self.assertEqual(self.names("kept"), ["0-red.jpg", "2-blue.jpg", "3-orange.jpg", "5-teal.jpg"])
        self.assertEqual(self.names("rejected"), ["1-green.jpg", "4-purple.jpg"])
        self.wait(lambda: not self.js("return document.querySelectorAll('.card').length"), "the last cards are gone")
        self.assert_accessible()
        for scheme in ["light", "dark"]:
            for width, height in [(1280, 800), (390, 844)]:
                set_screen(width, height, [("prefers-color-scheme", scheme)])
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width)
                self.screenshot(f"deck-finished-{scheme}-{width}")
        set_screen()
        self.wait_for_results({f"{n}-{c}.jpg": "reject" if n in (1, 4) else "keep" for n, c in enumerate(COLORS)})
        program, *words = shlex.split(self.text("copy-command"))
        self.assertEqual(program, "swipectl")
        subprocess.run([PROGRAMS / program, *words], check=True, capture_output=True, cwd="/")
        self.assertEqual(sorted(path.name for path in self.deck.with_name("photos.kept").iterdir()), self.names("kept"))

    def sort_last(self):
        self.press("ARROW_RIGHT")
        self.wait(lambda: self.is_shown("finished"), "the end of the folder is shown")
        self.assertEqual(self.text("position"), "All 6 cards sorted")

    def test_a_button_copies_the_kept_photos_beside_the_folder(self):
        self.sort("RIGHT", "LEFT", "RIGHT", "RIGHT", "LEFT")
        self.sort_last()
        self.click("copy-files")
        kept = self.deck.with_name("photos.kept")
        self.wait_for_text("copied", f"4 photos are in {kept}.")
        self.assertEqual(sorted(path.name for path in kept.iterdir()), self.names("kept"))
        self.assertEqual(self.text("announcer"), self.text("copied"))
        self.assert_accessible()

    def test_photos_that_are_not_copied_are_named_in_the_language_of_the_page(self):
        problem = {"error": "/kept/3-blue.jpg: is there already", "facts": [{"code": "photo_taken", "values": {"file": "/kept/3-blue.jpg"}}]}
        answer_requests(self, {"POST /deck-copy": {"body": {"folder": "/kept", "copied": 1, "present": 0, "problems": [problem]}}})
        speak(self, "de")
        self.open("cards")
        self.js("document.getElementById('copy-files').click()")
        self.wait_for_text("copy-problems", "/kept/3-blue.jpg gibt es schon, mit anderem Inhalt: Benennen Sie diese Datei um.")
        self.assertEqual(self.text("copied"), "1 Foto ist in /kept.")

    def test_the_command_is_copied_to_the_clipboard(self):
        driver().execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"], "origin": self.server.origin})
        self.sort("RIGHT", "LEFT", "RIGHT", "RIGHT", "LEFT")
        self.sort_last()
        self.js("document.querySelector('#copy-kept summary').click()")
        self.click("copy")
        self.wait_for_text("copy", "Copied")
        copied = driver().execute_async_script("navigator.clipboard.readText().then(arguments[0], (error) => arguments[0](`${error}`))")
        self.assertEqual(copied, self.text("copy-command"))

    def test_without_a_clipboard_the_command_is_selected(self):
        self.sort("RIGHT", "LEFT", "RIGHT", "RIGHT", "LEFT")
        self.sort_last()
        self.js("navigator.clipboard.writeText = () => Promise.reject(new Error())")
        self.js("document.querySelector('#copy-kept summary').click()")
        self.click("copy")
        self.wait(lambda: self.js("return getSelection().toString()") == self.text("copy-command"), "the command is selected")

    def test_undo_brings_the_last_photo_back_and_sorting_it_again_ends_the_folder_again(self):
        self.sort("LEFT", "LEFT", "LEFT", "LEFT", "LEFT")
        self.sort_last()
        self.click("undo")
        self.wait(lambda: not self.is_shown("finished"), "the cards are back")
        self.assertEqual(self.text("position"), "Card 6 of 6")
        self.wait_for_results({f"{n}-{c}.jpg": "reject" for n, c in enumerate(COLORS[:5])})
        self.press("ARROW_LEFT")
        self.wait(lambda: self.is_shown("finished"), "the end of the folder is shown")
        # Nothing is kept, so that there is nothing to copy.
        self.assertFalse(self.is_shown("copy-kept") or self.is_shown("kept-files"))
        self.assertEqual(self.counts(), (6, 0, 0))

    def test_a_folder_that_was_sorted_before_shows_its_end_at_once(self):
        self.sort("RIGHT", "LEFT", "RIGHT", "RIGHT", "LEFT")
        self.sort_last()
        self.wait(lambda: len(self.results()[0]) == 6, "all is saved")
        self.open_deck()
        self.wait(lambda: self.is_shown("finished"), "the end of the folder is shown")
        self.assertEqual(len(self.names("kept")), 4)

    def test_thousands_of_names_are_listed_and_the_pause_for_them_is_measured(self):
        count = 8000
        for number in range(count):
            (self.deck / f"many-{number}.jpg").write_bytes(b"\xff\xd8\xff")
        cards = [{"file": f"many-{number}.jpg", "choice": "keep"} for number in range(count)]
        cards += [{"file": f"{number}-{color}.jpg", "choice": "reject"} for number, color in enumerate(COLORS[1:], 1)]
        self.deck.with_name("photos.swiped.json").write_text(json.dumps({"folder": str(self.deck), "cards": cards}))
        self.open_deck()
        self.wait_for_counts(len(COLORS) - 1, count, 1)
        pause = driver().execute_async_script("""
          const start = performance.now();
          document.getElementById("keep").click();
          requestAnimationFrame(() => requestAnimationFrame(() => arguments[0](performance.now() - start)));""")
        self.record("deck-finished", {"names": count, "ms": pause})
        self.assertEqual(len(self.names("kept")), count + 1)
        self.screenshot("deck-finished-many")


# Counts swipes, and presses the arrow key of each before it comes to the page or after it, as a daemon with a keyboard does.
WATCH_SWIPES = """
window.swipes = 0;
const { when, isSuspended } = OPTIONS;
window.WebSocket = class extends WebSocket {
  addEventListener(name, listener) {
    super.addEventListener(name, (event) => {
      // A swipe is the last line of its message.
      const { method, params } = event.data ? JSON.parse(event.data.split("\\n").at(-1)) : {};
      const press = (order) => {
        if (method !== "swipe" || order !== when) return;
        document.dispatchEvent(new KeyboardEvent("keydown", { key: params.direction === "right" ? "ArrowRight" : "ArrowLeft" }));
      };
      press("before");
      listener(event);
      press("after");
      if (method === "swipe") window.swipes += 1;
    });
  }
  send(data) {
    // A daemon of an earlier version has no such method.
    super.send(isSuspended ? data : data.replace("suspend_keys", "no_such_method"));
  }
};"""


class FolderBeforeTheRenderedHand(DeckTest):
    """Swipes that are no person's decide nothing about a person's photos."""

    def watch_swipes(self, **options):
        run_in_new_pages(self, WATCH_SWIPES.replace("OPTIONS", json.dumps(options)))

    def saved(self):
        return self.results()[0] if self.deck.with_name("photos.swiped.json").exists() else {}

    def test_its_swipes_are_shown_and_decide_nothing(self):
        # A key near a swipe could be its own; while keys are suspended it is the person's.
        self.watch_swipes(isSuspended=True)
        self.open("cards")
        self.wait(lambda: self.text("thumb-state").startswith("Return to rest"), "the thumb is shown")
        self.wait(lambda: self.js("return window.swipes") >= 2, "two swipes come")
        self.assertEqual((self.counts(), self.saved()), ((0, 0, 6), {}))
        self.assertIn("the rendered hand decide nothing", self.text("cards-hint"))
        self.assert_accessible()
        self.screenshot("deck-rendered-hand")
        self.press("ARROW_RIGHT")
        self.wait_for_results({"0-red.jpg": "keep"})

    def test_a_key_that_comes_before_its_swipe_decides_nothing(self):
        self.check_keys("before")

    def test_a_key_that_comes_after_its_swipe_decides_nothing(self):
        self.check_keys("after")

    def check_keys(self, when):
        self.watch_swipes(when=when, isSuspended=False)
        self.open("cards")
        self.wait(lambda: self.js("return window.swipes") >= 2, "two swipes come")
        self.wait_for_counts(0, 0, 6)
        self.wait(lambda: self.saved() == {}, "nothing is saved")

    def test_while_keys_are_suspended_each_key_is_the_persons(self):
        self.watch_swipes(when="after", isSuspended=True)
        self.open("cards")
        self.wait(lambda: sum(self.counts()[:2]) >= 1, "a key that comes with a swipe sorts a photo")


class FolderSortedByCamera(DeckTest):
    def setUp(self):
        change_messages(self, {'"source":"synthetic"': '"source":"auto"'})
        super().setUp()

    def test_swipes_write_the_results(self):
        self.wait(lambda: sum(self.counts()[:2]) >= 2, "two swipes sort two photos")
        chosen = sum(self.counts()[:2])
        self.wait(lambda: len(self.results()[0]) >= chosen, "the results have them")
        self.assertIn("Thumb up keeps", self.text("cards-hint"))
