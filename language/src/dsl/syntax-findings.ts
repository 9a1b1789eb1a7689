/** Findings of a file that does not follow the grammar. */
import type { LangiumDocument } from 'langium';
import type { Finding } from '../model/finding.ts';

export function syntaxFindings(document: LangiumDocument): Finding[] {
  const uri = document.uri.toString();
  return [...document.parseResult.lexerErrors.map((e)=>({code:'syntax/token',severity:'error' as const,message:e.message,span:{uri,start:{line:(e.line??1)-1,character:(e.column??1)-1},end:{line:(e.line??1)-1,character:(e.column??1)-1+e.length}},related:[]})),
  ...document.parseResult.parserErrors.map((e)=>({code:'syntax/error',severity:'error' as const,message:e.message,span:{uri,start:{line:(e.token.startLine??1)-1,character:(e.token.startColumn??1)-1},end:{line:(e.token.startLine??1)-1,character:(e.token.endColumn??1)}},related:[]}))];
}
