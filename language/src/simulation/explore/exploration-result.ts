/** The result of an exploration: what it has found, and what it left unexplored. */
import type { Check } from '../../model/scenario.ts';
import { t } from '../../model/common/translation.ts';
import type { Program } from '../kernel/run.ts';
import { toReach } from './judgement/coverage.ts';
import { type Exploration, isOfCheck, type Limit } from './judgement/verdict.ts';
import type { Total } from './total.ts';

/** Returns the result of an exploration of which this is known. */
export function resultOf(program: Program, check: Check, total: Total): Exploration {
  const {
    broken,
    unexplored,
    covered,
    isWhole,
    isPartial: _,
    resolution,
    faults,
    grown,
    hashed,
    isUnjudged,
    ...counts
  } = total;
  const isSeen = isWhole && hashed === undefined && [...unexplored.keys()].every(isOfCheck);
  return {
    ...counts,
    queue: 0,
    broken,
    unreached: isSeen ? toReach(program, check).filter(({ place }) => !covered.has(place)) : undefined,
    unexplored: [
      ...[...unexplored].map(([limit, states]) => ({
        ...{ limit, states },
        ...(limit === 'resolution' && { step: resolution }),
        ...(grown !== undefined && endlessLimits.has(limit) && { grown }),
      })),
      ...(hashed === undefined ? [] : [{ limit: 'omitted' as const, states: 0, hashed }]),
      ...(isUnjudged ? [{ limit: 'omitted' as const, states: 0, why: unjudged }] : []),
      ...faults.map((why) => ({ limit: 'fault' as const, states: 0, why })),
    ],
  };
}

/** The limits that a search without end meets, not those of the check. */
export const endlessLimits: ReadonlySet<Limit> = new Set(['states', 'memory', 'time']);

/** A search by hashes cannot find cycles. */
const unjudged = t`runs without end, which are judged only where states are kept whole`;
