"""The page's modules that decide, as tables, and its texts. They are imported from the page."""
import re

from .browser import PageTest, driver, speak
from .services import ROOT

IMPORT = """
const [name, inputs, done] = arguments;
Promise.all([import(name), import("/texts.js")]).then(([module, { text }]) => done(inputs.map((input) => {body})));"""


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

    def test_a_miss_is_shown_with_its_frames_that_have_a_reason(self):
        self.check("history", """{
          const history = new module.History();
          for (const [startMs, endMs] of input[1]) history.takeMiss({ startMs, endMs });
          for (const [ms, reason] of input[0]) history.takeFrame({ ms, reason }, 2000);
          return history.misses.map(({ samples }) => samples.map(({ ms }) => ms));
        }""", [
            ([[5000, None], [6000, "far"], [6033, None], [6066, "far"], [6100, "far"]], [[6000, 6066]], [[6000, 6066]]),
            # The first second is for replays only.
            ([[5000, None], [5500, "far"], [6000, None]], [[5400, 5600]], []),
        ])

    def test_frames_are_kept_for_replays_as_long_as_the_slowest_option_remembers_them(self):
        self.check("history", "module.leadMs(...input)", [
            ({}, 9000),
            ({"cooldown_ms": 500, "lost_gesture_ms": 3000, "threshold": 50}, 9000),
            ({"cooldown_ms": 500, "rearm_after_lost_ms": 20000, "threshold": 50000}, 26000),
        ])

    def test_a_height_is_up_where_the_distance_is_negative(self):
        self.check("thumb-height", "module.heightText(...input)", [
            (-17.4, 50, "17 of 50 px up"), (129, 50.4, "129 of 50 px down"), (-0.4, 50, "0 of 50 px"), (-17, "17 px up"),
        ])

    def test_the_state_of_a_thumb_begins_with_its_hand_if_several_are_in_view(self):
        hands = lambda *names: [{"chirality": name, "points": {}} for name in names]
        frame = lambda *names, **more: {"hands": hands(*names), "distance": -17, "threshold": 50, "armed": True, **more}
        self.check("corner", "module.describe(...input)", [
            (None, "No picture"), (frame(distance=None), "No hand"), (frame(distance=None), True, "No hand: come closer, or turn on more light"),
            (frame("left"), "Ready · 17 of 50 px up"), (frame("left", distance=None), "Hand not used"),
            (frame("left", "right"), "Left hand · Ready · 17 of 50 px up"),
            (frame("right", "left", "right", armed=False), "Right hand · Return to rest · 17 of 50 px up"),
            (frame("left", "right", distance=None), "Left hand · Hand not used"),
            # It would swipe by now.
            (frame("left", distance=-50), "50 of 50 px up"), (frame("left", distance=61), "61 of 50 px down"),
            (frame("left", distance=61, armed=False), "Return to rest · 61 of 50 px down"),
        ])

    def test_only_a_source_that_is_no_camera_has_a_kind(self):
        self.check("frame-source", "module.otherThanCamera(...input)", [
            ("auto", None), ("/dev/video0", None), ("Synthetic Camera", None), ("synthetics", None),
            ("synthetic", "synthetic"), ("synthetic:fingers", "synthetic"), ("y4m:-", "y4m"), ("trace:a.jsonl", "trace"),
        ])

    def test_a_swipe_counts_in_its_hour_and_a_new_day_begins_at_zero(self):
        self.check("today", """{
          const today = new module.Today(Array(24).fill(1), new Date(2026, 1, 3, 23)).with(new Date(...input));
          return [today.count, today.hours[input[3]]];
        }""", [
            (2026, 1, 3, 23, [25, 2]), (2026, 1, 4, 0, [1, 1]), (2026, 1, 4, 1, [1, 1]),
        ])
        self.check("today", "new module.Today(Array(24).fill(1), new Date(2026, 1, 3, 23)).at(new Date(...input)).count", [
            (2026, 1, 3, 23, 24), (2026, 1, 4, 0, 0),
        ])

    def test_a_camera_has_the_names_that_the_configuration_may_use(self):
        camera = {"device": "usb-a", "path": "/dev/video0", "configured_as": "Integrated"}
        self.check("camera-control", "module.isNamed(...input)", [
            (camera, "usb-a", True), (camera, "/dev/video0", True), (camera, "Integrated", True), (camera, "auto", False),
            ({"device": "usb-a", "path": "/dev/video0"}, "Integrated", False),
        ])

    def test_each_state_has_its_words_and_the_action_that_ends_it(self):
        status = lambda state, code=None, **more: [{"state": state, "reason": f"the reason {code}", "reason_code": code, **more}, None]
        words = """{
          const { kind, word, cause, detail, action } = module.describe(...input);
          return [kind, word, cause.split(".")[0], detail, action];
        }"""
        # As the server says it.
        self.js("localStorage.setItem('command', 'swipectl demo --deck photos')")
        self.check("state", words, [
            (None, None, ["waiting", "Connecting…", "", "", None]),
            (*status("running"), ["running", "Running", "", "", None]),
            (*status("starting"), ["waiting", "Starting", "the reason None", "", None]),
            (*status("paused", "pause_requested"), ["waiting", "Paused", "The camera is off until you resume", "", "resume"]),
            (*status("paused", "session_locked"), ["waiting", "Paused", "The camera is off while the session is locked", "", "resume"]),
            (*status("paused", "camera_yielded", holder={"name": "zoom", "pid": 7}), ["waiting", "Paused", "zoom has the camera", "", None]),
            (*status("paused", "camera_yielded", holder=None), ["waiting", "Paused", "Another program has the camera", "", None]),
            (*status("no_camera", "no_camera"), ["waiting", "No camera", "No camera was found", "", None]),
            (*status("no_camera", "not_a_camera"),
             ["waiting", "No camera", "The configured device is not a camera", "the reason not_a_camera", None]),
            (*status("no_camera", "camera_busy", holder={"name": "cheese", "pid": 7}),
             ["waiting", "No camera", "cheese is using the camera", "", None]),
            (*status("no_camera", "of_tomorrow"), ["waiting", "No camera", "the reason of_tomorrow", "", None]),
            (*status("of_tomorrow", "of_tomorrow"), ["waiting", "of_tomorrow", "the reason of_tomorrow", "", None]),
            (None, {"server": True, "reason": "no socket."}, ["lost", "swiped is not running", "This page connects again by itself", "no socket.", "start"]),
            (None, {"server": False, "reason": ""},
             ["lost", "The server has stopped", "The server of this page has stopped; open swiped again from the menu, or run `swipectl demo --deck photos`", "", None]),
            (None, {"server": False, "keepsAddress": True, "reason": ""},
             ["lost", "The server has stopped", "The server of this page has stopped; open swiped again from the menu, or run `swipectl demo --deck photos`: "
              "this page continues then, unless another program uses its address", "", None]),
        ])

    def test_facts_are_joined_and_a_problem_has_its_fix_but_what_is_new_to_the_page_is_said_by_the_server(self):
        mode = {"code": "camera_mode", "values": {"mode": "640×480 MJPG"}}
        new = {"code": "of_tomorrow", "values": {}}
        self.check("facts", "module.factsText(...input)", [
            ([mode, {"code": "camera_turned", "values": {"degrees": "90"}}], "640×480 MJPG, turned by 90° clockwise"),
            ([mode, new], None), ([], None),
        ])
        # A fix that is not a command is in the text.
        self.check("facts", "module.factsText([{ code: input[0], values: { path: '/s', owner: '0', user: '1000' } }]).split(': ')[1].split(' ')[0]", [
            ("no_kwin_script", "see"), ("no_protocol", "use"), ("no_active_window", "use"), ("no_desktop", "log"),
            ("socket_path_blocked", "choose"), ("socket_path_of_other_user", "choose"),
        ])
        problem = lambda *facts, **more: {"error": "the words of the server", "facts": [*facts], **more}
        masked = {"code": "service_masked", "values": {}}
        self.check("facts", "module.problemText(...input)", [
            (problem(masked), "the service is masked"), (problem(masked, fix="systemctl"), "the service is masked; run `systemctl`"),
            (problem(masked, new, fix="systemctl"), "the words of the server"), ({"error": "the words"}, "the words"),
        ])
        self.check("facts", "module.refusalText(...input)", [
            ({"code": -32008, "message": "m", "data": ["plain", "daily"]}, {"profile": "tv"}, "There is no profile tv; there are: plain, daily"),
            ({"code": -32005, "message": "m"}, "The configuration file has errors: m"), ({"code": -32099, "message": "m"}, "m"),
        ])

    def test_a_daemon_of_another_version_is_a_finding(self):
        self.check("findings", "module.versionFindings({ page: input[0], daemon: input[1] }).map(({ action }) => action)", [
            (None, None, []), ("1.2.0", None, []), ("1.2.0", "1.2.0", []), ("1.10.0", "1.9.3", ["restart"]), ("1.2.0", "1.2.1", [None]),
            ("1.2", "1.2.1", [None]),
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

    def test_a_card_whose_choice_or_undo_is_taken_back_is_as_before(self):
        self.check("deck", """{
          const deck = new module.Deck(input[0]);
          for (const change of input[1]) deck.set(...change);
          return [deck.choices, deck.waiting, deck.chosen];
        }""", [
            ([None, None], [[0, "keep"], [0, None]], [[None, None], [0, 1], []]),
            (["keep", None], [[0, None], [0, "keep"]], [["keep", None], [1], [0]]),
            (["keep", "reject", None], [[0, "reject"]], [["reject", "reject", None], [2], [1, 0]]),
            ([None, None], [[1, None], [1, None]], [[None, None], [1, 0], []]),
        ])

    def test_a_key_has_the_name_that_the_configuration_uses(self):
        event = lambda code, *held: {"code": code, **{f"{each}Key": True for each in held}}
        self.check("key-names", "module.chordOf(...input)", [
            (event("ArrowLeft"), "left"), (event("PageDown"), "page_down"), (event("KeyA"), "a"), (event("Digit1"), "1"), (event("F5"), "f5"),
            (event("Numpad0"), "kp0"), (event("MediaTrackNext"), "next_song"), (event("ArrowRight", "alt"), "alt+right"),
            (event("Tab", "shift", "ctrl", "meta", "alt"), "ctrl+alt+shift+super+tab"), (event("ControlLeft", "ctrl"), None), (event(""), None),
            (event("toString"), None), (event("constructor"), None),
        ])
        self.check("key-names", "module.modifierOf(...input)", [("AltRight", "right_alt"), ("MetaLeft", "super"), ("KeyA", None), ("toString", None)])

    def test_two_spellings_of_a_key_are_the_same(self):
        self.check("key-names", "module.isSameChord(...input)", [
            ("page_down", "Page Down", True), ("KEY_LEFT", "left", True), ("alt + right", "alt+right", True), ("alt+left", "alt+right", False),
            ("left", "alt+left", False), ("key", "key", True), ("shift+ctrl+tab", "ctrl+shift+tab", True), ("right_alt+q", "alt+q", True),
            ("right", "left", False), ("right_ctrl", "right", False),
        ])
        event = lambda code, **more: {"code": code, **more}
        self.check("key-names", "module.pressedKeys({ ...input[0], getModifierState: () => input[1] })", [
            (event("ControlRight", ctrlKey=True), False, "ctrl+right_ctrl"), (event("MetaLeft"), False, "super"),
            (event("KeyQ"), True, "right_alt+q"), (event("PageDown", ctrlKey=True), False, "ctrl+page_down"), (event(""), False, ""),
        ])

    def test_edits_stay_over_a_new_file_but_for_those_that_it_has(self):
        option = lambda value, default=0, is_set=True: {"id": "a", "value": value, "default": default, "is_set": is_set}
        settings = lambda *options: {"version": "v", "options": [*options], "commands": []}
        self.check("edits", """{
          const edits = new module.Edits(input[0]);
          for (const value of input[1]) edits.set("a", value);
          if (input[2]) edits.rebase(input[2]);
          return [edits.request.changes.map(({ value }) => value), edits.count];
        }""", [
            # the settings, the values that are set, the settings that are read again, [the changes, their number]
            (settings(option(1)), [2], None, [[2], 1]),
            (settings(option(1)), [2, 1], None, [[], 0]),
            (settings(option(1)), [None], None, [[None], 1]),
            (settings(option(0, is_set=False)), [None], None, [[], 0]),
            # A default that is written out can be taken out.
            (settings(option(0)), [None], None, [[None], 1]),
            (settings(option(1)), [2], settings(option(3)), [[2], 1]),
            (settings(option(1)), [2], settings(option(2)), [[], 0]),
            (settings(option(1)), [2], settings(), [[], 0]),
        ])

    def test_an_option_is_changed_where_it_is_not_the_default(self):
        self.check("edits", """{
          const edits = new module.Edits({ options: [{ id: "a", value: input[0], default: "d", is_set: true }], commands: [] });
          if (input.length > 1) edits.set("a", input[1]);
          return [edits.valueOf("a"), edits.isChanged("a")];
        }""", [("x", ["x", True]), ("d", ["d", False]), ("x", None, ["d", False]), ("d", "x", ["x", True])])

    def test_what_was_saved_is_no_edit_any_more_unless_it_was_edited_again(self):
        self.check("edits", """{
          const edits = new module.Edits({ version: "v", options: [{ id: "a", value: 0, default: 0, is_set: false }], commands: [] });
          edits.set("a", 1);
          edits.commands = [1];
          const { request } = edits;
          if (input[0]) edits.set("a", input[0]);
          edits.settle(request);
          return [edits.count, edits.valueOf("a")];
        }""", [(0, [0, 0]), (2, [1, 2])])

    def test_commands_count_as_one_change(self):
        self.check("edits", """{
          const edits = new module.Edits({ version: "v", options: [], commands: input[0] });
          edits.commands = input[1];
          return [edits.count, edits.request.commands ?? null];
        }""", [
            ([{"swipe": "left", "run": ["a"]}], [{"swipe": "left", "run": ["a"]}], [0, None]),
            ([{"run": ["a"], "swipe": "left"}], [{"swipe": "left", "run": ["a"]}], [0, None]),
            ([], [{"swipe": "left", "run": ["a", ""]}], [1, [{"swipe": "left", "run": ["a", ""]}]]),
        ])

    def test_saved_commands_are_known_again_whatever_the_order_of_their_members(self):
        self.check("edits", 'module.isStillSaved({ profile: "p", options: [], commands: input[0] }, { changes: [], commands: input[1] }, "p")', [
            ([{"run": ["a"], "swipe": "left"}], [{"swipe": "left", "run": ["a"]}], True),
            ([{"run": ["b"], "swipe": "left"}], [{"swipe": "left", "run": ["a"]}], False),
        ])

    def test_a_proposal_is_the_gesture_with_the_edits_of_its_options(self):
        self.check("edits", """{
          const options = ["gesture.threshold", "gesture.dwell_ms", "keys.left"].map((id) => ({ id, value: 1, default: 5, is_set: true }));
          const edits = new module.Edits({ profile: "p", profiles: [{ name: "p", gesture: { threshold_unit: "hand" } }], options, commands: [] });
          for (const [id, value] of Object.entries(input[0])) edits.set(id, value);
          return edits.proposed({ threshold: 1, dwell_ms: 1, pose: "any" });
        }""", [
            ({"keys.left": "a"}, None),
            ({"gesture.threshold": 2}, {"threshold": 2, "dwell_ms": 1, "pose": "any", "threshold_unit": "hand"}),
            ({"gesture.dwell_ms": None, "keys.left": "a"}, {"threshold": 1, "dwell_ms": 5, "pose": "any"}),
        ])

    def test_edits_are_tried_on_the_options_of_the_profile_that_they_are_of(self):
        settings = {"profile": "daily", "profiles": [{"name": "plain", "gesture": {"threshold": 50}}, {"name": "daily", "gesture": {"threshold": 0.6}}]}
        self.check("edits", "module.gestureOf(...input)", [
            (settings, {"profile": "plain", "gesture": {"threshold": 50}}, {"threshold": 0.6}),
            (settings, {"profile": "daily", "gesture": {"threshold": 0.7}}, {"threshold": 0.7}),
            (settings, {"profile": "other", "gesture": {"threshold": 3}}, {"threshold": 0.6}),
            ({"profile": "gone", "profiles": []}, {"profile": "plain", "gesture": {"threshold": 50}}, {"threshold": 50}),
        ])

    def test_a_threshold_is_not_kept_in_another_unit(self):
        self.check("edits", """{
          const settings = (unit) => ({
            profile: "p", profiles: [{ name: "p", gesture: { threshold_unit: unit } }], commands: [],
            options: [{ id: "gesture.threshold", value: unit === "px" ? 50 : 0.6, default: 1, default_unit: "hand", is_set: true }],
          });
          const edits = new module.Edits(settings(input[0]));
          if (input[2]) edits.reset("gesture.threshold");
          edits.set("gesture.threshold", 0.5);
          return [edits.rebase(settings(input[1])), edits.count];
        }""", [("hand", "px", False, [True, 0]), ("hand", "hand", False, [False, 1]), ("px", "hand", True, [False, 1])])

    def test_a_threshold_that_is_reset_is_in_the_unit_of_its_default(self):
        self.check("edits", """{
          const edits = new module.Edits({
            profile: "p", profiles: [{ name: "p", gesture: { threshold_unit: "px" } }], commands: [],
            options: [{ id: "gesture.threshold", value: 80, default: 0.6, default_unit: "hand", is_set: true }],
          });
          for (const value of input) value === "reset" ? edits.reset("gesture.threshold") : edits.set("gesture.threshold", value);
          const { threshold, threshold_unit: unit } = edits.proposed({ threshold: 80, threshold_unit: "px" }) ?? {};
          return [edits.unit("gesture.threshold"), edits.request.changes.map(({ value, unit }) => [value, unit ?? null]), threshold ?? null, unit ?? null];
        }""", [
            (60, ["px", [[60, None]], 60, "px"]), ("reset", ["hand", [[None, None]], 0.6, "hand"]),
            ("reset", 0.7, ["hand", [[0.7, "hand"]], 0.7, "hand"]), ("reset", 80, ["hand", [[80, "hand"]], 80, "hand"]),
            ("reset", 0.7, None, ["hand", [[None, None]], 0.6, "hand"]),
            # A field that is emptied to write another number in it.
            (None, ["hand", [[None, None]], 0.6, "hand"]), (None, 60, ["px", [[60, None]], 60, "px"]), (None, 80, ["px", [], None, None]),
        ])

    def test_what_the_file_says_and_what_the_daemon_uses_are_compared(self):
        settings = {"file": "/a", "exists": True, "version": "1"}
        status = lambda file="/a", version="1": {"configuration_file": file, "configuration_version": version}
        self.check("edits", "module.useOf(...input)", [
            (settings, status(), "used"), (settings, status(version="2"), "older_text"), (settings, status(version=None), "older_text"),
            (settings, status(file="/b"), "other_file"), (settings, None, "not_running"), (settings, {"configuration_file": "/a"}, "unknown"),
            ({**settings, "exists": False}, status(version=None), "used"), ({**settings, "exists": False}, status(), "older_text"),
        ])

    def test_only_a_number_is_read_and_a_whole_one_where_it_must_be(self):
        number, integer = {"kind": "number"}, {"kind": "integer"}
        self.check("edits", "module.numberIn(...input)", [
            (number, "0.5", 0.5), (number, "", None), (number, "1e999", None), (number, "a", None), (integer, "1.5", None), (integer, " 60 ", 60),
        ])

    def test_a_number_must_be_between_its_limits_and_an_empty_field_is_the_default(self):
        option = {"kind": "integer", "least": 0, "most": 60000}
        said = "{ const { value, problem } = module.readNumber(...input); return [value, problem]; }"
        self.check("number-control", said, [
            (option, "60", "ms", [60, None]), (option, "", "ms", [None, None]), (option, "60001", "ms", [None, "0 to 60,000 ms"]),
            (option, "-1", "ms", [None, "0 to 60,000 ms"]), (option, "1.5", "ms", [None, "0 to 60,000 ms"]),
            ({"kind": "number"}, "x", None, [None, "A number"]), ({"kind": "integer"}, "1.5", None, [None, "A whole number"]),
        ])

    def test_keys_have_the_name_of_their_preset_however_they_are_spelled(self):
        self.check("key-presets", "module.presetOf(...input)", [
            ({"left": "left", "right": "right"}, "arrows"), ({"left": "Page Up", "right": "KEY_PAGE_DOWN"}, "slides"),
            ({"left": "page-up", "right": "Page Down"}, "slides"), ({"left": "right", "right": "left"}, "own"),
        ])

    def test_what_was_saved_is_undone_by_what_the_file_said(self):
        self.check("edits", """{
          const edits = new module.Edits({ version: "v", commands: [], options: [
            { id: "a", value: 1, default: 0, is_set: true }, { id: "b", value: 5, default: 5, is_set: false }] });
          for (const [id, value] of Object.entries(input[0])) edits.set(id, value);
          return edits.before(edits.request).changes.map(({ option, value }) => [option, value]);
        }""", [({"a": 2}, [["a", 1]]), ({"a": None, "b": 6}, [["a", 1], ["b", None]])])

    def test_the_headline_goes_from_ready_over_the_swipe_and_back_and_gives_the_reason_of_a_miss(self):
        hand = lambda **more: {"hands": [{}], "armed": True, "zone": "rest", "reason": None, "reason_code": None, **more}
        frame = lambda ms, **more: ["takeFrame", hand(**more), ms]
        far = lambda ms, code="too_small": frame(ms, zone=None, reason="far", reason_code=code)
        miss = lambda phase, ms, code="too_small": ["takeMiss", {"phase": phase, "code": code, "values": {}}, ms]
        self.check("headline", """{
          const headline = new module.Headline();
          for (const [method, ...values] of input[0]) headline[method](...values);
          const { kind, direction, miss, isLate } = headline.at(input[1]);
          return direction ?? miss?.code ?? (isLate ? "late" : kind);
        }""", [
            ([], 0, "waiting"), ([frame(0)], 0, "ready"),
            ([frame(0), ["takeSwipe", "right", 10]], 1000, "right"),
            ([frame(0), ["takeSwipe", "right", 10], frame(1300, armed=False, zone="up")], 1300, "back"),
            ([frame(0), ["takeSwipe", "left", 10], frame(1300)], 1300, "ready"),
            ([frame(0), miss("began", 10)], 9000, "too_small"),
            ([frame(0), miss("began", 10), miss("ended", 100), frame(1500)], 1500, "too_small"),
            ([frame(0), miss("began", 10), miss("ended", 100), frame(1700)], 1700, "ready"),
            # The end of another reason changes nothing.
            ([frame(0), miss("began", 10), miss("ended", 100, "dwell")], 9000, "too_small"),
            ([frame(0), miss("began", 10), ["takeSwipe", "right", 20]], 100, "right"),
            # A tracker may lose a hand for some frames.
            ([frame(0), frame(200, hands=[])], 200, "ready"), ([frame(0), frame(400, hands=[])], 400, "no_hand"),
            # A hand that does not count says why once that has lasted, until it has counted again for as long.
            ([frame(0), far(10)], 10, "ready"), ([frame(0), far(10), far(300)], 300, "ready"), ([frame(0), far(10), far(310)], 310, "too_small"),
            ([far(0), frame(150), far(200), far(310)], 310, "ready"), ([far(0), far(150, "low_confidence"), far(310)], 310, "ready"),
            ([far(0), far(310), frame(320), far(330)], 330, "too_small"), ([far(0), far(310), frame(320), frame(620)], 620, "ready"),
            ([far(0), far(310), ["clear"], frame(320)], 320, "ready"),
            ([frame(0), ["clear"]], 0, "waiting"),
            # A hand that is not found for three seconds while frames come.
            ([frame(0, hands=[]), frame(2999, hands=[])], 9000, "no_hand"), ([frame(0, hands=[]), frame(3000, hands=[])], 3000, "late"),
            ([frame(0, hands=[]), frame(1000), frame(3000, hands=[]), frame(5999, hands=[])], 5999, "no_hand"),
            ([frame(0, hands=[]), ["clear"], frame(3000, hands=[])], 3000, "no_hand"),
            # A swipe that pressed no key says why for longer.
            ([frame(0), ["takeSwipe", "right", 10], ["takeSuspended", {"code": "keys_suspended"}, 20]], 2000, "right"),
            ([frame(0), ["takeSuspended", {"code": "keys_suspended"}, 20]], 30, "ready"),
        ])

    def test_places_in_a_smaller_copy_are_given_in_pixels_of_the_picture(self):
        self.check("photo-scale", "module.scaled(...input)", [
            ({"confidence": 0.5, "points": {"wrist": {"x": 1, "y": 2, "z": 3, "confidence": 0.5}}}, 2,
             {"confidence": 0.5, "points": {"wrist": {"x": 2, "y": 4, "z": 6, "confidence": 0.5}}}),
            ([{"width": 4, "x": None}, "a"], 2, [{"width": 4, "x": None}, "a"]),
        ])

    def test_the_drawing_of_a_gesture_rests_goes_holds_and_comes_back(self):
        self.check("gesture-drawing", "module.progressAt(...input)", [(0, 0), (699, 0), (925, 0.5), (1200, 1), (2000, 1), (2275, 0.5), (2500, 0)])

    def test_the_keys_are_tried_with_a_thumb_up_and_then_with_a_thumb_down(self):
        self.check("setup-keys", "module.nextGesture(new Set(input[0]))", [([], "up"), (["left"], "up"), (["right"], "down"), (["right", "left"], None)])

    def test_the_state_of_the_service_says_what_can_be_done(self):
        state = lambda **changes: {"manager": "answers", "installed": True, "running": False, "failed": False, **changes}
        self.check("service", "{ const { sentence, actions } = module.serviceState(...input); return [sentence, actions]; }", [
            (state(manager="none"), True, ["no_manager", []]), (state(manager="unreachable"), True, ["unreachable", []]),
            (state(installed=False), True, ["not_installed", []]), (state(running=True), True, ["running", ["stop", "restart"]]),
            (state(failed=True), False, ["failed", ["start"]]), (state(), False, ["stopped", ["start"]]), (state(), True, ["by_hand", []]),
        ])

    def test_a_gesture_that_was_missed_is_said_with_the_reason_of_its_code(self):
        missed = {"kind": "counted", "gesture": "thumb_up", "number": 2, "recognized": False, "reason": "the words of the server"}
        self.check("setup-gestures", """{
          const words = { counted: text("setup.counted", { number: 2 }), missed: text("setup.missed", { number: 2, profile: "daily" }),
            reason: text("miss.fingers_not_curled") };
          const said = module.noticeText(input[0], "daily");
          return said.split(": ").map((part) => Object.keys(words).find((name) => words[name] === part) ?? part);
        }""", [
            ({**missed, "recognized": True}, ["counted"]), ({**missed, "reason": None}, ["missed"]),
            ({**missed, "reason_code": "fingers_not_curled"}, ["missed", "reason"]),
            ({**missed, "reason_code": "of_tomorrow"}, ["missed", "the words of the server"]),
        ])

    def test_a_copy_of_a_profile_gets_a_name_that_is_free(self):
        self.check("profile-list", "module.freeName(...input)", [
            ("daily", ["daily"], "daily_copy"), ("daily", ["daily", "daily_copy"], "daily_copy_2"),
        ])

    def test_a_camera_that_runs_and_sends_nothing_for_five_seconds_is_silent(self):
        self.check("trouble", "module.isSilent(...input)", [
            ({"state": "running"}, 5001, True), ({"state": "running"}, 5000, False), ({"state": "paused"}, 9999, False), (None, 9999, False),
        ])


PAGE = ROOT / "Sources/Page/Files"
# What a source asks for: keys as they are, those of a number, and those of which a part is only known when it runs.
KEYS = r"""(?:\btext|\btextOfCode)\(\s*"([\w.]+)"|\bdata-text(?:-\w+)?="([\w.]+)\""""
PLURALS = r"""\bplural\(\s*"([\w.]+)\""""
TEMPLATES = r"""\b(text|textOfCode|plural)\(\s*`([^`]+)`"""


class Texts(PageTest):
    paused = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        served = [f"{part}-{language}" for part in ("texts", "facts") for language in ("de", "en")]
        # Each has constants, by what they are for.
        contents = driver().execute_async_script("""
          const [names, done] = arguments;
          const texts = async (name) => Object.assign({}, ...Object.values(await import(`/${name}.js`)));
          Promise.all(names.map(async (name) => [name, await texts(name)])).then((all) => done(Object.fromEntries(all)));""", served)
        files = {path.stem for path in PAGE.glob("*-??.js")}
        # By the language, and all of a language together.
        cls.files = {}
        for name, texts in contents.items():
            part, language = name.rsplit("-", 1)
            cls.files.setdefault(part, {})[language] = texts
        cls.english = {key: text for part in cls.files.values() for key, text in part["en"].items()}
        cls.sources = "\n".join(path.read_text() for path in PAGE.iterdir() if path.suffix in (".html", ".js") and path.stem not in files)

    def test_each_language_has_the_same_keys_and_placeholders(self):
        places = lambda texts: {key: sorted(set(re.findall(r"\{(\w+)\}", text))) for key, text in texts.items()}
        for part, languages in self.files.items():
            self.assertGreaterEqual(set(languages), {"de", "en"}, part)
            for language, texts in languages.items():
                with self.subTest(file=f"{part}-{language}"):
                    self.assertEqual(places(texts), places(languages["en"]))
                    self.assertEqual([key for key, text in texts.items() if not text.strip()], [])
        self.assertEqual(len(self.english), sum(len(part["en"]) for part in self.files.values()), "a key is in one file alone")

    def test_no_text_is_missing_and_none_is_unused(self):
        texts = set(self.english)
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
        speak(self, "de-AT", "en")
        driver().get("about:blank")
        driver().get(f"{self.server.origin}/#cards")
        self.wait_for_text("state-text", "Pausiert")
        self.assertEqual(self.js("return document.documentElement.lang"), "de")
        self.assertEqual(driver().title, "Karten · swiped")
        self.assertEqual(self.text("position"), "Karte 1 von 12")
        self.assert_accessible()
