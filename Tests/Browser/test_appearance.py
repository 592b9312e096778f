"""Accessibility, dark and light, small and large screens."""
import re

from .browser import VIEWS, PageTest, set_screen, speak

# The second one is what 1280 by 800 pixels are at 200 % zoom.
SCREENS = [(320, 740), (640, 400), (360, 800), (3840, 2160)]


class Appearance(PageTest):
    def test_no_view_violates_a_rule_of_axe_in_light_or_dark(self):
        for scheme in ["light", "dark"]:
            set_screen(media=[("prefers-color-scheme", scheme)])
            for view in VIEWS:
                with self.subTest(view=view, scheme=scheme):
                    self.show(view)
                    self.assert_accessible()
                    self.js("scrollTo(0, 0)")
                    self.screenshot(f"{view}-{scheme}")

    def test_nothing_is_wider_than_a_small_or_a_large_screen(self):
        for size in SCREENS:
            set_screen(*size)
            for view in VIEWS:
                with self.subTest(view=view, size=size):
                    self.show(view)
                    self.assert_fits()
                    self.screenshot(f"{view}-{size[0]}")

    def test_no_text_in_german_is_too_long_for_a_small_screen(self):
        speak(self, "de")
        for width in [320, 360, 1280]:
            set_screen(width, 800, [("prefers-color-scheme", "dark")])
            for view in VIEWS:
                with self.subTest(view=view, width=width):
                    self.open(view)
                    self.assert_fits()
                    self.screenshot(f"{view}-german-{width}")

    def test_a_layout_from_right_to_left_fits_and_has_no_problems_of_axe(self):
        for width in [320, 1280]:
            set_screen(width)
            for view in VIEWS:
                with self.subTest(view=view, width=width):
                    self.show(view)
                    self.js("document.documentElement.dir = 'rtl'")
                    self.assert_fits()
                    self.assert_accessible()
                    self.screenshot(f"{view}-rtl-{width}")

    def test_the_table_of_the_settings_fits_into_a_small_screen(self):
        for size in SCREENS:
            set_screen(*size)
            with self.subTest(size=size):
                self.show("settings")
                self.assert_fits()
                self.assertLessEqual(*self.js("const { scrollWidth, clientWidth } = document.getElementById('replays'); return [scrollWidth, clientWidth]"))
                self.assertEqual(self.js(CUT_MARKS), [])
                self.screenshot(f"tuning-replays-{size[0]}")

    def test_no_view_is_wider_than_can_be_read_on_a_very_large_screen(self):
        set_screen(3840, 2160)
        for view in VIEWS:
            with self.subTest(view=view):
                self.open(view)
                widest = self.js("return Math.max(...[...document.getElementById(`view-${arguments[0]}`).children].map((each) => each.getBoundingClientRect().width))", view)
                self.assertLessEqual(widest, 1120)

    def test_a_drawn_hand_has_a_legend_in_each_view(self):
        for view in ["home", "setup", "cards", "stars", "hands"]:
            with self.subTest(view=view):
                self.open(view)
                self.assertTrue(self.js("return [...document.querySelectorAll(`#view-${arguments[0]} [data-hand-legend] li`)].some((each) => each.checkVisibility())", view))

    def test_each_view_has_an_address_of_its_own(self):
        for view in VIEWS:
            self.open(view)
            self.assertTrue(self.is_shown(f"view-{view}"))
            # The checks belong to Home.
            self.assertEqual(self.js("return document.querySelector('nav [aria-current=page], nav [aria-current]').hash"), "#home" if view == "checks" else f"#{view}")

    def test_the_views_are_reached_by_keyboard_with_a_visible_focus(self):
        self.js("document.activeElement.blur()")
        self.press("TAB")
        self.press("TAB")
        self.assertEqual(self.js("return document.activeElement.hash"), "#setup")
        self.assertNotEqual(self.js("return getComputedStyle(document.activeElement).outlineStyle"), "none")
        self.press("ENTER")
        self.wait(lambda: self.is_shown("view-setup"), "the view is shown")

    def test_the_page_has_one_live_region_and_its_cards_are_a_carousel(self):
        self.assertEqual(self.js("return document.querySelectorAll('[aria-live], [role=alert], [role=log]').length"), 1)
        self.assertEqual(self.attribute("view-cards", "aria-roledescription"), "carousel")
        self.assertEqual(self.top_card().get_attribute("aria-roledescription"), "slide")

    def assert_fits(self):
        # A card that flies is outside for a moment.
        fits = "const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth <= clientWidth"
        self.wait(lambda: self.js(fits), "nothing is wider than the screen")
        self.assertEqual(self.js(CUT_OFF), [])

    def show(self, view):
        """Shows a view with something drawn in it."""
        self.open(view)
        drawn = {"home": "home-live", "cards": "corner-camera", "stars": "sky", "hands": "live", "settings": "plot"}.get(view)
        if drawn:
            # What is out of the window may wait.
            self.js("document.getElementById(arguments[0]).scrollIntoView({ block: 'nearest' })", drawn)
            self.wait(lambda: self.js(IS_DRAWN, drawn), f"{drawn} is drawn")
        if view == "settings":
            self.wait(lambda: re.match(r"[1-9]\d* swipe", self.text("last-ten")), "a swipe is plotted")
            self.click("compare")
            self.wait(lambda: self.is_shown("replays"), "the settings are compared")


IS_DRAWN = """
const canvas = document.getElementById(arguments[0]);
return canvas.width > 0 && canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte);"""
# Elements that reach over the edge of the screen: none may but those that scroll, and cards that fly.
CUT_OFF = """
const width = document.documentElement.clientWidth;
const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
const isScrolled = ({ parentElement: parent }) => parent !== null && (scrolls(parent) || isScrolled(parent));
return [...document.body.querySelectorAll("*")]
  .filter((element) => element.checkVisibility() && !element.closest(".card") && !isScrolled(element))
  .filter((element) => { const { left, right } = element.getBoundingClientRect(); return left < -0.5 || right > width + 0.5; })
  .map((element) => element.outerHTML.slice(0, 60));"""
# Marks of swipes that reach over the edge of their line.
CUT_MARKS = """
return [...document.querySelectorAll(".timeline span")].filter((mark) => {
  const [inner, outer] = [mark, mark.parentElement].map((element) => element.getBoundingClientRect());
  return inner.left < outer.left || inner.right > outer.right;
}).map((mark) => mark.outerHTML);"""
