/**
 * Origins: the place of an imported declaration in the file of another tool. They are written as comments
 * (`//@ units/db.service:7: PartOf=app.service`), so that a model keeps them as text.
 */

/** A line of another tool's file, and the words there. */
export interface Origin {
  /** The path, as seen from the folder of the model. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The statement there; may be empty. */
  readonly text: string;
}

/** The beginning of a comment that states an origin. */
export const originMark = '//@ ';

const longestText = 160;
const shape = /^(.+?):([1-9]\d{0,8})(?:: (.*))?$/;

/** Makes an origin that fits in a comment: without control characters, not too long. */
export function makeOrigin(file: string, line: number, text: string): Origin {
  const words = text
    .slice(0, 4 * longestText)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const short = words.length > longestText ? `${words.slice(0, longestText).trimEnd()}…` : words;
  return { file: file.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '_'), line, text: short };
}

/** Writes an origin: `units/db.service:7: PartOf=app.service`. */
export const originText = ({ file, line, text }: Origin): string =>
  `${file}:${String(line)}${text === '' ? '' : `: ${text}`}`;

/** Writes the comment that states an origin. */
export const originComment = (origin: Origin): string => `${originMark}${originText(origin)}`;

/** Reads what `originText` wrote; undefined for any other text. */
export function readOrigin(written: string): Origin | undefined {
  const [, file, line, text = ''] = shape.exec(written.trim()) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), text: text.trim() };
}
