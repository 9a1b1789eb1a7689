/**
 * The plain steps of a check: the operations of a scenario, each as soon as nothing is due before it. Others decide
 * what happens between them.
 */
import { moveClock } from '../kernel/kernel.ts';
import type { Turn } from './player.ts';
import type { Entry, Program, Run } from '../kernel/run.ts';
import {
  after,
  beginOperation,
  firstPosition,
  judged,
  metWithin,
  type Operation,
  operationsOf,
  type ScenarioPosition,
  type Variant,
} from './scenario.ts';

/** The next event at a position in the plain steps of a check. */
export type NextStep =
  /** All are done; the clock is to show this time. */
  | { readonly kind: 'over'; readonly at: number }
  /** Messages that a step has sent itself arrive before anything else. */
  | { readonly kind: 'arrive'; readonly entries: readonly Entry[] }
  /** Something is due by then. */
  | { readonly kind: 'due'; readonly until: number; readonly waiting: ScenarioPosition }
  /** Nothing is due by then: time passes until the step is over. */
  | {
      readonly kind: 'time';
      readonly until: number;
      readonly waiting: ScenarioPosition;
      readonly turn: () => Turn<ScenarioPosition>;
    }
  | { readonly kind: 'step'; readonly waiting: ScenarioPosition; readonly turn: () => Turn<ScenarioPosition> };

/** The same, without the position at which a step comes. */
type Found =
  | Exclude<NextStep, { readonly kind: 'step' }>
  | { readonly kind: 'step'; readonly turn: () => Turn<ScenarioPosition> };

/** The steps of a variant; `next` changes nothing, its turn does. */
export interface PlayedPlainSteps {
  readonly start: ScenarioPosition;
  readonly next: (run: Run, position: ScenarioPosition) => NextStep;
}

/** Returns the plain steps of one variant. */
export function plainSteps(program: Program, { steps }: Variant): PlayedPlainSteps {
  const operations = steps.flatMap((bound) => operationsOf(program, bound));
  return {
    start: firstPosition,
    next: (run, from) => {
      for (let position = from; ;) {
        const next =
          position.until === undefined ? toBegin(run, operations, position) : toWait(run, operations, position);
        // One position stands for all from which the same step comes next.
        if ('kind' in next) return next.kind === 'step' ? { ...next, waiting: position } : next;
        position = next;
      }
    },
  };
}

function toBegin(run: Run, operations: readonly Operation[], position: ScenarioPosition): Found | ScenarioPosition {
  const operation = operations[position.next];
  if (operation === undefined) return { kind: 'over', at: run.state.now };
  if (operation.kind === 'act' || operation.kind === 'judge') {
    return { kind: 'step', turn: () => beginOperation(run, operation, position) as Turn<ScenarioPosition> };
  }
  const begun = beginOperation(run, operation, position);
  return 'played' in begun ? { kind: 'step', turn: () => begun } : begun;
}

function toWait(run: Run, operations: readonly Operation[], position: ScenarioPosition): Found | ScenarioPosition {
  const { state } = run;
  const { until = state.now } = position;
  const operation = operations[position.next];
  const met = metWithin(run, operation, position);
  if (met !== undefined) return { kind: 'step', turn: () => met };
  const entries = arriving(state.agenda, position);
  if (entries.length > 0) return { kind: 'arrive', entries };
  // The consequences of the last one count as what may happen afterwards; the time it is to take passes before.
  const isLast = position.next + 1 >= operations.length;
  if (isLast && (operation === undefined || operation.kind === 'act')) return { kind: 'over', at: state.now };
  const [first] = state.agenda;
  if (first !== undefined && first.at <= until) return { kind: 'due', until, waiting: position };
  const next = after(position);
  const awaited = operation?.kind === 'within' && !position.isJudged ? operation : undefined;
  if (operation === undefined || (until <= state.now && awaited === undefined)) return next;
  const turn = (): Turn<ScenarioPosition> => {
    moveClock(run, until);
    if (awaited !== undefined) return judged(run, awaited, next, until - position.since);
    return {
      played: { kind: 'acted', place: operation.place, stepped: { remarks: [], error: undefined } },
      position: next,
    };
  };
  if (until <= state.now) return { kind: 'step', turn };
  return { kind: 'time', until, waiting: position, turn };
}

/** Returns the messages that the step has sent, of each receiver the first. */
function arriving(agenda: readonly Entry[], { sent }: ScenarioPosition): Entry[] {
  if (sent === undefined) return [];
  const [first, last] = sent;
  const receivers = new Set<number>();
  return agenda.filter(({ due }) => {
    if (due.kind !== 'message' || due.message.from !== undefined) return false;
    const { number, to } = due.message;
    return number >= first && number < last && !receivers.has(to) && receivers.add(to);
  });
}
