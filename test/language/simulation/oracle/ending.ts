/**
 * Ends under way in the second executor, in the slowest way: after each change every entity looks again at what ends
 * with it, at its owners, and at what it waits for, until nothing changes any more. From the sections "Orderly ends"
 * and "Ends that spread" of the language reference.
 */
import { type EndMode, isAlive, isCurrent, itemsOf, type Scene, type Value } from './world.ts';
import { setting } from './evaluate.ts';
import { parentOf } from './places.ts';

type Deletion = Exclude<EndMode, 'destroy' | 'collect' | 'taken'>;

/** The state of one entity. */
export interface Standing {
  readonly isObject: boolean;
  readonly isRootPd: boolean;
  /** What it is nested in; an object in an object is owned by it instead. */
  readonly host: number | undefined;
  /** True if a collection takes it along with nothing. */
  readonly isProtected: boolean;
  /** True if it has finalizers that hold it up. */
  readonly isHeld: boolean;
  readonly own: Deletion | undefined;
  readonly life: number;
  isAlive: boolean;
  mode: EndMode | undefined;
}

/** A relation by which an end spreads or waits, and its place among the bonds of the world. */
export interface Tie {
  readonly kind: string;
  readonly source: number;
  readonly target: number;
  readonly ownerLife: number;
  readonly isBlocking: boolean;
  readonly place: number;
}

/** All that can end, and what joins it. */
export interface Standings {
  readonly all: readonly Standing[];
  ties: readonly Tie[];
  /** True if nothing waits for anything and nothing is held up: for what ends sooner or later. */
  readonly isAtLast: boolean;
}

/** Reads a world; `modes` are the ends under way. */
export function standingsOf(scene: Scene, modes: Scene['world']['modes'], isAtLast = false): Standings {
  const { world, model } = scene;
  const kindOf = (id: number): string => model.entities[id]?.kind ?? '';
  const shields = world.bonds.filter(({ kind, as }) => kind === 'protects' && as !== 'eviction');
  const all = model.entities.map((entity): Standing => {
    const { id, kind, root } = entity;
    const said = (name: string): Value => (kind === 'object' ? (setting(scene, id, name) ?? null) : null);
    const words = itemsOf(said('finalizers')).map(wordIn);
    const asked = [wordIn(said('deletion')), ...words.map((word) => modeOfFinalizer[word])];
    const host = parentOf(scene, id);
    return {
      ...{ isObject: kind === 'object', isRootPd: kind === 'pd' && root },
      host: host !== undefined && kind === 'object' && kindOf(host) === 'object' ? undefined : host,
      isProtected: entity.protected === true || shields.some(({ target }) => target === id),
      isHeld: words.some((word) => modeOfFinalizer[word] === undefined),
      own: (['orphan', 'foreground', 'background'] as const).find((mode) => asked.includes(mode)),
      life: world.lives[id]?.count ?? 0,
      isAlive: isAlive(scene, id),
      mode: isAlive(scene, id) ? modes[id] : undefined,
    };
  });
  const ties = world.bonds.flatMap((bond, place): Tie[] => {
    const { kind, source, target, sourceLife, as } = bond;
    if (kind === 'manages' ? !isCurrent(world, bond) : !spreading.has(kind)) return [];
    return [{ kind, source, target, ownerLife: sourceLife, isBlocking: as !== 'nonblocking', place }];
  });
  return { all, ties, isAtLast };
}

const spreading: ReadonlySet<string> = new Set(['owns', 'dies with', 'stops with', 'waits for']);
const modeOfFinalizer: Readonly<Record<string, Deletion | undefined>> = {
  orphan: 'orphan',
  foregroundDeletion: 'foreground',
};

/** Returns the word of `:word` or `"word"`; empty for none. */
export const wordIn = (value: Value): string => (typeof value === 'string' ? value.replace(/^[:"]/, '') : '');

const get = ({ all }: Standings, id: number): Standing => {
  const found = all[id];
  if (found === undefined) throw new Error(`There is no entity ${id}.`);
  return found;
};

const idsOf = ({ all }: Standings): number[] => all.map((_, id) => id);

/** Returns true if an owner is there, in the incarnation that the tie joins. */
const isThere = (on: Standings, { source, ownerLife }: Tie): boolean =>
  get(on, source).isAlive && get(on, source).life === ownerLife;

/** Returns true if an object has owners, and none of them is there. */
export function isLost(on: Standings, id: number): boolean {
  const own = on.ties.filter(({ kind, target }) => kind === 'owns' && target === id);
  return own.length > 0 && !own.some((tie) => isThere(on, tie));
}

/** Returns what an entity hosts, owns and manages. */
const innerOf = (on: Standings, id: number): number[] =>
  idsOf(on).filter(
    (other) =>
      get(on, other).isAlive &&
      (get(on, other).host === id ||
        on.ties.some(
          (tie) =>
            tie.source === id &&
            tie.target === other &&
            (tie.kind === 'manages' || (tie.kind === 'owns' && isThere(on, tie))),
        )),
  );

const followersOf = (on: Standings, id: number, kind: 'stops with' | 'dies with'): number[] =>
  on.ties
    .filter((tie) => tie.kind === kind && tie.target === id)
    .map(({ source }) => source)
    .filter((source) => get(on, source).isAlive && !get(on, source).isRootPd);

/** Begins an end, unless one is under way already; being destroyed is stronger. Returns true if that is news. */
export function sentence(on: Standings, id: number, how: EndMode): boolean {
  const each = get(on, id);
  if (!each.isAlive || (each.mode !== undefined && strength(how) <= strength(each.mode))) return false;
  each.mode = how;
  return true;
}

/** Cuts what an object owns that is deleted orphaning; what is held up then goes on as in the background. */
function orphan(on: Standings, id: number): boolean {
  if (get(on, id).mode !== 'orphan') return false;
  on.ties = on.ties.filter((tie) => tie.kind !== 'owns' || tie.source !== id || !isThere(on, tie));
  get(on, id).mode = 'background';
  return true;
}

/** An end with more strength replaces one with less. */
const strength = (mode: EndMode): number => (mode === 'destroy' ? 2 : mode === 'taken' ? 1 : 0);

const isCollected = (mode: EndMode | undefined): boolean => mode === 'collect' || mode === 'taken';

const sentenceLike = (on: Standings, id: number, how: EndMode): boolean =>
  sentence(on, id, isCollected(how) ? 'taken' : get(on, id).isObject ? how : 'destroy');

/** Returns what a mode takes along of some entities: a collection nothing that is protected. */
const takenBy = (on: Standings, mode: EndMode | undefined, ids: readonly number[]): readonly number[] =>
  isCollected(mode) ? ids.filter((id) => !get(on, id).isProtected) : ids;

/** Returns everything that a destruction of some entities takes along, with them. */
export function takenAlong(on: Standings, ids: readonly number[]): Set<number> {
  const taken = new Set(ids.filter((id) => get(on, id).isAlive));
  for (const id of taken)
    for (const other of [...innerOf(on, id), ...followersOf(on, id, 'dies with'), ...followersOf(on, id, 'stops with')])
      taken.add(other);
  return taken;
}

/** Returns what ends with some entities because it dies or stops with them, and what that takes along. */
export function fatesOf(on: Standings, ids: readonly number[]): number[] {
  const first = ids.flatMap((id) => [...followersOf(on, id, 'dies with'), ...followersOf(on, id, 'stops with')]);
  return [...takenAlong(on, first)].filter((id) => !ids.includes(id));
}

function spread(on: Standings, id: number): boolean {
  const { mode, isAlive: lives } = get(on, id);
  if (!lives || mode === undefined) return false;
  const along =
    mode === 'destroy' || mode === 'taken'
      ? [...innerOf(on, id), ...followersOf(on, id, 'dies with'), ...followersOf(on, id, 'stops with')]
      : followersOf(on, id, 'stops with');
  return takenBy(on, mode, along).filter((other) => sentenceLike(on, other, mode)).length > 0;
}

const ownedBy = (on: Standings, id: number): Tie[] =>
  on.ties.filter((tie) => tie.kind === 'owns' && tie.source === id && isThere(on, tie) && get(on, tie.target).isAlive);

/** Returns the owners of an object that is not ending, if one of them waits for it to end. */
function ownersOf(on: Standings, id: number): { readonly waiting: readonly Tie[]; readonly isKept: boolean } {
  const none = { waiting: [], isKept: false };
  if (!get(on, id).isAlive || get(on, id).mode !== undefined) return none;
  const own = on.ties.filter((tie) => tie.kind === 'owns' && tie.target === id && isThere(on, tie));
  const waiting = own.filter(({ source }) => get(on, source).mode === 'foreground');
  return { waiting, isKept: waiting.length < own.length };
}

/** Ends an object with the last of its owners, if that waits for it. */
function follow(on: Standings, id: number): boolean {
  const { waiting, isKept } = ownersOf(on, id);
  if (waiting.length === 0 || isKept) return false;
  const dependents = ownedBy(on, id);
  if (dependents.some(({ target }) => target !== id && get(on, target).mode === 'foreground'))
    on.ties = on.ties.map((tie) => (tie.kind === 'owns' && tie.target === id ? { ...tie, isBlocking: false } : tie));
  return sentence(on, id, dependents.length > 0 ? 'foreground' : (get(on, id).own ?? 'background'));
}

/** Frees an object that another owner keeps from those that wait for it. */
function letGo(on: Standings, id: number): boolean {
  const { waiting, isKept } = ownersOf(on, id);
  if (waiting.length === 0 || !isKept) return false;
  on.ties = on.ties.filter((tie) => !waiting.includes(tie));
  return true;
}

/** Returns true if an entity waits for something that is alive; a cycle of such waits never ends. */
const awaits = (on: Standings, id: number): boolean =>
  !on.isAtLast &&
  on.ties.some(({ kind, source, target }) => kind === 'waits for' && source === id && get(on, target).isAlive);

/** Returns true if finalizers hold up an end of that kind. */
export const isHeldUp = (mode: EndMode): boolean => mode !== 'destroy' && !isCollected(mode);

/**
 * Returns what can end now: what is not held up, and hosts or owns nothing, of those that count, that stays and that it
 * has to survive.
 */
function whatCanEnd(on: Standings, counts: (id: number) => boolean): Set<number> {
  const can = new Set(
    idsOf(on).filter((id) => {
      const { isAlive: lives, mode, isHeld } = get(on, id);
      return lives && mode !== undefined && !(isHeldUp(mode) && isHeld && !on.isAtLast) && !awaits(on, id);
    }),
  );
  const outlasts = (id: number): number[] => {
    const { mode } = get(on, id);
    if (mode === 'destroy') return innerOf(on, id);
    // What a collection found ends without what it owns and something else keeps.
    if (isCollected(mode)) return innerOf(on, id).filter((other) => get(on, other).mode !== undefined);
    if (mode !== 'foreground') return [];
    return ownedBy(on, id).flatMap(({ isBlocking, target }) => (isBlocking ? [target] : []));
  };
  for (let before = -1; before !== can.size;) {
    before = can.size;
    for (const id of can) if (outlasts(id).some((other) => counts(other) && !can.has(other))) can.delete(id);
  }
  return can;
}

/** Ends all that nothing holds up; what dies with it is destroyed. Returns false if there is nothing. */
function end(on: Standings): boolean {
  const ended = whatCanEnd(on, () => true);
  for (const id of ended) get(on, id).isAlive = false;
  on.ties = on.ties.filter(({ kind, target }) => kind !== 'owns' || !ended.has(target));
  for (const id of ended) {
    const { mode } = get(on, id);
    for (const other of takenBy(on, mode, followersOf(on, id, 'dies with')))
      sentence(on, other, isCollected(mode) ? 'taken' : 'destroy');
  }
  return ended.size > 0;
}

/** Goes on with all ends as far as possible in this instant. */
export function goOn(on: Standings): void {
  // What ends is decided before anything is let go, and both before anything has ended.
  while ([spread, orphan, follow, letGo].some((step) => idsOf(on).some((id) => step(on, id))) || end(on)) continue;
}

/** Returns all that ends sooner or later, if these ends are under way, but for what `stays` although it is abandoned. */
export function endingAtLast(
  scene: Scene,
  modes: Scene['world']['modes'],
  stays: (abandoned: number) => boolean,
): number[] {
  const on = standingsOf(scene, {}, true);
  const isOver = (id: number): boolean => get(on, id).mode !== undefined;
  const isAbandoned = (id: number): boolean => get(on, id).isAlive && !isOver(id) && isLost(on, id);
  const spared = new Set(idsOf(on).filter((id) => isAbandoned(id) && stays(id)));
  for (const [id, mode] of Object.entries(modes)) sentence(on, Number(id), mode);
  goOn(on);
  const dueNow = (): number[] => idsOf(on).filter((id) => isAbandoned(id) && !spared.has(id));
  for (let due = dueNow(); due.length > 0; due = dueNow())
    for (const id of due) {
      if (isAbandoned(id)) sentence(on, id, get(on, id).own ?? 'background');
      goOn(on);
    }
  return idsOf(on).filter(isOver);
}

/** Returns those of some entities, destroyed together, that cannot end yet, because they wait for something. */
export function heldBack(scene: Scene, ids: readonly number[]): number[] {
  const on = standingsOf(scene, {});
  for (const id of ids) get(on, id).mode = 'destroy';
  const isOne = (id: number): boolean => ids.includes(id);
  for (let can = whatCanEnd(on, isOne); can.size > 0; can = whatCanEnd(on, isOne))
    for (const id of can) get(on, id).isAlive = false;
  return ids.filter((id) => get(on, id).isAlive);
}
