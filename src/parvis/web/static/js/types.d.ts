/* What the two ends of a socket say (docs/protocol.md), for the type checker only.
   Made by `python -m parvis.web.protocol` from parvis/web/messages.py. */
export type Role = "board" | "hand" | "area" | "supply";
export type Reason = "rule" | "stale" | "turn" | "seat" | "over" | "bad" | "busy" | "practice";
export type Panels = Record<string, PanelChange>;
/** Everything; it replaces what the client shows. */
export interface State {
  n: number; // event number; goes up with every event, not only with moves
  at: number; // Unix time of the last event
  seat: number | null; // the seat I look from; null: looking on
  held: number[]; // the seats I hold; several: people around one screen, `seat` is whose hand they look at
  curtain: number | null; // around one screen: the seat whose person is waited for; they say `hello` with its number, and until then all is sent as to one who looks on
  title: string; // for the page's title
  ask: string; // one sentence: what is asked of me, or whom we wait for
  turn: Turn;
  panels: Panel[]; // in drawing order
  tree: Question[] | null; // my choices, the first question first; null: not mine, or I can only go on
  seats: Seat[];
  sides: Side[];
  ledger: Line[];
  log: Entry[]; // the last 60
  since: number[]; // numbers of the log entries since my last move
  last: string[]; // places of the last move, for its quiet mark
  chat: Chat[]; // the last 60
  watching: number; // how many look on
  undo: TakeBack;
  practice: boolean; // moves were taken back by someone who knew what came after them
  clocks: Clocks | null; // null: there is no clock here, or the game is over
  stopping: StopOffered | null; // someone offers to stop together
  stopped: Stopped | null; // it ended before its end
  over: boolean;
  winners: number[]; // seats
  read_only: string | null; // a sentence: this old game can only be looked at
  commitment: string; // SHA-256 of salt:seed, fixed before the first move
  proof: Proof | null; // after the end
  bots: Bot[]; // who can sit in
  host: boolean; // I am the host: I made this table, or was handed it on
  hostless: boolean; // the host has been gone for long, or only made the screen: I may take their place
  again?: Next | null; // after the end: where those who sit here play once more
  screen?: boolean; // a public screen shows this table
  trying?: Trial | null; // only where something is tried
  lesson?: Lesson | null; // at a step of a course
  remark?: Remark | null; // if I asked for such, and there is something to tell
}
/** Whose turn it is, and the bot at work. */
export interface Turn {
  seat: number | null;
  mine: boolean;
  thinking: string | null; // name of the bot at work
  progress: number | null; // 0…1 when it was sent; nothing more is sent until it moves
  seconds: number | null; // to go from there
}
/** A part of the table with its own coordinates. */
export interface Panel {
  id: string;
  role: Role;
  title: string;
  seat: number | null; // whose it is, if it is somebody's
  width: number;
  height: number;
  order: string[]; // ids of its fragments, in drawing order
  fragments: Record<string, string>; // SVG by id: what stands in the group of that id
}
/** One question of the tree of choices. */
export interface Question {
  ask: string; // a sentence
  kind: "pick" | "cycle"; // `cycle`: turned through rather than picked among
  choices: Choice[];
  does?: string; // a verb for the button: what a move does that is completed here
}
/** One thing to pick. */
export interface Choice {
  pick: string; // the place's name (`data-place` in a drawing), or the button's own
  add: number; // the move is the sum of these along the way
  label?: string; // what a screen reader says, if not the title of the place
  then?: number; // which question of the tree comes next; left out: the move is whole
  button?: boolean; // a button rather than a place
  does?: string; // what the move does that it completes, if not what the question says
  quiet?: boolean; // it declines what is asked
}
/** Who sits where. */
export interface Seat {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  here: boolean; // connected; bots always are
  mine: boolean;
  side: number;
  shape: "disc" | "square" | "triangle" | "diamond";
  bot: string | null; // what the bot that plays is called: its level, or how it is written
  face: string | null; // the address of the face of the bot that plays
  sits_in: boolean; // a bot plays for the person `name`
  vacant: boolean; // anybody may sit down: it is open, or its bot makes room
  left: number | null; // Unix time since when nobody who holds it is here; null: someone is
  free: boolean; // I am the host and may open this seat again, once `left` is a while ago
  link: string | null; // secret address of a seat that I hold (another device), or of an open one if I sit here
  given_up?: boolean; // the person has given up: a bot plays, and they cannot win
  hosts?: boolean; // the host sits here
}
/** Those who play together, and their points if the game ended now. */
export interface Side {
  side: number;
  seats: number[];
  points: number;
  winner: boolean;
}
/** Some points of one side, and where they come from. */
export interface Line {
  side: number;
  points: number;
  clause: string; // `NV-5.2`
  words: string;
  places: string[];
  status: "banked" | "standing" | "open"; // `open`: counts 0 until decided, between `low` and `high`
  low: number;
  high: number;
}
/** Something in the log. */
export interface Entry {
  n: number;
  seat: number | null;
  kind: string; // `move`, `undo`, `ask`, `vote`, `seat`, `time`, `stop` or `end`; the chat is not in here
  words: string[];
  places: string[];
  undone: boolean;
  ends?: "trick" | "round"; // with this move a trick or a round has ended
}
/** A line of the chat. */
export interface Chat {
  n: number;
  seat: number;
  name: string;
  text: string;
}
/** What can be taken back. */
export interface TakeBack {
  can: "free" | "practice" | "ask" | null; // `free`: at once; `practice`: at once, but the game is then practice; `ask`: others must agree; null: nothing to take back
  asked: Asked | null;
}
/** Someone wants to take back. */
export interface Asked {
  seat: number;
  name: string;
  moves: number; // how many
  mine: boolean;
  vote: boolean; // I am asked
  waiting: string[]; // names of those who have not answered
  anew: boolean; // all of them: they took a bot's place, and would like to begin anew
}
/** How much time each seat has. Clocks go on by themselves from when this was sent. */
export interface Clocks {
  pace: "live" | "hours" | "days";
  zero: "bot" | "wait" | "give_up"; // what happens when a seat's time is up
  words: string[]; // all that was agreed on time, in sentences
  left: (number | null)[]; // by seat: seconds; null for bots and open seats
  running: number | null; // the seat whose clock goes
  up: boolean; // its time is up, and the others wait
  still: number[] | null; // the next night, or this one: clocks stand still between these seconds
}
/** Someone offers to stop the game together, without a winner. */
export interface StopOffered {
  seat: number;
  name: string;
  mine: boolean;
  vote: boolean; // I am asked
  waiting: string[]; // names of those who have not answered
}
/** How a game ended before its end. */
export interface Stopped {
  why: "resigned" | "time" | "agreed" | "closed"; // `time`: somebody's time was up, and then their seat is given up
  words: string;
}
/** What the commitment was made of. */
export interface Proof {
  seed: string;
  salt: string;
}
/** A bot that can sit in. */
export interface Bot {
  value: string; // `flat:strong`
  label: string;
}
/** The next table, where the same people sit. */
export interface Next {
  url: string;
  seat: number | null; // who made it
}
/** What is tried at a table of one's own. */
export interface Trial {
  editing: boolean; // `tree` is of edits, not of moves
  text: string; // the whole position, to be kept, shared or played on from
}
/** A step of a course, and what is said of the move that was tried. */
export interface Lesson {
  state: "asked" | "wrong" | "right"; // `asked`: no move was played yet
  says: string[]; // of that move, in sentences
  clauses: ClauseName[]; // that it is about
  places: string[]; // to look at
}
/** A clause, to be looked up. */
export interface ClauseName {
  number: string; // `NV-3.4`
  title: string;
}
/** Why this decision matters, for who is new to the game. */
export interface Remark {
  words: string;
  clause: ClauseName | null; // that it speaks of
  places: string[];
}
/** What changed of a state, each field whole where nothing else is said. */
export interface Update extends Partial<Omit<State, "n" | "panels" | "tree" | "ledger">> {
  n: number;
  from: number; // the `n` that it changes; a client that shows another says `hello`
  panels?: Panels; // those that changed, by id; a fragment that is not in `order` any more is gone
  panels_order?: string[]; // ids, if panels came, went or changed places; no others are left
  tree?: (Question | number)[] | null; // a number stands for the question at that place of the tree before
  ledger?: (Line | number)[]; // a number stands for the line at that place of the ledger before
  log_all?: boolean; // `log` is the whole list, for an older entry changed; else append it
  chat_all?: boolean; // the same of `chat`
}
/** What changed of a panel; a new one comes whole. */
export interface PanelChange extends Partial<Panel> {
}
/** The command was applied. The `update` comes before it. */
export interface Done {
  id: string;
  n: number; // in which event; perhaps it had been before
}
/** The command was not applied. */
export interface Refused extends Why {
  id: string;
  reason: Reason;
}
/** What bars something, for people. */
export interface Why {
  words: string | null; // null if something legal does begin with these picks
  clause: string; // `NV-3.4`, or empty
  text: string; // the clause's own words
  places: string[];
}
/** What bars these picks or this move; or why the question was not looked at. */
export interface Barred extends Why {
  ask: number;
  reason?: Reason; // only if the question was not looked at
}
/** What a move would bring: to be drawn as a ghost, and put back on cancel. */
export interface Preview {
  ask: number;
  move: number;
  panels: Panels; // as in `update`, against the current state
  ledger: LedgerChange;
  sides: Side[];
  unlocks?: string[]; // what it makes possible, and what is then still missing
  says?: string[]; // what would change on the table, in words, if they were asked for
}
/** Lines of the ledger. */
export interface LedgerChange {
  went: Line[];
  came: Line[];
}
/** What something on the table is, as far as the one who asks may know. */
export interface Explained {
  ask: number;
  name: string; // in words; empty if nothing of that name is there any more
  says: string[]; // what it does, when it scores, how far it is
  clauses: ClauseName[]; // that speak of it
  scored: string[]; // clauses whose lines of the ledger tell what it brings
}
/** The whole table in words, as far as the one who asks may know. */
export interface Described {
  ask: number;
  regions: Region[];
}
/** A part of the table in words. */
export interface Region {
  id: string;
  topic: "game" | "hand" | "board" | "supply" | "seat"; // how the game stands, what I hold, the ground, stocks, somebody else's things
  title: string;
  seat: number | null; // whose it is, if it is somebody's
  things: Thing[];
}
/** Something on the table in words. */
export interface Thing {
  words: string;
  places?: string[]; // of the drawing that it speaks of
}
/** What lies around a place, and what can be done there now. */
export interface Around {
  ask: number;
  place: string; // the one that was meant; empty if nothing of that name is there
  name: string;
  says: string[];
  also?: string[]; // what else could have been meant, by its name
}
/** What somebody types, as a move. */
export interface Reading {
  ask: number;
  move: number | null; // well-formed, legal or not; null if it names none
  completions: Completion[]; // legal ones that begin so, a few of them
}
/** A legal move that begins with what was typed. */
export interface Completion {
  text: string; // in notation
  words: string;
}
/** Advice; without words and move if the position has changed meanwhile. */
export interface Hint {
  ask: number;
  says: Said[]; // the move and what it brings, what to expect, the second, why
  picks: string[];
  move: number | null;
}
/** A sentence of advice. */
export interface Said {
  words: string;
  clause: string; // that it speaks of, or empty
}
/** Who won by what, and when; made for this question, once a game is over. */
export interface Result {
  ask: number;
  sources: Source[]; // in the order of the rules; they sum to the points
  course: number[][]; // by side: its points before the first move and after each
  turning: Turning | null; // null if nobody won alone, or it is not known
  tie: Tie | null; // null if one side has the most points
}
/** Where points come from: a clause, and what each side has by it. */
export interface Source {
  clause: string;
  title: string;
  points: number[]; // by side
}
/** From when on the winner stayed ahead. */
export interface Turning {
  move: number; // how many moves had been played, this one among them; 0: from the start
  words: string[]; // a sentence that says it; then what was played
}
/** Several sides have the most points, and a rule says who wins. */
export interface Tie {
  words: string;
  clause: ClauseName;
  text: string; // of the clause
}
/** The message was not understood; nothing was changed. */
export interface Error {
  words: string;
}
/** The answer to `ping`. */
export interface Pong {
}
/** A game that is over after some of its moves, as a seat knew it then or all open. Nothing in it depends on what was played later. */
export interface Step {
  at: number; // after how many moves
  from: number | null; // the step that `panels` tells the changes of; null: all of them
  panels: Panels; // as in `update`
  panels_order: string[]; // ids; no others are left
  turn: number | null; // the seat that is to play then
  sides: Side[];
  ledger: Line[];
  log: Entry[]; // the moves after `from`, or all, up to this one; `n` is the move's number
  course: number[][]; // by side: its points after each of those moves, with those at the start if all are told
  over: boolean;
  winners: number[]; // seats; none before the end
  stopped: Stopped | null; // if the game ended here before its end
}
/** A game that is over from its beginning to its end, for who wants to know that. */
export interface WholeCourse {
  course: number[][]; // by side: its points before the first move and after each
  sides: Side[];
  words: string; // who has won
  turning: Turning | null; // null if nobody won alone
}
/** At `/waiting`: the tables that wait for this reader, at first and whenever that changes. */
export interface Waits {
  tables: string[]; // their ids
}
/** What the server sends, by `type`. */
export interface ServerMessages {
  state: State;
  update: Update;
  done: Done;
  refused: Refused;
  why: Barred;
  preview: Preview;
  explain: Explained;
  describe: Described;
  around: Around;
  read: Reading;
  hint: Hint;
  result: Result;
  error: Error;
  pong: Pong;
}
/** What the client sends, by `type`. */
export interface ClientMessages {
  move: { id: string; n: number; move: number; };
  undo: { id: string; practice?: boolean; };
  vote: { id: string; yes: boolean; };
  withdraw: { id: string; };
  chat: { id: string; text: string; };
  take: { id: string; seat: number; name?: string; };
  leave: { id: string; seat: number; };
  free: { id: string; seat: number; };
  bot_in: { id: string; seat: number; bot?: string; };
  bot_out: { id: string; seat: number; };
  resign: { id: string; seat: number; };
  stop: { id: string; yes: boolean; };
  close: { id: string; };
  host: { id: string; seat: number; };
  mode: { id: string; editing: boolean; };
  look: { id: string; seat: number; };
  setup: { id: string; text: string; };
  clear: { id: string; };
  shuffle: { id: string; moves: number; };
  hello: { tall?: boolean; last?: number | null; seat?: number | null; position?: string | null; editing?: boolean; remarks?: boolean; };
  ping: {};
  preview: { ask: number; move: number; words?: boolean; };
  why: { ask: number; path: string[]; };
  explain: { ask: number; place: string; };
  describe: { ask: number; };
  around: { ask: number; place: string; };
  read: { ask: number; text: string; };
  hint: { ask: number; picks?: string[]; };
  result: { ask: number; };
}
/** Any message: its type is looked at first. */
export type Message = { type: string } & Record<string, any>;
