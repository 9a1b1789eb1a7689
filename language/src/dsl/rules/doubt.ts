/**
 * Decides how far syntax errors reach: text near them may have been parsed differently than it was meant, so it is not
 * judged.
 */
import type { LangiumDocument } from 'langium';
import type { Finding } from '../../model/finding.ts';
import type * as ast from '../generated/ast.ts';
import { mergeConflictsIn } from '../syntax/lexing/merge-conflicts.ts';
import { namesLeftOut } from '../syntax/syntax-findings.ts';
import { rangeOf, startOf } from '../syntax/tree/places.ts';
import type { Certainty } from './rule.ts';
import { meantIn } from '../syntax/lexing/advice.ts';

/** The tests for findings in a file with errors. */
export interface Doubt {
  /** Returns true if a finding is in this file and not on a line with a syntax error. */
  readonly isJudged: (finding: Finding) => boolean;
  /** Returns true if no error touches the name that a finding is about. */
  readonly isOfSureName: (finding: Finding) => boolean;
  /** Returns true if the text that a finding needs is free of syntax errors. */
  readonly isCertain: (finding: Finding, certainty: Certainty) => boolean;
}

/**
 * Returns how far the syntax errors reach, and the other findings that leave gaps in the model, such as unknown names.
 */
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

/** Returns the lines of merge conflicts, where either side may stay. */
function linesInConflict({ textDocument }: LangiumDocument): number[] {
  return mergeConflictsIn(textDocument.getText()).flatMap(({ start, end }) => {
    return linesFrom(textDocument.positionAt(start).line, textDocument.positionAt(end).line);
  });
}

/**
 * Returns the words that errors touch: those on their lines, those omitted because of them, and those probably meant.
 * No finding may claim that nobody holds or manages an entity with such a name.
 */
function doubtfulWords(document: LangiumDocument, faults: readonly Finding[]): ReadonlySet<string> {
  const words = new Set(namesLeftOut(document));
  for (const { message, span } of faults) {
    const line = { start: { line: span.start.line, character: 0 }, end: { line: span.start.line + 1, character: 0 } };
    const suggested = meantIn(message);
    if (suggested !== undefined) words.add(suggested);
    for (const word of document.textDocument.getText(line).matchAll(/[\p{L}_][\p{L}\d_-]*/gu)) words.add(word[0]);
  }
  return words;
}

/** Returns the lines of declarations that have an error in them or directly after them. Cost: O(lines). */
function faultyLines(document: LangiumDocument<ast.Document>, faults: readonly Finding[]): ReadonlySet<number> {
  const { declarations } = document.parseResult.value;
  const atFault = new Set(faults.map(({ span }) => span.start.line));
  const faulty = new Set<number>();
  for (const [index, declaration] of declarations.entries()) {
    const range = rangeOf(declaration);
    if (range === undefined) continue;
    const { start, end } = range;
    const after = declarations[index + 1];
    const next = (after && startOf(after)?.line) ?? document.textDocument.lineCount;
    if (!linesFrom(start.line, Math.max(end.line, next - 1)).some((line) => atFault.has(line))) continue;
    for (const line of linesFrom(start.line, end.line)) faulty.add(line);
  }
  return faulty;
}

const linesFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
