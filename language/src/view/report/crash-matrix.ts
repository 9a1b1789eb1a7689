/**
 * The report of a crash matrix: a row for each PD and node, a column for each policy, and in each cell the number of entities by
 * fate.
 */
import { alreadyIn, rowWords, type CrashCell, type CrashRow } from '../../analysis/crash/crash-matrix.ts';
import { crashQuestion } from './question.ts';
import type { Report, ReportCell } from './report.ts';
import { collectTargets, type ReportedModel } from './targets.ts';

/** In the order of the numbers in a cell, which is also the sort order. */
const shown = ['destroyed', 'degraded', 'broken', 'untouched'] as const;

/** Returns the report; each cell links to its crash, each name to its declaration. */
export function matrixReport(
  reported: ReportedModel,
  { rows, policies }: { readonly rows: readonly CrashRow[]; readonly policies: readonly string[] },
): Report {
  const targets = collectTargets(reported);
  const what = rowWords(reported.model, rows);
  const cellOf = ({ pd, policy, counts }: CrashCell): ReportCell => ({
    text: shown.map((fate) => `${counts[fate]} ${fate}`).join(', '),
    counts: shown.map((fate) => ({ sign: fate, count: counts[fate] })),
    order: [counts.destroyed, counts.degraded, counts.broken],
    heat:
      counts.destroyed /
      Math.max(
        1,
        shown.reduce((sum, fate) => sum + counts[fate], 0),
      ),
    target: targets.add({ kind: 'plan', question: crashQuestion(targets.nameOf(pd), policy) }),
  });
  return {
    title: 'Crash Matrix',
    about: [
      `Effects of the crash of each ${what} under each policy. A number opens that crash in the graph.`,
      ...(['broken', 'dangling'] as const).flatMap((fate) => {
        const names = alreadyIn(rows, fate).map(targets.nameOf);
        return names.length === 0 ? [] : [`Already ${fate} before any crash: ${names.join(', ')}.`];
      }),
    ],
    legend: shown,
    sections: [
      {
        kind: 'table',
        title: 'Crashes',
        columns: [{ title: what, isNumber: false }, ...policies.map((title) => ({ title, isNumber: true }))],
        rows: rows.map(({ pd, cells }) => [
          { text: targets.nameOf(pd), ...targets.declaration(pd) },
          ...cells.map(cellOf),
        ]),
        empty: 'The model has no PD and no node, so nothing in it can crash.',
      },
    ],
    targets: targets.list,
  };
}
