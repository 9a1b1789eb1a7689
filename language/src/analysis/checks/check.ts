/**
 * What a check is: one question to a model whose answer is a list of findings with one code.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Finding, RelatedPlace, Severity } from '../../model/finding.ts';
import type { FindingCode, FindingDescription } from '../../model/finding-codes.ts';
import { describeFinding } from '../../model/finding-codes.ts';
import type { Model, Sources } from '../../model/model.ts';
import { entitySpan, relationSpan } from '../../model/model.ts';
import type { RelationId } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import { nestingFact, relationFact } from '../facts.ts';
import type { RelationIndex } from '../relation-index.ts';

/** What a check may look at. */
export interface CheckContext {
  readonly model: Model;
  readonly sources: Sources;
  readonly index: RelationIndex;
}

/** One row of the registry. */
export interface Check extends FindingDescription {
  readonly code: FindingCode;
  /** Whether it runs only when it is asked for by its code. */
  readonly isOptional: boolean;
  readonly run: (context: CheckContext) => readonly Finding[];
}

/** What a check says about one fault; its code and usual severity are added to it. */
export interface Fault {
  readonly message: string;
  readonly span: Span;
  readonly related?: readonly RelatedPlace[];
  readonly severity?: Severity;
}

/** Makes a check of its code and of the function that finds the faults. */
export function defineCheck(
  code: FindingCode,
  findFaults: (context: CheckContext) => readonly Fault[],
  options: { readonly isOptional?: boolean } = {},
): Check {
  const { severity, title } = describeFinding(code);
  return {
    code,
    severity,
    title,
    isOptional: options.isOptional ?? false,
    run: (context) =>
      findFaults(context).map((fault) => ({
        code,
        severity: fault.severity ?? severity,
        message: fault.message,
        span: fault.span,
        related: fault.related ?? [],
      })),
  };
}

/** Returns the place of a relation with what it says. */
export function relationPlace({ model, sources }: CheckContext, id: RelationId): RelatedPlace {
  return { message: `${relationFact(model, id).text}.`, span: relationSpan(sources, id) };
}

/** Returns the place of an entity with what it is nested in. */
export function nestingPlace({ model, sources }: CheckContext, id: EntityId): RelatedPlace {
  return { message: `${nestingFact(model, id).text}.`, span: entitySpan(sources, id) };
}
