/**
 * Terminal colours; without colours a text stays as it is.
 */
import type { Severity } from '../../../../language/src/model/finding.ts';
import type { Output } from '../input/command.ts';

/** Returns true if the terminal has colours and the user does not refuse them (no-color.org). */
export function wantsColours(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR: refusal = '', TERM: terminal } = environment;
  return stream.isTTY === true && refusal === '' && terminal !== 'dumb';
}

const codes: Readonly<Record<Severity | 'heading' | 'faint', number>> = {
  error: 31,
  warning: 33,
  information: 34,
  hint: 36,
  heading: 1,
  faint: 2,
};

/** Returns a text in the colour of a severity, or as a heading or side note. */
export const paint = ({ isColoured }: Output, style: keyof typeof codes, text: string): string =>
  isColoured ? `\u001B[${String(codes[style])}m${text}\u001B[0m` : text;
