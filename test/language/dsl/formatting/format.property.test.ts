/**
 * Formatting changes nothing but blanks and line breaks, for any text: with comments in every gap, with
 * every blank another, and with any fault of syntax. Twice formatted is once formatted.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { documentedBlocks, filesIn, type NamedText } from '../aftermath-texts.ts';
import { plainTree } from '../plain-tree.ts';
import { applyEdit, edit } from '../random-edits.ts';
import { runs } from '../../../properties.ts';
import { formatText, parse } from './formatted.ts';

const fixtures = new URL('../../../fixtures/faulty/', import.meta.url);
const faulty: NamedText[] = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.aft'))
  .map((name) => ({ name, text: readFileSync(new URL(name, fixtures), 'utf8') }));
const whole: readonly NamedText[] = [...filesIn('examples'), ...filesIn('std'), ...documentedBlocks()];

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** Everything that must not change, found without the formatter: all but blanks, and the tree. */
function assertSame(before: string, after: string): void {
  assert.equal(withoutBlanks(after), withoutBlanks(before));
  const [one, other] = [parse(before), parse(after)];
  assert.deepEqual(plainTree(other.value), plainTree(one.value), before);
  assert.equal(other.parserErrors.length + other.lexerErrors.length, one.parserErrors.length + one.lexerErrors.length);
}

function assertFormats(text: string): void {
  const once = formatText(text);
  assert.ok(!once.isRefused, `refused:\n${text}`);
  assertSame(text, once.text);
  assert.equal(formatText(once.text).text, once.text, `not the same twice:\n${text}`);
}

/** Where the tokens of a text begin, all but those within texts with values. */
function starts(text: string): number[] {
  const found: number[] = [];
  const pattern =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[\p{L}_][\p{L}\p{N}_-]*|[0-9][\w]*(?:\.[0-9]+\w*)?|\.\.|->|:=|[=!<>]=|\S/gu;
  for (const { 0: word, index } of text.matchAll(pattern)) if (!/^\/[/*]/.test(word)) found.push(index);
  return found;
}

describe('formatting keeps what a text says', () => {
  for (const { name, text } of [...whole, ...faulty]) {
    it(name, () => {
      const once = formatText(text);
      assert.ok(!once.isRefused);
      assertSame(text, once.text);
      assert.equal(formatText(once.text).text, once.text);
    });
  }
});

describe('formatting keeps comments in every position', () => {
  // No number that has one in common with that of the comments, so that each of them has its turn.
  const every = runs(23, 1);
  const comments = ['/* c */', '/** d */', '// e\n', '\n// f\n', '\n\n/* g\n   h */\n\n'];
  for (const { name, text } of whole.filter(({ text: { length } }) => length < 1500)) {
    it(name, () => {
      for (const [index, at] of starts(text).entries()) {
        if (index % every > 0) continue;
        const comment = comments[index % comments.length] ?? '';
        const changed = text.slice(0, at) + comment + text.slice(at);
        const { lexerErrors, parserErrors } = parse(changed);
        // Between "destroyed" and "after" a line break means something.
        if (lexerErrors.length + parserErrors.length === 0) assertFormats(changed);
      }
    });
  }

  it('also where there is one in every gap', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.array(fc.constantFrom(...comments, '', ''), { minLength: 40, maxLength: 40 }),
        ({ text }, chosen) => {
          let changed = '';
          let from = 0;
          for (const [index, at] of starts(text).entries()) {
            changed += text.slice(from, at) + (chosen[index % chosen.length] ?? '');
            from = at;
          }
          changed += text.slice(from);
          if (parse(changed).parserErrors.length === 0) assertFormats(changed);
        },
      ),
      { numRuns: runs(6, 300) },
    );
  });
});

describe('formatting keeps what a text says, whatever its blanks', () => {
  it('are', () => {
    const blanks = fc.array(fc.constantFrom(' ', '  ', '\n', '\n\n\n', '\t', '\r\n', '\n      '), {
      minLength: 50,
      maxLength: 50,
    });
    fc.assert(
      fc.property(fc.constantFrom(...whole), blanks, ({ text }, chosen) => {
        let index = 0;
        const changed = text.replace(/"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|\s+/g, (found) =>
          found.trim() === '' ? (chosen[index++ % chosen.length] ?? ' ') : found,
        );
        if (parse(changed).parserErrors.length === 0) assertFormats(changed);
      }),
      { numRuns: runs(8, 400) },
    );
  });
});

describe('formatting a text with faults', () => {
  it('changes nothing but white space, or nothing at all, and terminates', () => {
    let refused = 0;
    let played = 0;
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.array(edit, { minLength: 1, maxLength: 4 }), ({ text }, edits) => {
        const changed = edits.reduce(applyEdit, text);
        const once = formatText(changed);
        played++;
        if (once.isRefused) refused++;
        assertSame(changed, once.text);
        assert.equal(formatText(once.text).text, once.text);
      }),
      { numRuns: runs(10, 600) },
    );
    assert.ok(refused < played / 4, `${String(refused)} of ${String(played)} refused`);
  });
});

describe('formatting a part', () => {
  const blanks = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    blank: fc.constantFrom('  ', '\n', '\n\n\n', ' \n   ', '', ' // note\n', ' /* a\n b */ '),
  });
  const place = fc.double({ min: 0, max: 1, noNaN: true });

  it('changes what formatting the whole changes there', () => {
    const texts = whole.map(({ text }) => text).filter(({ length }) => length > 1500 && length < 12_000);
    let compared = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(blanks, { maxLength: 12 }),
        place,
        place,
        (text, all, from, length) => {
          let messy = text;
          for (const { at, blank } of all) {
            const gap = messy.indexOf(' ', Math.floor(at * messy.length));
            if (gap >= 0) messy = messy.slice(0, gap) + blank + messy.slice(gap + 1);
          }
          const { parserErrors, lexerErrors } = parse(messy);
          if (parserErrors.length + lexerErrors.length > 0) return;
          const lines = messy.split(/(?<=\n)/);
          const first = Math.floor(from * lines.length);
          const start = lines.slice(0, first).join('').length;
          const end = start + lines.slice(first, first + 1 + Math.floor(length * 8)).join('').length;
          const expected = formatText(messy).edits.filter((edit) => edit.start >= start && edit.end <= end);
          assert.deepEqual(formatText(messy, { start, end }).edits, expected, messy);
          compared++;
        },
      ),
      { numRuns: runs(10, 250), endOnFailure: true },
    );
    assert.ok(compared > 3, String(compared));
  });
});
