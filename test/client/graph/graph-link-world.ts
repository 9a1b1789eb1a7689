/**
 * A graph link with a server that answers when it is told to.
 */
import assert from 'node:assert/strict';
import { connectGraph, type GraphWorld } from '../../../client/src/graph/graph-link.ts';
import type { Ask } from '../../../client/src/server/server-link.ts';
import type { MessageToPage } from '../../../client/webview/graph/messages.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { GraphChanges } from '../../../language/src/view/graph-changes.ts';
import { changedGraph } from '../../../language/src/model/part-changes.ts';
import { keyValueStore } from '../../language/view/sample-model.ts';
import { graphOf } from '../webview/graph-page.ts';

export const uri = 'file:///kv.aft';
export const document = { uri, title: 'kv.aft' };
export const graph = graphOf(keyValueStore());

interface Asked {
  readonly method: string;
  readonly parameters: unknown;
  readonly answer: (value: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** A graph link with a server that answers when it is told to, and everything that it did. */
export function linkWith() {
  const asked: Asked[] = [];
  const posted: MessageToPage[] = [];
  const { changes, asPage } = pageThatPutsTogether();
  const done: unknown[] = [];
  const ask: Ask = ({ method }, parameters) =>
    new Promise((resolve, reject) => {
      // What a test answers is what the method promises.
      asked.push({ method, parameters, answer: resolve as (value: unknown) => void, fail: reject });
    });
  const note =
    (name: string) =>
    (...values: readonly unknown[]): void => {
      done.push([name, ...values]);
    };
  const world: GraphWorld = {
    ask,
    open: () => Promise.resolve(),
    post: (message) => posted.push(asPage(message)),
    reveal: note('reveal'),
    selected: note('selected'),
    chooseCrash: note('chooseCrash'),
    choosePlan: note('choosePlan'),
    planCleared: note('planCleared'),
    chooseExport: note('chooseExport'),
    writeExport: note('writeExport'),
    newModel: note('newModel'),
    supposing: { suppose: note('suppose'), applySupposed: note('applySupposed'), clearSupposed: note('clearSupposed') },
    moved: { of: () => [{ id: 'app', x: 1, y: 2 }], keep: note('keep') },
    showLog: note('showLog'),
    log: note('log'),
    limits: () => ({ layoutTimeout: 1000, groupAbove: 50 }),
  };
  const link = connectGraph(world);
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Answers the oldest question. */
  const answer = async (value: unknown): Promise<void> => {
    const next = asked.shift();
    assert.ok(next !== undefined, 'the server was asked');
    next.answer(value);
    await settled();
  };
  const ready = async (): Promise<void> => {
    void link.show(document);
    void link.receive({ type: 'ready' });
    await answer({ version: 1, graph });
    posted.length = 0;
  };
  return { link, asked, posted, changes, done, answer, settled, ready };
}

/** Returns what turns the changes of a graph into the whole one, as the page does, and those that came. */
function pageThatPutsTogether() {
  const changes: GraphChanges[] = [];
  let last: GraphView | undefined;
  const asPage = (message: MessageToPage): MessageToPage => {
    if (message.type === 'graph') last = message.graph;
    if (message.type !== 'graphChanges') return message;
    assert.ok(last !== undefined, 'changes come after a graph');
    const { changes: own, ...rest } = message;
    changes.push(own);
    last = changedGraph(own, last);
    return { ...rest, type: 'graph', graph: last };
  };
  return { changes, asPage };
}
