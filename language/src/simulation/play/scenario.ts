/**
 * Scenarios as a player: their steps in order on one run; the clock moves only where a step says so. The position of a
 * run of a scenario is plain data, so that it can be left and resumed.
 */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Expectation, Scenario, Step } from '../../model/scenario.ts';
import { compileAction } from '../program/actions.ts';
import { round } from '../values/exact.ts';
import { isMet, judge } from './expectation.ts';
import { compileExpression, textOf } from '../program/expressions.ts';
import { act, initial, moveClock, take } from '../kernel/kernel.ts';
import type { Player, Turn } from './player.ts';
import { scenarioScope } from '../program/program.ts';
import type { Execute, Frame, Program, Remark, Run } from '../kernel/run.ts';
import { located, RunError } from '../values/run-error.ts';
import { type Scope, withLocal } from '../program/scope.ts';
import { durationText, isKind, itemsOf, type Value } from '../values/values.ts';
import { withinOneBudget, spend } from '../values/work.ts';
import { t } from '../../model/common/translation.ts';

/** One run of a scenario: all of it, or one combination of the values of its `for` steps. */
export interface Variant {
  /** `p = fs, q = pd-direct`; empty where there is only one. */
  readonly title: string;
  readonly steps: readonly BoundStep[];
}

/** A step with the values of the names around it. */
interface BoundStep {
  readonly step: Exclude<Step, { readonly kind: 'each' }>;
  readonly names: readonly string[];
  readonly values: readonly Value[];
}

/**
 * Returns the runs of a scenario: one, or one for each combination of its `for` steps. Throws a `RunError` if there is
 * none, because what runs nothing has not passed.
 */
export function variantsOf(program: Program, steps: Scenario['steps']): Variant[] {
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const around = { run, scope: scenarioScope(program), values: [] };
  const all = withinOneBudget(() => expand(steps, around));
  const empty = all.length > 0 ? undefined : steps.find((step) => expand([step], around).length === 0);
  if (empty !== undefined)
    located(empty.place, () => {
      throw new RunError('run/value', t`This "for" goes over nothing, so nothing runs. Correct its set.`);
    });
  return all.map(({ steps: bound, bindings }) => ({
    title: [...new Map(bindings)].map(([name, value]) => `${name} = ${textOf(program, value)}`).join(', '),
    steps: bound,
  }));
}

/** The position of a scenario: its next operation, and until when the clock is to run before that is over. */
export interface ScenarioPosition {
  readonly next: number;
  readonly until: number | undefined;
  /** The time since when it waits. */
  readonly since: number;
  /** True if the condition that a `within` waits for was judged already. */
  readonly isJudged: boolean;
  /** The messages that the step before has sent itself: the number of the first, and the one after the last. */
  readonly sent?: readonly [number, number];
  /** True if the step before was refused. */
  readonly refused?: boolean;
}

/** Creates the player of one variant. A failed expectation does not end it, a mistake in the model does. */
export function scenarioPlayer(program: Program, { steps }: Variant): Player<ScenarioPosition> {
  const operations = steps.flatMap((bound) => operationsOf(program, bound));
  return { start: firstPosition, turn: (run, position) => turn(run, operations, position) };
}

/** The position before the first step. */
export const firstPosition: ScenarioPosition = { next: -1, until: 0, since: 0, isJudged: false };

/** A part of a scenario, with everything resolved that can be known before it runs. */
export type Operation = { readonly place: PlaceId; readonly values: readonly Value[]; readonly scope: Scope } & (
  | { readonly kind: 'run' | 'at'; readonly time: Expression }
  | { readonly kind: 'act'; readonly execute: Execute; readonly sends?: boolean }
  | { readonly kind: 'judge'; readonly expectation: Expectation }
  | { readonly kind: 'within'; readonly time: Expression; readonly expectation: Expectation }
);

/** Returns the operations of a step. */
export function operationsOf(program: Program, { step, names, values }: BoundStep): Operation[] {
  const scope: Scope = { ...scenarioScope(program), locals: names };
  const common = { place: step.place, values, scope };
  switch (step.kind) {
    case 'run':
      return [{ ...common, kind: 'run', time: step.duration }];
    case 'at': {
      const inner = step.step === undefined || step.step.kind === 'each' ? [] : [{ step: step.step, names, values }];
      return [{ ...common, kind: 'at', time: step.time }, ...inner.flatMap((each) => operationsOf(program, each))];
    }
    case 'within':
      return [{ ...common, kind: 'within', time: step.duration, expectation: step.expectation }];
    case 'expect':
      return [{ ...common, kind: 'judge', expectation: step.expectation }];
    default:
      return [{ ...common, kind: 'act', execute: compileAction(step, scope), sends: step.kind === 'send' }];
  }
}

/** Goes on to the next turn that is worth reporting. */
function turn(run: Run, operations: readonly Operation[], from: ScenarioPosition): Turn<ScenarioPosition> | undefined {
  for (let position = from; ;) {
    const operation = operations[position.next];
    if (position.until !== undefined) {
      const waited = wait(run, operation, position, position.until);
      if ('played' in waited) return waited;
      position = waited;
      continue;
    }
    if (operation === undefined) return undefined;
    const begun = beginOperation(run, operation, position, operations[position.next + 1]);
    if ('played' in begun) return begun;
    position = begun;
  }
}

/** Lets entries happen that are due before the operation is over; then the clock moves on to its end. */
function wait(
  run: Run,
  operation: Operation | undefined,
  position: ScenarioPosition,
  until: number,
): Turn<ScenarioPosition> | ScenarioPosition {
  const { state } = run;
  const met = metWithin(run, operation, position);
  if (met !== undefined) return met;
  const [entry] = state.agenda;
  if (entry !== undefined && entry.at <= until) {
    const stepped = take(run, entry);
    return {
      played: { kind: 'due', due: entry.due, stepped },
      position: stepped.error === undefined ? position : undefined,
    };
  }
  moveClock(run, until);
  if (operation?.kind !== 'within' || position.isJudged) return after(position);
  return judged(run, operation, after(position), state.now - position.since);
}

/** Judges the condition of a `within` as soon as it holds; the instant in which it does is completed after that. */
export function metWithin(
  run: Run,
  operation: Operation | undefined,
  position: ScenarioPosition,
): Turn<ScenarioPosition> | undefined {
  if (operation?.kind !== 'within' || position.isJudged) return undefined;
  const { now } = run.state;
  const { place, expectation, scope } = operation;
  const met = attempt(place, () => isMet(expectation, frameOf(run, operation), scope));
  if (met instanceof RunError) return ended(met, place);
  return met ? judged(run, operation, { ...position, until: now, isJudged: true }, now - position.since) : undefined;
}

/** Begins an operation: acts and judges, or says until when the clock is to run. */
export function beginOperation(
  run: Run,
  operation: Operation,
  from: ScenarioPosition,
  next?: Operation,
): Turn<ScenarioPosition> | ScenarioPosition {
  const { place } = operation;
  const { now } = run.state;
  if (operation.kind === 'judge') {
    if (operation.expectation.kind !== 'refused' || from.refused !== true) return judged(run, operation, after(from));
    const judgement = { holds: true, expected: 'refused', found: '', because: [] };
    return { played: { kind: 'judged', place, judgement }, position: after(from) };
  }
  if (operation.kind === 'act') {
    const first = run.state.messages;
    let last = first;
    const acted = act(run, (frame) => {
      operation.execute({ ...frame, locals: [...operation.values] });
      if (operation.sends) last = run.state.messages;
    });
    const isRefusal = (remark: Remark): boolean => remark.code === 'run/refused' && remark.place === place;
    const refused = acted.remarks.some(isRefusal) ? { refused: true } : {};
    // A scenario that asks for the refusal has no need of the finding.
    const isAsked = next?.kind === 'judge' && next.expectation.kind === 'refused';
    const stepped = isAsked ? { ...acted, remarks: acted.remarks.filter((each) => !isRefusal(each)) } : acted;
    const sent = last === first ? {} : { sent: [first, last] as const };
    const position = stepped.error === undefined ? { ...from, until: now, since: now, ...sent, ...refused } : undefined;
    return { played: { kind: 'acted', place, stepped }, position };
  }
  const time = attempt(place, () => timeOf(operation, frameOf(run, operation)));
  if (time instanceof RunError) return ended(time, place);
  const until = operation.kind === 'at' ? time : now + time;
  if (until < now) {
    const message = t`It is already ${durationText(now)}; ${operation.kind === 'at' ? t`"at" cannot go back in time` : t`a time to wait is not negative`}.`;
    return ended(new RunError('run/past', message, place), place);
  }
  return { ...from, until, since: now };
}

/** Returns the position of a scenario when an operation is over. */
export const after = ({ next, since, refused, until }: ScenarioPosition): ScenarioPosition => ({
  next: next + 1,
  until: undefined,
  since,
  isJudged: false,
  // It is still the step before once its own instant is over.
  ...(refused === true && until !== undefined ? { refused } : {}),
});

type Judged = Extract<Operation, { readonly kind: 'judge' | 'within' }>;

/** Judges an expectation. One without meaning in this state ends the run, as an action without meaning does. */
export function judged(
  run: Run,
  operation: Judged,
  position: ScenarioPosition,
  waited?: number,
): Turn<ScenarioPosition> {
  const { place, expectation, scope } = operation;
  const judgement = attempt(place, () => judge(expectation, frameOf(run, operation), scope));
  return judgement instanceof RunError
    ? ended(judgement, place)
    : { played: { kind: 'judged', place, judgement, ...(waited === undefined ? {} : { waited }) }, position };
}

const frameOf = (run: Run, { values }: Operation): Frame => ({ run, self: -1, locals: [...values] });

const ended = (error: RunError, place: PlaceId): Turn<ScenarioPosition> => ({
  played: { kind: 'acted', place, stepped: { remarks: [], error } },
  position: undefined,
});

function attempt<T>(place: PlaceId, work: () => T): T | RunError {
  try {
    return located(place, () => withinOneBudget(work));
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
}

function timeOf({ time, scope }: Extract<Operation, { readonly time: Expression }>, frame: Frame): number {
  const value = compileExpression(time, scope)(frame);
  if (!isKind(value, 'duration')) throw new RunError('run/value', t`This is not a duration.`);
  return round(value.microseconds);
}

interface Around {
  readonly run: Run;
  readonly scope: Scope;
  readonly values: readonly Value[];
}

/** The work of a combination besides its steps. */
const workOfVariant = 40;

interface Expanded {
  readonly steps: readonly BoundStep[];
  readonly bindings: readonly (readonly [string, Value])[];
}

function expand(steps: readonly Step[], around: Around): Expanded[] {
  let variants: Expanded[] = [{ steps: [], bindings: [] }];
  for (const step of steps) {
    const next: readonly Expanded[] =
      step.kind === 'each'
        ? located(step.place, () => combinations(step, around))
        : [{ steps: [{ step, names: around.scope.locals, values: around.values }], bindings: [] }];
    variants = variants.flatMap((before) =>
      next.map((after) => {
        const steps = [...before.steps, ...after.steps];
        spend(workOfVariant + steps.length);
        return { steps, bindings: [...before.bindings, ...after.bindings] };
      }),
    );
  }
  return variants;
}

function combinations(
  { variables, body, place }: Extract<Step, { readonly kind: 'each' }>,
  around: Around,
): Expanded[] {
  const [first, ...rest] = variables;
  if (first === undefined) return expand(body, around);
  const { run, scope, values } = around;
  const inner = withLocal(scope, first.name);
  const items = located(place, () =>
    itemsOf(compileExpression(first.set, scope)({ run, self: -1, locals: [...values] })),
  );
  spend(items.length * workOfVariant);
  return items.flatMap((item) =>
    combinations({ kind: 'each', place, variables: rest, body }, { run, scope: inner, values: [...values, item] }).map(
      ({ steps, bindings }) => ({ steps, bindings: [[first.name, item] as const, ...bindings] }),
    ),
  );
}
