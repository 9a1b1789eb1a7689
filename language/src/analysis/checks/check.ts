/**
 * What a check is: one question to a model whose answer is a list of findings with one code.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Finding, RelatedPlace, Severity } from '../../model/finding.ts';
import type { FindingCode, FindingDescription } from '../../model/finding-codes.ts';
import { describeFinding } from '../../model/finding-codes.ts';
import type { Model, Sources } from '../../model/model.ts';
import { relationSpan } from '../../model/model.ts';
import type { RelationId } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import { relationFact } from '../facts/facts.ts';
import type { RelationIndex } from '../facts/relation-index.ts';
import type { Remedy } from './remedy.ts';

/** What a check may look at. */
export interface CheckContext {
  readonly model: Model;
  readonly sources: Sources;
  readonly index: RelationIndex;
  /** Relations that no remedy may take away. */
  readonly locked?: ReadonlySet<RelationId>;
}

/** A finding about a model, with what could be changed in the model so that it goes. */
export interface ModelFinding extends Finding {
  readonly remedies: readonly Remedy[];
  /** The setting of an entity that it is about, where the place of that is a better one than its span. */
  readonly setting: SettingOf | undefined;
}

/** A setting, by the entity that has it. */
export interface SettingOf {
  readonly entity: EntityId;
  readonly name: string;
}

/** One row of the registry. */
export interface Check extends FindingDescription {
  readonly code: FindingCode;
  /** Whether it runs only when it is asked for by its code. */
  readonly isOptional: boolean;
  readonly run: (context: CheckContext) => readonly ModelFinding[];
}

/** What a check says about one fault; its code and usual severity are added to it. */
export interface Fault {
  readonly message: string;
  readonly span: Span;
  readonly related?: readonly RelatedPlace[];
  readonly severity?: Severity;
  readonly remedies?: readonly Remedy[];
  readonly setting?: SettingOf;
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
        remedies: fault.remedies ?? [],
        setting: fault.setting,
      })),
  };
}

/** Returns the place of a relation with what it says. */
export function relationPlace({ model, sources }: CheckContext, id: RelationId): RelatedPlace {
  return { message: `${relationFact(model, id).text}.`, span: relationSpan(sources, id) };
}
