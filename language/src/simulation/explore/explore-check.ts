/** Explores a check: every run of it, in all its combinations, breadth first and slice by slice. */
import type { Check } from '../../model/scenario.ts';
import type { Program } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { variantsOf, type Variant } from '../play/scenario.ts';
import { createAsking } from './space/asking.ts';
import {
  endlessBroken,
  endlessInPlain,
  exampleOf,
  lastingBroken,
  longInstantBroken,
  nothingHappens,
} from './counterexample/broken-runs.ts';
import type { ExploreLimits } from './explore-limits.ts';
import { onlyStateAhead } from './space/expand.ts';
import { expandSome, isUnderWay, roundsFor } from './expand-some.ts';
import { addUp, cut, limitMet, noteHashed, noteResolution, progressOf, type Total } from './total.ts';
import { endlessLimits, resultOf } from './exploration-result.ts';
import { exploreAhead, type OneVariant, adoptResult } from './explore-ahead.ts';
import { createKeeper } from './keeper.ts';
import { createGrid } from './steps/grid.ts';
import { createJudge, errorFault } from './judgement/judge.ts';
import { arePlainStepsOver, markOf, resumeSpace, resumeTotal } from './saved-search.ts';
import { createQueueWatch, grownQueue } from './space/grown-queue.ts';
import { begin, createSpace, type Space, type SpaceOptions } from './space/space.ts';
import { mentions } from './relevance/time-kept.ts';
import { type Counterexample, type Exploration, type Limit, type Progress } from './judgement/verdict.ts';
import { createPileProofs, type Proof } from './passes-with-piles.ts';
import { retold } from './counterexample/retold.ts';
import type { Rounds } from './together/rounds.ts';
import { withWatched } from './judgement/watched.ts';

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
    ...{ isReduced: false, isPartial: false, hasPiles: false, resolution: 0 },
    ...{ grown: undefined, hashed: undefined, isUnjudged: false },
  };
  const variants = variantsOrFault(program, check, total);
  total.variants = variants.length;
  const { resume } = limits;
  if (resume !== undefined) resumeTotal(total, program, resume);
  const from = resume?.head.variant ?? 0;
  const wanted = [...variants.entries()].filter(([index]) => index === (limits.variant ?? index) && index >= from);
  if (mentions(program.model, check, 'received', 'notified')) cut(total, 'past', wanted.length);
  else {
    const judge = createJudge(program, check);
    for (const [place, [index, variant]] of wanted.entries()) {
      // Of its own, so that no combination depends on the others.
      const grid = createGrid(program.model, check);
      const resumed = index === from ? resume : undefined;
      const limit = yield* exploreSafely({ program, check, judge, grid, variant, index, limits, total, resumed });
      if (limit === undefined) continue;
      if (place + 1 < wanted.length) cut(total, limit, wanted.length - place - 1);
      break;
    }
  }
  return resultOf(program, check, total);
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

/**
 * Returns the limit that ends the whole exploration, if any. If moves had to wait, the run that breaks something may not
 * be a shortest one, which a search without that finds.
 */
function* exploreVariant(one: OneVariant): Generator<Progress, Limit | undefined, Limit | undefined> {
  const { total, resumed } = one;
  const [before, known, unexplored] = [{ ...total }, total.broken.length, [...total.unexplored]];
  let longer = resumed?.head.longer;
  if (longer === undefined) {
    const limit = yield* exploreOnGrids(one);
    longer = total.broken.slice(known);
    if (!total.isPartial || longer.length === 0 || limit !== undefined) return limit;
    Object.assign(total, before);
    total.broken.length = known;
    total.unexplored.clear();
    for (const [reason, states] of unexplored) total.unexplored.set(reason, states);
  }
  const again = resumed?.head.longer === undefined ? { longer, resumed: undefined } : { longer };
  const ended = yield* exploreOnGrids({ ...one, ...again, limits: { ...one.limits, postpones: false } });
  if (total.broken.length === known) {
    total.broken.push(...longer);
    total.isWhole = false;
  }
  return ended;
}

function* exploreOnGrids(one: OneVariant): Generator<Progress, Limit | undefined, Limit | undefined> {
  let { resumed } = one;
  if (resumed?.head.grid !== undefined) one.grid?.resume(resumed.head.grid);
  for (const before = { ...one.total }; ; Object.assign(one.total, before)) {
    one.grid?.restart();
    const limit = yield* exploreOnGrid({ ...one, resumed });
    if (limit !== 'too coarse') return limit;
    resumed = undefined;
  }
}

function* exploreOnGrid(one: OneVariant): Generator<Progress, Limit | 'too coarse' | undefined, Limit | undefined> {
  const options = { judge: one.judge, grid: one.grid, covered: one.total.covered, ...one.limits };
  const space = createSpace(one.program, one.check, one.variant, options);
  const rounds = roundsFor(space, one.limits);
  try {
    return yield* exploreSpace(one, space, options, rounds);
  } finally {
    rounds?.end();
  }
}

function* exploreSpace(
  one: OneVariant,
  searched: Space,
  options: SpaceOptions,
  rounds: Rounds | undefined,
): Generator<Progress, Limit | 'too coarse' | undefined, Limit | undefined> {
  const { check, grid, total } = one;
  let [space, { resumed }] = [searched, one];
  const before = { ...total };
  if (space.representatives !== undefined) total.isReduced = true;
  let limit: Limit | undefined;
  let found = begin(space);
  const asks = createAsking();
  const proofs = createPileProofs(one, space, options, createAsking().isDue);
  const keeper = createKeeper(one, space, { grid, asks, proofs });
  const watch = createQueueWatch(space);
  while (found === undefined && limit === undefined && (resumed !== undefined || isUnderWay(space))) {
    if (resumed !== undefined && arePlainStepsOver(space)) {
      const resuming = yield* withProgress(one, space, resumeSpace(space, resumed, { grid, asks, proofs }));
      // The file still has the search, and nobody waits for the judgement of a part of that.
      if ('limit' in resuming) return endedWith(one, before, space, resuming.limit);
      const { isTrying } = resumed.head.search;
      resumed = undefined;
      if (!isTrying) continue;
    } else {
      const ahead = one.resumed === undefined ? onlyStateAhead(space) : undefined;
      const explored = ahead === undefined ? undefined : yield* exploreAhead(one, space, ahead);
      if (explored !== undefined) return adoptResult(one, before, space, explored);
      const mark = markOf(space, grid);
      ({ found, limit } = yield* expandSome(one, space, rounds));
      if (found === undefined && limit !== undefined) keeper.leave(mark);
      if (found === undefined && limit === undefined && grid?.isTooCoarse() === true) return 'too coarse';
      const endless = found === undefined ? endlessInPlain(one, space) : undefined;
      if (endless !== undefined) {
        addUp(total, before, space);
        total.broken.push(retold(one, check, endless));
        total.isWhole = false;
        return limit;
      }
      if (limit !== undefined || !asks.isDue(space)) continue;
    }
    addUp(total, before, space);
    total.grown = watch();
    const tried = proofs.known();
    const proved: Proof = found === undefined ? yield* proofs.attempt(progressOf(total, space)) : { kind: 'none' };
    if (proved.kind === 'passes') {
      keeper.leaveTrying(tried);
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
    if (proved.kind === 'ended') limit ??= proved.limit;
    if (limit !== undefined) keeper.leaveTrying(tried);
    limit ??= limitMet(one.limits, total, space) ?? (yield progressOf(total, space));
  }
  addUp(total, before, space);
  if (found !== undefined) {
    total.broken.push(retold(one, check, { ...found.fault, counterexample: exampleOf(one, space, found) }));
    total.isWhole = false;
    return limit;
  }
  for (const [reason, states] of space.cuts) cut(total, reason, states);
  noteResolution(total, grid);
  noteHashed(total, space);
  if (limit !== undefined) cut(total, limit, space.states.size() - space.expanded);
  if (limit !== undefined && endlessLimits.has(limit)) total.grown = grownQueue(space) ?? total.grown;
  // Nobody waits for what is cancelled, and judging takes more memory than there is. A search that is kept goes on.
  const isOver = limit === 'cancelled' || limit === 'memory' || (limit !== undefined && keeper.isKeeping);
  const ended = isOver ? limit : yield* judgeEndless(one, space, limit);
  if (ended !== undefined) keeper.keep();
  return ended;
}

/** Ends a combination whose states are not known yet. */
function endedWith({ total }: OneVariant, before: Readonly<Total>, space: Space, limit: Limit): Limit {
  addUp(total, before, space);
  cut(total, limit, 1);
  return limit;
}

/** Judges the runs without end; returns the limit that ended the exploration, or this. */
function* judgeEndless(
  one: OneVariant,
  space: Space,
  limit: Limit | undefined,
): Generator<Progress, Limit | undefined, Limit | undefined> {
  const { total } = one;
  const long = limit === undefined ? [longInstantBroken(one, space)] : [];
  const endless = space.hashed === undefined ? [endlessBroken(one, space), lastingBroken(one, space)] : [];
  for (const judging of [...long, ...endless]) {
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
