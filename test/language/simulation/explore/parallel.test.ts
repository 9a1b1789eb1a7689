/**
 * Machines with parallel states and histories in runs and checks: what a crash loses, what is deferred, as many states
 * as the naive explorer finds, and the reason why such a check is not exported.
 */
import assert from 'node:assert/strict';
import { exportPromela } from '../../../../language/src/simulation/promela/export-promela.ts';
import { assertPasses } from '../run-scenarios.ts';
import { exploreText, replayed } from './explored.ts';
import { exploreNaively } from './naive-explorer.ts';

const player = (history: string): string => `
  event Go  event Back  event Pause  event Resume
  machine Player for pd {
    initial parallel state On {
      state A { initial state A1 { on Go -> A2  on Pause when self in B2 do { log "preempts" } -> A2 } state A2 { on Back -> A1 } }
      state B { initial state B1 { on Go -> B2 } state B2 { on Back -> B1 } }
      ${history}
      on Pause -> Off
    }
    state Off { on Resume -> Last  defer Go }
  }
  pd p runs Player`;

const crashed = `send Go to p  send Pause to p  run 1s  crash p  restart p  run 1s  expect p in A1 and p in B1
  send Pause to p  run 1s  expect p in Off  send Resume to p  run 1s`;

describe('a machine with parallel states and a history', () => {
  it('forgets in a crash what the history remembers, unless that is persistent', async () => {
    await assertPasses(`${player('deep history Last -> B2')}
      scenario "lost" { send Pause to p  run 1s  crash p  restart p
        send Pause to p  run 1s  send Resume to p  run 1s  expect p in A1 and p in B1 }`);
    await assertPasses(`${player('persistent deep history Last -> B2')}
      scenario "kept until it is left again" { ${crashed} expect p in A1 and p in B1 }`);
    await assertPasses(`
      event Resume  event Next
      machine M for pd {
        initial state Start { on Resume -> Last  on Next -> S }
        state S { persistent history Last -> A  initial state A { on Next -> B } state B { on Next -> Start } }
      }
      pd p runs M
      scenario "kept" {
        send Next to p  send Next to p  send Next to p  run 1s  crash p  restart p  send Resume to p  run 1s  expect p in B
      }
      scenario "at first" { send Resume to p  run 1s  expect p in A }`);
  });

  it('is explored like by the naive explorer, and its counterexamples can be played', async () => {
    for (const history of ['history Last -> B', 'deep history Last -> B2', 'persistent deep history Last -> B2']) {
      const text = `${player(history)}
        check "each" {
          may send Go to p  may send Back to p  may send Pause to p  may send Resume to p
          fault crash of p up to 1
          always p in Off or p in A and p in B
        }
        check "none" {
          may send Go to p  may send Back to p  may send Pause to p
          never p in A2 and p in B2
        }`;
      for (const explored of await exploreText(text)) {
        const { program, check, exploration } = explored;
        const naive = exploreNaively(program, check, { most: 1000, ignored: [] }) ?? assert.fail();
        assert.equal(exploration.broken.length, naive.broken.length);
        if (naive.broken.length === 0) assert.equal(exploration.states, naive.states, history);
        else assert.equal(replayed(explored).length, 1);
        const promela = exportPromela(program, check);
        const named = 'uncovered' in promela ? promela.uncovered.map(({ what }) => what) : [];
        assert.deepEqual([...new Set(named)], ['a parallel state', 'a history']);
      }
    }
  });
});
