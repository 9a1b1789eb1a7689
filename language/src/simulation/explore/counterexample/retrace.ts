/**
 * Takes a path of a search that keeps only hashes once more, with the kernel and with whole states. What that search has
 * found is reported only if it is found there, too.
 */
import { required } from '../../../model/common/lookup.ts';
import { deadlockAt } from '../space/expand.ts';
import { type Followed, following } from '../space/follow.ts';
import type { InstantStep } from '../judgement/instants.ts';
import { judgeRest } from '../judgement/judge.ts';
import { faultAfter } from '../judgement/watched.ts';
import { wholeStates } from '../space/kept-states.ts';
import { type FoundFault, keepMoment, nowhere, type Space } from '../space/space.ts';

/** A space of whole states, and the number of a state in it. */
export interface ShownState {
  readonly space: Space;
  readonly state: number;
}

/** Returns a space that knows the way to a state, and the number of the state there: the same ones if states are kept. */
export function shownState(space: Space, state: number): ShownState {
  if (space.hashed === undefined) return { space, state };
  const [start = 0, ...ways] = space.hashed.trail.waysTo(state);
  const whole: Space = {
    ...space,
    ...wholeStates(space.code),
    ...{ moments: [], momentIds: new Map(), startDraws: new Map(), cuts: new Map() },
  };
  return { space: whole, state: ways.reduce((at, way) => next(whole, at, way), startState(whole, start)) };
}

/** Returns the states along a path that goes on from a shown one: each where the next step begins. */
export function shownPath({ space, state }: ShownState, ways: readonly number[]): InstantStep[] {
  let from = state;
  return ways.map((way) => {
    const step = { from, way };
    from = next(space, from, way);
    return step;
  });
}

/** Returns a fault in a space that knows the way to it. Throws if the path does not lead to one. */
export function shownFault(space: Space, found: FoundFault): { readonly space: Space; readonly found: FoundFault } {
  if (space.hashed === undefined || found.from < 0) return { space, found };
  const shown = shownState(space, found.from);
  const fault = found.way === nowhere ? deadlockAt(shown.space, shown.state)?.fault : faultOn(shown, found.way);
  if (fault?.kind !== found.fault.kind) throw new Error('a run that was found cannot be taken again');
  return { space: shown.space, found: { ...found, from: shown.state } };
}

function startState(space: Space, wanted: number): number {
  let way = 0;
  space.plain.start(({ moment, draws }) => {
    if (way++ !== wanted || moment === undefined) return;
    space.startDraws.set(keepMoment(space, moment), draws);
    space.cameFrom.push(-1, wanted);
  });
  if (space.cameFrom.size() !== 1) throw new Error('a start that was found cannot be found again');
  return 0;
}

function next(space: Space, from: number, way: number): number {
  return required(
    stepOf(space, { from, way }, ({ target }) => {
      const state = target();
      if (state === space.cameFrom.size()) space.cameFrom.push(from, way);
      return state;
    }),
  );
}

const faultOn = ({ space, state }: ShownState, way: number): FoundFault['fault'] | undefined =>
  stepOf(space, { from: state, way }, ({ onward }) => {
    const fault = faultAfter(space, onward.run, onward.played);
    return fault ?? judgeRest(space.judge, onward.run).late;
  });

/** Takes a transition by its index; returns undefined if there are fewer. */
function stepOf<T>(space: Space, { from, way }: InstantStep, see: (followed: Followed) => T): T | undefined {
  let number = 0;
  for (const followed of following(space, from)) if (number++ === way) return see(followed);
  return undefined;
}
