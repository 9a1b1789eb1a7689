/**
 * The states of a small check as a graph, for people to look at: every state as it is, with all its transitions. Nothing
 * is left out, interchanged or postponed, so there may be more states than `exploreCheck` counts. A run ends where it
 * breaks a property of single states; properties of whole runs are not judged.
 */
import type { Answer } from '../../model/common/answer.ts';
import type { Check } from '../../model/scenario.ts';
import { createEdgeList } from '../../graph/digraph.ts';
import { stronglyConnected } from '../../graph/components.ts';
import type { Program } from '../kernel/run.ts';
import { variantsOf, type Variant } from '../play/scenario.ts';
import { RunError } from '../values/run-error.ts';
import { exampleOf, nothingHappens, type OfVariant } from './counterexample/broken-runs.ts';
import { runAlong, wayTo } from './counterexample/counterexample.ts';
import { type ExploredSpace, exploreSpace, type ExploredState, type TextOfMove } from './space/explored-space.ts';
import { createJudge, propertyName } from './judgement/judge.ts';
import type { Counterexample } from './judgement/verdict.ts';
import { withWatched } from './judgement/watched.ts';
import { createSpace } from './space/space.ts';
import { mentions } from './relevance/time-kept.ts';
import { createGrid } from './steps/grid.ts';
import { t } from '../../model/common/translation.ts';

/** A transition between two states, by their indexes. */
export interface ExploredTransition {
  readonly from: number;
  readonly to: number;
  /** What leads there, each once. */
  readonly moves: readonly ReturnType<TextOfMove>[];
  /** True if the runs along it can come back. */
  readonly isInCycle: boolean;
}

/** All states of a check, in all its combinations. */
export interface ExploredGraph {
  readonly states: readonly ExploredState[];
  /** By source, then in the order of exploration. */
  readonly transitions: readonly ExploredTransition[];
  /** Returns a shortest run to a state. */
  readonly runTo: (state: number) => ExploredRun | undefined;
  /** The properties that only whole runs can break, which are not judged here. */
  readonly unjudged: readonly string[];
}

/** A run, and the state after each of its steps, from the start on. */
export interface ExploredRun extends Counterexample {
  readonly states: readonly number[];
}

/** How to explore. */
export interface ExploredGraphOptions {
  /** The most states of a graph. */
  readonly most: number;
  readonly textOf: TextOfMove;
}

/** So many times more states are counted before a check is refused, so that the refusal can say how many there are. */
const countedMore = 10;

/** Explores a check with the kernel, breadth first; refuses one of too many states. Yields after each state. */
export function* exploreGraph(
  program: Program,
  declared: Check,
  options: ExploredGraphOptions,
): Generator<undefined, Answer<ExploredGraph>> {
  const check = withWatched(program.model, declared);
  if (mentions(program.model, check, 'received', 'notified')) return { refusal: ofThePast };
  try {
    const parts: Part[] = [];
    let count = 0;
    for (const [index, variant] of variantsOf(program, check.steps).entries()) {
      const part = yield* partOf({ program, check, options, index, variant }, countedMore * options.most - count);
      count += part.explored.states.length;
      if (!part.explored.isWhole) return { refusal: tooMany(t`more than ${String(count - 1)}`, options.most) };
      parts.push(part);
    }
    return count > options.most
      ? { refusal: tooMany(String(count), options.most) }
      : { value: { ...graphOf(parts), unjudged: lastingIn(program, check) } };
  } catch (error) {
    if (error instanceof RunError) return { refusal: error.message };
    throw error;
  }
}

const lastingIn = (program: Program, check: Check): readonly string[] =>
  createJudge(program, check).lasting.map((property) => propertyName(program, property));

const ofThePast = t`The states cannot be shown: the model tests what was received or notified, which no state records.`;

const tooMany = (count: string, most: number): string =>
  t`The check has ${count} states, and at most ${String(most)} can be shown. ` +
  t`Reduce them: allow fewer faults or events ("up to 1"), add a "bound", or check a smaller part of the model.`;

/** One combination of a check. */
interface OneOfCheck {
  readonly program: Program;
  readonly check: Check;
  readonly options: ExploredGraphOptions;
  readonly index: number;
  readonly variant: Variant;
}

interface Part {
  readonly explored: ExploredSpace;
  readonly runTo: (state: number) => ExploredRun;
}

/** Explores one combination; again with a finer grid of instants where one turned out too coarse. */
function* partOf({ program, check, options, index, variant }: OneOfCheck, most: number): Generator<undefined, Part> {
  const judge = createJudge(program, check);
  const grid = createGrid(program.model, check);
  const asItIs = { symmetry: false, reduces: false, remembers: false };
  for (;;) {
    grid?.restart();
    const space = createSpace(program, check, variant, { judge, grid, covered: new Set(), ...asItIs });
    const explored = yield* exploreSpace(space, {
      most,
      of: { variant: index, title: variant.title },
      textOf: options.textOf,
    });
    if (grid?.isTooCoarse() === true) continue;
    const one: OfVariant = { program, judge, variant, index };
    const statesTo = (reached: number): readonly number[] => {
      const { start, steps } = wayTo(space, reached);
      return [start, ...steps.flatMap(({ to }) => (to === undefined ? [] : [to]))];
    };
    const runTo = (state: number): ExploredRun => {
      const ending = explored.endings[state - space.states.size()];
      if (ending === undefined)
        return { ...nothingHappens(one), ...runAlong(space, wayTo(space, state)), states: statesTo(state) };
      const before = ending.from < 0 ? [] : statesTo(ending.from);
      return { ...exampleOf(one, space, ending), states: [...before, state] };
    };
    return { explored, runTo };
  }
}

function graphOf(parts: readonly Part[]): Omit<ExploredGraph, 'unjudged'> {
  let first = 0;
  const moved = parts.map(({ explored, runTo }) => {
    const from = first;
    first += explored.states.length;
    const transitions = explored.transitions.map((each) => ({ ...each, from: each.from + from, to: each.to + from }));
    return { from, transitions, runTo };
  });
  const states = parts.flatMap(({ explored }) => explored.states);
  const transitions = moved.flatMap((part) => part.transitions);
  const edges = createEdgeList();
  for (const [label, { from, to }] of transitions.entries()) edges.add(from, to, label);
  const { of } = stronglyConnected(edges.toDigraph(states.length));
  return {
    states,
    transitions: transitions.map((each) => ({ ...each, isInCycle: of[each.from] === of[each.to] })),
    runTo: (state) => {
      if (!(state in states)) return undefined;
      const part = moved.findLast(({ from }) => from <= state);
      if (part === undefined) return undefined;
      const run = part.runTo(state - part.from);
      return { ...run, states: run.states.map((each) => each + part.from) };
    },
  };
}
