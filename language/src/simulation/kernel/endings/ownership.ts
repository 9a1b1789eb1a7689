/**
 * Ownership in a state, as deletion sees it: how many owners an object names, and how many of them exist. Ownership by
 * earlier incarnations counts as named, not as present.
 */
import type { DeletionMode } from '../../../model/policy.ts';
import { holdsUp, ownDeletionMode } from '../../../analysis/deletion/deletion-words.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Relation, RelationKind } from '../../../model/relation.ts';
import { isCurrent } from '../graph-now.ts';
import { readSetting } from '../properties.ts';
import { lifeBits, type Link, type Program, type Run, type State } from '../run.ts';
import { isKind, itemsOf, type Value } from '../../values/values.ts';
import { at, itemAt } from '../../../model/common/lookup.ts';
import { oncePer } from '../../../model/common/once-per.ts';

/** Numbers of owners, by the object they own. */
export interface OwnerCounts {
  readonly named: Int32Array;
  /** Alive, in their latest incarnation, and of no other namespace. */
  readonly present: Int32Array;
}

/** Counts the owners of all objects. Cost: O(V + E). */
export function countOwners(run: Run): OwnerCounts {
  const { state } = run;
  const named = new Int32Array(state.life.length);
  const present = new Int32Array(state.life.length);
  const owning = ownershipIn(state.links);
  if (owning.length === 0) return { named, present };
  const namespaces = namespacesOf(run);
  for (const link of owning) {
    const { target } = link;
    named[target] = at(named, target) + 1;
    if (isOwnership(state, link, namespaces)) present[target] = at(present, target) + 1;
  }
  return { named, present };
}

const ownershipIn = oncePer((links: State['links']): readonly Link[] => links.filter(({ kind }) => kind === 'owns'));

/** Returns true if an object has owners, and all of them are absent. Cost: O(E). */
export function isAbandonedNow(run: Run, entity: EntityId): boolean {
  const { state } = run;
  const namespaces = namespacesOf(run);
  let isOwned = false;
  for (const link of state.links) {
    if (link.target !== entity || link.kind !== 'owns') continue;
    if (isOwnership(state, link, namespaces)) return false;
    isOwned = true;
  }
  return isOwned;
}

/** Returns true if any of `owners` names others as its own. Cost: O(E). */
export const ownsAny = ({ state }: Run, owners: ReadonlySet<EntityId>): boolean =>
  owners.size > 0 && state.links.some((link) => link.kind === 'owns' && owners.has(link.source));

/** All ownership there is, and the pairs of it that count; `links[id]` is the link that relation `id` was made from. */
export interface OwnershipNow {
  readonly links: readonly Link[];
  readonly relations: readonly Relation[];
  readonly owns: (owner: EntityId, owned: EntityId) => boolean;
}

/** The relations besides ownership by which a deletion spreads or waits. */
const spreading: ReadonlySet<RelationKind> = new Set(['protects', 'manages', 'dies with', 'stops with', 'waits for']);

/** Returns all ownership of a state, and the relations besides by which a deletion spreads. Cost: O(V + E). */
export function ownershipNow(run: Run): OwnershipNow {
  const { state } = run;
  const namespaces = namespacesOf(run);
  const count = state.life.length;
  const links = state.links.filter(
    (link) => link.kind === 'owns' || (spreading.has(link.kind) && isCurrent(state, link)),
  );
  const pairs = new Set<number>();
  const relations = links.map((link, id): Relation => {
    const { kind, source, target, as } = link;
    if (kind === 'owns' && isCurrent(state, link) && !areApart(namespaces, source, target))
      pairs.add(source * count + target);
    return { id, kind, source, target, as, notify: undefined, nested: false };
  });
  return { links, relations, owns: (owner, owned) => pairs.has(owner * count + owned) };
}

/** Returns true if an object has finalizers that keep it from ending. */
export function isHeldUp(run: Run, entity: EntityId): boolean {
  return finalizersOf(run, entity).some((word) => word === undefined || holdsUp(word));
}

/** Returns the deletion mode that an object sets for itself. */
export function ownModeNow(run: Run, entity: EntityId): DeletionMode | undefined {
  const setting = wordOfSetting(run, entity, 'deletion');
  return ownDeletionMode(
    setting,
    finalizersOf(run, entity).filter((word) => word !== undefined),
  );
}

/** Returns the word that a setting of an entity says. */
export const wordOfSetting = (run: Run, entity: EntityId, name: string): string | undefined =>
  wordOf(run, readSetting(run, entity, name) ?? null);

function finalizersOf(run: Run, entity: EntityId): (string | undefined)[] {
  return itemsOf(readSetting(run, entity, 'finalizers') ?? null).map((each) => wordOf(run, each));
}

function wordOf({ program }: Run, value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (isKind(value, 'symbol')) return value.name;
  return isKind(value, 'entity') ? program.model.entities[value.id]?.name : undefined;
}

function isOwnership(state: State, link: Link, namespaces: Namespaces): boolean {
  const isThere = (itemAt(state.life, link.source) & lifeBits.alive) !== 0 && isCurrent(state, link);
  return isThere && !areApart(namespaces, link.source, link.target);
}

/** By entity; undefined where no entity has one. */
type Namespaces = ReadonlyMap<EntityId, string> | undefined;

const known = new WeakMap<State['settings'], { readonly program: Program; readonly namespaces: Namespaces }>();

function namespacesOf(run: Run): Namespaces {
  const { settings } = run.state;
  const before = known.get(settings);
  if (before?.program === run.program) return before.namespaces;
  const found = new Map<EntityId, string>();
  for (const { id, kind } of run.program.model.entities) {
    if (kind !== 'object') continue;
    const value = wordOf(run, readSetting(run, id, 'namespace') ?? null);
    if (value !== undefined) found.set(id, value);
  }
  const namespaces = found.size === 0 ? undefined : found;
  known.set(settings, { program: run.program, namespaces });
  return namespaces;
}

function areApart(namespaces: Namespaces, owner: EntityId, owned: EntityId): boolean {
  if (namespaces === undefined) return false;
  const [first, second] = [namespaces.get(owner), namespaces.get(owned)];
  return first !== undefined && second !== undefined && first !== second;
}
