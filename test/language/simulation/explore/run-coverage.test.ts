/**
 * The coverage of scenarios. Its judge is the model itself: with a line of log as the first action of each transition
 * and in each state, the logs of the runs have to count the same.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRunCoverage } from '../../../../language/src/simulation/explore/judgement/run-coverage.ts';
import { scenarioSteps } from '../../../../language/src/simulation/play/scenario-result.ts';
import { runs } from '../../../properties.ts';
import { programOf, randomSystem } from '../random-systems.ts';

/** Runs the scenario of a text; returns its coverage and what was logged. */
async function covered(text: string, seed = 1) {
  const program = await programOf(text);
  const { listeners, coverage } = createRunCoverage(program);
  const logged: string[] = [];
  const tell: typeof listeners.tell = (effect) => {
    if (effect.kind === 'logged') logged.push(effect.text);
    listeners.tell?.(effect);
  };
  const [scenario] = program.model.scenarios;
  assert.ok(scenario);
  for (const _ of scenarioSteps(program, scenario, seed, { ...listeners, tell }));
  return { ...coverage, logged, program };
}

const scenario = `
scenario "s" {
  for p in [p0, p1] {
    send Ping(3) to p1
    send Tick to p
    run 3s
    crash p
    run 2s
    restart p
    run 2s
  }
}`;

describe('the coverage of scenarios', () => {
  it('counts what the machines of random systems log themselves', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, fc.nat(100), async (text, seed) => {
        let next = 0;
        const logging = text
          .replaceAll('do { ', () => `do { log "t${String(next++)}"  `)
          .replaceAll(/state (\w) \{/g, (all, name: string) => `${all} enter { log "s${name}" }`);
        const { places, held, logged, program } = await covered(`${logging}\n${scenario}`, seed);
        const [machine] = program.model.machines;
        assert.ok(machine);
        const count = (line: string): number => logged.filter((each) => each === line).length;
        const transitions = [...machine.transitions, ...machine.states.flatMap((state) => state.transitions)];
        assert.equal(transitions.length, next);
        for (const [index, { place, guard }] of transitions.entries()) {
          assert.equal(places.get(place) ?? 0, count(`t${String(index)}`), `transition ${String(index)}`);
          // In a machine without parallel states, what may be taken is taken.
          if (guard !== undefined) assert.equal(held.get(place) ?? 0, places.get(place) ?? 0);
        }
        for (const { name, place } of machine.states) assert.equal(places.get(place) ?? 0, count(`s${name}`), name);
      }),
      { numRuns: runs(15, 400) },
    );
  });

  it('counts failed guards, policies and crashes, over all combinations', async () => {
    const { places, held, failed, policies, crashed, program } = await covered(`
      event Go(n: int)
      policy far { spaceDepth: 2 }
      policy near { spaceDepth: 1 }
      machine M for pd {
        initial state A {
          on Go(n) when n > 5 -> B
          on Go(n) when n > 2
          after 1s when false
        }
        state B
      }
      pd a runs M
      pd b runs M
      pd unused
      scenario "s" {
        for n in [1, 4, 9] {
          send Go(n) to a
          run 3s
          crash a under far
          crash b
        }
      }`);
    const [machine] = program.model.machines;
    const [state, other] = machine?.states ?? [];
    assert.ok(state && other);
    const of = (counts: ReadonlyMap<unknown, number>) => state.transitions.map(({ place }) => counts.get(place) ?? 0);
    assert.deepEqual(
      [of(places), of(held), of(failed)],
      [
        [1, 1, 0],
        [1, 1, 0],
        [2, 1, 5],
      ],
    );
    assert.deepEqual([places.get(state.place), places.get(other.place)], [6, 1]);
    const named = [...policies].map(([{ name }, count]) => [name, count]);
    assert.deepEqual(named.sort(), [
      ['default', 3],
      ['far', 3],
    ]);
    const names = [...crashed].map(([id, count]) => [program.model.entities[id]?.name, count]);
    assert.deepEqual(names, [
      ['a', 3],
      ['b', 3],
    ]);
  });
});
