/** The result of an exploration in words: for the command line, the editor and the findings alike. */
import { durationText } from '../../values/values.ts';
import type { Unreached } from './coverage.ts';
import type { Counterexample, Exploration, Hashed, Limit, Extent, GrownQueue, Unexplored } from './verdict.ts';
import { t } from '../../../model/common/translation.ts';
import { counted } from '../../../model/common/word-list.ts';

const limits: Readonly<Record<Exclude<Limit, 'fault' | 'resolution' | 'past' | 'omitted'>, string>> = {
  bound: t` outside a bound of the check`,
  horizon: t` at the horizon of the check`,
  states: t` (limit of states reached)`,
  memory: t` (limit of memory reached)`,
  time: t` (out of time)`,
  cancelled: ' (cancelled)',
};

/** Says how much was not explored and why, in a clause such as `successors of 7 states outside a bound of the check`. */
export function unexploredText({ limit, states, why, hashed, grown, step = 0 }: Unexplored): string {
  if (hashed !== undefined) return hashedText(hashed);
  if (limit === 'fault') return t`what follows a bug in Aftermath (${why ?? t`unknown`}); please report it`;
  if (limit === 'omitted' || why !== undefined) return why ?? '';
  if (limit === 'resolution') return t`actions of the environment between two multiples of ${durationText(step)}`;
  if (limit === 'past')
    return t`the whole check: the model tests what was received or notified, which no state records`;
  // Everything is explored, but not judged.
  if (states === 0) return t`runs without end${limits[limit]}`;
  const left = t`successors of ${counted(states, 'state')}${limits[limit]}`;
  return grown === undefined ? left : `${left}${grownText(grown)}`;
}

const grownText = ({ receiver, messages, limitedBy }: GrownQueue): string =>
  t`; the queue of "${receiver}" grew to ${String(messages)} messages, perhaps without end: limit it with a "bound" or ${means[limitedBy]}`;

const means: Readonly<Record<GrownQueue['limitedBy'], string>> = {
  'exact clock': '"clock: exact"',
  horizon: t`a "horizon"`,
  'shorter horizon': t`a shorter "horizon"`,
};

const almostAll = 99.9999;

/** Says what hashing may have omitted. */
function hashedText({ kind, states, expected, probability, factor = 0 }: Hashed): string {
  const chance = Number(probability.toPrecision(2));
  if (kind === 'compact')
    return t`states that hash compaction takes for others (probability that there is one: at most ${String(chance)})`;
  const percent = (100 * states) / (states + expected);
  // Rounded up, it would promise everything.
  const coverage = percent > almostAll ? t`over ${String(almostAll)}` : String(Number(percent.toPrecision(6)));
  const figures = t`estimated coverage ${coverage} %, hash factor ${String(Number(factor.toPrecision(2)))}`;
  return t`states that bit-state hashing takes for others (probability that there is one: about ${String(chance)}; ${figures})`;
}

/** Says how much was explored: `39212 states, 162256 transitions, depth 34`. */
export function exploredText({ states, transitions, depth, variants, isReduced, hasPiles }: Exploration): string {
  const among = variants === 1 ? '' : `, ${counted(variants, 'combination')}`;
  return `${sizeText({ states, transitions, depth })}${among}${isReduced ? t`, copies interchanged` : ''}${hasPiles ? t`, queues of any length` : ''}`;
}

/** Says what the exploration cost: `1.2s, 32677 states/s, 5 MB`; `before` are the states that were known before. */
export function effortText(
  { states, bytes }: Pick<Extent, 'states' | 'bytes'>,
  { took: milliseconds, before = 0 }: { readonly took: number; readonly before?: number | undefined },
): string {
  const time = milliseconds < 1000 ? `${milliseconds.toFixed(0)}ms` : `${(milliseconds / 1000).toFixed(1)}s`;
  const rate = Math.round((1000 * (states - before)) / Math.max(1, milliseconds));
  return t`${time}, ${String(rate)} states/s, ${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MB`;
}

/** Describes the progress of an exploration. */
export const progressText = ({ states, transitions, depth, queue }: Extent, rate: number): string =>
  t`${sizeText({ states, transitions, depth })}, ${String(queue)} in the queue, ${String(rate)} states/s`;

/** Says where a counterexample occurs: `With p = fs, after 7 steps`. */
export function occasionOf({ title, steps, loopsTo }: Counterexample): string {
  const after = loopsTo === undefined ? t`after ${counted(steps, 'step')}` : t`from step ${String(loopsTo)} on`;
  return title === '' ? `${after.slice(0, 1).toUpperCase()}${after.slice(1)}` : t`With ${title}, ${after}`;
}

/** Counts the pieces that no run reached: `3 transitions, 1 state`. */
export function unreachedText(unreached: readonly Unreached[]): string {
  const kinds = [...new Set(unreached.map(({ kind }) => kind))];
  const words = (count: number, kind: Unreached['kind']) => {
    if (kind !== 'may') return counted(count, kind);
    return count === 1 ? t`1 step of the environment` : t`${count} steps of the environment`;
  };
  return kinds.map((kind) => words(unreached.filter((each) => each.kind === kind).length, kind)).join(', ');
}

/** Names a piece that no run reached: `transition of "On" in "Lamp"`. */
export function unreachedName({ kind, machine, state }: Unreached): string {
  if (kind === 'fault') return t`fault`;
  if (kind === 'may') return t`step of the environment`;
  if (kind === 'state') return t`state "${state ?? ''}" of "${machine ?? ''}"`;
  return state === undefined ? t`transition of "${machine ?? ''}"` : t`transition of "${state}" in "${machine ?? ''}"`;
}

const sizeText = ({ states, transitions, depth }: Pick<Extent, 'states' | 'transitions' | 'depth'>): string =>
  t`${counted(states, 'state')}, ${counted(transitions, 'transition')}, depth ${String(depth)}`;
