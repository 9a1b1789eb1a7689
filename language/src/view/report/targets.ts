/**
 * Collects the link targets of a report while it is made, each location once.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Span } from '../../model/span.ts';
import type { ReportFact, ReportTarget, TargetIndex } from './report.ts';
import { entityName, type Model, type Sources } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** A model with its source locations. A location is missing for anything not in the text. */
export interface ReportedModel {
  readonly model: Pick<Model, 'entities'>;
  readonly sources: { readonly [K in 'entities' | 'relations']: readonly (Sources[K][number] | undefined)[] };
}

/** The targets collected so far. */
export interface Targets {
  readonly list: readonly ReportTarget[];
  readonly add: (target: ReportTarget) => TargetIndex;
  /** Returns the declaration of an entity, as a field to spread; empty if it has no location. */
  readonly declaration: (entity: EntityId) => { readonly target?: TargetIndex };
  readonly fact: (fact: Fact) => ReportFact;
  /** Returns at most `factsShown` facts of a chain: those next to the effect are kept. */
  readonly chain: (facts: readonly Fact[]) => readonly ReportFact[];
  readonly nameOf: (entity: EntityId) => string;
}

/** The most facts of a chain that are shown. */
export const factsShown = 30;

/** Starts collecting the targets of a report on a model. */
export function collectTargets({ model, sources }: ReportedModel): Targets {
  const list: ReportTarget[] = [];
  const known = new Map<Span, TargetIndex>();
  const add = (target: ReportTarget): TargetIndex => list.push(target) - 1;
  const place = (span: Span | undefined): { readonly target?: TargetIndex } => {
    if (span === undefined) return {};
    const index = known.get(span) ?? add({ kind: 'source', span });
    known.set(span, index);
    return { target: index };
  };
  const fact = ({ text, relation, entity }: Fact): ReportFact => {
    const span = relation === undefined ? sources.entities[entity ?? -1] : sources.relations[relation];
    return span === undefined ? { text } : { text, place: placeWords(span), ...place(span) };
  };
  return {
    list,
    add,
    declaration: (entity) => place(sources.entities[entity]),
    fact,
    chain: (facts) => {
      const left = facts.length - factsShown;
      if (left <= 0) return facts.map(fact);
      const words = left === 1 ? t`one earlier fact is omitted` : t`${left} earlier facts are omitted`;
      return [{ text: `(${words})` }, ...facts.slice(left).map(fact)];
    },
    nameOf: (entity) => entityName(model, entity),
  };
}

/** Returns a location for readers: the name of the file, and the line from 1. */
function placeWords({ uri, start }: Span): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return `${decoded(name)}:${start.line + 1}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A name with a stray percent sign is shown as it is.
    return name;
  }
}
