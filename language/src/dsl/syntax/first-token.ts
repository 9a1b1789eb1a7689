/**
 * How the parser decides. Whether an optional part is there it decides by one token where that is all there is to
 * decide: an operator belongs to the innermost expression, and `else` to the last `if`. Langium cannot know that. It
 * reads on until nothing else is left or the text ends, which for an `if` within an `if` took longer than all other
 * parsing. All other decisions are prepared when they are first to be taken: most texts need few of them.
 */
import type { IToken } from 'chevrotain';

/** By rule, what its only part of that kind begins with. */
const decided: ReadonlyMap<string, readonly string[]> = new Map([
  ['IfStep', ['else']],
  ['Or', ['or']],
  ['And', ['and']],
  ['Additive', ['+', '-']],
  ['Multiplicative', ['*', '/', '%']],
]);

/** The part of Chevrotain's parser that knows how to decide. */
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

/** Has a parser decide by one token where that is enough, and prepare nothing before it is asked. */
export function decideByFirstToken({ lookaheadStrategy }: Decider): void {
  lookaheadStrategy.buildLookaheadForAlternation = lazily(
    lookaheadStrategy.buildLookaheadForAlternation.bind(lookaheadStrategy),
  );
  const build = lazily(lookaheadStrategy.buildLookaheadForOptional.bind(lookaheadStrategy));
  lookaheadStrategy.buildLookaheadForOptional = (part) => {
    // Langium writes a character without width behind the names of rules.
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
