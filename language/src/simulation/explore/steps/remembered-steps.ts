/**
 * Steps that are made once: the effect of a move on the core of a state does not depend on what else is under way, so
 * it is remembered for each core and move, and only what is under way is computed again. Where it does depend on that
 * (what messages keep alive, how an object that came back is being deleted), the kernel steps each time.
 */
import { isArmed } from '../../kernel/agenda.ts';
import { type Move, nothingSpent, type Spent, stillOwed, type Use, usedBy } from '../../play/environment.ts';
import { heldBack } from '../../kernel/needs-now.ts';
import type { Program, State } from '../../kernel/run.ts';
import { errorFault, type Fault, type Judged, judgeRest } from '../judgement/judge.ts';
import { createMoving, type Moving } from './moving.ts';
import type { Core, Outcome, Surroundings } from './remembered.ts';
import { disarmedBy } from './relieved.ts';
import { columns, type StoredState, stateWidth } from '../state/stored-state.ts';
import type { StateCode } from '../state/state-code.ts';
import { createUnderWay, type UnderWay } from '../state/under-way.ts';
import type { Way } from './ways.ts';
import { at } from '../../../model/lookup.ts';

/** The target of a transition. */
export interface RememberedWay {
  /** The row of the state; reused by the next transition. */
  readonly row: Int32Array;
  /** The error that ended the run on the way; there is no state then. */
  readonly error: Fault | undefined;
  /** The fault of an event dropped on the way. */
  readonly dropped: Fault | undefined;
  readonly judged: Judged;
  /** The turn it takes. */
  readonly owed: number;
  /** The number of the list of turns that it relieves. */
  readonly relieved: number;
  readonly use: Use;
}

/** The steps remembered so far. */
export interface RememberedSteps {
  /**
   * Follows every transition from a state, in the order of `Ways.from`; `visit` returns false to stop. Returns false,
   * without following any, where the kernel has to step.
   */
  readonly from: (row: Int32Array, visit: (way: RememberedWay) => boolean) => boolean;
  /** An estimate of the memory in use. */
  readonly bytes: () => number;
}

/** Returns true if steps can be remembered: times, leases and nodes that stand still depend on everything under way. */
export const canRemember = ({ model }: Program, { time }: StateCode): boolean =>
  time === 'none' && model.collectors.length === 0 && !model.entities.some(({ kind }) => kind === 'node');

/** Creates an empty memory. */
export function rememberSteps(around: Surroundings): RememberedSteps {
  const { code } = around;
  const cores: Core[] = [];
  let kept = 0;
  const coreAt = (id: number): Core => (cores[id] ??= createCore(around, id));
  const underWay = createUnderWay(code.dues, code.lists);
  const used = createUsed(around);
  const moving: Moving = createMoving(around, underWay, used.spentOf);
  const row = new Int32Array(stateWidth);
  const way = {
    row,
    error: undefined as Fault | undefined,
    dropped: undefined as Fault | undefined,
    judged: nothingJudged,
    owed: 0,
    relieved: 0,
    use: nothing,
  };

  /** Returns true if everything about the gathered moves is known. */
  const isKnown = (core: Core, from: Int32Array): boolean => {
    let standing: StoredState | undefined;
    for (let index = 0; index < moving.size(); index++) {
      const key = moving.keyAt(index);
      if (!core.outcomes.has(key)) {
        standing ??= code.decode(from);
        core.outcomes.set(key, outcomesOf(around, standing, moving.moveAt(index, standing.state)));
        kept += 1;
      }
      const outcomes = core.outcomes.get(key);
      if (outcomes?.every((each) => isUsable(each, underWay, coreAt)) !== true) return false;
    }
    return true;
  };
  return {
    from(start, visit) {
      const core = coreAt(at(start, columns.core));
      if (core.judged === undefined) return false;
      const spent = at(start, columns.spent);
      underWay.read(at(start, columns.underWay));
      moving.gather(core, spent);
      if (!isKnown(core, start)) return false;
      for (let index = 0; index < moving.size(); index++) {
        [way.owed, way.use] = [moving.owedAt(index), moving.useAt(index)];
        for (const outcome of core.outcomes.get(moving.keyAt(index)) ?? []) {
          const { core: next, isGone, added, error, dropped } = outcome;
          [way.error, way.dropped, way.relieved] = [error, dropped, outcome.relieved];
          if (error === undefined) {
            const then = coreAt(next);
            row[columns.core] = next;
            const place = moving.placeAt(index);
            row[columns.underWay] =
              way.use.kind === 'duplicate' ? underWay.doubled(place) : underWay.changed(isGone ? place : -1, added);
            row[columns.spent] = used.after(spent, moving.useAt(index), then);
            way.judged = then.judged ?? nothingJudged;
          }
          if (!visit(way)) return true;
        }
      }
      return true;
    },
    bytes: () => 1000 * cores.length + 400 * kept,
  };
}

const nothing: Use = { kind: 'due' };
const nothingJudged: Judged = { fault: undefined, late: undefined, bits: [], isWithin: true };

/** Returns false if the outcome may call off a deletion that is under way, or its core has no judgement of its own. */
function isUsable({ isEnding, core, error }: Outcome, underWay: UnderWay, coreAt: (id: number) => Core): boolean {
  return error !== undefined || (!(isEnding && underWay.hasDeletion()) && coreAt(core).judged !== undefined);
}

function createCore({ environment, judge, code, ways }: Surroundings, id: number): Core {
  const state = code.stateOf(id);
  const run = ways.at(state);
  const free = ways.movesOf(state, nothingSpent(environment)).filter(({ kind }) => kind !== 'due');
  const isFree = !run.step.asksUnderWay;
  ways.at(state);
  const judged: Judged = { fault: judge.faultIn(run), ...judgeRest(judge, run) };
  const timers = state.agenda.map(({ due }) => code.dues.idOf(state, due));
  const isSure = isFree && !run.step.asksUnderWay;
  return { state, timers, free, heldBack: heldBack(run), judged: isSure ? judged : undefined, outcomes: new Map() };
}

/** Steps with the kernel; returns undefined if the outcome depends on what else is under way. */
function outcomesOf(around: Surroundings, standing: StoredState, move: Move): readonly Outcome[] | undefined {
  const { state, spent } = standing;
  const outcomes: Outcome[] = [];
  const isSure = around.ways.of(state, spent, move, (way) => {
    const isFree = !way.run.step.asksUnderWay;
    if (isFree) outcomes.push(outcomeOf(around, standing, way));
    return isFree;
  });
  return isSure ? outcomes : undefined;
}

function outcomeOf(around: Surroundings, standing: StoredState, { run, move, played }: Way): Outcome {
  const { code, dropped } = around;
  const { state } = standing;
  const { error } = 'stepped' in played ? played.stepped : { error: undefined };
  if (error !== undefined) {
    const nothing = { core: 0, isGone: true, added: [], relieved: 0, dropped: undefined, isEnding: false };
    return { ...nothing, error: errorFault(error) };
  }
  const before = new Set(state.agenda);
  const added = run.state.agenda
    .filter((entry) => !before.has(entry) && !isArmed(entry.due))
    .map(({ due }) => code.dues.idOf(run.state, due));
  return {
    core: code.coreOf(run.state, standing),
    isGone: 'entry' in move && !run.state.agenda.includes(move.entry),
    added,
    relieved: disarmedBy(around, { before: state, move, after: run.state }),
    error: undefined,
    dropped: dropped.fault(),
    isEnding: changesDeletions(state, run.state),
  };
}

/** Returns true if anything came to life or ended, is deleted, or has another owner. */
const changesDeletions = (before: State, after: State): boolean =>
  before.turns !== after.turns ||
  before.links !== after.links ||
  before.deletions !== after.deletions ||
  before.settings !== after.settings;

interface Used {
  readonly spentOf: (id: number) => Spent;
  /** Returns what is used up after a move that has led to a core. */
  readonly after: (spent: number, use: Use, core: Core) => number;
}

/** Creates a table of what is used up; most often the same as before. */
function createUsed({ code, ways }: Surroundings): Used {
  const known: { readonly spent: Spent; readonly next: Map<Use, number> }[] = [];
  const entryOf = (id: number) => (known[id] ??= { spent: code.spentOf(id), next: new Map() });
  return {
    spentOf: (id) => entryOf(id).spent,
    after(id, use, { state }) {
      const { spent, next } = entryOf(id);
      let usedId = next.get(use);
      if (usedId === undefined) next.set(use, (usedId = code.spentId(usedBy(spent, use))));
      const { spent: used } = entryOf(usedId);
      if (used.down.length + used.paused.length === 0) return usedId;
      const left = stillOwed(used, ways.at(state));
      return left === used ? usedId : code.spentId(left);
    },
  };
}
