/**
 * The plain steps of a check for the naive explorer, written from the language page: each comes when its instant is
 * finished; faults affect its consequences; the clock is exact. It supports steps that act, and `run`.
 */
import type { Check } from '../../../../language/src/model/scenario.ts';
import { compileAction } from '../../../../language/src/simulation/program/actions.ts';
import {
  type Environment,
  type Move,
  movesOf,
  type Spent,
} from '../../../../language/src/simulation/play/environment.ts';
import { act } from '../../../../language/src/simulation/kernel/kernel.ts';
import { scenarioScope } from '../../../../language/src/simulation/program/program.ts';
import type { Entry, Run, State } from '../../../../language/src/simulation/kernel/run.ts';
import { copyOf } from '../../../../language/src/simulation/kernel/state.ts';
import { noStep } from '../../../../language/src/simulation/kernel/step-state.ts';

/** The next plain step, the time until which due work precedes it, and the messages that the last one sent itself. */
export interface Plain {
  readonly next: number;
  readonly until: number;
  readonly sent: readonly number[];
}

/** The data of a node. */
export interface PlainNode {
  readonly state: State;
  readonly spent: Spent;
  readonly plain: Plain | undefined;
}

/** The outcome of a step of a node; nothing if it ends the run. */
export type Outcome = { readonly state: State; readonly spent: Spent; readonly plain: Plain | undefined } | undefined;

/** Returns all possible outcomes of the next plain step. */
export const stepped = (run: Run, { steps }: Check, { state, spent, plain }: PlainNode): Outcome[] =>
  plain === undefined
    ? []
    : whateverChance(run, state, (copy) => {
        if (plain.until > copy.state.now) {
          copy.state.now = plain.until;
          copy.state.steps = 0;
          return { state: copy.state, spent, plain };
        }
        const step = steps[plain.next];
        if (step === undefined || step.kind === 'each' || !('targets' in step || 'to' in step)) {
          throw new Error('There is no such plain step here.');
        }
        const first = copy.state.messages;
        let last = first;
        const execute = compileAction(step, scenarioScope(run.program));
        const { error } = act(copy, (frame) => {
          execute(frame);
          if (step.kind === 'send') last = copy.state.messages;
        });
        if (error !== undefined) return undefined;
        const sent = Array.from({ length: last - first }, (_, index) => first + index);
        return { state: copy.state, spent, plain: { next: plain.next + 1, until: copy.state.now, sent } };
      });

/** Advances past what is not a step: a `run` begins to wait. Without remaining plain steps, anything may happen. */
export function rested(state: State, { steps }: Check, from: Plain | undefined): Plain | undefined {
  let plain = from;
  while (plain !== undefined) {
    const { next, until }: Plain = plain;
    const step = steps[next];
    const isOver = step === undefined && steps.at(-1)?.kind !== 'run';
    if (sentIn(state, plain).length > 0) return plain;
    if (isOver) return undefined;
    if (isWaiting(state, plain)) return plain;
    if (until > state.now) return plain;
    if (step?.kind !== 'run') return step === undefined ? undefined : plain;
    if (step.duration.kind !== 'duration') throw new Error('Only plain durations are known here.');
    plain = { next: next + 1, until: state.now + 1000 * step.duration.milliseconds, sent: [] };
  }
  return undefined;
}

/** Returns true if something precedes the next plain step. */
export const isWaiting = (state: State, plain: Plain): boolean =>
  sentIn(state, plain).length > 0 || (state.agenda[0]?.at ?? Infinity) <= plain.until;

/** Returns the messages sent by the last plain step, the first of each receiver. */
export function sentIn({ agenda }: State, { sent }: Plain): Entry[] {
  const own = agenda.flatMap((entry) =>
    entry.due.kind === 'message' && sent.includes(entry.due.message.number)
      ? [{ entry, to: entry.due.message.to }]
      : [],
  );
  return own.filter(({ to }, index) => own.findIndex((each) => each.to === to) === index).map(({ entry }) => entry);
}

/** Returns all possible moves in a node except the next plain step. */
export function movesAt(run: Run, environment: Environment, { plain, spent }: PlainNode): Move[] {
  if (plain === undefined) return movesOf(run, environment, spent);
  const sent = sentIn(run.state, plain);
  if (sent.length > 0) return sent.map((entry) => ({ kind: 'due', entry }));
  if (!isWaiting(run.state, plain) && plain.until <= run.state.now) return [];
  return movesOf(run, { ...environment, clock: 'exact', horizon: plain.until, actions: [] }, spent);
}

/** Runs work once for each possible random choice. */
export function whateverChance(run: Run, state: State, work: (copy: Run) => Outcome): Outcome[] {
  const found: Outcome[] = [];
  const tryWith = (answers: readonly number[]): void => {
    let asked = 0;
    let open = 0;
    const pick = (count: number): number => {
      if (asked >= answers.length) open ||= count;
      const answer = answers[asked] ?? 0;
      asked += 1;
      return answer;
    };
    const outcome = work({ ...run, state: copyOf(state), draw: { pick }, remarks: [], step: noStep() });
    if (open === 0) found.push(outcome);
    for (let answer = 0; answer < open; answer++) tryWith([...answers, answer]);
  };
  tryWith([]);
  return found;
}
