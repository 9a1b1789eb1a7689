/**
 * Finds the events whose crash can differ between two models, so that only these are computed: those from which
 * something spreads to an entity that differs. Along a need harm spreads only to the one that needs; along everything
 * else it is taken to spread both ways, which is more than it does.
 */
import { createEdgeList } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { entityName, type Model } from '../../model/model.ts';
import { printExpression } from '../../model/machines/print-expression.ts';
import { startOf } from '../deletion/at-start.ts';
import { defaultPolicyOf } from '../facts/policies.ts';
import { append } from '../../model/common/append.ts';
import type { SharedNames } from './event-outcome.ts';

/**
 * Returns 1 for each shared number of an entity whose crash may differ, otherwise 0. `isOtherwise` says of a number
 * whether the entity fares otherwise before any crash: then whoever needs it can lose more, or less. Cost: O(V + E).
 */
export function affectedCrashes(
  models: Readonly<Record<'base' | 'head', Model>>,
  { names, numbers }: SharedNames,
  isOtherwise: (number: number) => boolean,
): Uint8Array {
  const before = describe(models.base);
  const after = describe(models.head);
  const affected = Uint8Array.from(names, (name) => (before.get(name) === after.get(name) ? 0 : 1));
  const edges = createEdgeList(2 * (models.base.relations.length + models.head.relations.length));
  for (const side of ['base', 'head'] as const) {
    const number = (id: number): number => at(numbers[side], id);
    for (const { kind, source, target, id } of models[side].relations) {
      edges.add(number(source), number(target), id);
      if (kind === 'needs' && isOtherwise(number(target))) affected[number(source)] = 1;
      if (kind !== 'needs') edges.add(number(target), number(source), id);
    }
    for (const { id, parent } of models[side].entities) {
      if (parent === undefined) continue;
      edges.add(number(id), number(parent), id);
      edges.add(number(parent), number(id), id);
    }
  }
  const { offsets, targets } = edges.toDigraph(names.length);
  const waiting = [...affected.keys()].filter((number) => affected[number] === 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (let edge = at(offsets, next); edge < at(offsets, next + 1); edge++) {
      const source = at(targets, edge);
      if (affected[source] === 1) continue;
      affected[source] = 1;
      waiting.push(source);
    }
  }
  return affected;
}

/** Returns everything of each entity that a crash depends on, by name, as text. */
function describe(model: Model): ReadonlyMap<string, string> {
  const { entities, relations } = model;
  const { modes } = startOf(model).ending;
  const { deletion } = defaultPolicyOf(model);
  const write = (id: EntityId): string => entityName(model, id);
  const nameOf = (id: number | undefined): string | undefined => (id === undefined ? undefined : entities[id]?.name);
  const own = new Map<number, unknown[]>();
  // The order of their first relations distinguishes needs with a number.
  const quorums = new Map<number, number[]>();
  for (const { kind, source, target, as, quorum } of relations) {
    const keys = quorums.get(source) ?? [];
    if (quorum !== undefined && !keys.includes(quorum.key)) append(quorums, source, quorum.key);
    const need = quorum === undefined ? [] : [quorum.least, (quorums.get(source) ?? []).indexOf(quorum.key)];
    append(own, source, [kind, nameOf(target), as, ...need]);
  }
  return new Map(
    entities.map(({ id, name, kind, type, root, absent, doomed, protected: isProtected, parent, settings }) => {
      // How an object ends that the crash releases, and what removes its finalizers, is said by settings.
      const said = settings.map((each) => `${each.name}: ${printExpression(each.value, write)}`);
      const ending = modes.has(id) ? [deletion, ...said] : said;
      return [
        name,
        JSON.stringify([kind, type, root, absent, doomed, ending, isProtected, nameOf(parent), own.get(id) ?? []]),
      ];
    }),
  );
}
