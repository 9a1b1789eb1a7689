/** Imports on a thread of their own: the same result, while the server goes on answering, and until they are cancelled. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { createImporting, importHere } from '../../server/src/features/imports.ts';
import { importThreads, worthThread } from '../../server/src/import-threads.ts';

const program = fileURLToPath(new URL('../../server/src/import-worker.ts', import.meta.url));
const services = Array.from({ length: 400 }, (_, index) => {
  const needs = index === 0 ? '' : `, depends_on: [s${String((index - 1) >> 1)}]`;
  return `  s${String(index)}: { image: x${needs} }\n`;
});
const fileOf = (content: string) => ({ name: 'compose.yaml', uri: 'file:///shop/compose.yaml', text: content });
const given = { uri: 'file:///shop/x.aft', format: 'auto', files: [fileOf(`services:\n${services.join('')}`)] };
const job = { format: 'auto', files: given.files, asked: [] };

describe('An import on a thread', () => {
  it('makes the same model as one without, and leaves this thread free meanwhile', async () => {
    const { signal } = new AbortController();
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    const nothing = () => Promise.resolve(undefined);
    const done = await createImporting(importThreads(program, 0), nothing)(given, signal);
    clearInterval(timer);
    assert.ok((done.text?.length ?? 0) > 10_000);
    assert.deepEqual(done, await createImporting(importHere, nothing)(given, signal));
    assert.ok(ticks > 5, `${String(ticks)} ticks`);
  });

  it('starts none for a small one, and says what went wrong in a thread', async () => {
    const { signal } = new AbortController();
    const done = await importThreads('/no/program.ts')(job, signal);
    assert.deepEqual(done, await importHere(job, signal));
    const large = { ...job, files: [fileOf('#'.repeat(worthThread))] };
    await assert.rejects(importThreads('/no/program.ts')(large, signal), /Cannot find module/);
  });

  it('ends when it is cancelled, before its beginning or later', async () => {
    await assert.rejects(importThreads(program, 0)(job, AbortSignal.abort()));
    const controller = new AbortController();
    const done = importThreads(program, 0)(job, controller.signal);
    setTimeout(() => {
      controller.abort();
    }, 20);
    await assert.rejects(done, /ended without a result/);
  });
});

describe('Imports of an editor', () => {
  it('read the files that others refer to, each once, and do without those that are missing', async () => {
    const asked: string[] = [];
    const included = 'include: [deep/more.yaml, none.yaml]\nservices: { db: { image: postgres } }\n';
    const others: Record<string, string> = {
      'file:///shop/deep/more.yaml': included,
      'file:///shop/deep/deep/more.yaml': 'services: { log: { image: l } }\n',
    };
    const importing = createImporting(importHere, (uri) => {
      asked.push(uri);
      return Promise.resolve(others[uri]);
    });
    const main = 'include: [deep/more.yaml]\nservices: { api: { image: a, depends_on: [db] } }\n';
    const { text: made } = await importing({ ...given, files: [fileOf(main)] }, new AbortController().signal);
    for (const name of ['api', 'db', 'log']) assert.match(made ?? '', new RegExp(`^pd '?${name}\\b`, 'm'));
    assert.equal(new Set(asked).size, asked.length);
    assert.ok(asked.includes('file:///shop/deep/more.yaml'));
  });
});
