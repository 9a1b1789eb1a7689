/**
 * The words of the report page that are not part of a report, in one place for translation.
 */
import { effectWords } from '../../../language/src/drawing/graph/words.ts';
import type { ReportSign } from '../../../language/src/view/report/report.ts';
import { translated } from '../page/translated.ts';

/** The words of the report page. */
export const texts = translated({
  showInGraph: 'Show in Graph',
  busy: 'Computing…',
  updating: 'Updating…',
  failed: 'There is no report.',
  showMore: 'Show more rows',
  legend: 'In each cell',
  why: 'Why:',
  timelineHelp: 'Select a box or a line to see why. Arrow keys move between boxes, Enter opens the source.',
  openSource: 'Open source',
  saveAs: 'Save picture as',
  saveTable: 'Save as CSV',
  differ: 'Rows that differ',
  inGraphAfter: 'In the graph, after step',
  start: 'start',
  atStart: 'In the graph, at the start',
  afterStep: 'In the graph, after step',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit the picture into the window',
  change: 'Planned event',
  changeMatrix: 'Event of the matrix',
  event: 'Event',
  of: 'Of',
  when: 'When',
  deletion: 'Deletion',
  policy: 'Policy',
  against: 'Compare with',
  nothing: 'nothing',
  everything: 'everything',
  other: 'Other…',
  matrix: 'Crash Matrix',
  isolation: 'Isolation Metrics',
  gridHelp: 'Arrow keys move between cells, Enter opens a cell or sorts by a column.',
});

/** The words of the signs. */
export const signWords: Readonly<Record<ReportSign, string>> = translated({
  ...effectWords,
  error: 'error',
  warning: 'warning',
  information: 'information',
  hint: 'hint',
} satisfies Record<ReportSign, string>);
