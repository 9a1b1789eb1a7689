/** Random small models for property tests: every kind of entity, nesting, absent entities, several managers. */
import fc from 'fast-check';
import { relationEnds, relationKinds } from '../../../language/src/model/relation.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import { defaultPolicy, type Depth, type Policy } from '../../../language/src/model/policy.ts';
import { type Built, type EntityLiteral, makeModel, type RelationLiteral } from '../build-model.ts';

/** The parts of a random model, so that a test can also build it in another order. */
export interface Parts {
  readonly entities: readonly EntityLiteral[];
  readonly relations: readonly RelationLiteral[];
}

/** The kinds in which each kind can be nested. */
const around: Readonly<Record<EntityKind, readonly EntityKind[]>> = {
  pd: ['node', 'pd'],
  space: ['pd', 'node'],
  resource: ['space'],
  object: ['node', 'pd', 'object'],
  node: ['node'],
  region: ['pd'],
};

const kind = fc.constantFrom<EntityKind>(
  'pd',
  'pd',
  'pd',
  'pd',
  'space',
  'space',
  'resource',
  'resource',
  'object',
  'node',
  'region',
);
const type = fc.constantFrom('file', 'block', undefined);
const rarely = fc.integer({ min: 0, max: 9 }).map((number) => number === 0);
const seldom = fc.integer({ min: 0, max: 39 }).map((number) => number === 0);
const pick = fc.nat(1000);

const entityDraft = fc.record({
  kind,
  type,
  absent: rarely,
  root: rarely,
  isProtected: seldom,
  isNested: fc.boolean(),
  parent: pick,
});
const relationDraft = fc.record({
  kind: fc.constantFrom(...relationKinds, 'holds', 'manages', 'manages', 'requests', 'requests', 'maps', 'needs'),
  source: pick,
  target: pick,
  as: fc.constantFrom('file', 'block', undefined, 'soft', 'start'),
  isAny: rarely,
});

/** Needs with a number, of any strength, over targets that may repeat. */
const needDraft = fc.record({
  source: pick,
  targets: fc.array(pick, { minLength: 1, maxLength: 4 }),
  least: pick,
  as: fc.constantFrom(undefined, 'soft', 'soft', 'start'),
});
type NeedDraft = typeof needDraft extends fc.Arbitrary<infer T> ? T : never;

/** The parts of a random model of up to 16 entities and 34 relations, some of them between illegal kinds. */
export const parts: fc.Arbitrary<Parts> = partsOf(
  fc.array(entityDraft, { minLength: 1, maxLength: 16 }),
  fc.array(relationDraft, { maxLength: 34 }),
  fc.array(needDraft, { maxLength: 4 }),
);

/** The same, of at least 8 entities and 16 relations. */
export const manyParts: fc.Arbitrary<Parts> = partsOf(
  fc.array(entityDraft, { minLength: 8, maxLength: 16, size: 'max' }),
  fc.array(relationDraft, { minLength: 16, maxLength: 34, size: 'max' }),
  fc.array(needDraft, { minLength: 2, maxLength: 4, size: 'max' }),
);

function partsOf(
  entities: fc.Arbitrary<(typeof entityDraft extends fc.Arbitrary<infer T> ? T : never)[]>,
  relations: fc.Arbitrary<(typeof relationDraft extends fc.Arbitrary<infer T> ? T : never)[]>,
  needDrafts: fc.Arbitrary<NeedDraft[]>,
): fc.Arbitrary<Parts> {
  return fc.tuple(entities, relations, needDrafts).map(([entityDrafts, relationDrafts, needs]) => {
    const entities: EntityLiteral[] = [];
    for (const { kind, type, absent, root, isProtected, isNested, parent } of entityDrafts) {
      const hosts = [...entities.keys()].filter((id) => around[kind].includes(entities[id]?.kind ?? 'region'));
      const isInside = isNested || kind === 'resource';
      const host = isInside && hosts.length > 0 ? hosts[parent % hosts.length] : undefined;
      const isAbsent = absent || (host !== undefined && entities[host]?.absent === true);
      const name = `${kind}${entities.length}`;
      entities.push({ kind, type, root, absent: isAbsent, protected: isProtected, parent: host, name });
    }
    const relations = relationDrafts.flatMap(({ kind, source, target, as, isAny }) => {
      const from = candidates(entities, isAny ? undefined : relationEnds[kind].from);
      const first = from[source % from.length];
      const to = candidates(entities, isAny ? undefined : relationEnds[kind].to);
      const second = to[target % to.length];
      return first === undefined || second === undefined ? [] : [{ kind, source: first, target: second, as }];
    });
    return { entities, relations: [...relations, ...needs.flatMap((draft, key) => needOf(draft, key, entities))] };
  });
}

function needOf(
  { source, targets, least, as }: NeedDraft,
  key: number,
  entities: readonly EntityLiteral[],
): RelationLiteral[] {
  const from = candidates(entities, relationEnds.needs.from);
  const subject = from[source % from.length];
  if (subject === undefined) return [];
  const different = [...new Set(targets.map((target) => target % entities.length))];
  const quorum = { least: 1 + (least % different.length), key };
  return different.map((target) => ({ kind: 'needs', source: subject, target, as, quorum }));
}

const depth: fc.Arbitrary<Depth> = fc.constantFrom<Depth>(0, 1, 2, 3, 'unlimited');

/** A policy with random depths. */
export const policy: fc.Arbitrary<Policy> = fc
  .record({ pdDepth: depth, spaceDepth: depth })
  .map((depths) => ({ ...defaultPolicy, ...depths }));

/** A policy with random depths and thresholds, each of which may be absent. */
export const thresholdPolicy: fc.Arbitrary<Policy> = fc
  .tuple(policy, fc.constantFrom(undefined, 0, 1 / 3, 1 / 2, 2 / 3, 1), type, fc.constantFrom(undefined, 0, 1, 2, 3))
  .map(([depths, minRsi, rsiType, maxFaultRadius]) => ({ ...depths, minRsi, rsiType, maxFaultRadius }));

/**
 * Returns a model of the parts, declared in another order: entities by these keys (hosts first), relations by theirs.
 */
export function reordered({ entities, relations }: Parts, keys: readonly number[]): Built {
  const keyOf = (index: number): number => keys[index % keys.length] ?? 0;
  const order: number[] = [];
  const place = (id: number): void => {
    const parent = entities[id]?.parent;
    if (parent !== undefined) place(parent);
    if (!order.includes(id)) order.push(id);
  };
  for (const id of [...entities.keys()].sort((a, b) => keyOf(a) - keyOf(b))) place(id);
  const renumbered = order.flatMap((id) => {
    const entity = entities[id];
    if (entity === undefined) return [];
    return [{ ...entity, parent: entity.parent === undefined ? undefined : order.indexOf(entity.parent) }];
  });
  const turned = [...relations.keys()]
    .sort((a, b) => keyOf(a + 7) - keyOf(b + 7))
    .flatMap((index) => relations[index] ?? [])
    .map((each) => ({ ...each, source: order.indexOf(each.source), target: order.indexOf(each.target) }));
  return makeModel(renumbered, turned);
}

function candidates(entities: readonly EntityLiteral[], kinds: readonly EntityKind[] | undefined): number[] {
  return [...entities.keys()].filter((id) => kinds === undefined || kinds.includes(entities[id]?.kind ?? 'region'));
}
