/** Patterns of mappings: the same matches as the engine of JavaScript, in linear time. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compilePattern } from '../../../../language/src/interchange/log/pattern.ts';
import { runs, tried } from '../../../properties.ts';
import { assertWithin } from '../../../within.ts';

const unit = fc.constantFrom(
  '\\x61',
  '\\u0062',
  '[\\x61\\u00e9]',
  'a',
  'b',
  'c',
  '.',
  '\\w',
  '\\d',
  '[ab]',
  '[^a]',
  '[a-c_]',
  '\\s',
  '\\.',
  ' ',
  '1',
  '-',
);
/** An iteration of nothing captures differently, so that what repeats is never empty. */
const pattern = fc.letrec<{ all: string; some: string }>((tie) => ({
  some: fc.oneof(
    { depthSize: 'small' },
    unit,
    fc.tuple(unit, fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '*?', '+?', '??', '{0,2}?')).map(([a, b]) => a + b),
    fc.tuple(unit, tie('some')).map(([first, rest]) => `(?:${first}${rest})+`),
    fc.tuple(unit, tie('some')).map(([first, rest]) => `(${first}${rest})`),
  ),
  all: fc
    .array(tie('some'), { minLength: 1, maxLength: 5 })
    .chain((parts) =>
      fc.constantFrom(
        `(?<x>${parts.join('')})`,
        `^(?<x>${parts.join('')})`,
        `(?<x>${parts.join('|')})$`,
        `\\b(?<x>${parts.join('')})\\b`,
      ),
    ),
})).all;
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '.', '_', '-', 'é'), maxLength: 12 });

describe('patterns of mappings', () => {
  it('match what the engine of JavaScript matches', () => {
    let matched = 0;
    fc.assert(
      fc.property(pattern, text, (source, line) => {
        const compiled = compilePattern(source);
        if (!('value' in compiled)) assert.fail(JSON.stringify(compiled));
        const found = compiled.value.match(line)?.get('x');
        assert.equal(found, new RegExp(source).exec(line)?.groups?.x, `${source} on "${line}"`);
        if (found !== undefined) matched += 1;
      }),
      { numRuns: runs(3000) },
    );
    tried('matches', matched);
    assert.ok(matched > 400, String(matched));
  });

  it('see the end of a text where it ends, though they look only at its beginning', () => {
    const compiled = compilePattern('^(?<x>a+)$');
    assert.ok('value' in compiled);
    assert.equal(compiled.value.match('a'.repeat(8192))?.get('x')?.length, 8192);
    assert.equal(compiled.value.match(`${'a'.repeat(8192)}b`), undefined);
  });

  it('take linear time where the engine of JavaScript would take for ever', () => {
    const compiled = compilePattern('^(?<x>(?:a+)+)+$');
    assert.ok('value' in compiled);
    const before = process.cpuUsage();
    assert.equal(compiled.value.match(`${'a'.repeat(8000)}b`), undefined);
    assertWithin(2, before, 'a pattern with nested repetition');
  });

  for (const [source, sentence] of [
    ['a(b', 'has a "(" without ")"'],
    ['a)', 'has a ")" too many'],
    ['[ab', 'has a "[" without "]"'],
    ['*a', 'has a "*" after nothing'],
    ['(?=a)', 'uses look-around or flags, which are not supported'],
    ['(a)\\1', 'uses the backreference "\\1", which is not supported'],
    ['\\u12', 'uses "\\u", which is not supported'],
    ['[\\x6]', 'uses "\\x", which is not supported'],
    ['[z-a]', 'has the range "z-a" in the wrong order'],
    ['\\p{L}', 'uses "\\p", which is not supported'],
    ['a{3,2}', 'repeats at most less often than at least'],
    ['(?:(?:a{1000}){1000}){1000}', 'is too large'],
    ['('.repeat(100), 'is nested too deeply'],
    ['(?<a>b)(?<a>c)', 'has two groups "a"'],
    ['\\', 'ends with a "\\"'],
  ] as const) {
    it(`are refused: ${source.slice(0, 20)} ${sentence}`, () => {
      assert.deepEqual(compilePattern(source), { refusal: `The pattern "${source}" ${sentence}.` });
    });
  }
});
