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
export const matrix: Report = (() => {
  const { model, sources } = keyValueStore();
  return matrixReport(
    { model, sources },
    { rows: [...crashRows(model)], policies: policiesOf(model).map(({ name }) => name) },
  );
})();

/** Returns the message that sends a report to the page. */
export function reportMessage({ title, about, legend, sections }: Report, number = 1): ReportMessage {
  return { type: 'report', number, subject, report: { title, about, legend, sections } };
}

/** The crash matrix as a message. */
export const matrixMessage = reportMessage(matrix);
