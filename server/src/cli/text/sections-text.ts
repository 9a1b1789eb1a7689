/**
 * Sections of a report as text: a heading, and under it items with the facts that each follows from,
 * the cause first.
 */
import { paint } from './colours.ts';
import type { Output } from '../input/command.ts';
import { inOneLine } from '../../questions/places.ts';
import type { ReportedFact } from '../../questions/reported-facts.ts';

/** A line of a section, and what it follows from. */
export interface Item {
  readonly head: string;
  readonly because?: readonly ReportedFact[];
}

/** Writes a section after an empty line; one without items says so. */
export function writeSection(output: Output, heading: string, items: readonly Item[]): void {
  output.write(`\n${paint(output, 'heading', inOneLine(heading))}${items.length === 0 ? ': nothing' : ''}\n`);
  for (const { head, because = [] } of items) {
    output.write([`  ${inOneLine(head)}`, ...because.map((fact) => `      ${factText(output, fact)}`), ''].join('\n'));
  }
}

/** Returns a fact behind its place. */
export function factText(output: Output, { fact, file, line, column }: ReportedFact): string {
  const place = file === undefined ? '' : `${file}:${String(line)}:${String(column)}: `;
  return `${paint(output, 'faint', place)}${inOneLine(fact)}`;
}
