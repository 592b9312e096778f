// What the state of the daemon means in words, and what a person can do about it.
import { waitingWords } from "./app-words.js";
import { otherThanCamera } from "./frame-source.js";
import { startCommand } from "./key.js";
import { plural, text, textOfCode } from "./texts.js";

/** The pauses that a person can end. */
const resumable = ["pause_requested", "session_locked"];
/** The reasons to which the daemon's own line adds a fact: which camera it is about, what is wrong with it, or a command. */
const withFacts = ["no_such_camera", "not_a_camera", "camera_permission_denied", "camera_format_unsupported", "camera_failed"];
/** Of the reasons for which programs keep the camera closed, so many are named. */
const mostInhibitions = 3;

/**
 * Describes the state.
 *
 * @param {?object} status - the newest status; null before the first one
 * @param {?{server: boolean, isStranger: ?boolean, isFull: ?boolean, keepsAddress: ?boolean, reason: string}} lost - of the event `lost`, if there is no connection
 * @returns kind: running, waiting or lost; word: the state itself; cause: a sentence, empty if there is nothing to explain; detail: what there
 * is to add to it, and whether that is a line of the daemon, in English; action: what a button can do about it, or null
 */
export function describe(status, lost) {
  const none = { cause: "", detail: "", action: null };
  if (lost?.server) {
    return { kind: "lost", word: text("state.not_running"), cause: text("server.reconnects"), detail: lost.reason, action: "start" };
  }
  if (lost) {
    const cause = lost.isStranger ? "server.stranger" : lost.isFull ? "server.full" : lost.keepsAddress ? "server.returns" : "server.gone";
    return { ...none, kind: "lost", word: text("state.server_gone"), cause: text(cause, { command: startCommand() }) };
  }
  if (!status) return { ...none, kind: "waiting", word: text("state.connecting") };
  const word = textOfCode(`state.${status.state}`, status.state);
  if (status.state === "running") return { ...none, kind: "running", word };
  const { reason_code: code, reason } = status;
  if (code === "other_application") return { ...none, kind: "waiting", word, ...waitingWords(status) };
  const action = resumable.includes(code) ? "resume" : null;
  if (code === "inhibited" && status.inhibited_for) {
    return { kind: "waiting", word, cause: text("reason.inhibited_for", { why: inhibitions(status.inhibited_for) }), detail: "", action };
  }
  const cause = textOfCode(`reason.${code}`, reason ?? "", { holder: status.holder?.name ?? text("reason.another_program") });
  return { kind: "waiting", word, cause, detail: withFacts.includes(code) ? reason ?? "" : "", isDetailEnglish: true, action };
}

function inhibitions(whys) {
  const more = whys.length - mostInhibitions;
  return [...whys.slice(0, mostInhibitions), ...(more > 0 ? [plural("reason.more", more)] : [])].join(", ");
}

/** Why keys are unavailable, and where the fix is; for a cause that is new, the words of the daemon. @param {object} status */
export const keysReason = ({ keys_reason: reason, keys_reason_code: code }) => textOfCode(`keys_reason.${code}`, reason ?? "");

/** The state in a few words, with the camera and whether the swipes are awake. */
export function summary(status, lost) {
  const { kind, word } = describe(status, lost);
  if (kind !== "running") return word;
  const other = otherThanCamera(status.source);
  const source = other ? text(`state.source.${other}`) : status.camera?.name ?? status.source;
  return [word, source, ...wakefulness(status)].join(" · ");
}

/** Whether a thumb must be shown twice before swipes work. */
export const isAsleep = ({ gesture, awake_until_ns: untilNs }) => gesture?.unlock === "double" && untilNs === null;

/** Whether the swipes are awake; nothing where they always are. */
function wakefulness(status) {
  if (status.gesture?.unlock !== "double") return [];
  return [text(isAsleep(status) ? "state.asleep" : "state.awake")];
}
