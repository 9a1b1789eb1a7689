/** Decides whether one state may represent all those in which copies have traded places. */
import type { Check } from '../../../model/scenario.ts';
import type { Program } from '../../kernel/run.ts';
import type { Judge } from '../judgement/judge.ts';
import { interchangeable } from '../relevance/interchangeable.ts';
import type { StateCode } from '../state/state-code.ts';
import { createRepresentatives, type Representatives } from '../state/symmetry.ts';
import { hasNodes } from '../relevance/time-kept.ts';
import { canRemember } from '../steps/remembered/remembered-steps.ts';

/**
 * Returns what represents states, if copies can be interchanged. Runs that break `eventually` and `leads to` are fair
 * to each copy: no two of these copies are the same.
 */
export function representativesOf(
  program: Program,
  check: Check,
  { judge, code }: { readonly judge: Judge; readonly code: StateCode },
): Representatives | undefined {
  if (!canRemember(program, check, code) || hasNodes(program.model)) return undefined;
  if (judge.lasting.length > 0 || code.keepsLastEnd) return undefined;
  const groups = interchangeable(program.model, check);
  return groups.length === 0 ? undefined : createRepresentatives(program, check, code, groups);
}
