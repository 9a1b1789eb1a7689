/**
 * Deletion in the world of the second executor: the steps of one instant are those of the cluster in which every object
 * checks its own owners.
 */
import {
  type Bond as Ownership,
  isLost,
  type NaiveFinalizer,
  ownMode,
  sentence,
  settleObjects,
  type Standing,
  type Standings,
} from '../deletion/naive-cluster.ts';
import { setting } from './evaluate.ts';
import { endInOrder } from './teardown.ts';
import { type Due, isAlive, itemsOf, type Scene, schedule, takeBack, textOf } from './world.ts';

/** Returns the objects of a world, by entity; other entities are never deleted, and own nothing. */
function standingsOf(scene: Scene): Standings {
  const { world, model } = scene;
  const objects = model.entities.map(({ id }): Standing => {
    const words = itemsOf(setting(scene, id, 'finalizers') ?? null).map((word) => textOf(word).slice(2, -1));
    const finalizers = words.map((word): NaiveFinalizer => {
      return word === 'orphan' || word === 'foregroundDeletion' ? word : 'backup';
    });
    const { alive = false, count = 0 } = world.lives[id] ?? {};
    const mode = alive ? world.modes[id] : undefined;
    return { namespace: '', finalizers, isAlive: alive, life: count, mode, lostAt: undefined };
  });
  const bonds = world.bonds.flatMap(({ kind, source, target, sourceLife, as }, place): Ownership[] =>
    kind !== 'owns'
      ? []
      : [{ owner: source, owned: target, isBlocking: as !== 'nonblocking', ownerLife: sourceLife, place }],
  );
  return { objects, bonds };
}

/** Begins the deletion of objects. */
export function deleteObjects(
  scene: Scene,
  targets: readonly number[],
  mode: 'background' | 'foreground' | 'orphan' | undefined,
): void {
  const { world, reach, policy } = scene;
  for (const id of targets.filter((each) => isAlive(scene, each))) {
    const meant = mode ?? world.modes[id] ?? ownMode(standingsOf(scene), id) ?? policy.deletion;
    reach(meant === 'orphan' ? 'deletion that orphans' : `deletion in the ${meant}`);
    world.modes[id] = meant;
  }
  settleDeletions(scene);
}

/** Deletes an object whose owners have all been absent for so long. */
export function deleteAbandoned(scene: Scene, entity: number, life: number): void {
  const { world, reach } = scene;
  if (!isAlive(scene, entity) || world.lives[entity]?.count !== life || world.modes[entity] !== undefined) return;
  const all = standingsOf(scene);
  if (!isLost(all, entity)) return;
  reach('dependent deleted after its owners');
  world.modes[entity] = ownMode(all, entity) ?? 'background';
}

/** Continues deletions, and schedules the deletion of objects that have lost their owners. */
export function settleDeletions(scene: Scene): void {
  if (scene.waiting !== undefined) return;
  const { world, reach, policy } = scene;
  const all = standingsOf(scene);
  for (const [id, { mode, isAlive: lives }] of all.objects.entries())
    if (lives && mode === 'orphan') sentence(all, id, mode);
  settleObjects(all);
  const kept = new Map(all.bonds.map((bond) => [bond.place, bond]));
  const ended = all.objects.flatMap(({ isAlive: lives }, id) => (!lives && isAlive(scene, id) ? [id] : []));
  world.bonds = world.bonds.flatMap((bond, place) => {
    const left = kept.get(place);
    if (bond.kind !== 'owns' || left?.isBlocking === (bond.as !== 'nonblocking')) return [bond];
    // An entity that ends loses the bonds to its owners by itself.
    if (left === undefined) return ended.includes(bond.target) ? [bond] : [];
    return [{ ...bond, as: 'nonblocking' }];
  });
  world.modes = Object.fromEntries(
    all.objects.flatMap(({ mode, isAlive: lives }, id) => (lives && mode !== undefined ? [[id, mode] as const] : [])),
  );
  for (const id of Object.keys(world.modes)) {
    const life = world.lives[Number(id)];
    if (life !== undefined) life.doomed = true;
  }
  if (Object.keys(world.modes).some((id) => all.objects[Number(id)]?.finalizers.includes('backup') === true))
    reach('finalizer that delays');
  if (Object.values(world.modes).includes('foreground')) reach('owner that waits for its dependents');
  if (ended.length > 0) {
    endInOrder(scene, ended);
    settleDeletions(scene);
    return;
  }
  const later = standingsOf(scene);
  for (const { id } of scene.model.entities) {
    const life = world.lives[id]?.count ?? 0;
    const isDue = isAlive(scene, id) && world.modes[id] === undefined && isLost(later, id);
    const isOf = (due: Due): boolean => due.kind === 'deletion' && due.entity === id;
    const pending = world.agenda.find(({ due }) => isOf(due));
    const isPending = pending?.due.kind === 'deletion' && pending.due.life === life;
    if (pending !== undefined && !(isDue && isPending)) takeBack(scene, isOf);
    if (isDue && !isPending) schedule(world, world.now + policy.deletionDelay, { kind: 'deletion', entity: id, life });
  }
}
