/** The references to boxes in the world of the second executor, place by place; computed again each time. */
import { nodeOf } from './places.ts';
import { isAlive, isCurrent, isRunning, namedIn, type Scene } from './world.ts';

/** The place of everything that is on no node. */
export const outside = -1;

export const sorted = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

export const isBox = (scene: Scene, id: number): boolean =>
  scene.model.entities[id]?.kind === 'object' && nodeOf(scene, id) !== outside;

/** Returns the targets of an entity: linked ones, and those named by its variables and deferred messages. */
export function targetsOf(scene: Scene, id: number): number[] {
  const { world } = scene;
  const linked = world.bonds.filter(({ kind, source }) => kind === 'refers' && source === id);
  const values = [...Object.values(world.variables[id] ?? {}), ...(world.deferred[id] ?? []).flatMap((m) => m.values)];
  return sorted([
    ...linked.filter((bond) => isCurrent(world, bond)).map(({ target }) => target),
    ...(isRunning(world, id) ? namedIn(values) : []),
  ]);
}

export const boxesOf = (scene: Scene, id: number): number[] =>
  targetsOf(scene, id).filter((each) => isBox(scene, each));

/** Returns the living PDs and objects at a place. */
export const livingAt = (scene: Scene, place: number): number[] =>
  scene.model.entities
    .filter(({ id, kind }) => (kind === 'pd' || kind === 'object') && isAlive(scene, id) && nodeOf(scene, id) === place)
    .map(({ id }) => id);

export const isRoot = ({ model }: Scene, id: number): boolean => {
  const { kind, root } = model.entities[id] ?? {};
  return kind === 'pd' || root === true;
};

export const keptFor = ({ world }: Scene, place: number): number[] =>
  (world.leases?.transfers ?? []).flatMap(({ from, boxes }) => (from === place ? boxes : []));

/** Returns the boxes for which a place sends keepalives at a tick because of its roots. */
export const namedByRoots = (scene: Scene, place: number): number[] =>
  sorted([
    ...livingAt(scene, place)
      .filter((id) => isRoot(scene, id))
      .flatMap((id) => (isBox(scene, id) ? [id] : boxesOf(scene, id))),
    ...keptFor(scene, place),
  ]);

/** Returns the remote boxes that a place can use. */
export const remoteFrom = (scene: Scene, place: number): number[] =>
  sorted([...livingAt(scene, place).flatMap((id) => boxesOf(scene, id)), ...keptFor(scene, place)]).filter(
    (box) => nodeOf(scene, box) !== place,
  );

export const placesOf = ({ model }: Pick<Scene, 'model'>): number[] => [
  outside,
  ...model.entities.filter(({ kind }) => kind === 'node').map(({ id }) => id),
];
