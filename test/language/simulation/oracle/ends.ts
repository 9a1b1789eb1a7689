/**
 * Creation and end of entities in the world of the second executor; the effects of a crash are those of the naive crash
 * by names.
 */
import type { Policy } from '../../../../language/src/model/policy.ts';
import { naiveCrash } from '../../analysis/crash/naive-crash.ts';
import { beginLeases } from './leases.ts';
import { setVariables } from './variables.ts';
import { parentOf } from './places.ts';
import { finish, lose, modelNow, tell } from './losing.ts';
import { type Moment, unreachedFrom } from './reached.ts';
import { endInOrder } from './teardown.ts';
import { isAlive, isCurrent, type Scene } from './world.ts';

const joins = new Set(['holds', 'manages', 'requests', 'maps', 'owns', 'refers']);

/** Creates the declared relations carried by entities that have just been created. */
export function linkDeclared(scene: Scene, isRevived: (carrier: number) => boolean, only?: number): void {
  const { world, model } = scene;
  for (const { id, kind, source, target, as, notify } of model.relations) {
    const [carrier, other] = kind === 'owns' ? [target, source] : [source, target];
    if (!joins.has(kind) || (only ?? id) !== id || !isRevived(carrier) || !isAlive(scene, carrier)) continue;
    if (!isAlive(scene, other) && kind !== 'owns' && kind !== 'refers') continue;
    const [sourceLife, targetLife] = [world.lives[source]?.count ?? 0, world.lives[target]?.count ?? 0];
    world.bonds.push({
      kind,
      source,
      target,
      as: as ?? null,
      notify: notify ?? null,
      sourceLife,
      targetLife,
      declared: id,
    });
  }
}

/** Creates one entity without its nested ones. */
export function create(scene: Scene, entity: number): void {
  if (isAlive(scene, entity)) return;
  scene.reach('entity created');
  revive(scene, [entity], false);
}

/** Restarts an ended entity: a PD with what it hosts, its spaces and their resources. */
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
    // A node only locates objects; they do not come back with it.
    for (const each of model.entities)
      if (parentOf(scene, each.id) === id && (each.kind !== 'object' || model.entities[id]?.kind !== 'node'))
        add(each.id);
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
  beginLeases(scene, entities);
  for (const entity of entities) {
    if (model.entities[entity]?.machine === undefined) continue;
    setVariables(scene, entity, isRestart ? 'restart' : 'create');
    const life = world.lives[entity];
    if (life !== undefined) life.begins = isRestart ? 'restarted' : 'created';
  }
}

/** Crashes PDs and nodes in one event, with everything that a policy destroys with them. */
export function crash(scene: Scene, all: readonly number[], isFinal: boolean, policy: Policy = scene.policy): void {
  const { model, world, reach } = scene;
  const isKind = (id: number, ...kinds: readonly string[]): boolean => kinds.includes(model.entities[id]?.kind ?? '');
  const struck = [...new Set(all)].filter((id) => isAlive(scene, id) && isKind(id, 'pd', 'node'));
  if (struck.length === 0) return;
  if (struck.length > 1) reach('several crashed at once');
  if (struck.some((id) => isKind(id, 'node'))) reach('node crashed');
  const isOnNode = (id: number): boolean => {
    const parent = parentOf(scene, id);
    return parent !== undefined && ((struck.includes(parent) && isKind(parent, 'node')) || isOnNode(parent));
  };
  const crashed = new Set(struck);
  for (const { id } of model.entities) if (isKind(id, 'pd', 'node') && isOnNode(id)) crashed.add(id);
  const { destroyed, notified } = naiveCrash(modelNow(scene), struck, policy);
  const idOf = (name: string): number => model.entities.findIndex((each) => each.name === name);
  const ended = destroyed.map(idOf);
  for (const id of ended) {
    finish(scene, id);
    const life = world.lives[id];
    if (life === undefined || !crashed.has(id)) continue;
    life.crashed = true;
    life.halted ||= isFinal;
  }
  if (ended.length > 1) reach('crash that takes others along');
  lose(scene, ended);
  // Such as `server freed files.a by client` and `server lost files`.
  for (const line of notified) {
    const [manager = '', event = '', subject = '', , by] = line.split(' ');
    tell(scene, idOf(manager), event, by === undefined ? [idOf(subject)] : [idOf(subject), idOf(by)]);
  }
}

/** Destroys in order, together with everything hosted, owned and managed. */
export function destroy(scene: Scene, targets: readonly number[]): void {
  const { world, model } = scene;
  const gone = new Set(targets.filter((id) => isAlive(scene, id)));
  for (const id of gone) {
    for (const { id: nested, kind } of model.entities) {
      const isOwned = kind === 'object' && model.entities[id]?.kind === 'object';
      if (parentOf(scene, nested) === id && !isOwned && isAlive(scene, nested)) gone.add(nested);
    }
    for (const bond of world.bonds) {
      const { kind, source, target } = bond;
      if (!isCurrent(world, bond)) continue;
      if ((kind === 'owns' || kind === 'manages') && source === id && isAlive(scene, target)) gone.add(target);
      if ((kind === 'dies with' || kind === 'stops with') && target === id && isAlive(scene, source)) gone.add(source);
    }
  }
  if (gone.size > 0) scene.reach('orderly destruction');
  if ([...gone].some((id) => model.entities[id]?.protected === true)) {
    scene.reach('end that is refused');
    return;
  }
  if ([...gone].some((id) => world.bonds.some(({ kind, source }) => kind === 'stops with' && source === id)))
    scene.reach('end that spreads');
  endInOrder(scene, [...gone]);
}

/** Destroys every object that no root reaches, and what depends on these. */
export function collect(scene: Scene, moment: Moment): void {
  const swept = unreachedFrom(scene, moment);
  scene.reach(swept.length > 0 ? 'collection that swept' : 'collection that kept all');
  endInOrder(scene, swept, () => unreachedFrom(scene, moment));
}
