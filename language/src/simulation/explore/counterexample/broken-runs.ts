/**
 * Faults with the runs that show them: paths along the states of a space, for properties of single states and of whole
 * runs.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Expression } from '../../../model/machines/expression.ts';
import { printExpression } from '../../../model/machines/print-expression.ts';
import type { Property } from '../../../model/scenario.ts';
import { mostInAnInstant } from '../../kernel/agenda.ts';
import { initial } from '../../kernel/kernel.ts';
import type { Program } from '../../kernel/run.ts';
import { copyOf } from '../../kernel/state.ts';
import type { CheckPosition } from '../../play/check-player.ts';
import { asksForPast } from '../../program/history-needs.ts';
import { required } from '../../../model/common/lookup.ts';
import type { Variant } from '../../play/scenario.ts';
import { faultOnWayTo, runAlong, runWithFirst, type SpaceStep, wayTo } from './counterexample.ts';
import type { Violation, Judge } from '../judgement/judge.ts';
import type { Hop } from '../judgement/fair-rounds.ts';
import { instantWithoutEnd, unendingWait, type EndlessWait } from '../judgement/liveness.ts';
import { follow } from '../space/follow.ts';
import { shownFault, shownPath, shownState } from './retrace.ts';
import { type FoundFault, isMoment, momentOf, nowhere, type Space } from '../space/space.ts';
import { transitionGraph, waitingGraph } from '../space/space-graph.ts';
import { type StateGraph, timeTurn, unowed } from '../state/state-graph.ts';
import type { Broken, Counterexample } from '../judgement/verdict.ts';
import { entityName } from '../../../model/model.ts';
import { t } from '../../../model/common/translation.ts';

/** One combination of the plain steps of a check. */
export interface OfVariant {
  readonly program: Program;
  readonly judge: Judge;
  readonly variant: Variant;
  readonly index: number;
}

/** Returns the run of a combination in which nothing happens. */
export const nothingHappens = ({ index, variant: { title } }: OfVariant): Counterexample => ({
  variant: index,
  title,
  steps: 0,
  draws: [],
  loopsTo: undefined,
});

/** Returns the run that leads to a fault. */
export function exampleOf(one: OfVariant, searched: Space, fault: FoundFault): Counterexample {
  const { space, found } = shownFault(searched, fault);
  const { from, way } = found;
  if (from < 0) return { ...nothingHappens(one), draws: startDrawsOf(space, way) };
  const { start, steps } = wayTo(space, from);
  if (way === nowhere) return { ...nothingHappens(one), ...runAlong(space, { start, steps }) };
  return { ...nothingHappens(one), ...runAlong(space, { start, steps: [...steps, { from, way }] }) };
}

function startDrawsOf({ plain }: Space, way: number): readonly number[] {
  let [draws, number]: [readonly number[], number] = [[], 0];
  plain.start((turn) => {
    if (number++ === way) draws = turn.draws;
  });
  return draws;
}

/** Judges the properties of whole runs, in steps. */
export function* lastingBroken(one: OfVariant, space: Space): Generator<undefined, Broken[]> {
  const broken: Broken[] = [];
  for (const [index, property] of one.judge.lasting.entries()) {
    const found = yield* waitWithoutEnd(space, property, index);
    if (found !== undefined)
      broken.push({ ...lastingFault(one, property), counterexample: waitingExample(one, space, found) });
  }
  return broken;
}

/** Returns true if some run breaks a property of whole runs; judges in steps. */
export function* isLastingBroken(judge: Judge, space: Space): Generator<undefined, boolean> {
  for (const [index, property] of judge.lasting.entries())
    if ((yield* waitWithoutEnd(space, property, index)) !== undefined) return true;
  return false;
}

function* waitWithoutEnd(
  space: Space,
  { kind }: Property,
  index: number,
): Generator<undefined, { readonly graph: StateGraph; readonly waiting: EndlessWait } | undefined> {
  const bits = (state: number): number => space.bits[index]?.at(state) ?? 0;
  const isOpen = (state: number): boolean => (bits(state) & 2) === 0;
  const begins = (state: number): boolean =>
    isOpen(state) && (kind === 'eventually' ? state < space.startCount : (bits(state) & 1) === 1);
  const { graph, waiting } = yield* waitingGraph(space, { begins, isOpen });
  const found = yield* unendingWait(graph, { begins, isOpen }, waiting);
  return found === undefined ? undefined : { graph, waiting: found };
}

function waitingExample(
  one: OfVariant,
  space: Space,
  { graph, waiting: { begin, stem, loop } }: { readonly graph: StateGraph; readonly waiting: EndlessWait },
): Counterexample {
  const { start, steps } = wayTo(space, begin);
  const stepOf = (hop: Hop): SpaceStep => ({ from: hop.from, way: graph.way(hop) });
  // An endless loop is not an instant: steps that can happen later do.
  const later = loop.map((hop): SpaceStep => ({ ...stepOf(hop), isLater: isTimed(graph, hop) }));
  const run = runAlong(space, { start, steps: [...steps, ...stem.map(stepOf), ...later] });
  return { ...nothingHappens(one), ...run, loopsTo: loop.length === 0 ? undefined : steps.length + stem.length };
}

const isTimed = ({ owed, relieved }: StateGraph, { edge }: Hop): boolean =>
  owed(edge) === unowed && relieved(edge).includes(timeTurn);

/** Reports that an exact clock stands still forever, if it does in some run; looks for one in steps. */
export function* endlessBroken(one: OfVariant, space: Space): Generator<undefined, Broken[]> {
  const found = space.check.clock === 'exact' ? yield* instantWithoutEnd(transitionGraph(space)) : undefined;
  if (found === undefined) return [];
  const loop = found.loop.map(({ from, edge }): SpaceStep => ({ from, way: edge - space.offsets.at(from) }));
  return [endlessAlong(one, space, found.state, loop)];
}

/**
 * Reports an instant that takes more steps than a run allows, on the way to the farthest state, in steps: a state does
 * not know how many there were before it at its time.
 */
export function* longInstantBroken(one: OfVariant, space: Space): Generator<undefined, Broken[]> {
  if (space.levels.last() <= mostInAnInstant) return [];
  const shown = shownState(space, space.states.size() - 1);
  const found = yield* faultOnWayTo(shown.space, shown.state);
  return found === undefined ? [] : [{ ...found.fault, counterexample: { ...nothingHappens(one), ...found.run } }];
}

/**
 * Reports an instant of the plain steps that does not end, where it is time to look for one: by a cycle, or where more
 * and more happens at it, by a run on from the latest moment that finds no end.
 */
export function endlessInPlain(one: OfVariant, space: Space): Broken | undefined {
  const { instants, moments } = space;
  if (!instants.isDue(moments.length)) return undefined;
  const found = instants.cycle();
  if (found !== undefined) return endlessAlong(one, space, found.state, found.loop);
  const latest = latestMoment(space);
  const on = latest === undefined ? undefined : faultStraightOn(space, latest);
  if (latest === undefined || on === undefined) return undefined;
  const shown = shownState(space, latest);
  const run = runWithFirst(shown.space, shown.state, on.steps);
  return { ...on.fault, counterexample: { ...nothingHappens(one), ...run } };
}

function latestMoment(space: Space): number | undefined {
  for (let state = space.states.size() - 1; state >= space.expanded; state--) if (isMoment(space, state)) return state;
  return undefined;
}

/** Takes what is due first, as long as no time passes; returns the first fault on this way, and the number of steps. */
function faultStraightOn(
  space: Space,
  state: number,
): { readonly fault: Violation; readonly steps: number } | undefined {
  const { program, check, course, judge } = space;
  const moment = required(momentOf(space, state));
  const keepsHistory = asksForPast(program.model, [check.steps]);
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory });
  run.state = copyOf(moment.state);
  let position: CheckPosition | undefined = moment.position;
  for (let steps = 1; position !== undefined; steps++) {
    const resting = course.rest(run, position);
    const [option] = resting.options;
    if (option?.kind !== 'due' || option.entry.at > moment.state.now) return undefined;
    const made = course.make(run, resting, option);
    const fault = judge.faultAfter(run, made.played);
    if (fault !== undefined) return { fault, steps };
    position = made.position;
  }
  return undefined;
}

function endlessAlong(one: OfVariant, searched: Space, begin: number, around: readonly SpaceStep[]): Broken {
  const shown = shownState(searched, begin);
  const { space, state } = shown;
  const loop =
    space === searched
      ? around
      : shownPath(
          shown,
          around.map(({ way }) => way),
        );
  const { start, steps } = wayTo(space, state);
  const run = runAlong(space, { start, steps: [...steps, ...loop] });
  const message = t`The instant does not end: its steps follow each other forever. Put a timer, or a channel with a delay, between them.`;
  const counterexample = { ...nothingHappens(one), ...run, loopsTo: steps.length };
  return { kind: 'error', code: 'run/endless', place: placeIn(space, loop), message, counterexample };
}

/** Returns the line that sends the first of the messages on a path. */
function placeIn(space: Space, steps: readonly SpaceStep[]): PlaceId | undefined {
  const all = steps.flatMap(({ from, way }) => {
    const places: PlaceId[] = [];
    let number = 0;
    follow(space, from, ({ move }) => {
      if (number++ < way) return true;
      const due = move?.kind === 'due' ? move.entry.due : undefined;
      if (due?.kind === 'message' && due.message.place !== undefined) places.push(due.message.place);
      return false;
    });
    return places;
  });
  return all[0];
}

/** Returns the fault of a property of whole runs. */
export function lastingFault(
  { program }: Pick<OfVariant, 'program'>,
  { kind, condition, goal, place }: Property,
): Violation {
  const text = (expression: Expression): string => printExpression(expression, (id) => entityName(program.model, id));
  return kind === 'eventually' || goal === undefined
    ? { kind: 'eventually', place, message: t`"${text(condition)}" may never become true.` }
    : { kind: 'leads to', place, message: t`After "${text(condition)}", "${text(goal)}" may never become true.` };
}
