/** The example of the page about traces is what the program writes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fitOf, openRun, recordTrace } from '../../../../language/src/simulation/play/recording/recording.ts';
import { readTrace } from '../../../../language/src/simulation/play/recording/trace.ts';
import { programOf } from '../random-systems.ts';

const page = await readFile(new URL('../../../../language/docs/reference/traces.md', import.meta.url), 'utf8');

function example(language: string): string {
  const [, text] = new RegExp(`\n\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(page) ?? [];
  assert.ok(text !== undefined, `The page has no example in ${language}.`);
  return text;
}

describe('the page about traces', () => {
  it('shows the trace that the program writes of its model', async () => {
    const program = await programOf(example('aftermath'));
    const read = readTrace(example('json'));
    if (!('trace' in read)) assert.fail(JSON.stringify(read));
    const { origin, seed, steps } = read.trace;
    const opened = openRun(program, origin, { seed, turns: steps });
    assert.ok('timeline' in opened);
    assert.deepEqual(
      JSON.parse(JSON.stringify(recordTrace(program, origin, { seed, timeline: opened.timeline }))),
      read.trace,
    );
    assert.deepEqual(fitOf(program, read.trace, opened.timeline), { isSameModel: true, firstMisfit: undefined });
  });

  it('describes every field', () => {
    const read = readTrace(example('json'));
    assert.ok('trace' in read);
    const names = [...Object.keys(read.trace), ...Object.keys(read.trace.origin), 'title', 'variant', 'check'];
    for (const name of names) assert.match(page, new RegExp(`\n\\| \`${name}\` +\\| `), name);
  });
});
