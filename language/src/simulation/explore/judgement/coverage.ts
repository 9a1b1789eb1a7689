/**
 * The coverage of runs: which of the transitions, states, faults and possibilities of the environment in the text they
 * reach. Once everything is explored, the others occur in no run.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Check } from '../../../model/scenario.ts';
import type { Effect, Program } from '../../kernel/run.ts';

/** A piece of text that runs can reach; in an exploration one that none did. */
export interface Unreached {
  readonly kind: 'transition' | 'state' | 'fault' | 'may';
  readonly place: PlaceId;
  /** The name of the machine of a transition or state. */
  readonly machine: string | undefined;
  /** The name of a state; for a transition, of the state that it is written in, if any. */
  readonly state: string | undefined;
}

/** Returns a listener that is told the place of each transition that is taken and of each state that is entered. */
export function coveredBy({ machineOf }: Program, cover: (place: PlaceId) => void): (effect: Effect) => void {
  return (effect) => {
    if (effect.kind === 'taken') cover(effect.place);
    if (effect.kind !== 'entered') return;
    const state = machineOf[effect.entity]?.states[effect.state];
    if (state !== undefined) cover(state.place);
  };
}

/** Returns everything that could be reached, in the order of the text: the machines in use, then the check itself. */
export function toReach({ model }: Program, check: Pick<Check, 'faults' | 'possibilities'>): Unreached[] {
  const used = new Set(model.entities.map(({ machine }) => machine));
  const machines = model.machines.filter((_, index) => used.has(index));
  return [
    ...machines.flatMap(({ name, states, transitions }) => [
      ...transitions.map(({ place }) => transitionAt(place, name, undefined)),
      ...states.flatMap((state): Unreached[] => [
        { kind: 'state', place: state.place, machine: name, state: state.name },
        ...state.transitions.map(({ place }) => transitionAt(place, name, state.name)),
      ]),
    ]),
    ...check.faults.map(({ place }) => ofCheck('fault', place)),
    ...check.possibilities.map(({ place }) => ofCheck('may', place)),
  ];
}

const transitionAt = (place: PlaceId, machine: string, state: string | undefined): Unreached => ({
  kind: 'transition',
  place,
  machine,
  state,
});

const ofCheck = (kind: 'fault' | 'may', place: PlaceId): Unreached => ({
  kind,
  place,
  machine: undefined,
  state: undefined,
});
