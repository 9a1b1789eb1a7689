/**
 * Starts the report page in its webview.
 */
import '../page/in-language.ts';
import { render } from 'preact';
import { connectHost } from '../page/host.ts';
import { isReportMessageToPage, isSavedReport } from './messages.ts';
import { ReportPage } from './report-page.tsx';
import './report.css';
import { t } from '../../../language/src/model/common/translation.ts';

const root = document.getElementById('root');
if (root === null) throw new Error(t`The page has no place for the report.`);
render(<ReportPage host={connectHost({ isMessage: isReportMessageToPage, isSaved: isSavedReport })} />, root);
