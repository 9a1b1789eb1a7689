/**
 * A half-typed line does not change the colours of the lines below: every example is cut off at every character, and
 * the rest must be coloured as if nothing preceded it.
 */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { before, describe, it } from 'mocha';
import textmate, { type IGrammar } from 'vscode-textmate';
import { loadGrammar, tokenizeText } from './tokenize.ts';

const folders = [new URL('../../language/examples/', import.meta.url), new URL('fixtures/', import.meta.url)];
const followers = [
  'pd probe : kind runs M { holds x, y.z  period: 30s }',
  '  on Press(by) when x == "y" do { } -> Open',
  '}',
];

describe('a half-typed line', () => {
  let grammar: IGrammar;
  before(async () => {
    grammar = await loadGrammar();
  });

  const colours = (text: string, from = textmate.INITIAL) =>
    JSON.stringify(tokenizeText(grammar, text, from).map((line) => line.tokens));

  it('does not change the colours of what follows, wherever a line is cut off', async () => {
    const between = tokenizeText(grammar, '').at(-1)?.state;
    assert.ok(between !== undefined);
    const expected = followers.map((follower) => colours(follower, between));
    let cuts = 0;
    for (const line of new Set(await outsideComments(grammar))) {
      for (let end = 1; end <= line.length; end++) {
        const cut = line.slice(0, end);
        if (endsInComment(cut)) continue;
        const state = tokenizeText(grammar, cut).at(-1)?.state;
        cuts++;
        // Nothing is open: what follows is coloured as after an empty line.
        if (state?.equals(between) === true) continue;
        for (const [index, follower] of followers.entries()) {
          assert.equal(colours(follower, state), expected[index], `after ${JSON.stringify(cut)}`);
        }
      }
    }
    assert.ok(cuts > 10_000, `Only ${String(cuts)} cuts were tried.`);
  });

  it('in a faulty file does not change the colours of what follows, but for an unclosed comment', async () => {
    const faulty = new URL('../fixtures/faulty/', import.meta.url);
    const last = 'pd client { requests disk  holds disk.block1 as rw }';
    const files = await readdir(faulty);
    const changed: string[] = [];
    for (const file of files) {
      const lines = tokenizeText(grammar, await readFile(new URL(file, faulty), 'utf8'));
      const line = lines.find(({ text }) => text === last);
      if (line !== undefined && JSON.stringify([line.tokens]) !== colours(last)) changed.push(file);
    }
    assert.deepEqual(changed.sort(), ['unclosed-comment.aft', 'unclosed-documentation.aft']);
  });

  it('that opens a text or a quoted name colours nothing after its line', () => {
    for (const cut of ['log "x', 'log "${', 'log "${a.', "pd 'x", 'log "\\', 'import "std', 'log "${\'a']) {
      const [, next] = tokenizeText(grammar, `${cut}\nrun 5s`);
      assert.equal(JSON.stringify(next?.tokens), JSON.stringify(tokenizeText(grammar, 'run 5s')[0]?.tokens), cut);
    }
  });

  it('that opens a comment colours all after it, as the comment does', () => {
    const [, next] = tokenizeText(grammar, '/* x\npd a');
    assert.deepEqual(next?.tokens[0]?.scopes, ['comment.block.aftermath']);
  });
});

async function outsideComments(grammar: IGrammar): Promise<string[]> {
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder)).filter((name) => name.endsWith('.aft')).map((name) => new URL(name, folder)),
    ),
  );
  const texts = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  const isComment = (scopes: readonly string[]) => scopes.some((scope) => scope.startsWith('comment.block'));
  const lines = texts.flatMap((text) => tokenizeText(grammar, text));
  return lines.filter(({ tokens }) => !tokens.some(({ scopes }) => isComment(scopes))).map(({ text }) => text);
}

const endsInComment = (text: string) => /\/\*(?!.*\*\/)/.test(text);
