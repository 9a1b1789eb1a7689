/** Explores a check: every run of it, in all its combinations, breadth first and slice by slice. */
import type { Check } from '../../model/scenario.ts';
import type { Program, State } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { variantsOf, type Variant } from '../play/scenario.ts';
import { toReach } from './judgement/coverage.ts';
import { createAsking } from './asking.ts';
import {
  endlessBroken,
  endlessInPlain,
  exampleOf,
  lastingBroken,
  longInstantBroken,
  lastingFault,
  nothingHappens,
  type OfVariant,
} from './broken-runs.ts';
import { runWithActions } from './counterexample.ts';
import { expandInSteps, onlyStateAhead } from './expand.ts';
import { expandRemembered } from './expand-remembered.ts';
import { addUp, cut, limitMet, noteResolution, progressOf, type Total } from './total.ts';
import { exploreRules, type Engine, type ExploredRules } from './explore-rules.ts';
import { createGrid, type Grid } from './steps/grid.ts';
import { createJudge, errorFault } from './judgement/judge.ts';
import { begin, createSpace, type Space, type SpaceOptions } from './space.ts';
import { bytesOf } from './space-graph.ts';
import { mentions } from './state/time-kept.ts';
import { type Counterexample, type Exploration, isOfCheck, type Limit, type Progress } from './judgement/verdict.ts';
import { createPileProofs, type Proof } from './passes-with-piles.ts';
import { retold } from './retold.ts';
import { needsKernel, withWatched } from './judgement/watched.ts';

/** The limits and the means of an exploration. */
export interface ExploreLimits {
  /** Compiles the models it supports; without an engine the kernel steps. */
  readonly engine?: Engine | undefined;
  /** True to interchange copies where possible; the default. */
  readonly symmetry?: boolean | undefined;
  /** Only this combination of `for` steps, from 0; all by default. */
  readonly variant?: number | undefined;
  /** Follows only the moves that a guide accepts; then steps are neither remembered nor those of an engine. */
  readonly guide?: SpaceOptions['guide'];
  /** True to remember steps where possible; the default. */
  readonly remembers?: boolean;
  /** The most states, of all combinations together. */
  readonly states?: number;
  /** The most bytes that states may take. */
  readonly bytes?: number;
}

/**
 * Explores a check. It yields its progress at intervals; `next` takes the limit that ends the exploration, if one does.
 * An exploration that ends early says so in its result.
 */
export function* exploreCheck(
  program: Program,
  declared: Check,
  limits: ExploreLimits = {},
): Generator<Progress, Exploration, Limit | undefined> {
  const check = withWatched(program.model, declared);
  const total: Total = {
    ...{ states: 0, transitions: 0, depth: 0, bytes: 0, variants: 0 },
    ...{ broken: [], unexplored: new Map(), faults: [], covered: new Set(), isWhole: true },
    ...{ isReduced: false, hasPiles: false, resolution: 0 },
  };
  const variants = variantsOrFault(program, check, total);
  total.variants = variants.length;
  const wanted = [...variants.entries()].filter(([index]) => index === (limits.variant ?? index));
  if (mentions(program.model, check, 'received', 'notified')) cut(total, 'past', wanted.length);
  else {
    const judge = createJudge(program, check);
    for (const [place, [index, variant]] of wanted.entries()) {
      // Of its own, so that no combination depends on the others.
      const grid = createGrid(program.model, check);
      const limit = yield* exploreSafely({ program, check, judge, grid, variant, index, limits, total });
      if (limit === undefined) continue;
      if (place + 1 < wanted.length) cut(total, limit, wanted.length - place - 1);
      break;
    }
  }
  return resultOf(program, check, total);
}

function resultOf(program: Program, check: Check, total: Total): Exploration {
  const { broken, unexplored, covered, isWhole, resolution, faults, ...counts } = total;
  const isSeen = isWhole && [...unexplored.keys()].every(isOfCheck);
  return {
    ...counts,
    queue: 0,
    broken,
    unreached: isSeen ? toReach(program, check).filter(({ place }) => !covered.has(place)) : undefined,
    unexplored: [
      ...[...unexplored].map(([limit, states]) => ({
        ...{ limit, states },
        ...(limit === 'resolution' && { step: resolution }),
      })),
      ...faults.map((why) => ({ limit: 'fault' as const, states: 0, why })),
    ],
  };
}

/** The sets of `for` steps are computed before anything runs, and may be faulty themselves. */
function variantsOrFault(program: Program, { steps }: Check, total: Total): Variant[] {
  try {
    return variantsOf(program, steps);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    const counterexample: Counterexample = { variant: 0, title: '', steps: 0, draws: [], loopsTo: undefined };
    total.broken.push({ ...errorFault(error), counterexample });
    total.isWhole = false;
    return [];
  }
}

interface OneVariant extends OfVariant {
  readonly check: Check;
  readonly limits: ExploreLimits;
  readonly total: Total;
  readonly grid: Grid | undefined;
}

/** Any failure affects this variant alone. */
function* exploreSafely(one: OneVariant): Generator<Progress, Limit | undefined, Limit | undefined> {
  const { total } = one;
  try {
    return yield* exploreVariant(one);
  } catch (error) {
    total.isWhole = false;
    if (error instanceof RunError) total.broken.push({ ...errorFault(error), counterexample: nothingHappens(one) });
    else total.faults.push(error instanceof Error ? error.message.replace(/\.$/, '') : String(error));
    return undefined;
  }
}

/** Returns the limit that ends the whole exploration, if any. */
function* exploreVariant(one: OneVariant): Generator<Progress, Limit | undefined, Limit | undefined> {
  for (const before = { ...one.total }; ; Object.assign(one.total, before)) {
    one.grid?.restart();
    const limit = yield* exploreOnGrid(one);
    if (limit !== 'too coarse') return limit;
  }
}

function* exploreOnGrid(one: OneVariant): Generator<Progress, Limit | 'too coarse' | undefined, Limit | undefined> {
  const { program, check, variant, judge, grid, total } = one;
  const options = { judge, grid, covered: total.covered, ...one.limits };
  let space = createSpace(program, check, variant, options);
  const before = { ...total };
  if (space.representatives !== undefined) total.isReduced = true;
  let limit: Limit | undefined;
  let found = begin(space);
  const asks = createAsking();
  const proofs = createPileProofs(one, space, options, createAsking().isDue);
  while (found === undefined && limit === undefined && space.expanded < space.states.size()) {
    const ahead = onlyStateAhead(space);
    const explored = ahead === undefined ? undefined : yield* exploreAhead(one, space, ahead);
    if (explored !== undefined) return takeOver(one, before, space, explored);
    const remembered = expandRemembered(space);
    if (remembered === 'kernel') {
      const expanding = expandInSteps(space);
      let step = expanding.next(false);
      for (; step.done !== true; step = expanding.next(limit !== undefined)) limit = yield progressOf(total, space);
      found = step.value;
    } else found = remembered;
    if (found === undefined && limit !== undefined) cut(total, limit, 1);
    if (found === undefined && grid?.isTooCoarse() === true) return 'too coarse';
    const endless = found === undefined ? endlessInPlain(one, space) : undefined;
    if (endless !== undefined) {
      addUp(total, before, space);
      total.broken.push(retold(one, check, endless));
      total.isWhole = false;
      return limit;
    }
    if (limit !== undefined || !asks.isDue(space)) continue;
    addUp(total, before, space);
    const proved: Proof = found === undefined ? yield* proofs.attempt(progressOf(total, space)) : { kind: 'none' };
    if (proved.kind === 'passes') {
      space = proved.space;
      total.hasPiles = true;
      break;
    }
    // The states so far may show what all of them, which have no end, cannot.
    if (proved.kind === 'open') {
      const lasting = yield* withProgress(one, space, lastingBroken(one, space));
      if ('value' in lasting && lasting.value.length > 0) {
        total.broken.push(...lasting.value);
        total.isWhole = false;
        return undefined;
      }
      if ('limit' in lasting) limit = lasting.limit;
    }
    limit ??=
      (proved.kind === 'ended' ? proved.limit : undefined) ??
      limitMet(one.limits, total) ??
      (yield progressOf(total, space));
  }
  addUp(total, before, space);
  if (found !== undefined) {
    total.broken.push(retold(one, check, { ...found.fault, counterexample: exampleOf(one, space, found) }));
    total.isWhole = false;
    return limit;
  }
  for (const [reason, states] of space.cuts) cut(total, reason, states);
  noteResolution(total, grid);
  if (limit !== undefined) cut(total, limit, space.states.size() - space.expanded);
  // Nobody waits for what is cancelled, and judging takes more memory than there is.
  return limit === 'cancelled' || limit === 'memory' ? limit : yield* judgeEndless(one, space, limit);
}

/** Judges the runs without end; returns the limit that ended the exploration, or this. */
function* judgeEndless(
  one: OneVariant,
  space: Space,
  limit: Limit | undefined,
): Generator<Progress, Limit | undefined, Limit | undefined> {
  const { total } = one;
  const long = limit === undefined ? [longInstantBroken(one, space)] : [];
  for (const judging of [...long, endlessBroken(one, space), lastingBroken(one, space)]) {
    const judged = yield* withProgress(one, space, judging);
    if ('value' in judged) total.broken.push(...judged.value);
    else {
      cut(total, judged.limit, 0);
      return limit ?? judged.limit;
    }
  }
  return limit;
}

/** Takes all steps of some work on a space, or returns the limit that comes first. */
function* withProgress<T>(
  { total }: OneVariant,
  space: Space,
  work: Generator<undefined, T>,
): Generator<Progress, { readonly value: T } | { readonly limit: Limit }, Limit | undefined> {
  for (;;) {
    const next = work.next();
    if (next.done === true) return { value: next.value };
    const limit = yield progressOf(total, space);
    if (limit !== undefined) return { limit };
  }
}

/** Lets the engine go on from a state, as soon as it is the only one; the engine may refuse. */
function* exploreAhead(
  { program, check, judge, limits: { engine, states, bytes = mostBytes }, total }: OneVariant,
  space: Space,
  state: State,
): Generator<Progress, ExploredRules | undefined, Limit | undefined> {
  // With a limit on states, or plain steps to be judged with the rest, the kernel explores.
  const mustStep = states !== undefined || needsKernel(check) || (judge.lasting.length > 0 && space.expanded > 0);
  if (engine === undefined || mustStep) return undefined;
  const exploring = exploreRules({ program, check, judge, space, state, engine, memory: bytes });
  const before = { ...total };
  let next = exploring.next();
  while (next.done !== true) {
    const { states: known, transitions, depth, bytes: used, queue } = next.value;
    next = exploring.next(
      yield {
        ...progressOf(total, space),
        states: before.states + space.expanded + known,
        transitions: before.transitions + space.transitions + transitions,
        depth: Math.max(before.depth, space.expanded + depth),
        bytes: Math.max(before.bytes, used),
        queue,
      },
    );
  }
  return next.value;
}

/** Takes over the result of the engine. */
function takeOver(one: OneVariant, before: Readonly<Total>, space: Space, explored: ExploredRules): Limit | undefined {
  const { judge, total } = one;
  const { found, lasting, bounded, queue, limit } = explored;
  const [steps, last] = [space.expanded, space.states.size() - 1];
  total.states = before.states + steps + explored.states;
  total.transitions = before.transitions + space.transitions + explored.transitions;
  total.depth = Math.max(before.depth, space.levels.last() + explored.depth);
  total.bytes = Math.max(before.bytes, bytesOf(space) + explored.bytes);
  const run = (actions: readonly number[]): Counterexample => ({
    ...nothingHappens(one),
    ...runWithActions(space, last, actions),
  });
  if (found !== undefined) {
    total.broken.push({ ...found.fault, counterexample: run(found.actions) });
    total.isWhole = false;
    return limit;
  }
  for (const place of explored.reached) total.covered.add(place);
  if (bounded > 0) cut(total, 'bound', bounded);
  if (limit !== undefined) cut(total, limit, queue);
  for (const { index, actions } of lasting) {
    const property = judge.lasting[index];
    if (property !== undefined) total.broken.push({ ...lastingFault(one, property), counterexample: run(actions) });
  }
  return limit;
}

/** The most bytes that states may take where no limit is given. */
const mostBytes = 2 ** 33;
