/**
 * Relations during a run: made when an entity comes to life, linked, unlinked, cut, and lost when an end of them goes.
 */
import { entityName } from '../../../model/model.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Relation, RelationKind } from '../../../model/relation.ts';
import { isAlive, isCurrent } from '../graph-now.ts';
import { remark } from '../remarks.ts';
import type { Link, Loss, Program, Run, State } from '../run.ts';
import { itemAt, required } from '../../../model/common/lookup.ts';
import { t } from '../../../model/common/translation.ts';

/** A relation to make, or to look for. */
type LinkSpec = Pick<Link, 'kind' | 'source' | 'target' | 'as' | 'notify'>;

/** Verbs that join two incarnations; all others hold by name. */
const joinsIncarnations: ReadonlySet<RelationKind> = new Set([
  'holds',
  'manages',
  'requests',
  'maps',
  'owns',
  'refers',
]);

/** Verbs whose links stay, dangling, when their target goes. */
const staysDangling: ReadonlySet<RelationKind> = new Set(['owns', 'refers', 'maps']);

/** Verbs whose loss leaves a living PD degraded. */
const degrades: ReadonlySet<RelationKind> = new Set(['holds', 'manages', 'requests']);

const firstLinks = new WeakMap<Program, readonly Link[]>();

/**
 * Returns the links of the start: all relations declared between entities that exist. All runs of a program share them.
 */
export function linksAtStart(program: Program, state: State): readonly Link[] {
  const known =
    firstLinks.get(program) ?? program.model.relations.flatMap((relation) => linkFrom(state, relation) ?? []);
  firstLinks.set(program, known);
  return known;
}

/** Makes the declared relations of entities that have just come to life, each when its carrier is among them. */
export function linkDeclared(run: Run, entities: readonly EntityId[]): void {
  const { program, state } = run;
  const made = [...new Set(entities.flatMap((entity) => required(program.carried[entity])))]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const relation = program.model.relations[id];
      if (relation === undefined || !joinsIncarnations.has(relation.kind)) return [];
      return linkFrom(state, relation) ?? [];
    });
  if (made.length === 0) return;
  state.links = [...state.links, ...made];
  for (const link of made) run.tell?.({ kind: 'linked', link });
}

/** Adds a relation between the living incarnations of both ends. Refuses the shell of a destroyed object. */
export function linkNow(run: Run, { kind, source, target, as, notify }: LinkSpec, place: PlaceId): void {
  const { state } = run;
  const joins = joinsIncarnations.has(kind);
  const dead = [source, target].find((end) => isShell(run, end) || (joins && !isAlive(state, end)));
  if (dead !== undefined) {
    const code = itemAt(state.lives, dead) > 0 ? 'run/shell' : 'run/refused';
    refuse(run, code, t`"${nameOf(run, dead)}" is not alive, so nothing can be linked to it.`, place);
    return;
  }
  const isKnown = (link: Link): boolean =>
    isBetween(link, { kind, source, target }) && link.notify === notify && isCurrent(state, link);
  // A set of subscriptions has each once.
  const isCounted = kind !== 'destroyed after' || run.program.defaultPolicy.subscriptions === 'counted';
  if (!isCounted && state.links.some(isKnown)) return;
  const [sourceLife, targetLife] = joins ? [itemAt(state.lives, source), itemAt(state.lives, target)] : [-1, -1];
  const link: Link = { kind, source, target, as, notify, sourceLife, targetLife, declared: undefined };
  state.links = [...state.links, link];
  state.losses = state.losses.filter((loss) => loss.pd !== source || loss.kind !== kind || loss.target !== target);
  run.tell?.({ kind: 'linked', link });
}

/**
 * Removes the latest relation of a verb and pair; where subscriptions are a set, all of them. With an action, only
 * relations that notify of this action count; with null, only those without one.
 */
export function unlinkNow(
  run: Run,
  spec: Pick<LinkSpec, 'kind' | 'source' | 'target'> & { readonly notify: string | null | undefined },
  place: PlaceId,
): void {
  const { state, program } = run;
  const isMeant = (link: Link): boolean =>
    isBetween(link, spec) && (spec.notify === undefined || (link.notify ?? null) === spec.notify);
  const latest = state.links.findLastIndex(isMeant);
  if (latest < 0) {
    const [source, target] = [nameOf(run, spec.source), nameOf(run, spec.target)];
    refuse(run, 'run/refused', t`There is no "${source} ${spec.kind} ${target}" to unlink.`, place);
    return;
  }
  const isAll = spec.kind === 'destroyed after' && program.defaultPolicy.subscriptions === 'set';
  removeLinks(run, (link, index) => index === latest || (isAll && isMeant(link)), 'unlinked');
}

/** Cuts every ownership of and reference to some entities. */
export function cutInto(run: Run, targets: readonly EntityId[]): void {
  const cut = new Set(targets);
  removeLinks(run, ({ kind, target }) => (kind === 'owns' || kind === 'refers') && cut.has(target), 'cut');
}

/** Removes links, and reports each. */
export function removeLinks(run: Run, isGone: (link: Link, index: number) => boolean, how: 'unlinked' | 'cut'): void {
  const { state, tell } = run;
  const left = state.links.filter((link, index) => {
    if (!isGone(link, index)) return true;
    tell?.({ kind: how, link });
    return false;
  });
  if (left.length < state.links.length) state.links = left;
}

/**
 * Removes the links that ended with some entities: those they carried, and those that survivors lose, which are
 * degraded by it. Links that own, refer to or map to these entities stay, dangling.
 */
export function loseLinks(run: Run, ended: ReadonlySet<EntityId>): void {
  const { state } = run;
  if (ended.size === 0) return;
  const losses: Loss[] = [];
  const left = state.links.filter((link) => {
    const isSourceGone = ended.has(link.source);
    const isTargetGone = ended.has(link.target);
    if ((!isSourceGone && !isTargetGone) || link.sourceLife < 0) return true;
    const { kind } = link;
    if (kind === 'owns' ? isTargetGone : isSourceGone) return false;
    if (staysDangling.has(kind)) return true;
    if (degrades.has(kind) && isAlive(state, link.source)) losses.push({ pd: link.source, kind, target: link.target });
    return false;
  });
  if (left.length < state.links.length) state.links = left;
  losses.push(...lostServices(run, losses));
  const kept = state.losses.filter(({ pd }) => !ended.has(pd));
  if (losses.length > 0 || kept.length < state.losses.length) state.losses = [...kept, ...losses];
}

/**
 * Returns the losses of entities that request a type of space from a PD: each such space is a loss, though the PD
 * lives.
 */
function lostServices({ program, state }: Run, losses: readonly Loss[]): Loss[] {
  const spaces = losses.filter(({ kind }) => kind === 'manages');
  if (spaces.length === 0) return [];
  return state.links.flatMap(({ kind, source, target, as }) => {
    const isHit = spaces.some(
      (lost) => lost.pd === target && (as === undefined || program.model.entities[lost.target]?.type === as),
    );
    return kind === 'requests' && isHit ? [{ pd: source, kind, target }] : [];
  });
}

/** Returns true if this is the shell of a destroyed object: a name, and settings that can be read. */
export const isShell = ({ program, state }: Pick<Run, 'program' | 'state'>, entity: EntityId): boolean =>
  program.model.entities[entity]?.kind === 'object' && !isAlive(state, entity) && itemAt(state.lives, entity) > 0;

function linkFrom({ lives, life }: State, relation: Relation): Link | undefined {
  const { id, kind, source, target, as, notify, quorum } = relation;
  if (!joinsIncarnations.has(kind)) {
    const link: Link = { kind, source, target, as, notify, sourceLife: -1, targetLife: -1, declared: id };
    return quorum === undefined ? link : { ...link, quorum };
  }
  const [carrier, other] = kind === 'owns' ? [target, source] : [source, target];
  const isLiving = (entity: EntityId): boolean => (itemAt(life, entity) & 1) === 1;
  if (!isLiving(carrier)) return undefined;
  if (!isLiving(other) && kind !== 'owns' && kind !== 'refers') return undefined;
  return {
    kind,
    source,
    target,
    as,
    notify,
    sourceLife: itemAt(lives, source),
    targetLife: itemAt(lives, target),
    declared: id,
  };
}

const isBetween = (link: Link, { kind, source, target }: Pick<LinkSpec, 'kind' | 'source' | 'target'>): boolean =>
  link.source === source && link.target === target && link.kind === kind;

const nameOf = ({ program }: Run, entity: EntityId): string => entityName(program.model, entity);

function refuse(run: Run, code: 'run/refused' | 'run/shell', message: string, place: PlaceId): void {
  remark(run, { code, message, place });
}
