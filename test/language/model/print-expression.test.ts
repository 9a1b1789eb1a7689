/** Printed expressions: parentheses around every operand that is not atomic. */
import assert from 'node:assert/strict';
import { printExpression } from '../../../language/src/model/machines/print-expression.ts';
import type { Expression } from '../../../language/src/model/machines/expression.ts';

const number = (value: number): Expression => ({ kind: 'number', numerator: value, denominator: 1 });
const entity = (id: number): Expression => ({ kind: 'entity', entity: id });
const symbol = (name: string): Expression => ({ kind: 'symbol', name });
const sum: Expression = { kind: 'binary', operator: '+', left: number(1), right: number(2) };

const expectations: readonly (readonly [expression: Expression, text: string])[] = [
  [{ kind: 'binary', operator: '*', left: sum, right: { kind: 'minus', operand: number(3) } }, '(1 + 2) * (-3)'],
  [{ kind: 'property', of: entity(1), name: 'type' }, 'e1.type'],
  [{ kind: 'at', map: { kind: 'property', of: { kind: 'self' }, name: 'answer' }, key: entity(1) }, 'self.answer[e1]'],
  [{ kind: 'range', from: number(1), to: sum }, '1..(1 + 2)'],
  [{ kind: 'if', condition: symbol('a'), then: { kind: 'none' }, else: { kind: 'now' } }, 'if a then none else now'],
  [
    { kind: 'quantified', quantifier: 'all', variable: 'x', set: { kind: 'all', of: 'pds' }, body: symbol('b') },
    'all x in pds: b',
  ],
  [
    { kind: 'quantified', quantifier: 'those', variable: 'x', set: { kind: 'all', of: 'pds' }, body: sum },
    '{x in pds: 1 + 2}',
  ],
  [{ kind: 'member', item: entity(1), set: { kind: 'list', items: [entity(2)] } }, 'e1 in [e2]'],
  [{ kind: 'in state', subject: entity(1), state: 'Open' }, 'e1 in Open'],
  // A name that a text quotes has its quotes in the model, too.
  [{ kind: 'property', of: entity(1), name: "'half open'" }, "e1.'half open'"],
  [{ kind: 'in state', subject: entity(1), state: "half o'clock" }, "e1 in 'half o_clock'"],
  [{ kind: 'call', function: 'rsi', arguments: [entity(1), entity(2)] }, 'rsi(e1, e2)'],
  [{ kind: 'related', relation: 'dies with', source: entity(1), target: entity(2) }, 'e1 dies with e2'],
  [{ kind: 'not', operand: { kind: 'predicate', predicate: 'alive', subject: entity(1) } }, 'not (e1 alive)'],
  [{ kind: 'before', first: entity(1), second: entity(2) }, 'e1 before e2'],
  [{ kind: 'notified', subject: entity(1), of: [entity(2), entity(3)] }, 'e1 notified of e2, e3'],
  [
    { kind: 'received', subject: entity(1), count: 'some', messages: [{ event: 'Save', arguments: [number(2)] }] },
    'e1 received Save(2)',
  ],
  [
    { kind: 'received', subject: entity(1), count: 2, messages: [{ event: 'Save', arguments: undefined }] },
    'e1 received 2 of Save',
  ],
  [
    {
      kind: 'received',
      subject: entity(1),
      count: 'list',
      messages: [
        { event: 'Save', arguments: [number(2)] },
        { event: 'Done', arguments: undefined },
      ],
    },
    'e1 received [Save(2), Done]',
  ],
  [{ kind: 'text', parts: ['at ', { kind: 'now' }, '!'] }, '"at ${now}!"'],
  [{ kind: 'number', numerator: 10 ** 21, denominator: 1 }, '1000000000000000000000'],
  [{ kind: 'duration', milliseconds: 2000 }, '2s'],
  [{ kind: 'rate', numerator: 48, denominator: 1 }, '2 per h'],
];

describe('the text of an expression', () => {
  for (const [expression, text] of expectations) {
    it(`is ${text}`, () => {
      assert.equal(
        printExpression(expression, (id) => `e${String(id)}`),
        text,
      );
    });
  }
});
