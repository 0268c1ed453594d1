/* What the server says (docs/protocol.md), for the type checker only. */

export interface Choice { pick: string; label: string; add: number; then: number | null; button: boolean }
export interface Question { ask: string; kind: "pick" | "cycle"; choices: Choice[] }
export type Role = "board" | "hand" | "area" | "supply";
export interface Panel {
  id: string; role: Role; title: string; seat: number | null; width: number; height: number;
  order: string[]; fragments: Record<string, string>;
}
export type Panels = Record<string, Partial<Panel>>;
export interface Line {
  side: number; points: number; clause: string; words: string; places: string[];
  status: "banked" | "standing" | "open"; low: number; high: number;
}
export interface Seat {
  seat: number; name: string; kind: "person" | "bot" | "open"; here: boolean; mine: boolean;
  side: number; shape: string; bot: string | null; sits_in: boolean; link: string | null;
}
export interface Side { side: number; seats: number[]; points: number; winner: boolean }
export interface Entry {
  n: number; seat: number | null; kind: string; words: string[]; places: string[]; undone: boolean;
}
export interface Chat { n: number; seat: number | null; name: string; text: string }
export interface Asked {
  seat: number; name: string; moves: number; mine: boolean; vote: boolean; waiting: string[];
}
export interface State {
  n: number; at: number; seat: number | null; held: number[]; title: string; ask: string;
  turn: { seat: number | null; mine: boolean; thinking: string | null; progress: number | null; seconds?: number | null };
  panels: Panel[]; tree: Question[] | null; seats: Seat[]; sides: Side[]; ledger: Line[];
  log: Entry[]; since: number[]; last: string[]; chat: Chat[]; watching: number;
  undo: { can: "free" | "practice" | "ask" | null; asked: Asked | null };
  practice: boolean;
  over: boolean; winners: number[]; read_only: string | null; commitment: string;
  proof: { seed: string; salt: string } | null; bots: { value: string; label: string }[]; host: boolean;
}
export interface Update extends Partial<Omit<State, "panels">> {
  n: number; from: number; panels?: Panels; panels_order?: string[]; log_all?: boolean; chat_all?: boolean;
}
export interface Preview {
  ask: number; move: number; panels: Panels; ledger: { went: Line[]; came: Line[] };
  sides: { side: number; points: number }[];
}
export interface Why { words: string | null; clause: string; text: string; places: string[] }
export interface Refused extends Why { id: string; reason: string }
export interface Hint { words: string[]; picks: string[]; move: number }
/* Any message: its type is looked at first. */
export type Message = { type: string } & Record<string, any>;
