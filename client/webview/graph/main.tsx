/**
 * Starts the graph page in its webview.
 */
import '../page/in-language.ts';
import { render } from 'preact';
import { drawing, type Measure } from '../../../language/src/view/layout/sizes.ts';
import { connectHost } from '../page/host.ts';
import { startLayoutClient } from '../layout/layout-client.ts';
import { isMessageToPage, isSavedState, type GraphHost } from './messages.ts';
import { Page } from './page.tsx';
import './graph.css';
import { t } from '../../../language/src/model/common/translation.ts';

const root = document.getElementById('root');
if (root === null) throw new Error(t`The page has no place for the graph.`);
const { layoutWorker = '' } = root.dataset;
const host: GraphHost = connectHost({ isMessage: isMessageToPage, isSaved: isSavedState });
let layoutTimeout = 5000;

const layout = startLayoutClient({
  scripts: { layout: layoutWorker },
  deadline: () => layoutTimeout,
  patience: 100,
  onTrouble: (message) => {
    host.post({ type: 'trouble', message });
  },
});

render(
  <Page
    host={host}
    layout={layout}
    measure={measureInPage()}
    onLimits={(timeout) => {
      layoutTimeout = timeout;
    }}
  />,
  root,
);

/**
 * Returns a function that measures texts in the page's bold font, which names have. Caches its results, because most
 * texts occur often.
 */
function measureInPage(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  const { fontFamily } = getComputedStyle(document.body);
  const known = new Map<string, number>();
  const measured = (text: string, fontSize: number): number => {
    if (context === null) return text.length * fontSize * 0.62;
    context.font = `${fontSize <= drawing.detailFont ? '400' : '600'} ${fontSize.toString()}px ${fontFamily}`;
    return context.measureText(text).width;
  };
  return (text, fontSize) => {
    const key = `${fontSize.toString()} ${text}`;
    const width = known.get(key) ?? measured(text, fontSize);
    known.set(key, width);
    return width;
  };
}
