/**
 * Facts with the places that say them: what reason chains are made of for people and programs.
 */
import type { Fact } from '../../../language/src/model/fact.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { entitySpan, relationSpan } from '../../../language/src/model/model.ts';
import type { OpenedModel } from './open-models.ts';
import type { Place } from './places.ts';
import { placeOf } from './places.ts';

/** One link of a reason chain, with where it is written. */
export interface ReportedFact extends Partial<Place> {
  readonly fact: string;
}

/** A qualified name, and why: from the cause to the effect. */
export interface Reported {
  readonly name: string;
  readonly because: readonly ReportedFact[];
}

/** Returns facts of a model, in their order, with their places. */
export const reportFacts = (opened: OpenedModel, facts: readonly Fact[]): readonly ReportedFact[] =>
  facts.map((fact) => reportFact(fact, spanIn(opened, fact), opened));

/** Returns facts of a model from several chains, those that are in more than one of them once. */
export function reportFactsOnce(opened: OpenedModel, facts: readonly Fact[]): readonly ReportedFact[] {
  const seen = new Map(reportFacts(opened, facts).map((fact) => [JSON.stringify(fact), fact]));
  return [...seen.values()];
}

/** Returns a fact with its place; without, where it has none. */
export const reportFact = (
  { text }: Fact,
  span: Span | undefined,
  { nameOf }: Pick<OpenedModel, 'nameOf'>,
): ReportedFact => (span === undefined ? { fact: text } : { fact: text, ...placeOf(span, nameOf) });

/** Returns the place that says a fact of a model. */
export function spanIn({ sources }: Pick<OpenedModel, 'sources'>, { relation, entity }: Fact): Span | undefined {
  if (relation !== undefined) return relationSpan(sources, relation);
  return entity === undefined ? undefined : entitySpan(sources, entity);
}
