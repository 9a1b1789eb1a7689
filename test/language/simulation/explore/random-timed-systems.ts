/**
 * Random systems as texts in which the time of the environment's actions matters: timers and channels of a few
 * milliseconds, leases.
 */
import fc from 'fast-check';

const action = fc.constantFrom(
  'count := (count + 1) % 3',
  'count := (count + 2) % 3',
  'send Ping(count) to p0',
  'send Ping(count) to p1',
);
const transition = fc
  .record({
    trigger: fc.constantFrom(
      'on Ping(n)',
      'on Tick',
      'after 2ms',
      'after 3ms',
      'after (2 + count) * 1ms',
      'always when p0 crashed and count == 0',
    ),
    guard: fc.constantFrom('', '', ' when count < 2', ' when count == 1'),
    actions: fc.array(action, { maxLength: 1 }),
    target: fc.constantFrom('', ' -> A', ' -> B'),
  })
  .map(({ trigger, guard, actions, target }) =>
    trigger.startsWith('always')
      ? `${trigger} do { count := 1 } -> B`
      : `${trigger}${guard} do { ${actions.join('  ')} }${target}`,
  );
const state = (name: string) =>
  fc
    .array(transition, { minLength: 1, maxLength: 3 })
    .map((each) => `state ${name} {\n    ${each.join('\n    ')}\n  }`);
const machine = (name: string) =>
  fc
    .tuple(state('A'), state('B'))
    .map((states) => `machine ${name} for pd {\n  var count: int = 0\n  initial ${states.join('\n  ')}\n}`);

/** A state that waits for the environment, and one that cycles by itself. */
const waiting = (trigger: string) =>
  fc
    .tuple(fc.nat(4), fc.constantFrom('', `on ${trigger} -> B`))
    .map(([time, again]) =>
      [
        `machine M for pd {\n  var count: int = 0\n  initial state A { on ${trigger} do { count := (count + 1) % 3 } -> B }`,
        `  state B { after ${time + 1}ms do { send Ping(count) to p1 } -> A  ${again} }\n}`,
      ].join('\n'),
    );
const round = fc
  .tuple(fc.nat(3), fc.nat(1))
  .map(([there, back]) =>
    [
      `machine N for pd {\n  var count: int = 0\n  initial state A { after ${there + 4}ms -> B  on Ping(n) do { count := n } }`,
      `  state B { after ${back + 1}ms -> A  on Ping(n) do { count := 2 } }\n}`,
    ].join('\n'),
  );

const condition = fc.constantFrom(
  'p0 in B and p1 in B',
  'p0.count == 2',
  'p1.count == 2 and p0 in A',
  'p0.count == 1 and p1.count == 1',
  'p1.count == 1 and p0 crashed',
  'p0.count == 2 and p0 in A and p1.count == 0 and p1 in B',
  'false',
);
const members = fc
  .tuple(
    fc.constantFrom('fault crash of p0 up to 1', 'fault halt of p1 up to 1', 'may send Tick to p0'),
    fc.constantFrom('', 'fault lose up to 1', 'fault duplicate up to 1', 'fault reorder up to 1'),
    fc.constantFrom('', 'may send Tick to p0 up to 2', 'may send Ping(1) to p1 up to 1'),
  )
  .map((each) => each.join('\n  '));
const channel = fc.constantFrom(
  'channel net { delay: 1ms }',
  'channel net { delay: 2ms  loss: 1/4 }',
  'channel net { delay: 1ms..2ms  ordered: false }',
);

/** The text of a small system in which times are whole milliseconds. */
export const system = fc
  .record({
    machines: fc.tuple(fc.oneof(machine('M'), waiting('Tick'), waiting('restarted')), fc.oneof(machine('N'), round)),
    net: channel,
    members,
    horizon: fc.constantFrom('', '', 'horizon: 7ms'),
    property: condition,
  })
  .map(({ machines, net, members: acting, horizon, property }) =>
    [
      `event Ping(n: int)\nevent Tick\n${net}\n${machines.join('\n')}\npd p0 runs M\npd p1 runs N`,
      `check "it" {\n  clock: exact  ${horizon}\n  ${acting}\n  never ${property}\n}`,
    ].join('\n'),
  );

/** Systems in which a message must arrive within a window, at a time that only the environment chooses. */
export const windows = fc
  .record({
    waits: fc.constantFrom('may send Tick to p0 up to 1', 'may send Tick to p0', 'fault crash of p0 up to 1'),
    more: fc.constantFrom('fault duplicate up to 1', 'fault lose up to 1', 'may send Ping(1) to p1 up to 1'),
    net: channel,
    goesRound: round,
    property: fc.constantFrom('p1.count == 2', 'p1.count == 2 and p0 in B', 'false'),
  })
  .chain(({ waits, more, net, goesRound, property }) =>
    waiting(waits.includes('crash') ? 'restarted' : 'Tick').map((machineOf) =>
      [
        `event Ping(n: int)\nevent Tick\n${net}\n${machineOf}\n${goesRound}\npd p0 runs M\npd p1 runs N`,
        `check "it" {\n  clock: exact  horizon: 14ms\n  ${waits}\n  ${more}\n  never ${property}\n}`,
      ].join('\n'),
    ),
  );

/** The same, with judgements that depend on the current time. */
export const timedSystem = system.map((text) =>
  text
    .replaceAll('var count: int = 0', 'var count: int = 0\n  var since: duration = 0s')
    .replaceAll('count := (count + 1) % 3', 'since := now')
    .replace(/clock: exact {2}(horizon: 7ms)?/, 'clock: exact  horizon: 6ms')
    .replace(/never .*/, (never) => `never p0.since > 0s and p0.since < 2ms\n  ${never} and now - p1.since < 1ms`),
);

const collector = fc.constantFrom(
  'duration: 5ms  period: 2ms  sweep: 1ms',
  'duration: 4ms  period: 3ms  sweep: 1ms  forward: sequence',
  'duration: 6ms  period: 2ms  sweep: 2ms  forward: deadline',
  'duration: 5ms  period: 2ms  sweep: 1ms  handover: false  enter: transferred',
);
const leaseMember = fc.constantFrom(
  'may move y.main to x up to 1',
  'may send Give(x.far) to y.main up to 1',
  'may send Drop to y.main up to 1',
  'may destroy y.main up to 1',
);

/** A box kept alive from another node, by keepalives that may be lost or late. */
export const leases = fc
  .record({
    settings: collector,
    net: fc.constantFrom('delay: 1ms', 'delay: 2ms', 'delay: 0s'),
    disturbed: fc.constantFrom('', 'fault lose up to 1', 'fault lose up to 2', 'fault duplicate up to 1'),
    acting: fc.uniqueArray(leaseMember, { maxLength: 2 }),
    watched: fc.constantFrom('', 'never x.far destroyed', 'never x.far destroyed and y.main alive'),
    main: fc.constantFrom('refers x.far', ''),
  })
  .map(({ settings, net, disturbed, acting, watched, main }) =>
    [
      'event Give(box: object)\nevent Drop',
      `channel net { ${net} }\ncollector lease { ${settings} }`,
      'machine Keeper for pd {\n  var kept: object = none\n  initial state Only {',
      '    on Give(box) do { kept := box }\n    on Drop do { kept := none }\n  }\n}',
      `node x { phase: 1ms  object far { refers near }  object near { } }\nnode y { phase: 1ms  pd main runs Keeper { ${main} } }`,
      `check "it" {\n  clock: exact  horizon: 9ms\n  ${disturbed}\n  ${acting.join('\n  ')}\n  ${watched === '' ? 'watch: [S1]' : watched}\n}`,
    ].join('\n'),
  );
