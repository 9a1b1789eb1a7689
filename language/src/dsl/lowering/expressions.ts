/**
 * Lowers expressions: names to what they refer to, literals to their values.
 */
import { instanceSetName } from '../../model/built-in-set.ts';
import type { Expression, Predicate, Quantifier, TextPart, Type } from '../../model/machines/expression.ts';
import { isBuiltIn } from '../types/built-ins.ts';
import * as ast from '../generated/ast.ts';
import { relationKindOf } from '../types/relation-kind.ts';
import { typeOf } from '../types/typing.ts';
import { type Collector, giveUp } from './collector.ts';
import { unescapeText } from '../syntax/lexing/literals.ts';
import { isClassParameter, parameterValue } from './class-members.ts';
import { eventName } from './model-names.ts';
import { checkNumber, lowerNumber, lowerQuantity } from './numbers.ts';
import type { PathContext } from './path-context.ts';
import { indexHere, isEntityPath, isIndexWord, lowerSelf, resolveCopies, resolvePath } from './paths.ts';
import { t } from '../../model/common/translation.ts';

/** Lowers one expression. Abandons the part if a name in it is unresolved. */
export function lowerExpression(expression: ast.Expression, context: PathContext): Expression {
  const lower = (inner: ast.Expression) => lowerExpression(inner, context);
  if (ast.isNameReference(expression) && isClassParameter(expression.target.ref)) {
    return lowerParameter(expression, expression.target.ref, context);
  }
  if (isEntityPath(expression)) return entities(expression, context);
  switch (expression.$type) {
    case 'NumberLiteral':
      return lowerNumber(expression, context.collector);
    case 'QuantityLiteral':
      return lowerQuantity(expression, context.collector);
    case 'BooleanLiteral':
      return { kind: 'boolean', value: expression.value === 'true' };
    case 'TextLiteral':
    case 'Template':
      return lowerText(expression, context);
    case 'NoneLiteral':
      return { kind: 'none' };
    case 'SelfLiteral':
      return lowerSelf(expression, context);
    case 'NowLiteral':
      return { kind: 'now' };
    case 'Parenthesis':
      if (expression.others.length > 0) return lowerList([expression.inner, ...expression.others], context);
      return lower(expression.inner);
    case 'Minus':
      return { kind: 'minus', operand: lower(expression.operand) };
    case 'Negation':
      return { kind: 'not', operand: lower(expression.operand) };
    case 'Binary':
      return {
        kind: 'binary',
        operator: expression.operator,
        left: lower(expression.left),
        right: lower(expression.right),
      };
    case 'Conditional':
      return {
        kind: 'if',
        condition: lower(expression.condition),
        then: lower(expression.then),
        else: lower(expression.else),
      };
    case 'ListLiteral':
      return lowerList(expression.items, context);
    case 'Range':
      return { kind: 'range', from: lower(expression.from), to: lower(expression.to) };
    case 'Quantified':
      return {
        kind: 'quantified',
        quantifier: expression.quantifier === '{' ? 'those' : (expression.quantifier satisfies Quantifier),
        variable: expression.variable.name,
        set: lower(expression.set),
        body: lower(expression.body),
      };
    default:
      return lowerNamed(expression, context);
  }
}

/** Lowers a text with its values. */
export function lowerText(text: ast.Text, context: PathContext): Expression & { readonly kind: 'text' } {
  if (ast.isTextLiteral(text)) return { kind: 'text', parts: [text.value] };
  const literals = [text.start, ...text.middle, text.end].map((piece, index, pieces) => {
    const isLast = index === pieces.length - 1;
    return unescapeText(piece.slice(1, isLast ? -1 : -2));
  });
  const parts: TextPart[] = [];
  for (const [index, literal] of literals.entries()) {
    if (literal !== '') parts.push(literal);
    const value = text.parts[index];
    if (value !== undefined) parts.push(lowerExpression(value, context));
  }
  return { kind: 'text', parts };
}

/** Lowers a declared type. */
export function lowerType(type: ast.Type, collector: Collector): Type {
  switch (type.$type) {
    case 'SimpleType':
      return simpleType(type.name);
    case 'RangeType':
      checkNumber(type, 'from', collector);
      checkNumber(type, 'to', collector);
      return { kind: 'range', from: type.from, to: type.to };
    case 'EnumType':
      return { kind: 'enum', values: type.values.map(({ name }) => name) };
    case 'SetType':
      return { kind: 'set', of: lowerType(type.of, collector) };
    case 'MapType':
      return { kind: 'map', key: lowerType(type.key, collector), value: lowerType(type.value, collector) };
  }
}

function simpleType(name: ast.SimpleType['name']): Type {
  switch (name) {
    case 'bool':
    case 'int':
    case 'number':
    case 'duration':
    case 'rate':
    case 'text':
      return { kind: name };
    default:
      return { kind: 'entity', of: name };
  }
}

/** The expressions about entities and names; the other forms are lowered above. */
type Named =
  | ast.AllNested
  | ast.Before
  | ast.InstanceOf
  | ast.MemberAccess
  | ast.Membership
  | ast.NameReference
  | ast.Notified
  | ast.Received
  | ast.Related
  | ast.Selection
  | ast.Test;

/** Lowers tests, relations and names: the remaining forms of expressions. */
function lowerNamed(expression: Named, context: PathContext): Expression {
  const lower = (inner: ast.Expression) => lowerExpression(inner, context);
  switch (expression.$type) {
    case 'InstanceOf': {
      const set = { kind: 'all', of: instanceSetName(context.names.of(expression.class.ref ?? giveUp())) } as const;
      return { kind: 'member', item: lower(expression.item), set };
    }
    case 'Membership':
      return lowerMembership(expression, context);
    case 'Test':
      return {
        kind: 'predicate',
        predicate: expression.predicate satisfies Predicate,
        subject: lower(expression.subject),
      };
    case 'Related':
      return {
        kind: 'related',
        relation: relationKindOf(expression.kind),
        source: lower(expression.source),
        target: lower(expression.entity),
        ...(expression.as === undefined ? {} : { as: expression.as }),
      };
    case 'Before':
      return { kind: 'before', first: lower(expression.first), second: lower(expression.second) };
    case 'Notified':
      return { kind: 'notified', subject: lower(expression.subject), of: expression.of.map(lower) };
    case 'Received':
      checkNumber(expression, 'count', context.collector);
      return {
        kind: 'received',
        subject: lower(expression.subject),
        count: expression.isList ? 'list' : (expression.count ?? 'some'),
        messages: expression.messages.map((message) => ({
          event: eventName(message, context),
          arguments: message.hasArguments ? message.arguments.map(lower) : undefined,
        })),
      };
    case 'NameReference':
      return lowerName(expression, context);
    case 'MemberAccess':
      return lowerMember(expression, context);
    case 'Selection':
      return lowerSelection(expression, context);
    case 'AllNested':
      // A path to entities is lowered as one; `.*` after anything else is an error that a rule reports.
      return giveUp();
  }
}

/** Lowers a name of a class's parameter to the value that the instance has. */
function lowerParameter(reference: ast.NameReference, parameter: ast.Parameter, context: PathContext): Expression {
  const { value, context: there } = parameterValue(parameter, reference, context);
  const lowered = lowerExpression(value, there);
  return ast.isSetType(parameter.type) && lowered.kind === 'entity' ? { kind: 'list', items: [lowered] } : lowered;
}

function entities(path: ast.Expression, context: PathContext): Expression {
  const found = resolvePath(path, context);
  const [only] = found;
  if (only !== undefined && found.length === 1 && !isPlural(path)) return { kind: 'entity', entity: only.id };
  return { kind: 'list', items: found.map(({ id }) => ({ kind: 'entity', entity: id })) };
}

/** Returns true if a path means a set even with one member. */
const isPlural = (path: ast.Expression): boolean => typeOf(path).kind === 'set';

/** Lowers a list; nested lists of copies are flattened: `[a, pod[0..1]]` has three members. */
function lowerList(parts: readonly ast.Expression[], context: PathContext): Expression {
  const items = parts.flatMap((item) => {
    const value = lowerExpression(item, context);
    return value.kind === 'list' && isEntityPath(item) ? value.items : [value];
  });
  return { kind: 'list', items };
}

function lowerMembership({ item, set }: ast.Membership, context: PathContext): Expression {
  const subject = lowerExpression(item, context);
  const state = ast.isNameReference(set) ? set.target.ref : undefined;
  if (state !== undefined && ast.isState(state)) return { kind: 'in state', subject, state: state.name };
  return { kind: 'member', item: subject, set: lowerExpression(set, context) };
}

function lowerName(reference: ast.NameReference, context: PathContext): Expression {
  const target = reference.target.ref ?? giveUp();
  switch (target.$type) {
    case 'LocalName':
      return { kind: 'local', name: target.name };
    case 'Parameter':
    case 'Variable':
    case 'Let':
      return { kind: 'property', of: { kind: 'self' }, name: target.name };
    case 'EnumValue':
      return { kind: 'symbol', name: target.name };
    case 'Policy':
      return { kind: 'policy', name: context.names.of(target) };
    case 'Channel':
      return { kind: 'channel', name: context.names.of(target) };
    case 'Collector':
      return { kind: 'collector', name: context.names.of(target) };
    case 'BuiltIn':
      return lowerBuiltIn(reference, target, context);
    default:
      return giveUp();
  }
}

function lowerBuiltIn(reference: ast.NameReference, target: ast.BuiltIn, context: PathContext): Expression {
  if (!isBuiltIn(target)) return giveUp();
  switch (target.group) {
    case 'set':
      return { kind: 'all', of: target.name };
    case 'policy':
      return { kind: 'policy', name: context.names.ofPredefined(target.name) };
    case 'number':
      if (isIndexWord(reference, context)) return { kind: 'symbol', name: target.name };
      return { kind: 'number', numerator: indexHere(reference, context), denominator: 1 };
    case 'function':
      return lowerCall(reference, target.name, target.parameters.length, context);
    default:
      return { kind: 'symbol', name: target.name };
  }
}

function lowerCall(reference: ast.NameReference, name: string, most: number, context: PathContext): Expression {
  const count = reference.arguments.length;
  const least = name === 'reachable' ? 1 : most;
  if (count < least || count > most) {
    const wanted = least === most ? String(most) : `${String(least)} or ${String(most)}`;
    context.collector.report(reference, undefined, {
      code: 'function/arguments',
      message: t`"${name}" takes ${wanted} arguments, not ${String(count)}. See the functions in the language reference.`,
    });
    return giveUp();
  }
  return { kind: 'call', function: name, arguments: reference.arguments.map((each) => lowerExpression(each, context)) };
}

function lowerMember({ receiver, member }: ast.MemberAccess, context: PathContext): Expression {
  const target = member.ref ?? giveUp();
  const name = ast.isSetting(target) ? target.property.$refText : target.name;
  return { kind: 'property', of: lowerExpression(receiver, context), name };
}

function lowerSelection({ receiver, selector }: ast.Selection, context: PathContext): Expression {
  const key = lowerExpression(selector ?? giveUp(), context);
  if (isEntityPath(receiver)) {
    const copies = resolveCopies(receiver, context);
    return { kind: 'at', map: { kind: 'list', items: copies.map(({ id }) => ({ kind: 'entity', entity: id })) }, key };
  }
  return { kind: 'at', map: lowerExpression(receiver, context), key };
}
