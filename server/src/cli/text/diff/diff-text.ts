/** The report of `aftermath diff` as text, as Markdown for a review, and as JSON. */
import {
  type Change,
  type Direction,
  directionOf,
  type Reason,
} from '../../../../../language/src/analysis/compare/change.ts';
import { changeWords } from '../../../../../language/src/view/report/change-words.ts';
import type { Output } from '../../input/command.ts';
import type { OpenedPair } from '../../../questions/compare-opened.ts';
import { inOneLine } from '../../../questions/files/places.ts';
import { type ReportedFact, reportFacts } from '../../../questions/plans/reported-facts.ts';
import { paint } from '../colours.ts';
import { writeSection } from '../sections-text.ts';

/** The changes of one model. */
export interface DiffOfFile extends OpenedPair {
  readonly file: string;
  readonly changes: readonly Change[];
}

/** A whole comparison. */
export interface DiffReport {
  readonly base: string;
  readonly head: string;
  readonly files: readonly DiffOfFile[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The rules of `--fail-on` that some change matches, with the number of these. */
  readonly failed: readonly { readonly rule: string; readonly count: number }[];
}

const headings: Readonly<Record<Direction, string>> = { worse: 'Worse', other: 'Other changes', better: 'Better' };
/** The directions in the order of a report. */
const directions = ['worse', 'other', 'better'] as const;

/** Returns the facts that a change follows from, with their locations. */
export function changeReasons(pair: OpenedPair, change: Change): readonly ReportedFact[] {
  const reason: Reason | undefined = 'reason' in change ? change.reason : undefined;
  return reason === undefined ? [] : reportFacts(pair[reason.side], reason.because);
}

/** Returns the numbers of changes in words. */
export function diffCounts({ files }: DiffReport): string {
  const all = files.flatMap(({ changes }) => changes.map(directionOf));
  const count = (wanted: Direction): number => all.filter((each) => each === wanted).length;
  if (all.length === 0) return 'No consequence changes';
  return `${String(count('worse'))} worse, ${String(count('better'))} better, ${String(count('other'))} other`;
}

/** Writes what changes in one model, in sections: worse, other, better. */
export function writeChanges(output: Output, pair: Omit<DiffOfFile, 'file'>): void {
  for (const direction of directions) {
    const items = pair.changes.filter((change) => directionOf(change) === direction);
    if (items.length === 0) continue;
    writeSection(
      output,
      headings[direction],
      items.map((change) => ({ head: changeWords(change), because: changeReasons(pair, change) })),
    );
  }
}

/** Writes the report as text. */
export function writeDiff(output: Output, report: DiffReport): void {
  const { base, head, files, added, removed } = report;
  output.write(`${paint(output, 'heading', inOneLine(`What changes from ${base} to ${head}`))}\n`);
  for (const pair of files) {
    if (files.length > 1 && pair.changes.length > 0)
      output.write(`\n${paint(output, 'heading', inOneLine(pair.file))}\n`);
    writeChanges(output, pair);
  }
  if (added.length > 0) output.write(`\nNew models: ${inOneLine(added.join(', '))}\n`);
  if (removed.length > 0) output.write(`\nRemoved models: ${inOneLine(removed.join(', '))}\n`);
  output.write(`\n${diffCounts(report)}\n`);
  for (const { rule, count } of report.failed)
    output.write(
      `${paint(output, 'error', 'fails')} on ${rule}: ${String(count)} ${count === 1 ? 'change' : 'changes'}\n`,
    );
}

/** Returns the JSON body. */
export const diffJson = ({ base, head, files, added, removed, failed }: DiffReport): object => ({
  base,
  head,
  files: files.map((pair) => ({
    file: pair.file,
    changes: pair.changes.map((change) => changeJson(pair, change)),
  })),
  added,
  removed,
  failed,
});

/** Returns the JSON of a change. */
export function changeJson(pair: OpenedPair, change: Change): object {
  const rest = Object.fromEntries(Object.entries(change).filter(([name]) => name !== 'reason'));
  const because = changeReasons(pair, change);
  return {
    direction: directionOf(change),
    text: changeWords(change),
    ...rest,
    ...(because.length > 0 && { because }),
  };
}
