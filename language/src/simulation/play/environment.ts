/**
 * The environment: everything that may happen besides due entries. Faults and possible actions have bounds; their use
 * so far is plain data, a part of the position of a run.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Action, PlaceId } from '../../model/machines/action.ts';
import type { Check, Fault } from '../../model/scenario.ts';
import { compileAction } from '../program/actions.ts';
import { compileExpression } from '../program/expressions.ts';
import { isAlive } from '../kernel/graph-now.ts';
import { type FreeTime, timesOf } from './free-time.ts';
import { act, actAtOnce, dueNow, moveClock, take } from '../kernel/kernel.ts';
import { setValue } from '../kernel/assignment.ts';
import { isPaused } from '../kernel/lease/lease-settings.ts';
import { restartNow } from '../kernel/endings/life.ts';
import { startRefusal } from '../kernel/endings/needs-now.ts';
import { wouldTake } from '../kernel/machines/machine.ts';
import type { Played } from './player.ts';
import { scenarioScope } from '../program/program.ts';
import type { Entry, Execute, Program, Run } from '../kernel/run.ts';
import { type Disturbance, disturb, receiversOf, type Strike, strike } from './strikes.ts';
import { struckBy } from './struck-by.ts';
import { RunError } from '../values/run-error.ts';
import type { Scope } from '../program/scope.ts';
import { entityIn, isKind, itemsOf } from '../values/values.ts';

/** A compiled fault of a check: its possible targets, and how often it may happen. */
export interface FaultProgram {
  readonly kind: Fault['kind'];
  /** PDs and nodes that may fail, or receivers whose messages may, boxes and nodes among them; absent means all PDs, or all messages. */
  readonly of: ReadonlySet<EntityId> | undefined;
  /** True if one use strikes all of them that are alive. */
  readonly together?: boolean;
  readonly upTo: number;
}

/** An action that the environment may take. */
export interface PossibleAction {
  readonly execute: Execute;
  readonly place: PlaceId;
  /** Absent if there is no limit. */
  readonly upTo: number | undefined;
  /** The receiver of an event that no text mentions, and the event. */
  readonly to?: EntityId;
  readonly event?: string;
  /** True if it makes sense in a state; absent if it always does. */
  readonly isPossible?: (run: Run) => boolean;
}

/** Everything that may happen besides due entries. */
export interface Environment extends FreeTime {
  readonly faults: readonly FaultProgram[];
  readonly actions: readonly PossibleAction[];
}

/** The use of an environment so far, the entities it owes a restart, and the nodes that it has paused. */
export interface Spent {
  readonly faults: readonly number[];
  readonly actions: readonly number[];
  readonly down: readonly EntityId[];
  readonly paused: readonly EntityId[];
}

/** A possible next step. */
export type Move =
  | { readonly kind: 'due'; readonly entry: Entry }
  | { readonly kind: 'action'; readonly index: number }
  | (Strike & { readonly fault: number })
  | { readonly kind: 'restart' | 'resume'; readonly entity: EntityId }
  | (Disturbance & { readonly fault: number });

/** Nothing used up yet. */
export const nothingSpent = ({ faults, actions }: Environment): Spent => ({
  faults: faults.map(() => 0),
  actions: actions.map(() => 0),
  down: [],
  paused: [],
});

/** Compiles the environment of a check. Throws a `RunError` for a fault whose subject is no entity. */
export function environmentOf(program: Program, check: Check, run: Run): Environment {
  const scope = scenarioScope(program);
  const frame = { run, self: -1, locals: [] };
  const entities = (fault: Fault): ReadonlySet<EntityId> | undefined =>
    fault.of.length === 0
      ? undefined
      : new Set(fault.of.flatMap((of) => itemsOf(compileExpression(of, scope)(frame)).map((each) => entityIn(each))));
  return {
    ...timesOf(program.model, check),
    faults: check.faults.map((fault) => ({
      kind: fault.kind,
      of: entities(fault),
      ...(fault.together === undefined ? {} : { together: true }),
      upTo: fault.upTo,
    })),
    actions: check.possibilities.map(({ action, upTo, place }) => ({
      execute: compileAction(action, scope),
      place,
      upTo,
      ...(action.kind === 'send' ? { isPossible: isTakenByAny(action, scope) } : {}),
    })),
  };
}

/**
 * Returns a test whether any receiver takes the event: one that none takes changes nothing, and a random run need not
 * send it.
 */
function isTakenByAny(
  { event, to, arguments: values }: Extract<Action, { readonly kind: 'send' }>,
  scope: Scope,
): (run: Run) => boolean {
  const [receivers, compiled] = [compileExpression(to, scope), values.map((value) => compileExpression(value, scope))];
  return (run) => {
    const frame = { run, self: -1, locals: [] };
    try {
      const sent = compiled.map((value) => value(frame));
      return itemsOf(receivers(frame)).some(
        (each) => isKind(each, 'entity') && isAlive(run.state, each.id) && wouldTake(run, each.id, event, sent),
      );
    } catch (error) {
      // A mistake in it is reported when it is sent.
      if (error instanceof RunError) return true;
      throw error;
    }
  };
}

/** Returns everything that may happen next: due entries, in order, then what the environment may do. */
export function movesOf(run: Run, environment: Environment, spent: Spent): Move[] {
  const { clock, horizon } = environment;
  const due = dueNow(run.state, clock).filter(({ at }) => horizon === undefined || at <= horizon);
  const moves: Move[] = due.map((entry) => ({ kind: 'due', entry }));
  for (const [index, { upTo, isPossible }] of environment.actions.entries()) {
    if (upTo !== undefined && (spent.actions[index] ?? 0) >= upTo) continue;
    if (isPossible?.(run) ?? true) moves.push({ kind: 'action', index });
  }
  for (const [fault, each] of environment.faults.entries()) {
    if ((spent.faults[fault] ?? 0) < each.upTo) moves.push(...faultMoves(run, environment, fault));
  }
  for (const entity of spent.down) {
    if (startRefusal(run, entity) === undefined) moves.push({ kind: 'restart', entity });
  }
  for (const entity of spent.paused) moves.push({ kind: 'resume', entity });
  return moves;
}

/** Makes a move after a wait, in which nothing is due; returns what happened and what is used up then. */
export function makeMove(run: Run, environment: Environment, spent: Spent, move: Move, wait = 0): Made {
  if (wait > 0) moveClock(run, run.state.now + wait);
  const played = make(run, environment, move);
  return { played, spent: stillOwed(usedBy(spent, move), run) };
}

/**
 * Removes the restarts of entities that are alive, and the pauses of nodes that go on: what something else has brought
 * back is owed nothing any more.
 */
export function stillOwed(spent: Spent, run: Run): Spent {
  const down = spent.down.filter((entity) => !isAlive(run.state, entity));
  const paused = spent.paused.filter((entity) => isPaused(run, entity));
  const isSame = down.length === spent.down.length && paused.length === spent.paused.length;
  return isSame ? spent : { ...spent, down, paused };
}

/** The outcome of a move, and what is used up then. */
interface Made {
  readonly played: Played;
  readonly spent: Spent;
}

/** The use of an environment by a move. */
export type Use =
  | { readonly kind: 'due' }
  | { readonly kind: 'restart' | 'resume' }
  | { readonly kind: 'action'; readonly index: number }
  | (Strike & { readonly fault: number })
  | { readonly kind: 'lose' | 'duplicate' | 'reorder'; readonly fault: number };

/** Returns what is used up after a move, as far as that does not depend on its outcome. */
export function usedBy(spent: Spent, move: Use): Spent {
  switch (move.kind) {
    case 'due':
    case 'restart':
    case 'resume':
      return spent;
    case 'action':
      return { ...spent, actions: oneMore(spent.actions, move.index) };
    case 'crash':
    case 'pause': {
      const owed = move.kind === 'crash' ? 'down' : 'paused';
      return {
        ...spent,
        faults: oneMore(spent.faults, move.fault),
        [owed]: [...spent[owed], move.entity, ...(move.others ?? [])].sort((a, b) => a - b),
      };
    }
    default:
      return { ...spent, faults: oneMore(spent.faults, move.fault) };
  }
}

function make(run: Run, environment: Environment, move: Move): Played {
  switch (move.kind) {
    case 'due':
      return { kind: 'due', due: move.entry.due, stepped: take(run, move.entry) };
    case 'action': {
      const action = environment.actions[move.index];
      if (action === undefined) throw new Error('There is no such action.');
      const { place, to, event, execute } = action;
      const stepped = actAtOnce(run, execute);
      return {
        kind: 'acted',
        place,
        stepped,
        ...(to === undefined ? {} : { to }),
        ...(event === undefined ? {} : { event }),
      };
    }
    case 'crash':
    case 'halt':
    case 'pause':
      return strike(run, move);
    case 'restart':
    case 'resume': {
      const { kind, entity } = move;
      const stepped = act(run, () => {
        if (kind === 'restart') restartNow(run, entity, undefined);
        else setValue(run, { kind: 'entity', id: entity }, 'paused', undefined, false);
      });
      return { kind, entity, stepped };
    }
    default:
      return disturb(run, move);
  }
}

function faultMoves(run: Run, { faults, clock, horizon }: Environment, fault: number): Move[] {
  const { state, program } = run;
  const each = faults[fault];
  if (each === undefined) return [];
  const { kind, of } = each;
  const isMeant = (entity: EntityId): boolean => of === undefined || of.has(entity);
  if (kind === 'crash' || kind === 'halt' || kind === 'pause') {
    const isOpen = (id: EntityId): boolean => isAlive(state, id) && !(kind === 'pause' && isPaused(run, id));
    const struck = struckBy(program.model, each).filter(isOpen);
    const [entity, ...others] = struck;
    if (each.together !== true || entity === undefined || others.length === 0)
      return struck.map((id) => ({ kind, fault, entity: id }));
    return [{ kind, fault, entity, others }];
  }
  const messages = state.agenda.filter((entry) => {
    return receiversOf(entry.due).some(isMeant) && (horizon === undefined || entry.at <= horizon);
  });
  if (kind !== 'reorder') return messages.map((entry) => ({ kind, fault, entry }));
  // Only an entry that an earlier message between the same two holds back can overtake it.
  const [earliest] = state.agenda;
  const first = new Set(dueNow(state, clock));
  return messages
    .filter((entry) => !first.has(entry) && (clock === 'any' || entry.at === earliest?.at))
    .map((entry) => ({ kind, fault, entry }));
}

const oneMore = (counts: readonly number[], index: number): number[] =>
  counts.map((count, each) => (each === index ? count + 1 : count));
