/**
 * Steps that are made once, where states have times: what a move does to a core is looked up, and the agenda moves on by
 * the time that passes. Where nobody reads the clock, a move does the same whenever it comes, so the kernel makes it
 * once, with nothing else under way, and notes what it reads of the core.
 */
import { itemAt } from '../../../../model/common/lookup.ts';
import { suspendedNow } from '../../../kernel/lease/suspended.ts';
import type { Run } from '../../../kernel/run.ts';
import type { Use } from '../../../play/environment.ts';
import { leeway, mayWait } from '../../../play/free-time.ts';
import type { StateCode } from '../../state/state-code.ts';
import { timeTurn } from '../../state/state-graph.ts';
import { columns, stateWidth } from '../../state/stored-state.ts';
import { createCores } from '../remembered/cores.ts';
import { outcomeBits } from '../remembered/effects.ts';
import { blame, createExpanded, type Expanded, needNotHappen, push, pushTime } from '../expanded.ts';
import type { Grid } from '../grid.ts';
import type { StepContext } from '../remembered/remembered.ts';
import type { RememberedSteps } from '../remembered/remembered-steps.ts';
import { createTimedAgenda, type TimedAgenda } from './agenda.ts';
import { createTimedMoves, type Standing, type TimedMove } from './moves.ts';
import { timedOf, type TimedOutcome } from './outcomes.ts';
import { createUses, type UsesMet } from '../remembered/uses.ts';

/** Returns true if steps can be remembered where states have times. */
export const canRememberTimed = ({ time, keepsTimers }: StateCode): boolean => time !== 'none' && keepsTimers;

/** Returns true if something is suspended: what is due then depends on what is held back, and since when. */
const standsStill = (run: Run): boolean => run.state.held.length > 0 || suspendedNow(run) !== undefined;

/** Creates an empty memory; `meet` is called for each new use of the environment, and `grid` chooses when it acts. */
export function rememberTimedSteps(
  around: StepContext,
  meet: (use: Use) => void,
  grid: Grid | undefined,
): RememberedSteps {
  const { code, environment } = around;
  const isAbsolute = code.time === 'absolute';
  const [cores, uses] = [createCores(around, { isLeft: standsStill }), createUses(around, meet)];
  const agenda = createTimedAgenda(code.dues, isAbsolute);
  const moves = createTimedMoves(around, cores, uses, agenda);
  const expanded = createExpanded(isAbsolute ? stateWidth : undefined);
  const here = { core: 0, spent: 0, now: 0 };
  const add = createAdding(around, here, { uses, agenda, expanded });

  /** Used again for each state. */
  const entries: { at: number }[] = [];
  /** The agenda, as far as waits depend on it. */
  const pending = () => {
    const size = grid?.learns === true ? agenda.size() : 0;
    entries.length = Math.min(entries.length, size);
    for (let index = 0; index < size; index++) (entries[index] ??= { at: 0 }).at = here.now + agenda.timeAt(index);
    return { now: here.now, agenda: entries, held: nothingHeld };
  };
  const [moment, first] = [{ now: 0, agenda: [] as { at: number }[] }, { at: 0 }];
  /** Returns how long the environment may wait. */
  const mostWait = (): number => {
    moment.now = here.now;
    moment.agenda.length = 0;
    if (agenda.size() > 0) {
      first.at = here.now + agenda.timeAt(0);
      moment.agenda.push(first);
    }
    return leeway(moment, environment);
  };
  const expand = (row: Int32Array): boolean => {
    [here.core, here.spent] = [itemAt(row, columns.core), itemAt(row, columns.spent)];
    here.now = isAbsolute ? code.timeOf(itemAt(row, columns.now)) : 0;
    agenda.read(itemAt(row, columns.underWay), here.now);
    expanded.ways = 0;
    if (!moves.find(here)) return false;
    const standing = grid === undefined ? undefined : pending();
    if (standing !== undefined) grid?.see(standing, environment.horizon);
    const most = mostWait();
    for (let index = 0; index < moves.count(); index++) {
      const move = moves.at(index);
      let isElseLater = false;
      for (const outcome of move.outcomes) {
        add(move, outcome, 0, most);
        isElseLater ||= most > 0 && leavesTime(agenda, move, outcome);
      }
      if (!isElseLater || standing === undefined) continue;
      for (const wait of grid?.waits(standing, most) ?? [])
        for (const outcome of move.outcomes) add(move, outcome, wait, most);
    }
    return true;
  };
  return {
    expand,
    expandAlone(row) {
      expanded.size = 0;
      return expand(row);
    },
    expanded,
    isPartial: () => false,
    isCutOff: moves.isCutOff,
    isAlone: grid?.learns === true,
    faults: moves.faults,
    cores,
    bytes: () => cores.bytes() + moves.bytes() + uses.bytes(),
  };
}

/** Returns true if a move leaves its time in the state: something new is due, and something else is left; see `Grid`. */
const leavesTime = (agenda: TimedAgenda, { kind, entry }: TimedMove, outcome: TimedOutcome): boolean =>
  mayWait({ kind }) && timedOf(outcome).added.length > 0 && agenda.isAnyLeft(entry, timedOf(outcome));

const nothingHeld: readonly never[] = [];

interface Tables {
  readonly uses: UsesMet;
  readonly agenda: TimedAgenda;
  readonly expanded: Expanded;
}

/** Returns what adds the transition of an outcome after a wait; `most` is the longest that is possible. */
function createAdding(
  { code, owing, turns }: StepContext,
  here: Readonly<Standing>,
  { uses, agenda, expanded }: Tables,
): (move: TimedMove, outcome: TimedOutcome, wait: number, most: number) => void {
  const isAbsolute = code.time === 'absolute';
  const relieved: number[] = [];
  const moved = { taken: -1, doubled: -1, elapsed: 0 };
  /** Returns true if an entry equal to one that is taken is left. */
  const isSameLeft = (taken: number): boolean => {
    const id = agenda.idAt(taken);
    for (let index = 0; index < agenda.size(); index++) if (index !== taken && agenda.idAt(index) === id) return true;
    return false;
  };
  return ({ kind, use, owed, entry }, outcome, wait, most) => {
    const taken = kind !== 'duplicate' && (outcome.bits & outcomeBits.isGone) !== 0 ? entry : -1;
    // With `clock: any` what happens may be overdue.
    const elapsed = kind === 'due' || kind === 'reorder' ? Math.max(0, agenda.timeAt(entry)) : wait;
    const effect = timedOf(outcome);
    moved.taken = taken;
    moved.doubled = kind === 'duplicate' ? entry : -1;
    moved.elapsed = elapsed;
    const list = agenda.after(effect, moved);
    const spent = uses.left(uses.used(here.spent, use), outcome.core);
    // Made later, it leads to the same state if nothing is left whose time has come nearer by then.
    const isTimeless = !isAbsolute && mayWait({ kind }) && most > 0 && !agenda.isAnyLeft(taken, effect);
    relieved.length = 0;
    if (effect.removed.size > 0) for (const id of effect.removed) relieved.push(owing.due(id));
    if (taken >= 0 && kind !== 'due' && !isSameLeft(taken)) relieved.push(owing.due(agenda.idAt(taken)));
    let gone = relieved.length === 0 ? 0 : code.lists.idOf(relieved);
    if (elapsed > 0 || isTimeless) gone = code.lists.before(timeTurn, gone);
    push(expanded, outcome.core, list, spent, turns.idOf(owed, gone));
    if (isAbsolute) pushTime(expanded, code.timeId(here.now + elapsed));
    if (!uses.leadsOn(use)) needNotHappen(expanded);
    if (outcome.faulty >= 0) blame(expanded, outcome.faulty, 0);
  };
}
