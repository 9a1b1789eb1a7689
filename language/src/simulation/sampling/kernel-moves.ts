/**
 * Moves of random runs as the kernel makes them: from a core, with entries that have no times.
 */
import type { Check } from '../../model/scenario.ts';
import { byteAt, itemAt } from '../../model/lookup.ts';
import type { Judge } from '../explore/judgement/judge.ts';
import { createStateCode, type StateCode } from '../explore/state/state-code.ts';
import { orderedPair } from '../kernel/agenda.ts';
import type { Draw } from '../kernel/draw.ts';
import { initial } from '../kernel/kernel.ts';
import { startRefusal } from '../kernel/needs-now.ts';
import { type Entry, lifeBits, type Program, type Run, type State } from '../kernel/run.ts';
import { copyOf } from '../kernel/state.ts';
import { noStep } from '../kernel/step-state.ts';
import { type Environment, makeMove, type Move, movesOf, nothingSpent } from '../play/environment.ts';
import { receiversOf } from '../play/strikes.ts';
import { RunError } from '../values/run-error.ts';
import {
  type AnyMove,
  type CoreFacts,
  type AgendaItem,
  keyOfMove,
  type MoveEffect,
  type RememberedMoves,
} from './move-effects.ts';

/** Thrown where a step or a judgement depends on more than the core. */
export class NotRemembered extends Error {}

/** The kernel, as moves from cores. */
interface KernelMoves {
  readonly start: RememberedMoves['start'];
  /** Lets the kernel make a move; undefined if it ends with an error. */
  readonly make: (from: CoreFacts, move: AnyMove, agenda: readonly AgendaItem[], draw: Draw) => MoveEffect | undefined;
}

/** Returns the moves of a check; undefined if a run of it begins by chance, or its states know times. */
export function createKernelMoves(
  program: Program,
  check: Check,
  environment: Environment,
  judge: Judge,
): KernelMoves | undefined {
  let drawn = 0;
  const pick = (count: number): number => {
    drawn += Number(count > 1);
    return 0;
  };
  const { run: blank, started } = initial(program, { draw: { pick }, tell: undefined, keepsHistory: false });
  if (drawn > 0 || started.error !== undefined) return undefined;
  const code = createStateCode(program, check, environment, copyOf(blank.state));
  if (code.time !== 'none' || code.keepsLastEnd) return undefined;
  const facts: CoreFacts[] = [];
  let { messages } = blank.state;
  const factsOf = (run: Run): CoreFacts => {
    const core = code.coreOf(run.state);
    return (facts[core] ??= coreFacts({ environment, judge }, core, run));
  };
  const items = (state: State, entries: readonly Entry[]): AgendaItem[] =>
    entries.map((entry) => itemOf({ code, environment }, state, entry));
  return {
    start: { facts: factsOf(blank), agenda: items(blank.state, blank.state.agenda), steps: blank.state.steps },
    make: (from, move, agenda, draw) => {
      // Every entry is due at 0, so that the times of what is added are delays.
      const entries = agenda.map(({ due }, order): Entry => ({ at: 0, order, due }));
      const { length: order } = entries;
      const before: State = { ...code.stateOf(from.core), agenda: entries, order, messages, now: 0, steps: 0 };
      const run: Run = { ...blank, draw, state: copyOf(before), remarks: [], step: noStep() };
      const { played } = makeMove(run, environment, nothingSpent(environment), kernelMove(move, entries));
      if (played.kind === 'judged' || played.stepped.error !== undefined) return undefined;
      const { state, step } = run;
      if (step.asksUnderWay || state.held.length > 0) throw new NotRemembered();
      messages = Math.max(messages, state.messages);
      const known = new Set(entries);
      const added = state.agenda.filter((entry) => !known.has(entry)).sort((a, b) => a.order - b.order);
      const removed = takenBack(agenda, entries, new Set(state.agenda), 'index' in move ? move.index : -1);
      return { to: factsOf(run), removed, added: items(state, added), steps: state.steps };
    },
  };
}

/** Returns the numbers of the entries that are gone besides the one taken. Of equal ones, all are gone or none. */
function takenBack(
  agenda: readonly AgendaItem[],
  entries: readonly Entry[],
  left: ReadonlySet<Entry>,
  taken: number,
): ReadonlySet<number> {
  const isGone = (index: number): boolean => index !== taken && !left.has(itemAt(entries, index));
  const gone = new Set(agenda.flatMap(({ id }, index) => (isGone(index) ? [id] : [])));
  if (agenda.some(({ id }, index) => index !== taken && gone.has(id) && !isGone(index))) throw new NotRemembered();
  return gone;
}

interface Numbering {
  readonly code: StateCode;
  readonly environment: Environment;
}

function itemOf({ code, environment }: Numbering, state: State, { at, due }: Entry): AgendaItem {
  if (due.kind === 'lease' || due.kind === 'deletion') throw new NotRemembered();
  const isSent = due.kind === 'message' && due.message.from !== undefined;
  const losable = Uint8Array.from(environment.faults, ({ of }) =>
    Number(isSent && receiversOf(due).some((entity) => of === undefined || of.has(entity))),
  );
  return { at, due, id: code.dues.idOf(state, due), pair: orderedPair(due) ?? -1, isSent, losable };
}

function kernelMove(move: AnyMove, entries: readonly Entry[]): Move {
  switch (move.kind) {
    case 'due':
      return { kind: 'due', entry: itemAt(entries, move.index) };
    case 'lose':
      return { kind: 'lose', fault: 0, entry: itemAt(entries, move.index) };
    case 'action':
      return { kind: 'action', index: move.action };
    case 'restart':
      return { kind: 'restart', entity: move.entity };
    default:
      return move.strike;
  }
}

function coreFacts(
  { environment, judge }: { readonly environment: Environment; readonly judge: Judge },
  core: number,
  { program, ...rest }: Run,
): CoreFacts {
  const state = copyOf({ ...rest.state, agenda: [] });
  const run: Run = { ...rest, program, state, remarks: [], step: noStep() };
  const free = movesOf(run, environment, nothingSpent(environment));
  const { life } = state;
  const judged = judgedOr(() => ({
    broken: judge.asked.map(({ faultIn }) => faultIn(run) !== undefined),
    bits: judge.bitsOf(run),
    isWithin: judge.isWithin(run),
  }));
  const restarts = life.map((bits, entity) =>
    Number((bits & lifeBits.existed) !== 0 && (bits & lifeBits.alive) === 0 && startRefusal(run, entity) === undefined),
  );
  if (run.step.asksUnderWay) throw new NotRemembered();
  return {
    core,
    effects: new Map(),
    ...judged,
    isAlive: (entity) => (byteAt(life, entity) & lifeBits.alive) !== 0,
    canRestart: (entity) => byteAt(restarts, entity) === 1,
    actions: free.flatMap((move) => {
      if (move.kind !== 'action') return [];
      const action = move.index;
      return [{ action, move: { kind: 'action', action }, key: keyOfMove(action, 'action') }];
    }),
    strikes: environment.faults.map((_, fault) =>
      free
        .filter((move) => 'fault' in move && move.fault === fault)
        .map((strike, place) => {
          const number =
            'entity' in strike && !('others' in strike) ? strike.entity : program.model.entities.length + place;
          return {
            move: { kind: 'strike', strike },
            key: keyOfMove(number * environment.faults.length + fault, 'strike'),
          };
        }),
    ),
  };
}

/** Returns a judgement; one that fails with an error is left to the kernel. */
function judgedOr<T>(judgement: () => T): T {
  try {
    return judgement();
  } catch (error) {
    if (error instanceof RunError) throw new NotRemembered();
    throw error;
  }
}
