/**
 * Deletion of objects as in a cluster, computed in the slowest way: instant by instant, one delay apart, with each
 * object checking its own owners. An oracle for plans, independent of their code.
 */

/** An object by its number; it may name its namespace, like every object of Kubernetes. */
export interface NaiveObject {
  readonly absent: boolean;
  readonly hasFinalizer: boolean;
  /** The deletion mode that the object itself declares. */
  readonly ownMode?: NaiveMode | undefined;
  readonly namespace: string;
}

export interface NaiveOwnership {
  readonly owner: number;
  readonly owned: number;
  readonly isBlocking: boolean;
}

export type NaiveMode = 'background' | 'foreground' | 'orphan';

/** The objects that ended, with the instants of their deletion, and those that are deleted but blocked. */
export interface NaiveOutcome {
  readonly ended: ReadonlyMap<number, number>;
  readonly held: readonly number[];
}

/** Deletes one existing object, or none, and advances time until nothing changes. */
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
  /** Returns the owners that wait for an undeleted object; none unless having a solid owner matches `isProtectedNow`. */
  const waitingFor = (id: number, isKept: boolean): NaiveOwnership[] => {
    const own = bonds.filter(({ owned }) => owned === id);
    if (!alive[id] || modes[id] !== undefined) return [];
    if (own.some((bond) => classOf(bond) === 'solid') !== isKept) return [];
    return own.filter((bond) => classOf(bond) === 'waiting');
  };
  /** Returns true if an object is now deleted with the last of its owners. */
  const follow = (id: number, instant: number): boolean => {
    if (waitingFor(id, false).length === 0) return false;
    const dependents = dependentsOf(id);
    if (dependents.some(({ owned }) => owned !== id && modes[owned] === 'foreground')) waitedForNoMore[id] = true;
    sentence(id, dependents.length > 0 ? 'foreground' : ownModeOf(id), instant);
    return true;
  };
  /** Returns true if an object kept by another owner is now released by those that wait for it. */
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

  /** The objects that lost their last owner, in that order. */
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
    // One by one: the next may have lost an owner together with the previous one.
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
