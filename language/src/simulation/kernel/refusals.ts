/**
 * Refusals: whether what is protected lets a step happen. A step is asked as a whole, before anything changes.
 */
import { itemAt } from '../../model/lookup.ts';
import { mayRefuse, type Veto, vetoesOf } from '../../analysis/doomed/protection.ts';
import type { PlaceId } from '../../model/action.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import { graphNow, isAlive } from './graph-now.ts';
import { wordOfSetting } from './ownership.ts';
import { remark } from './remarks.ts';
import { lifeBits, type Run } from './run.ts';

/** A step that would end something. */
export interface EndingStep {
  readonly named: readonly EntityId[];
  readonly isEviction: boolean;
  readonly policy: Pick<Policy, 'protection'>;
  /** All that it would end, sooner or later. */
  readonly ending: () => readonly EntityId[];
  readonly because: (entity: EntityId) => readonly Fact[];
}

/** Returns the vetoes against a step; none where nothing could refuse it. Cost: O(1) then, else O(V + E). */
export function vetoesNow(run: Run, { named, isEviction, policy, ending, because }: EndingStep): Veto[] {
  if (policy.protection === 'ignore') return [];
  const { model } = graphNow(run);
  const isNamedOnly = (id: EntityId): boolean => wordOfSetting(run, id, 'protection') === 'named';
  if (!mayRefuse(model) && !named.some(isNamedOnly)) return [];
  return vetoesOf(model, {
    ending: ending(),
    named,
    isEviction,
    isAlive: (id) => isAlive(run.state, id),
    isDoomed: (id) => (itemAt(run.state.life, id) & lifeBits.doomed) !== 0,
    // A block "on destroy" belongs to the step that runs it.
    isGoing: (id) => run.step.torn?.has(id) === true || run.step.waiting.has(id),
    isNamedOnly,
    because,
  });
}

/** Returns true if a step is refused, which makes a remark with each veto and its chain. */
export function isRefused(run: Run, step: EndingStep, place: PlaceId | undefined): boolean {
  const vetoes = vetoesNow(run, step);
  if (vetoes.length === 0) return false;
  const texts = vetoes.map(({ text, because }) => {
    const chain = because.map((fact) => fact.text).join(', ');
    return chain === '' ? text : `${text.replace(/\.$/, '')} (${chain}).`;
  });
  remark(run, { code: 'run/refused', message: `Refused, and nothing ends: ${texts.join(' ')}`, place });
  return true;
}
