/**
 * Finds the type that is expected of an expression. If it is an enumeration or a type label, a bare name can only be a
 * value of it.
 */
import { isBuiltIn } from './built-ins.ts';
import * as ast from '../generated/ast.ts';
import { policyType, setType, type StaticType, unknownType } from './static-type.ts';
import { declaredType, eventParameters, typeOf, typeOfNamed } from './typing.ts';

/** Returns the type expected of an expression by its context; `unknown` if any is legal. */
export function expectedType(expression: ast.Expression): StaticType {
  const container = expression.$container;
  switch (container.$type) {
    case 'Setting':
      return ofSetting(container);
    case 'Parameter':
    case 'Variable':
      return ofInitial(declaredType(container.type));
    case 'Let':
      return container.type === undefined ? unknownType : ofInitial(declaredType(container.type));
    case 'Assignment':
    case 'SetStep':
      return expression === container.value ? typeOf(container.target) : unknownType;
    case 'Binary':
      return ofOperand(container, expression);
    case 'Conditional':
      return expression === container.condition ? unknownType : expectedType(container);
    case 'Parenthesis':
      return container.others.length === 0 ? expectedType(container) : elementOf(expectedType(container));
    case 'ListLiteral':
      return elementOf(expectedType(container));
    case 'Range':
      return expectedType(container);
    case 'Membership':
      return expression === container.set ? setType(typeOf(container.item)) : unknownType;
    case 'NameReference':
      return ofArgument(container, expression);
    case 'Send':
    case 'Raise':
    case 'Message':
      return ofMessage(container, expression);
    case 'Selection':
      return expression === container.selector ? keyOf(typeOf(container.receiver)) : unknownType;
    case 'Crash':
    case 'Destroy':
    case 'Evict':
    case 'Delete':
    case 'Collect':
      return expression === container.policy ? policyType : unknownType;
    default:
      return unknownType;
  }
}

function ofSetting(setting: ast.Setting): StaticType {
  const target = setting.property.ref;
  return target === undefined || target === setting ? unknownType : typeOfNamed(target);
}

/** Returns the type of an initial value: a map is initialized with the value of every key. */
const ofInitial = (type: StaticType): StaticType => (type.kind === 'map' ? type.value : type);

const elementOf = (type: StaticType): StaticType => (type.kind === 'set' ? type.of : unknownType);

const keyOf = (type: StaticType): StaticType => (type.kind === 'map' ? type.key : unknownType);

function ofOperand(binary: ast.Binary, operand: ast.Expression): StaticType {
  switch (binary.operator) {
    case '==':
    case '!=':
      if (operand === binary.right) return typeOf(binary.left);
      // The left side is looked up as usual, unless the right one determines its own type: two sides that ask each
      // other would never be resolved.
      return ast.isMemberAccess(binary.right) || ast.isSelection(binary.right) ? typeOf(binary.right) : unknownType;
    case '+':
    case '-':
      // Both sides of a comparison would ask each other without end.
      return isComparison(binary.$container) ? unknownType : expectedType(binary);
    default:
      return unknownType;
  }
}

const isComparison = (node: ast.Expression['$container']): boolean =>
  ast.isBinary(node) && (node.operator === '==' || node.operator === '!=');

function ofArgument(call: ast.NameReference, argument: ast.Expression): StaticType {
  const called = call.target.ref;
  if (called === undefined || !isBuiltIn(called)) return unknownType;
  return called.parameters[call.arguments.indexOf(argument)]?.type ?? unknownType;
}

function ofMessage(message: ast.Send | ast.Raise | ast.Message, argument: ast.Expression): StaticType {
  const index = message.arguments.indexOf(argument);
  return index < 0 ? unknownType : (eventParameters(message.event.ref)[index]?.type ?? unknownType);
}
