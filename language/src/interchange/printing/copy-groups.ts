/**
 * Finds the copies of a model that can be written as one declaration with a copy count: all copies in one parent,
 * without nested entities, whose settings and relations differ only by the copy number.
 */
import type { Entity, Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { mergeValues } from './merge-values.ts';
import { likeRuns } from './like-runs.ts';

/** All copies of one declaration, from the entity `first` on. */
export interface CopyGroup {
  readonly first: EntityId;
  readonly count: number;
  /** Settings as in the body of the declaration, with `index` for the copy number. */
  readonly settings: readonly Setting[];
  readonly data: readonly Setting[];
}

/** Returns the group of each such copy, by its id. `O(V + E)`. */
export function copyGroups(model: Model): ReadonlyMap<EntityId, CopyGroup> {
  const groups = new Map<EntityId, CopyGroup>();
  if (!model.entities.some(({ copy }) => copy !== undefined)) return groups;
  // `index` in a body would mean an entity of that name.
  if (model.entities.some(({ name }) => /(?:^|\.)index(?:\[\d+\])?$/.test(name))) return groups;
  const candidates = completeCopies(model);
  const mayJoin = new Uint8Array(model.entities.length);
  for (const { first, count } of candidates.values()) mayJoin.fill(1, first, first + count - 1);
  const runs = likeRuns(model, mayJoin, ({ first, count }) => candidates.get(first)?.count === count);
  const singles = [...candidates.values()].filter(({ count }) => count === 1);
  for (const { first, count } of [...runs, ...singles]) {
    const group = candidates.get(first);
    if (group !== undefined) for (let id = first; id < first + count; id += 1) groups.set(id, group);
  }
  return groups;
}

/** Returns the name of a copy without its number. */
export const nameWithoutCopy = (name: string): string => name.replace(/\[\d+\]$/, '');

/** Returns the groups of copies that are complete and equal in everything but relations, by their first entity. */
function completeCopies({ entities }: Model): Map<EntityId, CopyGroup> {
  const around = new Set(entities.map(({ parent }) => parent));
  const groups = new Map<EntityId, CopyGroup>();
  for (let first = 0; first < entities.length; first += 1) {
    if (entities[first]?.copy !== 0) continue;
    let end = first + 1;
    while (isNextCopy(entities[end - 1], entities[end])) end += 1;
    const copies = entities.slice(first, end);
    if (copies.some(({ id }) => around.has(id))) continue;
    const settings = mergeSettings(copies.map((copy) => copy.settings));
    const data = mergeSettings(copies.map((copy) => copy.data));
    if (settings !== undefined && data !== undefined)
      groups.set(first, { first, count: copies.length, settings, data });
  }
  return groups;
}

function isNextCopy(entity: Entity | undefined, next: Entity | undefined): boolean {
  if (entity?.copy === undefined || next?.copy !== entity.copy + 1) return false;
  return (
    nameWithoutCopy(entity.name) === nameWithoutCopy(next.name) &&
    entity.parent === next.parent &&
    entity.kind === next.kind &&
    entity.type === next.type &&
    entity.root === next.root &&
    entity.absent === next.absent &&
    entity.protected === next.protected &&
    entity.doomed === next.doomed &&
    entity.origin === next.origin &&
    entity.documentation === next.documentation
  );
}

/** Returns the settings that all copies share with `index` for the copy number; undefined if they differ otherwise. */
function mergeSettings(copies: readonly (readonly Setting[])[]): readonly Setting[] | undefined {
  const [first] = copies;
  if (first === undefined || copies.some(({ length }) => length !== first.length)) return undefined;
  const merged = first.map(({ name }, at) => {
    const values = copies.flatMap((settings) => (settings[at]?.name === name ? [settings[at].value] : []));
    const value = values.length === copies.length ? mergeValues(values) : undefined;
    return value === undefined ? undefined : { name, value };
  });
  return merged.every((setting) => setting !== undefined) ? merged : undefined;
}
