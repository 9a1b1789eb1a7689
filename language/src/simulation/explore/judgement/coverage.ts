/**
 * What an exploration has come across of what the text says may happen: transitions, states, faults, and what the
 * environment may do. What it has not come across stands in no run, as far as everything was explored.
 */
import type { PlaceId } from '../../../model/action.ts';
import type { Check } from '../../../model/scenario.ts';
import type { Effect, Program } from '../../kernel/run.ts';

/** A piece of text that no run came to. */
export interface Unreached {
  readonly kind: 'transition' | 'state' | 'fault' | 'may';
  readonly place: PlaceId;
  /** Of a transition or state, the name of its machine. */
  readonly machine: string | undefined;
  /** The name of a state; of a transition, of the state that it is written in, if it is written in one. */
  readonly state: string | undefined;
}

/** Returns what keeps the places of what happens in runs. */
export function coveredBy({ machineOf }: Program, covered: Set<PlaceId>): (effect: Effect) => void {
  return (effect) => {
    if (effect.kind === 'taken') covered.add(effect.place);
    if (effect.kind !== 'entered') return;
    const state = machineOf[effect.entity]?.states[effect.state];
    if (state !== undefined) covered.add(state.place);
  };
}

/** Returns what could be come to at all, in the order of the text: machines that somebody runs, then the check itself. */
export function toReach({ model }: Program, check: Check): Unreached[] {
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
