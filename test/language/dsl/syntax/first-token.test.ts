/**
 * Deciding by one token changes nothing: Langium's own parser for the grammar, which looks further ahead, gives the
 * same trees.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createLangiumParser, EmptyFileSystem, LangiumParser } from 'langium';
import { createAftermathServices } from '../../../../language/src/dsl/services.ts';
import { printTree } from '../printing/print-tree.ts';
import { filesIn } from '../aftermath-texts.ts';
import { parseTree, plainTree } from '../plain-tree.ts';
import { randomDocument } from '../random-documents.ts';

const { aftermath } = createAftermathServices(EmptyFileSystem);
const readingOn = createLangiumParser(aftermath);
const parser = aftermath.parser.LangiumParser;

function expectSame(text: string): void {
  const { parserErrors, value } = readingOn.parse(text);
  assert.deepEqual(parserErrors, [], text);
  assert.deepEqual(plainTree(parseTree(text)), plainTree(value), text);
}

describe('deciding by one token', () => {
  it('gives an "else" to the last "if", and an operator to the innermost expression', () => {
    const steps = 'if a { if b { log "" } else { } } else if c { } else if d { if e { } } else { if f { } }';
    const values = 'all x in 0..1: a and b or any y in c: d + 1 - 2 * 3 and e';
    expectSame(`scenario "" { ${steps} expect ${values} x := if a then b else c + (all x in y: z or w) * 2 }`);
    const compared = 'count x in y: a == b != c in d and (if a then b else c < d) >= all x in y: a > 1';
    expectSame(
      `scenario "" { expect ${compared.replace('b != c in d', '(b != c) and c in d')} expect (x <= y) alive }`,
    );
  });

  it('does not read the right side of a comparison in advance', () => {
    const { wrapper } = parser as unknown as { wrapper: { LA: (howMany: number) => unknown } };
    const read = wrapper.LA.bind(wrapper);
    let count = 0;
    wrapper.LA = (howMany) => {
      count += 1;
      return read(howMany);
    };
    const depth = 20;
    const text = `check "" { never ${'1 == (if true then 1 else ('.repeat(depth)}2${'))'.repeat(depth)} }`;
    const { parserErrors } = LangiumParser.prototype.parse.call(parser, text);
    assert.deepEqual(parserErrors, []);
    assert.ok(count > 0);
    // Each of the 11 tokens of a comparison is read by some decisions, but by none about a comparison around it.
    assert.ok(count < 30 * depth, `The parser looked ahead ${count} times.`);
  });

  it('gives the trees of full lookahead: the examples', () => {
    for (const { text } of [...filesIn('examples'), ...filesIn('std')]) expectSame(text);
  });

  it('gives the trees of full lookahead: random texts', () => {
    fc.assert(
      fc.property(randomDocument, (tree) => {
        expectSame(printTree(tree));
      }),
      { numRuns: 60 },
    );
  });
});
