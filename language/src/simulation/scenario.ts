/**
 * Plays scenarios: their steps in order on one run, the clock moved only where a step says so. A
 * client of the kernel, as random runs and checks are.
 */
import type { PlaceId } from '../model/action.ts';
import type { Expectation, Scenario, Step } from '../model/scenario.ts';
import { compileAction } from './actions.ts';
import { round } from './exact.ts';
import { isMet, judge } from './expectation.ts';
import type { Judgement } from './expectation.ts';
import { compileExpression, textOf } from './expressions.ts';
import type { RunOptions, Stepped } from './kernel.ts';
import { act, initial, moveClock, takeFirst } from './kernel.ts';
import { scenarioScope } from './program.ts';
import type { Due, Execute, Frame, Program, Run } from './run.ts';
import { at, RunError } from './run-error.ts';
import type { Scope } from './scope.ts';
import { withLocal } from './scope.ts';
import type { Value } from './values.ts';
import { isKind, itemsOf } from './values.ts';

/** One run of a scenario: all of it, or one combination of what its `for` steps go through. */
export interface Variant {
  /** `p = fs, q = pd-direct`; empty where there is only one. */
  readonly title: string;
  readonly steps: readonly BoundStep[];
}

/** A step with the values of the names around it. */
export interface BoundStep {
  readonly step: Exclude<Step, { readonly kind: 'each' }>;
  readonly names: readonly string[];
  readonly values: readonly Value[];
}

/** What happened, told after each turn of the kernel and each judgement. */
export type Played =
  | { readonly kind: 'started'; readonly run: Run; readonly stepped: Stepped }
  | { readonly kind: 'due'; readonly due: Due; readonly stepped: Stepped }
  | { readonly kind: 'acted'; readonly place: PlaceId; readonly stepped: Stepped }
  | { readonly kind: 'waited'; readonly place: PlaceId }
  | { readonly kind: 'judged'; readonly place: PlaceId; readonly judgement: Judgement };

/** Returns the runs that a scenario consists of: one, or one for each combination of its `for` steps. */
export function variantsOf(program: Program, steps: Scenario['steps']): Variant[] {
  const scope = scenarioScope(program);
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  return expand(steps, { run, scope, values: [] }).map(({ steps: bound, bindings }) => ({
    title: [...new Map(bindings)].map(([name, value]) => `${name} = ${textOf(program, value)}`).join(', '),
    steps: bound,
  }));
}

/**
 * Plays one variant from the start. A failed expectation does not end it, a mistake of the model
 * does: then the last thing told carries the error.
 */
export function* play(program: Program, variant: Variant, options: RunOptions): Generator<Played, void> {
  const { run, started } = initial(program, options);
  yield { kind: 'started', run, stepped: started };
  if (started.error !== undefined || !(yield* completeInstant(run))) return;
  for (const bound of variant.steps) {
    if (!(yield* playStep(run, bound))) return;
  }
}

/** Plays one step on a run; false when the run has ended by an error. */
export function* playStep(run: Run, { step, names, values }: BoundStep): Generator<Played, boolean> {
  const scope: Scope = { ...scenarioScope(run.program), locals: names };
  const frame = { run, self: -1, locals: [...values] };
  switch (step.kind) {
    case 'run': {
      const until = run.state.now + timeOf(step.duration, frame, scope, step.place);
      yield { kind: 'waited', place: step.place };
      return yield* advance(run, until);
    }
    case 'at':
      return yield* playAt(run, step, { names, values });
    case 'within':
      return yield* playWithin(run, step, frame, scope);
    case 'expect':
      return yield* judgeStep(step, frame, scope);
    case 'set':
      return yield* playAction(run, compileAction({ ...step, kind: 'assign' }, scope), { place: step.place, values });
    default:
      return yield* playAction(run, compileAction(step, scope), { place: step.place, values });
  }
}

/** An expectation that has no meaning in this state ends the run, as an action without meaning does. */
function* judgeStep(
  { place, expectation }: { readonly place: PlaceId; readonly expectation: Expectation },
  frame: Frame,
  scope: Scope,
): Generator<Played, boolean> {
  try {
    yield { kind: 'judged', place, judgement: at(place, () => judge(expectation, frame, scope)) };
    return true;
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    yield { kind: 'acted', place, stepped: { remarks: [], error } };
    return false;
  }
}

function* playAction(
  run: Run,
  action: Execute,
  { place, values }: { readonly place: PlaceId; readonly values: readonly Value[] },
): Generator<Played, boolean> {
  const stepped = act(run, (frame) => {
    action({ ...frame, locals: [...values] });
  });
  yield { kind: 'acted', place, stepped };
  return stepped.error === undefined && (yield* completeInstant(run));
}

function* playAt(
  run: Run,
  { place, time, step }: Extract<Step, { readonly kind: 'at' }>,
  { names, values }: Pick<BoundStep, 'names' | 'values'>,
): Generator<Played, boolean> {
  const scope: Scope = { ...scenarioScope(run.program), locals: names };
  const until = timeOf(time, { run, self: -1, locals: [...values] }, scope, place);
  if (until < run.state.now) {
    const error = new RunError(
      'run/past',
      `It is ${run.state.now / 1_000_000} s already: "at" cannot go back in time.`,
      place,
    );
    yield { kind: 'acted', place, stepped: { remarks: [], error } };
    return false;
  }
  yield { kind: 'waited', place };
  if (!(yield* advance(run, until))) return false;
  return step === undefined || step.kind === 'each' || (yield* playStep(run, { step, names, values }));
}

function* playWithin(
  run: Run,
  { place, duration, expectation }: Extract<Step, { readonly kind: 'within' }>,
  frame: Frame,
  scope: Scope,
): Generator<Played, boolean> {
  const until = run.state.now + timeOf(duration, frame, scope, place);
  yield { kind: 'waited', place };
  while (!at(place, () => isMet(expectation, frame, scope))) {
    const stepped = yield* takeNext(run, until);
    if (stepped === undefined) {
      moveClock(run.state, until);
      break;
    }
    if (stepped.error !== undefined) return false;
  }
  return (yield* judgeStep({ place, expectation }, frame, scope)) && (yield* completeInstant(run));
}

/** Moves the clock to a time: all that is due until then happens before. */
function* advance(run: Run, until: number): Generator<Played, boolean> {
  for (;;) {
    const stepped = yield* takeNext(run, until);
    if (stepped === undefined) break;
    if (stepped.error !== undefined) return false;
  }
  moveClock(run.state, until);
  return true;
}

function* completeInstant(run: Run): Generator<Played, boolean> {
  return yield* advance(run, run.state.now);
}

function* takeNext(run: Run, until: number): Generator<Played, Stepped | undefined> {
  const due = run.state.agenda[0]?.due;
  const stepped = takeFirst(run, until);
  if (stepped !== undefined && due !== undefined) yield { kind: 'due', due, stepped };
  return stepped;
}

function timeOf(
  expression: Extract<Step, { readonly kind: 'run' }>['duration'],
  frame: Frame,
  scope: Scope,
  place: PlaceId,
): number {
  const value = compileExpression(expression, scope)(frame);
  if (!isKind(value, 'duration')) throw new RunError('run/value', 'This is not a duration.', place);
  return round(value.microseconds);
}

interface Around {
  readonly run: Run;
  readonly scope: Scope;
  readonly values: readonly Value[];
}

interface Expanded {
  readonly steps: readonly BoundStep[];
  readonly bindings: readonly (readonly [string, Value])[];
}

function expand(steps: readonly Step[], around: Around): Expanded[] {
  let variants: Expanded[] = [{ steps: [], bindings: [] }];
  for (const step of steps) {
    const next: readonly Expanded[] =
      step.kind === 'each'
        ? combinations(step, around)
        : [{ steps: [{ step, names: around.scope.locals, values: around.values }], bindings: [] }];
    variants = variants.flatMap((before) =>
      next.map((after) => ({
        steps: [...before.steps, ...after.steps],
        bindings: [...before.bindings, ...after.bindings],
      })),
    );
  }
  return variants;
}

function combinations({ variables, body }: Extract<Step, { readonly kind: 'each' }>, around: Around): Expanded[] {
  const [first, ...rest] = variables;
  if (first === undefined) return expand(body, around);
  const { run, scope, values } = around;
  const inner = withLocal(scope, first.name);
  const items = itemsOf(compileExpression(first.set, scope)({ run, self: -1, locals: [...values] }));
  return items.flatMap((item) =>
    combinations(
      { kind: 'each', place: 0, variables: rest, body },
      { run, scope: inner, values: [...values, item] },
    ).map(({ steps, bindings }) => ({ steps, bindings: [[first.name, item] as const, ...bindings] })),
  );
}
