/**
 * Where in the grammar one can be after some tokens: all ways at once, so that nothing depends on
 * what a parser would have chosen. Texts that the grammar refuses lead nowhere.
 */
import type { GrammarState, GrammarStates, TokenEdge } from './grammar-states.ts';

/** A rule that is being read, and where to go on behind it. */
export interface Frame {
  readonly rule: string;
  /** The property of the rule below that this rule becomes. */
  readonly feature: string | undefined;
  readonly returnTo: GrammarState;
  readonly below: Frame | undefined;
  readonly depth: number;
}

/** One way to have read the tokens so far. */
export interface Way {
  readonly state: GrammarState;
  /** Absent in the rule that the reading began with. */
  readonly frame: Frame | undefined;
}

/** A token that may come next, and the way that leads to it. */
export interface Expected {
  readonly edge: TokenEdge;
  readonly way: Way;
}

/** What is asked of a token: whether an edge takes it. */
export type Takes = (edge: TokenEdge) => boolean;

export interface Reading {
  readonly begin: (rule: string) => readonly Way[];
  /** All ways on over one token; none if it does not fit. */
  readonly over: (ways: readonly Way[], takes: Takes) => readonly Way[];
  /** What may come next, each token edge once for each way. */
  readonly next: (ways: readonly Way[]) => readonly Expected[];
  /** The ways behind the brace that opens the body of a rule, from its beginning. */
  readonly bodyOf: (way: Way) => readonly Way[];
  /** The least text that ends the rule that stands at a depth of frames, from a way behind it. */
  readonly completion: (way: Way, depth: number) => readonly string[];
}

/** Makes what reads by a grammar. */
export function createReading(states: GrammarStates): Reading {
  const frames = createFrames();

  /** All ways that are reached without reading a token. */
  const spread = (ways: readonly Way[]): readonly Way[] => {
    const seen = new Map<Frame | undefined, Set<GrammarState>>();
    const all: Way[] = [];
    const pending = [...ways].reverse();
    for (let way = pending.pop(); way !== undefined; way = pending.pop()) {
      const { state, frame } = way;
      const known = seen.get(frame);
      if (known?.has(state) === true) continue;
      if (known === undefined) seen.set(frame, new Set([state]));
      else known.add(state);
      all.push(way);
      const further: Way[] = state.free.map((to) => ({ state: to, frame }));
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

/** All states of the rule that one is in, as far as they can be reached from it. */
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

/** The rules that a way is in, innermost first. */
export function rulesOf({ state, frame }: Way): readonly string[] {
  const rules = [state.rule];
  for (let at = frame; at !== undefined; at = at.below) rules.push(at.returnTo.rule);
  return rules;
}

/** Makes frames such that equal ones are the same object. */
function createFrames(): (
  rule: string,
  feature: string | undefined,
  returnTo: GrammarState,
  below: Frame | undefined,
) => Frame {
  const none = {};
  const known = new WeakMap<object, Map<string, Frame>>();
  return (rule, feature, returnTo, below) => {
    let above = known.get(below ?? none);
    if (above === undefined) known.set(below ?? none, (above = new Map<string, Frame>()));
    const key = `${rule} ${String(returnTo.id)}`;
    let frame = above.get(key);
    if (frame === undefined) {
      frame = { rule, feature, returnTo, below, depth: (below?.depth ?? 0) + 1 };
      above.set(key, frame);
    }
    return frame;
  };
}
