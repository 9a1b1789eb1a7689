/**
 * The names of properties that every JavaScript object has are ordinary names in all requests of an editor, at each of
 * their positions.
 */
import assert from 'node:assert/strict';
import { TextDocument } from 'vscode-languageserver-textdocument';
import * as machines from '../../server/src/protocol/machine-protocol.ts';
import * as own from '../../server/src/protocol/protocol.ts';
import { runs, tried } from '../properties.ts';
import { fault, nameAt, names, rotated } from './hostile-model.ts';
import { startClientHere, type LanguageClient } from './language-client.ts';
import { questions } from './stdio-fuzzing.ts';

const uri = 'untitled:model';

describe('names that every object has, in an editor', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClientHere();
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
  });

  /** Asks, and looks that nothing failed and that nothing of JavaScript is told. */
  const ask = async (method: string, parameters: object): Promise<unknown> => {
    const answer = await client.request(method, parameters);
    const what = `${method} ${JSON.stringify(parameters)}`;
    assert.doesNotMatch(JSON.stringify(answer), fault, what);
    assert.deepEqual(client.log, [], what);
    tried('questions', 1);
    return answer;
  };

  for (let rotation = 0; rotation < runs(1, names.length); rotation++) {
    const name = (place: number): string => nameAt(rotation, place);
    const text = rotated(rotation);

    it(`are shown by hover, completion and the like in every position: ${name(0)} first`, async () => {
      await client.open(uri, text, rotation + 1);
      const document = TextDocument.create(uri, 'aftermath', 1, text);
      const end = document.positionAt(text.length);
      const word = new RegExp(`\\b(?:${names.join('|')})\\b`, 'gu');
      const places = [...text.matchAll(word)].map(({ index }) => document.positionAt(index + 1));
      assert.ok(places.length > 80, String(places.length));
      for (const position of places) for (const [method, of] of questions) await ask(method, of(position, end));
      const found = JSON.stringify(await ask('workspace/symbol', { query: name(1) }));
      assert.ok(found.includes(name(1)), found);
      await client.close(uri);
    });

    it(`are drawn, planned, counted and run: ${name(0)} first`, async () => {
      await client.open(uri, text, rotation + 1);
      const drawn = JSON.stringify(await ask(own.graphRequest.method, { uri }));
      for (const place of [2, 4, 6, 7, 8, 9, 10, 11]) assert.ok(drawn.includes(name(place)), name(place));
      await ask(own.crashChoicesRequest.method, { uri });
      await ask(own.modelChoicesRequest.method, { uri });
      for (const question of [
        ...[{ kind: 'matrix' }, { kind: 'isolation' }, { kind: 'points', policy: name(2) }],
        { kind: 'comparison', first: name(6), second: name(7) },
        { kind: 'plan', end: 'crash', of: name(6), policy: name(2), against: 'default' },
        { kind: 'plan', end: 'destroy', of: name(4) },
      ])
        assert.ok(
          !('error' in ((await ask(own.reportRequest.method, { uri, question })) as object)),
          JSON.stringify(question),
        );
      await ask(own.verifyRequest.method, { uri, title: name(1) });
      assert.ok((await ask(machines.statechartRequest.method, { uri, machine: name(1) })) !== null);
      for (const kind of [
        { kind: 'scenario', title: name(0), variant: 0 },
        { kind: 'random', seed: 1, steps: 20 },
      ]) {
        const opened = await ask(own.openRunRequest.method, { uri, question: kind });
        const { id } = opened as { readonly id?: number };
        assert.ok(id !== undefined, JSON.stringify(opened));
        await ask(own.runRowsRequest.method, { id, from: 0, to: 10 });
        for (const step of [0, 2]) {
          await ask(own.runStepRequest.method, { id, step });
          await ask(own.runChoicesRequest.method, { id, step });
          await ask(machines.machineStateRequest.method, { id, step, entity: name(7) });
        }
        await ask(own.runTraceRequest.method, { id });
        await ask(own.closeRunRequest.method, { id });
      }
      await client.close(uri);
    });
  }
});
