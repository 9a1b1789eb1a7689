/** Texts that are large in one way: reading them takes time for each piece, not for each pair of pieces. */
import assert from 'node:assert/strict';
import { within } from '../../within.ts';
import { loadText } from './load-text.ts';

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => row(index)).join('\n');

const machine = (lets: string): string =>
  `event E\nmachine M for pd {\n var x: 0..7 = 0\n let l0 = x\n${lets}\n initial state A { on E when l9 > 3 do { x := 1 } -> A }\n}\npd p runs M\n`;

/** Texts with how many errors they have, and how many entities. */
const texts: Readonly<Record<string, readonly [text: string, errors: number, entities: number]>> = {
  'values that need the one before twice': [
    machine(rows(400, (n) => ` let l${String(n + 1)} = l${String(n)} + l${String(n)}`)),
    0,
    1,
  ],
  'values that need the one before': [machine(rows(3000, (n) => ` let l${String(n + 1)} = l${String(n)} + 1`)), 0, 1],
  'a cycle of values': [
    machine(
      `${rows(3000, (n) => ` let k${String(n)} = k${String((n + 1) % 3000)} + 1`)}\n${rows(10, (n) => ` let l${String(n + 1)} = k0`)}`,
    ),
    1,
    1,
  ],
  'copies that each hold one of many': [
    'space s { resource r[20000] }\npd m { manages s }\npd p[20000] { holds s.r[index], s.r[0] requests m }',
    0,
    40_002,
  ],
  'names given again': [rows(10_000, () => 'pd same'), 9999, 10_000],
  'imports of what is not there': [`${rows(5000, (n) => `import "missing${String(n)}"`)}\npd p`, 5000, 1],
  'braces too many': ['}'.repeat(300_000), 1, 0],
  'directives that silence nothing': [`${rows(20_000, () => '// aftermath-ignore resource/orphan')}\npd p`, 0, 1],
};

describe('a text that is too long for the memory', () => {
  const line = 'pd a { holds s.r }\n';

  it('is not read, as a finding says where it exceeds the limit', async () => {
    const { model, findings } = await within(20, () => loadText(line.repeat(400_000)));
    assert.deepEqual(model.entities, []);
    const [{ code, severity, message, span } = assert.fail(), ...others] = findings;
    assert.deepEqual([code, severity, others], ['syntax/token', 'error', []]);
    assert.match(message, /^This file is not read: it has more than 1000000 words/);
    // Eight tokens a line.
    assert.deepEqual(span.start, { line: 125_000, character: 0 });
  });

  it('is read for all its comments and blanks, which take no memory', async () => {
    const comment = `// ${'many words '.repeat(30)}\n\n/* ${'and, more: of {them} '.repeat(20)} */\n"`.slice(0, -1);
    const { model, findings } = await within(20, () => loadText(`${comment.repeat(20_000)}pd a\n`));
    assert.deepEqual([model.entities.length, findings], [1, []]);
  });
});

describe('a text with a great many of', () => {
  for (const [what, [text, errors, entities]] of Object.entries(texts)) {
    it(`${what} is read in seconds`, async () => {
      const loaded = await within(20, () => loadText(text));
      const told = loaded.findings.filter(({ severity }) => severity === 'error');
      assert.deepEqual([told.length, loaded.model.entities.length], [errors, entities]);
    });
  }
});
