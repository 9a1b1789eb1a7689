/**
 * Interventions: steps that a user at the controls makes happen in a run, whatever its player would do next. They name
 * entities, so that they can be written into a trace; they know nothing of what may happen by itself.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { oncePer } from '../../../model/common/once-per.ts';
import { assign } from '../../kernel/assignment.ts';
import {
  type Environment,
  type FaultProgram,
  makeMove,
  type Move,
  movesOf,
  nothingSpent,
  type PossibleAction,
} from '../environment.ts';
import { act, moveClock } from '../../kernel/kernel.ts';
import { crashNow } from '../../kernel/endings/life.ts';
import { isAlive } from '../../kernel/graph-now.ts';
import { startRefusal } from '../../kernel/endings/needs-now.ts';
import { eventWith, outsideActions, takenActions } from '../outside-events.ts';
import type { Played, Player, Turn } from '../player.ts';
import { readValue } from '../../program/read-value.ts';
import { lifeBits, type Program, type Run } from '../../kernel/run.ts';
import { DrawMismatch } from './timeline.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { actionNamed } from './written-actions.ts';

/** The step to make happen. For a waiting entry, `entry` is its index in the agenda, from 0. */
export type Interference =
  | { readonly kind: 'due' | 'lose' | 'duplicate' | 'reorder'; readonly entry: number }
  /** An event from outside, or as if from another machine; the values of its parameters are left to chance. */
  | { readonly kind: 'send'; readonly event: string; readonly to: string }
  /** The same with these arguments, written as in the language. */
  | { readonly kind: 'event'; readonly event: string; readonly to: string; readonly arguments: readonly string[] }
  /** `others` crash or halt in the same event. */
  | { readonly kind: 'crash' | 'halt' | 'restart'; readonly entity: string; readonly others?: readonly string[] }
  /** `value` is written as the language does. */
  | { readonly kind: 'set'; readonly entity: string; readonly variable: string; readonly value: string };

/** A step that a log reports: a user does not cause it, and so it is not offered to one. */
export type LoggedStep =
  | { readonly kind: 'pause' | 'resume'; readonly entity: string }
  /** See `actionNamed`. */
  | { readonly kind: 'act'; readonly action: string };

/** A step to make happen as the one after step `after`; `at` is its time, in microseconds, if the clock moves before. */
export type Intervention = { readonly after: number; readonly at?: number } & (Interference | LoggedStep);

/** Allows everything at any time: the bounds of a check do not bind the user. */
interface OpenEnvironment extends Environment {
  readonly faults: readonly (FaultProgram & { readonly kind: FaultKind })[];
}

type FaultKind = 'crash' | 'halt' | 'lose' | 'duplicate' | 'reorder';
const faultKinds: readonly FaultKind[] = ['crash', 'halt', 'lose', 'duplicate', 'reorder'];

const openEnvironment = oncePer((program: Program): OpenEnvironment => ({
  clock: 'exact',
  horizon: undefined,
  patience: 0,
  faults: faultKinds.map((kind) => ({ kind, of: undefined, upTo: Number.POSITIVE_INFINITY })),
  actions: takenActions(program),
}));

/** The position of a run with interventions; its own player may be done. */
interface SteeredPosition<Position> {
  readonly inner: Position | undefined;
  readonly step: number;
}

/** Creates a player that does the same as another one, except where the user intervenes. */
export function steered<Position>(
  player: Player<Position>,
  interventions: readonly Intervention[],
): Player<SteeredPosition<Position>> {
  const byStep = new Map(interventions.map((each) => [each.after, each]));
  return {
    start: { inner: player.start, step: 0 },
    turn: (run, { inner, step }): Turn<SteeredPosition<Position>> | undefined => {
      const mine = byStep.get(step);
      if (mine !== undefined) {
        const played = interfere(run, mine);
        const isOver = played.kind !== 'judged' && played.stepped.error !== undefined;
        return { played, position: isOver ? undefined : { inner, step: step + 1 } };
      }
      const taken = inner === undefined ? undefined : player.turn(run, inner);
      if (taken === undefined) return undefined;
      const { played, position } = taken;
      const isBroken = played.kind !== 'judged' && played.stepped.error !== undefined;
      return { played, position: isBroken ? undefined : { inner: position, step: step + 1 } };
    },
    choices: (run, { inner }) => (inner === undefined ? [] : (player.choices?.(run, inner) ?? [])),
  };
}

/** Makes a step happen. Throws `DrawMismatch` if it cannot happen here. */
function interfere(run: Run, wanted: Omit<Intervention, 'after'> & (Interference | LoggedStep)): Played {
  const { program } = run;
  if (wanted.at !== undefined) moveClock(run, wanted.at);
  switch (wanted.kind) {
    case 'set':
      return setVariable(run, wanted);
    case 'event':
      return takeAction(run, eventWith(program, entityNamed(program, wanted.to), wanted.event, wanted.arguments));
    case 'act':
      return takeAction(run, reportedAction(program, wanted.action));
    case 'pause':
    case 'resume': {
      const environment = openEnvironment(program);
      const entity = entityNamed(program, wanted.entity);
      const move: Move = wanted.kind === 'pause' ? { kind: 'pause', fault: -1, entity } : { kind: 'resume', entity };
      return makeMove(run, environment, nothingSpent(environment), move).played;
    }
    case 'crash':
    case 'halt':
    case 'restart':
      return fault(run, wanted);
    default: {
      const environment = openEnvironment(program);
      const move = movesOf(run, environment, nothingSpent(environment)).find((each) => isMeant(run, wanted, each));
      if (move === undefined) throw new DrawMismatch();
      return makeMove(run, environment, nothingSpent(environment), move).played;
    }
  }
}

/** Returns an action by its text as something the environment may do; undefined if there is none. */
export function reportedAction(program: Program, text: string): PossibleAction | undefined {
  const named = actionNamed(program, text);
  return named === undefined ? undefined : { execute: named.execute, place: named.place ?? -1, upTo: undefined };
}

function takeAction(run: Run, action: PossibleAction | undefined): Played {
  if (action === undefined) throw new DrawMismatch();
  const environment: Environment = { ...openEnvironment(run.program), actions: [action] };
  return makeMove(run, environment, nothingSpent(environment), { kind: 'action', index: 0 }).played;
}

function isMeant(
  { program, state }: Run,
  wanted: Extract<Interference, { readonly kind: 'due' | 'lose' | 'duplicate' | 'reorder' | 'send' }>,
  move: Move,
): boolean {
  if (wanted.kind === 'send') {
    const action = move.kind === 'action' ? openEnvironment(program).actions[move.index] : undefined;
    return action?.event === wanted.event && nameOf(program, action.to) === wanted.to;
  }
  return move.kind === wanted.kind && 'entry' in move && state.agenda[wanted.entry] === move.entry;
}

/** A node crashes as a PD does; both can be restarted, whatever made them crash. Several crash in one event. */
function fault(run: Run, wanted: Extract<Interference, { readonly kind: 'crash' | 'halt' | 'restart' }>): Played {
  const { kind } = wanted;
  const environment = openEnvironment(run.program);
  const entity = entityNamed(run.program, wanted.entity);
  const others = (wanted.others ?? []).map((name) => entityNamed(run.program, name));
  if (![entity, ...others].every((each) => canFail(run, kind, each))) throw new DrawMismatch();
  if (kind === 'restart') {
    if (others.length > 0) throw new DrawMismatch();
    return makeMove(run, environment, nothingSpent(environment), { kind, entity }).played;
  }
  const stepped = act(run, () => {
    crashNow(run, [entity, ...others], run.program.defaultPolicy, { place: undefined, isFinal: kind === 'halt' });
  });
  return { kind, entity, ...(others.length > 0 && { others }), stepped };
}

/** Returns true if a fault can affect an entity now. */
export function canFail({ program, state }: Run, kind: 'crash' | 'halt' | 'restart', entity: EntityId): boolean {
  const what = program.model.entities[entity]?.kind;
  if (what !== 'pd' && what !== 'node') return false;
  if (kind !== 'restart') return isAlive(state, entity);
  const life = itemAt(state.life, entity);
  const hasCrashed = !isAlive(state, entity) && (life & lifeBits.crashed) !== 0 && (life & lifeBits.halted) === 0;
  return hasCrashed && startRefusal({ program, state }, entity) === undefined;
}

function setVariable(run: Run, { entity, variable, value }: Extract<Interference, { readonly kind: 'set' }>): Played {
  const { program } = run;
  const id = entityNamed(program, entity);
  const machine = program.machineOf[id];
  const slot = machine?.slots.get(variable);
  const declared = machine?.variables[slot ?? -1];
  const read = declared === undefined ? undefined : readValue(program.model, declared.type, value);
  if (slot === undefined || declared === undefined || read === undefined) throw new DrawMismatch();
  const stepped = act(run, () => {
    assign(run, id, slot, undefined, read.value);
  });
  return { kind: 'acted', place: declared.place, to: id, stepped };
}

function entityNamed({ model }: Program, name: string): EntityId {
  const found = model.entities.find((entity) => entity.name === name);
  if (found === undefined) throw new DrawMismatch();
  return found.id;
}

const nameOf = ({ model }: Program, id: EntityId | undefined): string | undefined => model.entities[id ?? -1]?.name;

/** Returns all events that may come from outside and that make sense in the state of the run. */
export function outsideNow(run: Run): readonly PossibleAction[] {
  return outsideActions(run.program).filter(({ isPossible }) => isPossible?.(run) ?? true);
}

/** Returns all events that a user may send now, even those that machines send to each other. */
export function takenNow(run: Run): readonly PossibleAction[] {
  return openEnvironment(run.program).actions.filter(({ isPossible }) => isPossible?.(run) ?? true);
}

/** Returns what the network may do to entries under way, as indices in the agenda. */
export function disturbancesNow(run: Run): readonly Extract<Interference, { readonly entry: number }>[] {
  const environment = openEnvironment(run.program);
  return movesOf(run, environment, nothingSpent(environment)).flatMap((move) => {
    if (move.kind !== 'lose' && move.kind !== 'duplicate' && move.kind !== 'reorder') return [];
    return [{ kind: move.kind, entry: run.state.agenda.indexOf(move.entry) }];
  });
}
