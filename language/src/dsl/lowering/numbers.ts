/**
 * Lowers numbers as they are written. One that is too long to be computed with exactly is reported, and what it is a
 * part of is left out: nothing in a model is rounded.
 */
import type { AstNode } from 'langium';
import type { Expression } from '../../model/expression.ts';
import type * as ast from '../generated/ast.ts';
import { findPropertyNode } from '../syntax/property-node.ts';
import { type Collector, giveUp } from './collector.ts';
import { exactNumber, quantity, sizeUnits, timeUnits, unitOf } from '../syntax/literals.ts';

/** Lowers a number without a unit. */
export function lowerNumber(literal: ast.NumberLiteral, collector: Collector): Expression {
  checkNumber(literal, 'value', collector);
  return exactNumber(literal.value) ?? giveUp();
}

/** Lowers a number with its unit. */
export function lowerQuantity(literal: ast.QuantityLiteral, collector: Collector): Expression {
  if (unitOf(literal.value) === undefined) {
    const units = [...Object.keys(timeUnits), ...Object.keys(sizeUnits)].join(', ');
    collector.report(literal, undefined, {
      code: 'quantity/unit',
      message: `"${literal.value}" has no known unit. Units are ${units}.`,
    });
    return giveUp();
  }
  return quantity(literal.value) ?? tooLong(literal, undefined, collector);
}

/** Reports a number that a property of a node was read from, and gives up the part around it, if it is too long. */
export function checkNumber(node: AstNode, property: string, collector: Collector): void {
  // The value in the tree is rounded already.
  const text = findPropertyNode(node, property)?.text;
  if (text !== undefined && !isExact(text)) tooLong(node, property, collector);
}

function tooLong(node: AstNode, property: string | undefined, collector: Collector): never {
  collector.report(node, property, {
    code: 'quantity/inexact',
    message: 'This number is too long to be exact. Write at most 15 digits, and a duration of at most 285 years.',
  });
  return giveUp();
}

/** A number of more characters is exact only with zeros that say nothing. */
const longest = 400;

function isExact(text: string): boolean {
  if (text.length > longest) return false;
  const [whole = '', fraction = ''] = text.replace(/[^0-9.]/g, '').split('.');
  const exact = exactNumber(Number(`${whole}.${fraction}`));
  if (exact === undefined) return false;
  const [digits, places] = [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
  return digits * BigInt(exact.denominator) === BigInt(exact.numerator) * places;
}
