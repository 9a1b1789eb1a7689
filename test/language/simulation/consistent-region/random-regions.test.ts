/**
 * Random events to a consistent region: both models and the naive coordinator store the same, notify the members alike,
 * and report as often.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../properties.ts';
import { happen, type NaiveRegion, naiveRegion } from './naive-region.ts';
import { type Adapter, prepareRegion, type Seen, seenOf } from './region-driver.ts';
import type { Options, RegionEvent } from './region-events.ts';
import { regionMachine, states } from './region-machine.ts';
import { regionParts, seenInParts } from './region-parts.ts';

const common = { members: 2, period: 30, drainTimeout: 20, resetTimeout: 25, maxAttempts: 2 };
const settings: readonly (readonly [string, Options])[] = [
  ['a periodic', { ...common, periodic: true }],
  ['an operator-driven', { ...common, periodic: false, period: 0 }],
  ['a three-membered', { ...common, members: 3, maxAttempts: 3, periodic: true }],
];

/** Numbers are drawn as distances from those that the region awaits, which makes right ones frequent. */
type Draft = Exclude<RegionEvent, { readonly seq: number }> | Distant | Onward;
interface Distant {
  readonly kind: 'checkpoint' | 'blocking' | 'resetDone' | 'drain';
  readonly pe: number;
  readonly seq: number;
  readonly attempt: number;
}

/** Whatever brings the region nearer to the next checkpoint. */
interface Onward {
  readonly kind: 'onward';
  readonly pe: number;
  readonly way: number;
}

const off = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1) });

function drafts({ members }: Options): fc.Arbitrary<Draft[]> {
  // One more than there are members: somebody else.
  const pe = fc.nat({ max: members });
  const member = fc.nat({ max: members - 1 });
  const kind = fc.constantFrom<Distant['kind']>('checkpoint', 'blocking', 'resetDone', 'drain');
  const level = fc.constantFrom('full', 'full', 'partial', 'unconnected', 'missing');
  const phase = fc.constantFrom('running', 'running', 'pending', 'succeeded', 'failed', 'missing');
  const launch = fc.integer({ min: 1, max: 3 });
  const seconds = fc.constantFrom(1, 20, 25, 30, 60);
  const other = fc.oneof(
    fc.record({ kind, pe, seq: off, attempt: off }),
    fc.record({ kind: fc.constant('reset' as const), force: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('create', 'restart', 'crash', 'destroy'), pe: member }),
    fc.record({ kind: fc.constant('connectivity'), pe: member, level }),
    fc.record({ kind: fc.constant('podPhase'), pe: member, phase, launch }),
    fc.record({ kind: fc.constant('launched'), pe: member, launch }),
    fc.constant({ kind: 'restartOperator' }),
    fc.record({ kind: fc.constant('wait'), seconds }),
  ) as fc.Arbitrary<Draft>;
  const onward = fc.record({ kind: fc.constant('onward' as const), pe: member, way: fc.nat({ max: 4 }) });
  return fc.array(fc.oneof({ weight: 5, arbitrary: onward }, { weight: 2, arbitrary: other }), {
    maxLength: 80,
    size: 'max',
  });
}

function eventOf(draft: Draft, { stored, elements, options }: NaiveRegion): RegionEvent {
  if (draft.kind === 'onward') return onwardFrom(draft, { stored, elements, options });
  if (!('seq' in draft)) return draft;
  const { kind, pe } = draft;
  const isPending = stored.state === 'CheckpointPending';
  switch (kind) {
    case 'resetDone':
      return { kind, pe, seq: stored.lastCompleted + draft.seq, attempt: stored.attempt - 1 + draft.attempt };
    case 'drain':
      return { kind, by: pe, seq: stored.current + draft.seq };
    default:
      return { kind, pe, seq: (isPending ? stored.pending : stored.current) + draft.seq };
  }
}

function onwardFrom(
  { pe, way }: Onward,
  { stored, elements, options }: Pick<NaiveRegion, 'stored' | 'elements' | 'options'>,
): RegionEvent {
  switch (stored.state) {
    case 'Started':
    case 'Unhealthy':
      if (way < 2) return { kind: 'connectivity', pe, level: 'full' };
      if (way < 3) return { kind: 'podPhase', pe, phase: 'running', launch: elements[pe]?.launch ?? 1 };
      return { kind: 'create', pe };
    case 'Processing':
      return options.periodic ? { kind: 'wait', seconds: 30 } : { kind: 'drain', by: 0, seq: stored.current };
    case 'Draining':
      return { kind: way < 2 ? 'blocking' : 'checkpoint', pe, seq: stored.current };
    case 'CheckpointPending':
      return { kind: 'checkpoint', pe, seq: stored.pending };
    case 'Resetting':
      return { kind: 'resetDone', pe, seq: stored.lastCompleted, attempt: stored.attempt - 1 };
    case 'GaveUp':
      return { kind: 'reset', force: true };
  }
}

/** Runs random events through a model and the naive region. Returns the states that were visited. */
async function compare(
  options: Options,
  adapter: Adapter,
  { see, leaves }: { readonly see: (naive: NaiveRegion) => Seen; readonly leaves?: RegionEvent['kind'] },
): Promise<Set<string>> {
  const start = await prepareRegion(options, adapter);
  const visited = new Set<string>();
  fc.assert(
    fc.property(drafts(options), (events) => {
      const driver = start();
      const naive = naiveRegion(options);
      for (const draft of events) {
        const event = eventOf(draft, naive);
        if (event.kind === leaves) continue;
        happen(naive, event);
        assert.deepEqual(driver(event), see(naive), JSON.stringify(event));
        visited.add(naive.stored.state);
      }
    }),
    { numRuns: runs(40, 2000) },
  );
  return visited;
}

const all = [...states].sort();

describe('random events to a consistent region', () => {
  for (const [name, options] of settings) {
    it(`change ${name} one as the table of transitions says`, async () => {
      assert.deepEqual([...(await compare(options, regionMachine, { see: seenOf }))].sort(), all);
    });

    it(`change ${name} one with an operator of several parts as the table says`, async () => {
      // An operator that is restarted has to wait for what is stored, and may wait forever.
      const visited = await compare(options, regionParts, { see: seenInParts, leaves: 'restartOperator' });
      assert.deepEqual([...visited].sort(), all);
    });
  }
});
