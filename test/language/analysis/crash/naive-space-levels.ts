/**
 * The entities and relations of the naive crash, and what ends by space distance.
 */
import type { Entity } from '../../../../language/src/model/entity.ts';
import type { Depth } from '../../../../language/src/model/policy.ts';
import type { RelationKind } from '../../../../language/src/model/relation.ts';

/** The living entities of a model, and how they are related. */
export interface World {
  readonly entities: readonly Entity[];
  readonly alive: ReadonlySet<number>;
  readonly name: (id: number) => string;
  readonly isKind: (id: number, ...kinds: readonly string[]) => boolean;
  /** Returns the pairs of living entities of legal kinds. */
  readonly related: (kind: RelationKind) => (readonly [number, number])[];
  /** Every requested space: the PD, the space, and the manager through which it requests, if any. */
  readonly requested: readonly (readonly [number, number, number | undefined])[];
  /** Needs, including those of absent entities. */
  readonly needs: readonly NaiveNeed[];
}

/** One need over its targets. */
export interface NaiveNeed {
  readonly source: number;
  readonly strength: string;
  readonly least: number;
  readonly targets: readonly number[];
}

/**
 * Returns the space distance of everything that ends by it: spaces and their resources, and what dies with any of
 * these, with what it hosts and manages.
 */
export function spaceLevels(
  world: World,
  served: ReadonlySet<number>,
  atZero: ReadonlySet<number>,
  depth: Depth,
): Map<number, number> {
  const levels = new Map([...served].map((id) => [id, 0]));
  const others = new Map<number, number>();
  for (let level = 1; depth === 'unlimited' || level <= depth; level++) {
    const next = world
      .related('maps')
      .filter(
        ([space, target]) => world.isKind(space, 'space') && levels.get(target) === level - 1 && !levels.has(space),
      )
      .map(([space]) => space);
    if (next.length === 0) break;
    for (const space of next) levels.set(space, level);
    for (let before = -1; before !== levels.size + others.size;) {
      before = levels.size + others.size;
      for (const { id, parent, kind } of world.entities) {
        if (parent === undefined || !world.alive.has(id)) continue;
        if (kind === 'resource' && levels.has(parent) && !levels.has(id)) levels.set(id, levels.get(parent) ?? 0);
        if (others.has(parent) && !others.has(id) && !atZero.has(id)) others.set(id, level);
      }
      for (const [source, target] of world.related('dies with')) {
        const isGone = others.has(target) || (levels.get(target) ?? 0) > 0;
        const isSpared = world.isKind(source, 'pd') && world.entities[source]?.root === true;
        if (isGone && !isSpared && !others.has(source) && !atZero.has(source)) others.set(source, level);
      }
      for (const [manager, space] of world.related('manages')) {
        if (others.has(manager) && !levels.has(space)) levels.set(space, level);
      }
    }
  }
  for (const { id, parent, kind } of world.entities) {
    const level = parent === undefined ? undefined : levels.get(parent);
    if (kind === 'resource' && level !== undefined && world.alive.has(id) && !levels.has(id)) levels.set(id, level);
  }
  for (const [id, level] of others) levels.set(id, Math.min(level, levels.get(id) ?? level));
  return levels;
}
