/**
 * Random models of keepalive collection: boxes on two nodes that refer to each other; PDs that keep them, hand them
 * over, move and end; keepalives that are lost or duplicated. All times are multiples of 3 ms, so a single millisecond
 * does not matter while the environment acts at most twice.
 */
import fc from 'fast-check';
import { some } from './random-pieces.ts';

const keeper = fc
  .record({
    given: some('kept := box', 'send Give(box) to other  kept := none', 'kept := box  send Give(box) to other', ''),
    dropped: some(
      'kept := none',
      'send Give(kept) to other',
      'if kept != none { send Give(kept) to other  kept := none }',
    ),
    more: some('', 'defer Give', 'after 3ms do { kept := none }', 'after 3ms do { send Give(far) to other }'),
  })
  .map(({ given, dropped, more }) =>
    [
      'machine Keeper for pd {',
      '  param other: pd\n  var kept: object = none',
      `initial state Only {\non Give(box) do { ${given} }\non Drop do { ${dropped} }\n${more}\n}`,
      '}',
    ].join('\n'),
  );

const member = some(
  ...['may move main to x up to 1', 'may send Give(far) to main up to 1', 'may send Drop to main up to 1'],
  ...[
    'may destroy main up to 1',
    'may crash y up to 1',
    'may unlink far refers near up to 1',
    'fault crash of main up to 1',
  ],
  ...[
    'fault lose up to 1',
    'fault lose of far up to 1',
    'fault duplicate up to 1',
    'fault reorder up to 1',
    'fault halt of main',
  ],
  ...[
    'may create back up to 1',
    'may send Give(near) to main up to 1',
    'may send Give(near) to side up to 1',
    'send Give(far) to main',
    'send Drop to main',
    'run 3ms',
  ],
);

/** A model with one check. */
export const leases: fc.Arbitrary<string> = fc
  .record({
    machine: keeper,
    settings: some(
      'duration: 9ms  period: 3ms  sweep: 3ms',
      'duration: 6ms  period: 6ms  sweep: 3ms  forward: sequence',
      'duration: 9ms  period: 6ms  sweep: 3ms  forward: deadline',
      'duration: 6ms  period: 3ms  sweep: 3ms  handover: false  enter: transferred',
      'duration: 6ms  period: 3ms  sweep: 6ms  origin: references',
    ),
    net: some(
      'delay: 3ms',
      'delay: 6ms',
      'delay: 0s',
      'delay: 3ms  loss: 1/4',
      'delay: 6ms  loss: 1/3',
      'delay: 3ms  ordered: false',
    ),
    clock: some(
      'clock: exact  horizon: 12ms',
      'clock: exact  horizon: 9ms',
      'clock: exact  horizon: 9ms',
      'horizon: 6ms',
    ),
    members: fc.uniqueArray(member, { maxLength: 2 }),
    property: some(
      'never far destroyed',
      'never far destroyed and main alive',
      'never near destroyed',
      'never main dangling',
    ),
    watch: some('', '', 'watch: [S1]', 'watch: [S2, S3]', 'watch: [S4, S5]'),
    kept: some('refers far', 'refers far', ''),
    back: some('refers back', ''),
    near: some('refers far', 'refers back', '', ''),
    phase: some('', 'phase: 3ms'),
  })
  .map(({ machine, settings, net, clock, members, property, watch, kept, back, near, phase }) =>
    [
      `event Give(box: object)\nevent Drop\nchannel net { ${net} }\ncollector lease { ${settings} }`,
      machine,
      `node x {\n${phase}\nobject far { refers near }\nobject near { ${near} }\npd side runs Keeper { other: main }\n}`,
      `node y {\nobject back { ${back} }\npd main runs Keeper { other: side ${kept} }\n}`,
      `check "it" {\n${[clock, ...[...members].sort((a, b) => Number(isPlain(a)) - Number(isPlain(b))), watch, property].join('\n')}\n}`,
    ].join('\n'),
  );

const isPlain = (text: string): boolean => /^(send|run)/.test(text);
