/**
 * The report of a matrix: a row for each entity that can meet the event, a column for each policy, and in each cell the
 * number of entities by fate, or that the event is refused.
 */
import { alreadyIn, rowWords, type CrashCell, type CrashRow } from '../../analysis/crash/crash-matrix.ts';
import { type EndCell, type EndRow, vetoesIn } from '../../analysis/plan/end-matrix.ts';
import { crashQuestion, type MatrixEvent, type PlanQuestion } from './question.ts';
import type { Report, ReportCell } from './report.ts';
import { collectTargets, type ReportedModel } from './targets.ts';

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
    title: 'Crash Matrix',
    event: 'crash',
    each: 'Crash',
    events: 'Crashes',
    none: 'PD and no node, so nothing in it can crash',
  },
  destroy: {
    ...{ title: 'Destruction Matrix', event: 'destruction', each: 'Destruction', events: 'Destructions' },
    none: 'PD, node or object, so nothing in it is destroyed',
  },
  evict: {
    ...{ title: 'Eviction Matrix', event: 'eviction', each: 'Eviction', events: 'Evictions' },
    none: 'PD and no object, so nothing in it can be evicted',
  },
  delete: {
    ...{ title: 'Deletion Matrix', event: 'deletion', each: 'Deletion', events: 'Deletions' },
    none: 'object, so nothing in it can be deleted',
  },
} as const;

/** Returns what the rows of a matrix are, in words. */
export const rowTitle = (model: ReportedModel['model'], end: MatrixEvent, rows: ReportedMatrix['rows']): string =>
  end === 'crash' ? rowWords(model, rows) : 'entity';

/** The text of a cell whose event is refused. */
export const refusedText = 'refused';

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
      text: shown.map((fate) => `${counts[fate]} ${fate}`).join(', '),
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
      `Effects of the ${event} of each ${what} under each policy. A cell opens that ${event} in the graph.`,
      ...(isRefused ? [`Where something refuses the ${event}, nothing happens.`] : []),
      ...(['broken', 'dangling'] as const).flatMap((fate) => {
        const names = alreadyIn(rows, fate).map(targets.nameOf);
        return names.length === 0 ? [] : [`Already ${fate} before any ${event}: ${names.join(', ')}.`];
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
        empty: `The model has no ${none}.`,
      },
    ],
    targets: targets.list,
  };
}
