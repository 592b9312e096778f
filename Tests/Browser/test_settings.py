"""The Settings view: what the file says, what changes, and what the daemon uses."""
import json

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from .browser import driver, run_in_new_pages, set_screen, speak
from .person import PersonTest

# Changes what the page is answered: the members of `/settings` or another path.
CHANGE_ANSWERS = """
const original = window.fetch;
window.fetch = async (path, options) => {
  const response = await original(path, options);
  if (path !== PATH || options?.method === "POST") return response;
  return new Response(JSON.stringify({ ...await response.json(), ...MEMBERS }), { status: 200 });
};"""

# Keeps when Save is pressed, and when the daemon says that it uses a dwell of 240 ms.
MEASURE_USE = """
document.getElementById("settings-save").addEventListener("click", () => { window.savedMs = performance.now(); });
setInterval(() => {
  if (window.usedMs || !window.received.some(({ method, params }) => method === "status" && params.gesture.dwell_ms === 240)) return;
  window.usedMs = performance.now();
}, 1);"""

FILE = """# My settings
[gesture]
profile = "daily"  # for work
cooldown_ms = 700
"""


def change_answers(test, path, **members):
    run_in_new_pages(test, CHANGE_ANSWERS.replace("PATH", json.dumps(path)).replace("MEMBERS", json.dumps(members)))


class SettingsTest(PersonTest):
    view = "settings"
    configuration = FILE

    def setUp(self):
        super().setUp()
        self.wait_for_use("used")

    def row(self, option):
        return driver().find_element(By.CSS_SELECTOR, f'[data-option="{option}"]')

    def field(self, option):
        return self.row(option).find_element(By.CSS_SELECTOR, "input:not([type=range]), select")

    def enter(self, option, value):
        field = self.field(option)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(value)

    def wait_for_use(self, use):
        self.wait(lambda: self.attribute("settings-use", "data-use") == use, lambda: f"{use}: {self.text('settings-use')}")

    def lines(self):
        """The lines that the bar shows, as the server writes them."""
        self.wait(lambda: self.is_shown("settings-lines"), "the lines are shown")
        return self.js("""return [...document.querySelectorAll("#settings-lines > *")].map((line) =>
          `${line.localName === "ins" ? "+" : "-"} ${line.lastChild.textContent}`)""")

    def save(self):
        self.wait(lambda: self.find("settings-save").is_enabled(), lambda: f"it can be saved: {self.text('settings-refusal')}")
        self.click("settings-save")
        self.wait(lambda: not self.is_shown("settings-bar"), lambda: f"it is saved: {self.text('settings-refusal')}")


class ParallelCommandTest(PersonTest):
    view = "settings"
    configuration = '[[on]]\nswipe = "left"\nrun = ["first"]\nparallel = true\n'

    def test_a_command_stays_parallel_when_its_words_change(self):
        first = "document.querySelector('[data-word=\"0-0\"]')"
        self.wait(lambda: self.js(f"return {first} !== null"), "the command is shown")
        self.js(f"{first}.focus()")
        driver().switch_to.active_element.send_keys(Keys.END, "-word")
        self.wait(lambda: self.find("settings-save").is_enabled(), "it can be saved")
        self.click("settings-save")
        self.wait(lambda: self.content() != self.configuration, "it is saved")
        self.assertEqual(self.content(), self.configuration.replace("first", "first-word"))


class UnreadSettings(PersonTest):
    """The Settings view before the server has answered."""
    view = "settings"
    configuration = FILE

    def setUp(self):
        run_in_new_pages(self, """
          const original = window.fetch;
          window.answered = new Promise((resolve) => { window.answer = resolve; });
          window.faults = [];
          window.addEventListener("error", ({ message }) => window.faults.push(message));
          window.addEventListener("unhandledrejection", ({ reason }) => window.faults.push(String(reason)));
          window.fetch = async (path, options) => {
            if (path === "/settings") await window.answered;
            return original(path, options);
          };""")
        super().setUp()

    def test_nothing_can_be_pressed_that_needs_them_and_all_is_there_afterwards(self):
        # A script presses all that a person could.
        press = "document.querySelectorAll('#view-settings button').forEach((button) => button.checkVisibility() && button.click())"
        self.js(press)
        self.assertEqual(self.js("return document.querySelectorAll('[data-new]').length"), 0)
        self.js("window.answer()")
        self.wait(lambda: self.js("return document.querySelectorAll('[data-new]').length") == 2, "commands can be added")
        self.js("document.querySelector('[data-new]').click()")
        driver().switch_to.active_element.send_keys("true")
        self.wait_for_text("settings-count", "1 change")
        self.assertEqual(self.js("return window.faults"), [])


class Settings(SettingsTest):
    def test_every_option_has_a_row_with_its_default(self):
        answer = self.ask("/settings")
        ids = sorted(option["id"] for option in answer["options"] if option["id"] != "gesture.profile")
        self.assertEqual(self.js("return [...document.querySelectorAll('[data-option]')].map((row) => row.dataset.option).sort()"), ids)
        self.assertEqual(self.js("return [...document.querySelectorAll('.reset')].filter((each) => !each.ariaLabel.includes('back to the default, ')).length"), 0)
        self.assert_accessible()
        self.screenshot("settings")

    def test_a_change_is_saved_after_its_lines_are_shown_and_the_rest_of_the_file_stays(self):
        self.enter("gesture.dwell_ms", "240")
        self.wait_for_text("settings-count", "1 change")
        self.assertEqual(self.content(), FILE)
        self.click("settings-show")
        self.assertIn("+ dwell_ms = 240", self.lines())
        self.assert_accessible()
        self.screenshot("settings-change")
        self.js(MEASURE_USE)
        self.save()
        self.wait_for_use("used")
        self.record("settings-save", {"milliseconds": self.js("return window.usedMs - window.savedMs")})
        self.assertIn("dwell_ms = 240\n", self.content())
        self.assertTrue(self.content().startswith(FILE))
        self.assertEqual(self.status()["gesture"]["dwell_ms"], 240)
        self.assertIn(str(self.daemon.file), self.text("toast-words"))

    def test_what_was_saved_is_undone_by_a_button_beside_what_says_so(self):
        self.enter("gesture.dwell_ms", "240")
        self.save()
        self.assertEqual(self.text("toast-undo"), "Undo")
        in_sight = "const { top, bottom } = arguments[0].getBoundingClientRect(); return top >= 0 && bottom <= innerHeight"
        self.assertTrue(self.js(in_sight, self.field("gesture.dwell_ms")), "the person stays where the change was")
        self.assert_accessible()
        self.screenshot("settings-saved")
        self.click("toast-undo")
        self.wait(lambda: self.content() == FILE, lambda: self.content())
        self.wait(lambda: self.field("gesture.dwell_ms").get_attribute("value") == "150", "the value is shown as it was")

    def test_an_option_that_differs_from_its_default_has_an_arrow_back_to_it(self):
        arrow = lambda option: self.row(option).find_element(By.CSS_SELECTOR, ".reset")
        self.assertEqual(arrow("gesture.cooldown_ms").get_attribute("aria-label"), "Pause after a swipe: back to the default, 500 ms")
        self.assertFalse(arrow("gesture.dwell_ms").is_displayed())
        arrow("gesture.cooldown_ms").click()
        self.assertEqual(self.field("gesture.cooldown_ms").get_attribute("value"), "500")
        self.save()
        self.assertNotIn("cooldown_ms", self.content())
        self.assertFalse(arrow("gesture.cooldown_ms").is_displayed())

    def test_an_emptied_field_is_the_default(self):
        self.enter("gesture.cooldown_ms", Keys.DELETE)
        self.assertIsNone(self.field("gesture.cooldown_ms").get_attribute("aria-invalid"))
        self.save()
        self.assertNotIn("cooldown_ms", self.content())
        self.assertEqual(self.status()["gesture"]["cooldown_ms"], 500)

    def test_an_emptied_field_of_a_key_is_the_default(self):
        self.enter("keys.left", "a")
        self.save()
        self.assertIn('left = "a"', self.content())
        self.enter("keys.left", Keys.DELETE)
        self.wait(lambda: self.is_shown("settings-bar"), "the change is counted")
        self.assertEqual([self.field("keys.left").get_attribute(each) for each in ["value", "placeholder", "aria-invalid"]], ["", "left", None])
        self.field("keys.right").click()
        self.assertEqual(self.field("keys.left").get_attribute("value"), "left", "the default is shown once nobody writes in the field")
        self.save()
        self.assertNotIn("left =", self.content())

    def test_the_sections_are_listed_beside_the_settings_and_above_them_on_a_small_screen(self):
        boxes = """
          const [list, groups] = ["settings-nav", "settings-groups"].map((id) => document.getElementById(id).getBoundingClientRect());
          return [list.right <= groups.left, list.bottom <= groups.top];"""
        self.assertEqual(self.js(boxes), [True, False])
        self.js("[...document.querySelectorAll('#settings-sections button')].find(({ textContent }) => textContent === 'Privacy').click()")
        self.wait(lambda: self.js("const { top, bottom } = document.getElementById('group-privacy').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight"),
                  "the section is in sight")
        self.assertEqual(self.js("return document.activeElement.id"), "group-privacy")
        set_screen(800, 900)
        self.assertEqual(self.js(boxes), [False, True])

    def test_a_preset_sets_both_keys(self):
        Select(self.find("key-preset")).select_by_visible_text("Music")
        self.assertEqual([self.field(f"keys.{side}").get_attribute("value") for side in ["left", "right"]], ["previous_song", "next_song"])
        self.save()
        self.assertIn('left = "previous_song"', self.content())
        self.enter("keys.left", "x")
        self.assertEqual(self.js("return document.getElementById('key-preset').selectedOptions[0].textContent"), "Your own keys")
        self.wait(lambda: self.is_shown("settings-bar"), "the change is counted")
        self.click("settings-discard")

    def test_the_sensitivity_is_a_slider_that_says_what_it_makes_of_the_last_ten_seconds(self):
        slider = self.row("gesture.threshold").find_element(By.CSS_SELECTOR, "[type=range]")
        before = float(self.field("gesture.threshold").get_attribute("value"))
        slider.send_keys(Keys.HOME)
        self.assertGreater(float(self.field("gesture.threshold").get_attribute("value")), before, "more certain is a larger distance")
        slider.send_keys(Keys.END)
        self.assertLess(float(self.field("gesture.threshold").get_attribute("value")), before)
        self.click("settings-discard")
        self.swipe_twice()
        self.assertRegex(self.text("sensitivity-now"), "^0 false, 2 swipes in the last ten seconds; ")

    def test_the_cameras_are_chosen_by_their_names(self):
        change_answers(self, "/cameras", cameras=[
            {"device": "usb-Front", "path": "/dev/video0", "name": "Front Camera"}, {"device": "usb-Bad", "path": "/dev/video4", "name": "Bad", "error": "no"}])
        self.open("settings")
        self.wait(lambda: self.js("return document.querySelector('[data-option=\"camera.device\"]') !== null"), "the settings are shown")
        names = lambda: [each.text for each in Select(self.field("camera.device")).options]
        self.wait(lambda: names() == ["Automatic: the front camera", "Front Camera"], lambda: names())

    def test_keys_that_are_off_by_an_option_of_the_command_are_explained(self):
        # The daemon of the tests runs with --no-keys.
        self.wait(lambda: self.is_shown("keys-off"), "the page says why no keys are pressed")
        self.assertIn("--no-keys", self.text("keys-off"))

    def test_a_dialog_closes_when_another_view_is_shown(self):
        self.wait(lambda: self.js("return document.querySelector('[data-profile=daily] [data-action=copy]') !== null"), "the profiles are shown")
        self.js("document.querySelector('[data-profile=daily] [data-action=copy]').click()")
        self.wait(lambda: self.js("return document.querySelector('dialog') !== null"), "the dialog is open")
        self.js("location.hash = 'home'")
        self.wait(lambda: self.js("return document.querySelector('dialog') === null"), "it is closed")

    def test_a_file_that_has_changed_meanwhile_keeps_the_changes_for_a_second_try(self):
        self.enter("gesture.dwell_ms", "240")
        # A change of the file that the server's check notices would not be new to Save.
        self.wait(lambda: "dwell_ms = 240" in self.text("settings-lines"), "the server has checked the change")
        other = FILE.replace("700", "900")
        self.daemon.file.write_text(other)
        self.click("settings-save")
        self.wait(lambda: "has changed since" in self.text("settings-result"), "the page says that the file has changed")
        self.assertEqual(self.content(), other)
        self.assertEqual(self.field("gesture.cooldown_ms").get_attribute("value"), "900")
        self.assertEqual(self.field("gesture.dwell_ms").get_attribute("value"), "240")
        self.save()
        self.assertEqual(self.content().replace("dwell_ms = 240\n", ""), other)

    def test_changes_of_commands_are_dropped_if_the_file_has_other_commands_by_now(self):
        self.js("document.querySelector('[data-new=right]').click()")
        driver().switch_to.active_element.send_keys("notify-send")
        other = FILE + '\n[[on]]\nswipe = "left"\nrun = ["echo"]\n'
        self.daemon.file.write_text(other)
        self.js("window.dispatchEvent(new Event('focus'))")
        self.wait(lambda: "are dropped" in self.text("settings-result"), "the page says so")
        self.assertFalse(self.is_shown("settings-bar"))
        self.assertEqual(self.content(), other)

    def test_what_another_program_has_changed_since_is_not_undone(self):
        self.enter("gesture.dwell_ms", "240")
        self.save()
        other = self.content().replace("240", "300")
        self.daemon.file.write_text(other)
        self.click("toast-undo")
        self.wait(lambda: "Not undone" in self.text("settings-result"), "the page says so")
        self.assertEqual(self.content(), other)
        self.assertEqual(self.field("gesture.dwell_ms").get_attribute("value"), "300")

    def test_a_threshold_is_undone_with_its_unit(self):
        own = '[gesture]\nprofile = "work"\n\n[profile.work]\nprofile = "plain"\nthreshold = 0.75\nthreshold_unit = "hand"\n'
        self.daemon.file.write_text(own)
        self.open("settings")
        self.wait(lambda: self.field("gesture.threshold").get_attribute("value") == "0.75", "it is shown")
        self.row("gesture.threshold").find_element(By.CSS_SELECTOR, ".reset").click()
        self.save()
        self.assertNotIn("threshold", self.content())
        self.click("toast-undo")
        self.wait(lambda: "threshold = 0.75" in self.content(), lambda: self.content())
        self.assertIn('threshold_unit = "hand"', self.content())

    def test_changes_of_a_profile_are_dropped_if_the_file_selects_another(self):
        self.enter("gesture.dwell_ms", "240")
        other = FILE.replace('profile = "daily"', 'profile = "plain"')
        self.assertNotEqual(other, FILE)
        self.daemon.file.write_text(other)
        self.js("window.dispatchEvent(new Event('focus'))")
        self.wait(lambda: "are dropped" in self.text("settings-result"), "the page says so")
        self.assertFalse(self.is_shown("settings-bar"))

    def test_a_value_that_is_not_allowed_is_not_saved_and_the_reason_is_at_its_field(self):
        for option, value, reason in [("gesture.dwell_ms", "70000", "0 to 60,000 ms"), ("gesture.threshold", "9", "0 to 5 hand sizes"),
                                      ("keys.left", "lefft", "No key has this name. Press Record… and then the key.")]:
            with self.subTest(option=option):
                self.enter(option, value)
                self.wait(lambda: self.row(option).find_element(By.CSS_SELECTOR, ".problem").text == reason, lambda: self.row(option).text)
                self.assertFalse(self.find("settings-save").is_enabled())
                self.assertNotIn("toml:", self.text("view-settings"))
                self.assert_accessible()
                self.click("settings-discard")
                self.wait(lambda: not self.is_shown("settings-bar"), "the change is gone")
        self.assertEqual(self.content(), FILE)

    def test_what_is_wrong_with_the_file_is_said_in_german(self):
        full = {"error": "x.toml: is read-only", "facts": [{"code": "file_read_only", "values": {"file": "x.toml", "place": "/x"}}]}
        change_answers(self, "/settings", read_only=full)
        speak(self, "de")
        self.open("settings")
        self.wait(lambda: "x.toml lässt sich nicht schreiben, weil /x schreibgeschützt ist" in self.text("settings-read-only"), "the reason is shown")
        self.assertEqual(self.js("return document.querySelectorAll('#view-settings [lang=en]').length"), 0)
        self.assert_accessible()

    def test_the_words_of_a_program_in_a_german_sentence_are_marked_as_english(self):
        unwritable = {"error": "x.toml: leads nowhere", "facts": [{"code": "file_unwritable", "values": {"file": "x.toml", "error": "no such file"}}]}
        new = {"error": "a note of tomorrow", "facts": [{"code": "of_tomorrow", "values": {}}]}
        change_answers(self, "/settings", read_only=unwritable, notes=[new])
        speak(self, "de")
        self.open("settings")
        english = lambda: self.js("return [...document.querySelectorAll('#view-settings [lang=en]')].map(({ textContent }) => textContent)")
        self.wait(lambda: sorted(english()) == ["a note of tomorrow", "no such file"], english)
        self.assertIn("x.toml lässt sich nicht schreiben (no such file): Ersetzen", self.text("settings-read-only"))
        self.assert_accessible()

    def test_only_a_key_that_is_unknown_is_said_to_have_no_such_name(self):
        for facts, reason in [([{"code": "key_unknown", "values": {"option": "keys.left", "keys": "f1"}}], "No key has this name. Press Record… and then the key."),
                              ([], "the file is full")]:
            run_in_new_pages(self, """{
              const { fetch } = window;
              const refusal = JSON.stringify({ error: "the file is full", facts: FACTS, option: "keys.left" });
              window.fetch = (path, options) => options?.method === "POST" && path === "/settings" ? Promise.resolve(new Response(refusal, { status: 422 })) : fetch(path, options);
            }""".replace("FACTS", json.dumps(facts)))
            self.open("settings")
            self.wait_for_use("used")
            self.enter("keys.left", "f1")
            self.wait(lambda: self.row("keys.left").find_element(By.CSS_SELECTOR, ".problem").text == reason, lambda: self.row("keys.left").text)

    def test_what_is_on_or_off_is_a_switch(self):
        for option, line in [("gesture.unlock", 'unlock = "double"'), ("camera.yield", 'yield = "never"')]:
            self.assertEqual(self.field(option).get_attribute("role"), "switch")
            before = self.field(option).is_selected()
            self.field(option).click()
            self.save()
            self.assertIn(line, self.content())
            self.assertNotEqual(self.field(option).is_selected(), before)
            self.assertIn(f"back to the default, {'on' if before else 'off'}", self.row(option).find_element(By.CSS_SELECTOR, ".reset").get_attribute("aria-label"))

    def test_a_camera_that_was_plugged_in_is_listed_once_the_list_is_opened(self):
        camera = lambda name: {"device": name, "path": f"/dev/{name}", "name": name, "same_as": [], "holders": [], "is_auto_choice": False}
        names = lambda: [each.text for each in Select(self.field("camera.device")).options]
        change_answers(self, "/cameras", cameras=[camera("front")])
        self.open("settings")
        self.wait(lambda: "front" in names(), names)
        self.js("""
          const { fetch } = window;
          window.fetch = (path, options) => path === "/cameras" ? Promise.resolve(new Response(JSON.stringify({ cameras: arguments[0] }))) : fetch(path, options);
        """.replace("arguments[0]", json.dumps([camera("front"), camera("desk")])))
        self.field("camera.device").click()
        self.wait(lambda: "desk" in names(), names)
        self.assertEqual(self.field("camera.device").get_attribute("value"), "auto")

    def test_a_number_that_is_none_is_marked_and_goes_away_with_the_changes(self):
        self.enter("gesture.dwell_ms", "-5")
        self.assertEqual(self.field("gesture.dwell_ms").get_attribute("aria-invalid"), "true")
        self.assertFalse(self.find("settings-save").is_enabled())
        self.assert_accessible()
        self.click("settings-discard")
        self.assertEqual(self.field("gesture.dwell_ms").get_attribute("value"), "150")
        self.assertIsNone(self.field("gesture.dwell_ms").get_attribute("aria-invalid"))

    def test_changes_stay_while_another_view_is_shown(self):
        self.enter("gesture.dwell_ms", "240")
        for view in ["home", "settings"]:
            self.js("location.hash = arguments[0]", view)
            self.wait(lambda: self.is_shown(f"view-{view}"), "the view is shown")
        self.assertEqual(self.text("settings-count"), "1 change")
        self.click("settings-discard")

    def test_keys_are_set_by_pressing_them(self):
        button = self.row("keys.left").find_element(By.CSS_SELECTOR, "button")
        for keys, value in [([Keys.PAGE_DOWN], "page_down"), ([Keys.CONTROL, Keys.ARROW_LEFT], "ctrl+left"), ([Keys.TAB], "tab"), ([" "], "space")]:
            with self.subTest(value=value):
                button.click()
                button.send_keys(*keys)
                self.wait(lambda: self.field("keys.left").get_attribute("value") == value, value)
        button.click()
        button.send_keys(Keys.ESCAPE)
        self.assertEqual(self.field("keys.left").get_attribute("value"), "space")
        self.save()
        self.assertIn('left = "space"', self.content())

    def test_a_command_is_a_list_of_words(self):
        self.js("document.querySelector('[data-new=right]').click()")
        for words in ["notify-send", "swiped to the right; $HOME"]:
            driver().switch_to.active_element.send_keys(words)
            if words == "notify-send":
                self.js("document.querySelector('[data-add=\"0\"]').click()")
        self.assert_accessible()
        self.save()
        self.assertIn('[[on]]\nswipe = "right"\nrun = ["notify-send", "swiped to the right; $HOME"]', self.content())
        self.js("document.querySelector('.command [data-add] + button').click()")
        self.save()
        self.assertNotIn("[[on]]", self.content())

    def test_a_command_without_a_program_is_asked_for_one_at_its_field_and_not_saved(self):
        sent = "return window.posted.length"
        run_in_new_pages(self, """{
          const { fetch } = window;
          window.posted = [];
          window.fetch = (path, options) => {
            if (path === "/settings" && options?.method === "POST") window.posted.push(JSON.parse(options.body));
            return fetch(path, options);
          };
        }""")
        for language, words in [("en", "Enter the program to run"), ("de", "Nennen Sie das Programm, das laufen soll")]:
            if language == "de":
                speak(self, language)
            self.open("settings")
            self.wait_for_use("used")
            self.js("document.querySelector('[data-new=right]').click()")
            problem = driver().find_element(By.ID, "command-0-problem")
            self.assertTrue(problem.is_displayed() and problem.text.startswith(words), problem.text)
            program = driver().switch_to.active_element
            self.assertEqual((program.get_attribute("aria-invalid"), program.get_attribute("aria-describedby")), ("true", "command-0-problem"))
            self.assertFalse(self.find("settings-save").is_enabled())
            self.let_pass(400)
            self.assertEqual(self.js(sent), 0, "nothing is checked that is not written yet")
            self.assertFalse(self.is_shown("settings-refusal"))
            self.assert_accessible()
            self.screenshot(f"settings-command-without-program-{language}")
            program.send_keys("true")
            self.assertFalse(problem.is_displayed())
            self.assertIsNone(program.get_attribute("aria-invalid"))
            self.wait(lambda: self.find("settings-save").is_enabled(), "it can be saved")
            self.click("settings-discard")
        self.assertEqual(self.content(), FILE)

    def test_a_name_that_no_profile_can_have_is_refused_in_german(self):
        speak(self, "de")
        self.open("settings")
        self.wait_for_use("used")
        for name, reason in [("zwei Worte", "Kein Profil kann „zwei Worte“ heißen"), ("plain", "Ein Profil „plain“ gibt es schon"), ("", "braucht einen Namen")]:
            with self.subTest(name=name):
                self.js("document.querySelector('[data-profile=daily] [data-action=copy]').click()")
                self.js("const input = document.querySelector('dialog input'); input.value = arguments[0]; input.dispatchEvent(new Event('input'))", name)
                self.wait(lambda: reason in self.js("return document.querySelector('dialog').textContent"), lambda: self.js("return document.querySelector('dialog').textContent"))
                self.assertEqual(self.js("return document.querySelectorAll('dialog [lang=en]').length"), 0)
                driver().switch_to.active_element.send_keys(Keys.ESCAPE)
                self.wait(lambda: self.js("return document.querySelector('dialog') === null"), "the dialog is closed")

    def test_a_file_with_problems_shows_their_lines_until_it_is_corrected(self):
        self.daemon.file.write_text(FILE + "dwel_ms = 1\n")
        self.open("settings")
        self.wait(lambda: self.is_shown("settings-invalid"), "the problems are shown")
        self.assertIn("dwel_ms", self.text("settings-problems"))
        self.assertFalse(self.is_shown("settings-groups") or self.is_shown("settings-nav"))
        self.assert_accessible()
        self.screenshot("settings-problems")
        speak(self, "de")
        self.open("settings")
        self.wait(lambda: "dwel_ms" in self.text("settings-problems"), "the problems are shown")
        self.screenshot("settings-problems-german")
        self.daemon.file.write_text(FILE)
        self.click("settings-again")
        self.wait(lambda: self.is_shown("settings-groups"), "the settings are shown")

    def test_a_file_that_cannot_be_written_is_only_shown(self):
        change_answers(self, "/settings", read_only={"error": "swiped.toml: Permission denied"})
        self.open("settings")
        self.wait(lambda: self.is_shown("settings-read-only"), "the page says so")
        self.assertIn("Permission denied", self.text("settings-read-only"))
        self.enter("gesture.dwell_ms", "240")
        self.wait(lambda: self.is_shown("settings-bar"), "the change is counted")
        self.assertFalse(self.find("settings-save").is_enabled())
        self.click("settings-discard")

    def test_a_file_that_the_daemon_has_not_read_is_used_by_a_button(self):
        self.daemon.file.write_text(FILE.replace("700", "900"))
        self.open("settings")
        self.wait_for_use("older_text")
        self.screenshot("settings-not-used")
        self.click("settings-reload")
        self.wait_for_use("used")
        self.assertEqual(self.status()["gesture"]["cooldown_ms"], 900)

    def test_another_file_of_the_daemon_is_named(self):
        change_answers(self, "/settings", file="/elsewhere/swiped.toml")
        self.open("settings")
        self.wait_for_use("other_file")
        self.assertIn(str(self.daemon.file), self.text("settings-use"))

    def test_what_another_program_writes_is_shown_once_the_daemon_uses_it(self):
        self.configure(FILE.replace("700", "900"))
        self.wait(lambda: self.field("gesture.cooldown_ms").get_attribute("value") == "900", "the new value is shown")

    def test_without_a_daemon_the_file_is_changed_all_the_same(self):
        self.daemon.stop()
        self.wait_for_use("not_running")
        self.enter("gesture.dwell_ms", "240")
        self.save()
        self.assertIn("dwell_ms = 240\n", self.content())
        self.assertTrue(self.text("toast-words"))

    def test_a_search_shows_what_has_its_words_in_name_or_sentence(self):
        self.find("settings-search").send_keys("wrist")
        self.assertTrue(self.row("gesture.threshold").is_displayed())
        self.assertFalse(self.row("gesture.dwell_ms").is_displayed())
        self.assertFalse(self.is_shown("settings-camera"))
        self.screenshot("settings-search")
        self.find("settings-search").send_keys(" xyz")
        self.assertEqual(self.text("settings-found"), "0 settings")
        self.find("settings-search").clear()
        self.find("settings-search").send_keys(" ")
        self.assertTrue(self.row("gesture.dwell_ms").is_displayed())

    def test_a_search_knows_other_words(self):
        for words, option in [("volume", "keys.left"), ("threshold", "gesture.threshold"), ("webcam", "camera.device")]:
            with self.subTest(words=words):
                self.find("settings-search").clear()
                self.find("settings-search").send_keys(words)
                self.assertTrue(self.row(option).is_displayed())
                self.assertFalse(self.row("desktop.notify").is_displayed())
        for words, part in [("autostart", "service"), ("language", "language")]:
            with self.subTest(words=words):
                self.find("settings-search").clear()
                self.find("settings-search").send_keys(words)
                self.assertTrue(driver().find_element(By.CSS_SELECTOR, f'[data-part="{part}"]').is_displayed())

    def test_the_service_is_shown_as_it_is(self):
        self.wait(lambda: self.text("service-state") != "Asking the service…", "the service is asked")
        state = self.ask("/service")
        if state["manager"] != "answers":
            self.assertFalse(self.is_shown("service-login"))

    def test_a_setting_is_changed_and_saved_by_keyboard_alone(self):
        self.js("arguments[0].focus()", self.field("keys.enabled"))
        self.press("SPACE")
        self.wait_for_text("settings-count", "1 change")
        self.wait(lambda: self.find("settings-save").is_enabled(), "it can be saved")
        for _ in range(60):
            self.press("TAB")
            if self.js("return document.activeElement.id") == "settings-save":
                break
        self.press("ENTER")
        self.wait(lambda: "enabled = false" in self.content(), "it is saved")
        self.wait(lambda: self.js("return document.activeElement.id") == "toast", "the focus is on the result")

    def test_nothing_is_cut_off_with_the_bar_on_small_and_large_screens(self):
        for width, height, media in [(360, 740, []), (640, 400, []), (3840, 2160, []), (1280, 800, [("prefers-color-scheme", "dark")])]:
            with self.subTest(width=width):
                set_screen(width, height, media)
                self.open("settings")
                self.wait_for_use("used")
                self.enter("gesture.dwell_ms", "240")
                self.js("document.getElementById('settings-show').click()")
                self.lines()
                self.assertLessEqual(*self.js("const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth]"))
                self.assert_accessible()
                self.screenshot(f"settings-change-{width}{'-dark' if media else ''}")
                self.click("settings-discard")

    def test_in_german_nothing_is_wider_than_a_small_screen(self):
        set_screen(360, 740)
        run_in_new_pages(self, 'Object.defineProperty(navigator, "languages", { value: ["de"] });')
        for view in ["setup", "settings"]:
            with self.subTest(view=view):
                self.open(view)
                self.wait(lambda: self.js("return document.documentElement.lang") == "de", "the page is in German")
                self.assertLessEqual(*self.js("const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth]"))
                self.assert_accessible()
                self.screenshot(f"{view}-german")

    def test_from_right_to_left_nothing_is_wider_than_the_screen(self):
        self.js("document.documentElement.dir = 'rtl'")
        self.enter("gesture.dwell_ms", "240")
        self.assertLessEqual(*self.js("const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth]"))
        self.screenshot("settings-rtl")
        self.click("settings-discard")


class Proposals(SettingsTest):
    def test_a_change_shows_what_it_would_have_made_of_the_last_ten_seconds(self):
        self.configure('[gesture]\nprofile = "plain"\n')
        self.wait(lambda: self.field("gesture.threshold").get_attribute("value") == "50", "plain is selected")
        self.swipe_twice()
        self.enter("gesture.threshold", "120")
        self.wait_for_text("proposed", "With your changes: 0 swipes. Without them: 2.")
        self.wait_for_text("sensitivity-now", "0 false, 0 swipes in the last ten seconds")
        self.assertTrue(self.is_shown("proposed-mark"))
        self.assert_accessible()
        self.screenshot("settings-proposal")
        self.enter("gesture.threshold", "100")
        self.wait_for_text("proposed", "With your changes: 2 swipes. Without them: 2.")
        self.assertEqual(self.js("return [...document.querySelectorAll('#replays tbody th')].map((cell) => cell.textContent)"), ["as configured", "as proposed"])
        self.click("settings-discard")
        self.wait(lambda: not self.is_shown("replays") and not self.is_shown("proposed-mark"), "the plot goes on")

    def test_without_a_hand_the_page_asks_for_one(self):
        self.enter("gesture.dwell_ms", "240")
        self.wait(lambda: self.text("proposed").startswith("Show your thumbs"), lambda: self.text("proposed"))
        self.click("settings-discard")


class Profiles(SettingsTest):
    def act(self, profile, action):
        self.js("document.querySelector(`[data-profile='${arguments[0]}'] [data-action=${arguments[1]}]`).click()", profile, action)
        self.wait(lambda: self.dialog("return dialog.querySelector('.main').disabled === false || !dialog.querySelector('.problem').hidden"), "the lines are shown")

    def dialog(self, script, *arguments):
        return self.js(f"const dialog = document.querySelector('dialog'); {script}", *arguments)

    def confirm(self):
        self.dialog("dialog.querySelector('.main').click()")
        self.wait(lambda: self.dialog("return dialog === null"), lambda: self.dialog("return dialog.textContent"))

    def names(self):
        return self.js("return [...document.querySelectorAll('[data-profile]')].map((item) => item.dataset.profile)")

    def wait_for_names(self, *names):
        self.wait(lambda: self.names() == list(names), lambda: f"{names}: {self.names()}")

    def test_a_profile_is_copied_renamed_used_and_removed(self):
        self.wait_for_names("plain", "daily")
        self.act("daily", "copy")
        self.assertIn("[profile.daily_copy]", self.dialog("return dialog.querySelector('.lines').textContent"))
        self.assert_accessible()
        self.screenshot("settings-profile")
        self.assertEqual(self.content(), FILE)
        self.confirm()
        self.wait_for_names("plain", "daily", "daily_copy")
        self.act("daily_copy", "rename")
        self.dialog("const input = dialog.querySelector('input'); input.value = 'work'; input.dispatchEvent(new Event('input'))")
        self.wait(lambda: "[profile.work]" in self.dialog("return dialog.querySelector('.lines').textContent"), "the new lines are shown")
        self.confirm()
        self.wait_for_names("plain", "daily", "work")
        self.act("work", "use")
        self.confirm()
        self.wait(lambda: "active now" in self.js("return document.querySelector('[data-profile=work]').textContent"), "the profile is active")
        self.act("work", "remove")
        if self.dialog("return dialog.querySelector('.main').disabled"):
            self.assertTrue(self.dialog("return dialog.querySelector('.problem').textContent"))
            self.dialog("dialog.close()")
            self.wait(lambda: self.dialog("return dialog === null"), "the dialog is closed")
            self.act("daily", "use")
            self.confirm()
            self.wait(lambda: "selected" in self.js("return document.querySelector('[data-profile=daily]').textContent"), "daily is selected")
            self.act("work", "remove")
        self.confirm()
        self.wait_for_names("plain", "daily")

    def test_what_was_saved_under_one_profile_is_not_undone_under_another(self):
        self.enter("gesture.dwell_ms", "240")
        self.save()
        self.wait(lambda: self.is_shown("toast-undo"), "it can be undone")
        self.act("plain", "use")
        self.confirm()
        self.wait(lambda: "selected" in self.js("return document.querySelector('[data-profile=plain]').textContent"), "plain is selected")
        self.assertFalse(self.is_shown("toast"))

    def test_a_name_that_is_not_allowed_is_refused_in_the_dialog(self):
        self.act("daily", "copy")
        self.dialog("const input = dialog.querySelector('input'); input.value = 'a b'; input.dispatchEvent(new Event('input'))")
        self.wait(lambda: self.dialog("return !dialog.querySelector('.problem').hidden"), "the reason is shown")
        self.assertTrue(self.dialog("return dialog.querySelector('.main').disabled"))
        self.press("ESCAPE")
        self.wait(lambda: self.dialog("return dialog === null"), "Escape closes the dialog")
        self.assertEqual(self.content(), FILE)

    def test_a_file_that_changes_while_the_dialog_is_open_is_read_again(self):
        self.act("daily", "copy")
        self.daemon.file.write_text(FILE.replace("700", "900"))
        self.dialog("dialog.querySelector('.main').click()")
        self.wait(lambda: "has changed since" in self.dialog("return dialog.textContent"), "the dialog says so")
        self.assertEqual(self.content(), FILE.replace("700", "900"))
        self.confirm()
        self.assertIn("cooldown_ms = 900", self.content())
        self.assertIn("[profile.daily_copy]", self.content())

    def test_profiles_wait_for_changes_that_are_not_saved(self):
        self.enter("gesture.dwell_ms", "240")
        self.wait(lambda: self.is_shown("profiles-locked"), "the page says why")
        self.assertEqual(self.js("return document.querySelectorAll('#settings-profiles [data-action]:enabled').length"), 0)
        self.click("settings-discard")
        self.wait(lambda: not self.is_shown("profiles-locked"), "they can be changed again")
