/** The losses at the end of an entity in the world of the second executor: its machine, and the relations of others. */
import type { Model } from '../../../../language/src/model/model.ts';
import type { Relation } from '../../../../language/src/model/relation.ts';
import { forgetHistories } from './microsteps.ts';
import { parentOf } from './places.ts';
import { send } from './sending.ts';
import { type Bond, entityOf, isAlive, isCurrent, isRunning, type Scene, takeBack } from './world.ts';

/** Returns the current model: what lives, where it is, and its relations. */
export const modelNow = (scene: Scene): Model => ({
  ...scene.model,
  entities: scene.model.entities.map((each) => {
    return { ...each, absent: !isAlive(scene, each.id), parent: parentOf(scene, each.id) };
  }),
  relations: scene.world.bonds
    .filter((bond) => isCurrent(scene.world, bond))
    .map(({ kind, source, target, as, notify }, id): Relation => {
      return { id, kind, source, target, as: as ?? undefined, notify: notify ?? undefined, nested: false };
    }),
});

/** Notifies a manager. */
export function tell(scene: Scene, manager: number, event: string, subjects: readonly number[]): void {
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
  takeBack(scene, (due) => due.kind === 'waiting' && due.entity === entity);
  if (!isRunning(world, entity)) return;
  world.active[entity] = null;
  forgetHistories(scene, entity, true);
  world.deferred[entity] = [];
  for (const each of scene.raised.filter((raised) => raised.entity === entity))
    scene.raised.splice(scene.raised.indexOf(each), 1);
  takeBack(scene, (due) => due.kind === 'timer' && due.entity === entity);
}

/** Removes the relations of ended entities; survivors that lose a hold, request or space are degraded. */
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
