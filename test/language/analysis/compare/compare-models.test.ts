/** Changes of consequences between two models: those that a naive crash of both finds, and no others. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Change } from '../../../../language/src/analysis/compare/change.ts';
import { modelChanges } from '../../../../language/src/analysis/compare/compare-models.ts';
import { defaultPolicyOf, findPolicy, policiesOf } from '../../../../language/src/analysis/facts/policies.ts';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import { allSteps } from '../../../../language/src/model/all-steps.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import { runs, tried } from '../../../properties.ts';
import { makeModel } from '../../build-model.ts';
import { naiveCrash } from '../crash/naive-crash.ts';
import { manyParts, type Parts, policy } from '../random-model.ts';
import { wordsBetween } from './words-between.ts';

const changesBetween = (base: Model, head: Model): Change[] => allSteps(modelChanges({ base, head }));

describe('changes of consequences', () => {
  it('are nothing between a model and itself', async () => {
    const text = 'pd a { needs b }\npd b\nroot object r { object k }';
    assert.deepEqual(await wordsBetween(text, text), []);
  });

  it('are reported once for all entities and events that they hold for', async () => {
    const base = 'pd db\npd cache\npd a\npd b\npd c';
    const head = 'pd db\npd cache\npd a { needs db  needs cache }\npd b { needs db  needs cache }\npd c';
    assert.deepEqual(await wordsBetween(base, head), ['worse: crash of db or cache now breaks a and b']);
    assert.deepEqual(await wordsBetween(head, base), ['better: crash of db or cache no longer breaks a and b']);
  });

  it('name the policies where not all agree', async () => {
    const base = 'space s { }\npd server { manages s }\npd app { }';
    const head = 'space s { }\npd server { manages s }\npd app { requests s }';
    assert.deepEqual(
      await wordsBetween(base, head),
      [
        'worse: crash of server now degrades app under the policies space-direct, space-recursive and default',
        'worse: crash of server now destroys app under the policies pd-direct and pd-recursive',
      ].map((each) => each.replace(', space-recursive and default', ' and space-recursive')),
    );
  });

  it('name entities that are added and removed, and what hits the added ones', async () => {
    assert.deepEqual(await wordsBetween('pd a\npd old', 'pd a\npd b { needs a }'), [
      'other: crash of a breaks the new b',
      'other: added PD: b',
      'other: removed PD: old',
    ]);
  });

  it('are worse where what was there before can now be lost by something new, and better without it', async () => {
    const [without, all] = ['pd app\npd web', 'pd redis\npd app { needs redis }\npd web { needs redis }'];
    assert.deepEqual(await wordsBetween(without, all), [
      'worse: crash of the new redis now breaks app and web',
      'other: added PD: redis',
    ]);
    assert.deepEqual(await wordsBetween(all, without), [
      'better: crash of the former redis no longer breaks app and web',
      'other: removed PD: redis',
    ]);
    const owned = 'root object ns { deletion: foreground  owns disk }\nobject disk\npd app { needs disk }';
    assert.deepEqual(await wordsBetween('object disk\npd app { needs disk }', owned), [
      'worse: deletion of the new ns now destroys disk',
      'worse: deletion of the new ns now breaks app',
      'other: added object: ns',
    ]);
    assert.deepEqual(await wordsBetween('pd a', 'pd a\nprotected object k'), ['other: added object: k']);
    assert.match(
      (await wordsBetween('pd a', 'pd a\nroot object ns { deletion: foreground  object claim { waits for ns } }')).join(
        '\n',
      ),
      /^worse: new deadlock on deletion of the new ns/u,
    );
  });

  it('know redundancy: what is enough to make a goal fail, and no longer is', async () => {
    const text = (count: number): string => `pd lb { needs ${String(count)} of w[*] }\npd w[3]`;
    assert.deepEqual(await wordsBetween(text(1), text(2)), [
      'worse: lb needs w[0], w[1] and w[2]: the crash of w[0] and w[1], w[0] and w[2] or w[1] and w[2] together is now enough to make it fail',
    ]);
    assert.match(
      (await wordsBetween(text(2), text(3))).join('\n'),
      /crash of w\[0\], w\[1\] or w\[2\] alone is now enough/,
    );
    assert.match(
      (await wordsBetween(text(3), text(2))).join('\n'),
      /alone is no longer enough to make it fail \(now: /,
    );
  });

  it('know that what is absent or broken from the start is no spare', async () => {
    const model = (end: string): string =>
      `pd a\n${end}\npd web { needs 1 of a, b as soft }\npd site { needs 1 of a, b }`;
    assert.deepEqual((await wordsBetween(model('pd b'), model('absent pd b'))).sort(), [
      'other: b is now absent at the start',
      'worse: crash of a now breaks site',
      'worse: crash of a now degrades web',
      'worse: site needs a and b: the crash of a alone is now enough to make it fail (before: a and b)',
    ]);
    const changes = await wordsBetween(model('pd c\npd b { needs c }'), model('absent pd c\npd b { needs c }'));
    assert.ok(changes.includes('worse: crash of a now degrades web'), changes.join('\n'));
  });

  it('know the order of a teardown, refusals and deadlocks', async () => {
    const order = await wordsBetween('pd api\npd db { destroyed after api }', 'pd api { destroyed after db }\npd db');
    assert.deepEqual(order, ['other: db and api changed places in the teardown of everything: db goes first now']);
    const chain = (step: number): string =>
      Array.from({ length: 400 }, (_, n) => `pd p${String(n)} { destroyed after p${String(n + step)} }`)
        .join('\n')
        .replace(/ \{ destroyed after p(?:-1|400) \}/u, '');
    const [turned = ''] = await wordsBetween(chain(-1), chain(1));
    assert.match(turned, /^other: 79800 pairs changed places .*, and 79795 more pairs$/u);
    const refused = await wordsBetween('object k', 'protected object k');
    assert.deepEqual(refused, ['other: deletion of k is now refused by k']);
    assert.match(
      (await wordsBetween('protected object k', 'object k')).join(),
      /^worse: deletion of k is no longer refused/,
    );
    // What another refuses as before is neither worse nor a new refusal.
    const one = 'root object ns { protected object a  object b }';
    const both = 'root object ns { protected object a  protected object b }';
    const still = (await wordsBetween(both, one)).filter((each) => each.includes('deletion of ns '));
    assert.deepEqual(still, ['other: deletion of ns is still refused, no longer by ns.b']);
    const more = (await wordsBetween(one, both)).filter((each) => each.includes('deletion of ns '));
    assert.deepEqual(more, ['other: deletion of ns is still refused, now also by ns.b']);
    const stuck = await wordsBetween(
      'root object ns { finalizers: [cleanup]  object claim }',
      'root object ns { object claim { waits for ns } }',
    );
    assert.ok(
      stuck.some((each) => /^worse: new deadlock on .*: ns and ns\.claim wait forever/u.test(each)),
      stuck.join('\n'),
    );
  });

  it('say what is doomed at the start, with what goes along, and expect no event of it', async () => {
    const text = (first: string): string =>
      `${first} root object r { deletion: foreground  object k }\npd app { needs r.k }\npd web { needs app }`;
    const gone = 'r and r.k';
    assert.deepEqual(await wordsBetween(text(''), text('doomed')), [
      `worse: ${gone} are now doomed and gone before anything happens`,
      'worse: app and web are now broken before anything happens',
    ]);
    assert.deepEqual(await wordsBetween(text('doomed'), text('')), [
      `better: ${gone} are no longer doomed and gone before anything happens`,
      'better: app and web are no longer broken before anything happens',
    ]);
    const held = (setting: string): string => `${setting} root object r\npd pod\nr waits for pod`;
    assert.deepEqual(await wordsBetween(held(''), held('doomed')), [
      'worse: r is now doomed at the start, and held up',
      'worse: crash of pod now destroys r',
    ]);
  });

  it('take what had another kind for something new, and tell what is absent and which policies there are', async () => {
    assert.deepEqual(await wordsBetween('object db\npd app { needs db }', 'pd db\npd app { needs db }'), [
      'worse: crash of the new db now breaks app',
      'other: added PD: db',
      'other: removed object: db',
    ]);
    assert.deepEqual(await wordsBetween('pd a\npolicy p { pdDepth: 0 }', 'absent pd a\npolicy q { pdDepth: 0 }'), [
      'other: a is now absent at the start',
      'other: added policy: q',
      'other: removed policy: p',
    ]);
    assert.deepEqual(await wordsBetween('absent pd a', 'pd a'), ['other: a is no longer absent at the start']);
  });

  it('are those that a naive crash of both models finds, along histories of random models', () => {
    const seen = { fates: 0, changes: 0 };
    const drops = fc.array(fc.nat(1000), { minLength: 1, maxLength: 5 });
    const usual = fc.option(policy, { nil: undefined });
    const edit = fc.record({ drops, usual });
    fc.assert(
      fc.property(manyParts, usual, fc.array(edit, { minLength: 2, maxLength: 3 }), (parts, first, edits) => {
        // Relations are dropped, and come back with the next version.
        const versions = [
          { ...makeModel(parts.entities, parts.relations).model, policies: declared(first) },
          ...edits.map((each) => ({ ...without(parts, each.drops), policies: declared(each.usual) })),
        ];
        for (const [index, head] of versions.entries()) {
          const base = versions[index - 1];
          if (base === undefined) continue;
          const found = changesBetween(base, head).flatMap((change) =>
            change.kind === 'fate' && change.from !== 'absent' ? expanded(change, base, head) : [],
          );
          seen.changes += found.length;
          assert.deepEqual(found.sort(), naiveChanges(base, head, seen).sort());
        }
      }),
      { numRuns: runs(3, 1500) },
    );
    tried('fates compared', seen.fates);
    assert.ok(seen.changes > 50, `only ${String(seen.changes)} changes`);
  });
});

const declared = (usual: Policy | undefined): Policy[] => (usual === undefined ? [] : [{ ...usual, name: 'default' }]);

/** Returns the names of the policies that are compared: the default one if one of the models declares it. */
const comparedPolicies = (base: Model, head: Model): string[] => [
  ...new Set([head, base].flatMap((model) => policiesOf(model).map(({ name }) => name))),
];

/**
 * Drops some entities with what is in them, and some relations; of a need with a number all or none. Some are absent, and
 * some become roots, or are no longer.
 */
function without(parts: Parts, drops: readonly number[]): Model {
  const gone = new Set(drops.filter((drop) => drop % 3 === 0).map((drop) => drop % parts.entities.length));
  for (const [id, { parent }] of parts.entities.entries()) if (parent !== undefined && gone.has(parent)) gone.add(id);
  const kept = [...parts.entities.keys()].filter((id) => !gone.has(id));
  const now = (id: number): number => kept.indexOf(id);
  const absent = new Set(drops.filter((drop) => drop % 3 === 1).map((drop) => drop % parts.entities.length));
  for (const [id, { parent }] of parts.entities.entries())
    if (parent !== undefined && absent.has(parent)) absent.add(id);
  const turned = new Set(drops.filter((drop) => drop % 3 === 2).map((drop) => drop % parts.entities.length));
  const entities = parts.entities
    .map((entity, id) => (absent.has(id) ? { ...entity, absent: true } : entity))
    .map((entity, id) => (turned.has(id) ? { ...entity, root: entity.root !== true } : entity))
    .filter((_, id) => !gone.has(id))
    .map((entity) => (entity.parent === undefined ? entity : { ...entity, parent: now(entity.parent) }));
  const isGone = ({ source, target }: Parts['relations'][number]): boolean => gone.has(source) || gone.has(target);
  const lost = parts.relations.filter(isGone);
  const relations = parts.relations
    .filter((relation) => !isGone(relation) && !lost.some((each) => isSameNeed(each, relation)))
    .map((relation) => ({ ...relation, source: now(relation.source), target: now(relation.target) }));
  return withoutRelations({ entities, relations }, drops);
}

function withoutRelations({ entities, relations }: Parts, drops: readonly number[]): Model {
  const dropped = new Set(drops.map((drop) => relations[drop % Math.max(1, relations.length)]));
  const isDropped = (relation: Parts['relations'][number]): boolean =>
    dropped.has(relation) || [...dropped].some((each) => each !== undefined && isSameNeed(each, relation));
  return makeModel(
    entities,
    relations.filter((relation) => !isDropped(relation)),
  ).model;
}

const isSameNeed = (one: Parts['relations'][number], other: Parts['relations'][number]): boolean =>
  other.quorum !== undefined && one.source === other.source && one.quorum?.key === other.quorum.key;

type FateChange = Extract<Change, { kind: 'fate' }>;

function expanded({ events, entities, policies, from, to }: FateChange, base: Model, head: Model): string[] {
  const all = comparedPolicies(base, head);
  return events
    .filter(({ kind }) => kind === 'crash')
    .flatMap(({ name }) =>
      entities.flatMap((entity) => (policies ?? all).map((policy) => [name, policy, entity, from, to].join(' '))),
    );
}

function naiveChanges(base: Model, head: Model, seen: { fates: number }): string[] {
  const idsIn = ({ entities }: Model, isAsked: (kind: string) => boolean): Map<string, number> =>
    new Map(entities.flatMap(({ kind, absent, name, id }) => (absent || !isAsked(kind) ? [] : [[name, id]])));
  const crashes = [base, head].map((model) => idsIn(model, (kind) => kind === 'pd' || kind === 'node'));
  const all = [base, head].map((model) => idsIn(model, () => true));
  return [...new Set(crashes.flatMap((ids) => [...ids.keys()]))].flatMap((name) =>
    comparedPolicies(base, head).flatMap((named) =>
      [...(all[1]?.keys() ?? [])]
        .filter((entity) => all[0]?.has(entity) === true)
        .flatMap((entity) => {
          const [before, after] = [base, head].map((model, side) => {
            const [crashed, own] = [crashes[side]?.get(name), all[side]?.get(entity) ?? -1];
            const rest = restingFate(model, own);
            const policy = required(findPolicy(model, named));
            const fate =
              crashed === undefined ? rest : worst(naiveFate(naiveCrash(model, crashed, policy), entity), rest);
            return { rest, fate, isThere: crashed !== undefined };
          });
          seen.fates += 1;
          if (before === undefined || after === undefined || before.fate === after.fate) return [];
          if (before.fate === before.rest && after.fate === after.rest) return [];
          if (before.isThere !== after.isThere && entity === name) return [];
          return [[name, named, entity, before.fate, after.fate].join(' ')];
        }),
    ),
  );
}

const byHarm = ['destroyed', 'broken', 'degraded', 'dangling', 'untouched'];

const worst = (one: string, other: string): string => (byHarm.indexOf(one) < byHarm.indexOf(other) ? one : other);

/** The damage before any event; that is judged by tests of its own. */
function restingFate(model: Model, id: number): string {
  const { already } = planOf(model, { kind: 'destroy', targets: [] }, defaultPolicyOf(model));
  const isIn = (fate: 'broken' | 'degraded' | 'dangling'): boolean => already[fate].some(({ entity }) => entity === id);
  return (['broken', 'degraded', 'dangling'] as const).find(isIn) ?? 'untouched';
}

const naiveFate = (cleanup: ReturnType<typeof naiveCrash>, name: string): string =>
  (['destroyed', 'broken', 'degraded', 'dangling'] as const).find((fate) => cleanup[fate].includes(name)) ??
  'untouched';
