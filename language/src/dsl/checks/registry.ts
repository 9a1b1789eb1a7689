/**
 * The checks of the language, in one table.
 */
import { AstUtils } from 'langium';
import type { Finding } from '../../model/finding.ts';
import type * as ast from '../generated/ast.ts';
import { spanOf } from '../lowering/collector.ts';
import type { LanguageCheck } from './check.ts';
import { entityNesting } from './entity-nesting.ts';
import { machineInitialState } from './machine-initial-state.ts';
import { nameDuplicate } from './name-duplicate.ts';
import { settingDuplicate } from './setting-duplicate.ts';
import { settingType } from './setting-type.ts';
import { stepNotHere } from './step-not-here.ts';

/** Every check of the language. */
export const languageChecks: readonly LanguageCheck[] = [
  nameDuplicate,
  entityNesting,
  settingDuplicate,
  settingType,
  machineInitialState,
  stepNotHere,
];

/** Runs the checks of the language on one file. One that throws becomes a finding itself. */
export function checkLanguage(document: ast.Document, checks: readonly LanguageCheck[] = languageChecks): Finding[] {
  const findings: Finding[] = [];
  for (const { code, severity, run } of checks) {
    try {
      run(document, (node, property, message, earlier) => {
        const related =
          earlier === undefined ? [] : [{ message: 'The first one is here.', span: spanOf(earlier, 'name') }];
        findings.push({ code, severity, message, span: spanOf(node, property === '' ? undefined : property), related });
      });
    } catch (error) {
      findings.push(failed(code, error, document));
    }
  }
  return findings;
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
