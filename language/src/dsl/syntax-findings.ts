/**
 * The findings of a file that does not follow the grammar.
 */
import type { LangiumDocument } from 'langium';
import type { Finding } from '../model/finding.ts';

/** Turns the faults that lexer and parser met into findings, one each. */
export function syntaxFindings(document: LangiumDocument): Finding[] {
  const uri = document.uri.toString();
  const { lexerErrors, parserErrors } = document.parseResult;
  const at = (offset: number) => document.textDocument.positionAt(offset);
  const finding = (code: string, message: string, start: number, end: number): Finding => ({
    code,
    severity: 'error',
    message,
    span: { uri, start: at(start), end: at(end) },
    related: [],
  });
  return [
    ...lexerErrors.map(({ message, offset, length }) => finding('syntax/token', message, offset, offset + length)),
    ...parserErrors.map(({ message, token }) =>
      finding('syntax/structure', message, token.startOffset, (token.endOffset ?? token.startOffset) + 1),
    ),
  ];
}
