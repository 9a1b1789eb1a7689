/** Repaired traces: what is still possible is kept, and the fate of every step is said. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { allSteps } from '../../../../language/src/model/all-steps.ts';
import { keyText } from '../../../../language/src/simulation/play/recording/described-steps.ts';
import { fitOf, openRun, recordTrace } from '../../../../language/src/simulation/play/recording/recording.ts';
import {
  readTrace,
  type Trace,
  type TraceOrigin,
  writeTrace,
} from '../../../../language/src/simulation/play/recording/trace.ts';
import { longestAscent, type Repair, repairSteps } from '../../../../language/src/simulation/sampling/repair.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { runs } from '../../../properties.ts';
import { programOf, randomOrigin, randomSystem } from '../random-systems.ts';

function recorded(program: Program, origin: TraceOrigin, seed: number, turns = 60): Trace {
  const opened = openRun(program, origin, { seed, turns });
  if (!('timeline' in opened)) assert.fail(JSON.stringify(opened));
  return recordTrace(program, origin, { seed, timeline: opened.timeline });
}

function repaired(program: Program, trace: Trace): Repair {
  const read = readTrace(writeTrace(trace));
  if (!('trace' in read)) assert.fail(read.refusal);
  const repair = allSteps(repairSteps(program, read.trace));
  if ('refusal' in repair) assert.fail(repair.refusal);
  return repair;
}

const wordsOf = ({ steps }: Repair): readonly string[] =>
  steps.map(({ fate, from, to, text }) => `${fate} ${String(from ?? '-')} ${String(to ?? '-')} ${text}`);

const textsOf = ({ described }: Trace): readonly string[] =>
  (described?.played ?? []).map((index) => keyText(described?.keys[index] ?? { kind: 'started', of: [] }));

/** Two timers in different orders, and an event from outside. */
const machines = (fast: string, slow: string): string => `
event Go
machine Worker { initial state Idle { on Go -> Busy } state Busy { after ${fast} -> Done } final state Done }
machine Clock { initial state Low { after ${slow} -> High } final state High }
pd worker runs Worker
pd clock runs Clock
`;
const random: TraceOrigin = { kind: 'random', check: undefined, faults: [{ kind: 'crash', upTo: 1 }], sends: true };

/** The seed of a run of the model in which every kind of step happens, found once. */
let seedOfSample = 0;

/** Returns a trace of the model in which every kind of step happens. */
async function sample(text: string): Promise<Trace> {
  const program = await programOf(text);
  for (let seed = seedOfSample; ; seed++) {
    seedOfSample = seed;
    const trace = recorded(program, random, seed, 4);
    const texts = textsOf(trace);
    const wanted = ['from outside: Go to worker', 'timer of worker in Busy', 'timer of clock in Low', 'crash worker'];
    if (texts.length === wanted.length && wanted.every((each, index) => texts[index] === each)) return trace;
    assert.ok(seed < 2000, 'there is such a run');
  }
}

describe('a repaired trace', () => {
  it('keeps every step under new names', async () => {
    const text = machines('1s', '2s');
    const trace = await sample(text);
    const now = text.replaceAll('worker', 'server').replaceAll('Busy', 'Working').replaceAll('Go', 'Start');
    const repair = repaired(await programOf(now), trace);
    assert.deepEqual(wordsOf(repair), [
      'kept 1 1 from outside: Start to server',
      'kept 2 2 timer of server in Working',
      'kept 3 3 timer of clock in Low',
      'kept 4 4 crash server',
    ]);
    assert.deepEqual(
      repair.renamed.map(({ kind, from, to }) => `${kind} ${from} ${to}`),
      ['entity worker server', 'event Go Start', 'state Busy Working'],
    );
  });

  it('takes steps earlier or later where durations are others, and says so', async () => {
    const trace = await sample(machines('1s', '2s'));
    const repair = repaired(await programOf(machines('4s', '2s')), trace);
    assert.deepEqual(wordsOf(repair), [
      'kept 1 1 from outside: Go to worker',
      'moved 3 2 timer of clock in Low',
      'kept 2 3 timer of worker in Busy',
      'kept 4 4 crash worker',
    ]);
  });

  it('drops what cannot happen any more, and adds what has to come in between', async () => {
    const trace = await sample(machines('1s', '2s'));
    const without = repaired(await programOf(machines('1s', '2s').replace('pd clock runs Clock', '')), trace);
    assert.ok(wordsOf(without).includes('dropped 3 - timer of clock in Low'), wordsOf(without).join('\n'));
    const longer = machines('1s', '2s').replace('-> Busy }', '-> Soon } state Soon { after 100ms -> Busy }');
    const added = wordsOf(repaired(await programOf(longer), trace));
    assert.ok(added.includes('added - 2 timer of worker in Soon'), added.join('\n'));
  });

  it('is refused, with the reason, where nothing is known of the steps', async () => {
    const program = await programOf(machines('1s', '2s'));
    const { described: _, ...bare } = recorded(program, random, 1);
    const refused = allSteps(repairSteps(program, bare));
    assert.match('refusal' in refused ? refused.refusal : '', /cannot be repaired/);
  });

  it('of the same model is the same, whatever ran', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(1000), async (text, origin, seed) => {
        const program = await programOf(text);
        const trace = recorded(program, origin, seed);
        if (trace.steps === 0) return;
        const { steps, trace: now } = repaired(program, trace);
        assert.deepEqual(
          steps.map(({ fate }) => fate),
          trace.marks.map(() => 'kept'),
        );
        assert.deepEqual(now.marks, trace.marks);
      }),
      { numRuns: runs(15) },
    );
  });

  it('is a run of the changed model, and names every old and every new step once', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomSystem, randomOrigin, fc.nat(1000), async (text, other, origin, seed) => {
        const trace = recorded(await programOf(text), origin, seed);
        const program = await programOf(other);
        if (trace.steps === 0) return;
        const repair = allSteps(repairSteps(program, trace));
        if ('refusal' in repair) return;
        const { steps, trace: now } = repair;
        const numbers = (side: 'from' | 'to'): readonly number[] =>
          steps.flatMap((each) => (each[side] === undefined ? [] : [each[side]])).sort((a, b) => a - b);
        assert.deepEqual(
          numbers('from'),
          trace.marks.map((_, index) => index + 1),
        );
        assert.deepEqual(
          numbers('to'),
          now.marks.map((_, index) => index + 1),
        );
        const opened = openRun(program, origin, { seed, draws: now.draws, continuesByChance: false });
        if (!('timeline' in opened)) assert.fail(JSON.stringify(opened));
        assert.equal(fitOf(program, now, opened.timeline)?.firstMisfit, undefined);
      }),
      { numRuns: runs(15) },
    );
  });
});

describe('the longest ascending part', () => {
  it('is as long as the longest of all that a naive search finds', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(30), { maxLength: 9 }), (list) => {
        let longest = 0;
        for (let chosen = 0; chosen < 2 ** list.length; chosen++) {
          const part = list.filter((_, index) => ((chosen >> index) & 1) === 1);
          if (part.every((each, index) => index === 0 || (part[index - 1] ?? 0) < each))
            longest = Math.max(longest, part.length);
        }
        const found = list.filter((each) => longestAscent(list).has(each));
        assert.deepEqual(
          found,
          found.toSorted((a, b) => a - b),
        );
        assert.equal(found.length, longest);
      }),
    );
  });
});
