/**
 * The formatter: computes the edits that lay out a text. It checks its own work, and changes nothing if the result
 * would have a different meaning or would be formatted differently the next time.
 */
import type { ParseResult } from 'langium';
import type * as ast from '../generated/ast.ts';
import { gapsOf } from './gaps.ts';
import { applyEdits, type Edit, layout } from './layout.ts';
import { type LeftAloneExtent, leftAloneAt } from './left-alone.ts';
import type { TokenizedText } from './line-breaks.ts';
import type { ParsedText, ChangeablePart } from './parsed-text.ts';
import { isDirective, type Meaning, isSameMeaning, tokensAbout } from './self-check.ts';
import { structureOf } from './structure.ts';
import { tokensOf } from './tokens.ts';
import { linesAround } from './window.ts';

/** The result of formatting a text. */
export interface Formatted {
  /** In the order of the text; empty if it is well laid out or was not formatted. */
  readonly edits: readonly Edit[];
  /** The offset of the first syntax error, around which the text stays as it is. */
  readonly brokenAt: number | undefined;
  /** True if no attempt preserves the meaning of the text, so that it was not formatted. */
  readonly isRefused: boolean;
}

/** The parts left unformatted around errors, tried in order until the result preserves the meaning. */
const extents: readonly LeftAloneExtent[] = ['item', 'declaration'];

/** Parses a whole file from scratch, in steps. */
export type Parse = (text: string) => Generator<undefined, ParseResult<ast.Document>>;

/** Formats a text, or a part of it. Cost: O(n). */
export function format(given: ParsedText, parse: Parse, part?: ChangeablePart): Formatted {
  const steps = formatInSteps(given, parse, part);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Formats a text, or a part of it, in steps between which other work can run. */
export function* formatInSteps(
  given: ParsedText,
  parse: Parse,
  part?: ChangeablePart,
): Generator<undefined, Formatted> {
  const window = part && linesAround(given, part);
  if (part === undefined || window === undefined) return yield* formatWhole(given, parse, part);
  const text = given.text.slice(window.start, window.end);
  const seen = { text, result: yield* parse(text) };
  // A syntax error that exists only in the excerpt means that it was cut in the wrong place.
  if (faultsIn(seen).length > 0) return yield* formatWhole(given, parse, part);
  const formatted = yield* formatWhole(seen, parse, moved(part, -window.start));
  return { ...formatted, edits: formatted.edits.map((edit) => ({ ...edit, ...moved(edit, window.start) })) };
}

const moved = ({ start, end }: ChangeablePart, by: number): ChangeablePart => ({ start: start + by, end: end + by });

function* formatWhole(given: ParsedText, parse: Parse, part?: ChangeablePart): Generator<undefined, Formatted> {
  const before = yield* meaningOf(given);
  const faults = faultsIn(given);
  const brokenAt = faults.length === 0 ? undefined : faults.reduce((one, other) => Math.min(one, other));
  for (const extent of extents) {
    const all = yield* editsFor(before, faults, extent);
    const edits = all.filter((edit) => isWithin(edit, part));
    if (edits.length === 0) return { edits, brokenAt, isRefused: false };
    yield;
    const text = applyEdits(given.text, edits);
    const next: ParsedText = { text, result: yield* parse(text) };
    const after = yield* meaningOf(next);
    const isStable = part !== undefined || (yield* editsFor(after, faultsIn(next), extent)).length === 0;
    if (isStable && (yield* isSameMeaning(before, after))) return { edits, brokenAt, isRefused: false };
  }
  return { edits: [], brokenAt, isRefused: true };
}

const isWithin = ({ start, end }: Edit, part: ChangeablePart | undefined): boolean =>
  part === undefined || (start >= part.start && end <= part.end);

function* editsFor(
  { source }: Meaning,
  faults: readonly number[],
  extent: LeftAloneExtent,
): Generator<undefined, readonly Edit[]> {
  // Directives are about a line, so such lines may have to stay as they are.
  const words = extent === 'declaration' ? directedWords(source) : [];
  yield;
  return yield* layout(source, leftAloneAt(source, [...faults, ...words], extent));
}

/** Returns the offsets of the words that directives are about. */
function directedWords(source: TokenizedText): number[] {
  return source.gaps.flatMap(({ comments }, index) =>
    comments
      .filter(({ start, end }) => isDirective(source.text.slice(start, end)))
      .flatMap(({ start }) => {
        const [first, last] = tokensAbout(source, index, start);
        return source.tokens.slice(Math.max(0, first), last + 1).map((token) => token.start);
      }),
  );
}

function* meaningOf({ text, result }: ParsedText): Generator<undefined, Meaning> {
  const tokens = yield* tokensOf(result.value);
  const gaps = yield* gapsOf(text, tokens);
  const structure = yield* structureOf(tokens, gaps);
  const messages = [...result.lexerErrors, ...result.parserErrors].map(({ message }) => message);
  return { tree: result.value, faults: messages, source: { text, tokens, gaps, ...structure } };
}

/** Returns the offsets of syntax errors. */
function faultsIn({ result: { lexerErrors, parserErrors } }: ParsedText): number[] {
  const ofLexer = lexerErrors.flatMap(({ offset, length }) => [offset, offset + Math.max(0, length - 1)]);
  const ofParser = parserErrors.flatMap(({ token, resyncedTokens }) => [
    ...(Number.isNaN(token.startOffset) ? [] : [token.startOffset]),
    ...resyncedTokens.map(({ startOffset }) => startOffset),
  ]);
  return [...ofLexer, ...ofParser];
}
