/**
 * Reads the structure of HCL: blocks with labels, and arguments with the tokens of their values. What values mean is
 * left to `values.ts` and `references.ts`.
 */
import { type HclToken, hclTokens } from './hcl-tokens.ts';
import { t } from '../../model/common/translation.ts';

/** An argument, `name = value`. */
export interface HclArgument {
  readonly name: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly value: readonly HclToken[];
}

/** A block, `type "label" { … }`. */
export interface HclBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly arguments: readonly HclArgument[];
  readonly blocks: readonly HclBlock[];
}

/** The blocks of a file, or the line where it is broken. */
export type HclFile =
  | { readonly blocks: readonly HclBlock[]; readonly arguments: readonly HclArgument[] }
  | { readonly line: number; readonly fault: string };

/** Blocks and brackets nest at most this deep. */
const deepest = 100;

/** Returns the blocks of a file. `O(length)`. */
export function readHcl(text: string): HclFile {
  const read = hclTokens(text);
  if ('fault' in read) return read;
  const reader: Reader = { tokens: read.tokens, at: 0, fault: undefined };
  const body = readBody(reader, 0);
  return reader.fault ?? body;
}

interface Reader {
  readonly tokens: readonly HclToken[];
  at: number;
  fault: { readonly line: number; readonly fault: string } | undefined;
}

interface Body {
  readonly blocks: HclBlock[];
  readonly arguments: HclArgument[];
}

/** Reads up to the brace that closes the body, or the end of the file. */
function readBody(reader: Reader, depth: number): Body {
  const body: Body = { blocks: [], arguments: [] };
  while (reader.fault === undefined) {
    const token = reader.tokens[reader.at];
    if (token === undefined) {
      if (depth > 0) stop(reader, t`A block does not end`);
      return body;
    }
    reader.at++;
    if (token.kind === 'line') continue;
    if (token.text === '}' && depth > 0) return body;
    if (token.kind !== 'name') return (stop(reader, t`A block or an argument is expected`, token), body);
    if (reader.tokens[reader.at]?.text === '=') body.arguments.push(readArgument(reader, token));
    else readBlock(reader, token, { body, depth });
  }
  return body;
}

function stop(reader: Reader, fault: string, token = reader.tokens.at(-1)): void {
  reader.fault ??= { line: token?.line ?? 0, fault };
}

function readArgument(reader: Reader, name: HclToken): HclArgument {
  const value: HclToken[] = [];
  const open: string[] = [];
  reader.at++;
  for (; reader.at < reader.tokens.length; reader.at++) {
    const token = reader.tokens[reader.at];
    if (token === undefined) break;
    if (open.length === 0 && (token.kind === 'line' || (token.kind === 'mark' && token.text === '}'))) break;
    if (token.kind === 'mark' && '([{'.includes(token.text) && token.text !== '') open.push(token.text);
    else if (token.kind === 'mark' && ')]}'.includes(token.text) && token.text !== '') {
      const opened = open.pop();
      if (opened === undefined || !['()', '[]', '{}'].includes(opened + token.text))
        stop(reader, t`"${token.text}" closes nothing`, token);
    }
    if (open.length > deepest) stop(reader, t`Brackets nest more than ${String(deepest)} deep`, token);
    if (reader.fault !== undefined) break;
    value.push(token);
  }
  if (open.length > 0) stop(reader, t`The value of "${name.text}" does not end`, name);
  if (value.length === 0) stop(reader, t`"${name.text}" has no value`, name);
  const { line, start } = name;
  const last = value.findLast((token) => token.line === line);
  return { name: name.text, line, start, end: Math.max(name.end, last?.end ?? 0), value };
}

function readBlock(
  reader: Reader,
  type: HclToken,
  { body, depth }: { readonly body: Body; readonly depth: number },
): void {
  const labels: string[] = [];
  let end = type.end;
  for (; ; reader.at++) {
    const token = reader.tokens[reader.at];
    if (token?.kind === 'mark' && token.text === '{') break;
    if (token === undefined || (token.kind !== 'text' && token.kind !== 'name')) {
      stop(reader, t`"${type.text}" is followed by neither "=" nor "{"`, token ?? type);
      return;
    }
    labels.push(token.text);
    ({ end } = token);
  }
  reader.at++;
  if (depth >= deepest) stop(reader, t`Blocks nest more than ${String(deepest)} deep`, type);
  const { blocks, arguments: own } = readBody(reader, depth + 1);
  body.blocks.push({ type: type.text, labels, line: type.line, start: type.start, end, arguments: own, blocks });
}

/** Returns an argument of a block. */
export const argumentOf = (block: Pick<HclBlock, 'arguments'> | undefined, name: string): HclArgument | undefined =>
  block?.arguments.find((each) => each.name === name);

/** Returns the first block of a type in another one. */
export const blockIn = (block: HclBlock, type: string): HclBlock | undefined =>
  block.blocks.find((each) => each.type === type);
