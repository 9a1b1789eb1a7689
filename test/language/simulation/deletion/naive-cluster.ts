/**
 * A cluster that deletes objects, computed in the slowest way: after each change every object checks its own owners
 * until nothing changes any more. An oracle for runs, independent of their code.
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

/** The state of one object. */
export interface Standing {
  readonly namespace: string;
  finalizers: readonly NaiveFinalizer[];
  isAlive: boolean;
  /** The number of its incarnations. */
  life: number;
  mode: NaiveMode | undefined;
  /** The time since which all its owners are absent, in milliseconds. */
  lostAt: number | undefined;
}

export interface Bond extends NaiveOwnership {
  readonly ownerLife: number;
  /** Where somebody else keeps it. */
  readonly place?: number;
}

/** The objects and ownerships at one time. */
export interface Standings {
  readonly objects: readonly Standing[];
  bonds: Bond[];
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
  /** Advances time by milliseconds. */
  readonly wait: (milliseconds: number) => void;
}

const delay = 1000;

function get({ objects }: Standings, id: number): Standing {
  const object = objects[id];
  if (object === undefined) throw new Error(`There is no object ${id}.`);
  return object;
}

/** Returns true if an owner exists: alive, in the right incarnation, and in the same namespace. */
function isThere(all: Standings, { owner, owned, ownerLife }: Bond): boolean {
  const { isAlive, life, namespace } = get(all, owner);
  return isAlive && life === ownerLife && namespace === get(all, owned).namespace;
}

/** Returns the deletion mode that the object itself declares. */
function ownMode(all: Standings, id: number): NaiveMode | undefined {
  const { finalizers } = get(all, id);
  if (finalizers.includes('orphan')) return 'orphan';
  return finalizers.includes('foregroundDeletion') ? 'foreground' : undefined;
}

/** Begins the deletion of an object. */
function sentence(all: Standings, id: number, mode: NaiveMode): void {
  get(all, id).mode = mode === 'foreground' ? 'foreground' : 'background';
  if (mode === 'orphan') all.bonds = all.bonds.filter((bond) => bond.owner !== id || !isThere(all, bond));
}

/** Returns true if an object has owners, and none of them exists. */
function isLost(all: Standings, id: number): boolean {
  const own = all.bonds.filter(({ owned }) => owned === id);
  return own.length > 0 && !own.some((bond) => isThere(all, bond));
}

/** Continues all deletions as far as possible at this time. */
function settleObjects(all: Standings): void {
  const dependentsOf = (id: number): Bond[] => all.bonds.filter((bond) => bond.owner === id && isThere(all, bond));
  const classOf = (bond: Bond): 'absent' | 'waiting' | 'solid' => {
    if (!isThere(all, bond)) return 'absent';
    return get(all, bond.owner).mode === 'foreground' ? 'waiting' : 'solid';
  };
  /** Returns the owners of an undeleted object, if one of them waits for it. */
  const ownersOf = (id: number): { readonly waiting: readonly Bond[]; readonly isKept: boolean } | undefined => {
    const own = all.bonds.filter(({ owned }) => owned === id);
    const waiting = own.filter((bond) => classOf(bond) === 'waiting');
    if (!get(all, id).isAlive || get(all, id).mode !== undefined || waiting.length === 0) return undefined;
    return { waiting, isKept: own.some((bond) => classOf(bond) === 'solid') };
  };
  const follow = (id: number): boolean => {
    if (ownersOf(id)?.isKept !== false) return false;
    const dependents = dependentsOf(id);
    if (dependents.some(({ owned }) => owned !== id && get(all, owned).mode === 'foreground')) {
      all.bonds = all.bonds.map((bond) => (bond.owned === id ? { ...bond, isBlocking: false } : bond));
    }
    sentence(all, id, dependents.length > 0 ? 'foreground' : (ownMode(all, id) ?? 'background'));
    return true;
  };
  const letGo = (id: number): boolean => {
    const owners = ownersOf(id);
    if (owners?.isKept !== true) return false;
    all.bonds = all.bonds.filter((bond) => !owners.waiting.includes(bond));
    return true;
  };
  const end = (id: number): boolean => {
    const object = get(all, id);
    if (!object.isAlive || object.mode === undefined || object.finalizers.includes('backup')) return false;
    if (object.mode === 'foreground' && dependentsOf(id).some(({ isBlocking }) => isBlocking)) return false;
    object.isAlive = false;
    all.bonds = all.bonds.filter(({ owned }) => owned !== id);
    return true;
  };
  const ids = all.objects.map((_, id) => id);
  // Deletions are decided before any object is released because of a remaining owner.
  while (ids.some(follow) || ids.some(letGo) || ids.some(end)) continue;
}

/** Creates a cluster of these objects; an ownership is made whenever the owned object is created. */
export function naiveCluster(declared: readonly NaiveObject[], ownerships: readonly NaiveOwnership[]): NaiveCluster {
  let now = 0;
  const objects = declared.map(({ namespace, finalizers, absent }): Standing => {
    const isAlive = !absent;
    return { namespace, finalizers, isAlive, life: isAlive ? 1 : 0, mode: undefined, lostAt: undefined };
  });
  const all: Standings = { objects, bonds: [] };
  const bondOf = (each: NaiveOwnership): Bond => ({ ...each, ownerLife: get(all, each.owner).life });
  all.bonds = ownerships.filter(({ owned }) => get(all, owned).isAlive).map(bondOf);
  const settle = (): void => {
    settleObjects(all);
    for (const [id, object] of objects.entries()) {
      if (!object.isAlive || object.mode !== undefined || !isLost(all, id)) object.lostAt = undefined;
      else object.lostAt ??= now;
    }
  };
  settle();
  return {
    objects,
    pairs: () =>
      [
        ...new Set(
          all.bonds
            .filter((bond) => get(all, bond.owner).life === bond.ownerLife)
            .map(({ owner, owned }) => `${owner}>${owned}`),
        ),
      ].sort(),
    create: (id) => {
      const object = get(all, id);
      if (object.isAlive) return;
      Object.assign(object, { isAlive: true, life: object.life + 1, mode: undefined, lostAt: undefined });
      all.bonds.push(...ownerships.filter(({ owned }) => owned === id).map(bondOf));
      settle();
    },
    remove: (id, mode) => {
      if (!get(all, id).isAlive) return;
      sentence(all, id, mode ?? get(all, id).mode ?? ownMode(all, id) ?? 'background');
      settle();
    },
    link: (ownership) => {
      if (!get(all, ownership.owner).isAlive || !get(all, ownership.owned).isAlive) return;
      all.bonds.push(bondOf(ownership));
      settle();
    },
    unlink: (owner, owned) => {
      const latest = all.bonds.findLastIndex((bond) => bond.owner === owner && bond.owned === owned);
      all.bonds = all.bonds.filter((_, index) => index !== latest);
      settle();
    },
    setFinalizers: (id, finalizers) => {
      get(all, id).finalizers = finalizers;
      settle();
    },
    wait: (milliseconds) => {
      const until = now + milliseconds;
      for (;;) {
        const due = objects.filter(({ lostAt }) => lostAt !== undefined && lostAt + delay <= until);
        const first = due.sort((a, b) => (a.lostAt ?? 0) - (b.lostAt ?? 0))[0];
        if (first?.lostAt === undefined) break;
        now = first.lostAt + delay;
        sentence(all, objects.indexOf(first), ownMode(all, objects.indexOf(first)) ?? 'background');
        settle();
      }
      now = until;
    },
  };
}
