/**
 * The grammar as a graph of states and edges, with one start and one end for each rule. It is derived from Langium's
 * grammar, so completion and parser know exactly the same constructs.
 */
import { GrammarAST, type Grammar } from 'langium';
import { tableOf } from '../../../language/src/model/common/table.ts';

/** An edge that reads a token: a keyword by its text, anything else by the name of its terminal. */
export interface TokenEdge {
  readonly kind: 'keyword' | 'terminal';
  readonly text: string;
  /** The property of the tree that the token alone becomes, if any. */
  readonly feature: string | undefined;
  /** True if the token names something declared elsewhere. */
  readonly isReference: boolean;
  readonly to: GrammarState;
}

/** An edge through another rule and back. */
export interface CallEdge {
  readonly rule: string;
  readonly feature: string | undefined;
  readonly to: GrammarState;
}

/** A point in a rule. The edges are filled in while the grammar is read. */
export interface GrammarState {
  readonly id: number;
  readonly rule: string;
  readonly isEnd: boolean;
  readonly tokens: TokenEdge[];
  readonly calls: CallEdge[];
  readonly free: GrammarState[];
}

/** The states of all rules. */
export interface GrammarStates {
  readonly start: (rule: string) => GrammarState;
  /** Returns the shortest text, as tokens, from a state to the end of its rule. */
  readonly rest: (state: GrammarState) => readonly string[];
}

/** Reads a grammar. Cost: linear in its size, plus some rounds to find the shortest texts. */
export function readGrammar(grammar: Grammar): GrammarStates {
  const states: GrammarState[] = [];
  const starts = new Map<string, GrammarState>();
  const add = (rule: string, isEnd = false): GrammarState => {
    const state = { id: states.length, rule, isEnd, tokens: [], calls: [], free: [] };
    states.push(state);
    return state;
  };
  for (const rule of grammar.rules) {
    if (!GrammarAST.isParserRule(rule)) continue;
    const start = add(rule.name);
    starts.set(rule.name, start);
    build(rule.definition, { from: start, to: add(rule.name, true), feature: undefined, add });
  }
  const start = (rule: string): GrammarState => {
    const state = starts.get(rule);
    if (state === undefined) throw new Error(`The grammar has no rule "${rule}".`);
    return state;
  };
  const rests = leastTexts(states, start);
  return { start, rest: (state) => rests.get(state) ?? [] };
}

interface Part {
  readonly from: GrammarState;
  readonly to: GrammarState;
  /** The property that the part is assigned to. */
  readonly feature: string | undefined;
  readonly add: (rule: string) => GrammarState;
}

/** Connects two states by an element, respecting its cardinality. */
function build(element: GrammarAST.AbstractElement, part: Part): void {
  const { from, to, add } = part;
  if (element.cardinality === undefined) {
    buildOnce(element, part);
    return;
  }
  const [inner, after] = [add(from.rule), add(from.rule)];
  from.free.push(inner);
  after.free.push(to);
  if (element.cardinality !== '+') inner.free.push(after);
  if (element.cardinality !== '?') after.free.push(inner);
  buildOnce(element, { ...part, from: inner, to: after });
}

function buildOnce(element: GrammarAST.AbstractElement, part: Part): void {
  const { from, to, feature, add } = part;
  if (GrammarAST.isGroup(element)) {
    let at = from;
    for (const [index, each] of element.elements.entries()) {
      const next = index === element.elements.length - 1 ? to : add(from.rule);
      build(each, { ...part, from: at, to: next });
      at = next;
    }
  } else if (GrammarAST.isAlternatives(element)) {
    for (const each of element.elements) build(each, part);
  } else if (GrammarAST.isAssignment(element)) {
    build(element.terminal, { ...part, feature: element.feature });
  } else if (GrammarAST.isAction(element)) {
    from.free.push(to);
  } else if (GrammarAST.isKeyword(element)) {
    from.tokens.push({ kind: 'keyword', text: element.value, feature, isReference: false, to });
  } else if (GrammarAST.isCrossReference(element)) {
    const terminal = GrammarAST.isRuleCall(element.terminal) ? element.terminal.rule.$refText : '';
    from.tokens.push({ kind: 'terminal', text: terminal, feature, isReference: true, to });
  } else if (GrammarAST.isRuleCall(element)) {
    const text = element.rule.$refText;
    if (GrammarAST.isTerminalRule(element.rule.ref)) {
      from.tokens.push({ kind: 'terminal', text, feature, isReference: false, to });
    } else from.calls.push({ rule: text, feature, to });
  } else throw new Error(`Completion does not know the grammar element ${element.$type}.`);
}

/** A sample text for each terminal, with the cost of needing it. */
const samples: Readonly<Record<string, readonly [string, number]>> = tableOf({
  STRING: ['""', 1],
  NUMBER: ['0', 1],
  QUANTITY: ['0s', 1],
  TEMPLATE_START: ['"${', 100],
  TEMPLATE_MIDDLE: ['}${', 100],
  TEMPLATE_END: ['}"', 1],
});

interface Least {
  readonly cost: number;
  readonly tokens: readonly string[];
}

/** Finds the shortest text from each state to the end of its rule, in rounds until nothing gets shorter. */
function leastTexts(
  states: readonly GrammarState[],
  start: (rule: string) => GrammarState,
): ReadonlyMap<GrammarState, readonly string[]> {
  const least = new Map<GrammarState, Least>();
  for (const state of states) if (state.isEnd) least.set(state, { cost: 0, tokens: [] });
  let isLess = true;
  const offer = (state: GrammarState, first: Least | undefined, then: GrammarState): void => {
    const rest = least.get(then);
    if (first === undefined || rest === undefined) return;
    const cost = first.cost + rest.cost;
    if (cost >= (least.get(state)?.cost ?? Infinity)) return;
    least.set(state, { cost, tokens: [...first.tokens, ...rest.tokens] });
    isLess = true;
  };
  while (isLess) {
    isLess = false;
    for (const state of [...states].reverse()) {
      for (const to of state.free) offer(state, { cost: 0, tokens: [] }, to);
      for (const edge of state.tokens) offer(state, sampleOf(edge), edge.to);
      for (const { rule, to } of state.calls) offer(state, least.get(start(rule)), to);
    }
  }
  return new Map([...least].map(([state, { tokens }]) => [state, tokens]));
}

function sampleOf({ kind, text }: TokenEdge): Least {
  if (kind === 'keyword') return { cost: 1, tokens: [text] };
  const [sample, cost] = samples[text] ?? ['x', 1];
  return { cost, tokens: [sample] };
}
