/**
 * A rule: one question about a model, answered with a list of findings that share one code.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Finding, RelatedPlace, Severity } from '../../model/finding.ts';
import { describeFinding, type FindingCode, type FindingDescription } from '../../model/finding-codes.ts';
import { type Model, relationSpan, type Sources } from '../../model/model.ts';
import type { RelationId } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import { relationFact } from '../facts/facts.ts';
import type { RelationIndex } from '../facts/relation-index.ts';
import type { Remedy } from './remedy.ts';

/** The input of a rule. */
export interface RuleContext {
  readonly model: Model;
  readonly sources: Sources;
  readonly index: RelationIndex;
  /** Relations that no remedy may remove. */
  readonly locked?: ReadonlySet<RelationId>;
}

/** A finding about a model, with the changes of the model that would resolve it. */
export interface ModelFinding extends Finding {
  /** Returns them; most findings are never asked. */
  readonly remedies: () => readonly Remedy[];
  /** The setting of an entity that it is about, if its location is better than the span. */
  readonly setting: SettingOf | undefined;
}

/** A setting, by the entity that has it. */
export interface SettingOf {
  readonly entity: EntityId;
  readonly name: string;
}

/** One row of the registry. */
export interface Rule extends FindingDescription {
  readonly code: FindingCode;
  /** True if it runs only when requested by its code. */
  readonly isOptional: boolean;
  readonly run: (context: RuleContext) => readonly ModelFinding[];
}

/** One fault found by a rule; the rule adds its code and usual severity. */
export interface RuleFault {
  readonly message: string;
  readonly span: Span;
  readonly related?: readonly RelatedPlace[];
  readonly severity?: Severity;
  readonly remedies?: () => readonly Remedy[];
  readonly setting?: SettingOf;
}

/** Returns the remedies of a finding that has none. */
export const noRemedies = (): readonly Remedy[] => [];

/** Makes a rule from its code and the function that finds the faults. */
export function defineRule(
  code: FindingCode,
  findFaults: (context: RuleContext) => readonly RuleFault[],
  options: { readonly isOptional?: boolean } = {},
): Rule {
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
        remedies: fault.remedies ?? noRemedies,
        setting: fault.setting,
      })),
  };
}

/** Returns the location of a relation with its text. */
export function relationPlace({ model, sources }: RuleContext, id: RelationId): RelatedPlace {
  return { message: `${relationFact(model, id).text}.`, span: relationSpan(sources, id) };
}
