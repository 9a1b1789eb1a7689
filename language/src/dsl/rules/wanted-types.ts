/**
 * The expected type of each expression: the one table from locations in the tree to types. How two operands must agree
 * is checked in `operand-faults.ts`.
 */
import type { AstNode } from 'langium';
import { isBuiltIn } from '../types/built-ins.ts';
import type * as ast from '../generated/ast.ts';
import {
  boolType,
  durationType,
  kindType,
  numberType,
  rateType,
  setType,
  type StaticType,
} from '../types/static-type.ts';
import { declaredType, eventParameters, typeOf } from '../types/typing.ts';
import { settingIsOwnData } from './own-data.ts';
import { t } from '../../model/common/translation.ts';

/** An expression, its legal types, and the name of its role in a message. */
export interface WantedType {
  readonly expression: ast.Expression;
  readonly types: readonly StaticType[];
  /** `the guard`, `the delay`, … */
  readonly what: string;
}

const want = (expression: ast.Expression | undefined, what: string, ...types: readonly StaticType[]): WantedType[] =>
  expression === undefined ? [] : [{ expression, types, what }];

/** Expects one of these kinds, or a set of them: the target of a step. */
function targets(
  expressions: readonly ast.Expression[],
  what: string,
  ...kinds: readonly ast.EntityKind[]
): WantedType[] {
  const types = (kinds.length === 0 ? ['entity' as const] : kinds).map((kind) => kindType(kind));
  return expressions.flatMap((each) => want(each, what, ...types, ...types.map(setType)));
}

const entities = (what: string, ...expressions: readonly ast.Expression[]): WantedType[] => targets(expressions, what);

type Table = { readonly [K in keyof ast.AftermathAstType]?: (node: ast.AftermathAstType[K]) => readonly WantedType[] };

const table: Table = {
  Transition: ({ guard }) => want(guard, t`the guard`, boolType),
  TimerTrigger: ({ delay }) => want(delay, t`the delay of a timer`, durationType),
  Requirement: ({ condition }) => want(condition, t`a requirement`, boolType),
  Conditional: ({ condition }) => want(condition, t`the condition`, boolType),
  IfStep: ({ condition }) => want(condition, t`the condition`, boolType),
  Quantified: ({ body, quantifier }) =>
    want(body, quantifier === '{' ? t`the condition of a set` : t`the condition of "${quantifier}"`, boolType),
  Negation: ({ operand }) => want(operand, t`the operand of "not"`, boolType),
  Bound: ({ condition }) => want(condition, t`a bound`, boolType),
  Property: ({ condition, kind }) => want(condition, t`the condition of "${kind}"`, boolType),
  LeadsTo: ({ condition, goal }) => [
    ...want(condition, t`the condition before "leads to"`, boolType),
    ...want(goal, t`the condition after "leads to"`, boolType),
  ],
  ConditionExpectation: ({ conditions }) => want(conditions.at(-1), t`the condition of "expect"`, boolType),
  OrderExpectation: ({ layers }) => layers.flatMap(({ items }) => entities(t`a member of "expect order"`, ...items)),
  Run: ({ duration }) => want(duration, t`the time of "run"`, durationType),
  At: ({ time }) => want(time, t`the time of "at"`, durationType),
  Within: ({ duration }) => want(duration, t`the time of "within"`, durationType),
  Parameter: (node) => initial(node),
  Variable: (node) => initial(node),
  Let: ({ type, value }) => (type === undefined ? [] : want(value, t`the value`, declaredType(type))),
  Assignment: ({ target, value }) => want(value, t`the value`, typeOf(target)),
  SetStep: ({ target, value }) => (settingIsOwnData(target) ? [] : want(value, t`the value`, typeOf(target))),
  Send: (node) => [
    ...message(node),
    ...entities(t`the receiver`, node.to),
    ...want(node.delay, t`the delay of "send"`, durationType),
  ],
  Raise: (node) => message(node),
  Received: (node) => entities(t`the receiver`, node.subject),
  Message: (node) => message(node),
  NameReference: call,
  Test: ({ subject, predicate }) => entities(t`the subject of "${predicate}"`, subject),
  Related: ({ source, entity }) => entities(t`an end of a relation`, source, entity),
  Before: ({ first, second }) => entities(t`an end of "before"`, first, second),
  Notified: ({ subject, of }) => entities(t`an entity of "notified of"`, subject, ...of),
  Crash: ({ targets: crashed }) => targets(crashed, t`the target of "crash"`, 'pd', 'node'),
  Halt: ({ targets: halted }) => targets(halted, t`the target of "halt"`, 'pd', 'node'),
  Restart: ({ targets: restarted }) => targets(restarted, t`the target of "restart"`, 'pd', 'node'),
  Delete: ({ targets: deleted }) => targets(deleted, t`the target of "delete"`, 'object'),
  Create: ({ targets: created }) => targets(created, t`the target of "create"`),
  Destroy: ({ targets: destroyed }) => targets(destroyed, t`the target of "destroy"`),
  Evict: ({ targets: evicted }) => targets(evicted, t`the target of "evict"`),
  Remove: ({ targets: removed }) => targets(removed, t`the target of "remove"`),
  Fault: ({ kind, targets: struck }) =>
    kind === 'pause' ? targets(struck, t`the target of a pause`, 'node') : targets(struck, t`the target of a fault`),
  ViewSubject: ({ set }) => targets([set], t`what a view names`),
  Move: ({ subject, to }) => [
    ...targets([subject], t`the subject of "move"`, 'pd'),
    ...targets([to], t`the target of "move"`, 'node'),
  ],
  Link: (node) => link(node),
  Unlink: (node) => link(node),
  Minus: ({ operand }) => want(operand, t`the operand of "-"`, numberType, durationType, rateType),
  Selection: ({ receiver, selector }) => want(selector, t`the key in the brackets`, keyOf(typeOf(receiver))),
};

/** Returns the expected types of the expressions that are direct parts of a node. */
export function wantedIn(node: AstNode): readonly WantedType[] {
  // Each row takes the nodes of the type under which it is stored.
  const row = table[node.$type as keyof Table] as ((node: AstNode) => readonly WantedType[]) | undefined;
  return row?.(node) ?? [];
}

function initial({ type, value }: ast.Parameter | ast.Variable): WantedType[] {
  const declared = declaredType(type);
  return want(value, t`the initial value`, declared.kind === 'map' ? declared.value : declared);
}

function link({ subject, targets: linked }: ast.Link | ast.Unlink): WantedType[] {
  return [
    ...entities(t`the subject of a link`, subject),
    ...entities(t`the target of a link`, ...linked.map(({ entity }) => entity)),
  ];
}

function message({ event, arguments: given }: ast.Send | ast.Raise | ast.Message): WantedType[] {
  const parameters = eventParameters(event.ref);
  return given.flatMap((argument, index) => {
    const parameter = parameters[index];
    return parameter === undefined ? [] : want(argument, t`the argument "${parameter.name}"`, parameter.type);
  });
}

function call({ isCall, target, arguments: given }: ast.NameReference): WantedType[] {
  const called = target.ref;
  if (!isCall || called === undefined || !isBuiltIn(called)) return [];
  return given.flatMap((argument, index) => {
    const parameter = called.parameters[index];
    return parameter === undefined ? [] : want(argument, t`the argument "${parameter.name}"`, parameter.type);
  });
}

/** Returns the type of the key of a map, or of the number of a copy. */
function keyOf(receiver: StaticType): StaticType {
  if (receiver.kind === 'map') return receiver.key;
  return receiver.kind === 'entity' && receiver.declaration !== undefined ? numberType : { kind: 'unknown' };
}
