/**
 * The colours of single words in context: the rules behind the snapshots, by hand.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import type { IGrammar } from 'vscode-textmate';
import { loadGrammar, scopesOf } from './tokenize.ts';

interface Case {
  readonly text: string;
  readonly word: string;
  /** Which of several equal words, from 0. */
  readonly occurrence?: number;
  readonly scope: string;
}

const setting = 'variable.other.property.setting';
const member = 'variable.other.property';
const name = 'variable.other.readwrite';
const relation = 'keyword.other.relation';
const predicate = 'keyword.other.predicate';

const rules: Readonly<Record<string, readonly Case[]>> = {
  'a keyword before a colon is the name of a setting': [
    { text: 'period: 30s', word: 'period', scope: setting },
    { text: 'deletion: foreground', word: 'deletion', scope: setting },
    { text: 'index: 2s', word: 'index', scope: setting },
    { text: 'state : open', word: 'state', scope: setting },
    { text: 'order: none', word: 'order', scope: setting },
    { text: 'send: 1', word: 'send', scope: setting },
    { text: 'objects: [a]', word: 'objects', scope: setting },
    { text: "'odd name': 1", word: 'odd name', scope: setting },
  ],
  'a word of a fixed set behind a setting is a value': [
    { text: 'deletion: foreground', word: 'foreground', scope: 'variable.other.enummember' },
    { text: 'conflict: error', word: 'error', scope: 'variable.other.enummember' },
    { text: 'clock: any', word: 'any', scope: 'variable.other.enummember' },
    { text: 'subscriptions: set', word: 'set', scope: 'variable.other.enummember' },
    { text: 'mode: halt', word: 'halt', scope: name },
    { text: 'idle: any p in pds: p alive', word: 'any', scope: 'keyword.control.quantifier' },
  ],
  'the colon of a quantifier makes no setting of the set': [
    { text: 'never any b in objects: b destroyed', word: 'objects', scope: 'support.variable.set' },
    { text: 'expect count w in workers: w alive', word: 'workers', scope: name },
    { text: 'expect all x in (pds - [a]): x alive', word: ':', scope: 'punctuation.separator.quantifier' },
  ],
  '"destroyed" is a relation before "after", and a predicate elsewhere': [
    { text: 'destroyed after vm1', word: 'destroyed after', scope: relation },
    { text: 'link a destroyed  after b', word: 'destroyed  after', scope: relation },
    { text: 'expect x destroyed', word: 'destroyed', scope: predicate },
    { text: 'always when job destroyed -> Idle', word: 'destroyed', scope: predicate },
    { text: 'expect x destroyed and y before z', word: 'destroyed', scope: predicate },
  ],
  'a keyword behind a dot, in quotes or in the place of a name is a name': [
    { text: 'expect job.state == open', word: 'state', scope: member },
    { text: 'set x.on = 1', word: 'on', scope: member },
    { text: "holds 'destroyed after'", word: 'destroyed after', scope: name },
    { text: 'pd log', word: 'log', scope: 'entity.name.type.entity' },
    { text: 'log owns order', word: 'log', scope: name },
    { text: 'log owns order', word: 'order', scope: name },
    { text: 'crash node', word: 'node', scope: name },
    { text: 'expect a, run alive', word: 'run', scope: name },
    { text: 'phase := after', word: 'after', scope: name },
    { text: 'holds x as in', word: 'in', scope: 'constant.other.label' },
    { text: 'expect order.log alive', word: 'order', scope: name },
  ],
  'a name that begins or ends like a keyword is a name': [
    { text: 'expect on-call alive', word: 'on-call', scope: name },
    { text: 'expect space-direct alive', word: 'space-direct', scope: name },
    { text: 'x owns statement', word: 'statement', scope: name },
    { text: 'x owns nodeß', word: 'nodeß', scope: name },
    { text: 'b after_all', word: 'after_all', scope: name },
  ],
  'an entity is declared with kind, name, copies, label and machine': [
    { text: 'absent pd p[5] : worker runs M', word: 'absent', scope: 'storage.modifier' },
    { text: 'absent pd p[5] : worker runs M', word: 'pd', scope: 'storage.type.entity' },
    { text: 'absent pd p[5] : worker runs M', word: 'p', scope: 'entity.name.type.entity' },
    { text: 'absent pd p[5] : worker runs M', word: '5', scope: 'constant.numeric.integer' },
    { text: 'absent pd p[5] : worker runs M', word: 'worker', scope: 'entity.name.type.label' },
    { text: 'absent pd p[5] : worker runs M', word: 'runs', scope: 'keyword.other.runs' },
    { text: 'absent pd p[5] : worker runs M', word: 'M', scope: 'entity.name.type.machine' },
    { text: 'pd runs', word: 'runs', scope: 'entity.name.type.entity' },
  ],
  '"root", "initial" and "final" are modifiers only before what they modify': [
    { text: 'root object a', word: 'root', scope: 'storage.modifier' },
    { text: 'expect root alive', word: 'root', scope: name },
    { text: 'initial state A', word: 'initial', scope: 'storage.modifier' },
    { text: 'x := final', word: 'final', scope: name },
    { text: 'initial parallel state A', word: 'initial', scope: 'storage.modifier' },
    { text: 'initial parallel state A', word: 'parallel', scope: 'storage.modifier' },
    { text: 'x := parallel', word: 'parallel', scope: name },
    { text: 'persistent deep history H -> A', word: 'persistent', scope: 'storage.modifier' },
    { text: 'persistent deep history H -> A', word: 'deep', scope: 'storage.modifier' },
    { text: 'history H -> A', word: 'history', scope: 'storage.type.history' },
    { text: 'history H -> A', word: 'H', scope: 'entity.name.type.state' },
    { text: 'x := history', word: 'history', scope: name },
  ],
  'a unit is told apart from its number, and an unknown one is shown as a fault': [
    { text: 'run 1.5ms', word: 'ms', scope: 'keyword.other.unit' },
    { text: 'size: 4KiB', word: 'KiB', scope: 'keyword.other.unit' },
    { text: 'loss: 5%', word: '%', scope: 'keyword.other.unit' },
    { text: 'x: 5%3', word: '%', scope: 'keyword.operator.arithmetic' },
    { text: 'run 5x', word: 'x', scope: 'invalid.illegal.unit' },
    { text: 'run 5sec', word: 'sec', scope: 'invalid.illegal.unit' },
    { text: 'x in 0..9', word: '..', scope: 'keyword.operator.range' },
    { text: 'x in 0..9', word: '9', scope: 'constant.numeric.integer' },
  ],
  'a minus with blanks is an operator, one inside a name is not': [
    { text: 'x := a - b', word: '-', scope: 'keyword.operator.arithmetic' },
    { text: 'x := a-b', word: 'a-b', scope: name },
    { text: 'x := a - 1', word: '1', scope: 'constant.numeric.integer' },
    { text: 'always when a-> B', word: '->', scope: 'keyword.operator.arrow' },
  ],
  'a value in a text is coloured as an expression': [
    { text: 'log "a ${self.name} b"', word: 'self', scope: 'variable.language' },
    { text: 'log "a ${self.name} b"', word: 'b', scope: 'string.quoted.double' },
    { text: 'log "a \\${self} b"', word: '{self} b', scope: 'string.quoted.double' },
    { text: 'log "\\q"', word: '\\q', scope: 'invalid.illegal.escape' },
  ],
  'a documentation comment has a scope of its own': [
    { text: '/** x */', word: 'x', scope: 'comment.block.documentation' },
    { text: '/* x */', word: 'x', scope: 'comment.block' },
    { text: '/**/ pd a', word: 'pd', scope: 'storage.type.entity' },
    { text: '// x', word: 'x', scope: 'comment.line.double-slash' },
  ],
  '"after" is a timer, a moment or a part of a relation': [
    { text: 'after 5s -> Idle', word: 'after', scope: 'keyword.control.trigger' },
    { text: 'collect after', word: 'after', scope: 'keyword.other.moment' },
    { text: 'collect before', word: 'before', scope: 'keyword.other.moment' },
    { text: 'expect a before b', word: 'before', scope: 'keyword.operator.wordlike' },
  ],
  'a built-in function is one only where it is called': [
    { text: 'expect cost(pds) > 0', word: 'cost', scope: 'support.function' },
    { text: 'expect cost > 0', word: 'cost', scope: name },
  ],
};

describe('the colour of a word', () => {
  let grammar: IGrammar;
  before(async () => {
    grammar = await loadGrammar();
  });

  for (const [rule, cases] of Object.entries(rules)) {
    it(rule, () => {
      for (const { text, word, occurrence, scope } of cases) {
        const scopes = scopesOf(grammar, text, word, occurrence);
        const matches = scopes.some((each) => each === `${scope}.aftermath`);
        assert.ok(matches, `"${word}" in ${JSON.stringify(text)} is ${scopes.join(' > ') || 'plain'}, not ${scope}`);
      }
    });
  }
});
