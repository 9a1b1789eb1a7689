/**
 * Runs the rules of the language on a file. The findings in a declaration are kept with its state, so that an edit
 * costs only what it changes; rules that look at the whole file run on all of it.
 */
import { AstUtils } from 'langium';
import type { Finding } from '../../model/finding.ts';
import { describeFinding } from '../../model/finding-codes.ts';
import { declarationAround } from '../names/declaration-around.ts';
import { createFact } from '../names/declaration-state.ts';
import type * as ast from '../generated/ast.ts';
import { spanOf, startPosition } from '../lowering/collector.ts';
import type { Certainty, LanguageRule, LanguageFault } from './rule.ts';
import { languageRules } from './registry.ts';
import { indexDeclarations, indexTree } from '../names/tree-index.ts';
import { errorMessage } from '../../model/common/error-message.ts';
import { comparePositions, isWithin, type Span } from '../../model/span.ts';
import { readUses } from './uses.ts';
import { t } from '../../model/common/translation.ts';

/** A finding, and the text that must be free of syntax errors for it to be certain. */
export interface LanguageFinding {
  readonly finding: Finding;
  readonly certainty: Certainty;
}

/** The findings of the declaration rules about one declaration at its location. */
interface Known {
  readonly place: Span;
  readonly findings: readonly Found[];
}

interface Found extends LanguageFinding {
  readonly rule: LanguageRule;
}

const knownOf = createFact<Known>();

/** The number of declarations that one step looks through. */
const declarationsInStep = 1000;

/** Runs the rules of the language on one linked file. A rule that throws becomes a finding itself. */
export function* checkLanguage(
  document: ast.Document,
  rules: readonly LanguageRule[] = languageRules,
): Generator<undefined, LanguageFinding[]> {
  const isUsual = rules === languageRules;
  const found: Found[] = [];
  const fresh: ast.Declaration[] = [];
  let count = 0;
  for (const declaration of document.declarations) {
    if (count++ % declarationsInStep === 0) yield;
    const known = isUsual ? stillKnown(declaration) : undefined;
    if (known === undefined) fresh.push(declaration);
    else for (const each of known.findings) found.push(each);
  }
  const { findings, isComplete } = yield* runRules(document, fresh, rules);
  if (isUsual && isComplete) yield* keep(fresh, findings);
  for (const each of findings) found.push(each.found);
  yield;
  // Sorted by rule, regardless of what was kept, so that the order is the same as in a new file.
  return rules.flatMap((rule) => found.filter((each) => each.rule === rule));
}

function stillKnown(declaration: ast.Declaration): Known | undefined {
  const known = knownOf.get(declaration);
  if (known === undefined || known.findings.length === 0) return known;
  return comparePositions(startPosition(declaration), known.place.start) === 0 ? known : undefined;
}

interface Reported {
  readonly found: Found;
  /** The declaration it is in; undefined if the whole file was checked. */
  readonly declaration: ast.Declaration | undefined;
}

function* runRules(
  document: ast.Document,
  fresh: readonly ast.Declaration[],
  rules: readonly LanguageRule[],
): Generator<undefined, { readonly findings: readonly Reported[]; readonly isComplete: boolean }> {
  const [whole, part] = [indexTree(document), indexDeclarations(document, fresh)];
  yield;
  yield* readUses(document);
  const findings: Reported[] = [];
  let isComplete = true;
  for (const rule of rules) {
    const { code, certainty = 'words', looksAt = 'declaration', run } = rule;
    const { severity } = describeFinding(code);
    const isOfWhole = looksAt === 'file';
    try {
      run(isOfWhole ? whole : part, (fault) => {
        const found = { rule, finding: { code, ...withoutCode(fault, severity) }, certainty };
        findings.push({ found, declaration: isOfWhole ? undefined : declarationAround(fault.node) });
      });
    } catch (error) {
      isComplete = false;
      const found = { rule, finding: failed(code, error, document), certainty: 'words' } as const;
      findings.push({ found, declaration: undefined });
    }
    yield;
  }
  return { findings, isComplete };
}

/** Keeps the findings of each declaration whose findings mention only locations inside it. */
function* keep(
  declarations: readonly ast.Declaration[],
  findings: readonly Reported[],
): Generator<undefined, undefined> {
  const byDeclaration = new Map<ast.Declaration, Found[]>(declarations.map((each) => [each, []]));
  for (const { found, declaration } of findings) {
    if (declaration !== undefined) byDeclaration.get(declaration)?.push(found);
  }
  let count = 0;
  for (const [declaration, own] of byDeclaration) {
    if (count++ % declarationsInStep === 0) yield;
    const place = spanOf(declaration);
    if (own.every(({ finding }) => placesIn(finding).every((each) => isIn(each, place)))) {
      knownOf.set(declaration, { place, findings: own });
    }
  }
  return undefined;
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
    message: t`The rule "${code}" failed: ${reason}. Please report this with the file.`,
    span: { uri, start, end: start },
    related: [],
  };
}
