/**
 * An explorer of exact clocks, as simple as possible: time advances tick by tick, and at each tick everything possible
 * may happen. A tick is no step. It judges momentary violations and shares only the kernel and the list of moves with
 * the first explorer. No tick may be as long as a duration.
 */
import type { Check, Property } from '../../../../language/src/model/scenario.ts';
import {
  type Environment,
  environmentOf,
  type Move,
  movesOf,
  nothingSpent,
  type Spent,
} from '../../../../language/src/simulation/play/environment.ts';
import { compileExpression } from '../../../../language/src/simulation/program/expressions.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { leaseProperties, safety } from '../../../../language/src/simulation/kernel/lease/properties.ts';
import { scenarioScope } from '../../../../language/src/simulation/program/program.ts';
import type { Program, Run, State } from '../../../../language/src/simulation/kernel/run.ts';
import { copyOf } from '../../../../language/src/simulation/kernel/state.ts';
import { outcomes } from './naive-explorer.ts';
import { stateText } from './naive-state-text.ts';

/** The time of an environment action: between due instants, at one, or right after another action. */
export type Acted = `${Exclude<Move['kind'], 'due' | 'reorder'>} ${'between' | 'at a due' | 'in one instant'}`;

export interface TimedResult {
  readonly states: number;
  /** The kind of the first violation, with the length of a shortest run to it. */
  readonly broken: string | undefined;
  readonly acted: ReadonlySet<Acted>;
}

export interface TimedOptions {
  /** Microseconds; without it, time advances only to what is due. */
  readonly tick: number | undefined;
  /** The most states. */
  readonly most: number;
  /** True if states depend on the current time; time then advances to the horizon even if nothing is due. */
  readonly isTimed: boolean;
}

interface Node {
  readonly state: State;
  readonly spent: Spent;
  /** The times of the last event and of the last environment action. */
  readonly since: number;
  readonly acted: number;
}

/** Explores a check without plain steps; returns nothing if it has more states than that. */
export function exploreByTicks(
  program: Program,
  check: Check,
  { tick, most, isTimed }: TimedOptions,
): TimedResult | undefined {
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const environment = environmentOf(program, check, run);
  const judge = judgeOf(program, check, run);
  const known = new Set<string>();
  const acted = new Set<Acted>();
  const keyOf = ({ state, spent }: Node): string =>
    `${isTimed ? state.now : ''} ${stateText(program, environment, { state, spent, ignored: [] })} ${leasesText(state)}`;
  const isNew = (node: Node): boolean => {
    const key = keyOf(node);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };
  const first: Node = { state: copyOf(run.state), spent: nothingSpent(environment), since: 0, acted: -1 };
  const result = (broken: string | undefined): TimedResult => ({ states: known.size, broken, acted });
  const atOnce = judge(first.state);
  if (atOnce !== undefined) return result(`${atOnce} 0`);
  isNew(first);
  let level = [first];
  for (let steps = 1; level.length > 0; steps++) {
    // Appending during iteration is intended: ticks are no steps.
    for (const node of level) {
      const later = tick === undefined ? undefined : ticked(node, environment, { tick, isTimed });
      if (later !== undefined && isNew(later)) level.push(later);
      if (known.size > most) return undefined;
    }
    const next = level.flatMap((node) => following(run, environment, node, { tick, acted }));
    // If the clock is read, the same state may be judged differently in another instant, so every arrival is judged.
    const broken = next.map((reached) => (reached === 'error' ? reached : judge(reached.state)));
    const found = broken.find((each) => each !== undefined);
    if (found !== undefined) return result(`${found} ${steps}`);
    level = next.filter((reached) => reached !== 'error').filter(isNew);
  }
  return result(undefined);
}

/** Returns the states after all possible moves. */
function following(
  run: Run,
  environment: Environment,
  node: Node,
  { tick, acted }: { readonly tick: number | undefined; readonly acted: Set<Acted> },
): (Node | 'error')[] {
  const { now, agenda } = node.state;
  const dueAt = agenda[0]?.at ?? Infinity;
  const idle: Run = { ...run, state: copyOf(node.state) };
  return movesOf(idle, environment, node.spent).flatMap((move, index) => {
    const isFree = move.kind !== 'due' && move.kind !== 'reorder';
    if (!isFree && tick !== undefined && dueAt > now) return [];
    if (isFree) note(acted, move.kind, node, dueAt);
    return outcomes(run, environment, { ...node, plain: undefined }, index).map((after) =>
      after === undefined
        ? 'error'
        : { ...after, since: after.state.now, acted: isFree ? after.state.now : node.acted },
    );
  });
}

/** Returns the state a tick later, if nothing is due earlier, and something is due later or the time itself matters. */
function ticked(
  node: Node,
  { horizon }: Environment,
  { tick, isTimed }: { readonly tick: number; readonly isTimed: boolean },
): Node | undefined {
  const dueAt = node.state.agenda[0]?.at ?? Infinity;
  const now = node.state.now + tick;
  if (now > dueAt || now > (horizon ?? Infinity) || (dueAt === Infinity && !isTimed)) return undefined;
  return { ...node, state: { ...copyOf(node.state), now, steps: 0 } };
}

function note(acted: Set<Acted>, kind: Exclude<Move['kind'], 'due' | 'reorder'>, node: Node, dueAt: number): void {
  const { now } = node.state;
  if (node.acted === now) acted.add(`${kind} in one instant`);
  if (dueAt <= now) acted.add(`${kind} at a due`);
  else if (node.since < now) acted.add(`${kind} between`);
}

/** Returns a function that finds the property a state breaks, by its kind. */
function judgeOf(program: Program, check: Check, run: Run): (state: State) => string | undefined {
  const scope = scenarioScope(program);
  const holds = (condition: Property['condition'], state: State): boolean =>
    compileExpression(condition, scope)({ run: { ...run, state }, self: -1, locals: [] }) === true;
  const named = safety.filter((name) => check.watched.some((each) => each.name === name));
  const ofLeases = program.model.collectors.length === 0 ? [] : named.length > 0 ? named : safety;
  return (state) => {
    const broken = check.properties.find(
      ({ kind, condition }) =>
        (kind === 'never' && holds(condition, state)) || (kind === 'always' && !holds(condition, state)),
    );
    if (broken !== undefined) return broken.kind;
    return ofLeases.some((name) => leaseProperties[name]({ ...run, state }).length > 0) ? 'built-in' : undefined;
  };
}

/** The variables that only count or explain. */
const uncounted: ReadonlySet<string> = new Set(['counts', 'rounds', 'version', 'last']);

/** Returns the whole state of keepalive collection. */
const leasesText = ({ leases }: State): string =>
  JSON.stringify(leases ?? '', (key, value: unknown) => {
    if (uncounted.has(key)) return undefined;
    return value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value;
  });
