/**
 * Facts with their source locations, which reason chains consist of.
 */
import type { Fact } from '../../../../language/src/model/fact.ts';
import type { Span } from '../../../../language/src/model/span.ts';
import { entitySpan, relationSpan } from '../../../../language/src/model/model.ts';
import type { OpenedModel } from '../files/open-models.ts';
import { type FilePosition, positionIn } from '../files/places.ts';

/** A link of a reason chain, with its location. */
export interface ReportedFact extends Partial<FilePosition> {
  readonly fact: string;
}

/** A qualified name and its reasons, from cause to effect. */
export interface ReportedName {
  readonly name: string;
  readonly because: readonly ReportedFact[];
}

/** Returns facts of a model with their locations, in order. */
export const reportFacts = (opened: OpenedModel, facts: readonly Fact[]): readonly ReportedFact[] =>
  facts.map((fact) => reportFact(fact, spanIn(opened, fact), opened));

/** Returns facts of several chains of a model, without duplicates. */
export function reportFactsOnce(opened: OpenedModel, facts: readonly Fact[]): readonly ReportedFact[] {
  const seen = new Map(reportFacts(opened, facts).map((fact) => [JSON.stringify(fact), fact]));
  return [...seen.values()];
}

/** Returns a fact with its location, if it has one. */
export const reportFact = (
  { text }: Fact,
  span: Span | undefined,
  { nameOf }: Pick<OpenedModel, 'nameOf'>,
): ReportedFact => (span === undefined ? { fact: text } : { fact: text, ...positionIn(span, nameOf) });

/** Returns the span that declares a fact. */
export function spanIn({ sources }: Pick<OpenedModel, 'sources'>, { relation, entity }: Fact): Span | undefined {
  if (relation !== undefined) return relationSpan(sources, relation);
  return entity === undefined ? undefined : entitySpan(sources, entity);
}
