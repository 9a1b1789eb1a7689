/**
 * Lines that are being typed above others: what is missing is said where it is missing, with an example of what is being
 * typed, and the lines around it are read as they are.
 */
import assert from 'node:assert/strict';
import { loadText } from '../load-text.ts';

/** Returns the errors of a text as short lines, without the examples of the syntax. */
async function errorsOf(text: string): Promise<string[]> {
  const { findings } = await loadText(text);
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ span, message }) => `${String(span.start.line + 1)}:${String(span.start.character + 1)} ${message}`);
}

const inScenario = (...steps: readonly string[]): string =>
  ['node x { pd q }', 'root object o { finalizers: [a] }', 'scenario "s" {', ...steps, '}'].join('\n');
const inCheck = (...members: readonly string[]): string => ['pd a', 'check "c" {', ...members, '}'].join('\n');
const inMachine = (...members: readonly string[]): string =>
  ['machine M for pd {', ...members, 'initial state S { after 1s -> S }', '}', 'pd a runs M'].join('\n');

const aName = 'Expected a name or a value after';

const cases: readonly (readonly [what: string, text: string, error: string])[] = [
  ['a setting above another', 'policy p {\n  pdDepth:\n  spaceDepth: 1\n}', `2:10 ${aName} ":"`],
  ['a relation above a setting', 'pd x {\n  needs\n  overhead: 3\n}', `2:3 ${aName} "needs"`],
  ['a relation above data', 'pd x {\n  needs\n  data { a: 1 }\n}', `2:3 ${aName} "needs"`],
  ['an entity above another', 'node n {\n  pd\n  pd r\n  pd q\n}', '2:3 Expected a name after "pd"'],
  ['a declaration above another', 'pd\nevent Delete\npd c', '1:1 Expected a name after "pd"'],
  ['a machine above a declaration', 'pd x runs\npd b', '1:6 Expected the name of a machine after "runs"'],
  ['a class for no kind', 'class X for', '1:9 Expected a kind (pd, space, resource, object, node, region) after "for"'],
  ['a class', 'class', '1:1 Expected a name after "class"'],
  ['a view', 'view', '1:1 Expected a text in double quotes after "view"'],
  ['a modifier in a body', 'node x {\n  pd a\n  protected\n}', '3:3 Expected a kind (pd, space, resource, object, node, region) after "protected"'], // oxfmt-ignore
  ['a path above a step', inScenario('expect x.', 'crash x'), `4:9 ${aName} "."`],
  ['a call', inScenario('expect reachable('), `4:17 ${aName} "("`],
  ['a list', inScenario('expect order ['), `4:14 ${aName} "["`],
  ['a list above a step', inScenario('set o.finalizers = [', 'expect o alive'), `4:20 ${aName} "["`],
  ['a step above a list', inScenario('restart', 'expect order [x.q, x.q], [x]'), `4:1 ${aName} "restart"`],
  ['a step without its rest', inScenario('set o', 'run 10s'), '4:5 Expected "=" after "o". Example: set net.loss = 1'],
  ['a fault above a property', inCheck('horizon: 3s', 'fault', 'never a broken'), `4:1 ${aName} "fault"`],
  ['a property', inCheck('fault lose up to 1', 'never'), `4:1 ${aName} "never"`],
  ['a step above a path', inScenario('run', 'destroy x.q', 'within 2s expect x destroyed'), `4:1 ${aName} "run"`],
  ['an order above an action', 'object a {\n  destroyed after\n  action t(x) { log "x" }\n  on destroy { log "y" }\n}', `2:13 ${aName} "after"`], // oxfmt-ignore
  ['an open call', inScenario('expect reachable(q', 'crash x'), '4:18 Expected ")" after "q"'],
  ['an open index', inScenario('crash x[0', 'crash x'), '4:9 Expected "]" after "0"'],
  [
    'a state above a transition',
    inMachine('state', 'always when self alive -> S'),
    '2:1 Expected a name after "state"',
  ],
  ['a step above "set"', inScenario('expect', 'set o.finalizers = []'), `4:1 ${aName} "expect"`],
  ['a fault above a condition', inCheck('fault', 'a alive leads to a broken'), `3:1 ${aName} "fault"`],
  [
    'data',
    'pd a {\n  needs b\n  data\n  on destroy { log "x" }\n}\npd b',
    '3:3 Expected "{" after "data". Example: data {',
  ],
  ['a modifier', 'pd b\ndoomed\n\nevent E', '2:1 Expected a kind'],
  ['a machine above a modifier', 'pd g runs\nroot object k', '2:1 "root" is read as a name here.'],
  ['a setting of a check', inCheck('clock', 'horizon: 3s', 'never a broken'), '3:1 Expected ":" after "clock"'],
  ['a quantifier', inCheck('never any b in'), '3:7 A quantifier says something of each: any b in s: b alive'],
  ['a parameter without its type', inMachine('param p', 'param d: duration = 2s'), '2:7 Expected ":" after "p". Example: param hold: duration = 5s'], // oxfmt-ignore
  [
    'a transition',
    'machine M for pd {\n  initial state S { after 1s -> }\n}',
    '2:30 Expected the name of a state after "->"',
  ],
];

describe('a half-typed line', () => {
  for (const [what, text, error] of cases) {
    it(`is told what it lacks, and nothing else is: ${what}`, async () => {
      const errors = await errorsOf(text);
      assert.equal(errors.length, 1, errors.join('\n'));
      assert.ok(errors[0]?.startsWith(error), errors[0]);
    });
  }

  it('is not finished by the next line', async () => {
    const text = inMachine('var x', 'var m: map<pd, int> = 0', 'let y', 'let z: int = 3 + x + y');
    const errors = await errorsOf(text);
    assert.deepEqual(
      errors.map((each) => each.split('.')[0]),
      ['2:5 Expected ":" after "x"', '4:5 Expected "=" after "y"'],
    );
  });
});
