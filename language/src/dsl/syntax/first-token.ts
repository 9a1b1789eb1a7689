/**
 * Speeds up the parser's decisions. One token decides whether an optional part is present, if nothing else is needed:
 * an operator belongs to the innermost expression, and `else` to the last `if`. Langium cannot know that; it looks
 * ahead until one alternative is left or the text ends, which took longer for an `if` within an `if` than all other
 * parsing. All other decisions are prepared when first needed: most texts need few of them.
 */
import type { IToken } from 'chevrotain';

/** The tokens that begin the only optional part of a rule, by rule. */
const decided: ReadonlyMap<string, readonly string[]> = new Map([
  ['IfStep', ['else']],
  ['Or', ['or']],
  ['And', ['and']],
  ['Additive', ['+', '-']],
  ['Multiplicative', ['*', '/', '%']],
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
    return function () {
      return beginnings.includes(this.LA(1).tokenType.name);
    };
  };
}

const lazily =
  <P, A extends unknown[]>(build: Build<P, A>): Build<P, A> =>
  (part) => {
    let decide: Decide<A> | undefined;
    return function (...args) {
      decide ??= build(part);
      return decide.apply(this, args);
    };
  };
