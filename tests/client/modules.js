// The client's modules, for tests. They lie in a folder that is served as it is and has no
// package.json, so Node has to be told that its .js files are ES modules.

import { register } from "node:module";

register(new URL("./hooks.js", import.meta.url));

const JS = "../../src/parvis/web/static/js";
export const { fold, MOST_LINES, overlay, staying } = await import(`${JS}/fold.js`);
export const { Walk } = await import(`${JS}/walk.js`);
export const { Wire } = await import(`${JS}/wire.js`);
export const { announcement, endsGame, makesPractice, recent, TableState } = await import(`${JS}/state.js`);
export const { MOST_WAITING, newMoves, PACES, Queue, stayOf } = await import(`${JS}/queue.js`);
export const { roundBegan, rows, standing } = await import(`${JS}/round.js`);
export const { wrapped } = await import(`${JS}/braille.js`);
export const { hearClocks, isStill, nextChange, passed, secondsLeft, told } = await import(`${JS}/clocks.js`);
export const { changesOf } = await import(`${JS}/changes.js`);
export const { Play } = await import(`${JS}/play.js`);
export const { beside, carried, middle, nearest } = await import(`${JS}/geometry.js`);
export const { Steps } = await import(`${JS}/steps.js`);
export const { beginning, pathTo, understand, wordsFor } = await import(`${JS}/typed.js`);
