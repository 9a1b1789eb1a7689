/**
 * The source line of a finding, to show beside it.
 */
import type { Span } from '../../../../language/src/model/span.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { inOneLine } from '../../questions/files/places.ts';

/** Returns the trimmed line on which a span begins; nothing for a file that was not read. */
export function sourceLine({ textOf }: Pick<OpenedModel, 'textOf'>, { uri, start }: Span): string | undefined {
  const line = textOf(uri)?.split(/\r\n|\n|\r/)[start.line];
  return line === undefined ? undefined : inOneLine(line).trim();
}
