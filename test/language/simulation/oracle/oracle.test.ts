/**
 * One meaning, several executors: the kernel with and without cached steps, the compiled rules, and the second executor
 * agree on random models; and the models reach what they are meant to reach.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs, seed, tried } from '../../../properties.ts';
import { compareExecutors } from './compare.ts';
import { type Construct, constructs, constructsAtLast } from './constructs.ts';
import { examples } from './examples.ts';
import { randomModel } from './random-model.ts';
import { lastingModel } from './random-lasting.ts';

/** Larger models are left alone: the second executor is slow. */
const most = 150;

/** Of so many models, one is explored without cached steps as well. */
const thorough = runs(4, 1);

/** Of so many models, one is explored with states and moves left out as well. */
const reduced = runs(2, 1);

/** Of so many models, one is explored with hashes of states. */
const hashed = runs(20, 1);

/** Of so many models, one is explored with interruptions. */
const interrupted = runs(40, 1);

/** In `npm run fuzz` only the user ends it. */
const unlimited = runs(3_600_000, 0);

/** So many models are drawn from one seed; the next ones from another, so that each portion is counted by itself. */
const portion = 1250;

/**
 * How many models are compared at least, what they reach, in thousandths but at least once each, and the models that
 * come before the random ones.
 */
interface Wanted {
  readonly numRuns: number;
  readonly least: number;
  readonly reached: Partial<Readonly<Record<Construct, number>>>;
  readonly examples?: readonly string[];
}

/** Compares random models; returns how many were compared, and how many of these were compiled. */
async function compareEach(
  models: fc.Arbitrary<string>,
  { numRuns, least, reached: wanted, examples: first = [] }: Wanted,
) {
  const counts = new Map<Counted, number>();
  for (let from = 0; from < numRuns; from += portion) {
    const counted = await comparePortion(models, {
      numRuns: Math.min(portion, numRuns - from),
      seed: seed + from,
      examples: from === 0 ? first.map((text) => [text]) : [],
    });
    for (const [what, count] of counted) {
      tried(what, count);
      counts.set(what, (counts.get(what) ?? 0) + count);
    }
  }
  const [compared, compiled] = [counts.get('by all executors') ?? 0, counts.get('by compiled rules') ?? 0];
  assert.ok(compared >= least, `Only ${compared} models were small enough.`);
  const missing = Object.entries(wanted).filter(
    ([construct, share]) =>
      (counts.get(construct as Construct) ?? 0) < Math.max(1, Math.floor((share * compared) / 1000)),
  );
  assert.deepEqual(missing, [], `Of ${compared} models too few reached: ${JSON.stringify([...counts])}`);
  return { compared, compiled };
}

/** What a portion counts. */
type Counted = Construct | 'by all executors' | 'by compiled rules';

async function comparePortion(
  models: fc.Arbitrary<string>,
  drawn: fc.Parameters<[string]>,
): Promise<ReadonlyMap<Counted, number>> {
  const counts = new Map<Counted, number>();
  const count = (what: Counted): unknown => counts.set(what, (counts.get(what) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(models, async (text) => {
      const compared = counts.get('by all executors') ?? 0;
      const judged = await compareExecutors(text, most, {
        isThorough: compared % thorough === 0,
        isReduced: compared % reduced === 0,
        isHashed: compared % hashed === 0,
        isInterrupted: compared % interrupted === 0,
      });
      if (!judged.isSmall) return;
      count('by all executors');
      if (judged.isCompiled) count('by compiled rules');
      for (const each of judged.reached) count(each);
    }),
    drawn,
  );
  return counts;
}

describe('a fault while a plain step takes time', () => {
  it('comes between two instants, and then in all executors', async () => {
    const model = [
      'machine M for pd { initial state A { after 3ms -> B  after 6ms -> C } state B { after 6ms -> C } state C { } }',
      'machine N for pd { var late: bool = false  initial state A { after 3ms do { late := true } } }',
      'pd p0 runs M\npd p1 runs N',
    ].join('\n');
    for (const property of ['always p0 in A or p0 in B or p0 crashed or p1.late', 'never p0 in A and p1.late']) {
      const check = `check "it" { run 6ms  fault crash of p0 up to 1  ${property} }`;
      const { isSmall, reached } = await compareExecutors(`${model}\n${check}`, most);
      assert.ok(isSmall, property);
      assert.ok(reached.has('fault during a plain step'), property);
    }
  });
});

describe('a fault at the end of a plain step, where something else is due', () => {
  it('needs no step in which time passes', async () => {
    const model = [
      'event Tick',
      'machine M for pd { initial state A { defer Tick  after 3ms -> F } final state F }',
      'node x { pd p runs M }',
      'check "it" { fault crash of x  may send Tick to x.p  watch: [unhandled]  run 3ms  run 3ms }',
    ].join('\n');
    assert.ok((await compareExecutors(model, most)).isSmall);
  });
});

describe('a plain step that restarts what a fault has crashed', () => {
  it('leaves no restart to come', async () => {
    const model = [
      'machine M for pd { initial state A { } }',
      'pd p { pd h }',
      'pd q runs M { manages s }',
      'doomed pd d',
      'space s',
      's stops with d',
      'check "it" { fault crash of p.h up to 1  restart p.h  may destroy q up to 1  eventually p alive }',
    ].join('\n');
    assert.ok((await compareExecutors(model, most)).isSmall);
  });
});

describe('leases while a plain step takes time', () => {
  it('split no states by a past that nothing asks for', async () => {
    const model = [
      'channel net { delay: 3ms }',
      'collector lease { duration: 6ms  period: 3ms  sweep: 3ms  enter: transferred }',
      'node x { object far { refers near }  object near  pd side }',
      'node y { object back  pd main { refers far } }',
      'check "it" { horizon: 6ms  run 3ms  never far destroyed }',
    ].join('\n');
    assert.ok((await compareExecutors(model, most)).isSmall);
  });
});

describe('a random model', () => {
  it('means the same to all executors, and each construct is reached', async () => {
    const { compared, compiled } = await compareEach(randomModel, {
      numRuns: runs(80, 125_000),
      least: runs(60, 100_000),
      reached: constructs,
      examples,
    });
    assert.ok(compiled > compared / runs(20, 10), `Only ${compiled} models of ${compared} were compiled.`);
  }).timeout(unlimited);

  it('ends in the same state, whatever is delayed, and whether or not time continues', async () => {
    await compareEach(lastingModel, {
      numRuns: runs(75, 30_000),
      least: runs(30, 12_000),
      reached: constructsAtLast,
    });
  }).timeout(unlimited);
});
