"""The Pictures view: hands, bodies and faces in a photo."""
import base64
import io
import json
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from .browser import PageTest
from .services import OUT, PROGRAMS, ROOT, wait_until


def preview(daemon):
    """A picture of the rendered hand."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(daemon.socket))
        connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["preview"]}}\n')
        for line in connection.makefile("rb"):
            message = json.loads(line)
            if isinstance(message, dict) and message.get("method") == "preview":
                return Image.open(io.BytesIO(base64.b64decode(message["params"]["jpeg"])))


class Pictures(PageTest):
    view = "pictures"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        # While the hand turns, it may be hard to find in a single picture.
        cls.photo = wait_until(cls.photo_of_one_hand, "the rendered hand is found in a picture")

    @classmethod
    def photo_of_one_hand(cls):
        photo = preview(cls.daemon)
        photo.save(cls.folder / "hand.png")
        # A hand that is only just found would be lost in a copy of the picture, as the browser makes them.
        photo.save(cls.folder / "coarse.jpg", quality=40)
        return photo if all(cls.shows_one_hand(name) for name in ("hand.png", "coarse.jpg")) else None

    @classmethod
    def shows_one_hand(cls, name):
        found = subprocess.run([PROGRAMS / "landmarks", "--json", cls.folder / name], cwd=ROOT, capture_output=True, check=True)
        confidences = [hand["confidence"] for hand in json.loads(found.stdout)["hands"]]
        return len(confidences) == 1 and confidences[0] > 0.95

    def choose(self, name):
        self.find("file").send_keys(str(self.folder / name))

    def wait_for_hand(self):
        # The forearm of the rendered hand may also count as a body.
        self.wait(lambda: self.text("found").startswith("One hand"), lambda: f"one hand is found, not '{self.text('found')}'")

    def size(self):
        return self.js("const { width, height } = document.getElementById('picture'); return [width, height]")

    def downloaded(self, name):
        file = OUT / "downloads" / name
        self.wait(lambda: file.is_file() and file.stat().st_size, f"{name} is saved")
        content = file.read_bytes()
        file.unlink()
        return content

    def test_a_photo_gets_its_points_drawn_and_listed(self):
        self.choose("hand.png")
        self.wait_for_hand()
        self.assertEqual(self.size(), list(self.photo.size))
        self.assertEqual(self.js("return document.querySelectorAll('#points table:first-child tbody tr').length"), 21)
        self.assertTrue(self.is_shown("picture-legend"))
        self.assert_accessible()
        self.screenshot("pictures-hand")
        self.click("gray")
        corner = self.js("return [...document.getElementById('picture').getContext('2d').getImageData(1, 1, 1, 1).data]")
        self.assertEqual(corner, [0x6B, 0x6F, 0x76, 255])
        self.screenshot("pictures-gray")

    def test_bodies_and_faces_are_found_beside_hands(self):
        corpus = Path(os.environ.get("SWIPED_CORPUS") or ROOT.parent / "shared/corpus")
        people = corpus / "pictures/three_people.jpg"
        if not people.is_file():
            self.skipTest(f"NO CORPUS: {people} is missing; set SWIPED_CORPUS to its folder")
        shutil.copy(people, self.folder / "people.jpg")
        self.choose("people.jpg")
        self.wait_for_text("found", "One hand, 3 bodies, 3 faces")
        self.assertEqual(self.js("return document.querySelectorAll('#points table').length"), 7)
        self.assert_accessible()
        self.screenshot("pictures-people")

    def test_the_result_can_be_saved_as_png_and_as_json(self):
        self.choose("hand.png")
        self.wait_for_hand()
        self.click("save-json")
        found = json.loads(self.downloaded("hand.landmarks.json"))
        self.assertEqual((found["file"], found["width"], found["height"]), ("hand.png", *self.photo.size))
        self.assertEqual(len(found["hands"][0]["points"]), 21)
        self.click("save-png")
        self.assertEqual(Image.open(io.BytesIO(self.downloaded("hand.landmarks.png"))).size, self.photo.size)

    def test_a_photo_that_lies_on_its_side_is_turned_upright(self):
        exif = Image.Exif()
        exif[0x0112] = 6  # The top of the picture is at its right.
        self.photo.rotate(90, expand=True).save(self.folder / "turned.jpg", quality=95, exif=exif)
        self.choose("turned.jpg")
        self.wait_for_hand()
        self.assertEqual(self.size(), list(self.photo.size))

    def test_a_huge_photo_is_scaled_to_4096_pixels(self):
        self.photo.resize((5120, 3840)).save(self.folder / "huge.jpg")
        self.choose("huge.jpg")
        self.wait(lambda: self.size() == [4096, 3072], "the server has the scaled photo")
        self.assertIn("4096 × 3072", self.text("searched"))
        self.assertIn("5120 × 3840", self.text("searched"))
        self.click("save-json")
        found = json.loads(self.downloaded("huge.landmarks.json"))
        self.assertEqual((found["width"], found["height"]), (5120, 3840))
        # The wrist is where it is in the small photo, as far as the search is that exact.
        self.choose("hand.png")
        self.wait(lambda: self.size() == list(self.photo.size), "the small photo is shown")
        self.click("save-json")
        small = json.loads(self.downloaded("hand.landmarks.json"))
        for one, other in zip(found["hands"][:1], small["hands"]):
            self.assertAlmostEqual(one["points"]["wrist"]["x"] / 5120, other["points"]["wrist"]["x"] / small["width"], delta=0.02)

    def test_coordinates_are_folded(self):
        self.choose("hand.png")
        self.wait_for_hand()
        self.assertFalse(self.is_shown("points"))
        self.js("document.querySelector('#coordinates summary').click()")
        self.assertTrue(self.is_shown("points"))
        self.assert_accessible()

    def test_nothing_of_the_picture_before_stays_beside_an_error(self):
        self.choose("hand.png")
        self.wait_for_hand()
        (self.folder / "text.jpg").write_text("This is not a picture.")
        self.choose("text.jpg")
        self.wait(lambda: self.text("found").startswith("text.jpg: "), "the error names the file")
        self.assertFalse(self.is_shown("picture") or self.is_shown("coordinates"))
        self.assertFalse(self.find("save-png").is_enabled() or self.find("save-json").is_enabled())
        self.click("gray")
        self.assertFalse(self.is_shown("picture"))
        self.screenshot("pictures-error")
        self.click("gray")
        self.choose("hand.png")
        self.wait_for_hand()
        self.assertTrue(self.is_shown("picture") and self.is_shown("coordinates") and self.find("save-json").is_enabled())

    def test_a_file_that_is_no_picture_gives_a_readable_error(self):
        (self.folder / "text.jpg").write_text("This is not a picture.")
        self.choose("text.jpg")
        self.wait(lambda: self.text("found").startswith("text.jpg: "), "the error names the file")
        self.assertIn(";", self.text("found"), "the error has a fix")
        self.assertEqual(self.text("announcer"), self.text("found"))

    def test_a_picture_that_only_the_server_rejects_gives_its_error(self):
        # The browser shows what has arrived of a cut file, so the page sends it.
        cut = (self.folder / "hand.png").read_bytes()
        (self.folder / "cut.png").write_bytes(cut[:len(cut) // 2])
        self.choose("cut.png")
        self.wait(lambda: ";" in self.text("found"), "the error has a cause and a fix")
        self.choose("hand.png")
        self.wait_for_hand()
