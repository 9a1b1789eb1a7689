/**
 * The environment: what may happen besides what is due. Faults and possible actions have bounds; how
 * much of them is used up is plain data, a part of where a run stands.
 */
import type { PlaceId } from '../model/action.ts';
import type { EntityId } from '../model/entity-kind.ts';
import type { Check, Fault } from '../model/scenario.ts';
import { compileAction } from './actions.ts';
import { schedule, unschedule } from './agenda.ts';
import { compileExpression } from './expressions.ts';
import { isAlive } from './graph-now.ts';
import type { Stepped } from './kernel.ts';
import { act, actAtOnce, dueNow, take } from './kernel.ts';
import { crashNow, restartNow } from './life.ts';
import type { Played } from './player.ts';
import { scenarioScope } from './program.ts';
import type { Entry, Execute, Program, Run } from './run.ts';
import { entityIn, itemsOf } from './values.ts';

/** A fault of a check, compiled: whom it may befall, and how often. */
export interface FaultProgram {
  readonly kind: Fault['kind'];
  /** PDs that may fail, or receivers whose messages may; absent means all. */
  readonly of: ReadonlySet<EntityId> | undefined;
  readonly upTo: number;
}

/** An action that the environment may take. */
export interface PossibleAction {
  readonly execute: Execute;
  readonly place: PlaceId;
  /** Absent without limit. */
  readonly upTo: number | undefined;
}

/** All that may happen besides what is due. */
export interface Environment {
  readonly clock: 'any' | 'exact';
  /** Microseconds; nothing happens later. */
  readonly horizon: number | undefined;
  readonly faults: readonly FaultProgram[];
  readonly actions: readonly PossibleAction[];
}

/** What of an environment is used up, and whom it owes a restart. */
export interface Spent {
  readonly faults: readonly number[];
  readonly actions: readonly number[];
  readonly down: readonly EntityId[];
}

/** One thing that may happen next. */
export type Move =
  | { readonly kind: 'due'; readonly entry: Entry }
  | { readonly kind: 'action'; readonly index: number }
  | { readonly kind: 'crash' | 'halt'; readonly fault: number; readonly entity: EntityId }
  | { readonly kind: 'restart'; readonly entity: EntityId }
  | { readonly kind: 'lose' | 'duplicate' | 'reorder'; readonly fault: number; readonly entry: Entry };

/** Nothing besides what is due, at its time. */
export const quietEnvironment: Environment = { clock: 'exact', horizon: undefined, faults: [], actions: [] };

/** Nothing used up yet. */
export const nothingSpent = ({ faults, actions }: Environment): Spent => ({
  faults: faults.map(() => 0),
  actions: actions.map(() => 0),
  down: [],
});

/** Compiles the environment of a check. Throws a `RunError` for a fault of what is no entity. */
export function environmentOf(program: Program, check: Check, run: Run): Environment {
  const scope = scenarioScope(program);
  const frame = { run, self: -1, locals: [] };
  const entities = (fault: Fault): ReadonlySet<EntityId> | undefined =>
    fault.of.length === 0
      ? undefined
      : new Set(fault.of.flatMap((of) => itemsOf(compileExpression(of, scope)(frame)).map((each) => entityIn(each))));
  return {
    clock: check.clock,
    horizon: check.horizon === undefined ? undefined : Math.round(check.horizon * 1000),
    faults: check.faults.map((fault) => ({ kind: fault.kind, of: entities(fault), upTo: fault.upTo })),
    actions: check.possibilities.map(({ action, upTo, place }) => ({
      execute: compileAction(action, scope),
      place,
      upTo,
    })),
  };
}

/** Returns all that may happen next: what is due, in order, then what the environment may do. */
export function movesOf(run: Run, environment: Environment, spent: Spent): Move[] {
  const { clock, horizon } = environment;
  const due = dueNow(run.state, clock).filter(({ at }) => horizon === undefined || at <= horizon);
  const moves: Move[] = due.map((entry) => ({ kind: 'due', entry }));
  for (const [index, { upTo }] of environment.actions.entries()) {
    if (upTo === undefined || (spent.actions[index] ?? 0) < upTo) moves.push({ kind: 'action', index });
  }
  for (const [fault, each] of environment.faults.entries()) {
    if ((spent.faults[fault] ?? 0) < each.upTo) moves.push(...faultMoves(run, environment, fault));
  }
  for (const entity of spent.down) if (!isAlive(run.state, entity)) moves.push({ kind: 'restart', entity });
  return moves;
}

/** Makes a move; returns what happened and what is used up then. */
export function makeMove(
  run: Run,
  environment: Environment,
  spent: Spent,
  move: Move,
): { readonly played: Played; readonly spent: Spent } {
  switch (move.kind) {
    case 'due':
      return { played: { kind: 'due', due: move.entry.due, stepped: take(run, move.entry) }, spent };
    case 'action': {
      const action = environment.actions[move.index];
      if (action === undefined) throw new Error('There is no such action.');
      const played: Played = { kind: 'acted', place: action.place, stepped: actAtOnce(run, action.execute) };
      return { played, spent: { ...spent, actions: oneMore(spent.actions, move.index) } };
    }
    case 'crash':
    case 'halt':
      return fail(run, spent, move);
    case 'restart': {
      const stepped = act(run, () => {
        restartNow(run, move.entity, undefined);
      });
      const down = spent.down.filter((entity) => entity !== move.entity);
      return { played: { kind: 'restart', entity: move.entity, stepped }, spent: { ...spent, down } };
    }
    default:
      return disturb(run, spent, move);
  }
}

function faultMoves(run: Run, { faults, clock }: Environment, fault: number): Move[] {
  const { state, program } = run;
  const each = faults[fault];
  if (each === undefined) return [];
  const { kind, of } = each;
  const isMeant = (entity: EntityId): boolean => of === undefined || of.has(entity);
  if (kind === 'crash' || kind === 'halt') {
    return program.model.entities
      .filter((entity) => entity.kind === 'pd' && isAlive(state, entity.id) && isMeant(entity.id))
      .map(({ id }) => ({ kind, fault, entity: id }));
  }
  const messages = state.agenda.filter((entry) => receiverOf(entry) !== undefined && isMeant(receiverOf(entry) ?? -1));
  if (kind !== 'reorder') return messages.map((entry) => ({ kind, fault, entry }));
  // Only what is held back by an earlier message between the same two can overtake it.
  const [earliest] = state.agenda;
  const first = new Set(dueNow(state, clock));
  return messages
    .filter((entry) => !first.has(entry) && (clock === 'any' || entry.at === earliest?.at))
    .map((entry) => ({ kind, fault, entry }));
}

/** What a fault of the network can befall: messages that travel, and not what the scenario or system tells. */
function receiverOf({ due }: Entry): EntityId | undefined {
  return due.kind === 'message' && due.message.from !== undefined ? due.message.to : undefined;
}

function fail(
  run: Run,
  spent: Spent,
  { kind, fault, entity }: Extract<Move, { readonly kind: 'crash' | 'halt' }>,
): { readonly played: Played; readonly spent: Spent } {
  const stepped = act(run, () => {
    crashNow(run, entity, run.program.defaultPolicy, { place: undefined, isFinal: kind === 'halt' });
  });
  const down = kind === 'crash' ? [...spent.down, entity].sort((a, b) => a - b) : spent.down;
  return { played: { kind, entity, stepped }, spent: { ...spent, faults: oneMore(spent.faults, fault), down } };
}

function disturb(
  run: Run,
  spent: Spent,
  { kind, fault, entry }: Extract<Move, { readonly kind: 'lose' | 'duplicate' | 'reorder' }>,
): { readonly played: Played; readonly spent: Spent } {
  const { state } = run;
  const entity = receiverOf(entry) ?? -1;
  let stepped: Stepped = { remarks: [], error: undefined };
  if (kind === 'reorder') stepped = take(run, entry);
  else if (kind === 'duplicate') schedule(run, entry.at, entry.due);
  else {
    unschedule(state, entry);
    if (entry.due.kind === 'message') run.tell?.({ kind: 'lost', message: entry.due.message });
  }
  return {
    played: { kind, entity, due: entry.due, stepped },
    spent: { ...spent, faults: oneMore(spent.faults, fault) },
  };
}

const oneMore = (counts: readonly number[], index: number): number[] =>
  counts.map((count, each) => (each === index ? count + 1 : count));
