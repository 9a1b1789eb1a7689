/**
 * The events and variables of a consistent region in `std/consistent-region`.
 */
import assert from 'node:assert/strict';
import { entryOf, isKind, type Value } from '../../../../language/src/simulation/values/values.ts';
import type { Stored } from './naive-region.ts';
import type { Options } from './region-events.ts';
import type { Adapter, ToldEvent } from './region-driver.ts';

/** The region as one machine, hosted by its operator. */
export const regionMachine: Adapter = {
  text,
  message: (event, pe) => ['orders', ...messageOf(event, pe)],
  see: (read, members) => ({ stored: storedOf(read), answers: answersOf(read('answer'), members) }),
};

/** The settings of a region, the same in all models. */
export const settingsOf = (options: Options): string => `
  trigger: ${options.periodic ? 'periodic' : 'operatorDriven'}
  ${options.periodic ? `period: ${options.period}s` : 'triggerOperator: pe0'}
  drainTimeout: ${options.drainTimeout}s
  resetTimeout: ${options.resetTimeout}s
  maxConsecutiveResetAttempts: ${options.maxAttempts}`;

function text(options: Options, members: readonly string[]): string {
  return `import "std/consistent-region"
    pd operator {
      region orders runs ConsistentRegion { contains ${members.join(', ')} ${settingsOf(options)} }
    }`;
}

const symbol = (name: string): Value => ({ kind: 'symbol', name });

function messageOf(event: ToldEvent, pe: Value): readonly [string, ...Value[]] {
  switch (event.kind) {
    case 'checkpoint':
      return ['CheckpointDone', pe, event.seq];
    case 'blocking':
      return ['BlockingCheckpointDone', pe, event.seq];
    case 'resetDone':
      return ['ResetDone', pe, event.seq, event.attempt];
    case 'drain':
      return ['Drain', pe, event.seq];
    case 'reset':
      return ['Reset', event.force];
    default:
      return resourceMessage(event, pe);
  }
}

/** Returns the message about processing elements and their pods. */
export function resourceMessage(
  event: Extract<ToldEvent, { readonly kind: 'connectivity' | 'podPhase' | 'launched' }>,
  pe: Value,
): readonly [string, ...Value[]] {
  switch (event.kind) {
    case 'connectivity':
      return ['Connectivity', pe, symbol(event.level)];
    case 'podPhase':
      return ['PodPhase', pe, symbol(event.phase), event.launch];
    case 'launched':
      return ['Launched', pe, event.launch];
  }
}

/** The states, by their number in the metric. */
export const states: readonly Stored['state'][] = [
  'Started',
  'Processing',
  'Unhealthy',
  'Draining',
  'Resetting',
  'GaveUp',
  'CheckpointPending',
];

/** Returns the stored values of a region, whichever machine it runs; times in seconds. */
export function storedOf(read: (name: string) => Value): Stored {
  const number = (name: string): number => Number(read(name));
  const isTrue = (name: string): boolean => read(name) === true;
  /** Returns whole microseconds, rounded, because averages are fractions. */
  const seconds = (name: string): number => {
    const value = read(name);
    assert.ok(isKind(value, 'duration'));
    const { microseconds } = value;
    if (typeof microseconds === 'number') return microseconds / 1e6;
    return Math.round(microseconds.numerator / microseconds.denominator) / 1e6;
  };
  return {
    state: states[number('stateNumber')] ?? 'Started',
    current: number('current'),
    lastCompleted: number('lastCompleted'),
    pending: number('pending'),
    toRetire: number('toRetire'),
    attempt: number('attempt'),
    maxAttempts: number('maxAttempts'),
    mustReset: isTrue('mustReset'),
    healthy: isTrue('healthy'),
    cleanStart: isTrue('cleanStart'),
    healthyFirstTime: isTrue('healthyFirstTime'),
    timerSeq: number('timerSeq'),
    lastCompletedDrain: number('lastCompletedDrain'),
    lastCompletedReset: number('lastCompletedReset'),
    lastConsistentStateTime: seconds('lastConsistentStateTime'),
    lastResetTime: seconds('lastResetTime'),
    averageDrainTime: seconds('averageDrainTime'),
    averageResetTime: seconds('averageResetTime'),
  };
}

function answersOf(answers: Value, members: readonly number[]): string[] {
  assert.ok(isKind(answers, 'map'));
  return members.map((id) => {
    const answer = entryOf(answers, { kind: 'entity', id });
    return isKind(answer, 'symbol') ? answer.name : '';
  });
}
