/** Small random systems with one check each, as text. */
import fc from 'fast-check';

const action = fc.oneof(
  fc.nat(2).map((by) => `count := (count + ${String(by)}) % 3`),
  fc.tuple(fc.constantFrom('Ping', 'Pong'), fc.nat(1)).map(([event, to]) => `send ${event}(count) to p${String(to)}`),
  fc.nat(1).map((box) => `if b${String(box)} alive { link self refers b${String(box)} }`),
  fc.nat(1).map((box) => `if b${String(box)} alive { destroy b${String(box)} } else { create b${String(box)} }`),
);
const transition = fc
  .record({
    trigger: fc.constantFrom(
      'on Ping(n)',
      'on Pong(n)',
      'on Tick',
      'after 1s',
      'after 300ms',
      'after (1 + count) * 1s',
    ),
    guard: fc.constantFrom('', '', ' when count < 2', ' when count == 1'),
    actions: fc.array(action, { maxLength: 1 }),
    target: fc.constantFrom('', ' -> A', ' -> B'),
  })
  .map(({ trigger, guard, actions, target }) => `${trigger}${guard} do { ${actions.join('  ')} }${target}`);
const state = (name: string) =>
  fc
    .tuple(
      fc.constantFrom('', '', 'defer Pong'),
      fc.option(action, { nil: '', freq: 2 }),
      fc.array(transition, { maxLength: 3 }),
    )
    .map(([defers, enter, transitions]) => {
      const members = [...(enter === '' ? [] : [`enter { ${enter} }`]), defers, ...transitions];
      return `state ${name} {\n    ${members.join('\n    ')}\n  }`;
    });

const condition = fc.constantFrom(
  'p0 in A',
  'p0 in B',
  'p1.count == 2',
  'p0.count == 1 and p1 in B',
  'p1 crashed',
  'b0 alive',
  'b1 destroyed',
  'p0 holds s.r0',
);
const lasting = fc.oneof(
  condition.map((each) => `eventually ${each}`),
  fc.tuple(condition, condition).map(([from, to]) => `${from} leads to ${to}`),
);
const momentary = condition.chain((each) => fc.constantFrom(`never ${each}`, `always ${each}`));
const member = fc.constantFrom(
  'fault crash up to 1',
  'fault halt of p0 up to 1',
  'fault lose up to 1',
  'fault duplicate up to 1',
  'fault reorder up to 1',
  'may send Tick to p0',
  'may send Tick to p1 up to 2',
  'may send Ping(1) to p0 up to 1',
  'bound p0.count < 2',
  'clock: exact',
);
const channel = fc.constantFrom(
  '',
  'channel net { delay: 1s }',
  'channel net { delay: 1ms..2ms  ordered: false }',
  'channel net { delay: 1s  loss: 1/4 }',
);

/** The properties of a random system's check. */
export interface Asked {
  readonly watch: fc.Arbitrary<string>;
  readonly property: fc.Arbitrary<string>;
}
/** Any property. */
export const anything: Asked = { watch: fc.constant(''), property: fc.oneof(momentary, lasting) };
/** A message arrives where nobody expects it, unless another violation comes first. */
export const watched: Asked = {
  watch: fc.constantFrom(
    'watch: [deadlock]',
    'watch: [unhandled]  may send Pong(1) to p1 up to 1',
    'watch: [unhandled]  may send Tick to p0 up to 1',
    'watch: [unhandled, deadlock]  may send Pong(1) to p1 up to 1',
  ),
  property: fc.oneof({ weight: 1, arbitrary: momentary }, { weight: 4, arbitrary: lasting }),
};

/** The text of a small system with one check. */
export const system = ({ watch, property }: Asked) =>
  fc
    .record({
      watch,
      states: fc.tuple(state('A'), state('B')),
      net: channel,
      members: fc.uniqueArray(member, { maxLength: 4 }),
      properties: fc.array(property, { minLength: 1, maxLength: 2 }),
      begins: fc.constantFrom(
        ...['', 'send Ping(2) to p1', 'send Tick to p0  send Tick to p1', 'send Tick to [p0, p1]', 'run 1s'],
        ...[
          'send Tick to p0  run 2s  send Ping(1) to p1',
          'crash p1  send Pong(1) to p0',
          'send Ping(1) to p1  run 1s',
        ],
      ),
    })
    .map(({ states, net, members, watch, properties, begins }) =>
      [
        'event Ping(n: int)\nevent Pong(n: int)\nevent Tick',
        net,
        `machine M for pd {\n  persistent var lives: int = 0\n  var count: int = 0`,
        `  on restarted do { lives := lives + 1 }\n  initial ${states.join('\n  ')}\n}`,
        'space s { resource r0 }',
        'pd p0 runs M { manages s  holds s.r0 }\npd p1 runs M { requests s }',
        'object b0 { }\nobject b1 { }\nroot object r1 { owns b1 }',
        `check "it" {\n  ${[watch, ...members, begins, ...properties].join('\n  ')}\n}`,
      ].join('\n'),
    );
