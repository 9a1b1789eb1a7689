/**
 * Iterative deepening of a check: it is explored with no fault of each kind, with at most one, two, and so on, up to
 * what it allows. What a run with fewer faults breaks, the check breaks; and if the exploration ends early, it is known
 * how many faults the model survives.
 */
import type { Check } from '../../model/scenario.ts';
import { initial } from '../kernel/kernel.ts';
import type { Program } from '../kernel/run.ts';
import { checkCourse, type CheckCourse, type CheckPosition, isDrawn } from '../play/check-player.ts';
import { environmentOf } from '../play/environment.ts';
import { drawsOfWait, drawWait, mayWait } from '../play/free-time.ts';
import { asksForPast } from '../program/history-needs.ts';
import { drawIndex, drawOf } from '../play/random-run.ts';
import { variantsOf } from '../play/scenario.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { exploreCheck } from './explore-check.ts';
import type { ExploreLimits } from './explore-limits.ts';
import { type Counterexample, type Exploration, isOfCheck, type Limit, type Progress } from './judgement/verdict.ts';

/** The number of faults of each kind that are allowed in a round. */
export interface Deepened {
  /** The largest number with which all was explored and nothing is broken; absent if there is none. */
  readonly holds?: number;
  /** The number that was tried last; then the exploration is that of this round. */
  readonly tried: number;
  /** The number with which the check is as it was declared. */
  readonly most: number;
}

/** An exploration, and how deep it went; a check without faults has no depth. */
export interface DeepExploration extends Exploration {
  readonly deepened?: Deepened;
}

/** The progress of a round, with what is known from the rounds before. */
type DeepProgress = Progress & Pick<DeepExploration, 'deepened'>;

/** Explores a check with more and more faults, until something is broken or a limit comes first; see `exploreCheck`. */
export function* exploreDeeper(
  program: Program,
  declared: Check,
  limits: ExploreLimits = {},
): Generator<DeepProgress, DeepExploration, Limit | undefined> {
  const most = Math.max(0, ...declared.faults.map(({ upTo }) => upTo));
  if (most === 0) return yield* exploreCheck(program, declared, limits);
  let deepened: Deepened = { tried: 0, most };
  for (;;) {
    const { tried } = deepened;
    const exploring = exploreCheck(program, withFaults(declared, tried), limits);
    let [next, stop]: [ReturnType<typeof exploring.next>, Limit | undefined] = [exploring.next(), undefined];
    while (next.done !== true) {
      const limit: Limit | undefined = yield { ...next.value, deepened };
      stop ??= limit;
      next = exploring.next(limit);
    }
    const found = next.value;
    if (found.broken.length > 0) {
      const broken = found.broken.map((each) => ({
        ...each,
        counterexample: asDeclared(program, declared, tried, each.counterexample),
      }));
      return { ...found, broken, deepened };
    }
    if (!found.unexplored.every(({ limit }) => isOfCheck(limit))) return { ...found, deepened };
    if (tried >= most) return { ...found, deepened: { ...deepened, holds: tried } };
    deepened = { holds: tried, tried: tried + 1, most };
    if (stop !== undefined) return { ...found, unexplored: [{ limit: stop, states: 1 }], deepened };
  }
}

const withFaults = (check: Check, most: number): Check => ({
  ...check,
  faults: check.faults.map((fault) => ({ ...fault, upTo: Math.min(fault.upTo, most) })),
});

/**
 * Returns a run as one of the check as it was declared. There the environment has more moves to choose from, so that
 * other draws choose the same ones.
 */
function asDeclared(program: Program, declared: Check, most: number, example: Counterexample): Counterexample {
  const drawn: number[] = [];
  let next = 0;
  const given = (): number => example.draws[next++] ?? 0;
  let isOwn = false;
  const pick = (): number => {
    const answer = given();
    if (isOwn) drawn.push(answer);
    return answer;
  };
  /** Does what draws for itself: its draws are those of the run. */
  const copying = <T>(work: () => T): T => {
    isOwn = true;
    const result = work();
    isOwn = false;
    return result;
  };
  const keepsHistory = asksForPast(program.model, [declared.steps]);
  const variant = variantsOf(program, declared.steps)[example.variant] ?? { title: '', steps: [] };
  const { run } = copying(() => initial(program, { draw: { pick }, tell: undefined, keepsHistory }));
  const courseOf = (check: Check): CheckCourse => checkCourse(program, environmentOf(program, check, run), variant);
  const [fewer, all] = [courseOf(withFaults(declared, most)), courseOf(declared)];
  let position: CheckPosition | undefined = all.start;
  const advance = (at: CheckPosition): CheckPosition | undefined => {
    const [from, to] = [fewer.rest(run, at), all.rest(run, at)];
    const option = itemAt(from.options, isDrawn(from) ? drawIndex(run, from.options) : 0);
    const key = keyOf(option);
    const same = to.options.findIndex((each) => keyOf(each) === key);
    const wait = mayWait(option) ? drawWait(run, from.leeway) : 0;
    if (isDrawn(to)) drawn.push(drawOf(to.options, same));
    if (mayWait(option)) drawn.push(...drawsOfWait(wait, to.leeway));
    return copying(() => all.make(run, to, itemAt(to.options, same), wait)).position;
  };
  for (let step = 0; step < example.steps && position !== undefined; step++) position = advance(position);
  return { ...example, draws: drawn };
}

/** Returns a text that tells the moves of one state from each other. */
function keyOf(option: object): string {
  const { entry, ...rest } = option as { readonly entry?: { readonly order: number } };
  return JSON.stringify([rest, entry?.order]);
}
