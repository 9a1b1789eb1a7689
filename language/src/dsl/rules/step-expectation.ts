/**
 * Finds meaningless forms of expectations: a list is legal only directly after `expect`, before a condition for each
 * member, and `only` takes a predicate or a state.
 */
import type { AstNode } from 'langium';
import * as ast from '../generated/ast.ts';
import { typeOf } from '../types/typing.ts';
import type { LanguageRule, LanguageFault } from './rule.ts';
import { replacePiece } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** Reports meaningless forms of expectations. */
export const stepExpectation: LanguageRule = {
  code: 'step/expectation',
  run(tree, report) {
    for (const { conditions } of tree.all('ConditionExpectation')) {
      const last = conditions.at(-1);
      if (last === undefined) continue;
      const joined = joinedList(conditions);
      if (joined !== undefined) report(joined);
      else if (conditions.length > 1 && !asksOfEach(last)) {
        const message = t`A list must end with a condition on each of its entities: "expect a, b alive". Write a separate "expect" for each condition.`;
        report({ node: last, message });
      } else noEntities(conditions.slice(0, -1)).forEach(report);
    }
    for (const { conditions } of tree.all('OnlyExpectation')) {
      const last = conditions.at(-1);
      if (last !== undefined && !ast.isTest(last) && !isInState(last)) {
        const message = t`"only" takes a predicate or a state: "expect only a, b destroyed". End with one of these.`;
        report({ node: last, message });
      } else noEntities(conditions.slice(0, -1)).forEach(report);
    }
    for (const property of ['Notified', 'Received'] as const) {
      for (const node of tree.all(property)) if (isInProperty(node)) report({ node, message: onlyInScenarios });
    }
  },
};

const noEntities = (subjects: readonly ast.Expression[]): LanguageFault[] =>
  subjects
    .filter((subject) => !isEntity(subject))
    .map((node) => ({ node, message: asksOfEach(node) ? joinedByAnd : noEntity }));

/** Returns the fault of a list within a condition, as in `a destroyed and b, c alive`: it needs parentheses. */
function joinedList(conditions: readonly ast.Expression[]): LanguageFault | undefined {
  const [joining, ...others] = conditions;
  const last = others.at(-1);
  if (joining === undefined || last === undefined || !ast.isBinary(joining)) return undefined;
  const first = endOf(joining, 'right');
  const condition = endOf(last, 'left');
  const subject = asksOfEach(condition) ? subjectOf(condition) : undefined;
  const between = others.slice(0, -1);
  if (subject === undefined || ![first, ...between, subject].every(isEntity)) return undefined;
  const { offset = 0 } = first.$cstNode ?? {};
  const { end = 0 } = subject.$cstNode ?? {};
  const list = `(${[first, ...between, subject].map((each) => each.$cstNode?.text ?? '').join(', ')})`;
  const rest = condition.$cstNode?.text.slice(subject.$cstNode?.length ?? 0) ?? '';
  return {
    node: first,
    message: t`Several entities within a longer condition need parentheses. Write "${list}${rest}".`,
    fixes: [{ title: t`Write "${list}${rest}"`, edits: [replacePiece(first, { start: offset, end }, list)] }],
  };
}

/** Returns the first or last operand of conditions that "and" and "or" join. */
function endOf(condition: ast.Expression, side: 'left' | 'right'): ast.Expression {
  let at = condition;
  while (ast.isBinary(at) && (at.operator === 'and' || at.operator === 'or')) at = at[side];
  return at;
}

/** Returns what a condition is asked of. */
function subjectOf(condition: ast.Expression): ast.Expression | undefined {
  if (ast.isMembership(condition) || ast.isInstanceOf(condition)) return condition.item;
  if (ast.isRelated(condition)) return condition.source;
  return ast.isTest(condition) || ast.isNotified(condition) || ast.isReceived(condition)
    ? condition.subject
    : undefined;
}

const noEntity = t`This is not an entity, so the condition cannot apply to it. Name entities before the condition.`;
const joinedByAnd = t`A list has one condition, at its end. Join conditions with "and": a destroyed and b broken.`;
const onlyInScenarios = t`Only a scenario can test what was received or notified. Test its effect instead.`;

const asksOfEach = (condition: ast.Expression): boolean =>
  ast.isTest(condition) ||
  ast.isMembership(condition) ||
  ast.isInstanceOf(condition) ||
  ast.isRelated(condition) ||
  ast.isNotified(condition) ||
  ast.isReceived(condition);

const isInState = (condition: ast.Expression): boolean =>
  ast.isMembership(condition) && ast.isNameReference(condition.set) && ast.isState(condition.set.target.ref);

function isEntity(expression: ast.Expression): boolean {
  const type = typeOf(expression);
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' || single.kind === 'unknown';
}

function isInProperty(node: AstNode): boolean {
  for (let around = node.$container; around !== undefined; around = around.$container) {
    if (ast.isProperty(around) || ast.isLeadsTo(around) || ast.isBound(around) || ast.isMachine(around)) return true;
  }
  return false;
}
