/**
 * Folding ranges: bodies and lists in brackets, comments, the imports, and `// #region`. They are computed from tokens,
 * so that an error elsewhere changes nothing; an unmatched bracket folds nothing.
 */
import type { AftermathLexer } from '../../../language/src/dsl/syntax/lexing/lexer.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { tableOf } from '../../../language/src/model/common/table.ts';

/** Lines that fold into the first of them, from 0. */
export interface Fold {
  readonly startLine: number;
  /** The last hidden line. */
  readonly endLine: number;
  readonly kind: 'body' | 'comment' | 'imports' | 'region';
}

interface Token {
  readonly name: string;
  readonly image: string;
  readonly line: number;
  readonly endLine: number;
}

const closing: Readonly<Partial<Record<string, string>>> = tableOf({ '}': '{', ']': '[', ')': '(' });
const opening: ReadonlySet<string> = new Set(Object.values(closing).flatMap((each) => each ?? []));

/** Returns the folds of a document, ordered by first line; of two that begin on the same line, the longer one. */
export function* foldsOf(
  { textDocument }: ModelDocument,
  lexer: Pick<AftermathLexer, 'tokenizeFileInSteps'>,
): Generator<undefined, readonly Fold[]> {
  const { tokens, hidden } = yield* lexer.tokenizeFileInSteps(textDocument.getText());
  yield;
  const comments = hidden.filter(({ tokenType }) => tokenType.name.endsWith('COMMENT')).map(tokenOf);
  yield;
  const folds = [...(yield* bodies(tokens)), ...imports(tokens), ...commentFolds(comments), ...regions(comments)];
  yield;
  const byLine = new Map<number, Fold>();
  for (const fold of folds) {
    const known = byLine.get(fold.startLine);
    if (fold.endLine > fold.startLine && (known === undefined || known.endLine < fold.endLine))
      byLine.set(fold.startLine, fold);
  }
  return [...byLine.values()].sort((a, b) => a.startLine - b.startLine);
}

type LexedToken = ReturnType<AftermathLexer['tokenizeFile']>['tokens'][number];

const tokenOf = (token: LexedToken): Token => {
  const { startLine = 1, endLine = startLine } = token;
  return { name: token.tokenType.name, image: token.image, line: startLine - 1, endLine: endLine - 1 };
};

/** The number of tokens in a step. */
const tokensInStep = 20_000;

/** Yields in steps; a large file has so many tokens that copies of them would cost more than the work. */
function* bodies(tokens: readonly LexedToken[]): Generator<undefined, readonly Fold[]> {
  const open: LexedToken[] = [];
  const folds: Fold[] = [];
  for (const [index, token] of tokens.entries()) {
    if (index % tokensInStep === 0) yield;
    if (opening.has(token.image)) open.push(token);
    const wanted = closing[token.image];
    if (wanted === undefined) continue;
    const start = open.findLastIndex(({ image }) => image === wanted);
    const first = open[start];
    if (first === undefined) continue;
    // A bracket opened inside and never closed is an error and folds nothing.
    open.length = start;
    // The line of the closing bracket stays visible.
    folds.push({ startLine: tokenOf(first).line, endLine: tokenOf(token).line - 1, kind: 'body' });
  }
  return folds;
}

/** Folds the imports that the file begins with. */
function imports(tokens: readonly LexedToken[]): readonly Fold[] {
  const lines: number[] = [];
  let before: LexedToken | undefined;
  for (const token of tokens) {
    // Brackets that are missing have no text.
    if (token.image === '') continue;
    const isPath = before !== undefined && token.tokenType.name === 'STRING';
    if (isPath) lines.push(tokenOf(before ?? token).line);
    else if (before !== undefined || token.tokenType.name !== 'import') break;
    before = isPath ? undefined : token;
  }
  const [startLine] = lines;
  const endLine = lines.at(-1);
  return startLine === undefined || endLine === undefined ? [] : [{ startLine, endLine, kind: 'imports' }];
}

/** Folds a comment of several lines, or several consecutive one-line comments. */
function commentFolds(comments: readonly Token[]): readonly Fold[] {
  const folds: Fold[] = [];
  let run: { startLine: number; endLine: number } | undefined;
  for (const { name, image, line, endLine } of comments) {
    if (name === 'BLOCK_COMMENT') folds.push({ startLine: line, endLine, kind: 'comment' });
    if (name !== 'LINE_COMMENT' || marker.test(image)) continue;
    if (run?.endLine === line - 1) run.endLine = line;
    else folds.push({ ...(run = { startLine: line, endLine: line }), kind: 'comment' });
    const last = folds.findLastIndex(({ startLine }) => startLine === run?.startLine);
    if (last >= 0) folds[last] = { ...run, kind: 'comment' };
  }
  return folds;
}

const marker = /^\/\/\s*#(end)?region\b/;

function regions(comments: readonly Token[]): readonly Fold[] {
  const open: number[] = [];
  const folds: Fold[] = [];
  for (const { image, line } of comments) {
    const [mark, end] = marker.exec(image) ?? [];
    if (mark === undefined) continue;
    if (end === undefined) open.push(line);
    const startLine = end === undefined ? undefined : open.pop();
    if (startLine !== undefined) folds.push({ startLine, endLine: line, kind: 'region' });
  }
  return folds;
}
