/** Texts that nest deeper than a parser can follow: one finding where it is too deep, and never a crash. */
import assert from 'node:assert/strict';
import { loadText } from '../load-text.ts';

const around = (opening: string, inner: string, closing: string, depth: number): string =>
  opening.repeat(depth) + inner + closing.repeat(depth);

const bodies = (depth: number): string => around('root object a {', '', '}', depth);
const expected = (expression: string): string => `scenario "s" { expect ${expression} }`;

describe('a text that nests too deeply', () => {
  const texts: readonly (readonly [what: string, text: string])[] = [
    ['10,000 bodies', bodies(10_000)],
    ['101 bodies', bodies(101)],
    ['10,000 parentheses', expected(around('(', 'true', ')', 10_000))],
    ['50 parentheses in a body', expected(around('(', 'true', ')', 50))],
    ['496 operators in a body', expected(`${'1 + '.repeat(495)}1 == 496 and true`)],
    ['10,000 lists', `root object o { x: ${around('[', '', ']', 10_000)} }`],
    ['10,000 negations', expected(`${'not '.repeat(10_000)}true`)],
    ['10,000 quantifiers', expected(`${'all x in pds: '.repeat(10_000)}true`)],
    ['10,000 branches', expected(`${'if true then 1 else '.repeat(10_000)}1 == 1`)],
    ['3,000 terms', expected(`${'1 + '.repeat(3000)}1 == 1`)],
    ['3,000 conditions', expected(`${'pds == pds or '.repeat(3000)}true`)],
    ['3,000 names', `pd a { needs b${'.b'.repeat(3000)} }`],
    ['3,000 indexes', `machine M { let a = x${'[1]'.repeat(3000)} }`],
    ['10,000 types', `machine M { var a: ${'set<'.repeat(10_000)}int${'>'.repeat(10_000)} }`],
    ['10,000 steps in turn', `scenario "s" { if true {} ${'else if true {}'.repeat(10_000)} }`],
  ];
  for (const [what, text] of texts) {
    it(`is one error, and nothing of it is read: ${what}`, async () => {
      const { findings, model } = await loadText(text);
      assert.deepEqual(
        findings.map(({ code, severity }) => [code, severity]),
        [['syntax/structure', 'error']],
      );
      assert.match(findings[0]?.message ?? '', /nests too deeply/);
      assert.deepEqual(model.entities, []);
    });
  }

  it('is read as long as it keeps to the limit', async () => {
    assert.deepEqual((await loadText(bodies(100))).findings, []);
    assert.deepEqual((await loadText(expected(around('(', 'true', ')', 49)))).findings, []);
    assert.deepEqual((await loadText(expected(`${'all x in pds: '.repeat(50)}true`))).findings, []);
    assert.deepEqual((await loadText(`scenario "s" { if true {} ${'else if true {}'.repeat(250)} }`)).findings, []);
    assert.deepEqual((await loadText(expected(`${'1 + '.repeat(495)}1 == 496`))).findings, []);
    assert.deepEqual((await loadText(expected(`${'pds == pds and '.repeat(400)}true`))).findings, []);
  });

  it('may have as many operators as it likes in statements of their own', async () => {
    const sums = Array.from({ length: 300 }, (_, index) => `let v${String(index)} = 1 + 2 + 3 + 4`);
    const { findings } = await loadText(`machine M { ${sums.join('\n')} }`);
    assert.deepEqual(findings, []);
  });

  it('may have as many indexes and names as it likes in relations of their own', async () => {
    const copies = 'root object a[1000]';
    const lines = Array.from({ length: 999 }, (_, index) => `a[${String(index)}] owns a[${String(index + 1)}]`);
    assert.deepEqual((await loadText(`${copies}\n${lines.join('\n')}`)).findings, []);
    assert.deepEqual((await loadText(`${copies}\n${lines.join(' ')}`)).findings, []);
  });

  it('may have as much as it likes side by side', async () => {
    const lines = Array.from(
      { length: 300 },
      () => 'expect not (if true then 1 else 2) == -1 or (all x in pds: not x alive)',
    );
    assert.deepEqual((await loadText(`scenario "s" { ${lines.join('\n')} }`)).findings, []);
  });
});
