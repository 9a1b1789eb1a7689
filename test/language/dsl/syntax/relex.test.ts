/** Incremental tokens after a small change of a text are those of the text alone. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DefaultLexer, EmptyFileSystem, type LexerResult } from 'langium';
import { lexInSteps } from '../../../../language/src/dsl/syntax/lexing/lex-in-steps.ts';
import { allSteps } from '../../../../language/src/model/all-steps.ts';
import { AftermathLexer } from '../../../../language/src/dsl/syntax/lexing/lexer.ts';
import { createAftermathServices } from '../../../../language/src/dsl/services.ts';
import { filesIn } from '../aftermath-texts.ts';
import { applyEdit, edit } from '../random-edits.ts';

const { Lexer: made } = createAftermathServices(EmptyFileSystem).aftermath.parser;
assert.ok(made instanceof AftermathLexer);
const lexer = made;

interface Written {
  readonly name: string;
  readonly image: string;
  readonly place: readonly (number | undefined)[];
}

function cut(text: string): readonly [readonly Written[], readonly Written[], unknown] {
  const { tokens, hidden, errors } = lexer.tokenizeFile(text);
  const write = ({ tokenType, image, ...token }: (typeof tokens)[number]): Written => ({
    ...{ name: tokenType.name, image },
    place: [
      ...[token.startOffset, token.endOffset, token.startLine, token.endLine],
      ...[token.startColumn, token.endColumn, token.tokenTypeIdx],
    ],
  });
  return [tokens.map(write), hidden.map(write), errors];
}

/** After an empty text there is nothing to take over. */
function cutAlone(text: string): ReturnType<typeof cut> {
  lexer.tokenizeFile('');
  return cut(text);
}

const surprises = [
  '"',
  "'",
  '/*',
  '*/',
  '//',
  '\n',
  '\r',
  '\r\n',
  '${',
  '}',
  '§',
  '\u2028',
  '\t',
  'after',
  '😀',
  '-',
  '.',
];

describe('tokens of a long text', () => {
  it('are the same, wherever it is cut into pieces', () => {
    const parts = filesIn('examples').flatMap(({ text }) => text.split(/(?<=\n\n)/));
    const part = fc.oneof(fc.constantFrom(...parts), fc.constantFrom(...surprises, '/* open\n', '*/\n'));
    const text = fc
      .tuple(fc.array(part, { minLength: 5, maxLength: 15 }), fc.constantFrom('\n', '\r\n', '\r'))
      .map(([some, lineEnd]) => some.join('').replaceAll('\n', lineEnd));
    const tokenize = (piece: string): LexerResult => DefaultLexer.prototype.tokenize.call(made, piece);
    // The lexer of the language writes the messages itself, of all pieces.
    const print = ({ tokens, hidden, errors }: LexerResult): string =>
      JSON.stringify([...tokens, ...hidden, ...errors], (key, value: unknown) =>
        key === 'tokenType' || key === 'message' ? '' : value,
      );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 300 }), (whole, length) => {
        assert.equal(print(allSteps(lexInSteps(whole, tokenize, length))), print(tokenize(whole)));
      }),
      { numRuns: 100 },
    );
  });
});

describe('tokens after a change', () => {
  it('are those of the text alone, in real files and at odd places', () => {
    const texts = filesIn('examples').map(({ text }) => text);
    const start = fc
      .tuple(fc.constantFrom(...texts), fc.constantFrom('\n', '\r\n', '\r'))
      .map(([text, lineEnd]) => text.replaceAll('\n', lineEnd));
    const surprise = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), text: fc.constantFrom(...surprises) });
    fc.assert(
      fc.property(start, fc.array(fc.oneof(edit, surprise), { minLength: 1, maxLength: 8 }), (first, changes) => {
        const versions = [first];
        for (const change of changes) {
          const text = versions.at(-1) ?? '';
          const at = 'text' in change ? Math.floor(change.at * text.length) : 0;
          versions.push('text' in change ? text.slice(0, at) + change.text + text.slice(at) : applyEdit(text, change));
        }
        const alone = versions.map(cutAlone);
        lexer.tokenizeFile('');
        for (const [index, text] of versions.entries()) assert.deepEqual(cut(text), alone[index], text);
      }),
      { numRuns: 60 },
    );
  });

  for (const [before, after] of [
    ['\npd a\npd b\npd c\n', 'x\npd a\npd b\npd c\n'],
    ['pd a\n/* one\npd b\npd c\npd d\n', 'pd a\n/* one\npd b */\npd c\npd d\n'],
    ['pd a\n/* one */\npd b\npd c\npd d\n', 'pd a\n/* one \npd b\npd c\npd d\n'],
    ['pd a\n/* one\n two */\npd c\npd d\n', 'pd a\n one\n two */\npd c\npd d\n'],
    ['pd a\n', 'pd a\npd b\n'],
    ['pd a\npd b\npd c', ''],
  ] as const)
    it(`are those of the text alone: ${JSON.stringify(after)}`, () => {
      const alone = cutAlone(after);
      cutAlone(before);
      assert.deepEqual(cut(after), alone);
    });

  it('before the change are not even copied', () => {
    const text = Array.from({ length: 50 }, (_, index) => `pd p${String(index)} { }`).join('\n');
    const [first] = lexer.tokenizeFile(text).tokens;
    const [again] = lexer.tokenizeFile(text.replace('p40', 'q40')).tokens;
    assert.equal(again, first);
  });
});
