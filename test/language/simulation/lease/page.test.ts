/** The page about keepalive collection: its examples pass without findings, and its tables are complete. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { leaseProperties } from '../../../../language/src/simulation/kernel/lease/properties.ts';
import { settingsByPlace } from '../../../../language/src/dsl/types/built-in-settings.ts';
import { loadText } from '../../dsl/load-text.ts';
import { assertPasses } from '../run-scenarios.ts';

const docs = new URL('../../../../language/docs/', import.meta.url);
const page = await readFile(new URL('systems/keepalive-collection.md', docs), 'utf8');
const examples = [...page.matchAll(/```aftermath\n([^]*?)```/g)].map(([, text = '']) => text);

describe('the page about keepalive collection', () => {
  it('has examples', () => {
    assert.ok(examples.length >= 3);
  });

  for (const text of examples) {
    const [, title = ''] = /scenario "(.*?)"/.exec(text) ?? [];
    it(`has an example that passes and has no finding: ${title}`, async () => {
      const { findings } = await loadText(text);
      assert.deepEqual(findings, []);
      await assertPasses(text);
    });
  }

  it('names each setting of a collector, as the language reference does', async () => {
    const reference = await readFile(new URL('reference/language.md', docs), 'utf8');
    for (const name of settingsByPlace.collector.keys()) {
      assert.match(page, new RegExp(`\\b${name}\\b`), name);
      assert.match(reference, new RegExp(`\\| collector +\\| \`${name}\` +\\|`), name);
    }
  });

  it('has a row for each property', () => {
    for (const name of Object.keys(leaseProperties)) assert.match(page, new RegExp(`\n\\| ${name} +\\| `), name);
  });
});
