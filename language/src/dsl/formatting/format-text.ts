/**
 * Formats texts that are in no editor: each is parsed for it.
 */
import type * as ast from '../generated/ast.ts';
import { createLightServices } from '../services.ts';
import { format } from './format.ts';
import { lineBreaksIn } from './gaps.ts';
import { applyEdits } from './layout.ts';

/** A formatted text, with what was left as it is. */
export interface FormattedText {
  readonly text: string;
  /** The first line, from 0, that does not follow the grammar; what is around it stays as it is. */
  readonly brokenLine: number | undefined;
  /** Whether nothing was changed, because the result would not say the same. */
  readonly isRefused: boolean;
}

/** Formats a text. */
export type Formatter = (text: string) => FormattedText;

/** Makes a formatter. */
export function createFormatter(): Formatter {
  const { aftermath } = createLightServices();
  const parse = (text: string) => aftermath.parser.LangiumParser.parse<ast.Document>(text);
  return (text) => {
    const { edits, brokenAt, isRefused } = format({ text, result: parse(text) }, parse);
    const brokenLine = brokenAt === undefined ? undefined : lineBreaksIn(text.slice(0, brokenAt));
    return { text: applyEdits(text, edits), brokenLine, isRefused };
  };
}
