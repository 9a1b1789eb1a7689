/**
 * Finds the PDs that a policy destroys because of a metric: those whose similarity with a crashed PD is at least
 * `minRsi`, or whose fault radius to it is at most `maxFaultRadius`. Measured once, on what exists before the crash,
 * not again for each destroyed PD.
 */
import { at, byteAt, itemAt } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationId } from '../../model/relation.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { quotedName, relationOf } from '../../model/model.ts';
import { type Closure, rememberedClosures, relationsTo } from './closure.ts';
import { faultRadii } from './fault-radius.ts';
import { fraction, fractionText } from './fraction.ts';
import { resourceTypes } from './resource-types.ts';
import { t } from '../../model/common/translation.ts';

/** A PD within a threshold of another one. */
export interface Near {
  readonly pd: EntityId;
  /** The least number of facts that `because` returns, for choosing among reasons. */
  readonly hops: number;
  /** Returns the measurement and the declared facts that it follows from, beginning at the other PD. */
  readonly because: () => Fact[];
}

type Thresholds = Pick<Policy, 'name' | 'minRsi' | 'rsiType' | 'maxFaultRadius'>;

/** Returns true if a policy uses metrics. */
export function hasThresholds({ minRsi, maxFaultRadius }: Thresholds): boolean {
  return minRsi !== undefined || maxFaultRadius !== undefined;
}

/**
 * Returns the other living PDs within a threshold of a PD, roots included, in declaration order; with the shorter
 * reason if both thresholds are met. `alive` marks existing entities with 1. Without `rsiType`, the resources of all
 * types count together. Nearness is symmetric. Cost: O(V + E), and for a similarity the size of the closures of all
 * PDs.
 */
export function nearPds(model: RelatedEntities, policy: Thresholds, pd: EntityId, alive: Uint8Array): Near[] {
  const near = new Map<EntityId, Near>();
  for (const each of [...bySimilarity(model, policy, pd, alive), ...byFaultRadius(model, policy, pd, alive)]) {
    const known = near.get(each.pd);
    if (known === undefined || each.hops < known.hops) near.set(each.pd, each);
  }
  return [...near.values()].sort((a, b) => a.pd - b.pd);
}

function bySimilarity(model: RelatedEntities, policy: Thresholds, pd: EntityId, alive: Uint8Array): Near[] {
  const { minRsi: least, rsiType: type } = policy;
  if (least === undefined || model.entities[pd]?.kind !== 'pd') return [];
  const closureOf = rememberedClosures(model, alive);
  const counts = countedResources(model, type);
  const own = closureOf(pd);
  const ownCount = own.nodes.reduce((sum, id) => sum + byteAt(counts, id), 0);
  // For each counted resource, the hops from the crashed PD plus 1; 0 for everything else.
  const ownHops = new Int32Array(model.entities.length);
  for (const [place, id] of own.nodes.entries()) if (counts[id] === 1) ownHops[id] = itemAt(own.hops, place) + 1;
  return livingPds(model, alive).flatMap((other): Near[] => {
    if (other === pd) return [];
    const closure = closureOf(other);
    const { count, shared, nearest, hops } = compareWith(closure, counts, ownHops);
    const all = ownCount + count - shared;
    // Correctly rounded quotients of equal fractions are equal, so this comparison is exact.
    if ((all === 0 ? 0 : shared / all) < least) return [];
    const because = (): Fact[] => {
      // Without a shared resource there is no way.
      const way = nearest < 0 ? [] : relationsTo(own, own.nodes.indexOf(itemAt(closure.nodes, nearest)));
      const links = [...way, ...relationsTo(closure, nearest).reverse()];
      const text = similarityText(model, policy, [other, pd], { shared, all });
      return [...links.map((id) => relationFact(model, id)), { text, entity: other }];
    };
    return [{ pd: other, hops: hops + 1, because }];
  });
}

/** Marks the resources of a type, or all resources. */
function countedResources(model: RelatedEntities, type: string | undefined): Uint8Array {
  const { labels, of, isResource } = resourceTypes(model);
  if (type === undefined) return isResource;
  const wanted = labels.indexOf(type);
  return Uint8Array.from(of, (place) => (place >= 0 && place === wanted ? 1 : 0));
}

/**
 * Counts the relevant resources that another PD reaches and how many of them are shared, and finds the shared one with
 * the fewest hops.
 */
function compareWith({ nodes, hops }: Closure, counts: Uint8Array, ownHops: Int32Array) {
  let [count, shared, nearest, least] = [0, 0, -1, 0];
  for (let place = 0; place < nodes.length; place++) {
    const id = itemAt(nodes, place);
    if (counts[id] !== 1) continue;
    count += 1;
    const own = at(ownHops, id);
    if (own === 0) continue;
    shared += 1;
    const all = own + itemAt(hops, place) + 1;
    if (nearest >= 0 && all >= least) continue;
    nearest = place;
    least = all;
  }
  return { count, shared, nearest, hops: least };
}

function similarityText(
  model: RelatedEntities,
  { name, rsiType }: Thresholds,
  [first, second]: readonly [EntityId, EntityId],
  { shared, all }: { readonly shared: number; readonly all: number },
): string {
  const of = rsiType === undefined ? '' : t` in "${rsiType}"`;
  const rsi = fraction(shared, all);
  const counts = t`${shared} of ${all} resources`;
  return t`the RSI of ${quotedName(model, first)} and ${quotedName(model, second)}${of} is ${fractionText(rsi)} (${counts}), which meets the threshold of policy "${name}"`;
}

function byFaultRadius(
  model: RelatedEntities,
  { name, maxFaultRadius: most }: Thresholds,
  pd: EntityId,
  alive: Uint8Array,
): Near[] {
  if (most === undefined || model.entities[pd]?.kind !== 'pd') return [];
  const radii = faultRadii(model, pd, { alive: (id) => alive[id] === 1 });
  return livingPds(model, alive).flatMap((other): Near[] => {
    const radius = at(radii.of, other);
    if (other === pd || radius < 0 || radius > most) return [];
    const names = t`${quotedName(model, other)} and ${quotedName(model, pd)}`;
    return [
      {
        pd: other,
        hops: radii.hops(other) + 1,
        because: () => [
          ...radii.wayTo(other).flatMap((id) => requestFacts(model, id)),
          {
            text: t`the fault radius of ${names} is ${radius}, which meets the threshold of policy "${name}"`,
            entity: other,
          },
        ],
      },
    ];
  });
}

/** Returns the facts of a step between PDs; a hold counts as a request to the space of the resource. */
function requestFacts(model: RelatedEntities, id: RelationId): Fact[] {
  const { kind, target } = relationOf(model, id);
  const isInSpace = kind === 'holds' && at(indexRelations(model).spaceOf, target) >= 0;
  return isInSpace ? [relationFact(model, id), nestingFact(model, target)] : [relationFact(model, id)];
}

function livingPds(model: RelatedEntities, alive: Uint8Array): EntityId[] {
  return model.entities.filter(({ id, kind }) => kind === 'pd' && alive[id] === 1).map(({ id }) => id);
}
