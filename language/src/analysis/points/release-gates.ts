/**
 * The gates of what is already ending and held up: exactly what a crash releases, for all crashes at once. The state of
 * each entity is a diagram over the crashes, and ends come in the rounds of a deletion: all is doomed that goes with
 * what is doomed, then all that can end ends together and dooms what dies with it. What a further crash destroys at once
 * does not end in an orderly way, nor does what would have ended with that: these functions are not monotone.
 */
import type { Diagram, Diagrams } from '../../graph/decision-diagrams.ts';
import { append } from '../../model/common/append.ts';
import { once } from '../../model/common/once-per.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Ending } from '../deletion/at-start.ts';
import { isSentence } from '../deletion/deletion-state.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { anyOf, type Formula, never } from './formula.ts';
import { type Releasable, releasables } from './releasable.ts';
import { type ConditionalWait, stuckWhen } from './stuck-when.ts';

/** The releases of entities as gates; their numbers follow those of the entities. */
export interface ReleaseGates {
  /** Returns the gate of an entity; none if no crash can release it. */
  readonly releaseOf: (entity: EntityId) => readonly Formula[];
  readonly isRelease: (gate: number) => boolean;
  /** Returns some gates together with those that they depend on. */
  readonly around: (gates: readonly number[]) => Releases;
}

/** Some gates of releases. */
export interface Releases {
  /** The crashes on which they depend: for each entity involved those that destroy it. */
  readonly crashes: readonly Formula[];
  /** Returns the diagrams of the gates; `valueOf` gives those of crashes. */
  readonly valuesIn: (diagrams: Diagrams, valueOf: (formula: Formula) => Diagram) => ReadonlyMap<number, Diagram>;
}

/**
 * Returns the gates of a state; `byCrash` gives the crashes that destroy an entity. Undefined if nothing is ending. Cost:
 * O(V + E); that of `byCrash` for each entity of `around` and what it waits for.
 */
export function releaseGates(
  model: RelatedEntities,
  ending: Ending | undefined,
  exists: Uint8Array,
  byCrash: (entity: EntityId) => readonly Formula[],
): ReleaseGates | undefined {
  if (ending === undefined || ending.modes.size === 0) return undefined;
  const first = model.entities.length;
  const all = releasables(model, ending, exists);
  const needs = once(() => dependencies(all));
  return {
    releaseOf: (entity) => (all.has(entity) ? [{ kind: 'failed', entity: first + entity }] : []),
    isRelease: (gate) => all.has(gate - first),
    around: (gates) => {
      const needed = new Set(gates.map((gate) => gate - first));
      // Appending while iterating is intended. What no crash releases depends on nothing.
      for (const id of needed) if (all.has(id)) for (const other of needs().get(id) ?? []) needed.add(other);
      const members = [...needed].sort((a, b) => a - b).flatMap((id) => all.get(id) ?? []);
      const some = new Map(members.map((one) => [one.id, one]));
      const involved = members.flatMap(({ id, waits, parts, owned }) => [id, ...waits, ...parts, ...owned]);
      const crashOf = new Map([...new Set(involved)].map((id) => [id, anyOf(byCrash(id))]));
      return {
        crashes: [...new Map([...crashOf.values()].map((formula) => [JSON.stringify(formula), formula])).values()],
        valuesIn: (diagrams, valueOf) => {
          const released = releases(diagrams, some, (id) => valueOf(crashOf.get(id) ?? never));
          return new Map(members.map(({ id }) => [first + id, released.get(id) ?? 0]));
        },
      };
    },
  };
}

/** Returns for each entity those on whose ends its own release depends: what it waits for, and what may doom it. */
function dependencies(all: All): ReadonlyMap<EntityId, readonly EntityId[]> {
  /** What may become destroyed, with all that goes along. */
  const sentenced = new Set(
    [...all.values()].flatMap((one) => [...(isSentence(one.mode) ? [one.id] : []), ...one.dies]),
  );
  // Appending while iterating is intended.
  for (const id of sentenced) {
    const { along = [], stops = [] } = all.get(id) ?? {};
    for (const other of [...along, ...stops]) sentenced.add(other);
  }
  const found = new Map<EntityId, EntityId[]>();
  for (const { id, waits, parts, owned, along, stops, dies } of all.values()) {
    const isSentenced = sentenced.has(id);
    for (const other of [...waits, ...owned, ...(isSentenced ? parts : [])]) append(found, id, other);
    for (const other of [...dies, ...(isSentenced ? [...along, ...stops] : [])]) append(found, other, id);
  }
  return found;
}

/** In declaration order. */
type All = ReadonlyMap<EntityId, Releasable>;

/** Returns when each entity is released. Cost: that of `stuckWhen` for each round, of which there are at most V. */
function releases(
  diagrams: Diagrams,
  all: All,
  crashed: (entity: EntityId) => Diagram,
): ReadonlyMap<EntityId, Diagram> {
  const { and, or, not } = diagrams;
  const alive = new Map<EntityId, Diagram>();
  const aliveNow = (id: EntityId): Diagram => {
    const known = alive.get(id) ?? not(crashed(id));
    alive.set(id, known);
    return known;
  };
  const released = new Map<EntityId, Diagram>();
  const states = createStates(diagrams, all, aliveNow);
  for (let isOver = false; !isOver;) {
    states.goAlong();
    const ends = [...states.endsNow()].filter(([, when]) => when !== 0);
    for (const [{ id }, when] of ends) {
      alive.set(id, and(aliveNow(id), not(when)));
      released.set(id, or(released.get(id) ?? 0, when));
    }
    for (const [one, when] of ends) for (const other of one.dies) states.doom(other, when, one);
    isOver = ends.length === 0;
  }
  return released;
}

/** Keeps in which way each entity is ending, as functions of the crashes; a sentence counts while its entity exists. */
function createStates(diagrams: Diagrams, all: All, alive: (entity: EntityId) => Diagram) {
  const { and, or, not } = diagrams;
  const destroyed = new Map<EntityId, Diagram>();
  const taken = new Map<EntityId, Diagram>();
  const isDestroyed = ({ id, mode }: Releasable): Diagram => (mode === 'destroy' ? 1 : (destroyed.get(id) ?? 0));
  const isTaken = (one: Releasable): Diagram =>
    and(one.mode === 'taken' ? 1 : (taken.get(one.id) ?? 0), not(isDestroyed(one)));
  const isEndingIn = (mode: Releasable['mode'], one: Releasable): Diagram =>
    one.mode === mode ? not(or(isDestroyed(one), isTaken(one))) : 0;
  const isCollected = (one: Releasable): Diagram => or(isTaken(one), isEndingIn('collect', one));
  const isSentenced = (one: Releasable): Diagram => or(isDestroyed(one), isCollected(one));
  const isEnding = (one: Releasable): Diagram => and(alive(one.id), one.mode === undefined ? isSentenced(one) : 1);
  const add = (to: Map<EntityId, Diagram>, id: EntityId, when: Diagram): boolean => {
    const before = to.get(id) ?? 0;
    const after = or(before, and(when, alive(id)));
    to.set(id, after);
    return after !== before;
  };
  /** Sentences an entity in the way in which another one ends; returns true if that is new. */
  const doom = (entity: EntityId, when: Diagram, by: Releasable): boolean => {
    const one = all.get(entity);
    if (one === undefined) return false;
    const isNew = add(destroyed, entity, and(when, not(isCollected(by))));
    return (!one.isProtected && add(taken, entity, and(when, isCollected(by)))) || isNew;
  };
  /** Sentences all that goes with what is sentenced. */
  const goAlong = (): void => {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const one of all.values()) {
        const goes = and(alive(one.id), or(isDestroyed(one), isTaken(one)));
        for (const other of one.along) isChanged = doom(other, goes, one) || isChanged;
        const stops = and(alive(one.id), isEndingIn('collect', one));
        for (const other of one.stops) isChanged = doom(other, stops, one) || isChanged;
      }
    }
  };
  /** Returns when each entity can end now. */
  const endsNow = (): ReadonlyMap<Releasable, Diagram> => {
    const waits: ConditionalWait[] = [];
    const held = new Map<EntityId, Diagram>();
    const wait = ({ id: from }: Releasable, to: EntityId, when: Diagram, isStrict: boolean): void => {
      const other = all.get(to);
      const endsToo = other === undefined ? 0 : isEnding(other);
      if (and(when, endsToo) !== 0) waits.push({ from, to, isStrict, when: and(when, endsToo) });
      held.set(from, or(held.get(from) ?? 0, and(when, and(alive(to), not(endsToo)))));
    };
    for (const one of all.values()) {
      const ending = isEnding(one);
      if (one.isHeld) held.set(one.id, and(ending, not(isSentenced(one))));
      for (const other of one.waits) wait(one, other, ending, true);
      for (const other of one.parts) wait(one, other, and(ending, isDestroyed(one)), false);
      const doomedParts = [
        ...one.parts.map((other) => [other, and(ending, isCollected(one)), false] as const),
        ...one.owned.map((other) => [other, and(ending, isEndingIn('foreground', one)), other === one.id] as const),
      ];
      for (const [other, when, isStrict] of doomedParts) {
        const part = all.get(other);
        if (part !== undefined) wait(one, other, and(when, isEnding(part)), isStrict);
      }
    }
    const count = ([...all.keys()].at(-1) ?? -1) + 1;
    const stuck = stuckWhen(diagrams, count, waits, held);
    return new Map([...all.values()].map((one) => [one, and(isEnding(one), not(stuck.get(one.id) ?? 0))]));
  };
  return { doom, goAlong, endsNow };
}
