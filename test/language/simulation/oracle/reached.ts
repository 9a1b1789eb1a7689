/** Reachability from roots in the world of the second executor. */
import { isAlive, isCurrent, isRunning, namedIn, type Scene } from './world.ts';

export type Moment = 'before' | 'demand' | 'after';

/** More roots, and entities that count as gone. */
interface Kept {
  readonly roots: ReadonlySet<number>;
  readonly without: ReadonlySet<number>;
}

/** Returns every object that no root reaches. */
export function unreachedFrom(
  scene: Scene,
  moment: Moment,
  { roots, without }: Kept = { roots: new Set(), without: new Set() },
): readonly number[] {
  const { model, world } = scene;
  const isThere = (id: number): boolean => isAlive(scene, id) && !without.has(id);
  const reached = new Set(
    model.entities
      .filter(({ id, root, kind }) => isThere(id) && (root || kind === 'pd' || roots.has(id)))
      .map(({ id }) => id),
  );
  const keep = (id: number): void => {
    if (isThere(id)) reached.add(id);
  };
  if (moment === 'demand') {
    for (const { due } of [...world.agenda, ...world.held])
      if (due.kind === 'message') namedIn(due.message.values).forEach(keep);
      else if (due.kind === 'waiting') namedIn(due.values).forEach(keep);
  }
  for (const id of reached) {
    for (const bond of world.bonds) {
      if (!isCurrent(world, bond)) continue;
      if ((bond.kind === 'owns' || bond.kind === 'refers') && bond.source === id) keep(bond.target);
      if (bond.kind === 'owns' && bond.target === id && moment !== 'after') keep(bond.source);
    }
    if (moment !== 'demand' || !isRunning(world, id)) continue;
    const before = reached.size;
    namedIn(Object.values(world.variables[id] ?? {})).forEach(keep);
    namedIn((world.deferred[id] ?? []).flatMap(({ values }) => values)).forEach(keep);
    if (reached.size > before) scene.reach('object kept by a variable or an event');
  }
  return model.entities
    .filter(({ id, kind }) => kind === 'object' && isThere(id) && !reached.has(id))
    .map(({ id }) => id);
}
