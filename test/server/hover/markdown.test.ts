/**
 * Text of a model is shown literally in Markdown and has no effect.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { code, documentationLines, escaped } from '../../../server/src/hover/markdown.ts';

describe('text of a model in Markdown', () => {
  for (const [what, text, expected] of [
    ['links', '[here](command:evil)', '\\[here\\](command:evil)'],
    ['images', '![x](y)', '\\!\\[x\\](y)'],
    ['HTML', '<img src=x onerror=y>', '\\<img src=x onerror=y\\>'],
    ['addresses', 'see https://evil.example', 'see https\\://evil.example'],
    ['addresses without a scheme', 'www.evil.example', 'www\\.evil.example'],
    ['mail addresses', 'a@b.example', 'a\\@b.example'],
    ['emphasis', '**a** _b_ `c`', '\\*\\*a\\*\\* \\_b\\_ \\`c\\`'],
    ['headings', '# a', '\\# a'],
    ['lists', '- a', '\\- a'],
    ['numbered lists', '1. a', '1\\. a'],
    ['icons', '$(trash)', '\\$(trash)'],
    ['entities of HTML', '&lt;b&gt;', '\\&lt;b\\&gt;'],
  ] as const) {
    it(`holds no ${what}`, () => {
      assert.equal(escaped(text), expected);
    });
  }

  it('keeps plain sentences as they are', () => {
    const text = 'Kill what depends directly on a lost space, and drop the spaces that map to it (at once).';
    assert.equal(escaped(text), text);
  });

  it('fences code such that no backtick in it ends it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ', '\n') }), (text) => {
        const written = code(text);
        const fence = /^`+/.exec(written)?.[0] ?? '';
        const inner = written.slice(fence.length, -fence.length);
        assert.ok(!written.includes('\n'));
        assert.ok(![...inner.matchAll(/`+/g)].some(([ticks]) => ticks.length === fence.length), written);
      }),
    );
  });

  it('shows the first lines of a documentation comment, without indentation', () => {
    assert.deepEqual(documentationLines('a\n\n    b\n- c'), ['a', 'b', '\\- c']);
    assert.deepEqual(documentationLines('1\n2\n3\n4\n5\n6\n7'), ['1', '2', '3', '4', '5', '6', '…']);
    assert.deepEqual(documentationLines(undefined), []);
  });
});
