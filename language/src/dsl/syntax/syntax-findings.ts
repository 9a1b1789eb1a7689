/**
 * Reports the syntax errors of a file.
 */
import type { LangiumDocument } from 'langium';
import type { Finding } from '../../model/finding.ts';
import { mergeConflictsIn } from './lexing/merge-conflicts.ts';
import { superfluousBrace } from './lexing/brace-balance.ts';

/** Turns the errors of lexer and parser into findings, only the first one on each line. */
export function syntaxFindings(document: LangiumDocument): Finding[] {
  const { lexerErrors, parserErrors } = document.parseResult;
  const uri = document.uri.toString();
  const at = (offset: number) => document.textDocument.positionAt(offset);
  const finding = (code: string, message: string, start: number, end: number): Finding => ({
    code,
    severity: 'error',
    message,
    span: { uri, start: at(start), end: at(end) },
    related: [],
  });
  const tokens = lexerErrors.map(({ message, offset, length }) =>
    finding('syntax/token', message, offset, offset + length),
  );
  const structure = parserErrors.map(({ message, token }) =>
    finding('syntax/structure', message, token.startOffset, (token.endOffset ?? token.startOffset) + 1),
  );
  return firstOfLines([...tokens.filter((each) => !isFollowUp(each, structure)), ...structure]);
}

const words = /[\p{L}_][\p{L}\d_-]*/gu;

/** Returns the names in omitted text and in conflicts; used elsewhere, they are not unknown, just not read. */
export function namesLeftOut(document: LangiumDocument): ReadonlySet<string> {
  const { parserErrors } = document.parseResult;
  const text = document.textDocument.getText();
  const inConflict = mergeConflictsIn(text).flatMap(({ start, end }) => text.slice(start, end).match(words) ?? []);
  return new Set([
    ...parserErrors.flatMap(({ resyncedTokens }) => resyncedTokens.map(({ image }) => image)),
    ...inConflict,
  ]);
}

/** Returns true if a closing brace is superfluous because the line with its opening brace was not understood. */
function isFollowUp({ message, span }: Finding, structure: readonly Finding[]): boolean {
  if (message !== superfluousBrace) return false;
  return structure.some(
    (fault) => fault.span.start.line < span.start.line && fault.span.start.line >= span.start.line - 10,
  );
}

function firstOfLines(findings: readonly Finding[]): Finding[] {
  const lines = new Set<number>();
  return findings.filter(({ span }) => {
    const { line } = span.start;
    return !lines.has(line) && lines.add(line);
  });
}
