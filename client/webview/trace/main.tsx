/**
 * Starts the trace page in its webview.
 */
import '../page/in-language.ts';
import { render } from 'preact';
import { connectHost } from '../page/host.ts';
import { isSavedTrace, isTraceMessageToPage } from './messages.ts';
import { TracePage } from './trace-page.tsx';
import './trace.css';
import './trace-tools.css';
import './picture/sequence.css';
import './picture/notices.css';
import './scrubber.css';
import { t } from '../../../language/src/model/common/translation.ts';

const root = document.getElementById('root');
if (root === null) throw new Error(t`The page has no place for the trace.`);
render(<TracePage host={connectHost({ isMessage: isTraceMessageToPage, isSaved: isSavedTrace })} />, root);
