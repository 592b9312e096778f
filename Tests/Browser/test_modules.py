"""The page's modules that decide, as tables, and its texts. They are imported from the page."""
import re

from .browser import PageTest, driver, run_in_new_pages
from .services import ROOT

IMPORT = """
const [name, inputs, done] = arguments;
import(name).then((module) => done(inputs.map((input) => {body})));"""


class Modules(PageTest):
    paused = True

    def results(self, module, expression, inputs):
        """What an expression, or a block of statements, gives for each input."""
        return driver().execute_async_script(IMPORT.replace("{body}", expression), f"/{module}.js", inputs)

    def check(self, module, expression, table):
        self.assertEqual(self.results(module, expression, [list(row[:-1]) for row in table]), [row[-1] for row in table])

    def test_a_card_is_out_at_30_percent_of_its_width_or_at_half_a_pixel_per_millisecond(self):
        self.check("card-motion", "module.outcome(...input)", [
            # dx, speed, width, side
            (90, 0, 300, 1), (89, 0, 300, 0), (-90, 0, 300, -1), (-89, 0.2, 300, 0),
            (10, 0.5, 300, 1), (10, 0.49, 300, 0), (-10, -0.5, 300, -1),
            # Thrown back: it stays.
            (150, -0.5, 300, 0), (-150, 0.8, 300, 0), (0, 0, 300, 0),
        ])

    def test_a_swipe_and_a_key_of_the_same_direction_within_400_ms_are_one(self):
        self.check("pairing", "{ const pairing = new module.SwipePairing(); return input[0].map((each) => pairing.isNew(...each)); }", [
            ([["swipe", "left", 0], ["key", "left", 100]], [True, False]),
            ([["key", "left", 0], ["swipe", "left", 100]], [True, False]),
            ([["swipe", "left", 0], ["key", "right", 100]], [True, True]),
            ([["swipe", "left", 0], ["key", "left", 400]], [True, True]),
            ([["key", "left", 0], ["key", "left", 100]], [True, True]),
            ([["swipe", "left", 0], ["key", "left", 50], ["key", "left", 100]], [True, False, True]),
        ])

    def test_attempts_that_end_in_a_swipe_are_no_near_misses(self):
        sample = lambda ms, reason=None: {"ms": ms, "reason": reason}
        self.check("near-misses", "module.nearMisses(...input).map((run) => run.map((sample) => sample.ms))", [
            ([sample(0), sample(33, "far"), sample(66, "far"), sample(99)], [], [[33, 66]]),
            ([sample(0), sample(33, "far"), sample(66)], [{"ms": 66}], []),
            ([sample(0, "far"), sample(33), sample(66, "fast")], [], [[0], [66]]),
        ])

    def test_ten_seconds_are_shown_with_the_swipes_whose_frames_are_known(self):
        self.check("history", """{
          const history = new module.History();
          for (const ms of input[1]) history.takeSwipe({ ms });
          for (const ms of input[0]) history.takeFrame({ ms }, 2000);
          return [history.samples, history.shown, history.swipes].map((each) => each.map(({ ms }) => ms));
        }""", [
            # frames, swipes, [the frames kept, those shown, the swipes shown]
            ([], [500], [[], [], []]),
            # The first second is for replays only.
            ([5000, 5500, 6000, 6500], [4000, 5500, 6000, 6500], [[5000, 5500, 6000, 6500], [6000, 6500], [6000, 6500]]),
            ([5000, 6000, 7000, 15999], [5000, 6000, 6500, 7000], [[5000, 6000, 7000, 15999], [6000, 7000, 15999], [6000, 7000]]),
            ([5000, 6000, 7000, 16000], [6000, 7000], [[5000, 6000, 7000, 16000], [7000, 16000], [7000]]),
            ([5000, 6000, 7000, 17000], [6000, 7000], [[6000, 7000, 17000], [17000], []]),
        ])

    def test_frames_are_kept_for_replays_as_long_as_the_slowest_option_remembers_them(self):
        self.check("history", "module.leadMs(...input)", [
            ({}, 9000),
            ({"cooldown_ms": 500, "lost_gesture_ms": 3000, "threshold": 50}, 9000),
            ({"cooldown_ms": 500, "rearm_after_lost_ms": 20000, "threshold": 50000}, 26000),
        ])

    def test_a_height_is_up_where_the_distance_is_negative(self):
        self.check("threshold", "module.heightText(...input)", [
            (-17.4, 50, "17 of 50 px up"), (129, 50.4, "129 of 50 px down"), (-0.4, 50, "0 of 50 px"), (-17, "17 px up"),
        ])

    def test_only_a_source_that_is_no_camera_has_a_kind(self):
        self.check("frame-source", "module.otherThanCamera(...input)", [
            ("auto", None), ("/dev/video0", None), ("Synthetic Camera", None), ("synthetics", None),
            ("synthetic", "synthetic"), ("synthetic:fingers", "synthetic"), ("y4m:-", "y4m"), ("trace:a.jsonl", "trace"),
        ])

    def test_stars_fall_bounce_lower_and_come_to_rest_on_the_ground(self):
        heights, resting = self.results("star-motion", """{
          const box = { width: 300, height: 400 };
          let stars = module.makeStars(10, box, () => 0.5);
          const heights = [];
          for (let frame = 0; frame < 600; frame++) {
            stars = module.step(stars, 1 / 60, box);
            heights.push(Math.max(...stars.map((star) => star.y + star.radius)));
          }
          return [heights, stars.every((star) => star.isResting)];
        }""", [None])[0]
        self.assertTrue(resting)
        self.assertAlmostEqual(heights[-1], 400)
        self.assertLessEqual(max(heights), 400)
        landed = heights.index(max(heights))
        self.assertLess(min(heights[landed:]), 390, "they bounce")

    def test_undo_puts_the_last_card_back_on_top(self):
        self.check("deck", """{
          const deck = new module.Deck(input[0]);
          for (const action of input[1]) action === "undo" ? deck.takeBack() : deck.choose(action);
          return [deck.top ?? null, deck.counts.kept, deck.counts.rejected, deck.counts.left];
        }""", [
            ([None] * 3, [], [0, 0, 0, 3]),
            ([None] * 3, ["keep", "reject"], [2, 1, 1, 1]),
            ([None] * 3, ["keep", "reject", "undo"], [1, 1, 0, 2]),
            (["keep", None, "reject"], ["keep"], [None, 2, 1, 0]),
            (["keep", None, "reject"], ["undo"], [2, 1, 0, 2]),
        ])


PAGE = ROOT / "Sources/App/Page"
# What a source asks for: keys as they are, those of a number, and those of which a part is only known when it runs.
KEYS = r"""(?:\btext|\btextOfCode)\(\s*"([\w.]+)"|\bdata-text(?:-\w+)?="([\w.]+)\""""
PLURALS = r"""\bplural\(\s*"([\w.]+)\""""
TEMPLATES = r"""\b(text|textOfCode|plural)\(\s*`([^`]+)`"""


class Texts(PageTest):
    paused = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        names = sorted(path.stem for path in PAGE.glob("texts-*.js"))
        cls.files = driver().execute_async_script("""
          const [names, done] = arguments;
          Promise.all(names.map(async (name) => [name, (await import(`/${name}.js`)).default])).then((all) => done(Object.fromEntries(all)));""", names)
        cls.sources = "\n".join(path.read_text() for path in PAGE.iterdir() if path.suffix in (".html", ".js") and path.stem not in names)

    def test_each_language_has_the_same_keys_and_placeholders(self):
        places = lambda texts: {key: sorted(set(re.findall(r"\{(\w+)\}", text))) for key, text in texts.items()}
        english = places(self.files["texts-en"])
        self.assertGreaterEqual(len(self.files), 2)
        for name, texts in self.files.items():
            with self.subTest(file=name):
                self.assertEqual(places(texts), english)
                self.assertEqual([key for key, text in texts.items() if not text.strip()], [])

    def test_no_text_is_missing_and_none_is_unused(self):
        texts = set(self.files["texts-en"])
        keys = {a or b for a, b in re.findall(KEYS, self.sources)}
        keys |= {f"{key}.{form}" for key in re.findall(PLURALS, self.sources) for form in ("one", "other")}
        self.assertEqual(sorted(keys - texts), [], "missing")
        families = [re.sub(r"\\\$\\\{.*?\\\}", r"[\\w]+", re.escape(template)) + (r"\.\w+" if function == "plural" else "")
                    for function, template in re.findall(TEMPLATES, self.sources)]
        for family in families:
            self.assertTrue(any(re.fullmatch(family, key) for key in texts), f"no text is of the family {family}")
        quoted = set(re.findall(r"""["']([\w.]+)["']""", self.sources))
        unused = [key for key in texts - keys - quoted if not any(re.fullmatch(family, key) for family in families)]
        self.assertEqual(sorted(unused), [], "unused")

    def test_the_language_is_the_first_of_the_browser_that_has_a_file(self):
        chosen = driver().execute_async_script("""
          const [all, done] = arguments;
          import("/texts.js").then(({ chosen }) => done(all.map(chosen)));""", [["de-AT", "en"], ["fr", "DE"], ["en-GB", "de"], ["fr"], []])
        self.assertEqual(chosen, ["de", "de", "en", "en", "en"])

    def test_a_page_in_german_has_no_english_words_and_says_its_language(self):
        run_in_new_pages(self, 'Object.defineProperty(navigator, "languages", { value: ["de-AT", "en"] });')
        driver().get("about:blank")
        driver().get(f"{self.server.origin}/#cards")
        self.wait_for_text("state-text", "Pausiert")
        self.assertEqual(self.js("return document.documentElement.lang"), "de")
        self.assertEqual(driver().title, "Karten · swiped")
        self.assertEqual(self.text("position"), "Karte 1 von 12")
        self.assert_accessible()
