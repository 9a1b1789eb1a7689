/**
 * Speeds up the parser's decisions. One token decides whether an optional part is present, if nothing else is needed:
 * an operator belongs to the innermost expression, and `else` to the last `if`. Langium cannot know that; it looks
 * ahead until one alternative is left or the text ends, which took longer for an `if` within an `if` than all other
 * parsing. All other decisions are prepared when first needed: most texts need few of them.
 */
import type { IToken } from 'chevrotain';

/** The decision of one token about an optional part of a rule. */
interface Beginnings {
  /** The tokens that always begin the part. */
  readonly tokens: readonly string[];
  /** The number of the part, if it is one of several; other tokens may begin it too. */
  readonly among?: number;
}

/** The optional parts that one token decides about, by rule. */
const decided: ReadonlyMap<string, Beginnings> = new Map([
  ['IfStep', { tokens: ['else'] }],
  ['Or', { tokens: ['or'] }],
  ['And', { tokens: ['and'] }],
  ['Comparison', { tokens: ['==', '!=', '<', '<=', '>', '>='], among: 4 }],
  ['Additive', { tokens: ['+', '-'] }],
  ['Multiplicative', { tokens: ['*', '/', '%'] }],
]);

/** The part of Chevrotain's parser that makes decisions. */
export interface Decider {
  readonly lookaheadStrategy: {
    buildLookaheadForOptional: Build<OptionalPart>;
    buildLookaheadForAlternation: Build<Part>;
  };
}

interface Part {
  readonly rule: { readonly name: string };
  readonly prodOccurrence: number;
}

interface OptionalPart extends Part {
  readonly prodType: string;
}

/** What a decision reads tokens from. */
export interface Lookahead {
  readonly LA: (howMany: number) => IToken;
  readonly LA_FAST: (howMany: number) => IToken;
}

/** Returns the number of the alternative that fits, or true if an optional part is present. */
export type Decide = (this: Lookahead) => unknown;

type Build<P> = (part: P) => Decide;

/** A decision of the grammar: in a rule, the n-th of its kind. */
export interface Decision {
  readonly rule: string;
  readonly kind: 'Alternation' | 'Option' | 'Repetition' | 'RepetitionMandatory';
  readonly occurrence: number;
}

/** Returns how a decision is made. */
export type Decisions = (decision: Decision) => Decide;

/** Makes a parser decide by one token where that is enough, and prepare decisions lazily; returns its decisions. */
export function decideByFirstToken({ lookaheadStrategy }: Decider): Decisions {
  const made = new Map<string, Decide>();
  const keep = ({ rule, prodOccurrence }: Part, kind: string, decide: Decide): Decide => {
    made.set(keyOf({ rule: nameOf(rule), kind, occurrence: prodOccurrence }), decide);
    return decide;
  };
  const choose = lazily(lookaheadStrategy.buildLookaheadForAlternation.bind(lookaheadStrategy));
  lookaheadStrategy.buildLookaheadForAlternation = (part) => keep(part, 'Alternation', choose(part));
  const build = lazily(lookaheadStrategy.buildLookaheadForOptional.bind(lookaheadStrategy));
  lookaheadStrategy.buildLookaheadForOptional = (part) => keep(part, part.prodType, byFirstToken(part, build));
  return (decision) => {
    const decide = made.get(keyOf(decision));
    if (decide === undefined) throw new Error(`Langium makes no decision ${keyOf(decision)}.`);
    return decide;
  };
}

function byFirstToken(part: OptionalPart, build: Build<OptionalPart>): Decide {
  const beginnings = decided.get(nameOf(part.rule));
  if (beginnings === undefined) return build(part);
  const { tokens, among } = beginnings;
  if (among !== undefined && !isPart(part, among)) return build(part);
  const readOn = among === undefined ? never : build(part);
  return function () {
    return tokens.includes(this.LA(1).tokenType.name) || readOn.call(this);
  };
}

const keyOf = ({ rule, kind, occurrence }: Omit<Decision, 'kind'> & { readonly kind: string }): string =>
  `${rule} ${kind} ${String(occurrence)}`;

/** Langium appends a zero-width character to the names of rules. */
const nameOf = ({ name }: Part['rule']): string => name.replace(/\u200B$/, '');

const isPart = ({ prodType, prodOccurrence }: OptionalPart, occurrence: number): boolean =>
  prodType === 'Option' && prodOccurrence === occurrence;

const never = (): boolean => false;

const lazily =
  <P>(build: Build<P>): Build<P> =>
  (part) => {
    let decide: Decide | undefined;
    return function (...args) {
      decide ??= build(part);
      return decide.apply(this, args);
    };
  };
