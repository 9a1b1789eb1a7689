/** The entities of random models, and the channels between them, as texts. */
import fc from 'fast-check';
import { blocks, type Has, hasObjects, some, where } from './random-pieces.ts';

/** Returns the entities of a random model, with their relations. */
export const entities = (has: Has): fc.Arbitrary<string> =>
  fc
    .record({
      finalizers: fc.array(
        some('', '', 'finalizers: [hold]', 'finalizers: [foregroundDeletion]', 'finalizers: [orphan]'),
        { minLength: 3, maxLength: 3 },
      ),
      owners: fc.subarray([
        'r owns b0',
        'b0 owns b1',
        'b1 owns b2',
        'r owns b1',
        'b0 owns b2 as nonblocking',
        'r owns b2',
      ]),
      depth: some('', '', 'policy default { pdDepth: 1 }'),
      needs: some('', 'needs p0', 'dies with p0', 'stops with p0'),
      guard: some('', '', 'protected '),
      limit: some('', '  limit: 0', '  tier: 1'),
      rate: some('', '', 'paused: true', ...where(!has('exact'), 'clockRate: 2', 'clockRate: 2')),
      absent: some('', '', 'absent '),
      ends: fc.array(has('blocks') ? blocks : some(''), { minLength: 3, maxLength: 3 }),
    })
    .map(({ finalizers, owners, depth, needs, guard, limit, rate, absent, ends }) =>
      [
        ...where(has('crashes') || has('spaces'), depth),
        ...where(has('spaces'), 'space s { resource r0  resource r1 }'),
        ...where(
          has('classes'),
          'class Base for pd runs M {\n  param limit: int = 2\n  param tier: int = limit + 1\n}',
        ),
        ...where(has('nodes'), `node x { ${rate}`),
        'pd p0 runs M {',
        '  other: p1',
        ...where(has('spaces'), '  manages s\n  holds s.*'),
        ...where(has('hosted'), '  pd h runs M { other: p1 }'),
        '}',
        ...where(has('nodes'), '}\nnode z { node y {'),
        `${has('crashes') ? guard : ''}pd p1 ${has('classes') ? 'is Base' : 'runs M'} {`,
        ...where(has('classes'), limit),
        '  other: p0',
        ...where(has('spaces'), '  requests s\n  holds s.r0'),
        ...where(has('crashes'), `  ${needs}`),
        '}',
        ...where(has('nodes'), '} }'),
        ...where(
          hasObjects(has),
          'root object r',
          ...finalizers.map(
            (each, index) => `${index === 0 ? absent : ''}object b${index} { ${each} ${ends[index] ?? ''} }`,
          ),
          ...owners,
        ),
      ].join('\n'),
    );

/** Returns the channels of a random model. */
export const channel = (has: Has): fc.Arbitrary<string> => {
  return some(
    ...where(has('nodes'), `channel wan { delay: 6ms  between: [x, y] }`),
    ...where(has('nodes'), `channel net { delay: 3ms }\nchannel wan { delay: 6ms  loss: 1/3  between: [y, x] }`),
    ...['', `channel net { delay: 3ms }`, `channel net { delay: 3ms  loss: 1/4 }`],
    `channel net { delay: 3ms  ordered: false }`,
    ...where(has('exact'), 'channel net { delay: 3ms..4ms }', 'channel net { delay: 3ms..4ms  ordered: false }'),
  );
};
