/**
 * Parses a file chunk by chunk, and takes from the tree of an earlier version what has not changed. A
 * chunk that does not follow the grammar is repaired by itself. The tree is the one that parsing the whole
 * text gives; a tree that parts were taken from must not be used any more.
 */
import type { IToken, TokenType } from 'chevrotain';
import type { CstNode, LexerResult, Mutable, ParseResult } from 'langium';
import {
  type Chunk,
  type ChunkPlace,
  cutChunk,
  cutIntoChunks,
  isSame,
  joinChunks,
  placeOf,
  rangeOf,
} from './chunks.ts';
import { adopt, move } from './cst.ts';
import type * as ast from '../generated/ast.ts';
import { mayHaveConflicts } from './merge-conflicts.ts';
import type { ParseFailure } from './parse-failure.ts';
import type { MendedFault } from './repair.ts';
import { repairDeclaration } from './repair-members.ts';
import { sameAtStart } from './same-text.ts';

/** What parsing needs from the parser. */
export interface ItemParser {
  /** Parses tokens as a file. */
  readonly parse: (lexed: LexerResult) => ParseResult<ast.Document>;
  readonly failureOf: (tokens: readonly IToken[]) => ParseFailure | undefined;
  /** How many tokens the first declaration takes, one more than there are where it goes on; nothing if there is none. */
  readonly lengthOfFirst: (tokens: readonly IToken[]) => number | undefined;
  readonly typeOf: (name: string) => TokenType | undefined;
}

/** A version of a file: its text, cut into tokens. */
export interface Version {
  readonly text: string;
  readonly lexed: LexerResult;
}

/** A tree with the faults that were mended for it. */
export interface ParsedFile {
  readonly document: ast.Document;
  readonly faults: readonly MendedFault[];
}

/** One chunk that has been parsed. */
interface Item {
  readonly place: ChunkPlace;
  readonly parts: readonly CstNode[];
  readonly declarations: readonly ast.Declaration[];
  readonly faults: readonly MendedFault[];
}

/** What of a tree can be used again, with its text. */
interface Reusable {
  readonly text: string;
  readonly items: readonly Item[];
}

const reusables = new WeakMap<ast.Document, Reusable>();

/** Parses a file. Cost: O(tokens), but only what is not in `previous` is parsed. */
export function parseFile(version: Version, parser: ItemParser, previous: ast.Document | undefined): ParsedFile {
  const { text, lexed } = version;
  const { chunks, hidden } = cutIntoChunks(lexed);
  const before = takeReusable(previous);
  // The marks of a conflict, even those before a chunk, decide what is read of it.
  const isSure = !mayHaveConflicts(text) && !mayHaveConflicts(before.text);
  const reuse = isSure ? reuseOf(text, before) : () => undefined;
  const items: Item[] = [];
  const search: Search = { farLeft: 5 };
  for (let index = 0; index < chunks.length;) {
    const chunk = chunks[index] ?? joinChunks([]);
    const kept = reuse(chunk);
    const { item, count, rest } =
      kept === undefined ? parseNext({ chunks, index, search }, parser) : { item: kept, count: 1 };
    items.push(item);
    index += count;
    // What was cut off in the wrong place is looked at again.
    if (rest !== undefined) chunks[--index] = rest;
  }
  const document = assemble(items, parser.parse({ ...lexed, tokens: [], hidden: [...hidden] }).value);
  reusables.set(document, { text, items });
  return { document, faults: items.flatMap(({ faults }) => faults) };
}

/** A tree gives its parts away only once. */
function takeReusable(previous: ast.Document | undefined): Reusable {
  const reusable = previous && reusables.get(previous);
  if (previous !== undefined) reusables.delete(previous);
  return reusable ?? { text: '', items: [] };
}

/** Returns what finds the item that a chunk was before, and moves it to where it stands now. */
function reuseOf(text: string, { text: oldText, items }: Reusable): (chunk: Chunk) => Item | undefined {
  if (items.length === 0) return () => undefined;
  const byStart = new Map(items.map((item) => [item.place.start, item]));
  const growth = text.length - oldText.length;
  const same = sameAtStart(text, oldText);
  return (chunk) => {
    const range = rangeOf(chunk);
    const item = byStart.get(range.end <= same ? range.start : range.start - growth);
    if (item === undefined || item.faults.length > 0) return undefined;
    if (!isSame(chunk, text, { text: oldText, place: item.place })) return undefined;
    // What is taken twice would stand in two places.
    byStart.delete(item.place.start);
    if (range.start === item.place.start && range.line === item.place.line) return item;
    const [part] = item.parts;
    if (part !== undefined) {
      move(part, { characters: range.start - item.place.start, lines: range.line - item.place.line });
    }
    return { ...item, place: { ...item.place, ...range } };
  };
}

interface Parsed {
  readonly item: Item;
  /** How many chunks it was made of. */
  readonly count: number;
  /** What is left of the last of these. */
  readonly rest?: Chunk;
}

/** How often the rest of a file may be searched for the end of a declaration, lest many of them cost its square. */
interface Search {
  farLeft: number;
}

/** A chunk among those behind it. */
interface At {
  readonly chunks: readonly Chunk[];
  readonly index: number;
  readonly search: Search;
}

/** Parses a chunk, with those behind it that belong to the same declaration. */
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
 * Whether a declaration took the beginning of a chunk that is one by itself and leaves a rest that can be
 * none, whatever follows: then it is unfinished, as a `pd` without name above another PD.
 */
function swallows({ count, rest }: Parsed, { chunks, index }: At, parser: ItemParser): boolean {
  const last = chunks[index + count - 1];
  if (rest === undefined || last === undefined) return false;
  const failure = parser.failureOf(rest.tokens);
  if (failure === undefined || failure.at >= rest.tokens.length) return false;
  return parser.parse(lexedOf(last)).parserErrors.length === 0;
}

const lexedOf = ({ tokens, hidden }: Chunk): LexerResult => ({ tokens: [...tokens], hidden: [...hidden], errors: [] });

/** How many chunks a declaration is looked for in that goes on behind its first one: few first, for most are short. */
const reaches = [2, 16, 256, Infinity];

/** Parses the declaration that begins with a chunk, however far it goes; nothing where there is none. */
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

/** Parses so many tokens from the first of some chunks on. */
function parseTokens(near: readonly Chunk[], length: number, parser: ItemParser): Parsed | undefined {
  let end = 0;
  const count = near.findIndex(({ tokens }) => (end += tokens.length) >= length) + 1;
  const { before, behind } = cutChunk(joinChunks(near.slice(0, count)), length);
  const { value, parserErrors } = parser.parse(lexedOf(before));
  if (parserErrors.length > 0) return undefined;
  return { item: itemOf(before, value, []), count, ...(behind.tokens.length > 0 && { rest: behind }) };
}

const opening: ReadonlySet<string> = new Set(['(', '[', 'TEMPLATE_START']);
const closing: ReadonlySet<string> = new Set([')', ']', 'TEMPLATE_END']);

/** Whether brackets are open at the end, so that where the parser stopped depends on what follows. */
function isOpen(tokens: readonly IToken[]): boolean {
  let depth = 0;
  for (const { tokenType } of tokens) {
    if (opening.has(tokenType.name)) depth++;
    else if (closing.has(tokenType.name)) depth--;
  }
  return depth > 0;
}

function itemOf(chunk: Chunk, document: ast.Document, faults: readonly MendedFault[]): Item {
  const parts = document.$cstNode?.root.content ?? [];
  return { place: placeOf(chunk), parts, declarations: document.declarations.slice(), faults };
}

/** Hangs the items into the tree of an empty file, before the comments at its end. */
function assemble(items: readonly Item[], document: ast.Document): ast.Document {
  const root = document.$cstNode?.root;
  if (root === undefined) throw new Error('A parsed file has a root.');
  adopt(
    root,
    items.map(({ parts }) => parts),
  );
  const { declarations } = document;
  for (const item of items) {
    for (const declaration of item.declarations as Mutable<ast.Declaration>[]) {
      declaration.$container = document;
      declaration.$containerProperty = 'declarations';
      declaration.$containerIndex = declarations.length;
      declarations.push(declaration);
    }
  }
  return document;
}
