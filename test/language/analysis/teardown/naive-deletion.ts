/**
 * Deletion of objects as a cluster does it, worked out in the slowest way: instant by instant, one delay
 * apart, each object looking at its own owners. An oracle for plans; knows nothing of their code.
 */

/** An object by its number; it names its namespace, as every object of Kubernetes may. */
export interface NaiveObject {
  readonly absent: boolean;
  readonly hasFinalizer: boolean;
  readonly namespace: string;
}

export interface NaiveOwnership {
  readonly owner: number;
  readonly owned: number;
  readonly isBlocking: boolean;
}

export type NaiveMode = 'background' | 'foreground' | 'orphan';

/** What has ended, with the instant of its deletion, and what is deleted and cannot end. */
export interface NaiveOutcome {
  readonly ended: ReadonlyMap<number, number>;
  readonly held: readonly number[];
}

/** Deletes one object that exists, and lets time go on until nothing changes. */
export function deleteNaively(
  objects: readonly NaiveObject[],
  ownerships: readonly NaiveOwnership[],
  target: number,
  mode: NaiveMode,
): NaiveOutcome {
  const all = objects.map((_, id) => id);
  const alive = objects.map(({ absent }) => !absent);
  const modes = objects.map((): NaiveMode | undefined => undefined);
  const instantOf = objects.map(() => -1);
  const waitedForNoMore = objects.map(() => false);
  const canOwn = ({ owner, owned }: NaiveOwnership) => objects[owner]?.namespace === objects[owned]?.namespace;
  let bonds = [...ownerships];

  const dependentsOf = (id: number) => bonds.filter((bond) => bond.owner === id && alive[bond.owned] && canOwn(bond));
  const sentence = (id: number, how: NaiveMode, instant: number): void => {
    modes[id] = how;
    instantOf[id] = instant;
    if (how === 'orphan') bonds = bonds.filter((bond) => bond.owner !== id || !canOwn(bond));
  };
  const classOf = (bond: NaiveOwnership): 'absent' | 'waiting' | 'solid' => {
    if (!alive[bond.owner] || !canOwn(bond)) return 'absent';
    return modes[bond.owner] === 'foreground' ? 'waiting' : 'solid';
  };
  /** Looks at one object's owners; whether that changed anything. */
  const attempt = (id: number, instant: number): boolean => {
    const own = bonds.filter(({ owned }) => owned === id);
    const waiting = own.filter((bond) => classOf(bond) === 'waiting');
    if (!alive[id] || modes[id] !== undefined || waiting.length === 0) return false;
    if (own.some((bond) => classOf(bond) === 'solid')) {
      bonds = bonds.filter((bond) => !waiting.includes(bond));
      return true;
    }
    const dependents = dependentsOf(id);
    if (dependents.some(({ owned }) => owned !== id && modes[owned] === 'foreground')) waitedForNoMore[id] = true;
    sentence(id, dependents.length > 0 ? 'foreground' : 'background', instant);
    return true;
  };
  const end = (id: number): boolean => {
    if (!alive[id] || modes[id] === undefined || objects[id]?.hasFinalizer === true) return false;
    const waits = dependentsOf(id).some(({ owned, isBlocking }) => isBlocking && !waitedForNoMore[owned]);
    if (modes[id] === 'foreground' && waits) return false;
    alive[id] = false;
    return true;
  };
  const hasLostAll = (id: number): boolean => {
    const own = bonds.filter(({ owned }) => owned === id);
    return own.length > 0 && own.every((bond) => classOf(bond) === 'absent');
  };

  sentence(target, mode, 0);
  for (let instant = 0; instant < objects.length + 2; instant++) {
    const lost = all.filter((id) => instant > 0 && alive[id] && modes[id] === undefined && hasLostAll(id));
    for (const id of lost) sentence(id, 'background', instant);
    while (all.some((id) => attempt(id, instant))) continue;
    while (all.some((id) => end(id))) continue;
  }
  const ended = all.filter((id) => !alive[id] && modes[id] !== undefined);
  return {
    ended: new Map(ended.map((id) => [id, instantOf[id] ?? -1])),
    held: all.filter((id) => alive[id] && modes[id] !== undefined),
  };
}
