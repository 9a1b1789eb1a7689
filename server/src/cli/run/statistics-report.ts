/**
 * The statistics of many runs, as text and as JSON.
 */
import type { Sources } from '../../../../language/src/model/model.ts';
import type { PlaceId } from '../../../../language/src/model/machines/action.ts';
import { spanAt } from '../../../../language/src/simulation/play/run-findings.ts';
import type {
  OutcomeShare,
  Percentiles,
  PropertyShare,
  Statistics,
} from '../../../../language/src/simulation/sampling/statistics.ts';
import { durationText } from '../../../../language/src/simulation/values/values.ts';
import { paint } from '../text/colours.ts';
import type { Output } from '../input/command.ts';
import { type FileName, inOneLine, placeText, positionIn } from '../../questions/files/places.ts';
import { tableText } from '../text/table-text.ts';

/** The data needed to resolve source locations. */
export interface Located {
  readonly sources: Sources;
  readonly nameOf: FileName;
}

/** Writes the statistics: outcomes with their shares, then the times. */
export function writeStatistics(output: Output, statistics: Statistics, located: Located): void {
  const { outcomes, recovery, waits } = statistics;
  output.write(`\n${paint(output, 'heading', 'Outcomes')}, with 95 % confidence intervals\n`);
  output.write(
    tableText(
      [
        { title: 'runs', align: 'right' },
        { title: 'share', align: 'right' },
        { title: 'interval', align: 'left' },
        { title: 'first seed', align: 'right' },
        { title: 'outcome', align: 'left' },
      ],
      outcomes.map((outcome) => [
        String(outcome.count),
        percent(outcome.share),
        `${percent(outcome.low)} to ${percent(outcome.high)}`,
        String(outcome.seed),
        outcome.name,
      ]),
    ),
  );
  writeProperties(output, statistics.properties);
  const times = [
    ...(recovery === undefined ? [] : [{ name: 'until the condition was reached', times: recovery }]),
    ...waits.map(({ place, times: each }) => ({ name: `"within" at ${placeAt(located, place)}`, times: each })),
  ];
  if (times.length === 0) return;
  output.write(`\n${paint(output, 'heading', 'Times')}\n`);
  const titles = ['runs', 'least', '50 %', '90 %', '99 %', 'most', 'mean'];
  output.write(
    tableText(
      [...titles.map((title) => ({ title, align: 'right' as const })), { title: '', align: 'left' as const }],
      times.map(({ name, times: each }) => [...timeCells(each), inOneLine(name)]),
    ),
  );
}

/** Writes how many runs broke each property of their check. */
function writeProperties(output: Output, properties: readonly PropertyShare[]): void {
  if (properties.length === 0) return;
  output.write(`\n${paint(output, 'heading', 'Properties')}, with 95 % confidence intervals\n`);
  output.write(
    tableText(
      [
        { title: 'broken', align: 'right' },
        { title: 'share', align: 'right' },
        { title: 'interval', align: 'left' },
        { title: 'not decided', align: 'right' },
        { title: 'first seed', align: 'right' },
        { title: 'property', align: 'left' },
      ],
      properties.map(({ name, count, share, low, high, open, seed }) => [
        String(count),
        percent(share),
        `${percent(low)} to ${percent(high)}`,
        String(open),
        seed === undefined ? '' : String(seed),
        inOneLine(name),
      ]),
    ),
  );
}

/** Writes a share in tenths of a percent, half of one rounded up. */
const percent = (share: number): string =>
  // The share of 6985 in 10000 is a little below 0.6985.
  `${(Math.round(Number((1000 * share).toPrecision(12))) / 10).toFixed(1)} %`;

const placeAt = ({ sources, nameOf }: Located, place: PlaceId): string => placeText(spanAt(sources, place), nameOf);

const timeCells = ({ count, least, p50, p90, p99, most, mean }: Percentiles): string[] => [
  String(count),
  ...[least, p50, p90, p99, most, 1000 * Math.round(mean / 1000)].map((time) => durationText(time)),
];

/** Returns the JSON of the statistics; times are in milliseconds. */
export const statisticsJson = (
  { runs, outcomes, recovery, waits, properties }: Statistics,
  located: Located,
): object => ({
  runs,
  outcomes: outcomes.map(outcomeJson),
  recovery: recovery === undefined ? undefined : percentilesJson(recovery),
  waits: waits.map(({ place, times }) => ({
    ...positionIn(spanAt(located.sources, place), located.nameOf),
    times: percentilesJson(times),
  })),
  properties: properties.length === 0 ? undefined : properties.map((each) => propertyJson(each, located)),
});

const propertyJson = (
  { name, place, count, share, low, high, open, seed }: PropertyShare,
  located: Located,
): object => ({
  name,
  ...(place !== undefined && positionIn(spanAt(located.sources, place), located.nameOf)),
  ...{ broken: count, share, low, high, open, seed },
});

const outcomeJson = ({ kind, name, count, share, low, high, seed }: OutcomeShare): object => ({
  kind,
  text: name,
  count,
  share,
  low,
  high,
  seed,
});

const percentilesJson = ({ count, least, p50, p90, p99, most, mean }: Percentiles): object => ({
  count,
  least: least / 1000,
  p50: p50 / 1000,
  p90: p90 / 1000,
  p99: p99 / 1000,
  most: most / 1000,
  mean: mean / 1000,
});
