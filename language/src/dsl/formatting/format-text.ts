/**
 * Formats texts that are not open in an editor, parsing each one.
 */
import type * as ast from '../generated/ast.ts';
import { createLightServices, parseInSteps } from '../services.ts';
import { format } from './format.ts';
import { lineBreaksIn } from './gaps.ts';
import { applyEdits } from './layout.ts';

/** A formatted text, and what could not be formatted. */
export interface FormattedText {
  readonly text: string;
  /** The first line, from 0, with a syntax error; the text around it stays as it is. */
  readonly brokenLine: number | undefined;
  /** True if nothing was changed because the result would have a different meaning. */
  readonly isRefused: boolean;
}

/** Formats a text. */
export type Formatter = (text: string) => FormattedText;

/** Makes a formatter. */
export function createFormatter(): Formatter {
  const { aftermath } = createLightServices();
  const parse = (text: string) => parseInSteps(aftermath, text);
  return (text) => {
    const result = aftermath.parser.LangiumParser.parse<ast.Document>(text);
    const { edits, brokenAt, isRefused } = format({ text, result }, parse);
    const brokenLine = brokenAt === undefined ? undefined : lineBreaksIn(text.slice(0, brokenAt));
    return { text: applyEdits(text, edits), brokenLine, isRefused };
  };
}
