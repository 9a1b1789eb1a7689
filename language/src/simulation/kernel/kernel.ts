/**
 * The kernel: a state, what may happen next, and how it happens. Scenarios, random runs, checks and
 * the debugger are clients of these functions; none of them changes a state in any other way.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { orderedPair, unschedule } from './agenda.ts';
import { begin, nextToBegin } from './beginnings.ts';
import { deleteAbandoned, settleDeletions } from './ends.ts';
import { isAlive } from './graph-now.ts';
import { catchUp } from './lease/missed.ts';
import { holdBack, standingNow } from './lease/standing.ts';
import { startLeases } from './lease/start.ts';
import { takeOver } from './lease/transfers.ts';
import { watchReferences } from './lease/watching.ts';
import { doLeaseWork, takeIndex } from './lease/work.ts';
import { isShell, linksAtStart } from './links.ts';
import { complete, defer, fire, noteArrival, offer } from './machine.ts';
import { nodeOf } from './messages.ts';
import { remark } from './remarks.ts';
import type { Due, Entry, Execute, Message, Program, Remark, Run, State, StepState } from './run.ts';
import { lifeBits } from './run.ts';
import { RunError } from '../values/run-error.ts';
import { emptyState } from './state.ts';
import { checkRequirements, startAll } from './start-values.ts';
import { inOnePiece, spend } from '../values/work.ts';

/** What a run needs besides its program. */
export type RunOptions = Pick<Run, 'draw' | 'tell' | 'keepsHistory'>;

/** What became of a step. */
export interface Stepped {
  readonly remarks: readonly Remark[];
  /** The mistake of the model that ended the run; the state is that of the moment. */
  readonly error: RunError | undefined;
}

/** After so many steps an instant is taken to have no end. */
const mostInAnInstant = 10_000;

/** Starts a run: machines in their initial states, in declaration order; instant 0 is still to be run. */
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
    const living = program.active.filter((entity) => isAlive(state, entity));
    for (const entity of living) checkRequirements(run, entity);
    for (const entity of living) begin(run, entity);
    settle(run);
  });
  return { run, started };
}

/**
 * Returns what is due next, the first in order first: with an exact clock all entries of the earliest
 * time, with those that waited for it, otherwise all entries there are. Of messages between the same two only the first sent is due,
 * and of keepalives between the same two places, unless their channel keeps no order.
 */
export function dueNow({ agenda, now }: State, clock: 'exact' | 'any' = 'exact'): Entry[] {
  const [first] = agenda;
  if (first === undefined) return [];
  const time = Math.max(first.at, now);
  const entries = clock === 'exact' ? agenda.filter(({ at }) => at <= time) : agenda;
  const seen = new Set<number>();
  return entries.filter(({ due }) => {
    const pair = orderedPair(due);
    return pair === undefined || (!seen.has(pair) && seen.add(pair));
  });
}

/** Takes one entry of the agenda: the clock moves to its time, it happens, and all `always` follow. */
export function take(run: Run, entry: Entry): Stepped {
  return guarded(run, () => {
    const { state } = run;
    unschedule(state, entry);
    moveClock(state, entry.at);
    catchUp(run, entry.at);
    count(run);
    happen(run, entry.due);
    settle(run);
  });
}

/** Takes the entry that is first in order, if it is due by a time. Returns nothing if none is. */
export function takeFirst(run: Run, until: number): Stepped | undefined {
  const [first] = run.state.agenda;
  return first === undefined || first.at > until ? undefined : take(run, first);
}

/** Carries out an action from outside, as a scenario or the environment does; all `always` follow. */
export function act(run: Run, action: Execute): Stepped {
  return guarded(run, () => {
    run.state.steps = 0;
    catchUp(run, run.state.agenda[0]?.at);
    action({ run, self: -1, locals: [] });
    settle(run);
  });
}

/** Carries out an action from outside; what it sends arrives within the same step, before anything else can happen. */
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

/** Moves the clock forward to a time at which nothing earlier is due. */
export function moveClock(state: State, to: number): void {
  if (to <= state.now) return;
  state.now = to;
  state.steps = 0;
}

const noStep = (): StepState => ({
  teardowns: 0,
  waiting: new Set(),
  unoffered: new Set(),
  hasRevived: false,
  settled: undefined,
  asksUnderWay: false,
});

/** Runs one step; what it remarks is returned, what ends the run is caught. */
function guarded(run: Run, step: () => void): Stepped {
  run.remarks.length = 0;
  let error: RunError | undefined;
  try {
    inOnePiece(step);
  } catch (thrown) {
    if (!(thrown instanceof RunError)) throw thrown;
    error = thrown;
    run.step.teardowns = 0;
    run.step.waiting.clear();
    run.step.hasRevived = false;
  }
  return { remarks: run.remarks.length === 0 ? none : [...run.remarks], error };
}

const none: readonly Remark[] = [];

function count({ state }: Run): void {
  state.steps += 1;
  if (state.steps > mostInAnInstant) {
    throw new RunError('run/endless', `The instant does not end: more than ${mostInAnInstant} steps at one time.`);
  }
}

function happen(run: Run, due: Due): void {
  switch (due.kind) {
    case 'message':
      arrive(run, due.message);
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

/** A message to what is not alive is lost; one to an entity without machine is only recorded. */
function arrive(run: Run, message: Message): void {
  const { state, program } = run;
  const { to, event, place } = message;
  takeOver(run, message, nodeOf(run, to), isAlive(state, to));
  if (!isAlive(state, to)) {
    const name = program.model.entities[to]?.name ?? to;
    const code = isShell(run, to) ? 'run/shell' : 'run/lost';
    remark(run, { code, message: `"${event}" to "${name}" is lost: the receiver is not alive.`, place });
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

/** So many machines without anything to do are passed over as quickly as one value is looked at. */
const machinesAtOnce = 4;

/** Carries deletions on, begins machines, and runs `always` transitions of all of them, until nothing is left to do. */
function settle(run: Run): void {
  const { reactive, hasNodes } = settlingOf(run.program);
  for (let isChanged = true; isChanged;) {
    settleEnds(run);
    const isStanding = hasNodes ? standingNow(run) : undefined;
    // What stood still and goes on may be to begin as well.
    const next = hasNodes || run.step.hasRevived ? nextToBegin(run, isStanding) : undefined;
    if (next !== undefined) {
      count(run);
      begin(run, next);
      continue;
    }
    isChanged = false;
    // Without an `always` there is nothing to do but for what was deferred, and has not been offered yet.
    const candidates = run.step.unoffered.size > 0 ? run.program.active : reactive;
    spend(candidates.length / machinesAtOnce);
    for (const entity of candidates) {
      if ((run.state.active[entity] ?? -1) < 0 || isStanding?.(entity) === true || !complete(run, entity)) continue;
      isChanged = true;
      count(run);
      // No other machine goes on before what has come to life begins.
      if (run.step.hasRevived) break;
    }
  }
  watchReferences(run);
  if (hasNodes) holdBack(run);
}

/** What a program can have to settle at all. */
interface Settling {
  /** The entities whose machines have any `always`, in declaration order. */
  readonly reactive: readonly EntityId[];
  /** Without a node nothing pauses or is on its way. */
  readonly hasNodes: boolean;
}

const settlings = new WeakMap<Program, Settling>();

function settlingOf(program: Program): Settling {
  let known = settlings.get(program);
  if (known === undefined) {
    const hasAlways = (entity: EntityId): boolean =>
      program.machineOf[entity]?.states.some(({ always }) => always.length > 0) ?? false;
    const hasNodes = program.model.entities.some(({ kind }) => kind === 'node');
    known = { reactive: program.active.filter(hasAlways), hasNodes };
    settlings.set(program, known);
  }
  return known;
}

/** Deletion looks at ownership, finalizers and what is alive: it has nothing to do while these stay. */
function settleEnds(run: Run): void {
  const { state, step } = run;
  const { links, settings, deletions, turns } = state;
  const { settled } = step;
  if (
    settled?.turns === turns &&
    settled.links === links &&
    settled.settings === settings &&
    settled.deletions === deletions
  ) {
    return;
  }
  settleDeletions(run, run.program.defaultPolicy);
  step.settled = { links: state.links, settings: state.settings, deletions: state.deletions, turns: state.turns };
}
