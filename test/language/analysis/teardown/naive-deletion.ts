/**
 * Deletion of objects as a cluster does it, worked out in the slowest way: instant by instant, one delay
 * apart, each object looking at its own owners. An oracle for plans; knows nothing of their code.
 */

/** An object by its number; it names its namespace, as every object of Kubernetes may. */
export interface NaiveObject {
  readonly absent: boolean;
  readonly hasFinalizer: boolean;
  /** What it says itself of how it is deleted. */
  readonly ownMode?: NaiveMode | undefined;
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

/** Deletes one object that exists, or none, and lets time go on until nothing changes. */
export function deleteNaively(
  objects: readonly NaiveObject[],
  ownerships: readonly NaiveOwnership[],
  target: number | undefined,
  asked: NaiveMode | undefined,
): NaiveOutcome {
  const all = objects.map((_, id) => id);
  const alive = objects.map(({ absent }) => !absent);
  const modes = objects.map((): NaiveMode | undefined => undefined);
  const instantOf = objects.map(() => -1);
  const waitedForNoMore = objects.map(() => false);
  const canOwn = ({ owner, owned }: NaiveOwnership) => objects[owner]?.namespace === objects[owned]?.namespace;
  const ownModeOf = (id: number) => objects[id]?.ownMode ?? 'background';
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
  /** The owners that wait for an object that is not deleted yet; none if one is solid, or only then. */
  const waitingFor = (id: number, isKept: boolean): NaiveOwnership[] => {
    const own = bonds.filter(({ owned }) => owned === id);
    if (!alive[id] || modes[id] !== undefined) return [];
    if (own.some((bond) => classOf(bond) === 'solid') !== isKept) return [];
    return own.filter((bond) => classOf(bond) === 'waiting');
  };
  /** Whether an object now goes with the last of its owners. */
  const follow = (id: number, instant: number): boolean => {
    if (waitingFor(id, false).length === 0) return false;
    const dependents = dependentsOf(id);
    if (dependents.some(({ owned }) => owned !== id && modes[owned] === 'foreground')) waitedForNoMore[id] = true;
    sentence(id, dependents.length > 0 ? 'foreground' : ownModeOf(id), instant);
    return true;
  };
  /** Whether an object that another owner keeps now loses those that wait for it. */
  const letGo = (id: number): boolean => {
    const waiting = waitingFor(id, true);
    bonds = bonds.filter((bond) => !waiting.includes(bond));
    return waiting.length > 0;
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

  /** What has lost its last owner, in the order in which that happened. */
  let lost: number[] = [];
  const noteLost = (): void => {
    lost.push(...all.filter((id) => alive[id] && modes[id] === undefined && hasLostAll(id) && !lost.includes(id)));
  };
  const settle = (instant: number): void => {
    while (all.some((id) => follow(id, instant)) || all.some(letGo)) continue;
    while (all.some((id) => end(id))) continue;
    noteLost();
  };
  noteLost();
  if (target !== undefined) sentence(target, asked ?? ownModeOf(target), 0);
  settle(0);
  for (let instant = 1; instant < objects.length + 2; instant++) {
    const due = lost;
    lost = [];
    // One after the other: the next may have lost an owner with the one before.
    for (const id of due) {
      if (modes[id] !== undefined || !hasLostAll(id)) continue;
      sentence(id, ownModeOf(id), instant);
      settle(instant);
    }
    lost = lost.filter((id) => !due.includes(id) || modes[id] === undefined);
  }
  const ended = all.filter((id) => !alive[id] && modes[id] !== undefined);
  return {
    ended: new Map(ended.map((id) => [id, instantOf[id] ?? -1])),
    held: all.filter((id) => alive[id] && modes[id] !== undefined),
  };
}
