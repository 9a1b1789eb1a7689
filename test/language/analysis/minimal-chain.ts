/** Helpers for tests of reasons: models with fewer or more facts, and whether a chain is minimal. */
import assert from 'node:assert/strict';
import { why, type WhyQuestion } from '../../../language/src/analysis/why/why.ts';
import type { Claim, WhyAnswer } from '../../../language/src/analysis/why/why-answer.ts';
import type { Fact } from '../../../language/src/model/fact.ts';
import type { Model } from '../../../language/src/model/model.ts';
import type { Relation } from '../../../language/src/model/relation.ts';

/**
 * Returns the model with only these relations, under new ids, and with nesting only of entities that the facts mention.
 * An entity is absent only if a fact says so.
 */
function onlyWith(model: Model, facts: readonly Fact[]): Model {
  const relations = facts.flatMap(({ relation }) => (relation === undefined ? [] : [relation]));
  const [absent, nested] = [true, false].map((isAbsence) => {
    const told = facts.filter((fact) => fact.relation === undefined && fact.text.endsWith(' is absent') === isAbsence);
    return new Set(told.map(({ entity }) => entity));
  });
  const kept = model.relations.filter((each) => relations.includes(each.id));
  return {
    ...model,
    entities: model.entities.map((each) => ({
      ...each,
      parent: nested?.has(each.id) === true ? each.parent : undefined,
      absent: each.absent && absent?.has(each.id) === true,
    })),
    relations: kept.map((each, place) => ({ ...each, id: place })),
  };
}

/** Returns the model with one more relation. */
export function withMore(
  model: Model,
  more: Pick<Relation, 'kind' | 'source' | 'target'> & { readonly as?: string },
): Model {
  const relation: Relation = { as: undefined, ...more, id: model.relations.length, notify: undefined, nested: false };
  return { ...model, relations: [...model.relations, relation] };
}

/** Returns true if one of the answers makes this claim. */
export const holds = (model: Model, question: WhyQuestion, claim: Claim): boolean =>
  why(model, question).some((each) => each.claim === claim && each.holds);

/** Asserts that the chain alone suffices, and that no fact except the initial event can be removed. */
export function assertMinimal(model: Model, question: WhyQuestion, answer: WhyAnswer): void {
  const { claim, because } = answer;
  // Without a fact of what was so before, the crash itself may still make it so.
  const isAlready = ({ text }: WhyAnswer): boolean => text.includes(' is already ');
  const follows = (from: Model): boolean =>
    why(from, question).some((each) => each.claim === claim && each.holds && (!isAlready(answer) || isAlready(each)));
  const event = 'crashed' in question && because[0]?.text.endsWith(' crashed') === true ? 1 : 0;
  assert.ok(follows(onlyWith(model, because)), `these suffice: ${because.map(({ text }) => text).join('; ')}`);
  for (const spared of because.slice(event)) {
    const rest = because.filter((each) => each !== spared);
    assert.ok(!follows(onlyWith(model, rest)), `${claim} does not follow without: ${spared.text}`);
  }
}
