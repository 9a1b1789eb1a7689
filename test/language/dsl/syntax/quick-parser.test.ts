/** Parsing without Langium's parser: the same trees where the text fits the grammar, and none where it does not. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EmptyFileSystem, LangiumParser, type ParseResult } from 'langium';
import { createAftermathServices, lexerOf } from '../../../../language/src/dsl/services.ts';
import { AftermathParser } from '../../../../language/src/dsl/syntax/parser.ts';
import { runs } from '../../../properties.ts';
import { documentedBlocks, filesIn } from '../aftermath-texts.ts';
import { printTree } from '../printing/print-tree.ts';
import { randomDocument } from '../random-documents.ts';
import { applyEdit, edit } from '../random-edits.ts';
import { writtenTree } from '../written-tree.ts';

const { aftermath } = createAftermathServices(EmptyFileSystem);
const parser: unknown = aftermath.parser.LangiumParser;
const texts = [...filesIn('examples'), ...filesIn('std'), ...documentedBlocks()].map(({ text }) => text);

/** Compares both parsers on the whole of a text; returns whether it fits the grammar. */
function expectSame(text: string): boolean {
  assert.ok(parser instanceof AftermathParser);
  const lexed = lexerOf(aftermath).tokenize(text);
  const quick = parser.parseQuickly(text, lexed);
  const { value, parserErrors } = LangiumParser.prototype.parse.call<LangiumParser, [string], ParseResult>(
    parser,
    text,
  );
  // The lexer closes blocks by braces that have no text.
  const isMended = lexed.tokens.some(({ image }) => image === '');
  assert.equal(quick !== undefined, parserErrors.length === 0 && !isMended, text);
  if (quick === undefined) return false;
  assert.equal(JSON.stringify(writtenTree(quick)), JSON.stringify(writtenTree(value)), text);
  return true;
}

/** Compares both parsers on texts; returns how many fit the grammar, and how many do not. */
function countedOf(changed: readonly string[]): { readonly fitting: number; readonly faulty: number } {
  const fitting = changed.filter(expectSame).length;
  return { fitting, faulty: changed.length - fitting };
}

describe('what is parsed quickly', () => {
  it('has the tree of Langium where an example or a documented block was changed, and none where Langium finds an error', () => {
    const [first] = fc.sample(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 100, maxLength: 100 }),
      1,
    );
    const short = texts.filter(({ length }) => length < 1000);
    const changed = (first ?? []).map((edits, index) => edits.reduce(applyEdit, short[index % short.length] ?? ''));
    const { fitting, faulty } = countedOf(changed);
    assert.ok(fitting > 10 && faulty > 10, `${String(fitting)} fit, ${String(faulty)} do not.`);
  });

  it('is the same for random files, and these with changes', () => {
    fc.assert(
      fc.property(randomDocument, fc.array(edit, { maxLength: 2 }), (tree, edits) => {
        const text = printTree(tree);
        expectSame(text);
        expectSame(edits.reduce(applyEdit, text));
      }),
      { numRuns: runs(20, 2000) },
    );
  });
});
