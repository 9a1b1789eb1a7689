/** Machines as charts and back: random machines come back the same, and what a chart has no word for is named. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../properties.ts';
import { printImported } from '../../../../language/src/interchange/print-imported.ts';
import { exportScxml } from '../../../../language/src/interchange/scxml/export-scxml.ts';
import { importScxml } from '../../../../language/src/interchange/scxml/scxml.ts';
import type { Action } from '../../../../language/src/model/machines/action.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';
import type {
  EventDeclaration,
  Machine,
  DeclaredState,
  Transition,
} from '../../../../language/src/model/machines/machine.ts';
import { chart } from '../../simulation/kernel/random-machine.ts';
import { loadText } from '../../dsl/load-text.ts';

async function again(machine: Machine, events: readonly EventDeclaration[] = []) {
  const { text, leftOut } = exportScxml(machine, events);
  const { value, findings } = importScxml([{ name: 'm.scxml', uri: 'test:/m.scxml', text }]);
  const printed = printImported(required(value));
  const { model, findings: faults } = await loadText(printed);
  assert.deepEqual(
    faults.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
    `${text}\n${printed}`,
  );
  return { text, leftOut, findings, printed, machine: required(model.machines[0]) };
}

/** Takes out what charts do not have: transitions of the machine itself, deferrals, `on *`. */
const plain = (machine: Machine, extra: readonly Action[]): Machine => ({
  ...machine,
  transitions: [],
  deferred: [],
  states: machine.states.map((state) => ({
    ...state,
    deferred: [],
    transitions: state.transitions
      .filter(({ trigger }) => trigger.kind !== 'any' && (trigger.kind !== 'done' || hasInner(machine, state)))
      .filter(({ guard }) => namesOf(guard).every((name) => machine.states.some((each) => each.name === name)))
      .map((each, index) =>
        index === 0
          ? {
              ...each,
              actions: [...each.actions, ...extra],
              ...(each.target !== undefined && { isInternal: true as const }),
            }
          : each,
      ),
  })),
});

/** Returns the states that a guard names: a random one may name states that its machine does not have. */
const namesOf = (guard: Expression | undefined): string[] =>
  [...JSON.stringify(guard ?? null).matchAll(/"state":"(\w+)"/g)].map(([, name]) => required(name));

const hasInner = ({ states }: Machine, state: DeclaredState): boolean =>
  states.some(({ parent }) => parent !== undefined && states[parent] === state);

/** Returns what a machine says, however it says it: without places, with targets by name. */
function meaning(machine: Machine) {
  const { states, histories = [], variables } = machine;
  const isWithin = (inner: number | undefined, outer: number): boolean =>
    inner !== undefined && (inner === outer || isWithin(states[inner]?.parent, outer));
  const transition = (source: number, { trigger, guard, actions, target, isInternal, history }: Transition) => ({
    trigger,
    guard,
    actions: actions.map(withoutPlaces),
    target: history === undefined ? target : required(histories[history]).name,
    isInternal:
      isInternal === true &&
      target !== undefined &&
      states[source]?.parallel !== true &&
      (history === undefined ? isWithin(states[target]?.parent, source) : isWithin(target, source)),
  });
  return {
    name: machine.name,
    variables: variables.map(({ name, type, initial }) => ({ name, type, initial: initial ?? zero })),
    states: states.map((state, index) => ({
      ...state,
      place: 0,
      parallel: state.parallel === true,
      enter: state.enter.map(withoutPlaces),
      leave: state.leave.map(withoutPlaces),
      transitions: state.transitions.map((each) => transition(index, each)),
    })),
    histories: histories
      .map(({ name, state, deep, target }) => ({ name, state, deep, target }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const zero: Expression = { kind: 'number', numerator: 0, denominator: 1 };

const withoutPlaces = (action: Action): unknown =>
  JSON.parse(JSON.stringify(action, (key, value: unknown) => (key === 'place' ? undefined : value)));

const number = (value: number): Expression => ({ kind: 'number', numerator: value, denominator: 1 });
const read = (name: string): Expression => ({ kind: 'property', of: { kind: 'self' }, name });
const seconds = (milliseconds: number): Expression => ({ kind: 'duration', milliseconds });
const event = fc.constantFrom('E', 'F', 'G');
const place = 0;
const self: Expression = { kind: 'self' };

/** Steps that the machines of the kernel's tests do not have. */
const step: fc.Arbitrary<Action> = fc.oneof(
  event.map((name): Action => ({ kind: 'raise', place, event: name, arguments: [] })),
  fc.tuple(event, fc.nat(3000)).map(([name, wait]): Action => {
    const after: Expression =
      wait % 2 === 0
        ? seconds(wait)
        : {
            kind: 'binary',
            operator: '*',
            left: { kind: 'binary', operator: '+', left: read('a'), right: number(1) },
            right: seconds(wait),
          };
    return { kind: 'send', place, event: name, arguments: [], to: self, after };
  }),
  fc.tuple(fc.boolean(), event).map(([isElse, name]): Action => ({
    kind: 'if',
    place,
    condition: {
      kind: 'binary',
      operator: 'or',
      left: { kind: 'binary', operator: '>=', left: read('a'), right: read('b') },
      right: { kind: 'in state', subject: self, state: 'S1' },
    },
    then: [{ kind: 'raise', place, event: name, arguments: [] }],
    else: isElse ? [{ kind: 'log', place, text: { kind: 'text', parts: ['it\'s <\\> "', read('a')] } }] : [],
  })),
);
const steps = fc.tuple(fc.array(step, { maxLength: 3 }), fc.boolean()).map(([all, cancels]): Action[] => {
  const sent = all.find((each) => each.kind === 'send');
  return cancels && sent !== undefined ? [...all, { kind: 'cancel', place, event: sent.event }] : all;
});

describe('a machine as a chart', () => {
  it('comes back the same', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(chart, steps, async (made, extra) => {
        const machine = plain(made, extra);
        const { leftOut, findings, machine: back, text, printed } = await again(machine);
        assert.deepEqual(leftOut, []);
        assert.deepEqual(findings, []);
        assert.deepEqual(meaning(back), meaning(machine), `${text}\n${printed}`);
        for (const word of [
          '<parallel',
          '<history',
          '<raise',
          'delay=',
          'delayexpr=',
          '<cancel',
          'done.state',
          'In(',
          'internal',
          '<final',
          'timer.',
          '<else/>',
          'deep',
        ])
          if (text.includes(word)) seen.set(word, (seen.get(word) ?? 0) + 1);
      }),
      { numRuns: runs(17, 1200) },
    );
    assert.equal(seen.size, 13, JSON.stringify([...seen]));
    for (const [word, count] of seen) assert.ok(count >= 2, word);
  });

  it('comes back with the values of its events', async () => {
    const { model } = await loadText(`event Job(size: int, who: text)
event Small(ok: bool)
machine M {
  var sum: int = 0
  initial state A {
    enter { send Small(sum > 2) to self after 2s }
    on Job(size, who) when (size > 3) and (who == "Ann") do {
      sum := sum + size
      send Job(size + 1, "\${who}!") to self
      raise Small(true)
    } -> B
    on Small(ok) when ok -> A
  }
  state B
}
pd p runs M
`);
    const first = required(model.machines[0]);
    const { machine, leftOut, findings, printed } = await again(first, model.events);
    assert.deepEqual([leftOut, findings], [[], []]);
    assert.match(printed, /^event Small\(ok: bool\)$/m);
    assert.match(printed, /^event Job\(size: int, who: text\)$/m);
    assert.deepEqual(meaning(machine), meaning(first));
  });

  it('has the names of the chart that it was read from', async () => {
    const text = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="door-1.x" initial="s.on">
      <state id="s.on"><transition event="door.open" cond="In('s.on')" target="state"/></state>
      <state id="state"><transition event="on" target="s.on"/></state>
    </scxml>`;
    const { value } = importScxml([{ name: 'm.scxml', uri: 'test:/m.scxml', text }]);
    const { model } = await loadText(printImported(required(value)));
    const { text: written, leftOut } = exportScxml(required(model.machines[0]), model.events);
    assert.deepEqual(leftOut, []);
    const attributes = (chart: string) => chart.match(/\b(?:name|initial|id|event|cond|target)="[^"]*"/g);
    assert.deepEqual(attributes(written), attributes(text));
  });

  it('has names that XML can have, no two the same', async () => {
    const { model } = await loadText(`event 'a b'
event 'a*b'
event 'error.x'
event 'a..b'
machine 'm <1>' {
  initial state '2nd [x]' { on 'a b' -> '-' on 'a*b' on 'error.x' -> 'a:b' on 'a..b' -> 'a?b' }
  state '-'
  state 'a:b'
  state 'a?b'
}
`);
    const { text, leftOut } = exportScxml(required(model.machines[0]), model.events);
    const values = (name: string) =>
      [...text.matchAll(new RegExp(`\\b${name}="([^"]*)"`, 'g'))].map(([, each]) => each);
    assert.deepEqual(values('name'), ['m__1_']);
    assert.deepEqual(values('id'), ['_2nd__x_', '_-', 'a_b', 'a_b_2']);
    assert.deepEqual(values('event'), ['a_b', 'a_b_2', 'event_error_x', 'event_a__b']);
    assert.equal(leftOut.filter((each) => each.endsWith('a chart cannot have that name.')).length, 9);
  });

  it('has a sentence for each part without a word', async () => {
    const { model } = await loadText(`event Go(by: pd)
pd other
machine M for pd {
  param hold: duration = 5s
  persistent var count: 0..9 = 1
  var names: set<pd>
  let many = count > 5
  require hold > 0s
  on lost
  initial state A {
    on Go(by) do { send Go(by) to by  report "x"  count := count + 1 } -> B
    after hold -> B
    always when many -> B
    defer Go
  }
  state B { on restarted -> A  on * -> A  persistent history H -> C  initial state C { enter { names := [other] } } }
}
pd p runs M
`);
    const { leftOut, text } = exportScxml(required(model.machines[0]), model.events);
    assert.deepEqual(leftOut, [
      'The parameter "hold" is written with its default: a chart has no parameters.',
      '"hold" is omitted, with all that names it: a chart has no values of the type duration.',
      'That "count" is persistent is omitted: a chart cannot crash.',
      'The bounds of "count" are omitted: a chart has no types.',
      '"names" is omitted, with all that names it: a chart has no values of the type set.',
      '"many" is omitted, with all that names it: a chart has no "let".',
      'What "M" requires is omitted: a chart requires nothing.',
      'Which entities may run "M" is omitted: a chart does not say.',
      'The transitions of "M" itself are omitted: only states of a chart have transitions.',
      '"on *" takes the events of timers, too: a chart has no timers but messages to itself.',
      'What "A" defers is omitted: a chart defers no events.',
      'The values of the event "Go" are omitted: a chart has no types for them.',
      'A step "send" of "M" is omitted: only the model can say who receives a message.',
      'A step "report" of "M" is omitted: a chart cannot express it.',
      'A transition of "A" is omitted: such a delay cannot be expressed.',
      'A transition of "A" is omitted: "many" is not a variable of a chart.',
      'A transition of "B" is omitted: "restarted" is an event of crashes and resources, which a chart does not have.',
      'A step "assign" of "M" is omitted: "names" is not a variable of a chart.',
      'That the history "H" is persistent is omitted: a chart cannot crash.',
    ]);
    assert.match(text, /<transition event="Go" target="B">/);
  });
});
