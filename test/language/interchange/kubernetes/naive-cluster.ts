/**
 * A cluster in a few lines, as the judge of imported models: the garbage collector, the namespace and definition
 * controllers and the protection of claims and volumes, each a rule that is applied until none has an effect.
 */

/** An object, as its fields say. */
export interface PlainObject {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly finalizers: readonly string[];
  readonly owners: readonly { readonly id: number; readonly blocks: boolean }[];
  /** Of a definition: the kind that it defines. */
  readonly defines?: string | undefined;
  /** Of a pod: the claims that it mounts, by id. */
  readonly claims?: readonly number[];
  /** Of a volume: its claim, by id, and its reclaim policy. */
  readonly claim?: number | undefined;
  readonly policy?: 'Delete' | 'Retain' | undefined;
  readonly isDeleting: boolean;
}

/** The end of a deletion. */
export interface Outcome {
  readonly gone: ReadonlySet<number>;
  /** What has a deletion timestamp and is still there. */
  readonly held: ReadonlySet<number>;
}

type Mode = 'background' | 'foreground';

/** Deletes objects of a cluster and lets its controllers work until nothing changes. */
export function simulate(objects: readonly PlainObject[], targets: readonly number[], mode: Mode): Outcome {
  const there = new Map(objects.map((object) => [object.id, object]));
  const owners = new Map(objects.map(({ id, owners: own }) => [id, own.map((each) => ({ ...each }))]));
  const deleting = new Map<number, Mode>();
  const mark = (id: number, how: Mode): boolean => {
    if (!there.has(id) || deleting.has(id)) return false;
    deleting.set(id, how);
    return true;
  };
  const ownersOf = (id: number) => owners.get(id) ?? [];
  const seesOwner = (item: PlainObject, id: number): boolean => {
    const owner = there.get(id);
    return owner !== undefined && (owner.namespace === undefined || owner.namespace === item.namespace);
  };
  const dependents = (owner: number): number[] =>
    [...there.values()]
      .filter((item) => seesOwner(item, owner) && ownersOf(item.id).some((each) => each.id === owner))
      .map(({ id }) => id);
  /** The collector looks at one object. */
  const collect = (item: PlainObject): boolean => {
    const own = ownersOf(item.id);
    // What is being deleted is left alone until it is gone, and so keeps its owners.
    if (own.length === 0 || deleting.has(item.id)) return false;
    const isWaiting = (id: number): boolean => deleting.get(id) === 'foreground';
    const seen = own.filter(({ id }) => seesOwner(item, id));
    const solid = seen.filter(({ id }) => !isWaiting(id));
    const waiting = seen.filter(({ id }) => isWaiting(id));
    if (solid.length > 0) {
      if (waiting.length === 0) return false;
      owners.set(
        item.id,
        own.filter((each) => !waiting.includes(each)),
      );
      return true;
    }
    if (waiting.length > 0 && dependents(item.id).length > 0) {
      if (dependents(item.id).some((id) => isWaiting(id))) for (const each of own) each.blocks = false;
      return mark(item.id, 'foreground');
    }
    return mark(item.id, 'background');
  };
  const controllers = (item: PlainObject): boolean => {
    const inside = contentOf(item, [...there.values()]);
    let hasChanged = false;
    if (deleting.has(item.id)) for (const { id } of inside) hasChanged = mark(id, 'background') || hasChanged;
    if (
      item.kind === 'PersistentVolume' &&
      item.policy === 'Delete' &&
      item.claim !== undefined &&
      !there.has(item.claim)
    )
      hasChanged = mark(item.id, 'background') || hasChanged;
    return hasChanged;
  };
  const isFree = (item: PlainObject): boolean => {
    if (!deleting.has(item.id) || item.finalizers.length > 0) return false;
    if (contentOf(item, [...there.values()]).length > 0) return false;
    const all = [...there.values()];
    if (item.kind === 'PersistentVolumeClaim' && all.some(({ claims }) => claims?.includes(item.id) === true))
      return false;
    if (item.kind === 'PersistentVolume' && item.claim !== undefined && there.has(item.claim)) return false;
    if (deleting.get(item.id) !== 'foreground') return true;
    return !dependents(item.id).some((id) => ownersOf(id).some((each) => each.id === item.id && each.blocks));
  };
  const work = (doesCollect: boolean): void => {
    for (let hasChanged = true; hasChanged;) {
      hasChanged = false;
      for (const item of [...there.values()]) hasChanged = controllers(item) || hasChanged;
      // What is deleted together is seen by the collector before any of it is gone.
      for (let goesOn = doesCollect; goesOn;) {
        goesOn = [...there.values()].map(collect).some(Boolean);
        hasChanged ||= goesOn;
      }
      const free = [...there.values()].filter(isFree);
      for (const { id } of free) there.delete(id);
      hasChanged ||= free.length > 0;
    }
  };
  for (const { id, isDeleting } of objects) if (isDeleting) mark(id, 'background');
  // What was being deleted and is held up by nothing has gone by the time of the request; the collector is slower.
  work(false);
  // A request says the mode, even of what is being deleted already.
  for (const id of targets) if (there.has(id)) deleting.set(id, mode);
  work(true);
  return {
    gone: new Set(objects.map(({ id }) => id).filter((id) => !there.has(id))),
    held: new Set([...deleting.keys()].filter((id) => there.has(id))),
  };
}

/** Returns what is in a namespace, or the instances of a definition. */
function contentOf({ kind, name, defines }: PlainObject, all: readonly PlainObject[]): readonly PlainObject[] {
  if (kind === 'Namespace') return all.filter(({ namespace }) => namespace === name);
  return defines === undefined ? [] : all.filter((other) => other.kind === defines);
}
