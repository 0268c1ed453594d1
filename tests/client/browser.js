// A browser made of paper: a clock that is turned by hand, and sockets whose other end is the test.

export class FakeSocket {
  static OPEN = 1;

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    this.readyState = 0;
    /** @type {any[]} */
    this.sent = [];
    this.closed = false;
  }

  /** @param {string} text */
  send(text) {
    if (this.readyState === 0) throw new Error("InvalidStateError");
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }

  // What the test does at the other end.

  open() {
    this.readyState = 1;
    this.onopen();
  }

  /** @param {object} message */
  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  /** @param {number} code */
  drop(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** What was sent of one type. @param {string} type */
  of(type) {
    return this.sent.filter((message) => message.type === type);
  }
}

export class FakeBrowser {
  constructor() {
    this.now = 0;
    /** @type {Map<number, {at: number, every: number | null, run: () => void}>} */
    this.timers = new Map();
    this.made = 0;
    /** @type {FakeSocket[]} */
    const sockets = this.sockets = [];
    this.WebSocket = class extends FakeSocket {
      /** @param {string} address */
      constructor(address) {
        super(address);
        sockets.push(this);
      }
    };
    this.location = { protocol: "http:", host: "table.home:8000" };
    this.document = Object.assign(new EventTarget(), { visibilityState: "visible" });
    const events = new EventTarget();
    this.addEventListener = events.addEventListener.bind(events);
    this.dispatch = (/** @type {string} */ type) => events.dispatchEvent(new Event(type));
  }

  /** The socket opened last. @returns {any} */
  get socket() {
    return this.sockets.at(-1);
  }

  /** @param {() => void} run @param {number} wait */
  setTimeout(run, wait) {
    this.timers.set(++this.made, { at: this.now + wait, every: null, run });
    return this.made;
  }

  /** @param {() => void} run @param {number} wait */
  setInterval(run, wait) {
    this.timers.set(++this.made, { at: this.now + wait, every: wait, run });
    return this.made;
  }

  /** @param {number | undefined} id */
  clearTimeout(id) {
    if (id !== undefined) this.timers.delete(id);
  }

  /** Let time pass; what is due happens in its order. @param {number} time */
  pass(time) {
    const end = this.now + time;
    for (;;) {
      const [next] = [...this.timers].filter(([, each]) => each.at <= end).sort(([, a], [, b]) => a.at - b.at);
      if (!next) break;
      const [id, timer] = next;
      this.now = timer.at;
      if (timer.every === null) this.timers.delete(id);
      else timer.at += timer.every;
      timer.run();
    }
    this.now = end;
  }
}
