/**
 * Starts the machine page in its webview.
 */
import '../page/in-language.ts';
import { render } from 'preact';
import { connectHost } from '../page/host.ts';
import { startLayoutClient } from '../layout/layout-client.ts';
import { MachinePage } from './machine-page.tsx';
import { isMachineMessageToPage, isSavedMachine, type MachineHost } from './messages.ts';
import './machine.css';
import { texts } from './texts.ts';

const root = document.getElementById('root');
if (root === null) throw new Error(texts.noPlace);
const { layoutWorker = '', elkWorker = '' } = root.dataset;
const host: MachineHost = connectHost({ isMessage: isMachineMessageToPage, isSaved: isSavedMachine });
let layoutTimeout = 5000;

const layout = startLayoutClient({
  scripts: { layout: layoutWorker, elk: elkWorker },
  deadline: () => layoutTimeout,
  patience: 250,
  onTrouble: (message) => {
    host.post({ type: 'trouble', message });
  },
});

render(
  <MachinePage
    host={host}
    layout={layout}
    onLimits={(timeout) => {
      layoutTimeout = timeout;
    }}
  />,
  root,
);
