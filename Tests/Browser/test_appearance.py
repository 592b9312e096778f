"""Accessibility, dark and light, small and large screens."""
from .browser import VIEWS, PageTest, set_screen

SMALL, LARGE = (360, 740), (3840, 2160)


class Appearance(PageTest):
    def test_no_view_violates_a_rule_of_axe_in_light_or_dark(self):
        for scheme in ["light", "dark"]:
            set_screen(media=[("prefers-color-scheme", scheme)])
            for view in VIEWS:
                with self.subTest(view=view, scheme=scheme):
                    self.show(view)
                    self.assert_accessible()
                    self.screenshot(f"{view}-{scheme}")

    def test_no_view_is_wider_than_a_small_or_a_large_screen(self):
        for size in [SMALL, LARGE]:
            set_screen(*size)
            for view in VIEWS:
                with self.subTest(view=view, size=size):
                    self.show(view)
                    self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), size[0])
                    self.assertEqual(self.js(CUT_OFF), [])
                    self.screenshot(f"{view}-{size[0]}")

    def test_each_view_has_an_address_of_its_own(self):
        for view in VIEWS:
            self.open(view)
            self.assertTrue(self.is_shown(f"view-{view}"))
            self.assertEqual(self.js("return document.querySelector('nav [aria-current=page]').hash"), f"#{view}")

    def test_the_views_are_reached_by_keyboard_with_a_visible_focus(self):
        self.js("document.activeElement.blur()")
        self.press("TAB")
        self.press("TAB")
        self.assertEqual(self.js("return document.activeElement.hash"), "#stars")
        self.assertNotEqual(self.js("return getComputedStyle(document.activeElement).outlineStyle"), "none")
        self.press("ENTER")
        self.wait(lambda: self.is_shown("view-stars"), "the view is shown")

    def test_the_page_has_one_live_region_and_its_cards_are_a_carousel(self):
        self.assertEqual(self.js("return document.querySelectorAll('[aria-live], [role=alert], [role=log]').length"), 1)
        self.assertEqual(self.attribute("view-cards", "aria-roledescription"), "carousel")
        self.assertEqual(self.top_card().get_attribute("aria-roledescription"), "slide")

    def show(self, view):
        """Shows a view with something drawn in it."""
        self.open(view)
        drawn = {"cards": "corner-camera", "stars": "sky", "hands": "live", "tuning": "plot"}.get(view)
        if drawn:
            self.wait(lambda: self.js(IS_DRAWN, drawn), f"{drawn} is drawn")
        if view == "tuning":
            self.wait(lambda: not self.text("last-ten").startswith("0 swipes"), "a swipe is plotted")


IS_DRAWN = """
const canvas = document.getElementById(arguments[0]);
return canvas.width > 0 && canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte);"""
# Controls and texts that reach over the edge of the screen.
CUT_OFF = """
return [...document.querySelectorAll("header *, main button, main h1, main p, main dl, main canvas")]
  .filter((element) => element.checkVisibility() && !element.closest("#stack, .scroll"))
  .filter((element) => { const { left, right } = element.getBoundingClientRect(); return left < -1 || right > innerWidth + 1; })
  .map((element) => element.outerHTML.slice(0, 60));"""
