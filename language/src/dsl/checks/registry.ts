/**
 * The checks of the language, in one table, and how they are run.
 */
import { AstUtils } from 'langium';
import type { Finding } from '../../model/finding.ts';
import { describeFinding } from '../../model/finding-codes.ts';
import type * as ast from '../generated/ast.ts';
import { spanOf } from '../lowering/collector.ts';
import type { Certainty, LanguageCheck, LanguageFault } from './check.ts';
import { entityNesting } from './entity-nesting.ts';
import { eventArguments } from './event-arguments.ts';
import { eventNotTaken } from './event-not-taken.ts';
import { eventUnhandled } from './event-unhandled.ts';
import { eventUnused } from './event-unused.ts';
import { letCycle } from './let-cycle.ts';
import { machineInitialState } from './machine-initial-state.ts';
import { machineWrongKind } from './machine-wrong-kind.ts';
import { nameDuplicate } from './name-duplicate.ts';
import { parameterUnused } from './parameter-unused.ts';
import { scenarioDuplicate } from './scenario-duplicate.ts';
import { settingDuplicate } from './setting-duplicate.ts';
import { settingMissing } from './setting-missing.ts';
import { settingRequirement } from './setting-requirement.ts';
import { settingType } from './setting-type.ts';
import { settingValue } from './setting-value.ts';
import { stateFinal } from './state-final.ts';
import { stateNoWayOut } from './state-no-way-out.ts';
import { stateUnreachable } from './state-unreachable.ts';
import { stepExpectation } from './step-expectation.ts';
import { stepNotHere } from './step-not-here.ts';
import { timerNeverFires } from './timer-never-fires.ts';
import { transitionNeverTaken } from './transition-never-taken.ts';
import { indexTree } from './tree-index.ts';
import { typeMismatch } from './type-mismatch.ts';
import { typeRange } from './type-range.ts';
import { variableNotWritable } from './variable-not-writable.ts';
import { variableUnused } from './variable-unused.ts';

/** Every check of the language, in the order of the table of finding codes. */
export const languageChecks: readonly LanguageCheck[] = [
  nameDuplicate,
  typeMismatch,
  typeRange,
  eventArguments,
  eventNotTaken,
  eventUnhandled,
  eventUnused,
  stateUnreachable,
  stateNoWayOut,
  stateFinal,
  transitionNeverTaken,
  timerNeverFires,
  variableNotWritable,
  variableUnused,
  parameterUnused,
  letCycle,
  machineInitialState,
  machineWrongKind,
  settingDuplicate,
  settingType,
  settingValue,
  settingMissing,
  settingRequirement,
  entityNesting,
  stepNotHere,
  stepExpectation,
  scenarioDuplicate,
];

/** A finding, and what must have been read without a fault for it to be sure. */
export interface LanguageFinding {
  readonly finding: Finding;
  readonly certainty: Certainty;
}

/** Runs the checks of the language on one file. One that throws becomes a finding itself. */
export function checkLanguage(
  document: ast.Document,
  checks: readonly LanguageCheck[] = languageChecks,
): LanguageFinding[] {
  const tree = indexTree(document);
  const findings: LanguageFinding[] = [];
  for (const { code, certainty = 'words', run } of checks) {
    const { severity } = describeFinding(code);
    try {
      run(tree, (fault) => findings.push({ finding: { code, ...told(fault, severity) }, certainty }));
    } catch (error) {
      findings.push({ finding: failed(code, error, document), certainty: 'words' });
    }
  }
  return findings;
}

function told(fault: LanguageFault, usual: Finding['severity']): Omit<Finding, 'code'> {
  const { node, property, message, severity = usual, related = [], fixes = [] } = fault;
  return {
    severity,
    message,
    span: spanOf(node, property),
    related: related.map((place) => ({ message: place.message, span: spanOf(place.node, place.property) })),
    ...(fixes.length === 0 ? {} : { fixes }),
  };
}

function failed(code: string, error: unknown, document: ast.Document): Finding {
  const uri = AstUtils.getDocument(document).uri.toString();
  const start = { line: 0, character: 0 };
  const reason = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal/check-failed',
    severity: 'error',
    message: `The check "${code}" failed: ${reason}. Please report this with the file.`,
    span: { uri, start, end: start },
    related: [],
  };
}
