/** A lock keeps the relations of its line from being offered as a way to break a cycle, and has no other effect. */
import assert from 'node:assert/strict';
import { createLoader } from '../../../language/src/dsl/load.ts';
import type { Finding } from '../../../language/src/model/finding.ts';

/** Loads `test:/main.aft` of these files. */
async function findingsOf(files: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
  const loader = createLoader((uri) => Promise.resolve(files[uri.replace('test:/', '')]));
  return (await loader.load('test:/main.aft')).findings;
}

const titles = async (text: string): Promise<readonly string[]> =>
  (await findingsOf({ 'main.aft': text })).flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));

const lock = '// aftermath-lock: agreed on';
const ring = [
  'root object a { destroyed after b }',
  'root object b { destroyed after c }',
  'root object c { destroyed after a }',
];

describe('a lock', () => {
  it('takes the relations of its line from what is offered, above it and after it', async () => {
    assert.equal((await titles(ring.join('\n'))).length, 3);
    const left = ['Remove: "b" is destroyed after "c"', 'Remove: "c" is destroyed after "a"'];
    assert.deepEqual(await titles([lock, ...ring].join('\n')), left);
    assert.deepEqual(await titles(ring.join('\n').replace('after b }', `after b } ${lock}`)), left);
  });

  it('leaves nothing to offer where all of a cycle is locked, and the finding stays', async () => {
    const text = ring.flatMap((line) => [lock, line]).join('\n');
    const findings = await findingsOf({ 'main.aft': text });
    assert.deepEqual(
      findings.map(({ code, fixes = [] }) => [code, fixes.length]),
      [['cycle/destroyed-after', 0]],
    );
  });

  it('holds for cycles of each kind, and for orders that contradict each other', async () => {
    for (const [text, open] of [
      [`${lock}\nroot object a { owns b }\nroot object b { owns a }`, ['Remove: "b" owns "a"']],
      [`${lock}\nspace a { maps b }\nspace b { maps a }\npd p { manages a, b }`, ['Remove: "b" maps "a"']],
      [
        `space s\nspace t\n${lock}\npd p { manages s  requests t }\npd q { manages t  requests s }`,
        ['Remove: "q" requests "s"'],
      ],
      [
        `${lock}\nroot object a { owns b }\nroot object b { destroyed after a }`,
        ['Remove: "b" is destroyed after "a"'],
      ],
      [`space a { maps b\n${lock}\ndestroyed after b }\nspace b\npd p { manages a, b }`, ['Remove: "a" maps "b"']],
    ] as const) {
      assert.deepEqual(await titles(text), open, text);
    }
  });

  it('holds for all copies of its line', async () => {
    const text = `${lock}\nroot object a[3] { owns b[index] }\nroot object b[3] { destroyed after a[index] }`;
    assert.deepEqual(await titles(text), ['Remove: "b[0]" is destroyed after "a[0]"']);
  });

  it('in an imported file holds for what imports it, and is judged there alone', async () => {
    const library = `${lock}\nroot object a { owns b }\nroot object b`;
    const main = 'import "library"\nb destroyed after a';
    const [finding, ...others] = await findingsOf({ 'main.aft': main, 'library.aft': library });
    assert.deepEqual(others, []);
    assert.deepEqual(
      [finding?.code, finding?.fixes?.map(({ title }) => title)],
      ['conflict/ownership-order', ['Remove: "b" is destroyed after "a"']],
    );
  });

  it('means nothing in a text, a block comment, after other words or as part of a longer word', async () => {
    const texts = [
      'scenario "// aftermath-lock: a" { }',
      '/* // aftermath-lock */',
      '// see aftermath-lock',
      '// aftermath-locked: x',
    ];
    for (const text of texts) assert.deepEqual(await findingsOf({ 'main.aft': text }), [], text);
  });

  it('is not judged while the file has findings that leave something out', async () => {
    const findings = await findingsOf({ 'main.aft': `${lock}\nroot object a { owns missing }` });
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['name/unknown'],
    );
  });
});
