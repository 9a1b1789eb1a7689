/**
 * The numbers of a run over time: numeric variables of machines, and metrics of the whole system.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { lifeBits, type Program, type State } from '../../simulation/kernel/run.ts';
import type { Timeline } from '../../simulation/play/recording/timeline.ts';
import { microsecondsOfDay } from '../../model/rate.ts';
import { isExact, isKind, type Value } from '../../simulation/values/values.ts';
import type { Series, SeriesPoint } from './run-stretch.ts';
import { at, itemAt } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

interface Gauge extends Omit<Series, 'points'> {
  /** Returns undefined while there is no such number. */
  readonly read: (state: State) => number | undefined;
}

/** Returns the numbers that change between two steps, metrics first. Cost: O(steps * variables). */
export function runSeries(program: Program, timeline: Timeline, from: number, to: number): readonly Series[] {
  const gauges = gaugesOf(program);
  const points = gauges.map((): SeriesPoint[] => []);
  for (let wanted = from; wanted <= to; wanted++) {
    const { step, run } = timeline.goTo(wanted);
    if (step !== wanted) break;
    for (const [index, { read }] of gauges.entries()) {
      const value = read(run.state);
      const known = points[index];
      if (known === undefined || value === undefined || known.at(-1)?.value === value) continue;
      known.push({ step, at: run.state.now, value });
    }
  }
  return gauges.flatMap(({ name, kind, unit }, index): Series[] => {
    const known = itemAt(points, index);
    return known.length < 2 ? [] : [{ name, kind, ...(unit !== undefined && { unit }), points: known }];
  });
}

function gaugesOf(program: Program): Gauge[] {
  const { entities } = program.model;
  const metrics: Gauge[] = [
    {
      name: t`entities alive`,
      kind: 'metric',
      read: ({ life }) => life.reduce((sum, bits) => sum + (bits & lifeBits.alive), 0),
    },
    {
      name: t`messages under way`,
      kind: 'metric',
      read: ({ agenda }) => agenda.reduce((sum, { due }) => sum + (due.kind === 'message' ? 1 : 0), 0),
    },
    {
      name: t`deferred events`,
      kind: 'metric',
      read: ({ deferred }) => [...deferred.values()].reduce((sum, messages) => sum + messages.length, 0),
    },
    { name: t`losses of PDs`, kind: 'metric', read: ({ losses }) => losses.length },
  ];
  return [...metrics, ...entities.flatMap(({ id, name }) => variablesOf(program, id, name))];
}

function variablesOf(program: Program, id: EntityId, entity: string): Gauge[] {
  const from = at(program.slotsFrom, id);
  return (program.machineOf[id]?.variables ?? []).flatMap(({ name, type }, index): Gauge[] => {
    const { kind } = type;
    if (kind !== 'int' && kind !== 'number' && kind !== 'range' && kind !== 'duration' && kind !== 'rate') return [];
    return [
      {
        name: `${entity}.${name}`,
        kind: 'variable',
        ...(kind === 'duration' && { unit: 's' }),
        ...(kind === 'rate' && { unit: 'per s' }),
        read: ({ values }) => numberIn(values[from + index]),
      },
    ];
  });
}

function numberIn(value: Value | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (isKind(value, 'duration')) {
    const amount = numberIn(value.microseconds);
    return amount === undefined ? undefined : amount / 1_000_000;
  }
  if (isKind(value, 'rate')) {
    const amount = numberIn(value.perDay);
    return amount === undefined ? undefined : (amount * 1_000_000) / microsecondsOfDay;
  }
  if (!isExact(value)) return undefined;
  return typeof value === 'number' ? value : value.numerator / value.denominator;
}
