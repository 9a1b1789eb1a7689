/** Whole states: the one that a run begins with, and copies. */
import { shareAgenda } from './agenda-groups.ts';
import type { Program, State } from './run.ts';
import type { Value } from '../values/values.ts';
import { at } from '../../model/common/lookup.ts';

/** Returns a copy that can change without the original. Cost: O(entities + variables); everything else is shared. */
export function copyOf(state: State): State {
  shareAgenda(state);
  return {
    ...state,
    life: state.life.slice(),
    lives: state.lives.slice(),
    active: state.active.slice(),
    values: [...state.values],
  };
}

/** Returns the state of a run in which nothing has happened, not even its start. */
export function emptyState({ model, slotsFrom }: Program): State {
  const size = model.entities.length;
  return {
    now: 0,
    order: 0,
    messages: 0,
    life: new Uint8Array(size),
    lives: new Int32Array(size),
    turns: 0,
    active: new Int32Array(size).fill(-1),
    // No value is known until the start has set it.
    values: new Array<Value>(at(slotsFrom, size)),
    settings: new Map(),
    links: [],
    losses: [],
    places: new Map(),
    agenda: [],
    held: [],
    leases: undefined,
    deferred: new Map(),
    deletions: new Map(),
    lastEnd: undefined,
    history: undefined,
    steps: 0,
  };
}
