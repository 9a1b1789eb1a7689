/**
 * Sections of a report as text: a heading, and under it items with the facts each follows from, cause first.
 */
import { paint } from './colours.ts';
import type { Output } from '../input/command.ts';
import { inOneLine } from '../../questions/files/places.ts';
import type { ReportedFact } from '../../questions/plans/reported-facts.ts';

/** A line of a section, and the facts it follows from. */
export interface SectionLine {
  readonly head: string;
  readonly because?: readonly ReportedFact[];
}

/** Writes a section after an empty line; says so if it has no items. */
export function writeSection(output: Output, heading: string, items: readonly SectionLine[]): void {
  output.write(`\n${paint(output, 'heading', inOneLine(heading))}${items.length === 0 ? ': nothing' : ''}\n`);
  for (const { head, because = [] } of items) {
    output.write(
      [`  ${inOneLine(head)}`, ...because.map((fact) => `      ${locatedFact(output, fact)}`), ''].join('\n'),
    );
  }
}

/** Returns a fact after its location. */
export function locatedFact(output: Output, { fact, file, line, column }: ReportedFact): string {
  const place = file === undefined ? '' : `${file}:${String(line)}:${String(column)}: `;
  return `${paint(output, 'faint', place)}${inOneLine(fact)}`;
}
