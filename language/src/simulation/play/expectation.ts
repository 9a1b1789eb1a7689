/**
 * Judges an expectation of a scenario: whether it holds, and if not, what was expected, what was found instead, and
 * why.
 */
import type { Expression } from '../../model/machines/expression.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { printExpression } from '../../model/machines/print-expression.ts';
import type { Expectation } from '../../model/scenario.ts';
import { compileExpression, textOf } from '../program/expressions.ts';
import { becauseOf } from '../program/because.ts';
import { foundInstead, nameInRun } from '../program/found.ts';
import { isTrue } from '../kernel/operators.ts';
import { past } from '../program/predicates.ts';
import type { Frame } from '../kernel/run.ts';
import type { Scope } from '../program/scope.ts';
import { entityIn, itemsOf } from '../values/values.ts';
import { t } from '../../model/common/translation.ts';

/** The outcome of an expectation; `found` and `because` are empty where it holds. */
export interface Judgement {
  readonly holds: boolean;
  /** In the language. */
  readonly expected: string;
  readonly found: string;
  readonly because: readonly Fact[];
}

/** Judges an expectation in the state of a frame. Throws a `RunError` where it has no meaning. */
export function judge(expectation: Expectation, frame: Frame, scope: Scope): Judgement {
  switch (expectation.kind) {
    case 'holds':
      return judgeConditions([expectation.condition], frame, scope);
    case 'each':
      return judgeConditions(expectation.conditions, frame, scope);
    case 'only':
      return judgeOnly(expectation, frame, scope);
    case 'order':
      return judgeOrder(expectation.layers, frame, scope);
    case 'refused':
      // Only a scenario knows what its step before has done.
      return { holds: false, expected: 'refused', found: t`the step before was not refused`, because: [] };
    case 'log':
      return judgeLog(expectation.lines, frame, scope);
  }
}

/** Returns true if an expectation holds, without the reasons. */
export const isMet = (expectation: Expectation, frame: Frame, scope: Scope): boolean =>
  expectation.kind === 'holds' || expectation.kind === 'each'
    ? conditionsOf(expectation).every((condition) => isTrue(compileExpression(condition, scope)(frame)))
    : judge(expectation, frame, scope).holds;

const conditionsOf = (expectation: Extract<Expectation, { readonly kind: 'holds' | 'each' }>): readonly Expression[] =>
  expectation.kind === 'holds' ? [expectation.condition] : expectation.conditions;

function judgeConditions(conditions: readonly Expression[], frame: Frame, scope: Scope): Judgement {
  const failing = conditions.filter((condition) => !isTrue(compileExpression(condition, scope)(frame)));
  const expected = conditions.map((condition) => textOfExpression(condition, frame)).join(', ');
  if (failing.length === 0) return { holds: true, expected, found: '', because: [] };
  const shown = failing.slice(0, mostShown);
  return {
    holds: false,
    expected: shorten(failing, (condition) => textOfExpression(condition, frame), ', '),
    found: shorten(failing, (condition) => foundInstead(condition, frame, scope), '; '),
    because: shown.flatMap((condition) => becauseOf(condition, frame, scope)),
  };
}

function judgeOnly(
  { subjects, predicate }: Extract<Expectation, { readonly kind: 'only' }>,
  frame: Frame,
  scope: Scope,
): Judgement {
  const { run } = frame;
  const wanted = new Set(entitiesOf(subjects, frame, scope));
  const holdsFor = (entity: EntityId): boolean =>
    isTrue(compileExpression({ ...predicate, subject: { kind: 'entity', entity } }, scope)(frame));
  const found = run.program.model.entities.map(({ id }) => id).filter(holdsFor);
  const missing = [...wanted].filter((id) => !found.includes(id));
  const extra = found.filter((id) => !wanted.has(id));
  const word = predicate.kind === 'predicate' ? predicate.predicate : `in ${predicate.state}`;
  const names = (ids: readonly EntityId[]): string =>
    ids.length === 0 ? 'nothing' : shorten(ids, (id) => nameInRun(run, id), ', ');
  const parts = [
    missing.length === 0 ? [] : [`not ${word}: ${names(missing)}`],
    extra.length === 0 ? [] : [`${word} as well: ${names(extra)}`],
  ];
  const wrong = [...missing, ...extra];
  return {
    holds: wrong.length === 0,
    expected: `only ${names([...wanted])} ${word}`,
    found: parts.flat().join('; '),
    because: wrong
      .slice(0, mostShown)
      .flatMap((entity) => becauseOf({ ...predicate, subject: { kind: 'entity', entity } }, frame, scope)),
  };
}

/** Layers of the last teardown, collection or crash; within a layer the order is free. */
function judgeOrder(layers: readonly (readonly Expression[])[], frame: Frame, scope: Scope): Judgement {
  const { run } = frame;
  const wanted = layers.map((layer) => [...new Set(entitiesOf(layer, frame, scope))].sort((a, b) => a - b));
  const found = (run.state.lastEnd?.layers ?? []).map((layer) => [...layer].sort((a, b) => a - b));
  const text = (all: readonly (readonly EntityId[])[]): string =>
    all.map((layer) => `[${shorten(layer, (id) => nameInRun(run, id), ', ')}]`).join(', ');
  const holds = JSON.stringify(wanted) === JSON.stringify(found);
  return {
    holds,
    expected: `order ${text(wanted)}`,
    found: holds ? '' : found.length === 0 ? t`nothing has ended` : `order ${text(found)}`,
    because: [],
  };
}

function judgeLog(lines: readonly Expression[], frame: Frame, scope: Scope): Judgement {
  const wanted = lines.map((line) => textOf(frame.run.program, compileExpression(line, scope)(frame)));
  const found: string[] = [];
  for (const fact of past(frame.run.state)) if (fact.kind === 'log') found.unshift(fact.text);
  const holds = wanted.length === found.length && wanted.every((line, index) => line === found[index]);
  const same = wanted.findIndex((line, index) => line !== found[index]);
  const differs = same < 0 ? wanted.length : same;
  return {
    holds,
    expected: holds ? '' : logText(wanted, differs),
    found: holds ? '' : found.length === 0 ? t`nothing was logged` : logText(found, differs),
    because: [],
  };
}

/** Returns all lines of a log, or of a long one those around the first that differs. */
function logText(lines: readonly string[], differs: number): string {
  const quoted = (from: number, to: number): string =>
    lines
      .slice(from, to)
      .map((line) => JSON.stringify(line))
      .join(', ');
  if (lines.length <= mostShown) return `log ${quoted(0, mostShown)}`;
  const [from, to] = [Math.max(0, differs - 2), Math.min(lines.length, differs + 3)];
  const around = `${from > 0 ? '…, ' : ''}${quoted(from, to)}${to < lines.length ? ', …' : ''}`;
  return t`log ${around} (${lines.length} lines; the first that differs is line ${differs + 1})`;
}

/** Of a longer list only the first ones are shown. */
const mostShown = 20;

function shorten<T>(items: readonly T[], write: (item: T) => string, between: string): string {
  const shown = items.slice(0, mostShown).map(write).join(between);
  return items.length > mostShown ? t`${shown}${between}and ${items.length - mostShown} more` : shown;
}

function entitiesOf(expressions: readonly Expression[], frame: Frame, scope: Scope): EntityId[] {
  return expressions.flatMap((each) => itemsOf(compileExpression(each, scope)(frame)).map((value) => entityIn(value)));
}

const textOfExpression = (expression: Expression, { run }: Frame): string =>
  printExpression(expression, (id) => nameInRun(run, id));
