/** Patterns of paths: examples, the patterns of Node as a judge, and texts that take other matchers very long. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import fc from 'fast-check';
import { globMatcher } from '../../../language/src/dsl/glob.ts';
import { runs } from '../../properties.ts';
import { within } from '../../within.ts';

/** Node's judgement. To VS Code and us, `a/**` is also `a` itself. */
const judge = (path: string, pattern: string): boolean =>
  posix.matchesGlob(path, pattern) || (pattern.endsWith('/**') && judge(path, pattern.slice(0, -3)));

describe('a pattern of paths', () => {
  it('stands for what VS Code means by it', () => {
    const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
      ['*.aft', ['a.aft', '.aft', '.b.aft'], ['x/a.aft', 'a.aftx']],
      ['**/old', ['old', 'a/old', 'a/b/old'], ['olds', 'old/a']],
      ['**/*.gen.aft', ['x.gen.aft', 'a/b/x.gen.aft'], ['x.aft']],
      ['a/**', ['a', 'a/b', 'a/b/c', 'a/.b'], ['b/a']],
      ['a/**/z', ['a/z', 'a/b/z', 'a/b/c/z'], ['a/b', 'az']],
      ['{a,b/{c,d}}.aft', ['a.aft', 'b/c.aft', 'b/d.aft'], ['b.aft', '{a.aft']],
      ['[a-c]?[!0-9]', ['axy', 'b1z'], ['dxy', 'ax1', 'ax']],
      ['[]]x', [']x'], ['x']],
      ['{a', ['{a'], ['a']],
      ['[a', ['[a'], ['a']],
      ['b+(c).d', ['b+(c).d'], ['bcc.d', 'bxd']],
    ];
    for (const [pattern, yes, no] of rows) {
      const matches = globMatcher(pattern);
      for (const path of yes) assert.ok(matches(path), `${pattern} ${path}`);
      for (const path of no) assert.ok(!matches(path), `${pattern} ${path}`);
    }
  });

  it('is judged as Node judges it', () => {
    const word = fc.stringMatching(/^[ab]{1,2}$/u);
    const path = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const piece = fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '{a,b}', '{a,{ba,bb}}');
    const part = fc.oneof(
      fc.array(piece, { minLength: 1, maxLength: 2 }).map((pieces) => pieces.join('').replaceAll('**', '*')),
      fc.constant('**'),
    );
    const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    let fitting = 0;
    fc.assert(
      fc.property(path, pattern, (one, other) => {
        const expected = judge(one, other);
        if (expected) fitting += 1;
        assert.equal(globMatcher(other)(one), expected, `${one} ${other}`);
      }),
      { numRuns: runs(500, 20_000) },
    );
    assert.ok(fitting > 30, String(fitting));
  });

  it('takes no long, whatever it says', async () => {
    await within(0.5, () => {
      const long = 'a'.repeat(5000);
      assert.ok(!globMatcher('*a'.repeat(200) + 'b')(long));
      assert.ok(!globMatcher(`${'**/a/'.repeat(200)}b`)('a/'.repeat(5000)));
      assert.ok(!globMatcher('{a,b}'.repeat(40))(long));
      assert.ok(!globMatcher('{'.repeat(5000))(long));
    });
  });
});
