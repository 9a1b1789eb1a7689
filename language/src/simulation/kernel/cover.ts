/** What a run tells, besides its effects, to those who ask which parts of the text it reaches. */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Policy } from '../../model/policy.ts';

/** Hears of each guard that decides about a transition, and of each policy by which something ends. */
export interface Cover {
  readonly guard: (place: PlaceId, holds: boolean) => void;
  readonly policy: (policy: Policy) => void;
}
