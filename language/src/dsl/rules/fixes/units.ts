/**
 * Fixes missing and misspelt units.
 */
import type { Fix } from '../../../model/finding.ts';
import * as ast from '../../generated/ast.ts';
import type { StaticType } from '../../types/static-type.ts';
import { replaceNode } from './edits.ts';
import { meanTimeOf } from '../../../model/rate.ts';
import { quantity, timeUnits } from '../../syntax/lexing/literals.ts';
import { t } from '../../../model/common/translation.ts';

/** Says what to write in the place of a value in another unit; undefined if that is no matter of units. */
export function unitAdvice(value: ast.Expression, given: StaticType, wanted: StaticType): string | undefined {
  const isRate = wanted.kind === 'rate';
  if (given.kind === 'number' && isRate) return t`Add a unit, such as 2 per h.`;
  if (given.kind === 'number' && wanted.kind === 'duration') return t`Add a unit, such as 5s.`;
  const written = otherUnit(value, wanted);
  if (given.kind === 'rate' && wanted.kind === 'duration')
    return t`Write the mean time between two, such as ${written ?? '500ms'}.`;
  return given.kind === 'duration' && isRate ? t`Write how often, such as ${written ?? '1 per 1000h'}.` : undefined;
}

/** Returns the mean time of a rate, and the rate of a mean time, if it is written as a literal and exact. */
function otherUnit(value: ast.Expression, wanted: StaticType): string | undefined {
  if (!ast.isQuantityLiteral(value)) return undefined;
  const read = quantity(value.value);
  if (wanted.kind === 'rate')
    return read?.kind === 'duration' && read.milliseconds > 0 ? `1 per ${value.value}` : undefined;
  const mean = wanted.kind === 'duration' && read?.kind === 'rate' ? meanTimeOf(read) : undefined;
  return mean === undefined ? undefined : durationIn(mean);
}

/** Writes whole microseconds in the largest unit in which they are whole. */
function durationIn(microseconds: number): string {
  const [unit = 'us', milliseconds = 0.001] =
    Object.entries(timeUnits).findLast(([, each]) => microseconds % Math.round(each * 1000) === 0) ?? [];
  return `${microseconds / Math.round(milliseconds * 1000)}${unit}`;
}

/** Returns fixes for a plain number where a duration or a rate is expected, and for one of these in place of the other. */
export function unitFixes(value: ast.Expression, wanted: StaticType): Fix[] {
  const other = otherUnit(value, wanted);
  if (other !== undefined) {
    return [{ title: t`Write ${other}`, edits: [replaceNode(value, other)], isPreferred: true }];
  }
  if (wanted.kind === 'rate' && ast.isNumberLiteral(value)) {
    const events = value.$cstNode?.text ?? String(value.value);
    return ['s', 'h', 'd'].map((unit) => ({
      title: t`Write ${`${events} per ${unit}`}`,
      edits: [replaceNode(value, `${events} per ${unit}`)],
    }));
  }
  if (wanted.kind !== 'duration' || !ast.isNumberLiteral(value)) return [];
  const number = value.$cstNode?.text ?? String(value.value);
  return ['s', 'ms', 'min'].map((unit) => ({
    title: t`Write ${number}${unit}`,
    edits: [replaceNode(value, `${number}${unit}`)],
    ...(unit === 's' ? { isPreferred: true } : {}),
  }));
}
