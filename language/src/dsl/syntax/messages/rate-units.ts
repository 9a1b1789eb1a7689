/**
 * Recognizes rates per something that is no unit of time: `3 per m`, `1 per year`, `2 per 5`.
 */
import type { IToken } from 'chevrotain';
import { t } from '../../../model/common/translation.ts';
import { writeOne } from '../lexing/advice.ts';
import { timeUnits } from '../lexing/literals.ts';
import { unitMeant } from '../lexing/unit-spellings.ts';
import { joinedToken } from './foreign-words.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

/** Returns the fault of a rate whose unit is unknown; undefined if there is none where the parser failed. */
export function rateUnit(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  for (const index of [at - 1, at, at + 1]) {
    const [number, per, unit] = tokens.slice(Math.max(0, index - 1), index + 2);
    if (number?.tokenType.name !== 'NUMBER' || per?.image !== 'per' || unit === undefined) continue;
    if (number.startLine !== unit.startLine || !/^[\p{L}\d]/u.test(unit.image)) continue;
    const written = `${number.image} per ${unit.image}`;
    const meant = unitMeant(unit.image.replace(/(?<=.{3})s$/, ''));
    const advice =
      meant !== undefined && meant in timeUnits
        ? writeOne([`${number.image} per ${meant}`])
        : t`Units of time are ${Object.keys(timeUnits).join(', ')}.`;
    return { token: joinedToken(number, unit), message: t`"${written}" is per no known unit of time. ${advice}` };
  }
  return undefined;
}
