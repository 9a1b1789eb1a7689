/**
 * Needs during a run: which are unmet now, and what keeps something from coming to life: a need, or that its host is
 * dead. Needs hold by name, so they outlive both ends.
 */
import { entityName } from '../../../model/model.ts';
import {
  unmetCountText,
  groupNeeds,
  type Need,
  type Shortage,
  shortageOf,
  type Unmet,
} from '../../../analysis/facts/needs.ts';
import { type EntityId, type EntityKind, isHostedBy } from '../../../model/entity-kind.ts';
import { oncePer } from '../../../model/common/once-per.ts';
import { isAlive } from '../graph-now.ts';
import type { Link, Run } from '../run.ts';
import { t } from '../../../model/common/translation.ts';

const needsIn = oncePer((links: readonly Link[]) => groupNeeds(links.filter(({ kind }) => kind === 'needs')));

/** Returns the unmet needs of what is alive. Cost: O(needs). */
export const shortageNow = ({ state }: Pick<Run, 'state'>): Shortage<Link> =>
  shortageIn(state.links, (entity) => isAlive(state, entity));

function shortageIn(links: readonly Link[], lives: (entity: EntityId) => boolean): Shortage<Link> {
  return shortageOf(needsIn(links), { factsUntilGone: (entity) => (lives(entity) ? undefined : 0), canFail: lives });
}

/**
 * Returns why an entity may not come to life, as a clause: its host is not alive, or a need of it `as start` is unmet.
 * Undefined if it may; what is in `also` counts as alive.
 */
export function startRefusal(
  run: Pick<Run, 'program' | 'state'>,
  entity: EntityId,
  also: ReadonlySet<EntityId> = new Set(),
): string | undefined {
  const { state } = run;
  const lives = (id: EntityId): boolean => isAlive(state, id) || also.has(id);
  const host = hostOf(run, entity);
  if (host !== undefined && !lives(host)) return hostText(run, host);
  const needs = needsIn(state.links).filter(({ source, strength }) => source === entity && strength === 'start');
  if (needs.length === 0) return undefined;
  const { broken } = shortageIn(state.links, lives);
  const fails = (id: EntityId): boolean => !lives(id) || broken.has(id);
  const need = needs.find(
    ({ members, least }) => members.filter(({ target }) => !fails(target)).length < Math.max(1, least),
  );
  return need === undefined ? undefined : refusalText(run, need, { lives, fails });
}

/** Returns what is not alive and may not come to life now. Cost: O(entities + needs). */
export function heldBack(run: Pick<Run, 'program' | 'state'>): ReadonlySet<EntityId> {
  const { state, program } = run;
  const dead = program.model.entities.filter(({ id }) => !isAlive(state, id));
  return new Set(dead.map(({ id }) => id).filter((id) => startRefusal(run, id) !== undefined));
}

/** Returns what an entity lives in, at its current place. */
function hostOf({ program, state }: Pick<Run, 'program' | 'state'>, entity: EntityId): EntityId | undefined {
  const { entities } = program.model;
  const parent = state.places.get(entity) ?? entities[entity]?.parent;
  if (parent === undefined) return undefined;
  return isHostedBy(entities[entity]?.kind, entities[parent]?.kind) ? parent : undefined;
}

const wordsOfHosts: Partial<Record<EntityKind, string>> = { node: t`is on`, space: t`is in` };

function hostText({ program }: Pick<Run, 'program'>, host: EntityId): string {
  const { kind = 'pd', name = host } = program.model.entities[host] ?? {};
  return t`it ${wordsOfHosts[kind] ?? t`is nested in`} "${name}", which is not alive`;
}

function refusalText(
  { program }: Pick<Run, 'program'>,
  need: Need<Link>,
  { lives, fails }: { readonly lives: (id: EntityId) => boolean; readonly fails: (id: EntityId) => boolean },
): string {
  const nameOf = (id: EntityId): string => entityName(program.model, id);
  const targets = need.members.map(({ target }) => target);
  if (targets.length === 1) {
    const names = targets.map(nameOf).join('');
    return t`it needs "${names}" as start, which is ${targets.every(lives) ? t`broken` : t`not alive`}`;
  }
  const gone = targets.filter((id) => !lives(id)).map(nameOf);
  const broken = targets.filter((id) => lives(id) && fails(id)).map(nameOf);
  return unmetCountText(nameOf(need.source), need, gone, broken);
}

/** Returns the links of an unmet need, and those on the way from it to what is gone, the asked entity's first. */
export function unmetChain(run: Pick<Run, 'state'>, entity: EntityId, shortage: Shortage<Link>): Unmet<Link>[] {
  const chain: Unmet<Link>[] = [];
  for (let last = shortage.broken.get(entity); last !== undefined;) {
    chain.push(last);
    const { target } = last.by;
    last = isAlive(run.state, target) ? shortage.broken.get(target) : undefined;
  }
  return chain;
}
