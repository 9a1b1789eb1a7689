/** Several threads that share a search get the same result as one. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type Crew, startCrew } from '../../../../language/src/simulation/compiled/crew.ts';
import { prepareRules } from '../../../../language/src/simulation/compiled/prepared-rules.ts';
import type { SearchProgress } from '../../../../language/src/simulation/compiled/search-progress.ts';
import { type CompiledSearch, startSearch } from '../../../../language/src/simulation/compiled/search.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { runText } from '../../../../server/src/search/run-javascript.ts';
import { searchThreads } from '../../../../server/src/search/search-threads.ts';
import { modelOfText } from '../../dsl/load-text.ts';
import { searchWorker } from '../search-worker.ts';

/** Enough for all states. A process that has many gigabytes promised to it can start no other. */
const memory = 2 ** 26;
const region = await readFile('test/bench/exploration/region.aft', 'utf8');

async function searchOf(text: string): Promise<CompiledSearch> {
  const model = await modelOfText(text);
  const { run } = initial(compileModel(model), { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const [check] = model.checks;
  assert.ok(check);
  const wanted = check.properties.map(({ condition }) => ({ condition, isNegated: false, ends: true }));
  return startSearch(prepareRules(run, check), { wanted, bounds: check.bounds, memory }, runText);
}

/** Hands a search over after so many states. */
function crewOf(search: CompiledSearch, after: number, members: number, most = memory): Crew {
  const threads = searchThreads(searchWorker, members);
  assert.ok(threads);
  for (;;) {
    assert.equal(search.advance(1), 'paused');
    const handedOver = search.progress().states < after ? undefined : search.handOver();
    if (handedOver === undefined) continue;
    // On a loaded machine they begin late, as they are compiled first.
    const crew = startCrew({ ...handedOver, memory: most }, { ...threads, patience: 120_000 });
    assert.ok(crew);
    return crew;
  }
}

function outcomeOf(crew: Crew): string {
  for (;;) {
    const outcome = crew.wait(1000);
    if (outcome !== undefined) return outcome;
  }
}

function finish(search: CompiledSearch): SearchProgress {
  while (search.advance(100_000) === 'paused');
  return search.progress();
}

describe('threads that share a search', () => {
  it('count as one thread does, however many there are and whenever they begin', async () => {
    const alone = await searchOf(region);
    const expected = finish(alone);
    for (const [members, after] of [
      [2, 2],
      [3, 5000],
      [2, 100_000],
    ] as const) {
      const crew = crewOf(await searchOf(region), after, members);
      assert.equal(outcomeOf(crew), 'over');
      const { depth, ...counts } = crew.progress();
      assert.deepEqual(counts, { states: 147_644, transitions: 1_051_784, followed: 147_644 });
      assert.equal(depth, expected.depth);
      assert.ok(crew.bytes() < 40 * counts.states + 2 ** 20, `${crew.bytes() / counts.states} bytes a state`);
      crew.end();
    }
  });

  it('keep to bounds, and count what is beyond them', async () => {
    const bounded = region.replace(
      '  never region.st == 3',
      '  bound region.seq == 0 or region.st != 2\n  never region.st == 3',
    );
    const alone = await searchOf(bounded);
    const expected = finish(alone);
    assert.ok(alone.bounded() > 100);
    const crew = crewOf(await searchOf(bounded), 100, 2);
    assert.equal(outcomeOf(crew), 'over');
    assert.deepEqual([crew.progress(), crew.bounded()], [expected, alone.bounded()]);
    crew.end();
  });

  it('end when one of them finds what is looked for, or a rule that fails', async () => {
    const texts = [
      region.replace(
        '  never region.st == 3',
        '  never region.st == 3 and region.ps[0] == 3 and region.up[1] == 9\n  never region.st == 3',
      ),
      region.replace(
        'fails := fails + 1',
        'fails := fails + 1  if st == 2 and seq == 1 and up[0] > 8 { fails := fails + 3 }',
      ),
    ];
    for (const text of texts) {
      const alone = await searchOf(text);
      finish(alone);
      const isFailure = alone.failed() !== undefined;
      assert.equal(isFailure, text === texts[1]);
      const crew = crewOf(await searchOf(text), 2, 2);
      assert.equal(outcomeOf(crew), 'ended');
      assert.deepEqual([crew.isMet(0), crew.isMet(1)], [!isFailure, false]);
      crew.end();
    }
  });

  it('end when memory runs out', async () => {
    const small = crewOf(await searchOf(region), 1000, 2, 2_500_000);
    assert.equal(outcomeOf(small), 'full');
    assert.ok(small.progress().states < 147_644 && small.bytes() < 2_500_000);
    small.end();
  });
});
