"""`--deck FOLDER`: a folder of photos is sorted, and the results are files beside it."""
import json
import shutil
import tempfile
from pathlib import Path

from PIL import Image

from .browser import PageTest, driver
from .services import Server

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
        driver().get(self.server.url)
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


class FolderSortedByHand(DeckTest):
    def test_swipes_write_the_results(self):
        self.wait(lambda: sum(self.counts()[:2]) >= 2, "two swipes sort two photos")
        chosen = sum(self.counts()[:2])
        self.wait(lambda: len(self.results()[0]) >= chosen, "the results have them")
