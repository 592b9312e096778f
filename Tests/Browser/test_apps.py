"""The applications in which swipes act: the list in Settings, and which one Home waits for."""
from selenium.webdriver.support.ui import Select

from .browser import PageTest, answer_requests, change_status, driver, speak
from .person import PersonTest

ICON = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIxIiBoZWlnaHQ9IjEiLz4="
INSTALLED = [{"id": "anki", "name": "Anki"}, {"id": "mail", "name": "Mail"}, {"id": "org.example.Cards", "name": "Cards"}]
LISTED = {"only": [{"id": "anki", "name": "Anki", "icon": ICON}, {"id": "gone", "name": "gone", "icon": None}], "installed": INSTALLED}


class AppList(PersonTest):
    view = "settings"
    configuration = '[apps]\nonly = ["anki", "gone"]\n'

    def button(self, selector):
        return driver().find_element("css selector", f"#settings-apps {selector}")

    def open_with(self, **answers):
        answer_requests(self, {"GET /apps": {"body": LISTED}, **answers})
        self.open("settings")
        self.wait(lambda: self.names() == ["Anki", "gone"], lambda: f"the list is shown: {self.names()}")

    def names(self):
        return self.js("return [...document.querySelectorAll('#settings-apps li .name')].map((each) => each.textContent)")

    def dialog(self):
        self.wait(lambda: self.js("return document.querySelector('dialog[open] .main:enabled') !== null"), "the dialog shows the lines")
        return self.js("return [...document.querySelectorAll('dialog[open] .lines > *')].map((line) => line.lastChild.textContent)")

    def choose(self, name):
        Select(self.button("select")).select_by_visible_text(name)
        self.assertIsNone(self.js("return document.querySelector('dialog[open]')"), "arrow keys choose from a list, too")
        self.button("[data-action=add]").click()

    def test_the_list_has_icons_and_others_to_choose_from(self):
        self.open_with()
        self.assertEqual(self.js("return [...document.querySelectorAll('#settings-apps img')].map(({ src }) => src)"), [ICON])
        choices = self.js("return [...document.querySelectorAll('#settings-apps option')].map((each) => each.textContent)")
        self.assertEqual(choices[1:], ["Mail", "Cards"])
        self.assert_accessible()

    def test_one_that_is_chosen_or_removed_is_shown_as_lines_before_it_is_written(self):
        self.open_with()
        self.choose("Mail")
        self.assertIn('only = ["anki", "gone", "mail"]', self.dialog())
        self.js("document.querySelector('dialog[open] button:not(.main)').click()")
        self.wait(lambda: not self.js("return document.querySelector('dialog[open]')"), "the dialog is closed")
        self.js("document.querySelector('#settings-apps [data-app=gone] button').click()")
        self.assertIn('only = ["anki"]', self.dialog())

    def test_what_another_program_has_written_meanwhile_stays(self):
        self.open_with()
        self.choose("Mail")
        self.dialog()
        self.daemon.file.write_text('[apps]\nonly = ["anki", "gone", "org.gnome.Evince"]\n')
        self.js("document.querySelector('dialog[open] .main').click()")
        self.wait(lambda: 'only = ["anki", "gone", "org.gnome.Evince", "mail"]' in self.dialog(), "the dialog shows the lines of the file as it is now")
        self.js("document.querySelector('dialog[open] .main').click()")
        self.wait(lambda: not self.js("return document.querySelector('dialog[open]')"), "it is written")
        self.assertIn('only = ["anki", "gone", "org.gnome.Evince", "mail"]', self.content())

    def test_the_app_in_front_is_added_after_a_moment(self):
        self.open_with(**{"POST /apps/front": {"body": {"id": "org.example.Cards", "name": "Cards"}}})
        self.js("document.querySelector('#settings-apps [data-action=front]').click()")
        self.assertIn('only = ["anki", "gone", "org.example.Cards"]', self.dialog())

    def test_a_desktop_that_does_not_say_it_is_named(self):
        self.open_with(**{"POST /apps/front": {"status": 503, "body": {"error": "no application to add: not known"}}})
        self.js("document.querySelector('#settings-apps [data-action=front]').click()")
        self.wait(lambda: self.js("return document.querySelector('#settings-apps .problem').textContent") == "no application to add: not known",
                  "the page says why")

    def test_every_application_is_a_choice_too(self):
        self.open_with()
        self.js("document.querySelector('#settings-apps [data-action=all]').click()")
        self.assertIn('only = ["anki", "gone"]', self.dialog())


class Waiting(PageTest):
    view = "home"
    paused = True

    def waits(self, front, obstacle=None):
        change_status(self, state="paused", reason_code="other_application", reason="waiting for Anki or Firefox", camera=None,
                      apps={"only": [{"id": "anki", "name": "Anki"}, {"id": "firefox", "name": "Firefox"}], "front": front, "obstacle": obstacle})

    def test_home_says_which_one_is_waited_for_and_what_is_in_front(self):
        self.waits({"id": "org.gnome.Terminal", "name": "Terminal"})
        self.open("home")
        self.wait_for_text("home-cause", "The camera is off until Anki or Firefox is in front.")
        self.assertEqual(self.text("home-detail"), "Terminal is in front now.")

    def test_in_german_where_nothing_is_in_front_there_is_nothing_more_to_say(self):
        speak(self, "de")
        self.waits(None)
        self.open("home")
        self.wait_for_text("home-cause", "Die Kamera ist aus, bis Anki oder Firefox vorn ist.")
        self.assertEqual(self.text("home-detail"), "")

    def test_a_desktop_that_does_not_say_what_is_in_front_is_named_in_the_language_of_the_page(self):
        speak(self, "de")
        self.waits(None, "no_desktop")
        self.open("home")
        self.wait_for_text("home-detail", "Es läuft kein Desktop: Melden Sie sich an einem an.")

    def test_an_obstacle_that_is_new_to_the_page_is_said_in_the_words_of_the_daemon(self):
        self.waits(None, "of_tomorrow")
        self.open("home")
        self.wait_for_text("home-detail", "waiting for Anki or Firefox")
