/**
 * A text that is opened is parsed and linked in steps: a request that waits for it can be cancelled, and a newer text
 * takes its place.
 */
import assert from 'node:assert/strict';
import { delayNextTick } from 'langium';
import { CancellationToken, CancellationTokenSource, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import { guard } from '../../../server/src/lsp/guard.ts';
import type { Workspace } from '../../../server/src/workspace/workspace.ts';
import { openInMemory } from '../in-memory.ts';

const uri = 'file:///models/other.aft';
const lines = Array.from(
  { length: 250 },
  (_, index) => `pd p${String(index)} { needs p${String(index >> 1)} } // ${'-'.repeat(80)}`,
);
const text = lines.join('\n');

const guarded = (workspace: Workspace): ReturnType<typeof guard> =>
  guard(
    workspace,
    (message) => assert.fail(message),
    () => Promise.resolve(),
  );

describe('a large text', () => {
  const now = performance.now.bind(performance);
  let time = 0;
  // Each look at the clock is later than a slice, so that every step is one.
  beforeEach(() => (performance.now = () => (time += 20)));
  afterEach(() => (performance.now = now));

  /** Lets some messages through while it is parsed. */
  const wait = async (): Promise<void> => {
    for (let turn = 0; turn < 8; turn++) await delayNextTick();
  };

  it('is parsed in steps, between which a request is cancelled and a newer text comes', async () => {
    const { workspace } = await openInMemory('pd a');
    workspace.setText(uri, { version: 1, text });
    const source = new CancellationTokenSource();
    const answer = guarded(workspace)('test', undefined, () => assert.fail('answered'))(
      { textDocument: { uri } },
      source.token,
    );
    await wait();
    source.cancel();
    const answered = await answer;
    assert.ok(answered instanceof ResponseError && answered.code === LSPErrorCodes.RequestCancelled);
    assert.equal(workspace.find(uri), undefined);
    assert.ok(!workspace.isSettled());
    workspace.setText(uri, { version: 2, text: 'pd b' });
    await workspace.settle();
    assert.equal(workspace.find(uri)?.textDocument.getText(), 'pd b');
    assert.ok(workspace.isSettled());
  });

  it('keeps the tree before until it is parsed, and then is as if it had been opened so', async () => {
    const { workspace, document } = await openInMemory('pd p1 { needs gone }');
    workspace.setText(document.uri.toString(), { version: 2, text });
    const settled = workspace.settle();
    await wait();
    assert.equal(workspace.find(document.uri.toString()), document);
    await settled;
    const made = workspace.find(document.uri.toString());
    assert.ok(made && made !== document);
    const { model, findings } = workspace.models.of(made);
    const fresh = await openInMemory(text);
    assert.deepEqual(model, fresh.workspace.models.of(fresh.document).model);
    assert.deepEqual(findings, fresh.workspace.models.of(fresh.document).findings);
  });

  it('is linked in steps for whoever asks about it', async () => {
    const { workspace } = await openInMemory('pd a');
    workspace.setText(uri, { version: 1, text });
    await workspace.settle();
    const document = workspace.find(uri);
    assert.ok(document);
    let tries = 0;
    const answer = await guarded(workspace)('test', 0, () => {
      tries += 1;
      workspace.models.link(document);
      return referencesOf(document).length;
    })({ textDocument: { uri } }, CancellationToken.None);
    assert.deepEqual([answer, tries], [lines.length, 2]);
  });
});
