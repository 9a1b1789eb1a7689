/**
 * Completion offers exactly what is legal at each position.
 */
import assert from 'node:assert/strict';
import { createCompleter } from '../../../server/src/completion/complete.ts';
import type { Offer } from '../../../server/src/completion/offer.ts';
import { openInMemory } from '../in-memory.ts';
import { marked } from '../marked-text.ts';
import { surroundings } from './completion-case.ts';
import { machineCases } from './machine-cases.ts';
import { scenarioCases } from './scenario-cases.ts';
import { silentCases } from './silent-cases.ts';
import { structureCases } from './structure-cases.ts';

async function offersAt(source: string): Promise<readonly Offer[]> {
  const { text, offset } = marked(surroundings + source);
  const { workspace, document } = await openInMemory(text, { 'other.aft': 'pd elsewhere' });
  await workspace.addFolder('file:///models');
  await workspace.settle();
  const before = [...document.references];
  const completion = createCompleter(workspace.services)(document, offset, workspace.all());
  assert.deepEqual(document.references, before, 'completion leaves references behind');
  return completion?.offers ?? [];
}

describe('completion', () => {
  for (const { place, text, has, lacks } of [...structureCases, ...machineCases, ...scenarioCases]) {
    it(`offers what is legal at ${place}`, async () => {
      const labels = (await offersAt(text)).map(({ label }) => label);
      assert.deepEqual({ missing: has.filter((each) => !labels.includes(each)) }, { missing: [] }, labels.join(' | '));
      assert.deepEqual({ wrong: lacks.filter((each) => labels.includes(each)) }, { wrong: [] }, labels.join(' | '));
    });
  }

  for (const [place, text] of silentCases) {
    it(`offers nothing in ${place}`, async () => {
      assert.deepEqual(
        (await offersAt(text)).map(({ label }) => label),
        [],
      );
    });
  }

  it('offers no name twice', async () => {
    const labels = (await offersAt('scenario "x" { expect ¦ }')).map(({ label }) => label);
    assert.deepEqual(
      labels.filter((label, index) => labels.indexOf(label) !== index),
      [],
    );
  });

  it('puts what continues with an item before what begins a new one', async () => {
    const labels = (await offersAt('scenario "x" { crash server ¦ }')).map(({ label }) => label);
    assert.equal(labels[0], 'under');
  });

  it('puts what is missing first: spaces without a manager, resources that nobody holds', async () => {
    const first = async (text: string) => (await offersAt(text)).map(({ label }) => label)[0];
    assert.equal(await first('pd x { manages ¦ }'), 'files');
    assert.equal(await first('space tail : file { resource last }\npd x { manages files, ¦ }'), 'tail');
    assert.equal(
      await first('space tail : file { resource last }\npd x { holds ¦ }\npd y { holds files.* }'),
      'tail.last',
    );
    assert.equal(await first('region second { contains ¦ }'), 'server');
  });

  it('puts relations before modifiers, and modes before a policy', async () => {
    const places = async (text: string, ...words: readonly string[]) => {
      const labels = (await offersAt(text)).map(({ label }) => label);
      return words.map((word) => labels.indexOf(word));
    };
    for (const [text, ...words] of [
      ['pd x {\n  ¦\n}', 'holds', 'pd', 'absent'],
      ['object x {\n  ¦\n}', 'owns', 'object', 'root'],
      ['scenario "x" { delete net ¦ }', 'foreground', 'under'],
      ['scenario "x" { collect ¦ }', 'before', 'under'],
    ] as const) {
      const found = await places(text, ...words);
      assert.ok(!found.includes(-1), text);
      assert.deepEqual(
        found,
        found.toSorted((a, b) => a - b),
        text,
      );
    }
  });

  it('writes names that are no plain words in quotes', async () => {
    const labels = (await offersAt("pd 'nginx.service'\npd x { holds ¦ }")).map(({ label }) => label);
    assert.ok(labels.includes("'nginx.service'"), labels.join(' | '));
  });

  it('documents keywords and built-in names at once', async () => {
    const offers = await offersAt('pd x { ¦ }');
    for (const label of ['holds', 'destroyed after', 'overhead']) {
      const offer = offers.find((each) => each.label === label);
      assert.ok(offer?.documentation !== undefined && offer.documentation !== '', label);
    }
  });
});
