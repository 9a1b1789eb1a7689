/**
 * Isolation as heat maps: a table for each measure, with the PDs as rows and columns; more heat means less isolated.
 * The measures are computed elsewhere.
 */
import { type Fraction, fractionText } from '../../analysis/metrics/fraction.ts';
import type { IsolationPair } from '../../analysis/metrics/pair-table.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { ReportCell, ReportTable } from './report.ts';
import type { Targets } from './targets.ts';
import { t } from '../../model/common/translation.ts';

/** The most PDs in a map. */
export const pdsShown = 40;

/** A measure of two PDs: its text, and its heat from 0 to 1. */
interface Measure {
  readonly title: string;
  readonly of: (pair: IsolationPair) => { readonly text: string; readonly order?: number; readonly heat: number };
}

const valueOf = ({ numerator, denominator }: Fraction): number => numerator / denominator;

/** Returns a map for each measure, of the PDs that come first in `pairs`; empty if there are no pairs. */
export function heatMaps(
  pairs: readonly IsolationPair[],
  { nameOf, add, declaration }: Targets,
): readonly ReportTable[] {
  const all = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const pds = all.slice(0, pdsShown);
  const targets = new Map<IsolationPair, number>();
  const pairOf = new Map(
    pairs.flatMap((pair) => [
      [key(pair.first, pair.second), pair],
      [key(pair.second, pair.first), pair],
    ]),
  );
  const cellOf = (row: EntityId, column: EntityId, { of }: Measure): ReportCell => {
    const pair = pairOf.get(key(row, column));
    if (pair === undefined) return { text: row === column ? '–' : '' };
    const { text, order, heat } = of(pair);
    const comparison = { kind: 'comparison', first: nameOf(pair.first), second: nameOf(pair.second) } as const;
    const target = targets.get(pair) ?? add(comparison);
    targets.set(pair, target);
    return { text, heat, target, ...(order !== undefined && { order: [order] }) };
  };
  const note = t`These ${pds.length} of ${all.length} PDs are drawn; see the table of pairs or the command line for more.`;
  if (pds.length === 0) return [];
  return measuresOf(pairs).map((measure) => ({
    kind: 'table',
    title: measure.title,
    group: t`Heat map`,
    columns: [{ title: t`PD`, isNumber: false }, ...pds.map((pd) => ({ title: nameOf(pd), isNumber: true }))],
    rows: pds.map((row) => [
      { text: nameOf(row), ...declaration(row) },
      ...pds.map((column) => cellOf(row, column, measure)),
    ]),
    empty: '',
    ...(pds.length < all.length && { note }),
  }));
}

const key = (first: EntityId, second: EntityId): string => `${first} ${second}`;

function measuresOf([sample]: readonly IsolationPair[]): readonly Measure[] {
  const similarity = (title: string, rsi: (pair: IsolationPair) => Fraction | undefined): Measure => ({
    title,
    of: (pair) => {
      const found = rsi(pair);
      if (found === undefined) return { text: '', heat: 0 };
      return { text: fractionText(found), order: valueOf(found), heat: valueOf(found) };
    },
  });
  return [
    similarity(t`RSI of all resources`, ({ all }) => all.rsi),
    ...(sample?.types ?? []).map(({ type }, place) =>
      similarity(t`RSI of ${type ?? t`resources without type`}`, ({ types }) => types[place]?.rsi),
    ),
    {
      title: t`Fault radius`,
      of: ({ faultRadius: radius }) =>
        radius === undefined
          ? { text: 'none', heat: 0 }
          : { text: String(radius), order: radius, heat: 1 / Math.max(1, radius) },
    },
  ];
}
