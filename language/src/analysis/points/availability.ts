/**
 * How reliable a goal is whose PDs and nodes fail and are repaired: availability, mean times, and the probability of a
 * failure within a time. Each fails and is repaired at constant rates (1 / `mttf`, 1 / `mttr`), independently of all
 * others, as in a fault tree: then the long run follows from the structure of the goal and what each is down for, and
 * only the first failure needs a Markov chain.
 */
import { meanTimeToEnd, probabilityOfEnd } from '../../graph/markov-chain.ts';
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { entityOf } from '../../model/model.ts';
import type { Declared } from '../../model/machines/constant-of.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { downProbability } from './down-probability.ts';
import { chainToFailure } from './rated-chain.ts';
import { ratesOf, type Rates, unknownRate } from './rates.ts';
import type { FailureGoal } from './single-points.ts';

/** The reliability of a goal. Times are in milliseconds, and may be infinite; what is undefined is not known. */
export interface Availability {
  /** The share of time for which it fails, in the long run; no number is known if only what nothing is known of could make it fail. */
  readonly unavailability: number | undefined;
  /** The mean time from all up to the first failure. */
  readonly mttf: number | undefined;
  /** The mean time from one failure to the next, in the long run. */
  readonly mtbf: number | undefined;
  /** The mean time for which a failure lasts, in the long run. */
  readonly downtime: number | undefined;
  /** The probability that it fails, from all up, within the time that was asked for. */
  readonly withinTime: number | undefined;
  /** The number of states of the chain until the first failure; undefined if there are too many. */
  readonly states: number | undefined;
  /** Those in its cut sets that have neither rates nor a probability: they count as never failing. */
  readonly unrated: readonly EntityId[];
  /** Those whose rates or probability depend on what only a run knows: they count as never failing, too. */
  readonly computed: readonly { readonly entity: EntityId; readonly from: Expression }[];
  /** Those that have only a `probability`: without rates, no time is known. */
  readonly timeless: readonly EntityId[];
}

/** What to compute, besides what needs no chain. */
export interface AvailabilityOptions {
  /** The time of `withinTime`, in milliseconds. */
  readonly time?: number | undefined;
  /** The most states of the chain. Default: 20,000, which may take seconds. */
  readonly mostStates?: number;
}

/** Returns the reliability of a goal. Undefined if it has no structure. */
export function availabilityOf(
  model: Declared,
  goal: Pick<FailureGoal, 'structure' | 'probability'>,
  { time, mostStates }: AvailabilityOptions = {},
): Availability | undefined {
  const { structure } = goal;
  if (structure === undefined) return undefined;
  const events = structure.units.flat().sort((a, b) => a - b);
  const known = new Map(events.map((event) => [event, ratedOf(entityOf(model, event), model)]));
  const without = events.filter(
    (event) => known.get(event)?.down === undefined && known.get(event)?.rates === undefined,
  );
  const computed = without.flatMap((entity) => {
    const from = unknownRate(entityOf(model, entity), model);
    return from === undefined ? [] : [{ entity, from }];
  });
  const unrated = without.filter((event) => !computed.some(({ entity }) => entity === event));
  const timeless = events.filter(
    (event) => known.get(event)?.down !== undefined && known.get(event)?.rates === undefined,
  );
  const downFor = (otherwise: number): number => goal.probability((event) => known.get(event)?.down ?? otherwise);
  const unavailability = downFor(0);
  // Certainty is no answer where what nothing is known of could make it fail.
  if (unavailability === 0 && downFor(1) > 0) return { ...unknown, unrated, computed, timeless };
  const hasTimes = timeless.length === 0;
  const failures = hasTimes ? frequencyOf(goal, events, known) : undefined;
  const chain = hasTimes ? chainToFailure(structure, (event) => known.get(event)?.rates, mostStates) : undefined;
  return {
    unavailability,
    mttf: chain === undefined ? undefined : meanTimeToEnd(chain),
    mtbf: failures === undefined ? undefined : 1 / failures,
    downtime: failures === undefined || failures === 0 ? undefined : unavailability / failures,
    withinTime: chain === undefined || time === undefined ? undefined : probabilityOfEnd(chain, time),
    states: chain?.rates.length,
    ...{ unrated, computed, timeless },
  };
}

/** The numbers of a goal that fails only by what nothing says how often it fails. */
const unknown = {
  ...{ unavailability: undefined, mttf: undefined, mtbf: undefined, downtime: undefined },
  ...{ withinTime: undefined, states: undefined },
} as const;

/** What an entity says of its failures: the share of time for which it is down, and its rates. */
interface Rated {
  readonly down: number | undefined;
  readonly rates: Rates | undefined;
}

function ratedOf(entity: Entity, model: Declared): Rated {
  const rates = ratesOf(entity, model);
  if (rates === undefined) return { down: downProbability(entity, model), rates };
  // What is never repaired is down in the long run.
  return { down: rates.failure === 0 ? 0 : rates.failure / (rates.failure + rates.repair), rates };
}

/** Returns how often the goal fails in a millisecond, in the long run: what is up fails, and the goal with it. */
function frequencyOf(
  { probability }: Pick<FailureGoal, 'probability'>,
  events: readonly EntityId[],
  known: ReadonlyMap<EntityId, Rated>,
): number {
  const downOf = (event: EntityId): number => known.get(event)?.down ?? 0;
  return events.reduce((sum, event) => {
    const rate = (known.get(event)?.rates?.failure ?? 0) * (1 - downOf(event));
    if (rate === 0) return sum;
    const fixed = (value: number): number => probability((each) => (each === event ? value : downOf(each)));
    return sum + rate * Math.max(0, fixed(1) - fixed(0));
  }, 0);
}
