// The socket: comes back by itself, sends again what was not answered, never twice with two ids.
// Imports nothing; what it needs of the browser is handed in, so that it runs without one.

/** @typedef {import("./types").Message} Message */
/** @typedef {"on" | "off" | "busy" | "ended" | "gone" | "barred"} Status */

/** @typedef {object} Handlers what a page does with what comes
 * @property {(message: Message) => void} heard a message that answers no question
 * @property {(status: Status) => void} status how the line is
 * @property {() => object} hello what to say first */

/** @typedef {Pick<typeof globalThis, "WebSocket" | "document" | "location" | "addEventListener"
 *   | "setTimeout" | "clearTimeout" | "setInterval">} Browser */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
const PING = 20000;
const PATIENCE = 8000; // with a socket that does not open, or says nothing

export class Wire {
  /** @param {string} path @param {Handlers} handlers @param {Browser} [browser] */
  constructor(path, handlers, browser = globalThis) {
    const { document, location } = browser;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.address = `${scheme}//${location.host}${path}`;
    this.handlers = handlers;
    this.browser = browser;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Commands without an answer yet, in their order. @type {Map<string, object>} */
    this.pending = new Map();
    /** @type {Map<number, (message: Message) => void>} */
    this.questions = new Map();
    this.asked = 0;
    this.pause = FIRST_PAUSE;
    this.greeted = false;
    /** Until the next try; undefined if none is planned. @type {number | undefined} */
    this.timer = undefined;
    /** Until the socket is given up; undefined if nothing is waited for. @type {number | undefined} */
    this.alarm = undefined;
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.check();
    });
    browser.addEventListener("online", () => this.check());
    browser.addEventListener("pageshow", () => this.check());
    browser.setInterval(() => this.ping(), PING);
    this.open();
  }

  open() {
    this.browser.clearTimeout(this.timer);
    this.timer = undefined;
    this.greeted = false;
    const socket = new this.browser.WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.calm();
      this.greet();
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
    this.expect();
  }

  /** Something has to come from this socket soon, or it is dead, whatever the browser believes. */
  expect() {
    // Longer after each failure: a line may be slow rather than dead.
    const patience = PATIENCE + 2 * (this.pause - FIRST_PAUSE);
    this.alarm ??= this.browser.setTimeout(() => {
      this.socket?.close();
      this.lost(1006);
    }, patience);
  }

  /** It came. */
  calm() {
    this.browser.clearTimeout(this.alarm);
    this.alarm = undefined;
  }

  /** Say (again) who is there and how tall the screen is. */
  greet() {
    this.send({ type: "hello", ...this.handlers.hello() });
  }

  /** @param {Message} message */
  hear(message) {
    this.calm();
    if (message.type === "state" && !this.greeted) {
      this.greeted = true;
      this.pause = FIRST_PAUSE;
      this.handlers.status("on");
      this.handlers.heard(message);
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
    this.handlers.heard(message);
  }

  /** @param {number} code */
  lost(code) {
    this.calm();
    this.socket = null;
    this.questions.clear();
    if (code === 4404) return this.handlers.status("gone");
    if (code === 4403) return this.handlers.status("barred");
    // An ended session: the browser may have its new cookie by the next try.
    this.handlers.status(code === 4429 ? "busy" : code === 4401 ? "ended" : "off");
    // Not all at the same moment when a server comes back.
    const wait = this.pause * (0.75 + Math.random() / 2) * (code === 4429 ? 4 : 1);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    this.timer = this.browser.setTimeout(() => this.open(), wait);
  }

  /** The page is looked at again, or the network is back. */
  check() {
    if (!this.socket) {
      if (this.timer !== undefined) this.open();
    } else this.ping();
  }

  ping() {
    if (!this.isOpen()) return;
    this.send({ type: "ping" });
    this.expect();
  }

  isOpen() {
    return this.socket?.readyState === this.browser.WebSocket.OPEN;
  }

  /** @param {object} message */
  send(message) {
    if (this.isOpen()) this.socket?.send(JSON.stringify(message));
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
