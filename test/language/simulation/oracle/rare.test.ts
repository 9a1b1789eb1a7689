/**
 * Constructs that so few random models reach that `npm test` may draw none: each has a recorded model, on which all
 * executors agree. `UPDATE_SNAPSHOTS=1` draws and records models for all of them again.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { seed } from '../../../properties.ts';
import { compareExecutors } from './compare.ts';
import { type Construct, constructs, rareBelow } from './constructs.ts';
import { randomModel } from './random-model.ts';

const file = new URL('rare-models.txt', import.meta.url);
const heading = '=== reaches ';

const rare = Object.entries(constructs).flatMap(([what, share]) => (share < rareBelow ? [what as Construct] : []));

/** The largest models, in states. */
const most = 150;
/** As many as `npm run fuzz` draws from one seed. */
const drawn = 1250;

/** Returns the recorded models by what they are to reach. */
function recorded(): (readonly [string, string])[] {
  const parts = readFileSync(file, 'utf8').split(heading).slice(1);
  return parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]);
}

/** Records few models that reach all rare constructs, of those that the generator draws. */
async function record(): Promise<void> {
  const found: { readonly text: string; readonly reached: readonly Construct[] }[] = [];
  for (const text of fc.sample(randomModel, { numRuns: drawn, seed })) {
    const { isSmall, reached } = await compareExecutors(text, most, false);
    if (isSmall) found.push({ text, reached: rare.filter((what) => reached.has(what)) });
  }
  const open = new Set(rare);
  const chosen: string[] = [];
  const gain = ({ reached }: { readonly reached: readonly Construct[] }): number =>
    reached.filter((what) => open.has(what)).length;
  while (open.size > 0) {
    found.sort((one, other) => gain(other) - gain(one) || one.text.length - other.text.length);
    const [best] = found;
    if (best === undefined || gain(best) === 0) break;
    const { text, reached } = best;
    chosen.push(`${heading}${reached.filter((what) => open.has(what)).join(', ')}\n${text.trimEnd()}\n`);
    for (const what of reached) open.delete(what);
  }
  assert.deepEqual([...open], [], 'No drawn model reaches these.');
  writeFileSync(file, chosen.join('\n'));
}

describe('a construct that few random models reach', () => {
  if (process.env.UPDATE_SNAPSHOTS !== undefined) before(record);

  it('is reached by a recorded model, and means the same to all executors', async () => {
    const missing = new Set(rare);
    for (const [, text] of recorded()) {
      const { isSmall, reached } = await compareExecutors(text, most);
      assert.ok(isSmall, text);
      for (const what of reached) missing.delete(what);
    }
    assert.deepEqual([...missing], []);
  });
});
