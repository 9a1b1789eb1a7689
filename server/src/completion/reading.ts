/**
 * The positions in the grammar after some tokens: all ways at once, so that nothing depends on the choices of a parser.
 * Texts that the grammar refuses have none.
 */
import type { GrammarState, GrammarStates, TokenEdge } from './grammar-states.ts';

/** A rule being read, and the state to return to after it. */
export interface RuleFrame {
  readonly rule: string;
  /** The property of the rule below that this rule is the value of. */
  readonly feature: string | undefined;
  readonly returnTo: GrammarState;
  readonly below: RuleFrame | undefined;
  readonly depth: number;
}

/** One way to read the tokens so far. */
export interface ReadingWay {
  readonly state: GrammarState;
  /** Absent in the rule at which the reading began. */
  readonly frame: RuleFrame | undefined;
}

/** A token that may come next, and the way that leads to it. */
export interface Expected {
  readonly edge: TokenEdge;
  readonly way: ReadingWay;
}

/** Returns whether an edge takes the token. */
export type Takes = (edge: TokenEdge) => boolean;

/** A reader of token sequences. */
export interface Reading {
  readonly begin: (rule: string) => readonly ReadingWay[];
  /** Returns all ways after one more token; none if it does not fit. */
  readonly over: (ways: readonly ReadingWay[], takes: Takes) => readonly ReadingWay[];
  /** Returns what may come next: each token edge once for each way. */
  readonly next: (ways: readonly ReadingWay[]) => readonly Expected[];
  /** Returns the ways after the brace that opens the body of a rule, from its beginning. */
  readonly bodyOf: (way: ReadingWay) => readonly ReadingWay[];
  /** Returns the shortest text that ends the rule at a depth of frames, from a way after it. */
  readonly completion: (way: ReadingWay, depth: number) => readonly string[];
}

/** Creates a reader for a grammar. */
export function createReading(states: GrammarStates): Reading {
  const frames = createFrames();

  /** Returns all ways reachable without reading a token. */
  const spread = (ways: readonly ReadingWay[]): readonly ReadingWay[] => {
    const seen = new Map<RuleFrame | undefined, Set<GrammarState>>();
    const all: ReadingWay[] = [];
    const pending = [...ways].reverse();
    for (let way = pending.pop(); way !== undefined; way = pending.pop()) {
      const { state, frame } = way;
      const known = seen.get(frame);
      if (known?.has(state) === true) continue;
      if (known === undefined) seen.set(frame, new Set([state]));
      else known.add(state);
      all.push(way);
      const further: ReadingWay[] = state.free.map((to) => ({ state: to, frame }));
      for (const { rule, feature, to } of state.calls) {
        further.push({ state: states.start(rule), frame: frames(rule, feature, to, frame) });
      }
      if (state.isEnd && frame !== undefined) further.push({ state: frame.returnTo, frame: frame.below });
      pending.push(...further.reverse());
    }
    return all;
  };

  return {
    begin: (rule) => [{ state: states.start(rule), frame: undefined }],
    over: (ways, takes) =>
      spread(ways).flatMap(({ state, frame }) =>
        state.tokens.filter((edge) => takes(edge)).map(({ to }) => ({ state: to, frame })),
      ),
    next: (ways) => spread(ways).flatMap((way) => way.state.tokens.map((edge) => ({ edge, way }))),
    bodyOf: (way) =>
      statesOf(way.state).flatMap((state) => openings(state).map((to) => ({ state: to, frame: way.frame }))),
    completion: ({ state, frame }, depth) => {
      const text = [...states.rest(state)];
      for (let at = frame; at !== undefined && at.depth > depth; at = at.below) text.push(...states.rest(at.returnTo));
      return text;
    },
  };
}

/** Returns all states of the current rule that are reachable. */
function statesOf(start: GrammarState): readonly GrammarState[] {
  const seen = new Set([start]);
  for (const state of seen) {
    for (const next of [...state.free, ...state.tokens.map(({ to }) => to), ...state.calls.map(({ to }) => to)])
      seen.add(next);
  }
  return [...seen];
}

const openings = ({ tokens }: GrammarState): readonly GrammarState[] =>
  tokens.filter(({ text }) => text === '{').map(({ to }) => to);

/** Returns the rules that a way is in, innermost first. */
export function openRules({ state, frame }: ReadingWay): readonly string[] {
  const rules = [state.rule];
  for (let at = frame; at !== undefined; at = at.below) rules.push(at.returnTo.rule);
  return rules;
}

/** Returns a factory that makes equal frames the same object. */
function createFrames(): (
  rule: string,
  feature: string | undefined,
  returnTo: GrammarState,
  below: RuleFrame | undefined,
) => RuleFrame {
  const none = {};
  const known = new WeakMap<object, Map<string, RuleFrame>>();
  return (rule, feature, returnTo, below) => {
    let above = known.get(below ?? none);
    if (above === undefined) known.set(below ?? none, (above = new Map<string, RuleFrame>()));
    const key = `${rule} ${String(returnTo.id)}`;
    let frame = above.get(key);
    if (frame === undefined) {
      frame = { rule, feature, returnTo, below, depth: (below?.depth ?? 0) + 1 };
      above.set(key, frame);
    }
    return frame;
  };
}
