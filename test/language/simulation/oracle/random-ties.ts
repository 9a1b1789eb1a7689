/**
 * Random models of entities that are bound to each other: needs with numbers and strengths, ends that spread and wait,
 * protection, and what is already ending at the start. The machine only reacts; the environment does the rest.
 */
import fc from 'fast-check';
import { some } from './random-pieces.ts';

const [pds, objects] = [
  ['p0', 'p0.h', 'p1', 'q'],
  ['b0', 'b1', 'b2'],
];
const anything = [...pds, ...objects, ...objects, 's'];

const any = some(...anything);
const several = fc.uniqueArray(any, { minLength: 2, maxLength: 3 });

/** A list of targets with a number of them that exists. */
const ofSome = fc
  .tuple(several, fc.nat(2))
  .map(([all, number]) => `${Math.min(all.length, number + 1)} of ${all.join(', ')}`);

const needs = fc
  .tuple(
    some(...pds, ...pds, ...objects),
    fc.oneof(any, ofSome),
    some('', ' as call', ' as soft', ' as start', ' as start'),
  )
  .map(([subject, what, strength]) => `${subject} needs ${what}${strength}`);
/** What something in it needs to come back with it. */
const hosted = some('p0.h needs p1 as start', 'p0.h needs b0 as start', 'p0.h needs 2 of p1, q as start');
const spreads = fc
  .tuple(any, some('stops with', 'stops with', 'dies with', 'dies with', 'waits for', 'waits for'), any)
  .map((all) => all.join(' '));
const protects = fc
  .tuple(any, fc.oneof(any, ofSome), some('', '', ' as eviction'))
  .map(([subject, what, as]) => `${subject} protects ${what}${as}`);

const ownership = some('r owns b0', 'b0 owns b1', 'b0 owns b1', 'b1 owns b2', 'r owns b1', 'b0 owns b2 as nonblocking');
const relation = fc.oneof(
  { weight: 3, arbitrary: needs },
  { weight: 1, arbitrary: hosted },
  { weight: 4, arbitrary: spreads },
  { weight: 2, arbitrary: protects },
  { weight: 3, arbitrary: ownership },
);
const isLoop = (text: string): boolean => {
  const [subject = '', ...more] = text.split(/ (?:needs|stops with|dies with|waits for|protects) (?:\d of )?/);
  return more
    .join(' ')
    .replace(/ as .*/, '')
    .split(', ')
    .includes(subject);
};

const ended = some(...objects, ...objects, ...pds, 's');
const end = fc.oneof(
  ended.map((each) => `destroy ${each}`),
  ended.map((each) => `evict ${each}`),
  fc.tuple(some(...objects), some('', ' foreground', ' background', ' orphan')).map((all) => `delete ${all.join('')}`),
  some('collect', 'crash p0', 'crash p1', 'crash x', 'restart p0', 'restart p0.h', 'restart p1', 'create b0'),
  some('unlink p1 needs q', 'unlink r owns b0', 'unlink r owns b1', 'unlink b1 waits for b0'),
);
const fault = some(
  ...['fault crash of p0 up to 1', 'fault crash of p1 up to 1', 'fault crash up to 1'],
  ...['fault crash of p0.h up to 1', 'fault halt of p1 up to 1', ''],
);

const machine = fc
  .tuple(
    some('destroy b1', 'delete b0', 'if b1 alive { destroy b1 }', 'restart p0.h', 'create b0', 'gone := not gone'),
    some('', 'on freed(what, by)', 'on lost(what) do { gone := true }'),
  )
  .map(([action, more]) =>
    [
      'machine M for pd {',
      '  var gone: bool = false',
      `  initial state A { on Tick do { ${action} } -> B  ${more} }`,
      '  state B { on Tick -> A  on restarted }',
      '}',
    ].join('\n'),
  );

const object = fc
  .record({
    prefix: some('', '', '', '', 'protected ', 'absent ', 'doomed '),
    held: some('', '', '', 'finalizers: [hold]'),
    mode: some('', '', '', 'deletion: foreground', 'deletion: orphan'),
    named: some('', '', '', 'protection: named'),
    block: some('', '', '', 'on destroy { destroy b2 }', 'on destroy { create b0 }', 'on destroy { delete b1 }'),
  })
  .map((each) => ({ ...each, body: [each.held, each.mode, each.named, each.block].filter((line) => line !== '') }));

const condition = some(
  ...['p1 broken', 'p0.h broken', 'b0 broken', 'p1 degraded', 'p0.h degraded', 'q degraded'],
  ...[
    'b0 doomed and b0 alive',
    'b1 doomed and b1 alive',
    'b2 destroyed',
    'p0 alive and p0.h destroyed',
    'p1 destroyed',
  ],
);
const property = fc.oneof(
  { weight: 4, arbitrary: some('always p0 alive or not (p0 alive)') },
  { weight: 2, arbitrary: condition.map((each) => `never ${each}`) },
  {
    weight: 1,
    arbitrary: some('eventually p0 alive', 'b0 doomed leads to b0 destroyed', 'p1 crashed leads to p1 alive'),
  },
);

/** Relations and an end that have to meet for something to happen; the prefixes of b0 and b1. */
interface Theme {
  readonly relations: readonly string[];
  readonly ends: readonly string[];
  readonly prefixes?: readonly string[];
}

const theme: fc.Arbitrary<Theme> = fc.oneof(
  fc.constant<Theme>({ relations: [], ends: [] }),
  fc
    .tuple(some('p1 stops with b0', 'q dies with b0', 'b1 stops with b0'), some('r owns b1', ''))
    .map((relations) => ({ relations, ends: ['collect'] })),
  fc.tuple(some('', 'b1 owns b0'), some('r protects b0', 'protected ')).map(([owner, guard]) => ({
    relations: [owner, ...(guard === 'protected ' ? [] : [guard])],
    ends: ['collect'],
    prefixes: [guard === 'protected ' ? guard : '', ''],
  })),
  fc
    .tuple(some('p1 protects b0', 'q protects 2 of b0, b1', 'r protects 1 of b0, q'), some('', ' as eviction'))
    .chain(([relation, as]) =>
      some('destroy b0', 'delete b0', 'evict b0', 'evict b0', 'destroy q').map((each) => ({
        relations: [`${relation}${as}`],
        ends: [each],
      })),
    ),
  some('protected ', '').map((guard) => ({
    relations: ['b0 owns b1', ...(guard === '' ? ['p1 protects b1'] : [])],
    ends: [],
    prefixes: ['absent ', guard],
  })),
  some('b1', 'q', '2 of b1, q', '1 of b1, b2').map((what) => ({
    relations: [`b0 needs ${what} as start`],
    ends: ['create b0', 'destroy b1'],
    prefixes: ['absent ', ''],
  })),
  some('b0', 'q', '2 of b0, q').map((what) => ({
    relations: [`p1 needs ${what} as start`],
    ends: ['crash p1', 'destroy b0', 'restart p1'],
  })),
  some('p0.h needs b0 as start', 'p0.h needs 2 of q, b0 as start').map((relation) => ({
    relations: [relation],
    ends: ['destroy b0', 'crash x', 'restart p0'],
    prefixes: ['', ''],
  })),
  some('q needs b0 as soft', 'b1 needs b0 as soft', 'p1 needs 2 of q, b0 as soft').map((relation) => ({
    relations: [relation],
    ends: ['destroy b0'],
    prefixes: ['', ''],
  })),
  some('p1 protects b0', 'r protects 2 of b0, b1', 'r protects 1 of b0').map((relation) => ({
    relations: [`${relation} as eviction`],
    ends: ['evict b0'],
    prefixes: ['', ''],
  })),
  fc.tuple(some('b0 waits for q', 'b0 waits for p1'), some('r owns b1', '')).map(([wait, owner]) => ({
    relations: [wait, 'b0 owns b1', owner],
    ends: ['collect after', 'destroy q'],
    prefixes: ['', ''],
  })),
  some('p0.h waits for b0', 'p1 waits for q', 's waits for b0', 'b0 waits for p1').map((relation) => ({
    relations: [relation],
    ends: ['destroy p0.h', 'destroy p1'],
  })),
);

/** A model of entities that are bound to each other, with one check. */
export const ties: fc.Arbitrary<string> = fc
  .record({
    made: machine,
    root: some('', 'root '),
    guard: some('', '', 'protected ', 'doomed '),
    policy: some('', '', '', 'policy default { protection: ignore }', 'policy default { deletion: foreground }'),
    members: fc.array(object, { minLength: 3, maxLength: 3 }),
    bound: theme,
    relations: fc.uniqueArray(relation, { minLength: 1, maxLength: 5 }),
    step: fc.option(end, { nil: '', freq: 2 }),
    ends: fc.uniqueArray(end, { minLength: 1, maxLength: 1 }),
    tick: some('', '', '', 'may send Tick to p1 up to 1'),
    fault,
    property,
  })
  .map(({ made, root, guard, policy, members, bound, relations, step, ends, tick, fault: failing, property: judged }) =>
    [
      `event Tick\n${policy}\n${made}`,
      `node x {\n  pd p0 runs M { pd h }\n}`,
      `pd p1 runs M { manages s }\n${guard}${root}pd q\nspace s { resource s0 }`,
      'root object r',
      ...members.map(
        ({ prefix, body }, index) => `${bound.prefixes?.[index] ?? prefix}object b${index} { ${body.join('  ')} }`,
      ),
      ...[...bound.relations, ...relations].filter((text) => !isLoop(text)),
      // Reads the variable; one that nobody reads is not part of a state.
      'check "it" {\n  bound p1.gone or not p1.gone',
      ...[failing, step, tick, ...[...bound.ends, ...ends].map((each) => `may ${each} up to 1`), judged]
        .filter((line) => line !== '')
        .map((line) => `  ${line}`),
      '}',
    ].join('\n'),
  );
