/**
 * Parts of random machines as texts: expressions, actions, transitions, states. Their contents depend on the features
 * of the model.
 */
import fc from 'fast-check';

/** The possible features; each model has some of them. */
export const features = [
  ...['nested', 'timers', 'defer', 'sends', 'choices', 'data', 'tight', 'final', 'raises', 'any', 'delays'],
  ...['parallel', 'histories', 'classes'],
  ...['objects', 'deletion', 'collection', 'spaces', 'hosted', 'nodes', 'blocks'],
  ...['crashes', 'network', 'channel', 'environment', 'bound', 'watch', 'horizon', 'steps', 'variants', 'exact'],
] as const;
export type Feature = (typeof features)[number];

export type Has = (feature: Feature) => boolean;

export const hasObjects = (has: Has): boolean =>
  has('objects') || has('deletion') || has('collection') || has('blocks');

export const some = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

/** Returns the texts if the model has a feature, otherwise none. */
export const where = (is: boolean, ...texts: readonly string[]): string[] => (is ? [...texts] : []);

interface Terms {
  readonly int: string;
  readonly bool: string;
}

/** Returns numbers and conditions; `n` is the number that an event carries. */
const terms = (hasNumber: boolean): { readonly int: fc.Arbitrary<string>; readonly bool: fc.Arbitrary<string> } => {
  const { int, bool } = fc.letrec<Terms>((part: (name: string) => fc.Arbitrary<unknown>) => {
    const tie = (name: keyof Terms): fc.Arbitrary<string> => part(name) as fc.Arbitrary<string>;
    return {
      int: fc.oneof(
        { depthSize: 'small' },
        some('0', '1', '2', 'count', 'seen[0]', 'total', 'seen[count % 3]', ...where(hasNumber, 'n', 'n')),
        fc.tuple(tie('int'), some('+', '-', '*'), tie('int')).map(([x, o, y]) => `(${x} ${o} ${y})`),
        fc.tuple(tie('bool'), tie('int'), tie('int')).map(([c, x, y]) => `(if ${c} then ${x} else ${y})`),
        tie('bool').map((c) => `(count i in 0..2: seen[i] > 1 and ${c})`),
      ),
      bool: fc.oneof(
        { depthSize: 'small' },
        some('flag', 'self in B', 'high', '1 in nums', 'count in nums', 'mode == y', 'other alive', 'best == none'),
        fc.tuple(tie('int'), some('==', '!=', '<', '<=', '>', '>='), tie('int')).map((e) => `(${e.join(' ')})`),
        fc.tuple(tie('bool'), some('and', 'or', '==', '!='), tie('bool')).map(([x, o, y]) => `((${x}) ${o} (${y}))`),
        tie('bool').map((x) => `(not (${x}))`),
        fc.tuple(some('all', 'any'), some('0..2', 'nums')).map(([q, set]) => `(${q} i in ${set}: seen[i] >= count)`),
      ),
    };
  });
  return { int, bool };
};

/** Built once: with and without the number of an event. */
const [withNumber, without] = [terms(true), terms(false)];

/** Returns an action of a machine. */
function action(has: Has, hasNumber: boolean): fc.Arbitrary<string> {
  const { int, bool } = hasNumber ? withNumber : without;
  const others = ['self', 'other', 'p0', 'p1'];
  const plain = fc.oneof(
    some('count := (count + 1) % 3', 'count := 0', 'flag := not flag', 'ticks := ticks + 1'),
    ...(has('data')
      ? [
          fc.tuple(some('count', 'seen[0]', 'seen[count % 3]'), int).map(([v, x]) => `${v} := (${x}) % 3`),
          bool.map((x) => `flag := ${x}`),
          some('mode := x', 'mode := z', 'nums := nums + [count % 3]', 'nums := nums - [1]', 'nums := [0, 2]'),
          some(
            'best := other',
            'best := none',
            'met := met + [self]',
            'met := []',
            'met := {p in pds: p.count == 1}',
            'lives := lives % 2',
          ),
          bool.map((x) => `if ${x} { count := 1 } else { mode := y }`),
          some('for i in 0..2 { if seen[i] == count { seen[i] := 1 } }', 'if best != none { count := best.count }'),
        ]
      : []),
    ...(hasObjects(has) ? [some('kept := b0', 'kept := b1', 'kept := none')] : []),
    ...(has('tight') ? [some('tight := tight + 1', 'tight := tight - 1')] : []),
  );
  const sends = fc.oneof(
    fc.tuple(some('Ping', 'Pong'), some(...others), int).map(([e, to, x]) => `send ${e}((${x}) % 3) to ${to}`),
    some(
      ...where(has('crashes'), 'if other crashed { restart other }'),
      'send Tick to other',
      'send Tick to met',
      'send Ping(count) to other',
      'send Pong(1) to p1',
    ),
  );
  const objects = some(
    ...['0', '1', '2'].flatMap((b) => [
      `if b${b} alive { destroy b${b} } else { create b${b} }`,
      `if b${b} alive { link self refers b${b} }`,
      `unlink self refers b${b}`,
    ]),
    ...['send Show(b1) to other', 'send Show(kept) to p0'],
  );
  const deletions = some(
    ...['b0', 'b1', 'r'].flatMap((b) => ['background', 'foreground', 'orphan'].map((mode) => `delete ${b} ${mode}`)),
    ...['delete b0', 'delete b1', 'delete b2', 'set b0.finalizers = []', 'set b1.finalizers = [hold]'],
  );
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    ...(has('sends') ? [{ weight: 3, arbitrary: sends }] : []),
    ...(has('raises') ? [{ weight: 1, arbitrary: some('raise Tick', 'raise Pong(1)', 'raise Ping(count)') }] : []),
    ...(has('delays') ? [{ weight: 2, arbitrary: delays() }] : []),
    ...(has('objects') ? [{ weight: 2, arbitrary: objects }] : []),
    ...(has('deletion') ? [{ weight: 2, arbitrary: deletions }] : []),
    ...(has('nodes') ? [{ weight: 1, arbitrary: some('move self to x', 'move self to y', 'move other to x') }] : []),
  );
}

const delays = (): fc.Arbitrary<string> =>
  some(
    ...['3ms', '6ms', 'count * 3ms'].flatMap((delay) => [
      `send Tick to other after ${delay}`,
      `send Pong(count) to self after ${delay}`,
      `send Tick to met after ${delay}`,
    ]),
    ...['cancel Tick', 'cancel Pong', 'cancel Tick', 'cancel Tick  send Tick to other after 3ms'],
    ...['send Pong(1) to other after 6ms  cancel Pong', 'send Tick to other after count * 6ms  cancel Tick'],
  );

const guard = (has: Has, hasNumber: boolean): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: some('') },
    { weight: 1, arbitrary: some(' when count < 2', ' when count == 1', ' when other alive', ' when self in met') },
    ...(has('classes') ? [{ weight: 1, arbitrary: some(' when count < limit', ' when count == limit') }] : []),
    ...(has('parallel') ? [{ weight: 1, arbitrary: some(' when self in C', ' when self in K') }] : []),
    ...(has('data')
      ? [{ weight: 2, arbitrary: (hasNumber ? withNumber : without).bool.map((text) => ` when ${text}`) }]
      : []),
  );

/** Returns the targets within the outer state. */
const innerTargets = (has: Has): string[] => [
  ...where(has('nested') || has('parallel'), ' -> C', ' -> D'),
  ...where(has('parallel'), ' -> G', ' -> K', ' -> X', ' -> Y'),
  ...where(has('histories') && (has('nested') || has('parallel')), ' -> H'),
  ...where(has('histories') && has('parallel'), ' -> J'),
];

const targets = (has: Has): string[] => [
  '',
  ' -> A',
  ' -> B',
  ...innerTargets(has),
  ...where(has('any'), ...innerTargets(has).map((target) => `${target} as internal`)),
  ...where(has('final'), ' -> F', ...where(has('nested') || has('parallel'), ' -> E')),
];

/** The block of an object at its own end, or on a notification about another one. */
export const blocks: fc.Arbitrary<string> = fc
  .tuple(
    fc.option(
      some(
        ...['send Tick to p0', 'send Ping(1) to p1', 'send Show(b2) to p0', 'if b2 alive { destroy b2 }', 'delete b1'],
        ...['unlink r owns b1', 'unlink b0 owns b2', 'link p1 refers b1', 'create b0', 'create b2'],
      ),
      { nil: '', freq: 2 },
    ),
    some('send Show(gone) to p1', 'send Pong(2) to p0', 'destroy b0', 'unlink r owns gone', ''),
    some('', '', 'b1', 'b2', 'r', 'b0, r'),
  )
  .map(([block, told, after]) =>
    [
      ...where(block !== '', `on destroy { ${block} }`),
      ...where(after !== '', `destroyed after ${after} notify told`, `action told(gone) { ${told} }`),
    ].join('\n'),
  );

/** Returns transitions of a state or of the machine itself. */
export function transitions(has: Has, maxLength = 3): fc.Arbitrary<string> {
  const triggers = [
    ...['on Ping(n)', 'on Pong(n)', 'on Tick', 'on Tick'],
    ...where(has('timers'), 'after 3ms', 'after 6ms', 'after (1 + count) * 3ms'),
    ...where(has('objects') || has('blocks'), 'on Show(shown)'),
    ...where(has('spaces'), 'on freed(what, by)', 'on lost(space)'),
    ...where(has('any'), 'on *'),
    ...where(has('raises') && has('final'), 'on done'),
  ];
  const one = some(...triggers).chain((trigger) => {
    const hasNumber = trigger.endsWith('(n)');
    return fc
      .record({
        when: guard(has, hasNumber),
        actions: fc.array(action(has, hasNumber), { maxLength: 2 }),
        target: some(...targets(has)),
        isIgnored: fc.nat(9),
      })
      .map(({ when, actions, target, isIgnored }) =>
        isIgnored === 0 ? trigger : `${trigger}${when} do { ${actions.join('  ')} }${target}`,
      );
  });
  return fc.array(one, { maxLength }).map((all) => all.join('\n'));
}

const block = (has: Has): fc.Arbitrary<string> =>
  fc.array(action(has, false), { maxLength: 1 }).map((actions) => actions.join(''));

/** Returns a choice that makes its own guard false, so that it fires at most once. */
const choice = (has: Has): fc.Arbitrary<string> =>
  fc
    .tuple(guard(has, false), some(' -> B', ' -> A', ''))
    .map(([when, target]) => `always when not chosen${when.replace(' when ', ' and ')} do { chosen := true }${target}`)
    .map((text) => (text.includes(' or ') ? text.replace(/ and (.*) do/, ' and ($1) do') : text));

/** Returns a state with its contents. */
export function state(has: Has, name: string, inner: fc.Arbitrary<string> = some('')): fc.Arbitrary<string> {
  return fc
    .record({
      enter: block(has),
      leave: block(has),
      defers: some('', ...where(has('defer'), 'defer Pong', 'defer Ping, Tick', 'defer Tick', 'defer Tick, Pong')),
      choice: has('choices') ? fc.option(choice(has), { nil: '', freq: 2 }) : some(''),
      all: transitions(has),
      inner,
    })
    .map(({ enter, leave, defers, choice: always, all, inner: nested }) =>
      [
        `state ${name} {`,
        ...where(enter !== '', `enter { ${enter} }`),
        ...where(leave !== '', `leave { ${leave} }`),
        ...[defers, always, all, nested].filter((line) => line !== ''),
        '}',
      ].join('\n'),
    );
}
