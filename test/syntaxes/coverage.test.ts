/**
 * Every keyword has a colour, wherever it occurs, and no part of a correct file is plain.
 */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { before, describe, it } from 'mocha';
import type { IGrammar } from 'vscode-textmate';
import { predicates } from '../../language/src/model/machines/expression.ts';
import { entityKinds } from '../../language/src/model/entity-kind.ts';
import { relationKinds } from '../../language/src/model/relation.ts';
import { loadGrammar, scopesOf, tokenizeText } from './tokenize.ts';

const examples = new URL('../../language/examples/', import.meta.url);

/** Scopes that the themes of VS Code give a colour of their own. */
const coloured = /^(keyword\.(control|other|operator\.wordlike)|storage\.|constant\.|support\.|variable\.language)/;

/** Keywords in a text where they are used as such; `|` marks the word. */
const uses = [
  ...[
    '|import "x"',
    '|root pd a',
    '|absent pd a',
    'pd a |runs M',
    '|policy p',
    '|channel c',
    '|collector c',
    '|event E',
  ],
  ...[
    '|machine M',
    'machine M |for pd',
    '|param x: int',
    '|persistent var x: int',
    '|var x: int',
    '|let x = 1',
    '|require x',
  ],
  ...[
    '|initial state S',
    '|final state S',
    '|state S',
    '|enter {',
    '|leave {',
    '|on E',
    '|after 1s',
    '|always when x',
    'always |when x',
  ],
  ...[
    'on E |do {',
    '|defer E',
    '|action a {',
    '|on destroy {',
    'on |destroy {',
    'holds x |as rw',
    'destroyed after x |notify y',
  ],
  ...[
    '|send E to x',
    '|raise E',
    '|cancel E',
    'send E to x |after 2s',
    'send E |to x',
    '|log "x"',
    '|report "x"',
    '|if x {',
    '} |else {',
    'if x |then y',
    '|for x in y {',
    'for x |in y {',
  ],
  ...['|create x', '|destroy x', '|remove x', '|crash x', '|halt x', '|restart x', '|delete x', 'delete x |foreground'],
  ...[
    'delete x |background',
    'delete x |orphan',
    '|link a owns b',
    '|unlink a owns b',
    '|move a to b',
    '|collect',
    'collect |before',
  ],
  ...[
    'collect |after',
    'crash x |under q',
    '|set a.b = 1',
    '|run 1s',
    '|at 1s',
    '|within 1s',
    '|expect x',
    'expect |only x alive',
  ],
  ...[
    'expect |order [a]',
    'expect |log "x"',
    'expect a |received E',
    'expect a |before b',
    'a |and b',
    'a |or b',
    '|not a',
    'a |in b',
  ],
  ...[
    '|all x in y: z',
    '|any x in y: z',
    '|count x in y: z',
    '|scenario "x" {',
    '|check "x" {',
    'check "x" |fails {',
    '|fault lose',
  ],
  ...[
    'fault |crash',
    'fault |halt',
    'fault |pause',
    'fault |lose',
    'fault |duplicate',
    'fault |reorder',
    'fault crash |of x',
    '|may send E',
    '|bound x',
  ],
  ...['|never x', '|eventually x', '|true', '|false', '|none', '|self', '|now', '|index', 'x := |pds', 'x := |tcb(a)'],
  ...entityKinds.flatMap((kind) => [`|${kind} x`, `param x: |${kind}`, `machine M for |${kind}`]),
  ...predicates.map((predicate) => `expect x |${predicate}`),
];
const twoWords = [...relationKinds, 'up to', 'leads to', 'notified of'];

describe('the coverage of the colours', () => {
  let grammar: IGrammar;
  before(async () => {
    grammar = await loadGrammar();
  });

  const isColoured = (text: string, word: string) => coloured.test(scopesOf(grammar, text, word).at(-1) ?? '');

  it('no keyword in its own place is coloured like a name', () => {
    const missing = uses.filter((use) => !isColoured(use.replace('|', ''), /\|([a-z]+)/.exec(use)?.[1] ?? ''));
    assert.deepEqual(missing, []);
  });

  it('no relation or phrase of several words is coloured like a name', () => {
    const missing = twoWords.filter((words) => !isColoured(`x ${words} y`, words));
    assert.deepEqual(missing, []);
  });

  it('no keyword alone on its line, before the rest is typed, is coloured like a name', () => {
    const words = new Set(uses.map((use) => /\|([a-z]+)/.exec(use)?.[1] ?? ''));
    const contextual = ['only', 'order', 'pause', 'lose', 'duplicate', 'reorder', 'received', 'tcb'];
    const alone = [...words].filter((word) => !contextual.includes(word));
    assert.ok(alone.length > 80);
    assert.deepEqual(
      alone.filter((word) => !isColoured(word, word)),
      [],
    );
  });

  it('no piece of an example is plain', async () => {
    for (const file of (await readdir(examples)).filter((each) => each.endsWith('.aft'))) {
      const tokens = tokenizeText(grammar, await readFile(new URL(file, examples), 'utf8')).flatMap(
        (line) => line.tokens,
      );
      const plain = tokens.filter((token) => token.scopes.length === 0 && token.text.trim() !== '');
      assert.deepEqual(plain, [], file);
    }
  });
});
