// What this browser remembers: sound, keys, explanations, whether a move is confirmed. Imports nothing.

const coarse = matchMedia("(pointer: coarse)");

/** @param {string} name @returns {string | null} */
function read(name) {
  try {
    return localStorage.getItem(`parvis.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function write(name, value) {
  try {
    localStorage.setItem(`parvis.${name}`, value);
  } catch {
    // Private windows may forbid it; the setting then lasts as long as the page.
  }
}

export const prefs = {
  sound: read("sound") === "on",
  /** A finger has no hover: there one sees what a move brings before it is played. */
  confirm: (read("confirm") ?? (coarse.matches ? "on" : "off")) === "on",

  /** Keys of one character, which speech input may press unawares, can be switched off. */
  keys: read("keys") !== "off",
  /** What one rests on explains itself. */
  explain: read("explain") !== "off",

  /** @param {"sound" | "confirm" | "keys" | "explain"} name @param {boolean} on */
  set(name, on) {
    this[name] = on;
    write(name, on ? "on" : "off");
  },
};

/** Two soft notes: it is your turn. */
export function chime() {
  if (!prefs.sound) return;
  const audio = new AudioContext();
  for (const [i, pitch] of [587, 784].entries()) {
    const note = audio.createOscillator();
    const level = audio.createGain();
    const at = audio.currentTime + i * 0.14;
    note.type = "sine";
    note.frequency.value = pitch;
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(0.12, at + 0.02);
    level.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    note.connect(level).connect(audio.destination);
    note.start(at);
    note.stop(at + 0.45);
  }
  setTimeout(() => void audio.close(), 900);
}
