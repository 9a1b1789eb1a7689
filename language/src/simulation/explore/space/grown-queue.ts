/**
 * Finds a queue that grew while states were explored: a search of such states may have no end.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Check } from '../../../model/scenario.ts';
import { increase } from '../../../model/common/increase.ts';
import { entityName } from '../../../model/model.ts';
import type { GrownQueue } from '../judgement/verdict.ts';
import { columns, stateWidth } from '../state/stored-state.ts';
import { isMoment, type Space } from './space.ts';

/** Every 200th of the last 1000 states is looked up: a search that is out of time must end soon. */
const [last, stride] = [1000, 200];
/** The most messages of a queue that is short in any case. */
const short = 4;

/**
 * Returns the longest queue of the states found last, if it is longer than those that were found half way. Cost: that of
 * a few states.
 */
export function grownQueue(space: Space): GrownQueue | undefined {
  if (space.hashed !== undefined) return undefined;
  const count = space.states.size();
  const now = longestQueue(space, count);
  if (now === undefined || now.messages <= short) return undefined;
  const before = longestQueue(space, Math.floor(count / 2));
  return before === undefined || before.messages < now.messages ? now : undefined;
}

/**
 * Returns what finds such a queue each time that a search has twice as many states: who runs out of time in the middle
 * of a step knows no more than that.
 */
export function createQueueWatch(space: Space): () => GrownQueue | undefined {
  let looked = 100;
  let grown: GrownQueue | undefined;
  return () => {
    if (space.states.size() < 2 * looked) return grown;
    looked = space.states.size();
    grown = grownQueue(space);
    return grown;
  };
}

/** Returns the longest queue in some of the last of so many states. */
function longestQueue(space: Space, count: number): GrownQueue | undefined {
  const { states, code, program, check } = space;
  const row = new Int32Array(stateWidth);
  const known = new Set<number>();
  let longest: readonly [receiver: EntityId, messages: number] | undefined;
  for (let state = count - 1; state >= Math.max(0, count - last); state -= stride) {
    if (isMoment(space, state)) continue;
    const list = states.at(state, columns.underWay);
    if (known.has(list)) continue;
    known.add(list);
    states.read(state, row);
    const waiting = new Map<EntityId, number>();
    for (const { due } of code.decode(row).state.agenda) if (due.kind === 'message') increase(waiting, due.message.to);
    for (const each of waiting) if (longest === undefined || each[1] > longest[1]) longest = each;
  }
  if (longest === undefined) return undefined;
  return { receiver: entityName(program.model, longest[0]), messages: longest[1], limitedBy: limitFor(check) };
}

const limitFor = ({ clock, horizon }: Check): GrownQueue['limitedBy'] =>
  clock === 'any' ? 'exact clock' : horizon === undefined ? 'horizon' : 'shorter horizon';
