/**
 * The settings of a model's collector, read when they are used. Durations are measured by the clock of a place and
 * returned in time of the virtual clock.
 */
import { collectorDefaults } from '../../../analysis/leases/collector-settings.ts';
import { compareExact, divide, type Exact, multiply, round } from '../../values/exact.ts';
import { namedSetting, readProperty } from '../properties.ts';
import type { Run } from '../run.ts';
import { RunError } from '../../values/run-error.ts';
import { isExact, isKind, type Value } from '../../values/values.ts';
import { type NodeOrOutside, outside } from './leases.ts';
import { t } from '../../../model/common/translation.ts';

type TimeName = 'duration' | 'period' | 'sweep' | 'index' | 'indexLimit';

/** In milliseconds; without a limit, an index is waited for as long as it takes. */
const defaults: Readonly<Record<TimeName, number | undefined>> = { ...collectorDefaults, indexLimit: undefined };

/** Returns the collector that gives leases, if the model has one: the first that it declares. */
export const collectorOf = ({ program }: Run): string | undefined => [...program.collectors.keys()][0];

/** Returns a duration of the collector, as long as it takes by the clock of a place; undefined for no limit. */
export function timeOf(run: Run, place: NodeOrOutside, name: TimeName): number | undefined {
  const value = settingOf(run, name);
  if (value === undefined) {
    const usual = defaults[name];
    return usual === undefined ? undefined : trueTime(run, place, 1000 * usual);
  }
  if (!isKind(value, 'duration')) throw new RunError('run/value', t`"${name}" of a collector is a duration.`);
  const least = name === 'index' || name === 'indexLimit' ? 0 : 1;
  if (compareExact(value.microseconds, least) < 0) {
    throw new RunError('run/range', t`"${name}" of a collector is ${least === 0 ? t`not negative` : t`above zero`}.`);
  }
  return Math.max(least, trueTime(run, place, value.microseconds));
}

/** Returns the word that a setting of the collector has, one of `words`; the first if it is not set. */
export function wordOf<Word extends string>(run: Run, name: string, words: readonly [Word, ...Word[]]): Word {
  const value = settingOf(run, name);
  if (value === undefined) return words[0];
  const word = words.find((each) => isKind(value, 'symbol') && value.name === each);
  if (word === undefined) throw new RunError('run/value', t`"${name}" of a collector is one of ${words.join(', ')}.`);
  return word;
}

/** Returns true if a setting of the collector is on. */
export function flagOf(run: Run, name: string, usual: boolean): boolean {
  const value = settingOf(run, name);
  if (value === undefined) return usual;
  if (typeof value !== 'boolean') throw new RunError('run/value', t`"${name}" of a collector is true or false.`);
  return value;
}

/** Returns the time that the virtual clock measures while the clock of a place measures this. */
export const trueTime = (run: Run, place: NodeOrOutside, microseconds: Exact): number =>
  round(divide(microseconds, rateOf(run, place)));

/** Returns the time that the clock of a place shows; all clocks start at 0. */
export const localTime = (run: Run, place: NodeOrOutside, at: number): number =>
  round(multiply(at, rateOf(run, place)));

/** Returns how fast the clock of a place runs. */
export function rateOf(run: Run, place: NodeOrOutside): Exact {
  if (place === outside) return 1;
  const rate = readProperty(run, place, 'clockRate');
  if (!isExact(rate) || compareExact(rate, 0) <= 0)
    throw new RunError('run/range', t`A clock rate is a number above zero.`);
  return rate;
}

/** Returns true if a place stands still now. */
export const isPaused = (run: Run, place: NodeOrOutside): boolean =>
  place !== outside && readProperty(run, place, 'paused') === true;

function settingOf(run: Run, name: string): Value | undefined {
  const collector = collectorOf(run);
  return collector === undefined ? undefined : namedSetting(run, 'collector', collector, name);
}
