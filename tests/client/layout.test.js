import assert from "node:assert/strict";
import { test } from "node:test";
import { areaHeight, equalPlan, flow, groundPlan, largest } from "../../src/parvis/web/static/js/layout.js";

const box = (width, height) => ({ width, height });
const card = (n, wide = 90, high = 100) => ({ x: n * (wide + 6), y: 0, width: wide, height: high });

test("a board alone fills the ground and stands in its middle", () => {
  const plan = groundPlan({ boards: [box(100, 50)], stocks: [], areas: [] }, box(400, 400));
  assert.equal(plan.scale, 4);
  assert.deepEqual(plan.boards, [{ x: 0, y: 100, width: 400 }]);
});

test("stocks stand beside a high board and below a wide one", () => {
  const beside = groundPlan({ boards: [box(100, 200)], stocks: [box(80, 100)], areas: [] }, box(800, 600));
  assert.ok(beside.stocks[0].x >= beside.boards[0].x + beside.boards[0].width);
  const below = groundPlan({ boards: [box(300, 100)], stocks: [box(200, 40)], areas: [] }, box(600, 600));
  assert.ok(below.stocks[0].y >= below.boards[0].y + 100 * below.scale);
});

test("areas come to the ground where the board loses little by it, and not elsewhere", () => {
  const things = { boards: [box(600, 600)], stocks: [], areas: [box(300, 300), box(300, 300)] };
  const roomy = groundPlan(things, box(1500, 900), { keep: 0.93, least: 0.6 });
  assert.equal(roomy.areas.length, 2);
  assert.ok(roomy.areas.every((spot) => spot.x >= 900 && spot.x + spot.width <= 1500));
  assert.equal(groundPlan(things, box(700, 640), { keep: 0.93, least: 0.6 }), null);
});

test("what is pinned gets room in any case, inside the ground", () => {
  const things = { boards: [box(600, 600)], stocks: [box(370, 300)], areas: [box(300, 380)] };
  const room = box(930, 620);
  const plan = groundPlan(things, room, { keep: 0.7, least: 0 });
  assert.equal(plan.areas.length, 1);
  for (const [n, spots] of [plan.boards, plan.stocks, plan.areas].entries()) {
    for (const spot of spots) {
      assert.ok(spot.x >= -1 && spot.y >= -1 && spot.x + spot.width <= room.width + 1, `${n} ${JSON.stringify(spot)}`);
    }
  }
});

test("cards flow into rows, in their order and as large as they are", () => {
  const cards = Array.from({ length: 7 }, (_, n) => card(n));
  const { moves, width, height } = flow(cards, 300);
  const at = cards.map((each, n) => ({ x: each.x + moves[n].x, y: each.y + moves[n].y }));
  assert.equal(new Set(at.map(({ y }) => y)).size, 3);
  assert.ok(width <= 300);
  assert.ok(height >= 3 * 100);
  for (let n = 1; n < at.length; n++) assert.ok(at[n].y > at[n - 1].y || at[n].x >= at[n - 1].x + 90, "no two overlap");
});

test("things of another kind begin a row of their own", () => {
  const { moves } = flow([card(0), card(1), { x: 0, y: 110, width: 60, height: 30 }], 400);
  assert.ok(moves[2].y + 110 > 100 && moves[1].y < 90);
});

test("what stands before the cards stays there if there is room beside it", () => {
  const pills = [{ x: 0, y: 40, width: 48, height: 46 }, { x: 60, y: 40, width: 48, height: 46 }];
  const cards = Array.from({ length: 6 }, (_, n) => ({ ...card(n), x: 122 + n * 96 }));
  const { moves } = flow([...pills, ...cards], 450);
  assert.deepEqual(moves.slice(0, 2), [{ x: 0, y: 0 }, { x: 0, y: 0 }]);
  assert.ok(cards.every((each, n) => each.x + moves[n + 2].x >= 122));
  assert.notDeepEqual(flow([...pills, ...cards], 300).moves[0], { x: 0, y: 0 });
});

test("areas in the list share what room there is, or fold away", () => {
  assert.equal(areaHeight([], 300, 270, 37), 0);
  assert.equal(areaHeight([box(250, 76), box(250, 76), box(250, 76)], 60, 270, 37), 0);
  const high = areaHeight([box(250, 76), box(250, 76), box(250, 76)], 240, 270, 37);
  assert.ok(high >= 70 && high <= 80);
  const [low, tall] = [box(264, 58), box(264, 92)];
  const facts = areaHeight([low, low, tall], 194, 277, 37); // they share the room by what they need
  assert.ok(facts > 0.85 * 92 && facts * (1 + (2 * 58) / 92) <= 194, `${facts}`);
  const city = areaHeight([box(300, 380)], 400, 270, 37);
  assert.equal(city, 190);
});

test("boards of several people are all as large, in rows, with what lies beside them inside the ground", () => {
  const boards = [box(300, 360), box(300, 340), box(300, 360), box(300, 340)];
  for (const room of [box(1400, 1000), box(900, 780), box(700, 1200)]) {
    const plan = equalPlan(boards, [box(370, 80), box(370, 320)], room);
    assert.equal(new Set(plan.boards.map((spot) => spot.width)).size, 1);
    for (const [spots, sizes] of [[plan.boards, boards], [plan.stocks, [box(370, 80), box(370, 320)]]]) {
      assert.equal(spots.length, sizes.length);
      for (const [n, spot] of spots.entries()) {
        const high = (sizes[n].height * spot.width) / sizes[n].width;
        assert.ok(spot.x >= -1 && spot.y >= -1 && spot.x + spot.width <= room.width + 1 && spot.y + high <= room.height + 1, JSON.stringify(spot));
      }
    }
    const [one, other] = plan.boards;
    assert.ok(one.x !== other.x || one.y !== other.y);
  }
});

test("a hand that has the room of the board is as large as finds room there", () => {
  const cards = [0, 1, 2, 3].map((n) => card(n));
  const scale = largest(cards, box(390, 500), 0.7);
  const rows = flow(cards, 390 / scale);
  assert.ok(scale > 1.5 && rows.width * scale <= 390 && rows.height * scale <= 500);
  assert.equal(largest(cards, box(390, 20), 0.7), 0.7);
});
