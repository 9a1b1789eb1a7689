/**
 * What is ending, computed in the slowest way from the language page: sentences and ends are added one by one until
 * nothing changes. An oracle for questions about models in which something is doomed; shares no code with them. What
 * ends only after a delay, because it has lost its owners, is left out.
 */
import type { Entity } from '../../../../language/src/model/entity.ts';
import type { Model } from '../../../../language/src/model/model.ts';

type NaiveMode = 'destroy' | 'background' | 'foreground' | 'orphan';

/** A state in which something is ending; functions change it. */
export interface NaiveState {
  readonly model: Model;
  readonly alive: Set<number>;
  readonly sentenced: Map<number, NaiveMode>;
  /** Ownership that an orphaning, or an owner that waits in vain, has cut. */
  readonly cut: Set<number>;
  /** Objects whose owners in the foreground no longer wait for them: what they own was going in the foreground before. */
  readonly free: Set<number>;
}

const kindOf = ({ model }: NaiveState, id: number): string => model.entities[id]?.kind ?? '';

/** Returns the state once everything has settled that is doomed at the start. */
export function naiveStart(model: Model): NaiveState {
  const alive = new Set(model.entities.filter(({ absent }) => !absent).map(({ id }) => id));
  const state: NaiveState = { model, alive, sentenced: new Map(), cut: new Set(), free: new Set() };
  for (const { id, doomed } of model.entities)
    if (doomed === true && alive.has(id)) sentence(state, id, ownMode(state, id));
  settle(state);
  return state;
}

/** Returns the state after some have ended at once, as in a crash. */
export function naiveLoss(before: NaiveState, gone: Iterable<number>): NaiveState {
  const state = copied(before);
  for (const id of gone) state.alive.delete(id);
  settle(state);
  return state;
}

/** Returns the state after a destruction. */
export function naiveDestruction(before: NaiveState, target: number): NaiveState {
  const state = copied(before);
  sentence(state, target, 'destroy');
  settle(state);
  return state;
}

const copied = ({ model, alive, sentenced, cut, free }: NaiveState): NaiveState => ({
  ...{ model, alive: new Set(alive), sentenced: new Map(sentenced), cut: new Set(cut), free: new Set(free) },
});

const wordOf = ({ settings }: Entity, name: string): string | undefined => {
  const value = settings.find((each) => each.name === name)?.value;
  return value?.kind === 'symbol' ? value.name : value?.kind === 'list' && value.items.length > 0 ? 'some' : undefined;
};

function ownMode({ model }: NaiveState, id: number): NaiveMode {
  const entity = model.entities[id];
  if (entity?.kind !== 'object') return 'destroy';
  const word = wordOf(entity, 'deletion');
  return word === 'foreground' || word === 'orphan' ? word : 'background';
}

function sentence(state: NaiveState, id: number, mode: NaiveMode): boolean {
  const known = state.sentenced.get(id);
  if (!state.alive.has(id) || (known !== undefined && (mode !== 'destroy' || known === 'destroy'))) return false;
  state.sentenced.set(id, mode);
  return true;
}

const isSpared = ({ model }: NaiveState, id: number): boolean =>
  model.entities[id]?.kind === 'pd' && model.entities[id].root;

function owned(state: NaiveState, owner: number): readonly { readonly id: number; readonly target: number }[] {
  return state.model.relations.filter(
    ({ id, kind, source, target }) =>
      kind === 'owns' &&
      source === owner &&
      state.alive.has(target) &&
      !state.cut.has(id) &&
      kindOf(state, target) === 'object',
  );
}

/** What is in an entity, or owned or managed by it. */
function inner(state: NaiveState, whole: number): number[] {
  const { model, alive } = state;
  const nested = model.entities.filter(
    ({ parent, kind }) => parent === whole && !(kind === 'object' && kindOf(state, whole) === 'object'),
  );
  const managed = model.relations.filter(
    ({ kind, source, target }) =>
      kind === 'manages' && source === whole && kindOf(state, whole) === 'pd' && kindOf(state, target) === 'space',
  );
  const all = [...nested.map(({ id }) => id), ...managed.map(({ target }) => target)];
  return [...all.filter((id) => alive.has(id)), ...owned(state, whole).map(({ target }) => target)];
}

const fates = ({ model }: NaiveState, kind: 'dies with' | 'stops with', of: number): number[] =>
  model.relations.filter((each) => each.kind === kind && each.target === of).map(({ source }) => source);

function settle(state: NaiveState): void {
  while (spread(state) || orphan(state) || ownersLeave(state) || letGo(state) || endAll(state)) continue;
}

/** Sentences what goes along with what is sentenced; returns true if there was anything. */
function spread(state: NaiveState): boolean {
  let isChanged = false;
  for (const [id, mode] of [...state.sentenced]) {
    if (!state.alive.has(id)) continue;
    for (const other of fates(state, 'stops with', id)) {
      if (isSpared(state, other)) continue;
      isChanged = sentence(state, other, kindOf(state, other) === 'object' ? mode : 'destroy') || isChanged;
    }
    if (mode !== 'destroy') continue;
    for (const other of inner(state, id)) isChanged = sentence(state, other, 'destroy') || isChanged;
    for (const other of fates(state, 'dies with', id))
      if (!isSpared(state, other)) isChanged = sentence(state, other, 'destroy') || isChanged;
  }
  return isChanged;
}

/** Returns what owns an object, exists, and does not wait for it: not in the foreground. */
const isKept = ({ sentenced, alive, cut, model }: NaiveState, object: number): boolean =>
  model.relations.some(
    ({ id, kind, source, target }) =>
      kind === 'owns' &&
      target === object &&
      !cut.has(id) &&
      alive.has(source) &&
      sentenced.get(source) !== 'foreground',
  );

/** Orphans what an object owns, which then goes on to end in the background. */
function orphan(state: NaiveState): boolean {
  const { sentenced, alive, cut } = state;
  const [owner] = [...sentenced].find(([id, mode]) => mode === 'orphan' && alive.has(id)) ?? [];
  if (owner === undefined) return false;
  for (const { id } of owned(state, owner)) cut.add(id);
  sentenced.set(owner, 'background');
  return true;
}

/** In the foreground sentences what no other owner keeps. */
function ownersLeave(state: NaiveState): boolean {
  const { sentenced, alive } = state;
  for (const [owner, mode] of sentenced) {
    if (!alive.has(owner)) continue;
    if (mode !== 'foreground') continue;
    for (const { target } of owned(state, owner)) {
      if (sentenced.has(target) || isKept(state, target)) continue;
      const isFirst = owned(state, target).some((each) => each.target !== target && sentenced.get(each.target) === 'foreground'); // oxfmt-ignore
      if (isFirst) state.free.add(target);
      sentence(state, target, owned(state, target).length > 0 ? 'foreground' : ownMode(state, target));
      return true;
    }
  }
  return false;
}

/** Before anything ends, an owner in the foreground lets go what others keep. */
function letGo(state: NaiveState): boolean {
  const { sentenced, alive, cut } = state;
  for (const [owner, mode] of sentenced) {
    const left = owned(state, owner).find(({ target }) => mode === 'foreground' && !sentenced.has(target));
    if (!alive.has(owner) || left === undefined) continue;
    cut.add(left.id);
    return true;
  }
  return false;
}

/** Ends all that waits for nothing but what ends with it, then dooms what dies with that; returns true if there was any. */
function endAll(state: NaiveState): boolean {
  const { alive, sentenced, model } = state;
  const waits = (id: number): boolean =>
    model.relations.some(({ kind, source, target }) => kind === 'waits for' && source === id && alive.has(target));
  const isFree = ([id, mode]: readonly [number, NaiveMode]): boolean => {
    const entity = model.entities[id];
    const hasFinalizers = entity !== undefined && mode !== 'destroy' && wordOf(entity, 'finalizers') !== undefined;
    return alive.has(id) && !hasFinalizers && !waits(id);
  };
  const ends = new Map([...sentenced].filter(isFree));
  const holds = ([id, mode]: readonly [number, NaiveMode]): boolean => {
    const parts = mode === 'destroy' ? inner(state, id) : mode === 'foreground' ? owned(state, id).map(({ target }) => target).filter((each) => !state.free.has(each)) : []; // oxfmt-ignore
    return parts.some((part) => !ends.has(part));
  };
  for (let held = [...ends].filter(holds); held.length > 0; held = [...ends].filter(holds))
    for (const [id] of held) ends.delete(id);
  if (ends.size === 0) return false;
  for (const id of ends.keys()) alive.delete(id);
  for (const id of ends.keys())
    for (const other of fates(state, 'dies with', id)) if (!isSpared(state, other)) sentence(state, other, 'destroy');
  return true;
}
