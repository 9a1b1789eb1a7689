/**
 * The report of a matrix: a row for each entity that can meet the event, a column for each policy, and in each cell the
 * number of entities by fate, or that the event is refused.
 */
import { alreadyIn, rowWords, type CrashCell, type CrashRow } from '../../analysis/crash/crash-matrix.ts';
import { type EndCell, type EndRow, vetoesIn } from '../../analysis/plan/end-matrix.ts';
import { crashQuestion, type MatrixEvent, type PlanQuestion } from './question.ts';
import type { Report, ReportCell } from './report.ts';
import { collectTargets, type ReportedModel } from './targets.ts';
import { t } from '../../model/common/translation.ts';

/** In the order of the numbers in a cell, which is also the sort order. */
const shown = ['destroyed', 'degraded', 'broken', 'untouched'] as const;

/** The rows of a matrix, and the event that it is of. */
export interface ReportedMatrix {
  readonly rows: readonly (CrashRow | EndRow)[];
  readonly policies: readonly string[];
  /** Default: a crash. */
  readonly end?: MatrixEvent;
}

/** The words for each event: the title of its matrix, what happens to each, and of what there is none if it is empty. */
export const matrixWords = {
  crash: {
    title: t`Crash Matrix`,
    event: t`crash`,
    each: t`Crash`,
    events: t`Crashes`,
    none: t`PD and no node, so nothing in it can crash`,
  },
  destroy: {
    ...{ title: t`Destruction Matrix`, event: t`destruction`, each: t`Destruction`, events: t`Destructions` },
    none: t`PD, node or object, so nothing in it is destroyed`,
  },
  evict: {
    ...{ title: t`Eviction Matrix`, event: t`eviction`, each: t`Eviction`, events: t`Evictions` },
    none: t`PD and no object, so nothing in it can be evicted`,
  },
  delete: {
    ...{ title: t`Deletion Matrix`, event: t`deletion`, each: t`Deletion`, events: t`Deletions` },
    none: t`object, so nothing in it can be deleted`,
  },
} as const;

const fateWords = {
  destroyed: t`destroyed`,
  degraded: t`degraded`,
  broken: t`broken`,
  dangling: t`dangling`,
  untouched: t`untouched`,
};

/** Returns what the rows of a matrix are, in words. */
export const rowTitle = (model: ReportedModel['model'], end: MatrixEvent, rows: ReportedMatrix['rows']): string =>
  end === 'crash' ? rowWords(model, rows) : t`entity`;

/** The text of a cell whose event is refused. */
export const refusedText = t`refused`;

/** Returns the report; each cell links to the plan of its event, each name to its declaration. */
export function matrixReport(reported: ReportedModel, { rows, policies, end = 'crash' }: ReportedMatrix): Report {
  const targets = collectTargets(reported);
  const { title, event, events, none } = matrixWords[end];
  const what = rowTitle(reported.model, end, rows);
  const cellOf = (cell: CrashCell | EndCell): ReportCell => {
    const { entity, policy, counts } = cell;
    const of = targets.nameOf(entity);
    const question: PlanQuestion = end === 'crash' ? crashQuestion(of, policy) : { kind: 'plan', end, of, policy };
    const target = targets.add({ kind: 'plan', question });
    const vetoes = vetoesIn(cell);
    if (vetoes.length > 0) return { text: refusedText, hint: vetoes.map(({ text }) => text).join(' '), target };
    return {
      text: shown.map((fate) => `${counts[fate]} ${fateWords[fate]}`).join(', '),
      counts: shown.map((fate) => ({ sign: fate, count: counts[fate] })),
      order: [counts.destroyed, counts.degraded, counts.broken],
      heat:
        counts.destroyed /
        Math.max(
          1,
          shown.reduce((sum, fate) => sum + counts[fate], 0),
        ),
      target,
    };
  };
  const isRefused = rows.some(({ cells }) => cells.some((cell) => vetoesIn(cell).length > 0));
  return {
    title,
    about: [
      t`Effects of the ${event} of each ${what} under each policy. A cell opens that ${event} in the graph.`,
      ...(isRefused ? [t`Where something refuses the ${event}, nothing happens.`] : []),
      ...(['broken', 'dangling'] as const).flatMap((fate) => {
        const names = alreadyIn(rows, fate).map(targets.nameOf);
        return names.length === 0 ? [] : [t`Already ${fateWords[fate]} before any ${event}: ${names.join(', ')}.`];
      }),
    ],
    legend: shown,
    sections: [
      {
        kind: 'table',
        title: events,
        columns: [{ title: what, isNumber: false }, ...policies.map((name) => ({ title: name, isNumber: true }))],
        rows: rows.map(({ entity, cells }) => [
          { text: targets.nameOf(entity), ...targets.declaration(entity) },
          ...cells.map(cellOf),
        ]),
        empty: t`The model has no ${none}.`,
      },
    ],
    targets: targets.list,
  };
}
