/**
 * A report on the key-value stack, as sent by the extension.
 */
import { crashRows } from '../../../../language/src/analysis/crash/crash-matrix.ts';
import type { ReportMessageToPage } from '../../../../client/webview/report/messages.ts';
import { policiesOf } from '../../../../language/src/analysis/facts/policies.ts';
import { matrixReport } from '../../../../language/src/view/report/matrix.ts';
import type { Report } from '../../../../language/src/view/report/report.ts';
import { keyValueStore } from '../../../language/view/sample-model.ts';

type ReportMessage = ReportMessageToPage & { readonly type: 'report' };

/** The subject of the report. */
export const subject = { uri: 'file:///kv.aft', title: 'kv.aft', question: { kind: 'matrix' } } as const;

/** The crash matrix of the key-value stack. */
export const matrix: Report = matrixUnder([]);

/** As many policies as are compared side by side: those that every model has, and more of the author's own. */
export const eight = [
  ...policiesOf({ policies: [] }).map(({ name }) => name),
  ...['careful', 'eager', 'keep-files', 'only-databases', 'last-resort', 'two-levels', 'three-levels', 'all'],
].slice(0, 8);

/** The crash matrix under eight policies. */
export const withEight: Report = matrixUnder(eight);

function matrixUnder(names: readonly string[]): Report {
  const { model: read, sources } = keyValueStore();
  const known = policiesOf(read);
  const [first] = known;
  const more = names.flatMap((name) =>
    first === undefined || known.some((each) => each.name === name) ? [] : [{ ...first, name }],
  );
  const model = { ...read, policies: [...read.policies, ...more] };
  const policies = policiesOf(model).map(({ name }) => name);
  return matrixReport({ model, sources }, { rows: [...crashRows(model)], policies });
}

/** Returns the message that sends a report to the page. */
export function reportMessage({ title, about, legend, sections }: Report, number = 1): ReportMessage {
  return { type: 'report', number, subject, report: { title, about, legend, sections } };
}

/** The crash matrix as a message. */
export const matrixMessage = reportMessage(matrix);
