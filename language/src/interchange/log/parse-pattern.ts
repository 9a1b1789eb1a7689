/** Parses regular expressions to instructions of a small machine; `pattern.ts` runs them. */
import type { Answer } from '../../model/common/answer.ts';
import { characterClass, escapeClass, escapedCode, PatternFault, type Test } from './character-class.ts';
import { t } from '../../model/common/translation.ts';

/** An instruction; without a target the next one follows. */
export type Instruction =
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'assert'; readonly holds: (text: string, position: number) => boolean }
  | { readonly kind: 'save'; readonly slot: number }
  | { readonly kind: 'jump'; readonly to: number }
  /** The first branch is tried before the second. */
  | { readonly kind: 'split'; readonly first: number; readonly second: number }
  | { readonly kind: 'match' };

/** A parsed pattern: its instructions, and the name of each group that captures, if it has one. */
export interface Parsed {
  readonly program: readonly Instruction[];
  readonly groups: readonly (string | undefined)[];
}

const mostInstructions = 2000;
const deepest = 50;
const mostRepetitions = 1000;

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
  readonly groups: (string | undefined)[];
}

/** Instructions relative to their own beginning. */
type Piece = readonly Instruction[];

/** Parses a pattern, or says what in it is not understood. */
export function parsePattern(source: string): Answer<Parsed> {
  const reader: Reader = { source, at: 0, depth: 0, groups: [] };
  try {
    const piece = alternatives(reader);
    if (reader.at < source.length) throw new PatternFault(t`has a "${source.charAt(reader.at)}" too many`);
    return { value: { program: [...piece, { kind: 'match' }], groups: reader.groups } };
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    return { refusal: t`The pattern "${source.slice(0, 100)}" ${error.message}.` };
  }
}

function alternatives(reader: Reader): Piece {
  reader.depth += 1;
  if (reader.depth > deepest) throw new PatternFault(t`is nested too deeply`);
  let piece = sequence(reader);
  while (reader.source[reader.at] === '|') {
    reader.at += 1;
    const other = sequence(reader);
    piece = bounded([
      { kind: 'split', first: 1, second: piece.length + 2 },
      ...moved(piece, 1),
      { kind: 'jump', to: piece.length + other.length + 2 },
      ...moved(other, piece.length + 2),
    ]);
  }
  reader.depth -= 1;
  return piece;
}

function sequence(reader: Reader): Piece {
  let piece: Piece = [];
  for (;;) {
    const next = reader.source[reader.at];
    if (next === undefined || next === '|' || next === ')') return piece;
    const repeated = repetition(reader, atom(reader));
    piece = bounded([...piece, ...moved(repeated, piece.length)]);
  }
}

function atom(reader: Reader): Piece {
  const { source } = reader;
  const next = source.charAt(reader.at);
  reader.at += 1;
  switch (next) {
    case '(':
      return group(reader);
    case '[': {
      const { test, end } = characterClass(source, reader.at) ?? fail(t`has a "[" without "]"`);
      reader.at = end;
      return [{ kind: 'character', test }];
    }
    case '.':
      return [{ kind: 'character', test: (code) => code !== 10 && code !== 13 }];
    case '^':
      return [{ kind: 'assert', holds: (_, position) => position === 0 }];
    case '$':
      return [{ kind: 'assert', holds: (text, position) => position === text.length }];
    case '*':
    case '+':
    case '?':
      return fail(t`has a "${next}" after nothing`);
    case '\\':
      return escaped(reader);
    default:
      return [literal(next)];
  }
}

function escaped(reader: Reader): Piece {
  const next = reader.source.charAt(reader.at);
  reader.at += 1;
  if (next === '') return fail(t`ends with a "\\"`);
  if (next === 'b' || next === 'B')
    return [{ kind: 'assert', holds: (text, position) => isBoundary(text, position) === (next === 'b') }];
  if (/[1-9k]/.test(next)) return fail(t`uses the backreference "\\${next}", which is not supported`);
  const coded = escapedCode(reader.source, reader.at - 1);
  if (coded !== undefined) {
    reader.at = coded.end;
    return [{ kind: 'character', test: (code) => code === coded.code }];
  }
  const test = escapeClass(next);
  if (test !== undefined) return [{ kind: 'character', test }];
  if (/[a-zA-Z]/.test(next)) return fail(t`uses "\\${next}", which is not supported`);
  return [literal(next)];
}

function group(reader: Reader): Piece {
  const { source, groups } = reader;
  const opened = /\(\?(?::|<([A-Za-z_]\w*)>)/y;
  opened.lastIndex = reader.at - 1;
  const special = opened.exec(source);
  if (special === null && source[reader.at] === '?') return fail(t`uses look-around or flags, which are not supported`);
  const isCapturing = special === null || special[1] !== undefined;
  if (special !== null) reader.at = opened.lastIndex;
  const number = isCapturing ? groups.push(special?.[1]) - 1 : -1;
  if (special?.[1] !== undefined && groups.indexOf(special[1]) !== number)
    return fail(t`has two groups "${special[1]}"`);
  const piece = alternatives(reader);
  if (source[reader.at] !== ')') return fail(t`has a "(" without ")"`);
  reader.at += 1;
  if (!isCapturing) return piece;
  return [{ kind: 'save', slot: 2 * number }, ...moved(piece, 1), { kind: 'save', slot: 2 * number + 1 }];
}

function repetition(reader: Reader, piece: Piece): Piece {
  const read = /(?:([*+?])|\{(\d{1,9})(,(\d{0,9}))?\})(\??)/y;
  read.lastIndex = reader.at;
  const found = read.exec(reader.source);
  if (found === null) return piece;
  reader.at = read.lastIndex;
  const [, sign, least = '', comma, most = '', lazy] = found;
  const from = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
  const to =
    sign === undefined
      ? comma === undefined
        ? from
        : most === ''
          ? Infinity
          : Number(most)
      : sign === '?'
        ? 1
        : Infinity;
  if (to < from) return fail(t`repeats at most less often than at least`);
  if (from > mostRepetitions || (to !== Infinity && to > mostRepetitions))
    return fail(t`repeats more than ${String(mostRepetitions)} times`);
  return repeated(piece, from, to, lazy === '?');
}

function repeated(piece: Piece, from: number, to: number, isLazy: boolean): Piece {
  const split = (into: number, past: number): Instruction =>
    isLazy ? { kind: 'split', first: past, second: into } : { kind: 'split', first: into, second: past };
  let all: Piece = [];
  for (let count = 0; count < from; count++) all = bounded([...all, ...moved(piece, all.length)]);
  if (to === Infinity) {
    const start = all.length;
    const end = start + piece.length + 2;
    return bounded([...all, split(start + 1, end), ...moved(piece, start + 1), { kind: 'jump', to: start }]);
  }
  const optional = to - from;
  const end = all.length + optional * (piece.length + 1);
  for (let count = 0; count < optional; count++)
    all = bounded([...all, split(all.length + 1, end), ...moved(piece, all.length + 1)]);
  return all;
}

/** Returns instructions as they are after `by` others. */
const moved = (piece: Piece, by: number): Piece =>
  piece.map((each) => {
    if (each.kind === 'jump') return { ...each, to: each.to + by };
    return each.kind === 'split' ? { ...each, first: each.first + by, second: each.second + by } : each;
  });

function bounded(piece: Piece): Piece {
  return piece.length > mostInstructions ? fail(t`is too large`) : piece;
}

function fail(message: string): never {
  throw new PatternFault(message);
}

function literal(character: string): Instruction {
  const wanted = character.charCodeAt(0);
  return { kind: 'character', test: (code) => code === wanted };
}

function isBoundary(text: string, position: number): boolean {
  const isWord = (index: number): boolean => /\w/.test(text.charAt(index));
  return isWord(position - 1) !== isWord(position);
}
