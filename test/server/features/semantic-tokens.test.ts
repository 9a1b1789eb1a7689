/**
 * Every name is coloured by its kind, a change sends only the difference, and no colour contradicts the one that the
 * text has without a server.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { IGrammar } from 'vscode-textmate';
import {
  semanticTokens,
  tokenModifiers,
  tokensEdits,
  tokenTypes,
} from '../../../server/src/features/semantic-tokens.ts';
import { loadGrammar, tokenizeText } from '../../syntaxes/tokenize.ts';
import { allSteps } from '../all-steps.ts';
import { everyName, namePlaces, openEveryName } from '../every-name.ts';
import { openInMemory, type InMemory } from '../in-memory.ts';

interface Token {
  readonly start: number;
  readonly text: string;
  readonly type: string;
  readonly modifiers: readonly string[];
}

function packed({ workspace, document }: InMemory, range?: Parameters<typeof semanticTokens>[2]): readonly number[] {
  return allSteps(semanticTokens(workspace, document, range));
}

function unpacked({ document: { textDocument } }: InMemory, data: readonly number[]): readonly Token[] {
  let [line, character] = [0, 0];
  return Array.from({ length: data.length / 5 }, (_, index) => {
    const [down = 0, along = 0, length = 0, type = 0, bits = 0] = data.slice(5 * index);
    [line, character] = [line + down, down === 0 ? character + along : along];
    const start = textDocument.offsetAt({ line, character });
    return {
      start,
      text: textDocument.getText().slice(start, start + length),
      type: tokenTypes[type] ?? '',
      modifiers: tokenModifiers.filter((_, bit) => (bits & (1 << bit)) !== 0),
    };
  });
}

const tokensOf = (memory: InMemory) => unpacked(memory, packed(memory));

/** What the names of each group of the model with all kinds of names are. */
const typesByGroup: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    class: '1 3 4 13 23 24 25 29 31',
    type: '27 30',
    typeParameter: '2',
    event: '5 20',
    interface: '6',
    parameter: '7 11 17 18 26 28',
    variable: '8 19',
    enumMember: '9',
    enum: '10 12',
    struct: '14 15 21',
    method: '16',
    property: '22',
  }).flatMap(([type, groups]) => groups.split(' ').map((group) => [group, type])),
);

describe('semantic tokens', () => {
  it('say the meaning of every name', async () => {
    const tokens = tokensOf(await openEveryName());
    for (const { group, name, start } of namePlaces) {
      const token = tokens.find((each) => each.start === start);
      assert.equal(token?.text, name, `group ${group}`);
      assert.equal(token.type, typesByGroup[group], name);
    }
  });

  it('mark declarations, changes, constants and built-ins', async () => {
    const source =
      'machine M { var n: int = 0 let m = n initial state S { on E do { n := m } } }\nevent E\npolicy p { pdDepth: 1 }';
    const shown = tokensOf(await openInMemory(source)).map(({ text, modifiers }) => [text, ...modifiers].join(' '));
    assert.deepEqual(shown, [
      'M declaration',
      'n declaration',
      'm declaration readonly',
      'n',
      'S declaration',
      'E',
      'n modification',
      'm readonly',
      'E declaration',
      'p declaration',
      'pdDepth modification defaultLibrary',
    ]);
  });

  it('of a range are those of its lines', async () => {
    const memory = await openEveryName();
    const range = { start: { line: 5, character: 3 }, end: { line: 9, character: 0 } };
    const inside = tokensOf(memory).filter(({ start }) => {
      const { line } = memory.document.textDocument.positionAt(start);
      return line >= 5 && line <= 9;
    });
    assert.deepEqual(unpacked(memory, packed(memory, range)), inside);
    assert.ok(inside.length > 10);
  });

  it('omit what is not known, and continue after a fault', async () => {
    const tokens = tokensOf(await openInMemory('pd a { holds ] needs nobody }\npd b { needs a }'));
    assert.deepEqual(
      tokens.map(({ text }) => text),
      ['a', 'b', 'a'],
    );
  });

  it('are changed by edits that make one list of numbers the other', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(numbers, numbers, (before, after) => {
        const result = [...before];
        for (const { start, deleteCount, data } of tokensEdits(before, after))
          result.splice(start, deleteCount, ...data);
        assert.deepEqual(result, after);
        if (before.join() === after.join()) assert.deepEqual(tokensEdits(before, after), []);
      }),
    );
  });

  it('have the scope of the grammar wherever that says what a name is', async () => {
    const scopes = readScopes();
    const grammar = await loadGrammar();
    const folder = new URL('../../../language/examples/', import.meta.url);
    const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
    for (const text of [everyName, ...texts]) {
      const memory = await openInMemory(text, { 'lib.aft': 'pd far' });
      const coloured = scopesByOffset(grammar, text);
      for (const { start, text: name, type, modifiers } of tokensOf(memory)) {
        // Behind `under`, only the server knows a loop variable from a policy.
        if (type === 'parameter' && coloured.get(start)?.includes('entity.name.type.policy.aftermath') === true)
          continue;
        const said = (coloured.get(start) ?? []).filter((each) => telling.test(each));
        if (said.length === 0) continue;
        const of = modifiers.includes('defaultLibrary') ? scopes.get(`${type}.defaultLibrary`) : undefined;
        const scope = of ?? scopes.get(type);
        assert.ok(
          scope !== undefined && said.some((each) => family(each) === family(scope)),
          `${name}: ${said.join()} is no ${String(scope)}`,
        );
      }
    }
  });
});

/** Scopes that say what a name stands for, not only that it is one. */
const telling = /^(entity\.name|support\.function|variable\.parameter)/;

/** What is a list of settings has one colour, policy or not. */
const family = (scope: string): string => scope.replace(/\.(channel|collector)\.aftermath$/, '.policy.aftermath');

/** The scopes of each piece of a text with Unix line ends, by its offset. */
function scopesByOffset(grammar: IGrammar, text: string): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  let lineStart = 0;
  for (const line of tokenizeText(grammar, text)) {
    let at = lineStart;
    for (const token of line.tokens) {
      found.set(at, token.scopes);
      at += token.text.length;
    }
    lineStart += line.text.length + 1;
  }
  return found;
}

function readScopes(): ReadonlyMap<string, string> {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const { contributes } = manifest as {
    readonly contributes: { readonly semanticTokenScopes: readonly { readonly scopes: Record<string, string[]> }[] };
  };
  const [{ scopes } = { scopes: {} }] = contributes.semanticTokenScopes;
  return new Map(Object.entries(scopes).flatMap(([type, [scope]]) => (scope === undefined ? [] : [[type, scope]])));
}
