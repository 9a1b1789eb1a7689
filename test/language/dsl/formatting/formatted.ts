/** Formats texts for tests. */
import { EmptyFileSystem, type ParseResult } from 'langium';
import { format, type Formatted } from '../../../../language/src/dsl/formatting/format.ts';
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { createAftermathServices, parseInSteps } from '../../../../language/src/dsl/services.ts';

const { aftermath } = createAftermathServices(EmptyFileSystem);

/** Parses a text from scratch. */
export const parse = (text: string): ParseResult<ast.Document> =>
  aftermath.parser.LangiumParser.parse<ast.Document>(text);

/** A formatted text and the formatter's remarks. */
export interface FormattedText extends Formatted {
  readonly text: string;
}

/** Formats a text, or the part of it between these offsets. */
export function formatText(text: string, part?: { readonly start: number; readonly end: number }): FormattedText {
  const formatted = format({ text, result: parse(text) }, (words) => parseInSteps(aftermath, words), part);
  let now = text;
  for (const { start, end, text: words } of formatted.edits.toReversed()) {
    now = now.slice(0, start) + words + now.slice(end);
  }
  return { ...formatted, text: now };
}
