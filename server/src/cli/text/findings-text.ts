/**
 * Findings as text: one line each, in the format that editors and CI systems parse.
 */
import type { Finding } from '../../../../language/src/model/finding.ts';
import { paint } from './colours.ts';
import type { Output } from '../input/command.ts';
import type { FileFindings } from '../../questions/files/file-findings.ts';
import { type FileName, inOneLine, placeText } from '../../questions/files/places.ts';

/** Writes `file:line:column: severity code message` for each finding, its related locations indented below. */
export function writeFindings(output: Output, files: readonly FileFindings[], nameOf: FileName): void {
  for (const { findings } of files) for (const finding of findings) output.write(findingText(finding, output, nameOf));
}

function findingText({ span, severity, code, message, related }: Finding, output: Output, nameOf: FileName): string {
  const head = `${placeText(span, nameOf)}: ${paint(output, severity, severity)} ${paint(output, 'faint', code)}`;
  const places = related.map((place) => `    ${placeText(place.span, nameOf)}: ${inOneLine(place.message)}`);
  return [`${head} ${inOneLine(message)}`, ...places].map((line) => `${line}\n`).join('');
}
