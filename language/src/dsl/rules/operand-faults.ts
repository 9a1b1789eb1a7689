/**
 * Checks operands against each other: numbers, durations and rates do not mix in a sum, compared values and list
 * members are of one family, and a loop runs over a set.
 */
import type { AstNode } from 'langium';
import * as ast from '../generated/ast.ts';
import { durationType, numberType, rateType, type StaticType } from '../types/static-type.ts';
import { listedIn, typeOf } from '../types/typing.ts';
import { aType, sentence } from './article.ts';
import type { Fix } from '../../model/finding.ts';
import { writeName } from '../../model/language-names.ts';
import { kindsWithOwnData } from '../types/built-in-settings.ts';
import { areComparable, typeFits } from './fits.ts';
import { replaceNode } from './fixes/edits.ts';
import { keywordValue } from './keyword-value.ts';
import { beginsList, listMeant } from './condition-lists.ts';
import { mayBeNone } from './may-be-none.ts';
import { settingIsOwnData } from './own-data.ts';
import { t } from '../../model/common/translation.ts';

/** A fault at one of the operands. */
export interface OperandFault {
  readonly expression: ast.Expression;
  readonly message: string;
  /** The expected type, for a fix of the unit. */
  readonly wanted?: StaticType;
  /** Another fix. */
  readonly fix?: Fix;
}

/** Returns the fault between the parts of an expression, if there is one. */
export function operandFault(node: AstNode): OperandFault | undefined {
  switch (node.$type) {
    case 'Binary':
      return binaryFault(node as ast.Binary);
    case 'Range':
      return mixed((node as ast.Range).from, (node as ast.Range).to, t`Both ends of a range are numbers or durations`);
    case 'Conditional':
      return branchFault(node as ast.Conditional);
    case 'ListLiteral':
    case 'Parenthesis':
      return listFault(listedIn(node as ast.ListLiteral | ast.Parenthesis));
    case 'Membership':
      return membershipFault(node as ast.Membership);
    case 'InstanceOf':
      return instanceFault(node as ast.InstanceOf);
    case 'Quantified':
      return loopFault((node as ast.Quantified).set);
    case 'LoopVariable':
      return loopFault((node as ast.LoopVariable).set);
    case 'Selection':
      return selectionFault(node as ast.Selection);
    case 'AllNested':
      return nestedFault(node as ast.AllNested);
    default:
      return undefined;
  }
}

function binaryFault({ operator, left, right }: ast.Binary): OperandFault | undefined {
  switch (operator) {
    case 'and':
    case 'or': {
      const wrong = [left, right].find((side) => !isKind(typeOf(side), 'bool'));
      if (wrong === undefined || beginsList(wrong)) return undefined;
      return {
        expression: wrong,
        message: t`"${operator}" joins conditions, but this is ${aType(typeOf(wrong))}. ${listMeant(wrong, right) ?? t`Compare it with something.`}`,
      };
    }
    case '==':
    case '!=':
      return comparedFault(left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return mixed(left, right, t`"${operator}" compares two numbers or two durations`);
    case '+':
    case '-':
      return sumFault(operator, left, right);
    case '%':
      return mixed(left, right, t`"%" takes two numbers or two durations`);
    default:
      return productFault(operator, left, right);
  }
}

function comparedFault(left: ast.Expression, right: ast.Expression): OperandFault | undefined {
  const [one, other] = [typeOf(left), typeOf(right)];
  const quoted = wordFault(left, right) ?? wordFault(right, left);
  if (quoted !== undefined) return quoted;
  if (
    areComparable(one, other) ||
    (other.kind === 'none' && mayBeNone(left)) ||
    (one.kind === 'none' && mayBeNone(right))
  )
    return undefined;
  const meant = keywordValue(one, right);
  const advice = meant?.advice ?? t`Compare values of one type.`;
  const message = t`${sentence(aType(one))} never equals ${aType(other)}.${unitHint(one, other)} ${advice}`;
  return { expression: right, message, wanted: one, ...(meant !== undefined && { fix: meant.fix }) };
}

/** Returns the fault of a text that is compared with a word, as in `x.type == "web"`: a text equals no word. */
function wordFault(word: ast.Expression, text: ast.Expression): OperandFault | undefined {
  if (!ast.isTextLiteral(text) || !isWord(word)) return undefined;
  const meant = writeName(text.value);
  return {
    expression: text,
    message: t`A text never equals a word, and "${word.$cstNode?.text ?? ''}" is one. Write ${meant} without quotes.`,
    fix: { title: t`Write ${meant}`, edits: [replaceNode(text, meant)] },
  };
}

/** Returns true for a type label, a value of an enumeration, and a word among data that no step can change. */
function isWord(expression: ast.Expression): boolean {
  const { kind } = typeOf(expression);
  if (kind !== 'label' && kind !== 'enum') return false;
  if (!settingIsOwnData(expression) || !ast.isMemberAccess(expression)) return true;
  const of = memberOf(typeOf(expression.receiver));
  return of.kind === 'entity' && of.of !== 'entity' && !kindsWithOwnData.has(of.of);
}

function sumFault(operator: string, left: ast.Expression, right: ast.Expression): OperandFault | undefined {
  const [one, other] = [typeOf(left), typeOf(right)];
  if (one.kind === 'set' || other.kind === 'set') {
    if (areComparable(one, other)) return undefined;
    const [single] = one.kind === 'set' ? [right] : [left];
    const hint = typeFits(typeOf(single), elementOf(one.kind === 'set' ? one : other))
      ? t` Write the member in brackets: [a].`
      : '';
    return {
      expression: single,
      message: t`"${operator}" takes two sets, but this is ${aType(typeOf(single))}.${hint || t` Make a set of it.`}`,
    };
  }
  return mixed(left, right, t`"${operator}" takes two numbers, two durations or two sets`);
}

function productFault(operator: '*' | '/', left: ast.Expression, right: ast.Expression): OperandFault | undefined {
  const wrong = [left, right].find((side) => !isSize(typeOf(side)));
  if (wrong !== undefined) {
    return {
      expression: wrong,
      message: t`"${operator}" takes numbers and durations, but this is ${aType(typeOf(wrong))}. Write a number.`,
    };
  }
  const [one, other] = [typeOf(left), typeOf(right)];
  if (operator === '*' && one.kind === 'duration' && other.kind === 'duration') {
    return { expression: right, message: t`Two durations cannot be multiplied. Write one of them as a number.` };
  }
  if (operator === '*' && one.kind === 'rate' && other.kind === 'rate') {
    return { expression: right, message: t`Two rates cannot be multiplied. Write one of them as a number.` };
  }
  const kinds = [one.kind, other.kind];
  if (operator === '*' || !kinds.includes('rate') || !kinds.includes('duration')) return undefined;
  return {
    expression: right,
    message: t`${sentence(aType(one))} cannot be divided by ${aType(other)}. Multiply them, or write a number.`,
  };
}

/** Checks that both are numbers, or both durations, or both rates. */
function mixed(left: ast.Expression, right: ast.Expression, rule: string): OperandFault | undefined {
  const [one, other] = [typeOf(left), typeOf(right)];
  const wrong = [left, right].find((side) => !isSize(typeOf(side)));
  if (wrong !== undefined)
    return { expression: wrong, message: t`${rule}, but this is ${aType(typeOf(wrong))}. Write one of these.` };
  if (one.kind === 'unknown' || other.kind === 'unknown' || one.kind === other.kind) return undefined;
  if (one.kind === 'rate' || other.kind === 'rate') {
    return {
      expression: right,
      message: t`${sentence(aType(one))} and ${aType(other)} do not mix. Give both one unit.`,
    };
  }
  const number = one.kind === 'number' ? left : right;
  return { expression: number, message: t`${rule}, not one of each.${unitHint(one, other)}`, wanted: durationType };
}

const unitHint = (one: StaticType, other: StaticType): string =>
  [one.kind, other.kind].includes('duration') && [one.kind, other.kind].includes('number')
    ? t` Add a unit, such as 5s.`
    : '';

function branchFault({ then, else: otherwise }: ast.Conditional): OperandFault | undefined {
  const [one, other] = [typeOf(then), typeOf(otherwise)];
  if (areComparable(one, other)) return undefined;
  return {
    expression: otherwise,
    message: t`One branch gives ${aType(one)}, the other ${aType(other)}. Give both the same type.`,
    wanted: one,
  };
}

function listFault([first, ...others]: readonly ast.Expression[]): OperandFault | undefined {
  if (first === undefined) return undefined;
  const type = memberOf(typeOf(first));
  const wrong = others.find((item) => !areComparable(type, memberOf(typeOf(item))));
  if (wrong === undefined) return undefined;
  return {
    expression: wrong,
    message: t`The list begins with ${aType(type)}, but this is ${aType(typeOf(wrong))}. Give all members one type.`,
  };
}

/** Copies in a list count as that many members. */
const memberOf = (type: StaticType): StaticType => (type.kind === 'set' && type.of.kind === 'entity' ? type.of : type);

const elementOf = (type: StaticType): StaticType => (type.kind === 'set' ? type.of : { kind: 'unknown' });

function membershipFault({ item, set }: ast.Membership): OperandFault | undefined {
  if (ast.isNameReference(set) && ast.isState(set.target.ref)) {
    const type = memberOf(typeOf(item));
    return isKind(type, 'entity')
      ? undefined
      : { expression: item, message: t`Only an entity can be in a state, but this is ${aType(type)}. Name an entity.` };
  }
  if (ast.isRange(set)) return inRangeFault(item, set);
  const type = typeOf(set);
  if (!isKind(type, 'set'))
    return {
      expression: set,
      message: t`"in" takes a set, a range or a state, but this is ${aType(type)}. Name one of these.`,
    };
  const [element, given] = [elementOf(type), memberOf(typeOf(item))];
  if (areComparable(element, given)) return undefined;
  return {
    expression: item,
    message: t`${sentence(aType(given))} is never in ${aType(type)}. Ask for a member of it.`,
  };
}

function instanceFault({ item }: ast.InstanceOf): OperandFault | undefined {
  const type = memberOf(typeOf(item));
  if (isKind(type, 'entity')) return undefined;
  return {
    expression: item,
    message: t`Only an entity is an instance of a class, but this is ${aType(type)}. Name an entity.`,
  };
}

/** Checks `in` with a range. Either end could get another unit, so no fix is offered. */
function inRangeFault(item: ast.Expression, range: ast.Range): OperandFault | undefined {
  const fault = mixed(item, range.from, t`"in" a range takes numbers or durations`);
  return fault && { expression: fault.expression, message: fault.message };
}

function loopFault(set: ast.Expression): OperandFault | undefined {
  const type = typeOf(set);
  if (isKind(type, 'set') || ast.isRange(set)) return undefined;
  // Copies without a number are reported where they are resolved.
  if (type.kind === 'entity' && ast.isEntity(type.declaration) && type.declaration.count !== undefined)
    return undefined;
  return {
    expression: set,
    message: t`Expected a set here, but this is ${aType(type)}. Name a set, or write the members in brackets.`,
  };
}

function selectionFault({ receiver, everything, selector }: ast.Selection): OperandFault | undefined {
  const type = typeOf(receiver);
  if (type.kind === 'unknown' || isNamedEntity(receiver)) return undefined;
  const isOne = !everything && selector !== undefined && !ast.isRange(selector);
  if (type.kind === 'map' && isOne) return undefined;
  const messages = {
    map: t`A map takes one key at a time. Write one key in the brackets.`,
    set: t`The members of a set have no numbers, but this is ${aType(type)}. Go through them: for x in s { … }.`,
    other: t`Brackets can only follow a map or copies, but this is ${aType(type)}. Remove them.`,
  };
  return { expression: receiver, message: messages[type.kind === 'map' || type.kind === 'set' ? type.kind : 'other'] };
}

function nestedFault({ receiver }: ast.AllNested): OperandFault | undefined {
  const type = typeOf(receiver);
  if (type.kind === 'unknown' || isNamedEntity(receiver)) return undefined;
  return {
    expression: receiver,
    message: t`".*" can only follow the name of an entity. Name the entity, or use "owned" or "members".`,
  };
}

function isNamedEntity(path: ast.Expression): boolean {
  if (ast.isNameReference(path)) return ast.isEntity(path.target.ref) || path.target.ref === undefined;
  if (ast.isMemberAccess(path)) return ast.isEntity(path.member.ref) || path.member.ref === undefined;
  return ast.isSelection(path) ? isNamedEntity(path.receiver) : false;
}

const isKind = (type: StaticType, kind: StaticType['kind']): boolean => type.kind === kind || type.kind === 'unknown';

const isSize = (type: StaticType): boolean =>
  [numberType, durationType, rateType].some(({ kind }) => isKind(type, kind));
