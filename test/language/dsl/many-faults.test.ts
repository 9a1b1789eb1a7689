/** Errors in great numbers: each is reported, and its cost is that of its member, not of everything around it. */
import assert from 'node:assert/strict';
import { EmptyFileSystem, type LexerResult } from 'langium';
import { createAftermathServices } from '../../../language/src/dsl/services.ts';
import { within } from '../../within.ts';
import { loadText } from './load-text.ts';

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => row(index)).join('\n');

/** Texts with so many faults, one a row, in one declaration. */
const texts: Readonly<Record<string, (faults: number) => string>> = {
  'transitions of one state': (faults) =>
    `machine M for pd {\ninitial state A {\n${rows(faults, (n) => ` on E${String(n)} when x > -> A\n after 1s -> A`)}\n}\n}`,
  'states of one machine': (faults) =>
    `machine M for pd {\ninitial state A\n${rows(faults, (n) => `state B${String(n)} {\n on E when ) -> A\n}`)}\n}`,
  'members of one body': (faults) =>
    `pd a {\n${rows(faults, (n) => ` holds b${String(n)} as\n size: 1\n overhead: 2`)}\n}`,
  'steps of one scenario': (faults) =>
    `scenario "s" {\n${rows(faults, (n) => ` expect a + \n crash b${String(n)}`)}\n}`,
  'values of one machine': (faults) => `machine M {\n${rows(faults, (n) => ` let a${String(n)} = 1 + + 2`)}\n}`,
};

const isOfSyntax = ({ code }: { readonly code: string }): boolean => code.startsWith('syntax/');

/** How many tokens the parser is given in all. */
function tokensParsed(text: string): number {
  const { parser } = createAftermathServices(EmptyFileSystem).aftermath;
  const lexer = parser.Lexer as unknown as { prepare: (result: LexerResult) => void };
  const prepare = lexer.prepare.bind(lexer);
  let count = 0;
  lexer.prepare = (result) => {
    count += result.tokens.length;
    prepare(result);
  };
  parser.LangiumParser.parse(text);
  return count;
}

describe('a text with a great many faults', () => {
  for (const [what, text] of Object.entries(texts)) {
    it(`reports each of them: ${what}`, async () => {
      const { findings } = await loadText(text(150));
      const lines = new Set(findings.filter(isOfSyntax).map(({ span }) => span.start.line));
      assert.equal(lines.size, 150);
    });

    it(`takes twice as long with twice as many: ${what}`, () => {
      const [one, two, four] = [tokensParsed(text(50)), tokensParsed(text(100)), tokensParsed(text(200))];
      assert.ok(two < 2.3 * one && four < 2.3 * two, `${String(one)} ${String(two)} ${String(four)}`);
    });
  }

  it('reports 70 faults in 50 KB, with the declarations around them', async () => {
    const text = rows(
      70,
      (n) =>
        `${rows(12, (m) => `pd p${String(n)}_${String(m)} { holds q as rw  overhead: 4KiB  needs q }`)}\npd x${String(n)} { holds , }`,
    );
    const { model, findings } = await within(30, () => loadText(`space s { resource q }\n${text}`));
    assert.ok(text.length > 40_000);
    assert.equal(findings.filter(isOfSyntax).length, 70);
    assert.equal(model.entities.filter(({ kind }) => kind === 'pd').length, 70 * 13);
  });

  it('copes with unfinished constructs nested in each other', async () => {
    for (const piece of ['if x ', 'if x then ', '(', 'not ', '[', 'all a in ', 'x + ']) {
      for (const count of [1, 18, 40, 49]) {
        const { findings } = await loadText(
          `machine M for pd {\n  let y = ${piece.repeat(count)}\n  initial state A\n}\n`,
        );
        assert.ok(
          findings.every(({ code }) => !code.startsWith('internal/')),
          `${piece} ${String(count)}`,
        );
        assert.ok(findings.length > 0, `${piece} ${String(count)}`);
      }
    }
  });
});
