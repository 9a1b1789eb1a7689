/** Expressions and steps in the model. */
import assert from 'node:assert/strict';
import { modelOfText } from './load-text.ts';
import {
  all,
  binary,
  duration,
  entity,
  list,
  local,
  no,
  number,
  predicate,
  property,
  text,
  unplaced,
  yes,
} from './model-values.ts';

/** Entities 0 to 6 are a, b, c[0], c[1], p, q and n. */
const world = 'root object a object b { size: 3 } object c[2] pd p pd q channel net { loss: 0 } event E(x: int) node n';
const net = { kind: 'channel', name: 'net' };
const [a, b, c0, c1, p] = [entity(0), entity(1), entity(2), entity(3), entity(4)] as const;
const [q, n] = [entity(5), entity(6)] as const;

async function stepsOf(steps: string): Promise<unknown> {
  const { scenarios } = await modelOfText(`${world} scenario "s" { ${steps} }`);
  return unplaced(scenarios[0]?.steps);
}

describe('expressions of the model', () => {
  const quotedText = String.raw`"a \"b\" \\n \n \$"`;
  const template = String.raw`"is ${'${a}'}, \\ ${'${1}'}"`;
  const values: readonly (readonly [written: string, value: object])[] = [
    ['0.25', number(1, 4)],
    ['12', number(12)],
    ['4KiB', number(4096)],
    ['5pages', number(20480)],
    ['12.5%', number(1, 8)],
    ['100%', number(1)],
    ['1.5MiB', number(1572864)],
    ['10us', duration(0.01)],
    ['1.5s', duration(1500)],
    ['2h', duration(7_200_000)],
    ['true', yes],
    ['none', { kind: 'none' }],
    ['now', { kind: 'now' }],
    [quotedText, text('a "b" \\n \n $')],
    [template, text('is ', a, ', \\ ', number(1))],
    ['a', a],
    ['c[1]', c1],
    ['c[*]', list(c0, c1)],
    ['[a, c[0..1], b]', list(a, c0, c1, b)],
    ['c[0..0]', list(c0)],
    ['pds', all('pds')],
    ['b.size', property(b, 'size')],
    ['net.loss', property(net, 'loss')],
    ['-(1)', { kind: 'minus', operand: number(1) }],
    ['1 + 2 * 3', binary(number(1), '+', binary(number(2), '*', number(3)))],
    ['1 - 2 - 3', binary(binary(number(1), '-', number(2)), '-', number(3))],
    ['true or false and true', binary(yes, 'or', binary(no, 'and', yes))],
    ['not a alive', { kind: 'not', operand: predicate('alive', a) }],
    ['not a alive and true', binary({ kind: 'not', operand: predicate('alive', a) }, 'and', yes)],
    ['a destroyed after b', { kind: 'related', relation: 'destroyed after', source: a, target: b }],
    ['p dies with q', { kind: 'related', relation: 'dies with', source: p, target: q }],
    ['a before b', { kind: 'before', first: a, second: b }],
    ['a in [b]', { kind: 'member', item: a, set: list(b) }],
    ['3 in 0..9', { kind: 'member', item: number(3), set: { kind: 'range', from: number(0), to: number(9) } }],
    ['p received E', { kind: 'received', subject: p, count: 'some', messages: [{ event: 'E' }] }],
    [
      'p received E(1)',
      { kind: 'received', subject: p, count: 'some', messages: [{ event: 'E', arguments: [number(1)] }] },
    ],
    ['reachable(a)', { kind: 'call', function: 'reachable', arguments: [a] }],
    ['rsi(p, q, file)', { kind: 'call', function: 'rsi', arguments: [p, q, { kind: 'symbol', name: 'file' }] }],
    ['if true then 1 else 2', { kind: 'if', condition: yes, then: number(1), else: number(2) }],
    [
      'count x in pds: x alive or x doomed',
      {
        kind: 'quantified',
        quantifier: 'count',
        variable: 'x',
        set: all('pds'),
        body: binary(predicate('alive', local('x')), 'or', predicate('doomed', local('x'))),
      },
    ],
  ];
  for (const [written, value] of values) {
    it(`are exact: ${written}`, async () => {
      assert.deepEqual(await stepsOf(`log ${written}`), [{ kind: 'log', text: value }]);
    });
  }
});

describe('steps of the model', () => {
  const expect = (expectation: object) => ({ kind: 'expect', expectation });
  const each = (...subjects: readonly object[]) => ({
    kind: 'each',
    subjects,
    conditions: subjects.map((subject) => predicate('alive', subject)),
  });
  const linked = (kind: string, relation: string, ...targets: readonly object[]) => ({
    kind,
    source: a,
    relation,
    targets,
  });
  const steps: readonly (readonly [written: string, step: object])[] = [
    ['crash p, q under pd-direct', { kind: 'crash', targets: [p, q], policy: { kind: 'policy', name: 'pd-direct' } }],
    ['create c[*]', { kind: 'create', targets: [list(c0, c1)] }],
    ['delete a foreground', { kind: 'delete', targets: [a], mode: 'foreground' }],
    ['delete a', { kind: 'delete', targets: [a] }],
    ['collect', { kind: 'collect', moment: 'demand' }],
    ['collect after', { kind: 'collect', moment: 'after' }],
    ['send E(1) to p', { kind: 'send', event: 'E', arguments: [number(1)], to: p }],
    ['move p to n', { kind: 'move', subject: p, to: n }],
    ['link a owns b as nonblocking, c[0]', linked('link', 'owns', { target: b, as: 'nonblocking' }, { target: c0 })],
    ['unlink a destroyed after b', linked('unlink', 'destroyed after', { target: b })],
    ['set b.size = 4', { kind: 'set', target: { of: b, name: 'size' }, value: number(4) }],
    ['set net.loss = 1', { kind: 'set', target: { of: net, name: 'loss' }, value: number(1) }],
    ['at 5s crash p', { kind: 'at', time: duration(5000), step: { kind: 'crash', targets: [p] } }],
    ['at 5s', { kind: 'at', time: duration(5000) }],
    ['within 1s expect a alive', { kind: 'within', duration: duration(1000), expectation: each(a) }],
    ['expect 1 == 2', expect({ kind: 'holds', condition: binary(number(1), '==', number(2)) })],
    ['expect a, c[0..1] alive', expect(each(a, c0, c1))],
    [
      'expect only c[*], p destroyed',
      expect({ kind: 'only', subjects: [c0, c1, p], predicate: predicate('destroyed', p) }),
    ],
    ['expect order [a, c[*]], [b]', expect({ kind: 'order', layers: [[a, c0, c1], [b]] })],
    ['expect log "x", "y"', expect({ kind: 'log', lines: [text('x'), text('y')] })],
    [
      'for x in pds, y in x.owned { crash x }',
      {
        kind: 'each',
        variables: [
          { name: 'x', set: all('pds') },
          { name: 'y', set: property(local('x'), 'owned') },
        ],
        body: [{ kind: 'crash', targets: [local('x')] }],
      },
    ],
    [
      'if true { collect } else if false { collect before } else { log 1 }',
      {
        kind: 'if',
        condition: yes,
        then: [{ kind: 'collect', moment: 'demand' }],
        else: [
          {
            kind: 'if',
            condition: no,
            then: [{ kind: 'collect', moment: 'before' }],
            else: [{ kind: 'log', text: number(1) }],
          },
        ],
      },
    ],
  ];
  for (const [written, step] of steps) {
    it(`are as they are written: ${written}`, async () => {
      assert.deepEqual(await stepsOf(written), [step]);
    });
  }
});
