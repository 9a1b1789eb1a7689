/**
 * Parses a file chunk by chunk, and takes unchanged chunks from the tree of an earlier version. A chunk with syntax
 * errors is repaired separately. The tree is the same as from parsing the whole text; a tree that gave parts away must
 * not be used any more.
 */
import type { IToken, TokenType } from 'chevrotain';
import type { LexerResult, Mutable, ParseResult } from 'langium';
import {
  type Chunk,
  type ChunkPlace,
  cutChunk,
  cutIntoChunks,
  isSame,
  joinChunks,
  chunkPlace,
  chunkRange,
} from './lexing/chunks.ts';
import { adopt, type Parts, partsMade, type TextShift } from './tree/cst.ts';
import { treeOf } from './tree/flat-tree.ts';
import type * as ast from '../generated/ast.ts';
import { mayHaveConflicts } from './lexing/merge-conflicts.ts';
import type { ParseFailure } from './messages/parse-failure.ts';
import type { MendedFault } from './repair.ts';
import { repairDeclaration } from './repair-members.ts';
import { sameAtStart } from './lexing/same-text.ts';

/** The functions needed from the parser. */
export interface ItemParser {
  /** Parses tokens as a file. */
  readonly parse: (lexed: LexerResult) => ParseResult<ast.Document>;
  readonly failureOf: (tokens: readonly IToken[]) => ParseFailure | undefined;
  /**
   * Returns the number of tokens of the first declaration, one more than there are if it continues; undefined if there
   * is none.
   */
  readonly lengthOfFirst: (tokens: readonly IToken[]) => number | undefined;
  readonly typeOf: (name: string) => TokenType | undefined;
}

/** A version of a file: its text and tokens. */
export interface Version {
  readonly text: string;
  readonly lexed: LexerResult;
  readonly isShallow: boolean;
}

/** A tree with the syntax errors repaired in it. */
export interface ParsedFile {
  readonly document: ast.Document;
  readonly faults: readonly MendedFault[];
}

/** A parsed chunk. */
export interface Item {
  readonly place: ChunkPlace;
  readonly parts: Parts;
  readonly declarations: readonly ast.Declaration[];
  readonly faults: readonly MendedFault[];
}

/** The reusable parts of a tree, with its text. */
export interface Reusable {
  readonly text: string;
  readonly items: readonly Item[];
  /**
   * True if each item is a chunk that was parsed without looking at others, nothing is in the text but them, and none
   * is so deep that the limit has to be found in the whole text.
   */
  readonly isPlain: boolean;
}

const reusables = new WeakMap<ast.Document, Reusable>();

/**
 * Parses a file in steps, between which others may use the parser: one for each chunk that is not in `previous`, and
 * one for some of the others. Cost: O(tokens), but parses only what is not in `previous`.
 */
export function* parseFile(
  version: Version,
  parser: ItemParser,
  previous: ast.Document | undefined,
): Generator<undefined, ParsedFile> {
  const { text, lexed, isShallow } = version;
  const { chunks, hidden } = cutIntoChunks(lexed);
  yield;
  const before = takeReusable(previous);
  // The marks of a conflict, even before a chunk, decide which text in it is read.
  const isSure = !mayHaveConflicts(text) && !mayHaveConflicts(before.text);
  const reuse = isSure ? reuseOf(text, before) : () => undefined;
  const items: Item[] = [];
  const search: Search = { farLeft: 5 };
  let isPlain = isSure && isShallow && lexed.errors.length === 0 && hidden.length === 0;
  for (let index = 0; index < chunks.length;) {
    const chunk = chunks[index] ?? joinChunks([]);
    const kept = reuse(chunk);
    const { item, count, rest } =
      kept === undefined ? parseNext({ chunks, index, search }, parser) : { item: kept, count: 1 };
    items.push(item);
    isPlain &&= count === 1 && rest === undefined && item.faults.length === 0;
    if (kept === undefined || items.length % keptInStep === 0) yield;
    index += count;
    // A rest that was cut off in the wrong place is tried again.
    if (rest !== undefined) chunks[--index] = rest;
  }
  const end = parser.parse({ ...lexed, tokens: [], hidden: [...hidden] }).value;
  const document = documentOf({ text, items, isPlain }, end);
  return { document, faults: items.flatMap(({ faults }) => faults) };
}

/** Makes the tree of a file from its items and the tree of what is after them; it can be reused. */
export function documentOf(parsed: Reusable, end: ast.Document): ast.Document {
  const document = assemble(parsed.items, end);
  reusables.set(document, parsed);
  return document;
}

/** Returns the reusable parts of a tree. */
export const reusableOf = (previous: ast.Document): Reusable | undefined => reusables.get(previous);

/** Takes the reusable parts of a tree, which gives them away only once. */
export function takeReusable(previous: ast.Document | undefined): Reusable {
  const reusable = previous && reusables.get(previous);
  if (previous !== undefined) reusables.delete(previous);
  return reusable ?? { text: '', items: [], isPlain: false };
}

/** Returns a function that finds the earlier item of a chunk, and moves it to its new position. */
function reuseOf(text: string, { text: oldText, items }: Reusable): (chunk: Chunk) => Item | undefined {
  if (items.length === 0) return () => undefined;
  const byStart = new Map(items.map((item) => [item.place.start, item]));
  const growth = text.length - oldText.length;
  const same = sameAtStart(text, oldText);
  return (chunk) => {
    const range = chunkRange(chunk);
    const item = byStart.get(range.end <= same ? range.start : range.start - growth);
    if (item === undefined || item.faults.length > 0) return undefined;
    if (!isSame(chunk, text, { text: oldText, place: item.place })) return undefined;
    // An item taken twice would be in two places.
    byStart.delete(item.place.start);
    return movedItem(item, { characters: range.start - item.place.start, lines: range.line - item.place.line });
  };
}

/** Moves an item, whose tree must not be used where it was. */
export function movedItem(item: Item, shift: TextShift): Item {
  const { characters, lines } = shift;
  if (characters === 0 && lines === 0) return item;
  item.parts.move(shift);
  const { start, end, line } = item.place;
  return { ...item, place: { ...item.place, start: start + characters, end: end + characters, line: line + lines } };
}

/** The number of chunks taken over in one step. */
const keptInStep = 500;

interface Parsed {
  readonly item: Item;
  /** The number of chunks it consists of. */
  readonly count: number;
  /** The rest of the last chunk. */
  readonly rest?: Chunk;
}

/**
 * The number of searches left through the rest of a file for the end of a declaration; unlimited ones could cost O(n²).
 */
interface Search {
  farLeft: number;
}

/** A chunk among the following ones. */
interface At {
  readonly chunks: readonly Chunk[];
  readonly index: number;
  readonly search: Search;
}

/** Parses a chunk, with the following ones that belong to the same declaration. */
function parseNext(at: At, parser: ItemParser): Parsed {
  const { chunks, index } = at;
  const chunk = chunks[index] ?? joinChunks([]);
  const whole = parser.parse(lexedOf(chunk));
  if (whole.parserErrors.length === 0) return { item: itemOf(chunk, whole.value, []), count: 1 };
  const failure = parser.failureOf(chunk.tokens);
  if (failure?.at === chunk.tokens.length || isOpen(chunk.tokens)) {
    const first = parseFirst(at, parser);
    if (first !== undefined && !swallows(first, at, parser)) return first;
  }
  const { tokens, faults } = repairDeclaration(chunk.tokens, failure, parser.failureOf, parser.typeOf);
  const mended = parser.parse(lexedOf({ ...chunk, tokens }));
  return { item: itemOf(chunk, mended.value, faults), count: 1 };
}

/**
 * Returns true if a declaration swallowed the beginning of a chunk that parses by itself, leaving a rest that cannot:
 * then the declaration is unfinished, like a `pd` without a name above another PD.
 */
function swallows({ count, rest }: Parsed, { chunks, index }: At, parser: ItemParser): boolean {
  const last = chunks[index + count - 1];
  if (rest === undefined || last === undefined) return false;
  const failure = parser.failureOf(rest.tokens);
  if (failure === undefined) return false;
  // On one line, what is swallowed may well be the name that is missing.
  const isOnNextLine = chunks[index + count - 2]?.tokens.at(-1)?.endLine !== last.tokens[0]?.startLine;
  if (failure.at >= rest.tokens.length && !isOnNextLine) return false;
  return parser.parse(lexedOf(last)).parserErrors.length === 0;
}

/** Returns a chunk as a text without errors. */
export const lexedOf = ({ tokens, hidden }: Chunk): LexerResult => ({
  tokens: [...tokens],
  hidden: [...hidden],
  errors: [],
});

/** The numbers of chunks in which to search for the end of a declaration: few first, since most are short. */
const reaches = [2, 16, 256, Infinity];

/** Parses the declaration that begins with a chunk, however long; undefined if there is none. */
function parseFirst({ chunks, index, search }: At, parser: ItemParser): Parsed | undefined {
  for (const reach of reaches) {
    if (reach === Infinity && search.farLeft-- <= 0) return undefined;
    const near = chunks.slice(index, index + reach);
    const { tokens } = joinChunks(near);
    // Within brackets the parser looks ahead to their end before it decides.
    const length = isOpen(tokens) ? tokens.length + 1 : parser.lengthOfFirst(tokens);
    if (length !== undefined && length <= tokens.length) return parseTokens(near, length, parser);
    if (length === undefined || index + reach >= chunks.length) return undefined;
  }
  return undefined;
}

/** Parses `length` tokens, beginning with the first of some chunks. */
function parseTokens(near: readonly Chunk[], length: number, parser: ItemParser): Parsed | undefined {
  let end = 0;
  const count = near.findIndex(({ tokens }) => (end += tokens.length) >= length) + 1;
  const { before, after } = cutChunk(joinChunks(near.slice(0, count)), length);
  const { value, parserErrors } = parser.parse(lexedOf(before));
  if (parserErrors.length > 0) return undefined;
  return { item: itemOf(before, value, []), count, ...(after.tokens.length > 0 && { rest: after }) };
}

const opening: ReadonlySet<string> = new Set(['(', '[', 'TEMPLATE_START']);
const closing: ReadonlySet<string> = new Set([')', ']', 'TEMPLATE_END']);

/** Returns true if brackets are open at the end, so that the parser's stop depends on what follows. */
function isOpen(tokens: readonly IToken[]): boolean {
  let depth = 0;
  for (const { tokenType } of tokens) {
    if (opening.has(tokenType.name)) depth++;
    else if (closing.has(tokenType.name)) depth--;
  }
  return depth > 0;
}

/** Makes an item of a chunk and its tree. */
export function itemOf(chunk: Chunk, document: ast.Document, faults: readonly MendedFault[]): Item {
  const parts = treeOf(document) ?? partsMade(document.$cstNode?.root.content ?? []);
  return { place: chunkPlace(chunk), parts, declarations: document.declarations.slice(), faults };
}

/** Inserts the items into the tree of an empty file, before the comments at its end. */
function assemble(items: readonly Item[], document: ast.Document): ast.Document {
  const root = document.$cstNode?.root;
  if (root === undefined) throw new Error('A parsed file has a root.');
  adopt(
    root,
    items.map(({ parts }) => parts),
  );
  const { declarations } = document;
  for (const item of items) {
    item.parts.moveInto(root, item.declarations);
    for (const declaration of item.declarations as Mutable<ast.Declaration>[]) {
      declaration.$container = document;
      declaration.$containerProperty = 'declarations';
      declaration.$containerIndex = declarations.length;
      declarations.push(declaration);
    }
  }
  return document;
}
