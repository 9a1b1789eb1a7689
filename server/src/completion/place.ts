/**
 * The position of the cursor in the grammar: the enclosing construct, the tokens of the item before it, and what may
 * follow. Works on text that the parser refuses.
 */
import { indexOfItem } from '../../../language/src/dsl/syntax/lexing/items.ts';
import type { Expected, RuleFrame, Reading, Takes, ReadingWay } from './reading.ts';
import type { LexerToken, TokensBefore } from './tokens-before.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { tableOf } from '../../../language/src/model/common/table.ts';

/** The rules with a body, and that of the file, each with the rule of its items. */
export const itemRules = {
  Document: 'Declaration',
  Entity: 'Member',
  Class: 'ClassMember',
  Data: 'DataValue',
  View: 'ViewMember',
  Machine: 'MachineMember',
  State: 'StateMember',
  Block: 'Step',
  Scenario: 'Step',
  Check: 'CheckMember',
  Policy: 'Setting',
  Channel: 'Setting',
  Collector: 'Setting',
} as const;

/** A construct with a body. */
export type Construct = keyof typeof itemRules;

/** The position of the cursor in the grammar. */
export interface CursorPosition {
  readonly construct: Construct;
  /** The offset of the opening brace of the body; absent at file level. */
  readonly brace: number | undefined;
  /** The enclosing constructs, innermost first, including this one. */
  readonly around: readonly Construct[];
  /** The ways to go on after the tokens. */
  readonly ways: readonly ReadingWay[];
  /** The ways to begin an item here. */
  readonly startWays: readonly ReadingWay[];
  /** The number of frames above the rule of an item. */
  readonly itemDepth: number;
  /** The offset of the beginning of the current item. */
  readonly itemStart: number;
}

/** Returns whether an edge takes a token. */
export type TakesToken = (token: LexerToken) => Takes;

/** Returns the position after some tokens; nothing if they make no sense. */
export function findPlace(before: TokensBefore, reading: Reading, takes: TakesToken): CursorPosition | undefined {
  const { tokens } = before;
  const last = tokens.length - 1;
  let ways = reading.begin('Document');
  const around: Construct[] = ['Document'];
  let bodyStart = 0;
  for (const brace of openBraces(tokens)) {
    const inner = readHeader(tokens, brace, { ways, reading, takes, bodyStart });
    if (inner === 'expression') break;
    if (inner === undefined) return undefined;
    ways = inner.ways;
    bodyStart = brace + 1;
    around.unshift(inner.construct);
  }
  const item = readItem(tokens, last, { ways, reading, takes, bodyStart });
  // On a line of its own, a new item can begin after an error.
  const found = item ?? (before.isFirstOnLine ? { ways, from: last } : undefined);
  const [construct] = around;
  if (found === undefined || construct === undefined) return undefined;
  return {
    construct,
    brace: tokens[bodyStart - 1]?.startOffset,
    around,
    ways: found.ways,
    startWays: ways,
    itemDepth: (ways[0]?.frame?.depth ?? 0) + 1,
    itemStart: itemAt(tokens, found.from).startOffset,
  };
}

/** Returns the indices of the braces still open at the end. */
function openBraces(tokens: readonly LexerToken[]): readonly number[] {
  const open: number[] = [];
  for (const [index, { tokenType }] of tokens.entries()) {
    if (tokenType.name === '{') open.push(index);
    else if (tokenType.name === '}') open.pop();
  }
  return open;
}

interface Context {
  readonly ways: readonly ReadingWay[];
  readonly reading: Reading;
  readonly takes: TakesToken;
  /** The index of the first token in the innermost open body. */
  readonly bodyStart: number;
}

interface Item {
  readonly ways: readonly ReadingWay[];
  /** The index of its first token. */
  readonly from: number;
}

/** The most places tried as the beginning of an item; a word within it may look like one. */
const mostBeginnings = 40;

/** Reads the item that a token is in, up to that token. */
function readItem(
  tokens: readonly LexerToken[],
  last: number,
  { ways, reading, takes, bodyStart }: Context,
): Item | undefined {
  let from = indexOfItem(tokens, last);
  let doubtful: Item | undefined;
  for (let tries = 0; tries < mostBeginnings; tries++) {
    const isInExpression = from > bodyStart && tokens[from - 1]?.tokenType.name === '{';
    if (!isInExpression) {
      const read = readAll(ways, tokens.slice(from, last), reading, takes);
      const item = { ways: read.ways, from: from + read.lastItem };
      if (read.ways.length > 0 && !read.hasKeywordAsName) return item;
      if (read.ways.length > 0) doubtful ??= item;
    }
    if (from <= bodyStart) break;
    from = indexOfItem(tokens, from - 1);
  }
  return doubtful;
}

/** Reads the header that ends with a brace, and enters its body; says so if it opens no body. */
function readHeader(tokens: readonly LexerToken[], brace: number, context: Context): Inner | 'expression' | undefined {
  const { ways, reading, takes } = context;
  const header = readItem(tokens, brace, context);
  const read = header === undefined ? [] : reading.over(header.ways, takes(itemAt(tokens, brace)));
  const from = header?.from ?? indexOfItem(tokens, brace);
  return afterBrace(read, tokens.slice(from, brace + 1), ways, reading);
}

/**
 * Reads tokens: a keyword begins something wherever it can, and is a name only if the text makes no sense otherwise.
 */
function readAll(
  ways: readonly ReadingWay[],
  tokens: readonly LexerToken[],
  reading: Reading,
  takes: TakesToken,
): Read {
  const starts = reading.next(ways);
  const isStart = ({ edge, way }: Expected) =>
    starts.some((start) => start.edge === edge && start.way.frame === way.frame);
  const read = (isStrict: boolean): Read => {
    let now = ways;
    let hasKeywordAsName = false;
    let lastItem = 0;
    for (const [index, token] of tokens.entries()) {
      const take = takes(token);
      const taking = reading.next(now).filter(({ edge }) => take(edge));
      const keywords = taking.filter(({ edge }) => edge.kind === 'keyword');
      hasKeywordAsName ||= keywords.length === 0 && isWord(token);
      const isOpen = index === tokens.length - 1 && quantifiers.has(token.tokenType.name);
      const taken = isStrict && keywords.length > 0 && !isOpen ? keywords : taking;
      if (taken.length > 0 && taken.every(isStart)) lastItem = index;
      now = taken.map(({ edge, way }) => ({ state: edge.to, frame: way.frame }));
    }
    return { ways: now, hasKeywordAsName, lastItem };
  };
  const strict = read(true);
  return strict.ways.length > 0 ? strict : read(false);
}

interface Read {
  readonly ways: readonly ReadingWay[];
  readonly hasKeywordAsName: boolean;
  /** The index of the last token that can only begin an item, as in `x := a  y[b] := c`. */
  readonly lastItem: number;
}

/** Keywords that are names unless `x in` follows, as in `clock: any`: before the cursor they may be either. */
const quantifiers: ReadonlySet<string> = new Set(['all', 'any', 'count']);

/** Returns true if a token is a word of the language. */
const isWord = ({ tokenType }: LexerToken): boolean => /^[a-z]+$/.test(tokenType.name);

interface Inner {
  readonly construct: Construct;
  readonly ways: readonly ReadingWay[];
}

/**
 * Returns the ways after the brace at the end of a header; a header with an error is recognized by its first keyword.
 */
function afterBrace(
  read: readonly ReadingWay[],
  header: readonly LexerToken[],
  outer: readonly ReadingWay[],
  reading: Reading,
): Inner | 'expression' | undefined {
  const constructs = read.map(({ state }) => state.rule).filter(isConstruct);
  const [construct] = constructs;
  if (construct !== undefined) return { construct, ways: read.filter(({ state }) => state.rule === construct) };
  if (read.length > 0) return 'expression';
  const meant = header.map(({ tokenType }) => constructsByKeyword[tokenType.name]).find((each) => each !== undefined);
  return meant === undefined ? undefined : bodyOf(meant, outer, reading);
}

function bodyOf(construct: Construct, outer: readonly ReadingWay[], reading: Reading): Inner {
  const frame = outer[0]?.frame;
  const ways = reading
    .begin(construct)
    .flatMap((way) => reading.bodyOf(way))
    .map(({ state }): ReadingWay => ({ state, frame: returnFrame(construct, state, frame) }));
  return { construct, ways };
}

/** Returns a frame for a body whose header cannot be read; nothing is read after its end. */
const returnFrame = (rule: string, returnTo: ReadingWay['state'], below: RuleFrame | undefined): RuleFrame => ({
  rule,
  feature: undefined,
  returnTo,
  below,
  depth: (below?.depth ?? 0) + 1,
});

const isConstruct = (rule: string): rule is Construct => Object.hasOwn(itemRules, rule);

const constructsByKeyword: Readonly<Partial<Record<string, Construct>>> = tableOf({
  pd: 'Entity',
  space: 'Entity',
  resource: 'Entity',
  object: 'Entity',
  node: 'Entity',
  region: 'Entity',
  machine: 'Machine',
  state: 'State',
  enter: 'Block',
  leave: 'Block',
  do: 'Block',
  if: 'Block',
  for: 'Block',
  action: 'Block',
  destroy: 'Block',
  scenario: 'Scenario',
  check: 'Check',
  data: 'Data',
  view: 'View',
  class: 'Class',
  policy: 'Policy',
  channel: 'Channel',
  collector: 'Collector',
});
