/**
 * A search over the worlds of the second executor, as simple as possible: a state is a text, the search is
 * breadth-first, and missing progress is found by pairwise reachability.
 */
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import type { Construct } from './constructs.ts';
import { holds } from './evaluate.ts';
import { createExecutors, type Executor, TooMany } from './executor.ts';
import { innermost } from './microsteps.ts';
import { aTickLater, type Move } from './moves.ts';
import { aTickLaterIn } from './plain-steps.ts';
import { noteNeeds } from './needs.ts';
import { brokenAtLast, time, type Way } from './never-comes.ts';
import { stateText } from './state-text.ts';
import { Failure, isAlive, isRunning, type World } from './world.ts';

export interface Found {
  readonly states: number;
  /** The nearest violations: their kinds and distances; empty if only whole runs violate a property. */
  readonly first: readonly { readonly kind: string; readonly steps: number }[];
  /** Progress missing in some run: each property with the distance to where it stays absent. */
  readonly lasting: readonly string[];
  /** True if a bound or the horizon cut something off. */
  readonly isCut: boolean;
  readonly taken: ReadonlySet<number>;
}

export interface SearchOptions {
  /** With more states than this, there is no result. */
  readonly most: number;
  /** The names of variables that nobody reads. */
  readonly ignored: readonly string[];
  readonly reach: (construct: Construct) => void;
}

/** A state and its outgoing edges. */
interface Node {
  readonly world: World;
  readonly depth: number;
  isCut: boolean;
  /** The possible moves before the plain steps are done. */
  readonly plain: readonly Move[] | undefined;
  readonly ways: Way[];
}

/** Searches all variants of a check; returns nothing if one is too large. */
export function search(model: Model, check: Check, options: SearchOptions): Found[] | undefined {
  try {
    const found = createExecutors(model, check, options.reach).map((each) =>
      searchVariant(each, model, check, options),
    );
    return found.some((each) => each === undefined) ? undefined : (found as Found[]);
  } catch (error) {
    if (error instanceof TooMany) return undefined;
    throw error;
  }
}

function searchVariant(
  executor: Executor,
  model: Model,
  check: Check,
  { most, ignored, reach }: SearchOptions,
): Found | undefined {
  const nodes = new Map<string, Node>();
  const first: { kind: string; steps: number }[] = [];
  const break_ = (kind: string, steps: number): void => {
    if (!first.some((each) => each.kind === kind && each.steps === steps)) first.push({ kind, steps });
  };
  // A state reached only by the passing of time is not counted.
  const states = new Set<string>();
  const add = (world: World, depth: number, isLater = false): string => {
    const plain = executor.plainMoves(world);
    const isPlain = plain !== undefined;
    const text = stateText(check, world, isPlain ? undefined : ignored);
    if (!isLater) states.add(text);
    if (nodes.has(text)) return text;
    for (const kind of brokenIn(model, check, world)) break_(kind, depth);
    let isCut = false;
    try {
      isCut = !isPlain && check.bounds.some((bound) => !holds({ model, world }, bound));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      break_('error', depth);
    }
    const ways: Way[] = [];
    nodes.set(text, { world, depth, isCut, plain, ways });
    if (isCut) reach('bound that cuts');
    const later = isPlain ? aFaultLater(check, world) : isCut ? undefined : aTickLater(check, world);
    // The passing of time is no step.
    if (later !== undefined) ways.push({ to: add(later, depth, true), owed: time, relieved: [] });
    return text;
  };
  const watches = (name: string): boolean => check.watched.some((each) => each.name === name);
  const named = check.watched.filter(({ name }) => /^[SLC]\d$/.test(name));
  // Without times a lease may expire at once, so that only named properties count.
  const isWrong = (name: string): boolean =>
    named.length === 0 ? check.clock === 'exact' : named.some((each) => each.name === name);
  for (const { world, wrong, isDropped } of executor.start()) {
    if (wrong.some(isWrong)) break_('built-in', 0);
    if (isDropped && watches('unhandled')) break_('unhandled', 0);
    if (world === undefined) break_('error', 0);
    else add(world, 0);
  }
  for (const [, node] of nodes) {
    const { world, depth } = node;
    // Violations one step deeper are found while the states of this depth are visited.
    if (first.some(({ kind, steps }) => (kind === 'deadlock' ? steps < depth : steps <= depth))) break;
    if (nodes.size > most) return undefined;
    if (node.isCut) continue;
    const moves = node.plain ?? executor.movesIn(world);
    noteNeeds({ model, world, reach });
    if (world.spent.down.some((id) => !moves.some((move) => move.kind === 'restart' && move.entity === id)))
      reach('restart that waits for a need');
    for (const move of moves) {
      for (const { world: next, isDropped, wrong, relieved } of executor.make(world, move)) {
        if (wrong.some(isWrong)) break_('built-in', depth + 1);
        if (isDropped && watches('unhandled')) break_('unhandled', depth + 1);
        if (next === undefined) break_('error', depth + 1);
        else node.ways.push({ to: add(next, depth + 1), owed: executor.owedTo(world, move), relieved });
      }
    }
    if (node.plain !== undefined) {
      if (node.plain.length > 1) reach('order after a plain step');
    } else if (isBeyond(check, world)) {
      node.isCut = true;
      reach('horizon that cuts');
    } else if (
      watches('deadlock') &&
      aTickLater(check, world) === undefined &&
      moves.every((move) => 'fault' in move) &&
      isWaiting(model, world)
    )
      break_('deadlock', depth);
  }
  // Whether it is found there, and before what else, is asked elsewhere.
  if ([...nodes.keys()].some((text) => comesBack(nodes, text))) return undefined;
  return result(model, check, { nodes, states: states.size, first, executor, reach });
}

/** Returns true if a node of the plain steps leads back to itself: an instant there does not end. */
function comesBack(nodes: ReadonlyMap<string, Node>, from: string): boolean {
  if (nodes.get(from)?.plain === undefined) return false;
  const reached = new Set<string>();
  const queue = [from];
  for (const text of queue) {
    for (const { to } of nodes.get(text)?.ways ?? []) {
      if (to === from) return true;
      if (reached.has(to) || nodes.get(to)?.plain === undefined) continue;
      reached.add(to);
      queue.push(to);
    }
  }
  return false;
}

function result(
  model: Model,
  check: Check,
  {
    nodes,
    states,
    first,
    executor,
    reach,
  }: {
    nodes: ReadonlyMap<string, Node>;
    states: number;
    first: Found['first'];
    executor: Executor;
    reach: SearchOptions['reach'];
  },
): Found {
  const isCut = [...nodes.values()].some((node) => node.isCut);
  const common = { states, isCut, taken: executor.taken };
  if (first.length > 0) return { ...common, first, lasting: [] };
  const judged = {
    nodes,
    clock: check.clock,
    holds: (condition: Expression, { world }: Node): boolean => holds({ model, world }, condition),
  };
  const lasting = brokenAtLast(judged, check.properties);
  if (lasting.some((each) => each.startsWith('error'))) reach('instant without end');
  const unrelieved = new Map([...nodes].map(([text, node]) => [text, { ...node, ways: node.ways.map(keepsWaiting) }]));
  if (isElse(lasting, brokenAtLast({ ...judged, nodes: unrelieved }, check.properties))) reach('timer put off forever');
  if (isElse(lasting, brokenAtLast({ ...judged, clock: 'any' }, check.properties))) reach('time held up forever');
  return { ...common, first, lasting };
}

/** Returns the same world a millisecond later, where a fault may come then. */
const aFaultLater = ({ faults }: Check, world: World): World | undefined =>
  faults.length === 0 ? undefined : aTickLaterIn(world);

const keepsWaiting = (way: Way): Way => ({ ...way, relieved: [] });
const isElse = (some: readonly string[], others: readonly string[]): boolean => some.join() !== others.join();

function brokenIn(model: Model, check: Check, world: World): string[] {
  const broken: string[] = [];
  for (const { kind, condition, goal } of check.properties) {
    try {
      const isSo = holds({ model, world }, condition);
      if (goal !== undefined) holds({ model, world }, goal);
      if (kind === 'never' ? isSo : kind === 'always' && !isSo) broken.push(kind);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      broken.push('error');
    }
  }
  return broken;
}

/** Returns true if a living machine is in a state that it is not meant to stay in. */
function isWaiting(model: Model, world: World): boolean {
  return model.entities.some(({ id, machine }) => {
    const run = model.machines[machine ?? -1];
    if (run === undefined || !isRunning(world, id) || !isAlive({ world }, id)) return false;
    return innermost({ world }, id, run).some((leaf) => run.states[leaf]?.final === false);
  });
}

/** Returns true if something would be due with a later horizon. */
function isBeyond({ horizon, clock }: Check, { agenda }: World): boolean {
  return horizon !== undefined && (clock === 'exact' ? agenda.slice(0, 1) : agenda).some(({ at }) => at > horizon);
}
