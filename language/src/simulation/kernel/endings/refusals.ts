/**
 * Refusals: whether what is protected lets a step happen. A step is asked as a whole, before anything changes.
 */
import { entityName } from '../../../model/model.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import type { DoomedSet } from '../../../analysis/facts/doomed.ts';
import { type Veto, vetoesOf } from '../../../analysis/doomed/protection.ts';
import type { PlaceId } from '../../../model/machines/action.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Fact } from '../../../model/fact.ts';
import type { Policy } from '../../../model/policy.ts';
import { graphNow, isAlive } from '../graph-now.ts';
import { wordOfSetting } from './ownership.ts';
import { remark } from '../remarks.ts';
import { lifeBits, type Run } from '../run.ts';
import { t } from '../../../model/common/translation.ts';

/** A step that would end something. */
export interface EndingStep {
  readonly named: readonly EntityId[];
  readonly isEviction: boolean;
  readonly policy: Pick<Policy, 'protection'>;
  /** All that it would end, sooner or later. */
  readonly ending: () => readonly EntityId[];
  readonly because: (entity: EntityId) => readonly Fact[];
}

/** By the entities of a model, and by the links of a state: whether one of them could refuse a step. */
const refusing = new WeakMap<readonly unknown[], boolean>();

function someRefuses<Item>(items: readonly Item[], refuses: (item: Item) => boolean): boolean {
  let known = refusing.get(items);
  if (known === undefined) refusing.set(items, (known = items.some(refuses)));
  return known;
}

/** Returns false if nothing can refuse a step, settings aside: what is protected stays so, and links are replaced. */
export const mayRefuseNow = ({ program: { model }, state }: Run): boolean =>
  someRefuses(model.entities, (entity) => entity.protected === true) ||
  someRefuses(state.links, ({ kind }) => kind === 'protects');

/** Returns the vetoes against a step; none where nothing could refuse it. Cost: O(1) then, else O(V + E). */
export function vetoesNow(run: Run, { named, isEviction, policy, ending, because }: EndingStep): Veto[] {
  if (policy.protection === 'ignore') return [];
  const isNamedOnly = (id: EntityId): boolean => wordOfSetting(run, id, 'protection') === 'named';
  if (!mayRefuseNow(run) && !named.some(isNamedOnly)) return [];
  return vetoesOf(graphNow(run).model, {
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

/** Makes a remark about each entity that a collection keeps because it is protected. */
export function sayKept(run: Run, kept: DoomedSet['spared'], place: PlaceId | undefined): void {
  for (const { entity, because } of kept) {
    const name = entityName(run.program.model, entity);
    const message = t`The collection keeps "${name}": ${because.map(({ text }) => text).join(', ')}.`;
    remark(run, { code: 'run/refused', message, place });
  }
}

/** Returns true if a step is refused, which makes a remark with each veto and its chain. */
export function isRefused(run: Run, step: EndingStep, place: PlaceId | undefined): boolean {
  const vetoes = vetoesNow(run, step);
  if (vetoes.length === 0) return false;
  const texts = vetoes.map(({ text, because }) => {
    const chain = because.map((fact) => fact.text).join(', ');
    return chain === '' ? text : `${text.replace(/\.$/, '')} (${chain}).`;
  });
  remark(run, { code: 'run/refused', message: t`Refused, and nothing ends: ${texts.join(' ')}`, place });
  return true;
}
