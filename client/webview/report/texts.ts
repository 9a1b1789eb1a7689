/**
 * The words of the report page that are no part of a report, in one place so that they can be translated.
 */
import type { ReportSign } from '../../../language/src/view/report/report.ts';

export const texts = {
  busy: 'Computing…',
  updating: 'Updating…',
  failed: 'There is no report.',
  retry: 'Retry',
  showLog: 'Show Log',
  showMore: 'Show more rows',
  legend: 'In each cell',
  why: 'Why:',
  gridHelp: 'Arrow keys move between cells, Enter opens a cell or sorts by a column.',
} as const;

/** What a sign says. */
export const signWords: Readonly<Record<ReportSign, string>> = {
  destroyed: 'destroyed',
  broken: 'broken',
  degraded: 'degraded',
  dangling: 'dangling',
  notified: 'told',
  untouched: 'untouched',
  error: 'error',
  warning: 'warning',
  information: 'information',
  hint: 'hint',
};
