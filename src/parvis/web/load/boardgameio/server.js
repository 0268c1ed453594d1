// boardgame.io as its tutorial starts it: tic-tac-toe, matches in memory, updates over sockets.
// A board that is full is cleared by the next move, so that a match goes on.
"use strict";

const net = require("net");
const { Server, Origins } = require("boardgame.io/server");

const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (_port, ...rest) {
  return listen.call(this, 0, "127.0.0.1", ...rest); // nobody but this machine reaches it
};

const empty = () => Array(9).fill(null);
const game = {
  name: "ttt",
  setup: () => ({ cells: empty() }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, cell) => {
      if (G.cells.every((mark) => mark !== null)) G.cells = empty();
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] })
  .run({ port: 1 })
  .then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}`));
