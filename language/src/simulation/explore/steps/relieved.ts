/**
 * The turns that a step relieves: they are no longer waited for, though the step does not give them. Weak fairness owes
 * a turn to what waits for it without a break: a timer that is disarmed and armed again has begun to wait again, also
 * where no state is in between.
 */
import type { Move } from '../../play/environment.ts';
import { leeway, mayWait } from '../../play/free-time.ts';
import { isArmed } from '../../kernel/agenda.ts';
import type { Due, State } from '../../kernel/run.ts';
import type { StepContext } from './remembered/remembered.ts';
import { timeTurn } from '../state/state-graph.ts';

/** A move with the states before and after it. */
interface Moved {
  readonly before: State;
  readonly move: Move;
  readonly after: State;
}

type Around = Pick<StepContext, 'code' | 'owing' | 'environment'>;

/** Returns the number of the list of turns that a move relieves. */
export function relievedBy(around: Around, moved: Moved): number {
  const { code, owing } = around;
  const gone = takenBack(moved).flatMap((due) => owing.pending(code.dues.idOf(moved.before, due)));
  return code.lists.idOf(letsTimePass(around, moved) ? [timeTurn, ...gone] : gone);
}

/** Returns the number of the list of turns of what is armed and a move takes back; the same whatever is under way. */
export const disarmedBy = ({ code, owing }: Around, moved: Moved): number =>
  code.lists.idOf(
    takenBack(moved)
      .filter(isArmed)
      .map((due) => owing.due(code.dues.idOf(moved.before, due))),
  );

/** Returns the entries pending before a move that neither happened nor are still pending. Those held back stay. */
function takenBack({ before, move, after }: Moved): Due[] {
  if (before.agenda === after.agenda) return [];
  const left = duesIn(after);
  if (move.kind === 'due') left.add(move.entry.due);
  return before.agenda.flatMap(({ due }) => (left.has(due) ? [] : [due]));
}

/**
 * Returns true if time passes along a transition, or can: a move of the environment leads to the same state when made
 * later, if nothing is left whose time has come nearer by then.
 */
function letsTimePass({ code, environment }: Around, { before, move, after }: Moved): boolean {
  if (after.now > before.now) return true;
  if (code.time !== 'relative' || !mayWait(move) || leeway(before, environment) === 0) return false;
  const left = duesIn(after);
  return ![...duesIn(before)].some((due) => left.has(due));
}

const duesIn = ({ agenda, held }: State): Set<Due> => new Set([...agenda, ...held].map(({ due }) => due));
