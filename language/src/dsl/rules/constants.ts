/**
 * Computes values that are known before a run: literals, arithmetic on them, settings and defaults. Values that depend
 * on a run are unknown.
 */
import { isBuiltIn } from '../types/built-ins.ts';
import * as ast from '../generated/ast.ts';
import { listedIn } from '../types/typing.ts';
import { exactNumber, quantity } from '../syntax/lexing/literals.ts';
import {
  type Constant as KnownValue,
  literalSize,
  negative,
  operated,
  opposite,
  overMembers,
  setOf,
} from '../../model/machines/constant.ts';

/** A value. */
export type Constant = KnownValue<ast.Entity>;

/** Returns the value of a parameter or local name, if known. */
export type ConstantOf = (name: ast.Named) => Constant | undefined;

const nothingKnown: ConstantOf = () => undefined;

/** Computes the value of an expression, if known. */
export function constantOf(expression: ast.Expression, meaning: ConstantOf = nothingKnown): Constant | undefined {
  switch (expression.$type) {
    case 'NumberLiteral':
      return literalSize(exactNumber(expression.value));
    case 'QuantityLiteral':
      return literalSize(quantity(expression.value));
    case 'BooleanLiteral':
      return { kind: 'bool', value: expression.value === 'true' };
    case 'TextLiteral':
      return { kind: 'text', value: expression.value };
    case 'NoneLiteral':
      return { kind: 'none' };
    case 'Parenthesis':
      if (expression.others.length > 0) return setOf(listedIn(expression).map((item) => constantOf(item, meaning)));
      return constantOf(expression.inner, meaning);
    case 'ListLiteral':
      return setOf(expression.items.map((item) => constantOf(item, meaning)));
    case 'Minus':
      return negative(constantOf(expression.operand, meaning));
    case 'Negation':
      return opposite(constantOf(expression.operand, meaning));
    case 'Conditional':
      return chosen(expression, meaning);
    case 'Binary':
      return operated(expression.operator, constantOf(expression.left, meaning), constantOf(expression.right, meaning));
    case 'Quantified':
      return quantified(expression, meaning);
    case 'NameReference':
      return named(expression, meaning);
    default:
      return undefined;
  }
}

/** Returns true or false if a condition certainly is; undefined if it depends on a run. */
export function truthOf(condition: ast.Expression | undefined, meaning?: ConstantOf): boolean | undefined {
  if (condition === undefined) return true;
  const value = constantOf(condition, meaning);
  return value?.kind === 'bool' ? value.value : undefined;
}

function named(reference: ast.NameReference, meaning: ConstantOf): Constant | undefined {
  const target = reference.target.ref;
  if (target === undefined || reference.isCall) return undefined;
  const known = meaning(target);
  if (known !== undefined) return known;
  if (ast.isEnumValue(target)) return { kind: 'symbol', value: target.name };
  if (ast.isEntity(target)) return target.count === undefined ? { kind: 'entity', entity: target } : undefined;
  return isBuiltIn(target) && target.group === 'label' ? { kind: 'symbol', value: target.name } : undefined;
}

function chosen({ condition, then, else: otherwise }: ast.Conditional, meaning: ConstantOf): Constant | undefined {
  const truth = truthOf(condition, meaning);
  return truth === undefined ? undefined : constantOf(truth ? then : otherwise, meaning);
}

function quantified({ quantifier, variable, set, body }: ast.Quantified, meaning: ConstantOf): Constant | undefined {
  const list = constantOf(set, meaning);
  if (list?.kind !== 'list') return undefined;
  return overMembers(quantifier === '{' ? 'those' : quantifier, list.items, (item) =>
    constantOf(body, (name) => (name === variable ? item : meaning(name))),
  );
}
