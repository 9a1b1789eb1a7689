/**
 * Computes the static type of an expression. It is `unknown` wherever a name in it is unresolved, so that one fault
 * does not cause a second finding.
 */
import { bodiesAround, bodiesOf, type Body, hasNumber, isCopyNumber, kindOf, machineNamedBy } from './bodies.ts';
import { isBuiltIn } from './built-ins.ts';
import * as ast from '../generated/ast.ts';
import { quantity } from '../syntax/lexing/literals.ts';
import {
  anyEntity,
  boolType,
  commonType,
  durationType,
  kindType,
  labelType,
  numberType,
  policyType,
  productType,
  quotientType,
  setType,
  type StaticType,
  textType,
  unknownType,
} from './static-type.ts';
import { type EntityType, isOwn, namedElsewhere } from './properties.ts';
import { dataIn } from './symbols.ts';

/** Returns the type of an expression. */
export function typeOf(expression: ast.Expression): StaticType {
  switch (expression.$type) {
    case 'NumberLiteral':
      return numberType;
    case 'QuantityLiteral':
      return typeOfQuantity(expression.value);
    case 'TextLiteral':
    case 'Template':
      return textType;
    case 'NoneLiteral':
      return { kind: 'none' };
    case 'NowLiteral':
      return durationType;
    case 'SelfLiteral':
      return typeOfSelf(expression);
    case 'Parenthesis':
      return expression.others.length === 0 ? typeOf(expression.inner) : typeOfList(listedIn(expression));
    case 'Minus':
      return typeOf(expression.operand);
    case 'Binary':
      return typeOfBinary(expression);
    case 'Conditional':
      return firstKnown(expression.then, expression.else);
    case 'Quantified':
      return typeOfQuantified(expression);
    case 'ListLiteral':
      return typeOfList(expression.items);
    case 'Range':
      return typeOf(expression.from);
    case 'NameReference':
      return typeOfNamed(expression.target.ref);
    case 'MemberAccess':
      return typeOfMember(expression);
    case 'AllNested':
      return setType(anyEntity);
    case 'Selection':
      return typeOfSelection(expression);
    default:
      return boolType;
  }
}

function typeOfQuantified({ quantifier, set }: ast.Quantified): StaticType {
  if (quantifier === '{') return setType(elementOf(typeOf(set)));
  return quantifier === 'count' ? numberType : boolType;
}

/** Returns the members of a list, in brackets or parentheses. */
export const listedIn = (list: ast.ListLiteral | ast.Parenthesis): readonly ast.Expression[] =>
  ast.isListLiteral(list) ? list.items : [list.inner, ...list.others];

/** Returns the type of a list; a list of sets is one set, as in `[a, pod[0..1]]`. */
function typeOfList(items: readonly ast.Expression[]): StaticType {
  const types = items.map((item) => typeOf(item));
  return setType(commonType(types.map((type) => (type.kind === 'set' ? type.of : type))));
}

/** Returns the type of the target of a name, once it is resolved. */
export function typeOfNamed(node: ast.Named | undefined): StaticType {
  if (node === undefined) return unknownType;
  switch (node.$type) {
    case 'Entity':
      return entityType(node);
    case 'Parameter':
    case 'Variable':
    case 'EventParameter':
      return declaredType(node.type);
    case 'Let':
      return typeOfLet(node);
    case 'LocalName':
      return typeOfLocal(node);
    case 'EnumValue':
      return { kind: 'enum', values: node.$container.values.map(({ name }) => name), declaration: node.$container };
    case 'Policy':
      return policyType;
    case 'Channel':
    case 'Collector':
      return { kind: 'settings', of: node };
    case 'Setting':
      return typeOfSetting(node);
    case 'BuiltIn':
      return isBuiltIn(node) ? node.valueType : unknownType;
    default:
      return unknownType;
  }
}

/** Returns the type after the colon of a declaration. */
export function declaredType(type: ast.Type): StaticType {
  switch (type.$type) {
    case 'SimpleType':
      return simpleType(type.name);
    case 'RangeType':
      return numberType;
    case 'EnumType':
      return { kind: 'enum', values: type.values.map(({ name }) => name), declaration: type };
    case 'SetType':
      return setType(declaredType(type.of));
    case 'MapType':
      return { kind: 'map', key: declaredType(type.key), value: declaredType(type.value) };
  }
}

/** Returns the machine around a node, whose names are visible there; undefined if there is none. */
export function machineAround(node: { readonly $container?: unknown }): ast.Machine | undefined {
  let container = node.$container as { readonly $container?: unknown; readonly $type: string } | undefined;
  for (; container !== undefined; container = container.$container as typeof container) {
    if (ast.isMachine(container)) return container;
  }
  return undefined;
}

function typeOfQuantity(value: string): StaticType {
  const kind = quantity(value)?.kind ?? 'unknown';
  return kind === 'number' || kind === 'duration' || kind === 'rate' ? { kind } : unknownType;
}

/** Returns the type of an entity, or of the instances of a class. */
function entityType(body: Body): StaticType {
  const type = { kind: 'entity', of: kindOf(body) ?? 'entity', declaration: body } as const;
  if (ast.isEntity(body) && body.class !== undefined && body.class.ref === undefined) return { ...type, unsure: true };
  const named = machineNamedBy(body);
  if (named === undefined) return type;
  const machine = named.ref;
  return machine === undefined ? { ...type, unsure: true } : { ...type, machine };
}

function simpleType(name: ast.SimpleType['name']): StaticType {
  switch (name) {
    case 'int':
    case 'number':
      return numberType;
    case 'bool':
    case 'duration':
    case 'rate':
    case 'text':
      return { kind: name };
    default:
      return kindType(name);
  }
}

function typeOfSelf(node: ast.SelfLiteral): StaticType {
  const machine = machineAround(node);
  if (machine !== undefined) return { kind: 'entity', of: machine.for ?? 'entity', machine };
  const [around] = bodiesAround(node);
  return around === undefined ? anyEntity : entityType(around);
}

/** The values whose types are being computed: a value that depends on itself has no type. */
const openLets = new Set<ast.Let>();

/** The types found during the current computation: several values may depend on one value. */
const knownLets = new Map<ast.Let, StaticType>();

/** The most values that may depend on each other in a chain; the stack has room for somewhat more. */
const deepest = 250;

function typeOfLet(declaration: ast.Let): StaticType {
  if (declaration.type !== undefined) return declaredType(declaration.type);
  const known = knownLets.get(declaration);
  if (known !== undefined) return known;
  if (openLets.has(declaration) || openLets.size >= deepest) return unknownType;
  openLets.add(declaration);
  try {
    const type = typeOf(declaration.value);
    knownLets.set(declaration, type);
    return type;
  } finally {
    openLets.delete(declaration);
    if (openLets.size === 0) knownLets.clear();
  }
}

function typeOfBinary({ operator, left, right }: ast.Binary): StaticType {
  switch (operator) {
    case '+':
    case '-':
    case '%':
      return firstKnown(left, right);
    case '*':
      return productType(typeOf(left), typeOf(right)) ?? firstKnown(left, right);
    case '/':
      return quotientType(typeOf(left), typeOf(right)) ?? firstKnown(left, right);
    default:
      return boolType;
  }
}

const firstKnown = (...expressions: readonly ast.Expression[]): StaticType =>
  commonType(expressions.map((each) => typeOf(each)));

function typeOfMember(access: ast.MemberAccess): StaticType {
  const target = access.member.ref;
  const receiver = typeOf(access.receiver);
  const of = receiver.kind === 'set' ? receiver.of : receiver;
  const type = target === undefined || of.kind !== 'entity' ? typeOfNamed(target) : typeOfProperty(access, target, of);
  return receiver.kind === 'set' && type.kind === 'entity' ? setType(type) : type;
}

/** Returns the type of a property: that which the entity itself has, or else of all in the file if they are of one type. */
function typeOfProperty(access: ast.MemberAccess, target: ast.Named, of: EntityType): StaticType {
  const isData = isBuiltIn(target) && target.group === 'data';
  const bodies = of.declaration === undefined ? [] : bodiesOf(of.declaration);
  const own = isData ? bodies.flatMap((body) => dataIn(body).get(target.name) ?? [])[0] : undefined;
  if (own !== undefined) return typeOfSetting(own, of.declaration);
  if (!isData && isOwn(target, of, bodies)) return typeOfNamed(target);
  const meant = [...(isData ? [] : [target]), ...namedElsewhere(access, of)];
  const [first, ...others] = meant.map((each) => typeOfNamed(each));
  return first !== undefined && others.every(({ kind }) => kind === first.kind) ? first : unknownType;
}

function typeOfSelection({ receiver, everything, selector }: ast.Selection): StaticType {
  const type = typeOf(receiver);
  if (type.kind === 'map') return type.value;
  if (type.kind !== 'entity') return unknownType;
  return everything || (selector !== undefined && ast.isRange(selector)) ? setType(type) : type;
}

function typeOfLocal(local: ast.LocalName): StaticType {
  const container = local.$container;
  switch (container.$type) {
    case 'Quantified':
      return elementOf(typeOf(container.set));
    case 'LoopVariable':
      return elementOf(typeOf(container.set));
    case 'EventTrigger': {
      const index = container.parameters.indexOf(local);
      return eventParameters(container.event.ref)[index]?.type ?? unknownType;
    }
    case 'EntityAction':
      return anyEntity;
  }
}

/** Returns the parameters of an event, declared or built in; empty if it is unresolved. */
export function eventParameters(
  event: ast.Named | undefined,
): readonly { readonly name: string; readonly type: StaticType }[] {
  if (event === undefined) return [];
  if (ast.isEvent(event)) return event.parameters.map(({ name, type }) => ({ name, type: declaredType(type) }));
  return isBuiltIn(event) ? event.parameters : [];
}

function elementOf(type: StaticType): StaticType {
  if (type.kind === 'set') return type.of;
  return type.kind === 'number' || type.kind === 'entity' ? type : unknownType;
}

/** Returns the type of a value of one's own: a bare word, if it is no parameter of a class and no number of a copy. */
function typeOfFree(value: ast.Expression, of: Body | undefined): StaticType {
  if (!ast.isNameReference(value) || ast.isParameter(value.target.ref)) return typeOf(value);
  const isNumber = value.target.ref !== undefined && isCopyNumber(value.target.ref) ? hasNumber(value, of) : false;
  return isNumber === undefined ? unknownType : isNumber ? numberType : labelType;
}

function typeOfSetting(setting: ast.Setting, of?: Body): StaticType {
  const target = setting.property.ref;
  if (target === undefined || target === setting || (isBuiltIn(target) && target.group === 'data'))
    return typeOfFree(setting.value, of);
  return typeOfNamed(target);
}
