/**
 * Finds constant values outside the range of their type, empty ranges, and fractions where whole numbers are expected.
 */
import * as ast from '../generated/ast.ts';
import type { TreeIndex } from '../names/tree-index.ts';
import type { LanguageRule, LanguageFault } from './rule.ts';
import { constantOf } from './constants.ts';
import { t } from '../../model/common/translation.ts';

/** Reports values outside their range. */
export const typeRange: LanguageRule = {
  code: 'type/range',
  run(tree, report) {
    for (const type of tree.all('RangeType')) {
      if (type.from > type.to)
        report({
          node: type,
          message: t`There is no number from ${type.from} to ${type.to}. Write the lower end first.`,
        });
    }
    for (const kind of ['Parameter', 'Variable', 'Let'] as const) {
      for (const { type, value } of tree.all(kind)) check(value, type, report);
    }
    for (const kind of ['Assignment', 'SetStep'] as const) {
      for (const { target, value } of tree.all(kind)) check(value, typeOfWritten(target), report);
    }
    for (const { property, value } of tree.all('Setting')) {
      const parameter = property.ref;
      if (ast.isParameter(parameter)) check(value, parameter.type, report);
    }
    for (const kind of ['Send', 'Raise', 'Message'] as const) {
      for (const { event, arguments: given } of tree.all(kind)) {
        const declared = event.ref;
        if (!ast.isEvent(declared)) continue;
        for (const [index, argument] of given.entries()) check(argument, declared.parameters[index]?.type, report);
      }
    }
    for (const { node, property, value } of countsOf(tree)) {
      if (value !== undefined && !Number.isInteger(value))
        report({ node, property, message: t`This is ${value}, but must be a whole number. Correct it.` });
    }
    for (const { delay } of [...tree.all('TimerTrigger'), ...tree.all('Send')]) {
      const value = delay === undefined ? undefined : constantOf(delay);
      if (delay !== undefined && value?.kind === 'duration' && value.value < 0)
        report({ node: delay, message: t`A timer cannot fire in the past. Write a duration of zero or more.` });
    }
  },
};

/** Returns the numbers that count something, and the ends of types. */
const countsOf = (tree: TreeIndex) => [
  ...tree.all('RangeType').flatMap((node) => [
    { node, property: 'from', value: node.from },
    { node, property: 'to', value: node.to },
  ]),
  ...[...tree.all('Fault'), ...tree.all('Possibility')].map((node) => ({ node, property: 'limit', value: node.limit })),
  ...tree.all('Received').map((node) => ({ node, property: 'count', value: node.count })),
  ...tree.all('ViewSubject').map((node) => ({ node, property: 'distance', value: node.distance })),
];

function check(
  value: ast.Expression | undefined,
  type: ast.Type | undefined,
  report: (fault: LanguageFault) => void,
): void {
  if (value === undefined || type === undefined) return;
  if (ast.isMapType(type)) {
    check(value, type.value, report);
    return;
  }
  if (ast.isSetType(type) && ast.isListLiteral(value)) {
    for (const item of value.items) check(item, type.of, report);
    return;
  }
  const number = constantOf(value);
  if (number?.kind !== 'number') return;
  if (ast.isRangeType(type) && (number.value < type.from || number.value > type.to)) {
    report({
      node: value,
      message: t`This is ${number.value}, but must be from ${type.from} to ${type.to}. Correct it, or widen the range.`,
    });
  } else if (countsWhole(type) && !Number.isInteger(number.value)) {
    report({
      node: value,
      message: t`This is ${number.value}, but must be a whole number. Correct it, or declare a "number".`,
    });
  }
}

const countsWhole = (type: ast.Type): boolean =>
  ast.isRangeType(type) || (ast.isSimpleType(type) && type.name === 'int');

/** Returns the declared type of the variable or parameter that is written. */
function typeOfWritten(target: ast.Expression): ast.Type | undefined {
  if (ast.isSelection(target)) {
    const type = typeOfWritten(target.receiver);
    return ast.isMapType(type) ? type.value : undefined;
  }
  const declaration = ast.isNameReference(target)
    ? target.target.ref
    : ast.isMemberAccess(target)
      ? target.member.ref
      : undefined;
  return ast.isVariable(declaration) || ast.isParameter(declaration) ? declaration.type : undefined;
}
