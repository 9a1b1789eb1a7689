/** Many findings of one kind about imported lines are one; about lines written by hand they stay apart. */
import assert from 'node:assert/strict';
import { loadPrinted } from '../interchange/load-printed.ts';

const model = (count: number, note: (index: number) => string): string =>
  [
    'pd a { manages s }',
    'space s : FILE {',
    ...Array.from({ length: count }, (_, index) => `  resource r${String(index)} : VMR${note(index)}`),
    '}',
    '',
  ].join('\n');
const imported = (index: number): string => ` //@ dump.csv:${String(index + 1)}: row`;

const wrongTypes = async (text: string) =>
  (await loadPrinted(text)).findings.filter(({ code }) => code === 'resource/wrong-type');

describe('findings of one kind', () => {
  it('are one with all places where an import made the lines', async () => {
    const apart = await wrongTypes(model(84, () => ''));
    assert.equal(apart.length, 84);
    const [one, ...others] = await wrongTypes(model(84, imported));
    assert.deepEqual(others, []);
    assert.match(one?.message ?? '', / So it is in 83 more places\.$/);
    const places = new Set(
      [one?.span, ...(one?.related ?? []).map(({ span }) => span)].map((span) => span?.start.line),
    );
    for (const { span } of apart) assert.ok(places.has(span.start.line));
  });

  it('stay apart if they are few, or written by hand', async () => {
    assert.equal((await wrongTypes(model(9, imported))).length, 9);
    assert.equal((await wrongTypes(model(10, imported))).length, 1);
    assert.equal((await wrongTypes(model(30, (index) => (index % 2 === 0 ? imported(index) : '')))).length, 16);
  });
});
