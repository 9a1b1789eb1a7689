/**
 * Writes the metrics of consistent regions in the text format of Prometheus: the eight gauges that the operator of IBM
 * OSStreams serves, and the "last completed id" that its design document lists in place of the eighth. Works with any
 * machine that has variables of these names.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { isAlive } from '../../simulation/kernel/graph-now.ts';
import { readProperty } from '../../simulation/kernel/properties.ts';
import type { Program, Run } from '../../simulation/kernel/run.ts';
import { isKind, type Value } from '../../simulation/values/values.ts';
import { required } from '../../model/common/lookup.ts';

interface Gauge {
  readonly name: string;
  readonly help: string;
  /** The parameter, variable or `let` of the region with the value. */
  readonly variable: string;
}

const gauges: readonly Gauge[] = [
  {
    name: 'average_drain_time_milliseconds',
    help: 'Mean time from the start of a drain to its completed checkpoint, over the last ten',
    variable: 'averageDrainTime',
  },
  {
    name: 'average_reset_time_milliseconds',
    help: 'Mean time of a reset, over the last ten',
    variable: 'averageResetTime',
  },
  {
    name: 'last_consistent_state_time_milliseconds',
    help: 'Time since the start of the run at which the last checkpoint was complete, 0 before any',
    variable: 'lastConsistentStateTime',
  },
  {
    name: 'last_reset_time_milliseconds',
    help: 'Time since the start of the run at which the last reset was complete, 0 before any',
    variable: 'lastResetTime',
  },
  {
    name: 'last_completed_drain_seq_id',
    help: 'Sequence id of the last complete checkpoint, -1 before any',
    variable: 'lastCompletedDrain',
  },
  {
    name: 'last_completed_reset_seq_id',
    help: 'Sequence id that the last complete reset went back to, -1 before any',
    variable: 'lastCompletedReset',
  },
  {
    name: 'state',
    help: '0 started, 1 processing, 2 unhealthy, 3 draining, 4 resetting, 5 given up, 6 checkpoint pending',
    variable: 'stateNumber',
  },
  {
    name: 'n_current_reset_attempts',
    help: 'Resets begun since the last complete checkpoint',
    variable: 'attempt',
  },
  {
    name: 'last_completed_id',
    help: 'Id of the last complete checkpoint, which a reset goes back to, 0 before any',
    variable: 'lastCompleted',
  },
];

/** Returns the regions that have all of these metrics, in declaration order. */
export function measurableRegions({ model, machineOf }: Program): EntityId[] {
  return model.entities.flatMap(({ id, kind }) => {
    const machine = machineOf[id];
    if (kind !== 'region' || machine === undefined) return [];
    return gauges.every(({ variable }) => machine.slots.has(variable) || machine.lets.has(variable)) ? [id] : [];
  });
}

/**
 * Returns the current metrics of all living regions, one sample for each gauge and region, with the label
 * `ConsistentRegion`. Times are whole milliseconds of the virtual clock, rounded down.
 */
export function printPrometheus(run: Run): string {
  const regions = [...regionIndices(run)];
  const lines = gauges.flatMap(({ name, help, variable }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...regions.map(
      ([id, index]) =>
        `${name}{ConsistentRegion="ConsistentRegion_${index}"} ${String(sampleOf(readProperty(run, id, variable)))}`,
    ),
  ]);
  return [...lines, ''].join('\n');
}

/** Returns the index of each region: the one it sets; if none is set or it is taken, the lowest free one. */
function regionIndices(run: Run): Map<EntityId, string> {
  const indices = new Map<EntityId, string>();
  const taken = new Set<string>();
  const regions = measurableRegions(run.program).filter((id) => isAlive(run.state, id));
  for (const id of regions) {
    if (run.program.settings[id]?.has('regionIndex') !== true) continue;
    const index = String(sampleOf(readProperty(run, id, 'regionIndex')));
    if (taken.has(index)) continue;
    taken.add(index);
    indices.set(id, index);
  }
  for (const id of regions) {
    if (indices.has(id)) continue;
    let free = 0;
    while (taken.has(String(free))) free += 1;
    taken.add(String(free));
    indices.set(id, String(free));
  }
  return new Map(regions.map((id) => [id, required(indices.get(id))]));
}

/** Returns the number of a metric; NaN, which Prometheus accepts, for other types. */
function sampleOf(value: Value): number {
  if (typeof value === 'number') return value;
  if (isKind(value, 'fraction')) return value.numerator / value.denominator;
  if (!isKind(value, 'duration')) return Number.NaN;
  const { microseconds } = value;
  const exact = typeof microseconds === 'number' ? microseconds : microseconds.numerator / microseconds.denominator;
  return Math.floor(exact / 1000);
}
