/**
 * Models of twenty systems, written as a newcomer would from the docs, each with an outcome that was decided by hand
 * before it was run: no findings but those named here, every scenario and every check as expected.
 */
import { readdirSync, readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { comesTrue, saidOf } from './words/said.ts';

const folder = new URL('../fixtures/systems/', import.meta.url);
const files = readdirSync(folder).sort();

/** What runs of these remark, and mean to. */
const remarks: Readonly<Record<string, readonly string[]>> = { 'breaker.aft': ['run/lost'] };

describe('the model of a system', () => {
  it('is one of twenty', () => {
    assert.equal(files.length, 20);
  });

  for (const name of files) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    it(`comes true: ${text.split('\n')[0]?.replace(/^\/\*\* | \*\/$/g, '') ?? name}`, async () => {
      assert.deepEqual(await saidOf(text), []);
      const found = await comesTrue(text);
      assert.deepEqual(
        found.map((each) => each.split(' ')[0]),
        remarks[name] ?? [],
      );
    });
  }
});
