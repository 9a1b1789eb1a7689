/**
 * The worker that runs Graphviz, and the only file that imports it: `{ id, dot }` in, `{ id, text }` or `{ id, error }`
 * out. It is started only for graphs that would take ELK too long.
 */
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { errorMessage } from '../../../language/src/model/error-message.ts';

interface Question {
  readonly id: number;
  readonly dot: string;
}

const engine = Graphviz.load();

self.onmessage = ({ data }: MessageEvent<Question>): void => {
  engine
    .then((graphviz) => {
      self.postMessage({ id: data.id, text: graphviz.layout(data.dot, 'json', 'dot') });
    })
    .catch((error: unknown) => {
      self.postMessage({ id: data.id, error: errorMessage(error) });
    });
};
