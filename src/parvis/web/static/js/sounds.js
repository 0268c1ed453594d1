// A small set of sounds, made here and quiet: something is put down, it is my turn, a trick or a round has
// ended, the game has. Of the view; imports prefs.js.

import { prefs } from "./prefs.js";

/** @typedef {"place" | "turn" | "trick" | "end"} Sound */

const LOUD = 0.1;
/** Notes: pitch in hertz, when it begins and how long it fades, in seconds.
 * @type {Record<Exclude<Sound, "place">, [number, number, number][]>} */
const NOTES = {
  turn: [[587, 0, 0.4], [784, 0.14, 0.45]],
  trick: [[523, 0, 0.22], [659, 0.09, 0.3]],
  end: [[392, 0, 0.5], [494, 0.16, 0.5], [587, 0.32, 0.5], [784, 0.5, 1.1]],
};

/** One for the page: browsers allow few of them. @type {AudioContext | null} */
let audio = null;

/** What a change sounds like; null: nothing.
 * @param {import("./state.js").Change} change @param {import("./types").Entry[]} entries
 * @returns {Sound | null} */
export function soundOf(change, entries) {
  if (change.ended) return "end";
  if (change.myTurn) return "turn";
  if (entries.some((entry) => entry.ends)) return "trick";
  return entries.length ? "place" : null;
}

/** @param {Sound | null} sound @param {boolean} [wanted] */
export function play(sound, wanted = prefs.sound) {
  if (!sound || !wanted) return;
  audio ??= new AudioContext();
  void audio.resume();
  if (sound === "place") return knock(audio);
  for (const [pitch, at, fade] of NOTES[sound]) note(audio, pitch, audio.currentTime + at, fade);
}

/** A soft note. @param {AudioContext} context @param {number} pitch @param {number} at @param {number} fade */
function note(context, pitch, at, fade) {
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(LOUD, at + 0.02);
  level.gain.exponentialRampToValueAtTime(0.001, at + fade);
  tone.connect(level).connect(context.destination);
  tone.start(at);
  tone.stop(at + fade + 0.05);
}

/** Wood on wood: a low note that falls at once. @param {AudioContext} context */
function knock(context) {
  const at = context.currentTime;
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(230, at);
  tone.frequency.exponentialRampToValueAtTime(110, at + 0.07);
  level.gain.setValueAtTime(LOUD, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + 0.11);
  tone.connect(level).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.13);
}
