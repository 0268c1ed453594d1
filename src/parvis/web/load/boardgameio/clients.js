// Two clients for each match; whoever is to decide moves, after a pause if there is one. Told
// "play" or "pause" on its input it does so; each line is answered with the moves seen so far.
"use strict";

const { io } = require("socket.io-client");

const [address, matches, pause] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
let playing = false;
let moves = 0; // that have reached the seat which did not make them
const waiting = [];

class Match {
  constructor(number) {
    this.id = `match${number}`;
    this.made = 0;
    this.shown = 0;
  }

  async connect() {
    this.sockets = await Promise.all([0, 1].map((seat) => this.sit(seat)));
  }

  sit(seat) {
    const socket = io(`${address}/ttt`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", this.id, String(seat), undefined, 2));
    socket.on("update", (_, state) => this.saw(seat, state._stateID));
    return new Promise((done) => socket.on("sync", () => done(socket)));
  }

  saw(seat, shown) {
    if (shown <= this.shown || seat === (this.made - 1) % 2) return;
    this.shown = shown;
    moves += 1;
    this.next();
  }

  next() {
    if (!playing) waiting.push(this);
    else if (pause) setTimeout(() => this.move(), 1000 * pause * (0.5 + Math.random()));
    else this.move();
  }

  move() {
    const seat = this.made % 2;
    const payload = { type: "clickCell", args: [this.made % 9], playerID: String(seat) };
    this.made += 1;
    const action = { type: "MAKE_MOVE", payload };
    this.sockets[seat].emit("update", action, this.shown, this.id, String(seat));
  }
}

async function main() {
  for (let number = 0; number < matches; number += 1) {
    const match = new Match(number);
    await match.connect();
    waiting.push(match);
  }
  console.log("ready");
  const lines = require("readline").createInterface({ input: process.stdin });
  for await (const line of lines) {
    playing = line === "play" || (playing && line !== "pause");
    if (playing) for (const match of waiting.splice(0)) match.next();
    console.log(String(moves));
  }
  process.exit(0);
}

main();
