/**
 * The transitions T1 to T38 of a consistent region, one by one: the events before, the event, all its changes, the
 * notifications to the members, and the number of reports. The period is 30 s, the timeouts are 20 s for drains and 25
 * s for resets, with two attempts; PE 2 is no member.
 */
import type { Stored } from './naive-region.ts';
import type { RegionEvent } from './region-events.ts';

export interface TransitionCase {
  readonly title: string;
  readonly trigger: 'periodic' | 'operator-driven';
  readonly before: readonly RegionEvent[];
  readonly event: RegionEvent;
  /** All variables that change; the others keep their values. */
  readonly changes: Partial<Stored>;
  /** The notifications to both members; with a number, to one of them. */
  readonly told: readonly string[];
  readonly reports: number;
}

const create = (pe: number): RegionEvent => ({ kind: 'create', pe });
const crash = (pe: number): RegionEvent => ({ kind: 'crash', pe });
const restart = (pe: number): RegionEvent => ({ kind: 'restart', pe });
const destroy = (pe: number): RegionEvent => ({ kind: 'destroy', pe });
const wait = (seconds: number): RegionEvent => ({ kind: 'wait', seconds });
const done = (pe: number, seq = 1): RegionEvent => ({ kind: 'checkpoint', pe, seq });
const blocking = (pe: number, seq = 1): RegionEvent => ({ kind: 'blocking', pe, seq });
const resetDone = (pe: number, seq = 0, attempt = 0): RegionEvent => ({ kind: 'resetDone', pe, seq, attempt });
const drain = (by: number, seq: number): RegionEvent => ({ kind: 'drain', by, seq });
const request: RegionEvent = { kind: 'reset', force: false };
const force: RegionEvent = { kind: 'reset', force: true };

const healthy = [create(0), create(1)];
const draining = [...healthy, wait(30)];
const pending = [...draining, done(0), blocking(1)];
const resetting = [...healthy, request];
const unhealthy = [...draining, crash(1)];
const gaveUp = [...resetting, wait(25), wait(25)];

const firstHealth = { healthy: true, cleanStart: true, healthyFirstTime: true };
const firstReset = { state: 'Resetting', attempt: 1, timerSeq: 1 } as const;
const taken = { lastCompletedDrain: 1, lastConsistentStateTime: 30 };

type Outcome = Partial<Pick<TransitionCase, 'changes' | 'told' | 'reports' | 'trigger'>>;
const at = (
  title: string,
  before: readonly RegionEvent[],
  event: RegionEvent,
  { changes = {}, told = [], reports = 0, trigger = 'periodic' }: Outcome = {},
): TransitionCase => ({ title, before, event, changes, told, reports, trigger });

const health: readonly TransitionCase[] = [
  at('T1: first health of a clean start', [create(0)], create(1), { changes: { state: 'Processing', ...firstHealth } }),
  at('T2: first health after a launch that failed', [create(0), crash(0), create(1)], restart(0), {
    changes: { ...firstReset, healthy: true, healthyFirstTime: true },
    told: ['TriggerReset 0 0'],
  }),
  at('T2: first health after a request', [request, create(0)], create(1), {
    changes: { ...firstReset, ...firstHealth, mustReset: false },
    told: ['TriggerReset 0 0'],
  }),
  at(
    'T2: first health after a restart of the operator',
    healthy,
    { kind: 'restartOperator' },
    {
      changes: firstReset,
      told: ['TriggerReset 0 0'],
    },
  ),
  at(
    'T2: no attempt is left',
    gaveUp,
    { kind: 'restartOperator' },
    { changes: { timerSeq: 4 }, told: ['ResetFailed 0'] },
  ),
  at('T3: health comes back', unhealthy, restart(1), {
    changes: { state: 'Resetting', attempt: 1, timerSeq: 2, healthy: true, cleanStart: false },
    told: ['TriggerReset 0 0'],
  }),
  at('T4: health comes back too late', [...gaveUp, crash(1)], restart(1), {
    changes: { healthy: true, cleanStart: false },
    reports: 1,
  }),
  ...([healthy, draining, pending, resetting] as const).map((before, index) =>
    at(
      `T6: a failure in ${['Processing', 'Draining', 'CheckpointPending', 'Resetting'][index] ?? ''}`,
      before,
      crash(1),
      {
        changes: { state: 'Unhealthy', healthy: false, timerSeq: before === resetting ? 2 : 1 },
      },
    ),
  ),
  at('T7: a failure after all was given up', gaveUp, crash(1), { changes: { healthy: false } }),
  at('T7: a failure before the start', [create(0)], crash(0)),
  at('T8: unknown health', healthy, destroy(1)),
  at('T8: a failure while health is unknown', [...healthy, destroy(1)], crash(0)),
  at('T8: a further failure', unhealthy, crash(0)),
];

const timers: readonly TransitionCase[] = [
  at('T9: the period is over', healthy, wait(30), { changes: { state: 'Draining' }, told: ['TriggerDrain 1'] }),
  at('T10: the period is over elsewhere', [...healthy, crash(1)], wait(30)),
  at('T11: a drain takes too long', draining, wait(20), { changes: firstReset, told: ['TriggerReset 0 0'] }),
  at('T11: the rest of a checkpoint takes too long', pending, wait(20), {
    changes: firstReset,
    told: ['TriggerReset 0 0'],
  }),
  at('T11: a reset takes too long', resetting, wait(25), {
    changes: { attempt: 2, timerSeq: 2 },
    told: ['TriggerReset 0 1'],
  }),
  at('T11: the last reset takes too long', [...resetting, wait(25)], wait(25), {
    changes: { state: 'GaveUp', timerSeq: 3 },
    told: ['ResetFailed 0'],
  }),
  at('T12: a drain takes too long elsewhere', unhealthy, wait(20)),
  at('T12: a reset takes too long elsewhere', [...resetting, crash(1)], wait(25)),
  at('T13: the timer of an earlier drain', [...draining, done(0), done(1)], wait(20)),
];

const checkpoints: readonly TransitionCase[] = [
  at('T14: the first of two checkpoints', draining, done(0)),
  at('T14: a checkpoint after a blocking one', [...draining, blocking(0)], done(0)),
  at('T15: the last is complete, another is not', [...draining, blocking(1)], done(0), {
    changes: { state: 'CheckpointPending', current: 2, pending: 1 },
    told: ['Resume 2 0 true'],
  }),
  at('T16: all are complete', [...draining, done(0)], done(1), {
    changes: { state: 'Processing', current: 2, lastCompleted: 1, pending: 2, timerSeq: 1, ...taken },
    told: ['Resume 2 0 false'],
  }),
  at('T17: some are not complete', [...draining, blocking(0), blocking(1)], done(0)),
  at('T18: all are complete now', pending, done(1), {
    changes: { state: 'Processing', lastCompleted: 1, pending: 2, timerSeq: 1, ...taken },
    told: ['Drained 1'],
  }),
  ...[done, blocking].flatMap((answer) => [
    at('T19: another number in a drain', draining, answer(0, 2), { reports: 1 }),
    at('T19: an earlier number in a drain', draining, answer(0, 0), { reports: 1 }),
    at('T19: another number after a drain', pending, answer(1, 2), { reports: 1 }),
    at('T20: twice in a drain', [...draining, answer(0)], answer(0), { reports: 1 }),
    ...(
      [
        ['Started', []],
        ['Processing', healthy],
        ['Unhealthy', unhealthy],
        ['Resetting', resetting],
        ['GaveUp', gaveUp],
      ] as const
    ).map(([state, before]) => at(`T21: not asked for in ${state}`, before, answer(0))),
  ]),
  at('T20: a checkpoint twice after a drain', pending, done(0), { reports: 1 }),
  at('T20: a blocking checkpoint twice after a drain', pending, blocking(1), { reports: 1 }),
  at('T14: a checkpoint of no member', draining, done(2)),
  at('T22: a blocking checkpoint of no member', draining, blocking(2), { reports: 1 }),
  at('T22: the first of two blocking checkpoints', draining, blocking(0)),
  at('T22: a blocking checkpoint after a complete one', [...draining, done(0)], blocking(0)),
  at('T23: the last blocking checkpoint', [...draining, blocking(0)], blocking(1), {
    changes: { state: 'CheckpointPending', current: 2, pending: 1 },
    told: ['Resume 2 0 true'],
  }),
  at('T24: a blocking checkpoint after a complete one, after the drain', pending, blocking(0), {
    changes: { current: 3 },
    told: ['Resume 3 0 true'],
    reports: 1,
  }),
];

const answers: readonly TransitionCase[] = [
  at('T25: the first of two resets', resetting, resetDone(0)),
  at('T26: the last reset', [...resetting, wait(5), resetDone(0)], resetDone(1), {
    changes: {
      state: 'Processing',
      current: 2,
      timerSeq: 2,
      lastCompletedReset: 0,
      lastResetTime: 5,
      averageResetTime: 5,
    },
    told: ['Resume 2 0 false'],
  }),
  at('T27: another checkpoint', resetting, resetDone(0, 1)),
  at('T27: an earlier attempt', [...resetting, wait(25)], resetDone(0)),
  at('T27: a later attempt', resetting, resetDone(0, 0, 1)),
  at('T27: an earlier attempt, of one that is done', [...resetting, wait(25), resetDone(0, 0, 1)], resetDone(0)),
  at('T27: no member', resetting, resetDone(2)),
  ...(
    [
      ['Started', []],
      ['Processing', healthy],
      ['Unhealthy', unhealthy],
      ['Draining', draining],
      ['CheckpointPending', pending],
      ['GaveUp', gaveUp],
    ] as const
  ).map(([state, before]) => at(`T27: not asked for in ${state}`, before, resetDone(0))),
  at('T28: twice', [...resetting, resetDone(0)], resetDone(0), { reports: 1 }),
];

const driven = { trigger: 'operator-driven' } as const;
const requests: readonly TransitionCase[] = [
  at('T29: a drain before the start', [], drain(0, 1), { ...driven, changes: { mustReset: true } }),
  at('T30: a drain', healthy, drain(0, 1), { ...driven, changes: { state: 'Draining' } }),
  at('T31: a drain with another number', healthy, drain(0, 2), { ...driven, reports: 1 }),
  at('T32: a drain that somebody else asks for', healthy, drain(1, 1), driven),
  at('T32: a drain of a periodic region', healthy, drain(0, 1)),
  at('T32: a drain in a drain', [...healthy, drain(0, 1)], drain(0, 1), driven),
  at('T32: a drain in a reset', resetting, drain(0, 1), driven),
  at('T32: a drain without health', [...healthy, crash(1)], drain(0, 1), driven),
  at('T33: a reset before the start', [], request, { changes: { mustReset: true } }),
  at('T33: a forced reset before the start', [], force, { changes: { mustReset: true } }),
  at('T34: a reset without health', unhealthy, request),
  at('T34: a forced reset without health', [...resetting, crash(1)], force, { changes: { maxAttempts: 3 } }),
  at('T35: a reset after all was given up', gaveUp, request),
  at('T36: a forced reset without health', [...gaveUp, crash(1)], force, {
    changes: { state: 'Unhealthy', maxAttempts: 4 },
  }),
  at('T36: a forced reset while health is unknown', [...gaveUp, destroy(1)], force, {
    changes: { state: 'Unhealthy', maxAttempts: 4 },
  }),
  at('T37: a forced reset', gaveUp, force, {
    changes: { state: 'Resetting', maxAttempts: 4, attempt: 3, timerSeq: 4 },
    told: ['TriggerReset 0 2'],
  }),
  ...([healthy, draining, pending] as const).flatMap((before, index) => {
    const state = ['Processing', 'Draining', 'CheckpointPending'][index] ?? '';
    return [request, force].map((event) =>
      at(`T38: a reset in ${state}`, before, event, { changes: firstReset, told: ['TriggerReset 0 0'] }),
    );
  }),
  at('T38: a reset in a reset', resetting, request, {
    changes: { attempt: 2, timerSeq: 2 },
    told: ['TriggerReset 0 1'],
  }),
  at('T38: a forced reset in a reset', resetting, force, {
    changes: { attempt: 2, maxAttempts: 3, timerSeq: 2 },
    told: ['TriggerReset 0 1'],
  }),
  at('T38: a reset when none is left', [...resetting, wait(25)], request, {
    changes: { state: 'GaveUp', timerSeq: 3 },
    told: ['ResetFailed 0'],
  }),
];

/** All transitions but T5, which no event triggers. */
export const transitionCases: readonly TransitionCase[] = [
  ...health,
  ...timers,
  ...checkpoints,
  ...answers,
  ...requests,
];
