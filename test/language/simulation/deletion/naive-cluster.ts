/**
 * A cluster that deletes objects, worked out in the slowest way: after each change every object looks at
 * its own owners until nothing changes any more. An oracle for runs; knows nothing of their code.
 */

export type NaiveMode = 'background' | 'foreground' | 'orphan';
export type NaiveFinalizer = 'backup' | 'orphan' | 'foregroundDeletion';

export interface NaiveObject {
  readonly namespace: string;
  readonly finalizers: readonly NaiveFinalizer[];
  readonly absent: boolean;
}

export interface NaiveOwnership {
  readonly owner: number;
  readonly owned: number;
  readonly isBlocking: boolean;
}

/** One object as it stands. */
interface Standing {
  readonly namespace: string;
  finalizers: readonly NaiveFinalizer[];
  isAlive: boolean;
  /** How often it came to life. */
  life: number;
  mode: NaiveMode | undefined;
  /** Since when all its owners are absent, in milliseconds. */
  lostAt: number | undefined;
}

interface Bond extends NaiveOwnership {
  readonly ownerLife: number;
}

export interface NaiveCluster {
  readonly objects: readonly Standing[];
  /** Pairs that hold between living incarnations, as `owner>owned`, sorted. */
  readonly pairs: () => string[];
  readonly create: (id: number) => void;
  readonly remove: (id: number, mode: NaiveMode | undefined) => void;
  readonly link: (ownership: NaiveOwnership) => void;
  readonly unlink: (owner: number, owned: number) => void;
  readonly setFinalizers: (id: number, finalizers: readonly NaiveFinalizer[]) => void;
  /** Lets milliseconds go by. */
  readonly wait: (milliseconds: number) => void;
}

const delay = 1000;

/** Makes a cluster of these objects; an ownership is made whenever the owned one comes to life. */
export function naiveCluster(declared: readonly NaiveObject[], ownerships: readonly NaiveOwnership[]): NaiveCluster {
  let now = 0;
  const objects = declared.map(({ namespace, finalizers, absent }): Standing => {
    const isAlive = !absent;
    return { namespace, finalizers, isAlive, life: isAlive ? 1 : 0, mode: undefined, lostAt: undefined };
  });
  const get = (id: number): Standing => {
    const object = objects[id];
    if (object === undefined) throw new Error(`There is no object ${id}.`);
    return object;
  };
  const bondOf = (each: NaiveOwnership): Bond => ({ ...each, ownerLife: get(each.owner).life });
  let bonds: Bond[] = ownerships.filter(({ owned }) => get(owned).isAlive).map(bondOf);

  const isThere = ({ owner, owned, ownerLife }: Bond): boolean =>
    get(owner).isAlive && get(owner).life === ownerLife && get(owner).namespace === get(owned).namespace;
  const classOf = (bond: Bond): 'absent' | 'waiting' | 'solid' => {
    if (!isThere(bond)) return 'absent';
    return get(bond.owner).mode === 'foreground' ? 'waiting' : 'solid';
  };
  const dependentsOf = (id: number): Bond[] => bonds.filter((bond) => bond.owner === id && isThere(bond));
  const ownMode = (id: number): NaiveMode | undefined => {
    const { finalizers } = get(id);
    if (finalizers.includes('orphan')) return 'orphan';
    return finalizers.includes('foregroundDeletion') ? 'foreground' : undefined;
  };
  const sentence = (id: number, mode: NaiveMode): void => {
    get(id).mode = mode === 'foreground' ? 'foreground' : 'background';
    if (mode === 'orphan') bonds = bonds.filter((bond) => bond.owner !== id || !isThere(bond));
  };
  /** The owners of an object that is not deleted yet, if one of them waits for it. */
  const ownersOf = (id: number): { readonly waiting: readonly Bond[]; readonly isKept: boolean } | undefined => {
    const own = bonds.filter(({ owned }) => owned === id);
    const waiting = own.filter((bond) => classOf(bond) === 'waiting');
    if (!get(id).isAlive || get(id).mode !== undefined || waiting.length === 0) return undefined;
    return { waiting, isKept: own.some((bond) => classOf(bond) === 'solid') };
  };
  const follow = (id: number): boolean => {
    if (ownersOf(id)?.isKept !== false) return false;
    const dependents = dependentsOf(id);
    if (dependents.some(({ owned }) => owned !== id && get(owned).mode === 'foreground')) {
      bonds = bonds.map((bond) => (bond.owned === id ? { ...bond, isBlocking: false } : bond));
    }
    sentence(id, dependents.length > 0 ? 'foreground' : (ownMode(id) ?? 'background'));
    return true;
  };
  const letGo = (id: number): boolean => {
    const owners = ownersOf(id);
    if (owners?.isKept !== true) return false;
    bonds = bonds.filter((bond) => !owners.waiting.includes(bond));
    return true;
  };
  const end = (id: number): boolean => {
    const object = get(id);
    if (!object.isAlive || object.mode === undefined || object.finalizers.includes('backup')) return false;
    if (object.mode === 'foreground' && dependentsOf(id).some(({ isBlocking }) => isBlocking)) return false;
    object.isAlive = false;
    bonds = bonds.filter(({ owned }) => owned !== id);
    return true;
  };
  const settle = (): void => {
    const ids = objects.map((_, id) => id);
    // Who goes is known before anybody is let go for the sake of an owner that stays.
    while (ids.some(follow) || ids.some(letGo) || ids.some(end)) continue;
    for (const [id, object] of objects.entries()) {
      const own = bonds.filter(({ owned }) => owned === id);
      const isLost = own.length > 0 && own.every((bond) => classOf(bond) === 'absent');
      if (!object.isAlive || object.mode !== undefined || !isLost) object.lostAt = undefined;
      else object.lostAt ??= now;
    }
  };
  settle();
  return {
    objects,
    pairs: () =>
      [
        ...new Set(
          bonds
            .filter((bond) => get(bond.owner).life === bond.ownerLife)
            .map(({ owner, owned }) => `${owner}>${owned}`),
        ),
      ].sort(),
    create: (id) => {
      const object = get(id);
      if (object.isAlive) return;
      Object.assign(object, { isAlive: true, life: object.life + 1, mode: undefined, lostAt: undefined });
      bonds.push(...ownerships.filter(({ owned }) => owned === id).map(bondOf));
      settle();
    },
    remove: (id, mode) => {
      if (!get(id).isAlive) return;
      sentence(id, mode ?? get(id).mode ?? ownMode(id) ?? 'background');
      settle();
    },
    link: (ownership) => {
      if (!get(ownership.owner).isAlive || !get(ownership.owned).isAlive) return;
      bonds.push(bondOf(ownership));
      settle();
    },
    unlink: (owner, owned) => {
      const latest = bonds.findLastIndex((bond) => bond.owner === owner && bond.owned === owned);
      bonds = bonds.filter((_, index) => index !== latest);
      settle();
    },
    setFinalizers: (id, finalizers) => {
      get(id).finalizers = finalizers;
      settle();
    },
    wait: (milliseconds) => {
      const until = now + milliseconds;
      for (;;) {
        const due = objects.filter(({ lostAt }) => lostAt !== undefined && lostAt + delay <= until);
        const first = due.sort((a, b) => (a.lostAt ?? 0) - (b.lostAt ?? 0))[0];
        if (first?.lostAt === undefined) break;
        now = first.lostAt + delay;
        sentence(objects.indexOf(first), ownMode(objects.indexOf(first)) ?? 'background');
        settle();
      }
      now = until;
    },
  };
}
