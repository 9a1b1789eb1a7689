/**
 * Random small systems of what the export to Promela covers: two PDs with nested states, deferred events, timers,
 * choices, messages that may be lost, faults, and properties of every kind.
 */
import fc from 'fast-check';

const action = fc.oneof(
  fc.nat(2).map((by) => `count := (count + ${String(by)}) % 3`),
  fc.tuple(fc.constantFrom('Ping', 'Pong'), fc.nat(1)).map(([event, to]) => `send ${event}(count) to p${String(to)}`),
  fc.constantFrom('send Ping(seen[count]) to other', 'if other in B { count := 0 } else { best := other }'),
  fc.constantFrom('seen[count] := 2', 'for i in 0..2 { if seen[i] == count { seen[i] := 1 } }', 'met := met + [self]'),
  fc.constantFrom('met := []', 'if best != none { count := best.count }', 'send Tick to met', 'lives := lives % 2'),
);
const guard = fc.constantFrom(
  ...['', '', ' when count < 2', ' when count == 1', ' when other alive', ' when self in met'],
  ...[' when any i in 0..2: seen[i] == 2', ' when best == self or other in C', ' when other.total > 2'],
);
const transition = fc
  .record({
    trigger: fc.constantFrom('on Ping(n)', 'on Pong(n)', 'on Tick', 'after 1s', 'after (1 + count) * 1s'),
    guard,
    actions: fc.array(action, { maxLength: 2 }),
    target: fc.constantFrom('', ' -> A', ' -> B', ' -> C'),
  })
  .map(({ trigger, guard: when, actions, target }) => `${trigger}${when} do { ${actions.join('  ')} }${target}`);
const transitions = fc.array(transition, { maxLength: 2 });
const block = fc.array(action, { maxLength: 1 });

/** A choice makes its own guard false, so that it fires once at most. */
const always = fc.tuple(guard, fc.constantFrom(' -> B', ' -> C', '')).map(([when, target]) => {
  const also = when.replace(' when ', ' and ');
  return `always when not chosen${also.includes(' or ') ? '' : also} do { chosen := true }${target}`;
});

const state = (name: string, inner: fc.Arbitrary<string> = fc.constant('')) =>
  fc
    .record({
      enter: block,
      leave: block,
      defers: fc.constantFrom('', '', 'defer Pong', 'defer Ping, Tick'),
      choice: fc.option(always, { nil: '', freq: 1 }),
      all: transitions,
      inner,
    })
    .map(({ enter, leave, defers, choice, all, inner: nested }) =>
      [
        `state ${name} {`,
        `  enter { ${enter.join('')} }`,
        `  leave { ${leave.join('')} }`,
        ...[defers, choice, ...all, nested].filter((line) => line !== '').map((line) => `  ${line}`),
        '}',
      ].join('\n'),
    );

const condition = fc.constantFrom(
  ...['p0 in A', 'p0 in B', 'p0 in C', 'p1.count == 2', 'p0.count == 1 and p1 in B', 'p1 crashed', 'p0 alive'],
  ...['p0.best == p1', 'p1 in p0.met', 'all p in pds: p in B', 'p0.total > 3', 'p1.lives == 2'],
);
const property = fc.oneof(
  condition.map((each) => `never ${each}`),
  condition.map((each) => `always ${each}`),
  condition.map((each) => `eventually ${each}`),
  fc.tuple(condition, condition).map(([from, to]) => `${from} leads to ${to}`),
);
const member = fc.constantFrom(
  ...['fault crash up to 1', 'fault crash of p1 up to 2', 'fault halt of p0 up to 1'],
  ...['fault lose up to 1', 'fault lose of p0 up to 2', 'fault duplicate up to 1', 'fault reorder up to 1'],
  ...['may send Tick to p0', 'may send Tick to p1 up to 2', 'may send Ping(p1.count) to p0 up to 1'],
  ...['bound p0.count < 2', 'may destroy p1 up to 1', 'may create p1 up to 1'],
);
const channel = fc.constantFrom(
  ...['', '', 'channel net { delay: 1s }', 'channel net { delay: 1s  loss: 1/4 }'],
  'channel net { delay: 1s  ordered: false }',
);

/** The text of a small system with one check. */
export const randomExported = fc
  .record({
    states: fc.tuple(
      state('A'),
      state(
        'B',
        state('C').map((text) => `initial ${text}`),
      ),
    ),
    net: channel,
    members: fc.uniqueArray(member, { maxLength: 4 }),
    properties: fc.array(property, { minLength: 1, maxLength: 2 }),
    begins: fc.constantFrom('', 'send Ping(2) to p1', 'send Tick to p0  send Tick to p1'),
    machine: transitions,
  })
  .map(({ states, net, members, properties, begins, machine }) =>
    [
      'event Ping(n: int)\nevent Pong(n: int)\nevent Tick',
      // What is left to chance in the plain steps is not covered.
      begins === '' ? net : net.replace(/ {2}loss.*\}/, ' }'),
      'machine M for pd {',
      '  param other: pd',
      '  persistent var lives: int = 0',
      '  var count: int = 0',
      '  var seen: map<0..2, 0..2> = 0',
      '  var met: set<pd> = []',
      '  var best: pd = none',
      '  var chosen: bool = false',
      '  let total = count + (count p in pds: p in met) + (if best == none then 0 else 1)',
      ...machine,
      '  on restarted do { lives := (lives + 1) % 3 }',
      `  initial ${states.join('\n')}`,
      '}',
      'pd p0 runs M { other: p1 }\npd p1 runs M { other: p0 }',
      `check "it" {\n  ${[...members, begins, ...properties].join('\n  ')}\n}`,
    ].join('\n'),
  );
