/**
 * How entities come to life and end in the world of the second executor; what a crash takes along is asked of the
 * naive crash of names.
 */
import type { Relation } from '../../../../language/src/model/relation.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { naiveCrash } from '../../analysis/crash/naive-crash.ts';
import { setVariables } from './machines.ts';
import { send } from './sending.ts';
import type { Bond, Scene, Value } from './world.ts';
import { entityIn, entityOf, isAlive, isCurrent, takeBack } from './world.ts';

const joins = new Set(['holds', 'manages', 'requests', 'maps', 'owns', 'refers']);

/** Makes the declared relations that some entities carry, which have just come to life. */
export function linkDeclared(scene: Scene, isRevived: (carrier: number) => boolean, only?: number): void {
  const { world, model } = scene;
  for (const { id, kind, source, target, as } of model.relations) {
    const [carrier, other] = kind === 'owns' ? [target, source] : [source, target];
    if (!joins.has(kind) || (only ?? id) !== id || !isRevived(carrier) || !isAlive(scene, carrier)) continue;
    if (!isAlive(scene, other) && kind !== 'owns' && kind !== 'refers') continue;
    const [sourceLife, targetLife] = [world.lives[source]?.count ?? 0, world.lives[target]?.count ?? 0];
    world.bonds.push({ kind, source, target, as: as ?? null, sourceLife, targetLife, declared: id });
  }
}

/** Makes one entity, not what is nested in it. */
export function create(scene: Scene, entity: number): void {
  if (isAlive(scene, entity)) return;
  scene.reach('entity created');
  revive(scene, [entity], false);
}

/** Brings back what has ended: a PD with what it hosts, its spaces and their resources. */
export function restart(scene: Scene, entity: number): void {
  const { model, world } = scene;
  const life = world.lives[entity];
  if (life === undefined || life.alive || !life.existed || life.halted) return;
  const back = new Set([entity]);
  const add = (id: number): void => {
    const other = world.lives[id];
    if (other?.existed === true && !other.alive && !other.halted) back.add(id);
  };
  for (const id of back) {
    for (const { kind, source, target } of model.relations) if (kind === 'manages' && source === id) add(target);
    for (const each of model.entities) if (each.parent === id) add(each.id);
  }
  if ([...back].some((id) => id !== entity && model.entities[id]?.kind === 'pd')) scene.reach('hosted PD restarted');
  revive(
    scene,
    [...back].sort((a, b) => a - b),
    true,
  );
}

function revive(scene: Scene, entities: readonly number[], isRestart: boolean): void {
  const { world, model } = scene;
  for (const id of entities) {
    const count = (world.lives[id]?.count ?? 0) + 1;
    world.lives[id] = { alive: true, existed: true, doomed: false, crashed: false, halted: false, count, begins: '' };
    Reflect.deleteProperty(world.modes, String(id));
  }
  world.losses = world.losses.filter(([pd]) => !entities.includes(pd));
  linkDeclared(scene, (carrier) => entities.includes(carrier));
  for (const entity of entities) {
    if (model.entities[entity]?.machine === undefined) continue;
    setVariables(scene, entity, isRestart ? 'restart' : 'create');
    const life = world.lives[entity];
    if (life !== undefined) life.begins = isRestart ? 'restarted' : 'created';
  }
}

/** Crashes a PD, with all that the default policy takes along. */
export function crash(scene: Scene, entity: number, isFinal: boolean): void {
  const { model, world, policy, reach } = scene;
  if (!isAlive(scene, entity) || model.entities[entity]?.kind !== 'pd') return;
  const now = {
    ...model,
    entities: model.entities.map((each) => ({ ...each, absent: !isAlive(scene, each.id) })),
    relations: world.bonds
      .filter((bond) => isCurrent(world, bond))
      .map(({ kind, source, target, as }, id): Relation => {
        return { id, kind, source, target, as: as ?? undefined, notify: undefined, nested: false };
      }),
  };
  const { destroyed, notified } = naiveCrash(now, entity, { ...defaultPolicy, pdDepth: policy.pdDepth });
  const idOf = (name: string): number => model.entities.findIndex((each) => each.name === name);
  const ended = destroyed.map(idOf);
  for (const id of ended) {
    finish(scene, id);
    const life = world.lives[id];
    if (life === undefined || id !== entity) continue;
    life.crashed = true;
    life.halted ||= isFinal;
  }
  if (ended.length > 1) reach('crash that takes others along');
  lose(scene, ended);
  // As `server freed files.a by client` and `server lost files`.
  for (const line of notified) {
    const [manager = '', event = '', subject = '', , by] = line.split(' ');
    tell(scene, idOf(manager), event, by === undefined ? [idOf(subject)] : [idOf(subject), idOf(by)]);
  }
}

function tell(scene: Scene, manager: number, event: string, subjects: readonly number[]): void {
  if (scene.model.entities[manager]?.machine === undefined) return;
  scene.reach(event === 'freed' ? 'manager told "freed"' : 'manager told "lost"');
  send(scene, { from: null, event, values: subjects.map(entityOf) }, entityOf(manager));
}

/** Ends one entity: its machine is in no state, nothing is armed or deferred. */
export function finish(scene: Scene, entity: number): void {
  const { world } = scene;
  const life = world.lives[entity];
  if (life === undefined) return;
  [life.alive, life.existed, life.begins] = [false, true, ''];
  if ((world.leaves[entity] ?? -1) < 0) return;
  world.leaves[entity] = -1;
  world.deferred[entity] = [];
  takeBack(scene, (due) => due.kind === 'timer' && due.entity === entity);
}

/** Takes away what ended with some entities; survivors that lose a hold, request or space are degraded. */
export function lose(scene: Scene, ended: readonly number[]): void {
  const { world, reach } = scene;
  world.losses = world.losses.filter(([pd]) => !ended.includes(pd));
  const before = world.bonds;
  const isLost = ({ kind, source, target, sourceLife }: Bond): boolean => {
    if (sourceLife < 0) return false;
    if (kind === 'owns') return ended.includes(target);
    if (ended.includes(source)) return true;
    return ended.includes(target) && kind !== 'refers' && kind !== 'maps';
  };
  world.bonds = before.filter((bond) => !isLost(bond));
  for (const bond of before.filter(isLost)) {
    const { kind, source, target } = bond;
    if (!isAlive(scene, source) || !['holds', 'manages', 'requests'].includes(kind)) continue;
    reach('survivor degraded');
    world.losses.push([source, kind, target]);
  }
}

/** Destroys in an orderly way: what is hosted, owned and managed goes along. */
export function destroy(scene: Scene, targets: readonly number[]): void {
  const { world, model } = scene;
  const gone = new Set(targets.filter((id) => isAlive(scene, id)));
  for (const id of gone) {
    for (const { id: nested, parent, kind } of model.entities)
      if (parent === id && kind !== 'object' && isAlive(scene, nested)) gone.add(nested);
    for (const bond of world.bonds) {
      const { kind, source, target } = bond;
      if (!isCurrent(world, bond)) continue;
      if ((kind === 'owns' || kind === 'manages') && source === id && isAlive(scene, target)) gone.add(target);
      if (kind === 'dies with' && target === id && isAlive(scene, source)) gone.add(source);
    }
  }
  if (gone.size > 0) scene.reach('orderly destruction');
  endInOrder(scene, [...gone]);
}

/** Ends what is sentenced together, and tells managers. */
function endInOrder(scene: Scene, ended: readonly number[]): void {
  const { world, model } = scene;
  const told: [manager: number, event: string, subjects: readonly number[]][] = [];
  const managers = (space: number): number[] =>
    world.bonds
      .filter((bond) => bond.kind === 'manages' && bond.target === space && isCurrent(world, bond))
      .map(({ source }) => source)
      .filter((manager) => isAlive(scene, manager) && !ended.includes(manager));
  for (const bond of world.bonds) {
    const { kind, source, target } = bond;
    const space = model.entities[target]?.parent;
    if (kind !== 'holds' || space === undefined || !isCurrent(world, bond)) continue;
    if (!ended.includes(source) || ended.includes(target) || !isAlive(scene, target)) continue;
    for (const manager of managers(space)) told.push([manager, 'freed', [target, source]]);
  }
  for (const space of ended) for (const manager of managers(space)) told.push([manager, 'lost', [space]]);
  for (const id of ended) {
    const life = world.lives[id];
    if (life !== undefined) life.doomed = true;
    finish(scene, id);
  }
  lose(scene, ended);
  for (const each of told) tell(scene, ...each);
}

/** Destroys every object that no root reaches. */
export function collect(scene: Scene, moment: 'before' | 'demand' | 'after'): void {
  const { model, world } = scene;
  const reached = new Set(
    model.entities.filter(({ id, root, kind }) => isAlive(scene, id) && (root || kind === 'pd')).map(({ id }) => id),
  );
  const keep = (id: number): void => {
    if (isAlive(scene, id)) reached.add(id);
  };
  if (moment === 'demand') {
    for (const { due } of world.agenda) if (due.kind === 'message') namedIn(due.message.values).forEach(keep);
  }
  for (const id of reached) {
    for (const bond of world.bonds) {
      if (!isCurrent(world, bond)) continue;
      if ((bond.kind === 'owns' || bond.kind === 'refers') && bond.source === id) keep(bond.target);
      if (bond.kind === 'owns' && bond.target === id && moment !== 'after') keep(bond.source);
    }
    if (moment !== 'demand' || (world.leaves[id] ?? -1) < 0) continue;
    const before = reached.size;
    namedIn(Object.values(world.variables[id] ?? {})).forEach(keep);
    namedIn((world.deferred[id] ?? []).flatMap(({ values }) => values)).forEach(keep);
    if (reached.size > before) scene.reach('object kept by a variable or an event');
  }
  const swept = model.entities.filter(({ id, kind }) => kind === 'object' && isAlive(scene, id) && !reached.has(id));
  scene.reach(swept.length > 0 ? 'collection that swept' : 'collection that kept all');
  endInOrder(
    scene,
    swept.map(({ id }) => id),
  );
}

function namedIn(values: readonly Value[]): number[] {
  return values.flatMap((value): number[] => {
    if (typeof value === 'string') return value.startsWith('@') ? [entityIn(value)] : [];
    if (typeof value !== 'object' || value === null || 'ms' in value) return [];
    return namedIn('items' in value ? value.items : [value.otherwise, ...Object.values(value.entries)]);
  });
}
