/**
 * Runs the checks of the language on a file. The findings in a declaration are kept with its state, so that an edit
 * costs only what it changes; checks that look at the whole file run on all of it.
 */
import { AstUtils } from 'langium';
import type { Finding } from '../../model/finding.ts';
import { describeFinding } from '../../model/finding-codes.ts';
import { declarationAround } from '../names/declaration-around.ts';
import { type DeclarationState, stateOf } from '../names/declaration-state.ts';
import type * as ast from '../generated/ast.ts';
import { spanOf, startOf } from '../lowering/collector.ts';
import type { Certainty, LanguageCheck, LanguageFault } from './check.ts';
import { languageChecks } from './registry.ts';
import { indexDeclarations, indexTree } from '../names/tree-index.ts';
import { errorMessage } from '../../model/error-message.ts';
import { comparePositions, isWithin, type Span } from '../../model/span.ts';

/** A finding, and the text that must be free of syntax errors for it to be certain. */
export interface LanguageFinding {
  readonly finding: Finding;
  readonly certainty: Certainty;
}

/** The findings of the declaration checks about one declaration at its location. */
interface Known {
  readonly place: Span;
  readonly findings: readonly Found[];
}

interface Found extends LanguageFinding {
  readonly check: LanguageCheck;
}

const knownOf = new WeakMap<DeclarationState, Known>();

/** Runs the checks of the language on one linked file. A check that throws becomes a finding itself. */
export function* checkLanguage(
  document: ast.Document,
  checks: readonly LanguageCheck[] = languageChecks,
): Generator<undefined, LanguageFinding[]> {
  const isUsual = checks === languageChecks;
  const found: Found[] = [];
  const fresh: ast.Declaration[] = [];
  for (const declaration of document.declarations) {
    const known = isUsual ? stillKnown(declaration) : undefined;
    if (known === undefined) fresh.push(declaration);
    else for (const each of known.findings) found.push(each);
  }
  const { findings, isComplete } = yield* runChecks(document, fresh, checks);
  if (isUsual && isComplete) keep(fresh, findings);
  for (const each of findings) found.push(each.found);
  yield;
  // Sorted by check, regardless of what was kept, so that the order is the same as in a new file.
  return checks.flatMap((check) => found.filter((each) => each.check === check));
}

function stillKnown(declaration: ast.Declaration): Known | undefined {
  const known = knownOf.get(stateOf(declaration));
  if (known === undefined || known.findings.length === 0) return known;
  return comparePositions(startOf(declaration), known.place.start) === 0 ? known : undefined;
}

interface Reported {
  readonly found: Found;
  /** The declaration it is in; undefined if the whole file was checked. */
  readonly declaration: ast.Declaration | undefined;
}

function* runChecks(
  document: ast.Document,
  fresh: readonly ast.Declaration[],
  checks: readonly LanguageCheck[],
): Generator<undefined, { readonly findings: readonly Reported[]; readonly isComplete: boolean }> {
  const [whole, part] = [indexTree(document), indexDeclarations(document, fresh)];
  const findings: Reported[] = [];
  let isComplete = true;
  for (const check of checks) {
    const { code, certainty = 'words', looksAt = 'declaration', run } = check;
    const { severity } = describeFinding(code);
    const isOfWhole = looksAt === 'file';
    try {
      run(isOfWhole ? whole : part, (fault) => {
        const found = { check, finding: { code, ...withoutCode(fault, severity) }, certainty };
        findings.push({ found, declaration: isOfWhole ? undefined : declarationAround(fault.node) });
      });
    } catch (error) {
      isComplete = false;
      const found = { check, finding: failed(code, error, document), certainty: 'words' } as const;
      findings.push({ found, declaration: undefined });
    }
    yield;
  }
  return { findings, isComplete };
}

/** Keeps the findings of each declaration whose findings mention only locations inside it. */
function keep(declarations: readonly ast.Declaration[], findings: readonly Reported[]): void {
  const byDeclaration = new Map<ast.Declaration, Found[]>(declarations.map((each) => [each, []]));
  for (const { found, declaration } of findings) {
    if (declaration !== undefined) byDeclaration.get(declaration)?.push(found);
  }
  for (const [declaration, own] of byDeclaration) {
    const place = spanOf(declaration);
    if (own.every(({ finding }) => placesIn(finding).every((each) => isIn(each, place)))) {
      knownOf.set(stateOf(declaration), { place, findings: own });
    }
  }
}

function placesIn({ span, related, fixes = [] }: Finding): Span[] {
  return [span, ...related.map((each) => each.span), ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.span))];
}

const isIn = (span: Span, around: Span): boolean => span.uri === around.uri && isWithin(span, around);

function withoutCode(fault: LanguageFault, usual: Finding['severity']): Omit<Finding, 'code'> {
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
  const reason = errorMessage(error);
  return {
    code: 'internal/check-failed',
    severity: 'error',
    message: `The check "${code}" failed: ${reason}. Please report this with the file.`,
    span: { uri, start, end: start },
    related: [],
  };
}
