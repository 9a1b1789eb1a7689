/**
 * Random models in which it matters who gets a turn: timers that are disarmed and armed again, machines that answer
 * each other forever, an environment that never rests; and a property of whole runs.
 */
import fc from 'fast-check';
import { some } from './random-pieces.ts';

const trigger = some('on Tick', 'on Tick', 'on Ping', 'after 3ms', 'after 3ms', 'after 6ms', 'after (1 + count) * 3ms');
const transition = fc
  .record({
    trigger,
    when: some('', '', '', ' when count == 1', ' when other in B'),
    action: some('', '', 'count := 1 - count', 'send Ping to other', 'send Ping to self'),
    target: some('', ' -> A', ' -> A', ' -> B', ' -> C', ' -> D'),
  })
  .map(({ trigger: on, when, action, target }) => `${on}${when} do { ${action} }${target}`);
const transitions = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(transition, { maxLength }).map((all) => all.join('  '));
const state = (name: string, ...always: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(some('', ...always), some('', '', 'defer Ping', 'enter { send Ping to other }'), transitions(2))
    .map((all) => `state ${name} { ${all.join('  ')} }`);
/** Timers that lead on, so that a run does not end here. */
const leadsOn = ['after 3ms -> B', 'after 6ms -> B', 'after 6ms -> D', 'after 3ms -> A  after 6ms -> B'];
const rearming = some(
  'on Tick -> A',
  'on Tick -> A',
  'on Ping -> A',
  'on Ping do { send Ping to other }',
  'on Ping do { send Ping to self }',
  '',
);
const machine = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(state('A', ...leadsOn), transitions(1), state('C'), state('D'), rearming)
    .map(([a, b, c, d, outer]) =>
      [
        `machine ${name} for pd {\n  param other: pd\n  var count: 0..1 = 0\n  ${outer}`,
        `  initial ${a}\n  state B { ${b}\n    initial ${c}\n    ${d}\n  }\n}`,
      ].join('\n'),
    );

const condition = some('p0 in B', 'p0 in B', 'p0 in D', 'p1 in B', 'p1 in C', 'p0.count == 1', 'p1 in A and p0 in D');
const member = some(
  ...['may send Tick to p0', 'may send Tick to p0', 'may send Tick to p1', 'may send Tick to p1 up to 1'],
  ...[
    'may send Ping to p0 up to 1',
    'fault crash of p0 up to 1',
    'fault lose up to 1',
    'may restart p1',
    'may crash p1',
  ],
);
const property = fc.oneof(
  condition.map((each) => `eventually ${each}`),
  fc.tuple(condition, condition).map(([from, to]) => `${from} leads to ${to}`),
);

/** A model whose check asks about eventual outcomes. */
export const lastingModel: fc.Arbitrary<string> = fc
  .record({
    machines: fc.tuple(machine('M'), machine('N')),
    net: some('', '', 'channel net { delay: 3ms }', 'channel net { delay: 3ms  ordered: false }'),
    clock: some('clock: any', 'clock: exact', 'clock: exact'),
    members: fc.uniqueArray(member, { maxLength: 2 }),
    properties: fc.array(property, { minLength: 1, maxLength: 2 }),
  })
  .map(({ machines, net, clock, members, properties }) =>
    [
      `event Tick\nevent Ping\n${net}\n${machines.join('\n')}`,
      'pd p0 runs M { other: p1 }\npd p1 runs N { other: p0 }',
      `check "it" {\n  ${[clock, ...members, ...properties].join('\n  ')}\n}`,
    ].join('\n'),
  );
