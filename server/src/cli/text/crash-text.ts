/**
 * The report on a crash as text for review: a section per consequence, and under each name the facts it follows from,
 * cause first.
 */
import { heldWords } from '../../../../language/src/view/report/held-words.ts';
import { planHeadings } from '../../../../language/src/view/report/plan-headings.ts';
import { paint } from './colours.ts';
import type { Output } from '../input/command.ts';
import { type ChosenPolicy, policyText } from '../../questions/plans/crash-policy.ts';
import type { CrashReport, ReportedNotification } from '../../questions/plans/crash-report.ts';
import type { ReportedName } from '../../questions/plans/reported-facts.ts';
import { type SectionLine, writeSection } from './sections-text.ts';

/** The subject of the report. */
export interface CrashSubject {
  readonly file: string;
  readonly names: readonly string[];
  readonly chosen: ChosenPolicy;
}

/** Writes the report, section by section. */
export function writeCrashText(output: Output, subject: CrashSubject, report: CrashReport): void {
  const { destroyed, degraded, blocked, dangling, already, notified, held } = report;
  const names = new Set(blocked.map(({ name }) => name));
  const broken = report.broken.filter(({ name }) => !names.has(name));
  output.write(`${paint(output, 'heading', title(subject))}\n`);
  output.write(`in ${subject.file}\n`);
  const numbers = new Map(report.order.flatMap((layer, index) => layer.map((name) => [name, index + 1])));
  writeSection(output, planHeadings.destroyed, destroyed.map(withHeads((each) => ordered(each.name, numbers))));
  writeSection(output, planHeadings.degraded, degraded.map(withHeads(({ name }) => name)));
  writeSection(output, planHeadings.broken, broken.map(withHeads(({ name }) => name)));
  if (blocked.length > 0) writeSection(output, planHeadings.blocked, blocked.map(withHeads(({ name }) => name)));
  writeSection(output, planHeadings.dangling, dangling.map(withHeads(({ name }) => name)));
  writeSection(
    output,
    planHeadings.managers,
    notified.map((each) => ({ head: eventText(each), because: each.because })),
  );
  for (const state of ['broken', 'degraded', 'dangling'] as const) {
    const before = already[state].map(withHeads(({ name }) => name));
    if (before.length > 0) writeSection(output, planHeadings[`${state}Already`], before);
  }
  const waiting = held.map((each) => ({ head: `${each.name}: ${heldWords(each)}`, because: each.because }));
  if (waiting.length > 0) writeSection(output, planHeadings.held, waiting);
  const counts = Object.entries({
    destroyed,
    degraded,
    broken,
    ...(blocked.length > 0 && { blocked }),
    dangling,
    notified,
    ...(held.length > 0 && { 'held up': held }),
  });
  output.write(`\n${counts.map(([word, list]) => `${String(list.length)} ${word}`).join(', ')}\n`);
}

const title = ({ names, chosen }: CrashSubject): string => `Crash of ${names.join(', ')} under ${policyText(chosen)}`;

const withHeads =
  (headOf: (each: ReportedName) => string) =>
  (each: ReportedName): SectionLine => ({ head: headOf(each), because: each.because });

const ordered = (name: string, numbers: ReadonlyMap<string, number>): string => `${String(numbers.get(name))}. ${name}`;

const eventText = ({ name, event, subject, by }: ReportedNotification): string =>
  `${name}: ${event}(${subject}${by === undefined ? '' : `, ${by}`})`;
