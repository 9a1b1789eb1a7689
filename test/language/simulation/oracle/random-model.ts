/**
 * The only generator of random models, as texts: two PDs, one of which may host a third, with a machine of nested
 * states, messages, timers, objects, spaces, and a check. Each feature also occurs alone and with few others.
 */
import fc from 'fast-check';
import { copies } from './random-copies.ts';
import { channel, entities } from './random-entities.ts';
import { leases } from './random-leases.ts';
import { outerState } from './random-parallel.ts';
import { ties } from './random-ties.ts';
import { type Feature, features, type Has, hasObjects, some, state, transitions, where } from './random-pieces.ts';

/** The purpose of a model: for the compiled rules, for the export, or for anything. */
export type Aim = 'rules' | 'exported' | 'stepped' | 'waiting' | 'timed' | 'together' | 'anything';

const exported: readonly Feature[] = [
  ...(['nested', 'timers', 'defer', 'sends', 'choices', 'data', 'crashes', 'network', 'channel'] as const),
  ...(['environment', 'bound', 'any'] as const),
];

const allowed: Readonly<Record<Aim, readonly Feature[]>> = {
  rules: ['nested', 'choices', 'data', 'tight', 'bound', 'any'],
  exported,
  stepped: [...exported, 'final', 'raises', 'delays'],
  waiting: ['nested', 'defer', 'choices', 'data', 'network', 'channel', 'hosted', 'spaces', 'watch', 'bound'],
  timed: [...exported, 'hosted', 'spaces', 'nodes', 'watch', 'horizon', 'final', 'raises', 'delays', 'histories'],
  together: [
    'timers',
    'defer',
    'choices',
    'tight',
    'final',
    'raises',
    'any',
    'histories',
    'crashes',
    'bound',
    'classes',
    'watch',
  ],
  anything: features.filter((feature) => feature !== 'exact'),
};

const always: Readonly<Record<Aim, readonly Feature[]>> = {
  rules: ['environment', 'data'],
  exported: ['sends'],
  stepped: ['sends', 'steps'],
  waiting: ['sends', 'steps', 'timers', 'crashes'],
  timed: ['exact', 'timers', 'environment'],
  together: ['parallel', 'environment'],
  anything: ['environment', 'sends'],
};

const featuresFor = (aim: Aim): fc.Arbitrary<Has> =>
  fc.subarray([...allowed[aim]]).map((chosen) => {
    const all = new Set([...chosen, ...always[aim]]);
    return (feature) => all.has(feature);
  });

function machine(has: Has): fc.Arbitrary<string> {
  return fc
    .tuple(state(has, 'A'), outerState(has, 'B'), transitions(has, 1))
    .map(([a, b, outer]) =>
      [
        'machine M for pd {\n  param other: pd',
        '  persistent var lives: int = 0\n  var count: int = 0\n  var ticks: int = 0\n  var flag: bool = false',
        '  var chosen: bool = false\n  var seen: map<0..2, 0..2> = 0\n  var nums: set<0..2> = [0]',
        '  var mode: {x, y, z} = y\n  var met: set<pd> = []\n  var best: pd = none',
        ...where(has('classes'), '  param limit: 0..3 = 1'),
        ...where(has('tight'), '  var tight: 0..2 = 1'),
        ...where(hasObjects(has), '  var kept: object = none'),
        '  let total = count + (count p in pds: p in met) + (if best == none then 0 else 1)',
        '  let high = count > 1',
        outer,
        ...where(has('crashes'), 'on restarted do { lives := (lives + 1) % 3 }'),
        `initial ${a}\n${b}`,
        ...where(has('final'), 'final state F'),
        '}',
      ].join('\n'),
    );
}

const conditions = (has: Has): string[] => [
  ...['p0 in A', 'p0 in B', 'p1.count == 2', 'p0.count == 1 and p1 in B', 'p1.flag', 'all p in pds: p in B'],
  ...['p0 in {p in pds: p.count == 1}', 'any p in {q in pds: q in B}: p.flag'],
  ...where(has('nested') || has('parallel'), 'p0 in C', 'p1 in D'),
  ...where(has('parallel'), 'p0 in K', 'p1 in D and p1 in G'),
  ...where(has('classes'), 'p0.limit == p0.count', 'p1.tier > p1.count', 'p1 is Base'),
  ...where(has('data'), 'p0.total > 2', 'p0.mode == z', 'p1 in p0.met', 'p1.best == p0'),
  ...where(has('crashes'), 'p1 crashed', 'p0 alive', 'p1.lives == 1'),
  ...where(hasObjects(has), 'b0 alive', 'b1 destroyed', 'p0 refers b0', 'b1 doomed'),
  ...where(has('spaces'), 'p1 holds s.r0', 'p1 degraded', 's.r0 orphaned', 'p1 broken', 'p1 blocked'),
];

const property = (has: Has): fc.Arbitrary<string> => {
  const condition = some(...conditions(has));
  return fc.oneof(
    condition.map((each) => `never ${each}`),
    condition.map((each) => `always ${each}`),
    condition.map((each) => `eventually ${each}`),
    fc.tuple(condition, condition).map(([from, to]) => `${from} leads to ${to}`),
  );
};

/**
 * Returns the members of a check other than its properties, by their features: one of each list, and some of all
 * others.
 */
function members(has: Has): fc.Arbitrary<string[]> {
  const crashes = where(
    has('crashes'),
    ...['fault crash up to 1', 'fault crash of p1 up to 2', 'fault halt of p0 up to 1', 'fault crash of p0'],
    ...[...where(has('hosted'), 'fault crash of p0.h'), 'fault crash of p0, p1 together'],
    ...where(has('nodes'), 'fault crash of x', 'fault halt of x, y together'),
    ...where(has('nodes'), 'fault pause of x up to 1', 'fault pause of x, y together up to 1', 'fault pause'),
  );
  const network = where(
    has('network'),
    ...['fault lose up to 1', 'fault lose of p0 up to 2', 'fault duplicate up to 1', 'fault duplicate of p1 up to 2'],
    'fault reorder up to 1',
  );
  const sends = where(
    has('environment'),
    ...['may send Tick to p0', 'may send Tick to p1 up to 2', 'may send Tick to p0 up to 1'],
    ...['may send Ping(p1.count) to p0 up to 1', 'may send Pong(1) to p1 up to 1'],
  );
  const ends = [
    ...where(has('environment') && has('crashes'), 'may destroy p1 up to 1', 'may create p1 up to 1'),
    ...where(has('spaces'), 'may destroy s up to 1', 'may destroy p1 up to 1'),
    ...where(has('nodes'), 'may move p1 to x up to 1', 'may crash z up to 1', 'may restart z up to 1', ...pauses),
    ...where(has('blocks'), 'may destroy b0 up to 1', 'may destroy r up to 1', 'may destroy p1 up to 1'),
    ...where(has('objects'), 'may destroy b1 up to 1', 'may create b0 up to 1', 'may link b0 refers b1 up to 1'),
  ];
  const deletions = where(
    has('deletion'),
    ...['may delete b0 foreground up to 1', 'may delete r background up to 1', 'may delete b1 orphan up to 1'],
    ...['may delete r foreground up to 1', 'may delete b2 up to 1'],
  );
  const collections = where(has('collection'), 'may collect up to 1', 'may collect after up to 1');
  const cuts = where(has('collection'), 'may unlink r owns b0 up to 1', 'may unlink b0 owns b1 up to 1');
  const bounds = where(has('bound'), 'bound p0.count < 2', 'bound p1.count + p0.count < 3', 'bound p0 in A');
  const watches = where(has('watch'), 'watch: [deadlock]', 'watch: [unhandled]', 'watch: [unhandled, deadlock]');
  const horizons = where(has('horizon'), ...['horizon: 9ms', 'horizon: 6ms']);
  const one = (texts: readonly string[]): fc.Arbitrary<string> => (texts.length === 0 ? some('') : some(...texts));
  const lists = [
    where(has('exact'), 'clock: exact'),
    crashes,
    network,
    sends,
    deletions,
    collections,
    cuts,
    bounds,
    watches,
    horizons,
  ];
  const more = fc.uniqueArray(one([...crashes, ...network, ...sends, ...ends, ...ends, ...deletions]), {
    maxLength: 3,
  });
  return fc.tuple(...lists.map(one), more).map((all) => all.flat().filter((text) => text !== ''));
}

/** What pauses the node of p0, and lets it go on. */
const pauses = ['may set x.paused = true up to 1', 'may set x.paused = false up to 1'];

/** The plain steps: up to three. */
const steps = (has: Has): fc.Arbitrary<string> =>
  fc
    .array(
      some(
        ...['send Ping(2) to p1', 'send Tick to p0', 'send Tick to p1', 'send Pong(1) to p0'],
        ...where(has('crashes'), 'crash p1', 'crash p0', 'crash p0, p1', 'crash p1 under pd-recursive'),
        ...where(has('nodes'), 'move p0 to y', 'move p1 to x', 'crash x', 'crash x, y', 'crash z'),
        ...['run 3ms', 'run 6ms', ...where(has('timers') && has('crashes'), 'run 3ms', 'run 6ms', 'run 6ms')],
        ...where(
          hasObjects(has),
          'destroy b1',
          'delete b0 foreground',
          'set b0.finalizers = []',
          'set b1.finalizers = []',
        ),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .chain((all) =>
      (has('variants') ? variant(has) : some('')).map((each) =>
        each === '' ? all.join('\n') : each.replace('}', ['', ...all.slice(1), '}'].join('\n')),
      ),
    );

/** The steps repeated for each combination. */
const variant = (has: Has): fc.Arbitrary<string> =>
  some(
    ...['for x in pds { send Tick to x }', 'for n in 0..1, to in [p0, p1] { send Ping(n) to to }'],
    ...where(has('crashes') || has('spaces'), 'for x in pds, q in policies { crash x under q }'),
    'for n in 1..2 { run n * 3ms }',
  );

/** Reads every variable except the one that only counts; an unread variable is not part of a state. */
const read = 'bound p0.count >= 0 or p0.flag or p0.chosen or p0.lives == 0 or p0.high';

/** Returns models of one aim, with the aim. */
export const modelFor = (aim: Aim | 'leases' | 'copies' | 'ties'): fc.Arbitrary<string> =>
  aim === 'leases' ? leases : aim === 'copies' ? copies : aim === 'ties' ? ties : general(aim);

const general = (aim: Aim): fc.Arbitrary<string> =>
  featuresFor(aim).chain((has) =>
    fc
      .record({
        made: machine(has),
        net: has('channel') ? channel(has) : some(''),
        all: entities(has),
        said: members(has),
        plain: has('steps') ? steps(has) : some(''),
        properties: fc.array(property(has), { minLength: 1, maxLength: 2 }),
      })
      .map(({ made, net, all, said, plain, properties }) =>
        [
          'event Ping(n: int)\nevent Pong(n: int)\nevent Tick',
          ...where(has('objects') || has('blocks'), 'event Show(what: object)'),
          net,
          made,
          all,
          `check "it" {\n${[read, ...said, plain, ...properties].join('\n')}\n}`,
        ].join('\n'),
      ),
  );

/** A random model with one check. */
export const randomModel: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: modelFor('rules') },
  { weight: 3, arbitrary: modelFor('exported') },
  { weight: 2, arbitrary: modelFor('timed') },
  { weight: 1, arbitrary: modelFor('waiting') },
  { weight: 2, arbitrary: modelFor('together') },
  { weight: 5, arbitrary: modelFor('anything') },
  { weight: 2, arbitrary: leases },
  { weight: 1, arbitrary: copies },
  { weight: 3, arbitrary: ties },
);
