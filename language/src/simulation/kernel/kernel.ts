/**
 * The kernel: a state, the steps that are possible next, and their execution. Scenarios, random runs, checks and the
 * debugger are clients of these functions; none of them changes a state in any other way.
 */
import { entityName } from '../../model/model.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { endlessInstant, mostInAnInstant, orderedPair, unschedule } from './agenda.ts';
import { beginMachine, nextToBegin } from './machines/beginnings.ts';
import { beginDoomed, deleteAbandoned, settleDeletions } from './endings/ends.ts';
import { isAlive } from './graph-now.ts';
import { catchUp } from './lease/counterfactual.ts';
import { holdSuspended, putOff, standsStill, suspendedNow } from './lease/suspended.ts';
import { startLeases } from './lease/start.ts';
import { introduceBoxes } from './lease/transfers.ts';
import { watchReferences } from './lease/watching.ts';
import { doLeaseWork, takeIndex } from './lease/work.ts';
import { isShell, linksAtStart } from './endings/links.ts';
import { complete, defer, fire, noteArrival, offer } from './machines/machine.ts';
import { nodeOf, send } from './messages.ts';
import { remark } from './remarks.ts';
import {
  type Due,
  type Entry,
  type Execute,
  lifeBits,
  type Message,
  type Program,
  type Remark,
  type Run,
  type State,
} from './run.ts';
import { RunError } from '../values/run-error.ts';
import { emptyState } from './state.ts';
import { checkRequirements, startAll } from './machines/start-values.ts';
import { withinOneBudget, spend } from '../values/work.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { isConstant } from '../../model/machines/expression.ts';
import { noStep, settledNow } from './step-state.ts';
import { t } from '../../model/common/translation.ts';

/** The parts of a run besides its program. */
export type RunOptions = Pick<Run, 'draw' | 'tell' | 'cover' | 'keepsHistory'>;

/** The outcome of a step. */
export interface Stepped {
  readonly remarks: readonly Remark[];
  /** The mistake in the model that ended the run; the state is that of the moment. */
  readonly error: RunError | undefined;
}

/** Starts a run: machines in their initial states, in declaration order; instant 0 has yet to run. */
export function initial(program: Program, options: RunOptions): { readonly run: Run; readonly started: Stepped } {
  const run: Run = { ...options, program, state: emptyState(program), remarks: [], step: noStep() };
  const started = guarded(run, () => {
    const { state } = run;
    for (const { id, absent } of program.model.entities) {
      if (absent) continue;
      state.life[id] = lifeBits.alive | lifeBits.existed;
      state.lives[id] = 1;
    }
    state.links = linksAtStart(program, state);
    startLeases(run);
    startAll(run);
    beginDoomed(run);
    const living = program.active.filter((entity) => isAlive(state, entity));
    for (const entity of living) checkRequirements(run, entity);
    const { hasNodes } = settlingOf(program);
    // A machine that has begun may have sent away what another one is in.
    for (const entity of living) if (!hasNodes || !standsStill(run, entity)) beginMachine(run, entity);
    settle(run);
  });
  return { run, started };
}

/**
 * Returns the due entries in order. With an exact clock these are all entries of the earliest time, with those that
 * waited for it, otherwise all entries there are. Of messages between the same two entities only the first sent is due,
 * and of keepalives between the same two places, unless their channel keeps no order.
 */
export function dueNow({ agenda, now }: State, clock: 'exact' | 'any' = 'exact'): Entry[] {
  const [first] = agenda;
  if (first === undefined) return [];
  const time = Math.max(first.at, now);
  const entries = clock === 'exact' ? agenda.filter((entry) => entry.at <= time) : agenda;
  const seen = new Set<number>();
  return entries.filter(({ due }) => {
    const pair = orderedPair(due);
    return pair === undefined || (!seen.has(pair) && seen.add(pair));
  });
}

/** Takes one entry of the agenda: the clock moves to its time, the entry happens, and all `always` follow. */
export function take(run: Run, entry: Entry): Stepped {
  return guarded(run, () => {
    const { state } = run;
    unschedule(state, entry);
    moveClock(run, entry.at);
    catchUp(run, entry.at);
    count(run);
    happen(run, entry.due);
    settle(run);
  });
}

/** Takes the first entry if it is due by a time. Returns undefined if none is. */
export function takeFirst(run: Run, until: number): Stepped | undefined {
  const [first] = run.state.agenda;
  return first === undefined || first.at > until ? undefined : take(run, first);
}

/** Executes an action from outside, as a scenario or the environment does; all `always` follow. */
export function act(run: Run, action: Execute): Stepped {
  return guarded(run, () => {
    run.state.steps = 0;
    catchUp(run, run.state.agenda[0]?.at);
    action({ run, self: -1, locals: [] });
    settle(run);
  });
}

/** Executes an action from outside; its messages arrive within the same step, before anything else can happen. */
export function actAtOnce(run: Run, action: Execute): Stepped {
  return guarded(run, () => {
    const { state } = run;
    const first = state.messages;
    state.steps = 0;
    catchUp(run, state.agenda[0]?.at);
    action({ run, self: -1, locals: [] });
    settle(run);
    for (;;) {
      const entry = state.agenda.find(
        ({ due }) => due.kind === 'message' && due.message.from === undefined && due.message.number >= first,
      );
      if (entry === undefined) return;
      unschedule(state, entry);
      count(run);
      happen(run, entry.due);
      settle(run);
    }
  });
}

/** Moves the clock forward to a time at which nothing earlier is due; that of a paused node stands still. */
export function moveClock(run: Run, to: number): void {
  const { state } = run;
  if (to <= state.now) return;
  if (state.held.length > 0) putOff(run, to - state.now);
  state.now = to;
  state.steps = 0;
}

/** Runs one step; returns its remarks and catches the error that ends the run. */
function guarded(run: Run, step: () => void): Stepped {
  run.remarks.length = 0;
  let error: RunError | undefined;
  try {
    withinOneBudget(step);
  } catch (thrown) {
    if (!(thrown instanceof RunError)) throw thrown;
    error = thrown;
    run.step.torn = undefined;
    run.step.waiting.clear();
    run.step.raised.clear();
    run.step.hasRevived = false;
  }
  return { remarks: run.remarks.length === 0 ? none : [...run.remarks], error };
}

const none: readonly Remark[] = [];

function count({ state }: Run): void {
  state.steps += 1;
  if (state.steps > mostInAnInstant) {
    throw endlessInstant();
  }
}

function happen(run: Run, due: Due): void {
  switch (due.kind) {
    case 'message':
      arrive(run, due.message);
      return;
    case 'delayed':
      send(run, due.message, { kind: 'entity', id: due.message.to });
      return;
    case 'timer':
      if (fire(run, due.entity, due.transition)) complete(run, due.entity);
      return;
    case 'deletion':
      deleteAbandoned(run, due.entity, due.life);
      return;
    case 'lease':
      doLeaseWork(run, due.entity, due.work);
  }
}

/** A message to an entity that is not alive is lost; one to an entity without a machine is only recorded. */
function arrive(run: Run, message: Message): void {
  const { state, program } = run;
  const { to, event, place } = message;
  introduceBoxes(run, message, nodeOf(run, to), isAlive(state, to));
  if (!isAlive(state, to)) {
    const name = entityName(program.model, to);
    const code = isShell(run, to) ? 'run/shell' : 'run/lost';
    remark(run, { code, message: t`"${event}" to "${name}" is lost: the receiver is not alive.`, place });
    run.tell?.({ kind: 'dead', message });
    return;
  }
  noteArrival(run, message);
  run.tell?.({ kind: 'received', message });
  const taken = offer(run, to, event, message.arguments);
  if (taken === 'taken') takeIndex(run, message);
  if (taken === 'deferred') defer(run, message);
  else if (taken === 'dropped' && program.machineOf[to] !== undefined) run.tell?.({ kind: 'dropped', message });
  complete(run, to);
}

/** Passing over this many idle machines costs as much work as one value. */
const machinesAtOnce = 4;

/** Advances deletions, begins machines, and runs `always` transitions of all of them, until nothing is left to do. */
function settle(run: Run): void {
  const { reactive, ...settling } = settlingOf(run.program);
  const hasNodes = settling.hasNodes && run.step.watch === undefined;
  for (let isChanged = true; isChanged;) {
    settleEnds(run);
    const isSuspended = hasNodes ? suspendedNow(run) : undefined;
    // An entity that resumes may have a machine to begin as well.
    const next = hasNodes || run.step.hasRevived ? nextToBegin(run, isSuspended) : undefined;
    if (next !== undefined) {
      count(run);
      beginMachine(run, next);
      continue;
    }
    isChanged = false;
    // Without an `always`, only raised events and deferred messages that have not been offered yet are left.
    const candidates = run.step.unoffered.size + run.step.raised.size > 0 ? run.program.active : reactive;
    spend(candidates.length / machinesAtOnce);
    for (const entity of candidates) {
      if (run.step.watch?.isQuiet(entity) === true) continue;
      if (itemAt(run.state.active, entity) < 0 || isSuspended?.(entity) === true || !complete(run, entity)) continue;
      isChanged = true;
      count(run);
      // No other machine goes on before the machine of what has come to life begins.
      if (run.step.hasRevived) break;
    }
  }
  watchReferences(run);
  if (hasNodes) holdSuspended(run);
}

/** The features of a program that decide which settling work can occur. */
interface Settling {
  /** The entities whose machines have any `always`, in declaration order. */
  readonly reactive: readonly EntityId[];
  /** False in a model without nodes, where nothing pauses or moves. */
  readonly hasNodes: boolean;
  /** True if what keeps an object from ending is computed. */
  readonly hasComputedEnds: boolean;
}

const settlingOf = oncePer((program: Program): Settling => {
  const hasAlways = (entity: EntityId): boolean =>
    program.machineOf[entity]?.states.some(({ always }) => always.length > 0) ?? false;
  const hasNodes = program.model.entities.some(({ kind }) => kind === 'node');
  const hasComputedEnds = program.model.entities.some(
    ({ kind, settings }) => kind === 'object' && settings.some(({ value }) => !isConstant(value)),
  );
  return { reactive: program.active.filter(hasAlways), hasNodes, hasComputedEnds };
});

/**
 * Advances deletions, which depend only on ownership, finalizers and life: nothing to do while these stay the same, but
 * finalizers may be computed from anything.
 */
function settleEnds(run: Run): void {
  const { state, step } = run;
  if (step.settled?.(state) === true && !settlingOf(run.program).hasComputedEnds) return;
  settleDeletions(run, run.program.defaultPolicy);
  step.settled = settledNow(state);
}
