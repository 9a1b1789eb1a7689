/** Copies a world of the second executor. */
import type { Leases, World } from './world.ts';

/** Returns a copy that shares with the world only what never changes, such as values, messages and what is due. */
export function copyWorld(world: World): World {
  const { spent } = world;
  return {
    ...world,
    lives: world.lives.map((life) => ({ ...life })),
    active: world.active.map((states) => (states === null ? null : [...states])),
    memories: recordOf(world.memories, (states) => [...states]),
    variables: world.variables.map((all) => ({ ...all })),
    bonds: [...world.bonds],
    losses: world.losses.map(([pd, kind, target]) => [pd, kind, target]),
    agenda: [...world.agenda],
    held: [...world.held],
    leases: world.leases === null ? null : copyLeases(world.leases),
    places: { ...world.places },
    deferred: world.deferred.map((messages) => [...messages]),
    settings: { ...world.settings },
    modes: { ...world.modes },
    spent: {
      faults: [...spent.faults],
      actions: [...spent.actions],
      down: [...spent.down],
      paused: [...spent.paused],
    },
  };
}

const copyLeases = (leases: Leases): Leases => ({
  ...leases,
  boxes: recordOf(leases.boxes, (box) => ({ ...box, seen: { ...box.seen } })),
  remote: recordOf(leases.remote, (boxes) => [...boxes]),
  transfers: leases.transfers.map((transfer) => ({ ...transfer, boxes: [...transfer.boxes] })),
  sequences: { ...leases.sequences },
  freed: [...leases.freed],
});

function recordOf<T>(record: Readonly<Record<string, T>>, copy: (value: T) => T): Record<string, T> {
  const made: Record<string, T> = {};
  for (const key of Object.keys(record)) made[key] = copy(record[key] as T);
  return made;
}
