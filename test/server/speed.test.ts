/**
 * Typing in a large file: the time from a change to its findings, the waiting for the end of typing
 * included. Other programs may slow single changes down, so the best of some counts.
 */
import assert from 'node:assert/strict';
import { generateModel } from './generated-model.ts';
import { startClient } from './language-client.ts';
import { positionOf } from './marked-text.ts';

const uri = 'untitled:large';
const limit = 300;

describe('a file of 2,000 lines', () => {
  for (const [what, typed] of [
    ['a change that keeps it right', ' '],
    ['a change that is a fault', '] '],
  ] as const) {
    it(`has its findings within ${String(limit)} ms of ${what}`, async () => {
      const client = await startClient();
      const text = generateModel(2000);
      await client.open(uri, text);
      await client.diagnostics(uri, ({ version }) => version === 1);
      const start = positionOf(text, '  var round', 40);
      const times: number[] = [];
      for (let version = 2; version < 14; version++) {
        const begun = performance.now();
        await client.connection.sendNotification('textDocument/didChange', {
          textDocument: { uri, version },
          contentChanges: [{ range: { start, end: start }, text: typed }],
        });
        await client.diagnostics(uri, (published) => published.version === version);
        times.push(performance.now() - begun);
      }
      await client.stop();
      assert.ok(Math.min(...times) <= limit, times.map((time) => time.toFixed(0)).join(' '));
    });
  }
});
