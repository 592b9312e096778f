"""The Stars view: as many fingers as stars."""
from .browser import PageTest, set_screen

ORANGE = """
const canvas = document.getElementById("sky");
const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
let orange = 0;
for (let i = 0; i < data.length; i += 4) orange += data[i] === 0xff && data[i + 1] === 0x95 && data[i + 2] === 0;
return orange;"""


class Stars(PageTest):
    source = "synthetic:fingers"
    view = "stars"

    def stars(self):
        return int(self.text("star-count").split()[0])

    def ask_for(self, numbers):
        """Presses "New stars" until one of these numbers of stars falls."""
        self.wait(lambda: self.stars() in numbers or self.click("new-stars"), f"one of {numbers} stars fall")
        return self.stars()

    def test_the_rendered_hand_matches_the_stars_and_new_ones_fall(self):
        count = self.ask_for(range(1, 6))
        self.wait(lambda: self.is_shown("badge"), "the hand shows as many fingers")
        self.assertEqual(self.text("badge"), str(count))
        self.screenshot("stars-matched")
        self.wait(lambda: not self.is_shown("badge") and self.stars() != count, "other stars fall")

    def test_the_fingertips_that_count_have_orange_dots(self):
        self.wait(lambda: "4 fingers" in self.text("finger-count") and self.js(ORANGE) > 4 * 150, "four dots are drawn")
        self.wait(lambda: "0 fingers" in self.text("finger-count") and self.js(ORANGE) == 0, "a fist has none")

    def test_the_number_can_be_pressed_or_typed_instead(self):
        count = self.ask_for(range(6, 11))
        self.js("document.querySelectorAll('#digits button')[arguments[0]].click()", count - 2)
        self.assertFalse(self.is_shown("badge"))
        self.press(str(count % 10))
        self.wait(lambda: self.is_shown("badge"), "the number is right")

    def test_without_motion_the_stars_lie_on_the_ground_at_once(self):
        set_screen(media=[("prefers-reduced-motion", "reduce")])
        self.click("new-stars")
        highest = """
          const canvas = document.getElementById("sky");
          const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          for (let i = 0; i < data.length; i += 4) if (data[i] === 0xff && data[i + 1] === 0xd2) return Math.floor(i / 4 / width) / canvas.height;
          return 0;"""
        self.wait(lambda: self.js(highest) > 0.6, "stars are drawn on the ground")
