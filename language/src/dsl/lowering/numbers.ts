/**
 * Lowers numbers. A number that is too long for exact computation is reported, and the part around it is omitted: no
 * number in a model is rounded.
 */
import type { AstNode } from 'langium';
import type { Expression } from '../../model/machines/expression.ts';
import type * as ast from '../generated/ast.ts';
import { textOfProperty } from '../syntax/tree/places.ts';
import { type Collector, giveUp } from './collector.ts';
import {
  exactNumber,
  isTooFine,
  percent,
  quantity,
  sizeUnits,
  timeUnits,
  unitOf,
  writtenRate,
} from '../syntax/lexing/literals.ts';
import { expectedType } from '../types/expectation.ts';
import { unitMeant } from '../syntax/lexing/unit-spellings.ts';
import { t } from '../../model/common/translation.ts';

/** Lowers a number without a unit. */
export function lowerNumber(literal: ast.NumberLiteral, collector: Collector): Expression {
  checkNumber(literal, 'value', collector);
  return exactNumber(literal.value) ?? giveUp();
}

/** Lowers a number with its unit. */
export function lowerQuantity(literal: ast.QuantityLiteral, collector: Collector): Expression {
  if (unitOf(literal.value) === undefined) {
    if (writtenRate(literal.value) !== undefined) {
      collector.report(literal, undefined, {
        code: 'quantity/unit',
        message: t`"${literal.value}" is per no known unit of time. ${withKnownUnit(literal, timeUnits) ?? t`Units of time are ${Object.keys(timeUnits).join(', ')}.`}`,
      });
      return giveUp();
    }
    const units = [...Object.keys(timeUnits), ...Object.keys(sizeUnits), percent].join(', ');
    collector.report(literal, undefined, {
      code: 'quantity/unit',
      message: t`"${literal.value}" has no known unit. ${withKnownUnit(literal) ?? t`Units are ${units}.`}`,
    });
    return giveUp();
  }
  // The value that is read is already rounded.
  const numbers = literal.value.match(numberIn) ?? [];
  if (numbers.every(isExact) && isTooFine(literal.value)) {
    collector.report(literal, undefined, {
      code: 'quantity/inexact',
      message: t`A duration is a whole number of microseconds, which "${literal.value}" is not. Write a longer one.`,
    });
    return giveUp();
  }
  const exact = numbers.every(isExact) ? quantity(literal.value) : undefined;
  if (exact !== undefined) return exact;
  if (numbers.every(isExact) && writtenRate(literal.value) !== undefined) {
    collector.report(literal, undefined, {
      code: 'quantity/inexact',
      message: t`This rate cannot be exact: as a number per day it has more than 53 bits. Write a smaller one, or fewer digits.`,
    });
    return giveUp();
  }
  return tooLong(literal, undefined, collector);
}

/** Says how a number is written whose unit is the spelling of another language. */
function withKnownUnit(
  literal: ast.QuantityLiteral,
  units: Readonly<Record<string, number>> = { ...timeUnits, ...sizeUnits, [percent]: 1 },
): string | undefined {
  const [, number = '', unit = ''] = /^(.*?[\d\s])([^\d\s]+)$/u.exec(literal.value) ?? [];
  const meant = unitMeant(unit, expectedType(literal).kind === 'number');
  return meant !== undefined && Object.hasOwn(units, meant) ? t`Write "${number}${meant}".` : undefined;
}

const numberIn = /[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;

/** Reports a number, read from a property of a node, that is too long, and abandons the part around it. */
export function checkNumber(node: AstNode, property: string, collector: Collector): void {
  // The value in the tree is already rounded.
  const text = textOfProperty(node, property);
  if (text !== undefined && !isExact(text)) tooLong(node, property, collector);
}

function tooLong(node: AstNode, property: string | undefined, collector: Collector): never {
  collector.report(node, property, {
    code: 'quantity/inexact',
    message: t`This number is too long to be exact. Write at most 15 digits, and a duration of at most 285 years.`,
  });
  return giveUp();
}

/** A number of more characters is exact only if it has redundant zeros. */
const longest = 400;

const most = (places: bigint): bigint => (places > 0n ? places : 0n);
const least = (places: bigint): bigint => (places < 0n ? places : 0n);

function isExact(text: string): boolean {
  if (text.length > longest) return false;
  const [mantissa = '', exponent = '0'] = text.replace(/[^0-9.eE+-]/g, '').split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const exact = exactNumber(Number(`${whole}.${fraction}e${exponent}`));
  if (exact === undefined || Math.abs(Number(exponent)) > longest) return false;
  const places = BigInt(fraction.length) - BigInt(exponent);
  const [digits, above, below] = [BigInt(whole + fraction), 10n ** -least(places), 10n ** most(places)];
  return digits * above * BigInt(exact.denominator) === BigInt(exact.numerator) * below;
}
