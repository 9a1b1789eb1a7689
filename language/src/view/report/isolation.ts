/**
 * The reports of isolation metrics: a table of all pairs of PDs, and all metrics of two.
 */
import type { MemoryCost } from '../../analysis/metrics/cost.ts';
import { compareFractions, fractionText, type Fraction } from '../../analysis/metrics/fraction.ts';
import type { IsolationPair, IsolationReport } from '../../analysis/metrics/pair-table.ts';
import type { Similarity } from '../../analysis/metrics/rsi.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { heatMaps } from './heat-map.ts';
import type { Report, ReportCell, ReportColumn, ReportList, ReportSection, ReportTable } from './report.ts';
import { collectTargets, type ReportedModel, type Targets } from './targets.ts';
import { t } from '../../model/common/translation.ts';

/** The most pairs in a table; of more, the most similar ones are shown. */
export const pairsShown = 5000;

/** All metrics of two PDs together, and of each. */
export interface MeasuredPair extends IsolationReport {
  readonly each: readonly MeasuredPd[];
  /** The cost of both together: shared resources count once. */
  readonly cost: MemoryCost;
}

/** The metrics of one PD. */
export interface MeasuredPd {
  readonly pd: EntityId;
  readonly trustedBase: readonly EntityId[];
  readonly impactBoundary: readonly EntityId[];
  readonly cost: MemoryCost;
}

const words = (title: string): ReportColumn => ({ title, isNumber: false });
const numbers = (title: string): ReportColumn => ({ title, isNumber: true });
const numberCell = (value: number): ReportCell => ({ text: String(value), order: [value] });
const fractionCell = (value: Fraction): ReportCell => ({
  text: fractionText(value),
  order: [value.numerator / value.denominator],
});
const radiusText = (radius: number | undefined): string => (radius === undefined ? 'none' : String(radius));
const radiusCell = (radius: number | undefined): ReportCell => ({
  text: radiusText(radius),
  ...(radius !== undefined && { order: [radius] }),
});
const typeText = ({ type }: Similarity): string => type ?? t`without type`;

/** Collects the pairs that a table shows, so that those of a large model need not be in memory at once. */
export interface PairCollection {
  readonly add: (pairs: readonly IsolationPair[]) => void;
  /** Returns the shown pairs: all in order, or only the most similar, the most similar first. */
  readonly shown: () => readonly IsolationPair[];
  readonly count: () => number;
}

/** Starts a collection. */
export function collectPairs(): PairCollection {
  let kept: IsolationPair[] = [];
  let count = 0;
  const prune = (): void => {
    kept = kept.sort((a, b) => compareFractions(b.all.rsi, a.all.rsi)).slice(0, pairsShown);
  };
  return {
    add: (pairs) => {
      count += pairs.length;
      for (const pair of pairs) kept.push(pair);
      if (kept.length > 4 * pairsShown) prune();
    },
    shown: () => {
      if (count > pairsShown) prune();
      return kept;
    },
    count: () => count,
  };
}

/** Returns the table of pairs; each links to its comparison. */
export function isolationReport(reported: ReportedModel, pairs: PairCollection): Report {
  const targets = collectTargets(reported);
  const [shown, count] = [pairs.shown(), pairs.count()];
  const note = t`The ${pairsShown} most similar of ${count} pairs; the command line lists all.`;
  const table: ReportTable = {
    kind: 'table',
    title: t`Pairs of PDs`,
    columns: [
      ...[t`PD`, t`Other PD`].map(words),
      ...[t`FR`, t`RSI`, ...(shown[0]?.types ?? []).map((each) => t`RSI ${typeText(each)}`)].map(numbers),
    ],
    rows: shown.map((pair) => rowOf(pair, targets)),
    empty: t`The model has no two PDs, so there is nothing to compare.`,
    ...(shown.length < count && { note }),
  };
  const about = [
    t`Resource similarity index (RSI): the share of the resources reached by either PD that both reach.`,
    t`Fault radius (FR): the number of requests to the nearest PD on which both depend. A name opens the comparison.`,
  ];
  return {
    title: t`Isolation Metrics`,
    about,
    legend: [],
    sections: [...heatMaps(shown, targets), table],
    targets: targets.list,
  };
}

function rowOf({ first, second, types, all, faultRadius }: IsolationPair, { nameOf, add }: Targets): ReportCell[] {
  const [one, other] = [nameOf(first), nameOf(second)];
  const target = add({ kind: 'comparison', first: one, second: other });
  return [
    { text: one, target },
    { text: other, target },
    radiusCell(faultRadius),
    ...[all, ...types].map(({ rsi }) => fractionCell(rsi)),
  ];
}

/** Returns the comparison of two PDs. */
export function comparisonReport(reported: ReportedModel, pair: MeasuredPair): Report {
  const targets = collectTargets(reported);
  const [first, second] = [targets.nameOf(pair.first), targets.nameOf(pair.second)];
  const level = pair.level === undefined ? t`Nothing is shared.` : t`Sharing starts after ${hops(pair.level)}.`;
  return {
    title: t`Isolation of ${first} and ${second}`,
    about: [t`Fault radius: ${radiusText(pair.faultRadius)}. ${level}`],
    legend: [],
    sections: [
      similarities(pair, first, second),
      sharedResources(pair, targets),
      pdList(t`Trusted computing base`, pair.each, (each) => each.trustedBase, targets),
      pdList(t`Impact boundary`, pair.each, (each) => each.impactBoundary, targets),
      costs(pair, targets),
    ],
    targets: targets.list,
  };
}

const hops = (count: number): string => `${count} ${count === 1 ? 'hop' : 'hops'}`;

function similarities({ types, all, direct }: MeasuredPair, first: string, second: string): ReportTable {
  const row = (each: Similarity, title: string, held: ReportCell): ReportCell[] => [
    { text: title },
    ...[each.first, each.second, each.shared].map(numberCell),
    fractionCell(each.rsi),
    held,
  ];
  const held = (place: number): ReportCell => {
    const found = direct[place];
    return found === undefined ? { text: '' } : fractionCell(found.rsi);
  };
  return {
    kind: 'table',
    title: t`Resource similarity (RSI)`,
    columns: [words(t`Resources`), ...[first, second, t`Shared`, t`RSI`, t`RSI of holds`].map(numbers)],
    rows: [...types.map((each, place) => row(each, typeText(each), held(place))), row(all, 'all', { text: '' })],
    empty: '',
  };
}

function sharedResources({ shared, first, second }: MeasuredPair, { nameOf, declaration }: Targets): ReportTable {
  return {
    kind: 'table',
    title: t`Shared resources`,
    columns: [words('Resource'), ...[first, second].map((pd) => numbers(t`Hops from ${nameOf(pd)}`))],
    rows: shared.map((each) => [
      { text: nameOf(each.resource), ...declaration(each.resource) },
      ...[each.first, each.second].map(numberCell),
    ]),
    empty: t`They share no resource.`,
  };
}

function pdList(
  title: string,
  pds: readonly MeasuredPd[],
  of: (pd: MeasuredPd) => readonly EntityId[],
  { nameOf, declaration }: Targets,
): ReportList {
  return {
    kind: 'list',
    title,
    items: pds.map((each) => ({
      text: nameOf(each.pd),
      detail: of(each).map(nameOf).join(', ') || 'nobody',
      ...declaration(each.pd),
      because: [],
    })),
    empty: '',
  };
}

function costs({ each, cost }: MeasuredPair, { nameOf, declaration }: Targets): ReportSection {
  const cells = ({ total, resources, overhead, isExact, unsized }: MemoryCost): ReportCell[] => {
    const about = fractionCell(total);
    const exact = isExact ? about : { ...about, text: t`about ${about.text}` };
    return [exact, fractionCell(resources), fractionCell(overhead), numberCell(unsized.length)];
  };
  return {
    kind: 'table',
    title: t`Memory cost`,
    columns: [words(t`PD`), ...[t`Total`, t`In resources`, t`Overhead`, t`Unsized`].map(numbers)],
    rows: [
      ...each.map((one) => [{ text: nameOf(one.pd), ...declaration(one.pd) }, ...cells(one.cost)]),
      [{ text: 'both' }, ...cells(cost)],
    ],
    empty: '',
  };
}
