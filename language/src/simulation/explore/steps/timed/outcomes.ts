/** The outcomes of moves where states have times: each is made once for all cores that are the same in what it reads. */
import { itemAt } from '../../../../model/common/lookup.ts';
import { createPairTable } from '../../tables/pair-table.ts';
import {
  createEffects,
  type Faults,
  type KnownEffect,
  type MoveInCore,
  type TimedEffect,
} from '../remembered/effects.ts';
import type { StepContext } from '../remembered/remembered.ts';

/** An outcome of a move in a core. */
export interface TimedOutcome extends KnownEffect {
  readonly core: number;
  /** The index of its faults; -1 for none. */
  readonly faulty: number;
}

/** The outcomes of a move in a core; undefined where the kernel has to step. */
type Outcomes = readonly TimedOutcome[] | undefined;

/** Returns what an outcome does to an agenda with times, as outcomes have where states have times. */
export function timedOf({ timed }: TimedOutcome): TimedEffect {
  if (timed === undefined) throw new Error('The outcome has no times.');
  return timed;
}

/** Creates the outcomes of moves by core. */
export function createTimedOutcomes(around: StepContext, isSure: (core: number) => boolean) {
  const effects = createEffects(around);
  const [places, known]: [ReturnType<typeof createPairTable>, Outcomes[]] = [createPairTable(), []];
  const faults: Faults[] = [];
  const make = (core: number, wanted: MoveInCore): Outcomes => {
    const made = effects.of(core, wanted);
    if (made === 'unsure') return undefined;
    const found = made.map((effect): TimedOutcome => {
      const isError = effect.faults?.error !== undefined;
      return {
        ...effect,
        core: isError ? 0 : around.code.slots.changed(core, effect.writes),
        faulty: effect.faults === undefined ? -1 : faults.push(effect.faults) - 1,
      };
    });
    return found.every((each) => each.faults?.error !== undefined || isSure(each.core)) ? found : undefined;
  };
  return {
    /** Returns the place of the outcomes of a move in a core, by its key; -1 if they are not known. */
    find: places.get,
    /** Makes the outcomes of a move in a core; returns their place. */
    make(core: number, wanted: MoveInCore): number {
      const place = known.push(make(core, wanted)) - 1;
      places.set(core, wanted.key, place);
      return place;
    },
    at: (place: number): Outcomes => known[place],
    faultsAt: (place: number): Faults => itemAt(faults, place),
    bytes: () => places.bytes() + effects.bytes() + 100 * known.length,
  };
}
