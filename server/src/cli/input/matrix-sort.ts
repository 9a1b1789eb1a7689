/**
 * The order of the rows of a matrix.
 */
import type { CrashRow } from '../../../../language/src/analysis/crash/crash-matrix.ts';
import { vetoesIn } from '../../../../language/src/analysis/plan/end-matrix.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { didYouMean } from '../../questions/files/nearest-names.ts';

/** The keys by which rows can be sorted. */
export const sortKeys = ['destroyed', 'degraded', 'broken', 'name'] as const;
/** One of the sort keys. */
export type SortKey = (typeof sortKeys)[number];

/** Reads the value of `--sort`; without it the rows stay in model order. */
export function readSort(text: string | undefined): Answer<SortKey | undefined> {
  const key = sortKeys.find((each) => each === text);
  if (text === undefined || key !== undefined) return { value: key };
  return {
    refusal: `Rows cannot be sorted by "${text}".${didYouMean(text, sortKeys)} The keys are ${sortKeys.join(', ')}.`,
  };
}

/**
 * Returns the rows sorted: names ascending, numbers descending by their sum over all policies that refuse nothing; ties
 * keep their order.
 */
export function sortMatrixRows(
  rows: readonly CrashRow[],
  key: SortKey | undefined,
  nameOf: (id: EntityId) => string,
): readonly CrashRow[] {
  if (key === undefined) return rows;
  if (key === 'name') {
    return [...rows].sort((a, b) =>
      nameOf(a.entity) < nameOf(b.entity) ? -1 : nameOf(a.entity) > nameOf(b.entity) ? 1 : 0,
    );
  }
  const sum = ({ cells }: CrashRow): number =>
    cells.reduce((all, cell) => all + (vetoesIn(cell).length > 0 ? 0 : cell.counts[key]), 0);
  return [...rows].sort((a, b) => sum(b) - sum(a));
}
