/**
 * Lets the parser decide by one token whether an optional part is there, where that is all there is to decide: an
 * operator belongs to the innermost expression, and `else` to the last `if`. Langium cannot know that. It reads on
 * until nothing else is left or the text ends, which for an `if` within an `if` took longer than all other parsing.
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
    buildLookaheadForOptional: (part: {
      readonly rule: { readonly name: string };
      readonly prodOccurrence: number;
    }) => (this: { readonly LA: (howMany: number) => IToken }) => boolean;
  };
}

/** Has a parser decide by one token. */
export function decideByFirstToken({ lookaheadStrategy }: Decider): void {
  const build = lookaheadStrategy.buildLookaheadForOptional.bind(lookaheadStrategy);
  lookaheadStrategy.buildLookaheadForOptional = (part) => {
    // Langium writes a character without width behind the names of rules.
    const beginnings = decided.get(part.rule.name.replace(/\u200B$/, ''));
    if (beginnings === undefined) return build(part);
    return function () {
      return beginnings.includes(this.LA(1).tokenType.name);
    };
  };
}
