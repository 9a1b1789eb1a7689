/** The transitions that an exploration keeps, state by state. */
import { isMoment, type Space } from './space.ts';

/** Takes the next state from the queue. */
export function takeNext(space: Space): void {
  space.hashed?.forget(space.expanded);
  space.expanded += 1;
  if (space.keepsWays !== 'none') space.offsets.push(space.targets.size());
}

/** Returns true if a state keeps its transitions. */
export function keepsWaysOf(space: Space, state: number): boolean {
  const { keepsWays, bits } = space;
  if (keepsWays !== 'open') return keepsWays === 'all';
  return isMoment(space, state) || bits.some((each) => (each.at(state) & 2) === 0);
}

/** Keeps a transition of the state that is being expanded. */
export function keepWay({ targets, turnIds }: Space, target: number, turn: number): void {
  targets.push(target);
  turnIds.push(turn);
}
