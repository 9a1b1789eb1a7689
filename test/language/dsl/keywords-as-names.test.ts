/**
 * Keywords as names: in each place where a name stands, which keywords need quotes there. All others
 * mean the same with quotes and without.
 */
import assert from 'node:assert/strict';
import {
  declarationStarts,
  memberStarts,
  operandStarts,
  relationStarts,
  stepStarts,
} from '../../../language/src/dsl/syntax/lexing/tokens.ts';
import { predicates } from '../../../language/src/model/machines/expression.ts';
import { keywords } from './keywords.ts';
import { parseTree, plainTree, syntaxMessages } from './plain-tree.ts';

const none: readonly string[] = [];
const steps = [...stepStarts, 'self'];
/** Words that are an operator by themselves; `destroyed`, `dies` and `notified` need another word. */
const operators = ['or', 'and', 'in', 'before', 'received', 'protects', ...relationStarts.filter((word) => word !== 'dies')]; // oxfmt-ignore

/** Words that go on after a value, or after the name of an entity. */
const afterValues = [...operators, ...predicates, 'as', 'dies', 'do', 'else', 'is', 'leads', 'notified', 'stops', 'to', 'waits']; // oxfmt-ignore

/** What a place is called, a text with N in such places, and the keywords that are not names there. */
const places: readonly (readonly [place: string, text: string, refused: readonly string[]])[] = [
  ['the name of an entity', 'pd N pd N : t pd N[3] pd N runs M pd N { pd N }', none],
  ['a type label', 'pd a : N pd b : N runs M pd c : N { }', none],
  ['the class of an entity', 'pd a is N pd b[2] is N { } pd c is N : t', ['runs', 'then', ...afterValues]],
  ['an instance and its class', 'pd N is N absent root object N is N { }', ['runs', 'then', ...afterValues]],
  [
    'what is asked for its class',
    'scenario "" { expect N is N and N is N or a.N is N }',
    ['runs', 'then', ...operandStarts, 'only', ...afterValues],
  ],
  [
    'the class that is asked for',
    'scenario "" { expect a is N expect (a, b[1]) is N or a is N }',
    ['runs', 'then', ...afterValues],
  ],
  ['the machine of an entity', 'pd a runs N pd b runs N { }', none],
  ['the names of declarations', 'policy N { } channel N { } collector N { } machine N { } machine N for pd { }', none],
  ['the names of events and their parameters', 'event N event N(N: int, a: pd)', none],
  ['the names of values', 'machine M { param N: int persistent var N: int var N: int let N = 1 let N: int = 1 }', none],
  ['the values of an enumeration', 'machine M { var x: {N, a, N} }', none],
  ['the names of states', 'machine M { state N state N { initial state N } final state N parallel state N }', none],
  ['the names of histories', 'machine M { state S { history N -> N deep history N -> a state N } }', none],
  ['the target of a transition', 'machine M { on E -> N always -> N after 5s -> N }', none],
  ['an event that is taken or deferred', 'machine M { on N on N(N, a) when x state S { on N defer N, a, N } }', none],
  ['an action and its parameters', 'pd a { action N { } action N(N, b) { } destroyed after b notify N }', none],
  ['a word after "as"', 'pd a { holds b as N, c as N pd d } a owns b as N, c', none],
  ['a name after a dot', 'pd a { holds b.N, b.N.N[1], b.N.* } a.N owns b.N', none],
  ['a setting of a policy', 'policy p { N: 1 } channel p { x: a N: 2 }', none],
  ['a setting of a check', 'check "" { N: 1 x: a N: 2 }', none],
  ['a setting in a body', 'pd a { N: 1 } pd b { x: y N: 2 } pd c { holds d N: 3 }', memberStarts],
  ['the target of a relation', 'pd a { holds N needs b, N pd c } a owns N, N pd d', ['self']],
  ['the subject of a relation', 'N owns b N.b owns c', declarationStarts],
  ['what a setting is', 'pd a { x: N y: [N, b, N] z: N..N holds b } policy p { x: N y: N }', operandStarts],
  ['what is written to', 'scenario "" { N := 1 } scenario "" { N.a := 2 } scenario "" { N[1] := 3 }', steps],
  ['what is set', 'scenario "" { set N = 1 set N.a = 1 set N[1] = 2 }', ['self']],
  [
    'what an end is of',
    'scenario "" { create N crash N, a delete N, N foreground destroy N under p restart N }',
    operandStarts,
  ],
  ['a policy after "under"', 'scenario "" { crash a under N collect under N delete a under N }', none],
  ['what is linked', 'scenario "" { link N owns N as N notify N unlink a owns b move N to N }', operandStarts],
  ['what is sent', 'scenario "" { send N to a send N(N, 1) to N }', operandStarts],
  ['a variable of a loop', 'scenario "" { for N in s, N in t { } }', none],
  ['a variable of a quantifier', 'scenario "" { expect all N in s: a expect 1 < count N in s: a }', none],
  ['what a quantifier goes over', 'scenario "" { log all x in N: N log any x in N: x alive }', operandStarts],
  ['an operand', 'scenario "" { log a + N * N log a == N log a and N log (N) log [N, a] log a[N] }', operandStarts],
  [
    'what a predicate is asked of',
    'scenario "" { log N alive log N in s log N holds N log N before N }',
    operandStarts,
  ],
  ['the parts of a condition', 'scenario "" { log if N then N else N if N { } }', operandStarts],
  ['a value in a text', 'scenario "" { log "a ${N} b ${N.a} c ${a[N]}" }', operandStarts],
  ['an event that was received', 'scenario "" { expect a received N expect a received N(1) }', none],
  [
    'what is expected',
    'scenario "" { expect N expect N, a alive expect N in s }',
    ['only', 'refused', ...operandStarts],
  ],
  [
    'what is expected of one',
    'scenario "" { expect a, N alive expect only N, N alive expect order [N], [a] }',
    operandStarts,
  ],
  ['a guard', 'machine M { on E when N on E when N do { } always when N -> S }', operandStarts],
  ['a time', 'machine M { after N after N when a } scenario "" { at N log a within N expect b }', operandStarts],
  ['what a fault is of', 'check "" { fault crash of N, a up to 1 fault halt of N fault lose }', operandStarts],
  ['a property', 'check "" { never N } check "" { eventually N fault lose } check "" { a leads to N }', operandStarts],
  ['the beginning of "leads to"', 'check "" { N leads to a }', ['move', 'send', ...operandStarts]],
  [
    'the beginning of "leads to" after a property',
    'check "" { never a N leads to b }',
    ['move', 'send', ...operandStarts, ...operators, ...predicates],
  ],
];

const written = (text: string, name: string): string => text.replaceAll(/\bN\b/g, name);

describe('a keyword', () => {
  it('is one of many', () => {
    assert.ok(keywords.length > 100 && keywords.includes('destroyed') && keywords.includes('pd'));
  });

  for (const [place, text, refused] of places) {
    it(`is a name as ${place}${refused.length === 0 ? '' : ', but for some'}`, () => {
      const wrong = keywords.filter((keyword) => {
        const tree = plainTree(parseTree(written(text, `'${keyword}'`)));
        const bare = written(text, keyword);
        return syntaxMessages(bare).length > 0 || !same(plainTree(parseTree(bare)), tree);
      });
      assert.deepEqual(wrong, [...new Set(refused)].sort());
    });
  }

  it('is the same name in quotes and without', () => {
    assert.deepEqual(
      plainTree(parseTree("pd 'log' 'log' owns 'größe_2'")),
      plainTree(parseTree('pd log log owns größe_2')),
    );
  });

  it('continues what comes before it if it can', () => {
    assert.equal(parseTree('pd a runs owns').declarations.length, 1);
    assert.equal(parseTree("pd a 'runs' owns b").declarations.length, 2);
  });
});

function same(actual: unknown, expected: unknown): boolean {
  return JSON.stringify(actual) === JSON.stringify(expected);
}
