/** Machines and checks in the model. */
import assert from 'node:assert/strict';
import type { Machine } from '../../../language/src/model/machines/machine.ts';
import type { Check } from '../../../language/src/model/scenario.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { entityLines, loadText, modelOfText } from './load-text.ts';
import { all, local, number, text, unplaced } from './model-values.ts';

const counter = `
/** Counts. */
machine M for pd {
  param most: 0..9 = 3
  persistent var seen: map<pd, {open, done}> = open
  let full: bool = most == 3
  require most > 0 else "At least \${1}."
  event Local(how: {fast, slow})
  defer Local
  on restarted -> Inner
  initial state Outer {
    enter { for x in pds, y in pds { seen[x] := done } }
    initial state Inner { after 5s when full do { log 1 } }
    final state Last
  }
  state Next { always -> Outer }
}`;

async function machineOf(source: string): Promise<Machine> {
  const [machine] = (await modelOfText(source)).machines;
  assert.ok(machine !== undefined);
  return machine;
}

/** Names of every kind in a machine: each that stands in brackets is misspelt in turn. */
const named = `
event Go(by: pd)
event Halt
event Gone
pd other { }
machine M for pd {
  param most: 0..9 = 3
  var count: int = [most] + 1
  let full: bool = [most] == 3
  require [most] > 0
  defer [Gone]
  on [Halt] when [count] > 8 -> [Last]
  initial state A {
    enter { [count] := 1  if [count] > [most] { log 1 } }
    on [Go](by) when [by] alive and [full] do { send [Halt] to [other]  [count] := 2 } -> [H]
    after 5s do { for x in pds { if [x] alive { log 2 } } } -> [Last]
  }
  state B {
    history H -> [C]
    initial state C { on [Go] -> [D]  defer [Halt] }
    state D { always when [count] < 5 -> [C]  leave { raise [Gone] } }
  }
  final state Last
}
machine Else for pd { initial state Only { on Halt -> Only } }
pd a runs M
pd b runs Else
scenario "s" { run 1s  expect a in A }`;

describe('machines of the model', () => {
  it('lack only what names something unknown, and an error says so', async () => {
    const whole = await modelOfText(named.replaceAll(/[[\]]/g, ''));
    const partsOf = (part: unknown): number =>
      part instanceof Object ? Object.values(part).reduce<number>((sum, each) => sum + partsOf(each), 0) : 1;
    const wholeMachine = whole.machines.find(({ name }) => name === 'M');
    for (const { index, 0: mark } of named.matchAll(/\[\w+\]/g)) {
      const misspelt = `${named.slice(0, index)}${mark.slice(1, -1)}x_x${named.slice(index + mark.length)}`;
      const source = misspelt.replaceAll(/[[\]]/g, '');
      const { model, errors } = await loadText(source);
      const line = misspelt.slice(0, index).split('\n').length - 1;
      const about = source.split('\n')[line];
      assert.deepEqual(
        errors.map(({ span }) => span.start.line),
        [line],
        about,
      );
      const machine = model.machines.find(({ name }) => name === 'M');
      assert.deepEqual(
        machine?.states.map(({ name, parent, initial, final }) => ({ name, parent, initial, final })),
        wholeMachine?.states.map(({ name, parent, initial, final }) => ({ name, parent, initial, final })),
        about,
      );
      // What is missing is one transition, with what is in it, at most, or the history and the one that leads to it.
      assert.ok(partsOf(machine) < partsOf(wholeMachine), about);
      const count = ({ states, transitions }: Machine): number =>
        [transitions, ...states.map((state) => state.transitions)].flat().length;
      assert.ok(
        machine !== undefined && wholeMachine !== undefined && count(machine) >= count(wholeMachine) - 1,
        about,
      );
      assert.deepEqual(entityLines(model), entityLines(whole), about);
      assert.deepEqual(unplaced(model.machines[1]?.states), unplaced(whole.machines[1]?.states), about);
      compileModel(model);
    }
  });

  it('have states in document order, outer ones first, by index', async () => {
    const { states, transitions } = await machineOf(counter);
    assert.deepEqual(
      states.map(({ name, parent, initial, final }) => [name, parent, initial, final]),
      [
        ['Outer', undefined, true, false],
        ['Inner', 0, true, false],
        ['Last', 0, false, true],
        ['Next', undefined, false, false],
      ],
    );
    assert.deepEqual(
      transitions.map(({ target }) => target),
      [1],
    );
    assert.deepEqual(unplaced(states[3]?.transitions), [{ trigger: { kind: 'always' }, actions: [], target: 0 }]);
    assert.deepEqual(unplaced(states[1]?.transitions), [
      {
        trigger: { kind: 'after', delay: { kind: 'duration', milliseconds: 5000 } },
        guard: { kind: 'property', of: { kind: 'self' }, name: 'full' },
        actions: [{ kind: 'log', text: number(1) }],
      },
    ]);
  });

  it('have values with types, and the documentation before them', async () => {
    const machine = await machineOf(counter);
    assert.deepEqual([machine.documentation, machine.for, machine.deferred], ['Counts.', 'pd', ['Local']]);
    assert.deepEqual(unplaced(machine.parameters), [
      { name: 'most', type: { kind: 'range', from: 0, to: 9 }, initial: number(3) },
    ]);
    assert.deepEqual(unplaced(machine.variables), [
      {
        name: 'seen',
        type: { kind: 'map', key: { kind: 'entity', of: 'pd' }, value: { kind: 'enum', values: ['open', 'done'] } },
        initial: { kind: 'symbol', name: 'open' },
        persistent: true,
      },
    ]);
    assert.deepEqual(
      machine.lets.map(({ name, type }) => [name, type]),
      [['full', { kind: 'bool' }]],
    );
    assert.deepEqual(unplaced(machine.requirements.map(({ message }) => message)), [text('At least ', number(1), '.')]);
  });

  it('have events of their own, beside those of the file', async () => {
    const { events } = await modelOfText(`event E ${counter}`);
    assert.deepEqual(events, [
      { name: 'E', machine: undefined, parameters: [] },
      { name: 'Local', machine: 'M', parameters: [{ name: 'how', type: { kind: 'enum', values: ['fast', 'slow'] } }] },
    ]);
  });

  it('loop once for each combination, the later variable inside', async () => {
    const { states } = await machineOf(counter);
    const target = { name: 'seen', key: local('x') };
    const inner = { kind: 'assign', target, value: { kind: 'symbol', name: 'done' } };
    const loop = { kind: 'for', variable: 'y', set: all('pds'), body: [inner] };
    assert.deepEqual(unplaced(states[0]?.enter), [{ kind: 'for', variable: 'x', set: all('pds'), body: [loop] }]);
  });
});

describe('checks of the model', () => {
  async function checkOf(members: string): Promise<Check> {
    const world = 'object a object b pd p pd q event E(x: int)';
    const [check] = (await modelOfText(`${world} /** Why. */ check "c" fails { ${members} }`)).checks;
    assert.ok(check !== undefined);
    return check;
  }

  it('have their members by kind', async () => {
    const check = await checkOf(`
      clock: exact  horizon: 1min
      bound now < 5s
      crash p
      fault crash of p, q up to 2
      fault lose
      may send E(1) to q up to 3
      may collect
      never a alive
      a alive leads to b alive
    `);
    const { bounds, steps, faults, possibilities, properties } = check;
    assert.deepEqual([check.title, check.documentation, check.fails], ['c', 'Why.', true]);
    assert.deepEqual([check.clock, check.horizon], ['exact', 60_000]);
    assert.deepEqual(
      [...bounds, ...steps].map(({ kind }) => kind),
      ['binary', 'crash'],
    );
    assert.deepEqual(
      faults.map(({ kind, of, upTo }) => [kind, of.length, upTo]),
      [
        ['crash', 2, 2],
        ['lose', 0, 1],
      ],
    );
    assert.deepEqual(
      possibilities.map(({ action, upTo }) => [action.kind, upTo]),
      [
        ['send', 3],
        ['collect', undefined],
      ],
    );
    assert.deepEqual(
      properties.map(({ kind, goal }) => [kind, goal !== undefined]),
      [
        ['never', false],
        ['leads to', true],
      ],
    );
  });

  it('let timers fire in any order unless they say otherwise', async () => {
    const { clock, horizon } = await checkOf('');
    assert.deepEqual([clock, horizon], ['any', undefined]);
  });
});
