/**
 * Runs the rules over a model. A rule that throws becomes one finding, so that its fault is visible and the other
 * rules still report.
 */
import { allSteps } from '../../model/all-steps.ts';
import { givenHere } from '../../model/finding.ts';
import { describeFinding, type FindingCode } from '../../model/finding-codes.ts';
import type { Model, Sources } from '../../model/model.ts';
import type { RelationId } from '../../model/relation.ts';
import { indexRelations, type RelationIndex } from '../facts/relation-index.ts';
import { type ModelFinding, noRemedies, type Rule } from './rule.ts';
import { rules } from './registry.ts';
import { errorMessage } from '../../model/common/error-message.ts';
import { comparePositions, type Span } from '../../model/span.ts';
import { t } from '../../model/common/translation.ts';

/** The selection of rules to run. */
export interface CheckOptions {
  /** The optional rules to run as well. */
  readonly alsoRun?: readonly FindingCode[];
  /** Relations that no remedy may remove. */
  readonly locked?: ReadonlySet<RelationId>;
  /** The available rules. Default: the whole registry. */
  readonly rules?: readonly Rule[];
}

/** Returns all findings about a model, in the order of the text. */
export const checkModel = (model: Model, sources: Sources, options?: CheckOptions): ModelFinding[] =>
  allSteps(checkInSteps(model, sources, options));

/** Does the same in steps, one rule each. */
export function* checkInSteps(
  model: Model,
  sources: Sources,
  options: CheckOptions = {},
): Generator<undefined, ModelFinding[]> {
  const findings: ModelFinding[] = [];
  let index: RelationIndex | undefined;
  const locked = options.locked === undefined ? {} : { locked: options.locked };
  for (const rule of options.rules ?? rules) {
    if (rule.isOptional && options.alsoRun?.includes(rule.code) !== true) continue;
    try {
      index ??= indexRelations(model);
      for (const finding of rule.run({ model, sources, index, ...locked })) findings.push(finding);
    } catch (error) {
      findings.push(checkFailed(rule, sources, error));
    }
    yield;
  }
  return findings
    .map((finding) => seenAtUse(finding, sources))
    .sort((a, b) => compareSpans(a.span, b.span) || compareTexts(a.code, b.code));
}

/** Returns a finding at the use of a class of another file, where it can be mended: the class may be right for others. */
function seenAtUse(finding: ModelFinding, { uses }: Sources): ModelFinding {
  const use = uses?.get(finding.span);
  return use === undefined
    ? finding
    : { ...finding, span: use, related: [givenHere(finding.span), ...finding.related] };
}

function checkFailed({ code }: Rule, sources: Sources, error: unknown): ModelFinding {
  const reason = errorMessage(error);
  const { severity } = describeFinding('internal/check-failed');
  return {
    code: 'internal/check-failed',
    severity,
    message: t`The rule "${code}" failed because of a bug in Aftermath: ${reason} Please report it; the other rules have run.`,
    span: sources.entities[0] ?? sources.relations[0] ?? sources.places[0] ?? nowhere,
    related: [],
    remedies: noRemedies,
    setting: undefined,
  };
}

const start = { line: 0, character: 0 };
const nowhere: Span = { uri: '', start, end: start };

function compareSpans(a: Span, b: Span): number {
  return compareTexts(a.uri, b.uri) || comparePositions(a.start, b.start);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
