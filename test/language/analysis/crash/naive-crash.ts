/**
 * A second crash cleanup, written from the language page with sets of names that grow until nothing changes.
 * Deliberately slow and simple; shares no code with the analysis.
 */
import type { Depth, Policy } from '../../../../language/src/model/policy.ts';
import type { Relation, RelationKind } from '../../../../language/src/model/relation.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { type NaiveNeed, spaceLevels, type World } from './naive-space-levels.ts';
import { naiveFaultRadius, naiveRsi, requestDistances } from '../naive-metrics.ts';

/** Only names, sorted, so that two declaration orders can be compared. */
export interface NaiveCleanup {
  readonly destroyed: readonly string[];
  readonly order: readonly (readonly string[])[];
  readonly degraded: readonly string[];
  readonly broken: readonly string[];
  readonly dangling: readonly string[];
  readonly notified: readonly string[];
}

/**
 * Returns the effects, by the language page, of the crash of an existing PD or node, or of several at once; `also` ends
 * as well, after that.
 */
export function naiveCrash(
  model: Model,
  crash: number | readonly number[],
  policy: Policy,
  also: readonly number[] = [],
): NaiveCleanup {
  const crashed = typeof crash === 'number' ? [crash] : crash;
  const world = worldOf(model);
  const pdLevel = pdLevels(world, crashed, policy.pdDepth);
  const atZero = new Set([...pdLevel.ended].flatMap(([id, level]) => (level === 0 ? [id] : [])));
  const spaceLevel = spaceLevels(world, pdLevel.served, atZero, policy.spaceDepth);
  const byDistance = new Set([...pdLevel.ended.keys(), ...spaceLevel.keys()]);
  const added = withinThresholds(world, model, crashed, policy);
  for (const id of byDistance) added.delete(id);
  const ended = new Set([...byDistance, ...added.keys(), ...also]);
  const { alive, name, related } = world;
  const lives = (id: number): boolean => alive.has(id) && !ended.has(id);

  const degraded = new Set<number>();
  for (const [p, target] of [...related('holds'), ...related('manages'), ...related('requests')]) {
    if (lives(p) && ended.has(target)) degraded.add(p);
  }
  for (const [p, space] of world.requested) if (lives(p) && ended.has(space)) degraded.add(p);

  const brokenBefore = brokenPds(world, (id) => alive.has(id));
  const brokenAfter = brokenPds(world, lives);
  for (const { id } of world.entities) {
    const soft = world.needs.filter(({ source, strength }) => source === id && strength === 'soft');
    const wasShort = soft.some((need) => isUnmet(need, (each) => alive.has(each), brokenBefore));
    if (!wasShort && soft.some((need) => isUnmet(need, lives, brokenAfter))) degraded.add(id);
  }

  const dangling = new Set<number>();
  for (const [x, target] of [...related('maps'), ...related('refers')]) {
    if (lives(x) && ended.has(target)) dangling.add(x);
  }
  for (const [owner, owned] of related('owns')) if (lives(owned) && ended.has(owner)) dangling.add(owned);

  return {
    destroyed: [...ended].map(name).sort(),
    order: layers(world, new Map([...pdLevel.ended, ...added]), spaceLevel),
    degraded: [...degraded].map(name).sort(),
    broken: [...brokenAfter]
      .filter((p) => !brokenBefore.has(p))
      .map(name)
      .sort(),
    dangling: [...dangling].map(name).sort(),
    notified: [...notified(world, ended, lives)].sort(),
  };
}

const isJoined = (one: Relation, other: Relation): boolean =>
  one.quorum !== undefined && one.quorum.key === other.quorum?.key && one.source === other.source;

function worldOf({ entities, relations }: Model): World {
  const alive = new Set(entities.filter(({ absent }) => !absent).map(({ id }) => id));
  const isKind = (id: number, ...kinds: readonly string[]): boolean => kinds.includes(entities[id]?.kind ?? '');
  const fits = ({ kind, source, target }: Relation): boolean => {
    if (kind === 'holds') return isKind(source, 'pd') && isKind(target, 'pd', 'space', 'resource');
    if (kind === 'manages') return isKind(source, 'pd') && isKind(target, 'space');
    if (kind === 'requests') return isKind(source, 'pd') && isKind(target, 'space', 'pd');
    if (kind === 'owns') return isKind(source, 'object') && isKind(target, 'object');
    if (kind === 'refers') return isKind(source, 'object', 'pd') && isKind(target, 'object');
    if (kind === 'dies with') return true;
    if (kind === 'needs') return isKind(source, 'pd', 'object', 'node', 'region');
    if (kind !== 'maps') return false;
    return (
      (isKind(source, 'space') && isKind(target, 'space')) || (isKind(source, 'resource') && isKind(target, 'resource'))
    );
  };
  const fitting = relations.filter(fits);
  const related = (kind: RelationKind): (readonly [number, number])[] =>
    fitting
      .filter((each) => each.kind === kind && alive.has(each.source) && alive.has(each.target))
      .map(({ source, target }) => [source, target] as const);
  const requested = fitting
    .filter((each) => each.kind === 'requests' && alive.has(each.source) && alive.has(each.target))
    .flatMap(({ source, target, as }): World['requested'] => {
      if (isKind(target, 'space')) return [[source, target, undefined]];
      return related('manages')
        .filter(([manager, space]) => manager === target && (as === undefined || entities[space]?.type === as))
        .map(([, space]) => [source, space, target] as const);
    });
  const all = fitting.filter(({ kind, source }) => kind === 'needs' && alive.has(source));
  const needs = all
    // One relation stands for all that a number joins: the first.
    .filter((each) => all.find((other) => each === other || isJoined(each, other)) === each)
    .map((each) => ({
      source: each.source,
      strength: each.as ?? '',
      least: each.quorum?.least ?? 1,
      targets: all.filter((other) => each === other || isJoined(each, other)).map(({ target }) => target),
    }));
  return { entities, alive, name: (id) => entities[id]?.name ?? '?', isKind, related, requested, needs };
}

/**
 * Returns the PD distance at which each entity ends, and the spaces and resources that end with their manager at
 * distance 0.
 */
function pdLevels(
  world: World,
  crashed: readonly number[],
  depth: Depth,
): { ended: Map<number, number>; served: Set<number> } {
  const ended = new Map(crashed.map((id) => [id, 0]));
  const served = new Set<number>();
  growTogether(world, ended, served, 0);
  const servedAtZero = new Set(served);
  for (let level = 1; depth === 'unlimited' || level <= depth; level++) {
    const dependents = dependentsOf(world, ended, served);
    if (dependents.length === 0) break;
    for (const p of dependents) ended.set(p, level);
    growTogether(world, ended, served, level);
  }
  return { ended, served: servedAtZero };
}

/**
 * Returns what is destroyed because of a metric, with everything that depends on it; it is placed with the PDs at
 * distance 1.
 */
function withinThresholds(world: World, model: Model, crashed: readonly number[], policy: Policy): Map<number, number> {
  const { minRsi, rsiType, maxFaultRadius } = policy;
  if (minRsi === undefined && maxFaultRadius === undefined) return new Map();
  const on = new Set(crashed.filter((id) => world.isKind(id, 'node')));
  for (const { id, parent } of model.entities) if (parent !== undefined && on.has(parent)) on.add(id);
  const around = new Set([...crashed, ...on]);
  const requests = requestDistances(model);
  const isNear = (p: number, q: number): boolean => {
    const { shared, all } = naiveRsi(model, [p, q], rsiType);
    if (minRsi !== undefined && (all === 0 ? 0 : shared / all) >= minRsi) return true;
    return maxFaultRadius !== undefined && naiveFaultRadius(requests, p, q) <= maxFaultRadius;
  };
  const livingPds = [...world.alive].filter((id) => world.isKind(id, 'pd'));
  const causes = livingPds.filter((id) => around.has(id));
  const victims = livingPds.filter((q) => world.entities[q]?.root === false && causes.some((p) => isNear(p, q)));
  const added = new Map(victims.map((id) => [id, 1]));
  growTogether(world, added, new Set(), 1);
  return added;
}

function growTogether(world: World, ended: Map<number, number>, served: Set<number>, level: number): void {
  for (let before = -1; before !== ended.size + served.size;) {
    before = ended.size + served.size;
    const add = (id: number): void => {
      if (world.alive.has(id) && !ended.has(id)) ended.set(id, level);
    };
    for (const { id, parent } of world.entities) if (parent !== undefined && ended.has(parent)) add(id);
    for (const [p, other] of world.related('dies with'))
      if (ended.has(other) && !(world.isKind(p, 'pd') && world.entities[p]?.root === true)) add(p);
    for (const [p, space] of world.related('manages')) {
      if (!ended.has(p)) continue;
      add(space);
      served.add(space);
    }
  }
}

function dependentsOf(world: World, ended: ReadonlyMap<number, number>, served: ReadonlySet<number>): number[] {
  const byHold = world.related('holds').filter(([, held]) => {
    const space = world.entities[held]?.parent;
    return world.isKind(held, 'resource') && space !== undefined && served.has(space);
  });
  const byRequest = world.requested.filter(
    ([, space, through]) => served.has(space) && (through === undefined || ended.has(through)),
  );
  const askers = new Set([...byHold, ...byRequest].map(([p]) => p));
  return [...askers].filter((p) => !ended.has(p) && world.entities[p]?.root === false);
}

function layers(world: World, pds: ReadonlyMap<number, number>, spaces: ReadonlyMap<number, number>): string[][] {
  const deepest = (levels: ReadonlyMap<number, number>): number => Math.max(0, ...levels.values());
  const placed = new Set<number>();
  const result: string[][] = [];
  const place = (ids: readonly number[]): void => {
    const fresh = ids.filter((id) => !placed.has(id));
    for (const id of fresh) placed.add(id);
    if (fresh.length > 0) result.push(fresh.map(world.name).sort());
  };
  const isPassive = (id: number): boolean => world.isKind(id, 'space', 'resource');
  for (let level = 0; level <= deepest(pds); level++) {
    const here = [...pds].filter(([, at]) => at === level).map(([id]) => id);
    place(here.filter((id) => !isPassive(id)));
    place(here.filter(isPassive));
    if (level > 0) continue;
    for (let far = 1; far <= deepest(spaces); far++) {
      place([...spaces].filter(([, at]) => at === far).map(([id]) => id));
    }
  }
  return result;
}

function brokenPds(world: World, lives: (id: number) => boolean): Set<number> {
  const found = new Set<number>();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const need of world.needs) {
      if (need.strength !== 'soft' && need.strength !== 'start' && isUnmet(need, lives, found)) found.add(need.source);
    }
  }
  return found;
}

const isUnmet = (
  { source, targets, least }: NaiveNeed,
  lives: (id: number) => boolean,
  broken: ReadonlySet<number>,
): boolean => lives(source) && targets.filter((id) => lives(id) && !broken.has(id)).length < least;

function notified(world: World, ended: ReadonlySet<number>, lives: (id: number) => boolean): Set<string> {
  const told = new Set<string>();
  for (const [manager, space] of world.related('manages')) {
    if (!lives(manager)) continue;
    if (ended.has(space)) told.add(`${world.name(manager)} lost ${world.name(space)}`);
    for (const [client, resource] of world.related('holds')) {
      const isHere = world.isKind(resource, 'resource') && world.entities[resource]?.parent === space;
      if (!isHere || !ended.has(client) || !lives(resource) || !lives(space)) continue;
      told.add(`${world.name(manager)} freed ${world.name(resource)} by ${world.name(client)}`);
    }
  }
  return told;
}
