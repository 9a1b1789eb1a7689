/** What the model of an import answers about stops and failures, in the form of the judge. */
import { crash } from '../../../language/src/analysis/crash/cleanup.ts';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { policiesOf } from '../../../language/src/analysis/facts/policies.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { required } from '../../../language/src/model/common/lookup.ts';

/** Returns what a stop of a unit takes along, and all its ordered pairs. */
export function stopIn(model: Model, unit: string): { readonly stopped: string[]; readonly pairs: string[] } {
  const nameOf = (id: number): string => required(model.entities[id]).name.replaceAll("'", '');
  const target = model.entities.findIndex((_, id) => nameOf(id) === unit);
  const policy = policiesOf(model).find(({ name }) => name === 'default') ?? defaultPolicy;
  const { doomed, order } = planOf(model, { kind: 'destroy', targets: [target] }, policy);
  const later = new Map<number, Set<number>>();
  for (const [first, then] of order.before) later.set(first, (later.get(first) ?? new Set()).add(then));
  const pairs: string[] = [];
  for (const { entity } of doomed) {
    const reached = new Set<number>(later.get(entity));
    for (const each of reached) for (const further of later.get(each) ?? []) reached.add(further);
    for (const each of reached) pairs.push(`${nameOf(entity)} ${nameOf(each)}`);
  }
  return { stopped: doomed.map(({ entity }) => nameOf(entity)).sort(), pairs: pairs.sort() };
}

/** Returns what ends when a unit fails. */
export function failureIn(model: Model, unit: string): string[] {
  const nameOf = (id: number): string => required(model.entities[id]).name.replaceAll("'", '');
  const target = model.entities.findIndex((_, id) => nameOf(id) === unit);
  const { destroyed } = crash(model, [target], defaultPolicy);
  return destroyed.map(({ entity }) => nameOf(entity)).sort();
}
