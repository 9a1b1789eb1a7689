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
    buildLookaheadForOptional: Build<OptionalPart, []>;
    buildLookaheadForAlternation: Build<unknown, unknown[]>;
  };
}

interface OptionalPart {
  readonly rule: { readonly name: string };
  readonly prodType: string;
  readonly prodOccurrence: number;
}

interface Parser {
  readonly LA: (howMany: number) => IToken;
}

type Decide<A extends unknown[]> = (this: Parser, ...args: A) => unknown;

type Build<P, A extends unknown[]> = (part: P) => Decide<A>;

/** Makes a parser decide by one token where that is enough, and prepare decisions lazily. */
export function decideByFirstToken({ lookaheadStrategy }: Decider): void {
  lookaheadStrategy.buildLookaheadForAlternation = lazily(
    lookaheadStrategy.buildLookaheadForAlternation.bind(lookaheadStrategy),
  );
  const build = lazily(lookaheadStrategy.buildLookaheadForOptional.bind(lookaheadStrategy));
  lookaheadStrategy.buildLookaheadForOptional = (part) => {
    // Langium appends a zero-width character to the names of rules.
    const beginnings = decided.get(part.rule.name.replace(/\u200B$/, ''));
    if (beginnings === undefined) return build(part);
    const { tokens, among } = beginnings;
    if (among !== undefined && !isPart(part, among)) return build(part);
    const readOn = among === undefined ? never : build(part);
    return function () {
      return tokens.includes(this.LA(1).tokenType.name) || readOn.call(this);
    };
  };
}

const isPart = ({ prodType, prodOccurrence }: OptionalPart, occurrence: number): boolean =>
  prodType === 'Option' && prodOccurrence === occurrence;

const never = (): boolean => false;

const lazily =
  <P, A extends unknown[]>(build: Build<P, A>): Build<P, A> =>
  (part) => {
    let decide: Decide<A> | undefined;
    return function (...args) {
      decide ??= build(part);
      return decide.apply(this, args);
    };
  };
