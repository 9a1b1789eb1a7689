/**
 * The isolation of PDs as text: a report on two PDs, or a table of all pairs.
 */
import type { MemoryCost } from '../../../../language/src/analysis/metrics/cost.ts';
import { fractionText } from '../../../../language/src/analysis/metrics/fraction.ts';
import type { IsolationPair } from '../../../../language/src/analysis/metrics/pair-table.ts';
import type { Similarity } from '../../../../language/src/analysis/metrics/rsi.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import { paint } from './colours.ts';
import type { Output } from '../input/command.ts';
import { type Comparison, type Measured, namesOf } from '../../questions/metrics-report.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { writeSection } from './sections-text.ts';
import { type Column, tableText } from './table-text.ts';
import { entityName } from '../../../../language/src/model/model.ts';

/** Writes the table of all pairs, with an RSI column for each type. */
export function writePairs(output: Output, { model, file }: OpenedModel, pairs: readonly IsolationPair[]): void {
  output.write(`${paint(output, 'heading', 'Isolation of all pairs of PDs')}\nin ${file}\n\n`);
  const [any] = pairs;
  if (any === undefined) {
    output.write('The model has no two PDs, so there is nothing to compare.\n');
    return;
  }
  const columns: readonly Column[] = [
    { title: 'PD', align: 'left' },
    { title: 'PD', align: 'left' },
    { title: 'FR', align: 'right' },
    { title: 'RSI', align: 'right' },
    ...any.types.map((each) => ({ title: `RSI ${typeText(each)}`, align: 'right' }) as const),
  ];
  const rows = pairs.map(({ first, second, types, all, faultRadius }) => [
    ...namesOf(model, [first, second]),
    radiusText(faultRadius),
    ...[all, ...types].map(({ rsi }) => fractionText(rsi)),
  ]);
  output.write(tableText(columns, rows));
}

/** Writes the report on two PDs, section by section. */
export function writeComparison(output: Output, { model, file }: OpenedModel, comparison: Comparison): void {
  const [first = '', second = ''] = namesOf(model, [comparison.first, comparison.second]);
  output.write(`${paint(output, 'heading', `Isolation of ${first} and ${second}`)}\nin ${file}\n\n`);
  output.write(similaritiesText(comparison, first, second));
  output.write(`\nFault radius: ${radiusText(comparison.faultRadius)}\n`);
  const level = comparison.level === undefined ? 'nothing is shared' : String(comparison.level);
  output.write(`Sharing starts after hops: ${level}\n`);
  writeSection(
    output,
    `Shared resources, hops from ${first} and from ${second}`,
    comparison.shared.map((each) => ({
      head: `${entityName(model, each.resource)}: ${String(each.first)}, ${String(each.second)}`,
    })),
  );
  const list = (heading: string, of: (each: Measured) => readonly EntityId[]): void => {
    writeSection(
      output,
      heading,
      comparison.each.map((each) => ({
        head: `${entityName(model, each.pd)}: ${namesOf(model, of(each)).join(', ') || 'nobody'}`,
      })),
    );
  };
  list('Trusted computing base', (each) => each.trustedBase);
  list('Impact boundary', (each) => each.impactBoundary);
  const costs = comparison.each.map(({ pd, cost }) => ({ name: entityName(model, pd), cost }));
  writeSection(
    output,
    'Memory cost',
    [...costs, { name: 'both', cost: comparison.cost }].map(({ name, cost }) => ({
      head: `${name}: ${costText(cost)}`,
    })),
  );
}

function similaritiesText({ types, all, direct }: Comparison, first: string, second: string): string {
  const columns: readonly Column[] = [
    { title: 'Resources', align: 'left' },
    { title: first, align: 'right' },
    { title: second, align: 'right' },
    { title: 'shared', align: 'right' },
    { title: 'RSI', align: 'right' },
    { title: 'RSI of what is held', align: 'right' },
  ];
  const row = (each: Similarity, title: string, held: string): readonly string[] => [
    title,
    String(each.first),
    String(each.second),
    String(each.shared),
    fractionText(each.rsi),
    held,
  ];
  return tableText(columns, [
    ...types.map((each, place) => row(each, typeText(each), direct[place] ? fractionText(direct[place].rsi) : '')),
    row(all, 'all', ''),
  ]);
}

const typeText = ({ type }: Similarity): string => type ?? 'without type';

const radiusText = (radius: number | undefined): string => (radius === undefined ? 'none' : String(radius));

function costText({ total, resources, overhead, isExact, unsized }: MemoryCost): string {
  const sum = `${fractionText(resources)} in resources, ${fractionText(overhead)} overhead`;
  const missing = unsized.length === 0 ? '' : `; ${String(unsized.length)} without a size`;
  return `${isExact ? '' : 'about '}${fractionText(total)} (${sum}${missing})`;
}
