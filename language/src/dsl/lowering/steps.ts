/**
 * Lowers the steps of scenarios and checks, and the actions of blocks.
 */
import type { AstNode } from 'langium';
import type { Action, Assignable } from '../../model/machines/action.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Expectation, Step } from '../../model/scenario.ts';
import * as ast from '../generated/ast.ts';
import { relationKindOf } from '../types/relation-kind.ts';
import { giveUp, lowerEach, lowerEvery } from './collector.ts';
import { lowerExpression, lowerText } from './expressions.ts';
import { eventName } from './model-names.ts';
import type { PathContext } from './path-context.ts';
import { t } from '../../model/common/translation.ts';

/** Lowers the actions of a block. Steps that are legal only in scenarios are omitted; a rule reports them. */
export const lowerBlock = (block: ast.Block | undefined, context: PathContext): Action[] =>
  lowerSteps(block?.steps ?? [], context).filter(isAction);

/** Does the same, but omits incomplete actions and keeps the others. */
export const lowerCompleteActions = (block: ast.Block | undefined, context: PathContext): Action[] =>
  lowerEach(block?.steps ?? [], context.collector, (step) => lowerStep(step, context)).filter(isAction);

/** Lowers the steps of a scenario or check. */
export const lowerSteps = (steps: readonly ast.Step[], context: PathContext): readonly Step[] =>
  lowerEvery(steps, context.collector, (step) => lowerStep(step, context));

const scenarioOnly: ReadonlySet<Step['kind']> = new Set<Step['kind']>(['expect', 'run', 'at', 'within', 'each']);

const isAction = (step: Step): step is Action => !scenarioOnly.has(step.kind);

/** Lowers one step. */
export function lowerStep(step: ast.Step, context: PathContext): Step {
  const place = context.collector.place(step);
  const lower = (expression: ast.Expression) => lowerExpression(expression, context);
  const lowerAll = (expressions: readonly ast.Expression[]) => lowerEvery(expressions, context.collector, lower);
  const policyOf = ({ policy }: { readonly policy?: ast.NameReference }) =>
    policy === undefined ? undefined : lower(policy);
  const delayOf = ({ delay }: ast.Send) => (delay === undefined ? {} : { after: lower(delay) });
  switch (step.$type) {
    case 'Assignment':
      return { kind: 'assign', place, target: lowerAssignable(step.target, context), value: lower(step.value) };
    case 'SetStep':
      return { kind: 'set', place, target: lowerAssignable(step.target, context), value: lower(step.value) };
    case 'Send': {
      const event = eventName(step, context);
      return { kind: 'send', place, event, arguments: step.arguments.map(lower), to: lower(step.to), ...delayOf(step) };
    }
    case 'Cancel':
      return { kind: 'cancel', place, event: eventName(step, context) };
    case 'Raise': {
      const event = eventName(step, context);
      return { kind: 'raise', place, event, arguments: step.arguments.map(lower) };
    }
    case 'Log':
      return { kind: 'log', place, text: lower(step.text) };
    case 'Report':
      return { kind: 'report', place, text: lower(step.text) };
    case 'IfStep':
      return lowerIf(step, context);
    case 'ForStep':
      return lowerFor(step, context);
    case 'Create':
    case 'Remove':
    case 'Halt':
    case 'Restart':
      return { kind: endKinds[step.$type], place, targets: lowerAll(step.targets), policy: undefined };
    case 'Destroy':
    case 'Evict':
    case 'Crash':
      return { kind: endKinds[step.$type], place, targets: lowerAll(step.targets), policy: policyOf(step) };
    case 'Delete':
      return { kind: 'delete', place, targets: lowerAll(step.targets), mode: step.mode, policy: policyOf(step) };
    case 'Link':
    case 'Unlink':
      return lowerLink(step, context);
    case 'Move':
      return { kind: 'move', place, subject: lower(step.subject), to: lower(step.to) };
    case 'Collect':
      return { kind: 'collect', place, moment: step.moment ?? 'demand', policy: policyOf(step) };
    default:
      return lowerScenarioStep(step, context);
  }
}

const endKinds = {
  Create: 'create',
  Remove: 'remove',
  Halt: 'halt',
  Restart: 'restart',
  Destroy: 'destroy',
  Evict: 'evict',
  Crash: 'crash',
} as const;

function lowerScenarioStep(step: ast.Expect | ast.Run | ast.At | ast.Within, context: PathContext): Step {
  const place = context.collector.place(step);
  switch (step.$type) {
    case 'Expect':
      return { kind: 'expect', place, expectation: lowerExpectation(step.expectation, context) };
    case 'Run':
      return { kind: 'run', place, duration: lowerExpression(step.duration, context) };
    case 'At': {
      const inner = step.step === undefined ? undefined : lowerStep(step.step, context);
      return { kind: 'at', place, time: lowerExpression(step.time, context), step: inner };
    }
    case 'Within': {
      const duration = lowerExpression(step.duration, context);
      return { kind: 'within', place, duration, expectation: lowerExpectation(step.step.expectation, context) };
    }
  }
}

/** Lowers the target of `:=` or `set`. */
function lowerAssignable(target: ast.Expression, context: PathContext): Assignable {
  if (ast.isNameReference(target)) return { of: undefined, name: targetName(target.target.ref), key: undefined };
  if (ast.isMemberAccess(target)) {
    return { of: lowerExpression(target.receiver, context), name: targetName(target.member.ref), key: undefined };
  }
  if (ast.isSelection(target) && target.selector !== undefined) {
    return { ...lowerAssignable(target.receiver, context), key: lowerExpression(target.selector, context) };
  }
  return giveUp();
}

function targetName(target: ast.Named | undefined): string {
  if (target === undefined) return giveUp();
  return ast.isSetting(target) ? target.property.$refText : target.name;
}

function lowerIf(step: ast.IfStep, context: PathContext): Action {
  const { elseIf } = step;
  return {
    kind: 'if',
    place: context.collector.place(step),
    condition: lowerExpression(step.condition, context),
    then: lowerBlock(step.then, context),
    else: elseIf === undefined ? lowerBlock(step.else, context) : [lowerIf(elseIf, context)],
  };
}

/** Lowers `for`: in a scenario or check its steps run once per combination; in a block it is a loop. */
function lowerFor(step: ast.ForStep, context: PathContext): Step {
  const place = context.collector.place(step);
  const variables = step.variables.map(({ variable, set }) => ({
    name: variable.name,
    set: lowerExpression(set, context),
  }));
  if (isOfScenario(step)) {
    return { kind: 'each', place, variables, body: lowerSteps(step.block.steps, context) };
  }
  const body = lowerBlock(step.block, context);
  const [first, ...rest] = variables.map(({ name, set }) => ({ kind: 'for' as const, place, variable: name, set }));
  if (first === undefined) return giveUp();
  return { ...first, body: rest.reduceRight<Action[]>((inner, loop) => [{ ...loop, body: inner }], body) };
}

/** Returns true if a loop is directly in a scenario or check, or in another loop that is. */
function isOfScenario({ $container: container }: ast.ForStep): boolean {
  if (ast.isScenario(container) || ast.isCheck(container)) return true;
  return ast.isForStep(container.$container) && isOfScenario(container.$container);
}

function lowerLink(step: ast.Link | ast.Unlink, context: PathContext): Action {
  if (step.least !== undefined) {
    const message = t`A step links or unlinks single relations. Remove "${String(step.least)} of", or declare the need.`;
    context.collector.report(step, 'least', { code: 'need/number', message });
  }
  return {
    kind: step.$type === 'Link' ? 'link' : 'unlink',
    place: context.collector.place(step),
    source: lowerExpression(step.subject, context),
    relation: relationKindOf(step.kind),
    targets: step.targets.map(({ entity, as }) => ({ target: lowerExpression(entity, context), as })),
    notify: notifyOf(step),
  };
}

function lowerExpectation(expectation: ast.Expectation, context: PathContext): Expectation {
  switch (expectation.$type) {
    case 'OrderExpectation':
      return { kind: 'order', layers: expectation.layers.map((layer) => listItems(lowerExpression(layer, context))) };
    case 'LogExpectation':
      return { kind: 'log', lines: expectation.lines.map((line) => lowerText(line, context)) };
    case 'RefusedExpectation':
      return { kind: 'refused' };
    case 'OnlyExpectation':
      return lowerOnly(expectation, context);
    case 'ConditionExpectation':
      return lowerConditions(expectation, context);
  }
}

/** Returns the action after `notify`; null for `none`, which no action of the subject is called. */
function notifyOf(step: ast.Link | ast.Unlink): string | null | undefined {
  const target: AstNode | undefined = step.notify?.ref;
  return target?.$type === 'BuiltIn' ? null : step.notify?.$refText;
}

const listItems = (list: Expression): readonly Expression[] => (list.kind === 'list' ? list.items : [list]);

function lowerOnly({ conditions }: ast.OnlyExpectation, context: PathContext): Expectation {
  const predicate = lowerExpression(conditions.at(-1) ?? giveUp(), context);
  const others = conditions.slice(0, -1).flatMap((each) => listItems(lowerExpression(each, context)));
  if (predicate.kind !== 'predicate' && predicate.kind !== 'in state') return giveUp();
  return { kind: 'only', subjects: [...others, ...listItems(predicate.subject)], predicate };
}

/** Lowers `a, b p`, which asks p of each: the last condition contains p, the ones before name its other subjects. */
function lowerConditions({ conditions }: ast.ConditionExpectation, context: PathContext): Expectation {
  const last = lowerExpression(conditions.at(-1) ?? giveUp(), context);
  const own = subjectOf(last);
  if (own === undefined) return conditions.length === 1 ? { kind: 'holds', condition: last } : giveUp();
  const others = conditions.slice(0, -1).flatMap((each) => listItems(lowerExpression(each, context)));
  const subjects = [...others, ...listItems(own)];
  return { kind: 'each', subjects, conditions: subjects.map((subject) => withSubject(last, subject)) };
}

/** Returns the subject of a condition, if it is a test of one subject. */
function subjectOf(condition: Expression): Expression | undefined {
  switch (condition.kind) {
    case 'predicate':
    case 'in state':
    case 'notified':
    case 'received':
      return condition.subject;
    case 'member':
      return condition.item;
    case 'related':
      return condition.source;
    default:
      return undefined;
  }
}

function withSubject(condition: Expression, subject: Expression): Expression {
  switch (condition.kind) {
    case 'predicate':
    case 'in state':
    case 'notified':
    case 'received':
      return { ...condition, subject };
    case 'member':
      return { ...condition, item: subject };
    case 'related':
      return { ...condition, source: subject };
    default:
      return giveUp();
  }
}
