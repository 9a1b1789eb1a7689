/**
 * How far faults of a text reach: what stands near them may have been read in another way than it was
 * meant, so that nothing is said about it.
 */
import type { LangiumDocument } from 'langium';
import type { Finding } from '../../model/finding.ts';
import type * as ast from '../generated/ast.ts';
import { mergeConflictsIn } from '../syntax/merge-conflicts.ts';
import { namesLeftOut } from '../syntax/syntax-findings.ts';
import type { Certainty } from './check.ts';

/** What can still be said of a file that has faults. */
export interface Doubt {
  /** Whether a finding is of this file and not on a line with a fault of syntax. */
  readonly isJudged: (finding: Finding) => boolean;
  /** Whether the name that a finding is about is touched by no fault. */
  readonly isOfSureName: (finding: Finding) => boolean;
  /** Whether as much has been read without fault as the finding needs. */
  readonly isCertain: (finding: Finding, certainty: Certainty) => boolean;
}

/** Returns how far the faults of syntax reach, and those of what the model lacks besides, such as unknown names. */
export function doubtOf(
  document: LangiumDocument<ast.Document>,
  syntax: readonly Finding[],
  left: readonly Finding[],
): Doubt {
  const uri = document.uri.toString();
  const lines = new Set([
    ...syntax.flatMap(({ span }) => [span.start.line, span.end.line]),
    ...linesInConflict(document),
  ]);
  const faults = [...syntax, ...left];
  const words = faults.length === 0 ? new Set<string>() : doubtfulWords(document, faults);
  const faulty = faults.length === 0 ? new Set<number>() : faultyLines(document, faults);
  return {
    isJudged: ({ span }) => span.uri === uri && !lines.has(span.start.line),
    isOfSureName: ({ span }) => words.size === 0 || !words.has(document.textDocument.getText(span)),
    isCertain: (finding, certainty) => {
      if (certainty === 'file') return faults.length === 0;
      return certainty === 'words' || !faulty.has(finding.span.start.line);
    },
  };
}

/** The lines of which it is not known which side will stay. */
function linesInConflict({ textDocument }: LangiumDocument): number[] {
  return mergeConflictsIn(textDocument.getText()).flatMap(({ start, end }) => {
    return range(textDocument.positionAt(start).line, textDocument.positionAt(end).line);
  });
}

/**
 * The words that faults touch: those on their lines, those left out for them, and those that are
 * probably meant. Of what has such a name it cannot be said that nobody holds or manages it.
 */
function doubtfulWords(document: LangiumDocument, faults: readonly Finding[]): ReadonlySet<string> {
  const words = new Set(namesLeftOut(document));
  for (const { message, span } of faults) {
    const line = { start: { line: span.start.line, character: 0 }, end: { line: span.start.line + 1, character: 0 } };
    const suggested = /Did you mean "([^"]+)"/.exec(message)?.[1];
    if (suggested !== undefined) words.add(suggested);
    for (const word of document.textDocument.getText(line).matchAll(/[\p{L}_][\p{L}\d_-]*/gu)) words.add(word[0]);
  }
  return words;
}

/** The lines of the declarations that have a fault in them, or right after them. Cost: O(lines). */
function faultyLines(document: LangiumDocument<ast.Document>, faults: readonly Finding[]): ReadonlySet<number> {
  const { declarations } = document.parseResult.value;
  const atFault = new Set(faults.map(({ span }) => span.start.line));
  const faulty = new Set<number>();
  for (const [index, { $cstNode }] of declarations.entries()) {
    if ($cstNode === undefined) continue;
    const { start, end } = $cstNode.range;
    const next = declarations[index + 1]?.$cstNode?.range.start.line ?? document.textDocument.lineCount;
    if (!range(start.line, Math.max(end.line, next - 1)).some((line) => atFault.has(line))) continue;
    for (const line of range(start.line, end.line)) faulty.add(line);
  }
  return faulty;
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
