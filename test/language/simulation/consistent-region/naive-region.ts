/**
 * A naive coordinator of one consistent region, written from the table of its transitions, not from the machine: a list
 * of cases for each event. Where the original throws, it counts a report and ignores the event.
 */
import {
  absentElement,
  changeElement,
  countLaunches,
  type Element,
  healthOf,
  type Options,
  type RegionEvent,
} from './region-events.ts';

export type StateName =
  'Started' | 'Processing' | 'Unhealthy' | 'Draining' | 'Resetting' | 'GaveUp' | 'CheckpointPending'; // oxfmt-ignore
export type Answer = 'open' | 'blocking' | 'checkpointed' | 'reset';

/** The stored values of a region, times in seconds. */
export interface Stored {
  state: StateName;
  current: number;
  lastCompleted: number;
  pending: number;
  toRetire: number;
  attempt: number;
  maxAttempts: number;
  mustReset: boolean;
  healthy: boolean;
  cleanStart: boolean;
  healthyFirstTime: boolean;
  timerSeq: number;
  lastCompletedDrain: number;
  lastCompletedReset: number;
  lastConsistentStateTime: number;
  lastResetTime: number;
  averageDrainTime: number;
  averageResetTime: number;
}

export interface NaiveRegion {
  readonly options: Options;
  readonly stored: Stored;
  readonly elements: readonly Element[];
  readonly answers: Answer[];
  readonly drains: number[];
  readonly resets: number[];
  now: number;
  drainStart: number;
  resetStart: number;
  timer: { readonly at: number; readonly kind: 'period' | 'drain' | 'reset' } | undefined;
  /** The notifications to the living members in the last event. */
  told: string[];
  reports: number;
}

/** Creates a region of members that do not exist yet. */
export function naiveRegion(options: Options): NaiveRegion {
  const stored: Stored = {
    state: 'Started',
    current: 1,
    lastCompleted: 0,
    pending: 0,
    toRetire: 0,
    attempt: 0,
    maxAttempts: options.maxAttempts,
    mustReset: false,
    healthy: false,
    cleanStart: false,
    healthyFirstTime: false,
    timerSeq: 0,
    lastCompletedDrain: -1,
    lastCompletedReset: -1,
    lastConsistentStateTime: 0,
    lastResetTime: 0,
    averageDrainTime: 0,
    averageResetTime: 0,
  };
  const elements = Array.from({ length: options.members }, absentElement);
  const answers = elements.map(() => 'open' as const);
  const times = { now: 0, drainStart: 0, resetStart: 0, timer: undefined };
  return { options, stored, elements, answers, drains: [], resets: [], ...times, told: [], reports: 0 };
}

/** Applies an event. */
export function happen(region: NaiveRegion, event: RegionEvent): void {
  const { stored, elements } = region;
  region.told = [];
  region.reports = 0;
  if (event.kind === 'wait') {
    const until = region.now + event.seconds;
    while (region.timer !== undefined && region.timer.at <= until) expire(region, region.timer);
    region.now = until;
    return;
  }
  if (event.kind === 'restartOperator') {
    region.timer = undefined;
    stored.state = 'Started';
    stored.healthy = false;
    stored.mustReset = true;
  } else if (event.kind === 'checkpoint') checkpoint(region, event.pe, event.seq);
  else if (event.kind === 'blocking') blocking(region, event.pe, event.seq);
  else if (event.kind === 'resetDone') resetDone(region, event.pe, event.seq, event.attempt);
  else if (event.kind === 'drain') drain(region, event.by, event.seq);
  else if (event.kind === 'reset') requestReset(region, event.force);
  else changeElement(elements, event);
  checkHealth(region);
  // A failure is detected before the launch that follows it.
  if (countLaunches(elements)) checkHealth(region);
}

function expire(region: NaiveRegion, { at, kind }: NonNullable<NaiveRegion['timer']>): void {
  const { stored, options } = region;
  region.now = at;
  region.timer = undefined;
  if (kind !== 'period') reset(region);
  else {
    stored.state = 'Draining';
    tell(region, `TriggerDrain ${stored.current}`);
    region.timer = { at: region.now + options.drainTimeout, kind: 'drain' };
    region.drainStart = region.now;
  }
}

function tell(region: NaiveRegion, text: string): void {
  region.told.push(...region.elements.flatMap(({ life }, pe) => (life === 'alive' ? [`${pe}: ${text}`] : [])));
}

function cancel(region: NaiveRegion): void {
  const { stored } = region;
  region.timer = undefined;
  stored.timerSeq += 1;
}

function reset(region: NaiveRegion): void {
  const { stored, options, answers } = region;
  cancel(region);
  answers.fill('open');
  if (stored.attempt === stored.maxAttempts) {
    stored.state = 'GaveUp';
    tell(region, `ResetFailed ${stored.lastCompleted}`);
    return;
  }
  stored.state = 'Resetting';
  tell(region, `TriggerReset ${stored.lastCompleted} ${stored.attempt}`);
  stored.attempt += 1;
  region.timer = { at: region.now + options.resetTimeout, kind: 'reset' };
  region.resetStart = region.now;
}

function process(region: NaiveRegion): void {
  const { stored, options, answers } = region;
  stored.state = 'Processing';
  answers.fill('open');
  if (options.periodic) region.timer = { at: region.now + options.period, kind: 'period' };
}

function finishBlocking(region: NaiveRegion, seq: number): void {
  const { stored } = region;
  stored.pending = seq;
  stored.current += 1;
  stored.state = 'CheckpointPending';
  tell(region, `Resume ${stored.current} ${stored.toRetire} true`);
}

function finishCheckpoint(region: NaiveRegion): void {
  const { stored, options, drains } = region;
  const isDraining = stored.state === 'Draining';
  stored.toRetire = stored.lastCompleted;
  stored.lastCompleted = isDraining ? stored.current : stored.pending;
  if (isDraining) stored.current += 1;
  stored.attempt = 0;
  stored.maxAttempts = options.maxAttempts;
  tell(region, isDraining ? `Resume ${stored.current} ${stored.toRetire} false` : `Drained ${stored.pending}`);
  cancel(region);
  process(region);
  stored.pending = stored.current;
  stored.lastCompletedDrain = stored.lastCompleted;
  stored.lastConsistentStateTime = region.now;
  stored.averageDrainTime = averageWith(drains, region.now - region.drainStart);
}

function finishReset(region: NaiveRegion): void {
  const { stored, resets } = region;
  stored.current += 1;
  cancel(region);
  tell(region, `Resume ${stored.current} ${stored.toRetire} false`);
  process(region);
  stored.lastCompletedReset = stored.lastCompleted;
  stored.lastResetTime = region.now;
  stored.averageResetTime = averageWith(resets, region.now - region.resetStart);
}

/** Returns true if an answer to a checkpoint has the right number; where the original throws, it is reported. */
function isAwaited(region: NaiveRegion, seq: number): boolean {
  const { stored } = region;
  if (stored.state !== 'Draining' && stored.state !== 'CheckpointPending') return false;
  const isRight = seq === (stored.state === 'Draining' ? stored.current : stored.pending);
  if (!isRight) region.reports += 1;
  return isRight;
}

function checkpoint(region: NaiveRegion, pe: number, seq: number): void {
  const { stored, options, answers } = region;
  if (pe >= options.members || !isAwaited(region, seq)) return;
  if (answers[pe] === 'checkpointed') {
    region.reports += 1;
    return;
  }
  answers[pe] = 'checkpointed';
  if (answers.every((answer) => answer === 'checkpointed')) finishCheckpoint(region);
  else if (stored.state === 'Draining' && !answers.includes('open')) finishBlocking(region, seq);
}

function blocking(region: NaiveRegion, pe: number, seq: number): void {
  const { stored, options, answers } = region;
  if (!isAwaited(region, seq)) return;
  if (pe >= options.members || answers[pe] === 'blocking') {
    region.reports += 1;
    return;
  }
  if (stored.state === 'CheckpointPending') region.reports += 1;
  answers[pe] = 'blocking';
  if (!answers.includes('open')) finishBlocking(region, seq);
}

function resetDone(region: NaiveRegion, pe: number, seq: number, attempt: number): void {
  const { stored, options, answers } = region;
  if (pe >= options.members || stored.state !== 'Resetting') return;
  if (seq !== stored.lastCompleted || attempt !== stored.attempt - 1) return;
  if (answers[pe] === 'reset') {
    region.reports += 1;
    return;
  }
  answers[pe] = 'reset';
  if (answers.every((answer) => answer === 'reset')) finishReset(region);
}

function drain(region: NaiveRegion, by: number, seq: number): void {
  const { stored, options } = region;
  // The first element is the trigger operator.
  if (options.periodic || by !== 0) return;
  if (stored.state === 'Started') stored.mustReset = true;
  if (stored.state !== 'Processing') return;
  if (seq !== stored.current) {
    region.reports += 1;
    return;
  }
  stored.state = 'Draining';
  region.drainStart = region.now;
  region.timer = { at: region.now + options.drainTimeout, kind: 'drain' };
}

function requestReset(region: NaiveRegion, force: boolean): void {
  const { stored, options } = region;
  if (force) stored.maxAttempts = stored.attempt + options.maxAttempts;
  if (stored.state === 'Started') stored.mustReset = true;
  if (stored.state === 'Started' || stored.state === 'Unhealthy') return;
  if (stored.state === 'GaveUp') {
    if (!force) return;
    if (healthOf(region.elements) !== true) {
      stored.state = 'Unhealthy';
      return;
    }
    stored.healthy = true;
  }
  reset(region);
}

function checkHealth(region: NaiveRegion): void {
  const { stored, elements } = region;
  const healthy = healthOf(region.elements);
  if (healthy === undefined || healthy === stored.healthy) return;
  const isClean = elements.every(({ launch }) => launch <= 1);
  stored.healthy = healthy;
  stored.cleanStart = isClean;
  const { state } = stored;
  if (!healthy) {
    if (state === 'Started' || state === 'Unhealthy' || state === 'GaveUp') return;
    stored.state = 'Unhealthy';
    cancel(region);
  } else if (state === 'Unhealthy') reset(region);
  else if (state === 'GaveUp') region.reports += 1;
  else if (state === 'Started') {
    const mustReset = stored.mustReset || !isClean;
    stored.healthyFirstTime = true;
    stored.mustReset = false;
    if (mustReset) reset(region);
    else process(region);
  }
}

/** The average of the last ten, to the microsecond. */
function averageWith(samples: number[], sample: number): number {
  samples.push(sample);
  if (samples.length > 10) samples.shift();
  return Math.round((1e6 * samples.reduce((sum, each) => sum + each, 0)) / samples.length) / 1e6;
}
