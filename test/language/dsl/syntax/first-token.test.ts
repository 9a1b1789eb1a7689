/**
 * Deciding by one token changes nothing: Langium's own parser for the grammar, which looks further ahead, gives the
 * same trees.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createLangiumParser, EmptyFileSystem } from 'langium';
import { createAftermathServices } from '../../../../language/src/dsl/services.ts';
import { printTree } from '../../../../language/src/dsl/printing/print-tree.ts';
import { filesIn } from '../aftermath-texts.ts';
import { parseTree, plainTree } from '../plain-tree.ts';
import { randomDocument } from '../random-documents.ts';

const readingOn = createLangiumParser(createAftermathServices(EmptyFileSystem).aftermath);

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
  });

  it('gives the trees of reading on: the examples', () => {
    for (const { text } of [...filesIn('examples'), ...filesIn('std')]) expectSame(text);
  });

  it('gives the trees of reading on: random texts', () => {
    fc.assert(
      fc.property(randomDocument, (tree) => {
        expectSame(printTree(tree));
      }),
      { numRuns: 60 },
    );
  });
});
