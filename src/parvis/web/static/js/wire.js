// The socket: comes back by itself, sends again what was not answered, never twice with two ids.

/** @typedef {import("./types").Message} Message */
/** @typedef {"on" | "off" | "gone" | "barred"} Status */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
const PING = 20000;
const PATIENCE = 8000;

export class Wire {
  /** @param {string} path
   * @param {{heard: (message: Message) => void, status: (status: Status) => void,
   *   hello: () => object}} ears */
  constructor(path, ears) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.address = `${scheme}//${location.host}${path}`;
    this.ears = ears;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Commands without an answer yet, in their order. @type {Map<string, object>} */
    this.pending = new Map();
    /** @type {Map<number, (message: Message) => void>} */
    this.questions = new Map();
    this.asked = 0;
    this.pause = FIRST_PAUSE;
    this.greeted = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.alarm = undefined;
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.check();
    });
    addEventListener("online", () => this.check());
    addEventListener("pageshow", () => this.check());
    setInterval(() => this.ping(), PING);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    clearTimeout(this.alarm);
    this.alarm = undefined;
    this.greeted = false;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  /** Say (again) who is there and how tall the screen is. */
  greet() {
    this.send({ type: "hello", ...this.ears.hello() });
  }

  /** @param {Message} message */
  hear(message) {
    clearTimeout(this.alarm);
    this.alarm = undefined;
    if (message.type === "state" && !this.greeted) {
      this.greeted = true;
      this.pause = FIRST_PAUSE;
      this.ears.status("on");
      this.ears.heard(message);
      for (const command of this.pending.values()) this.send(command);
      return;
    }
    if (message.type === "done" || message.type === "refused") this.pending.delete(message["id"]);
    const answer = this.questions.get(message["ask"]);
    if (answer && message.type !== "state" && message.type !== "update") {
      this.questions.delete(message["ask"]);
      answer(message);
      return;
    }
    this.ears.heard(message);
  }

  /** @param {number} code */
  lost(code) {
    this.socket = null;
    this.questions.clear();
    if (code === 4404) return this.ears.status("gone");
    if (code === 4403) return this.ears.status("barred");
    this.ears.status("off");
    // Not all at the same moment when a server comes back.
    const wait = this.pause * (0.75 + Math.random() / 2) * (code === 4429 ? 4 : 1);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** The page is looked at again, or the network is back. */
  check() {
    if (!this.socket) {
      if (this.timer !== undefined) this.open();
    } else this.ping();
  }

  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.send({ type: "ping" });
    // A socket that says nothing is dead, whatever the browser believes.
    this.alarm ??= setTimeout(() => {
      const dead = this.socket;
      if (dead) {
        dead.onclose = null;
        dead.close();
        this.lost(1006);
      }
    }, PATIENCE);
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** A command: applied once, however often it has to be sent.
   * @param {string} type @param {object} [body] @returns {string} */
  command(type, body = {}) {
    const id = fresh();
    const message = { type, id, ...body };
    this.pending.set(id, message);
    if (this.greeted) this.send(message);
    return id;
  }

  /** A question; its answer never comes if the line is lost meanwhile.
   * @param {string} type @param {object} [body] @returns {Promise<Message>} */
  question(type, body = {}) {
    const ask = ++this.asked;
    return new Promise((resolve) => {
      this.questions.set(ask, resolve);
      this.send({ type, ask, ...body });
    });
  }
}

/** A new name for a command. (`randomUUID` exists on https only; a table at home has http.) */
function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
