/** Sequences of ends: after each step of a run, what is alive and what is doomed is what a naive judge says. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { runScenario } from '../../../../language/src/simulation/play/scenario-result.ts';
import { runs, tried } from '../../../properties.ts';
import { lowered } from '../../dsl/load-text.ts';
import { faultsOf } from '../run-scenarios.ts';
import type { Step } from './naive-world.ts';
import { type Features, sequences, textOf } from './sequences.ts';

const owning = ['owns', 'refers', 'waits for', 'stops with', 'dies with'] as const;
const steps: readonly Step['does'][] = [
  'destroy',
  'crash',
  'collect',
  'run',
  'restart',
  'create',
  'delete',
  'set',
  'remove',
  'evict',
  'link',
  'unlink',
];
const mixed: Features = {
  kinds: ['object', 'pd', 'node', 'space', 'resource'],
  verbs: [...owning, 'manages'],
  steps,
  cycles: true,
  several: true,
};
const features: Readonly<Record<string, Features>> = {
  'of objects that are deleted': { kinds: ['object', 'object', 'pd'], verbs: ['owns'], steps: ['delete', 'set', 'run', 'link', 'unlink', 'create', 'collect'], cycles: false, several: false }, // oxfmt-ignore
  'of objects and PDs that wait and end with each other': { ...mixed, kinds: ['object', 'pd'], verbs: owning },
  'of entities of all kinds': mixed,
};

type Tally = Map<string, number>;

async function check(sequence: Parameters<typeof textOf>[0], tally: Tally): Promise<void> {
  const count = (what: string, by = 1): void => void tally.set(what, (tally.get(what) ?? 0) + by);
  let ended = 0;
  const text = textOf(sequence, (judge, step) => {
    count(step.does);
    const gone = sequence.things.length - judge.alive.size;
    if (gone > ended) count(`${step.does} ends something`);
    ended = gone;
    if ([...judge.doomed].some((name) => judge.alive.has(name))) count('held up');
    for (const what of judge.seen) count(what);
    judge.seen.clear();
  });
  const model = await lowered(text);
  const [scenario] = model.scenarios;
  assert.ok(scenario, text);
  const result = runScenario(compileModel(model), scenario, 1);
  assert.ok(result, text);
  assert.deepEqual(faultsOf(result), [], text);
  assert.deepEqual(result.remarks.filter(({ code }) => code === 'run/refused').map(({ message }) => message), [], text); // oxfmt-ignore
}

const ending = ['destroy', 'crash', 'collect', 'run', 'delete', 'set', 'evict', 'unlink'];
const reached = [
  ...steps,
  ...ending.map((does) => `${does} ends something`),
  'held up',
  'deleted after its owners',
  'background, then destroy',
  'foreground, then destroy',
  'collect, then destroy',
  'destroy, then background',
];

describe('a sequence of ends', () => {
  const tally: Tally = new Map();
  for (const [what, each] of Object.entries(features))
    it(`leaves alive and doomed what the reference says, ${what}`, async () => {
      await fc.assert(fc.asyncProperty(sequences(each), (sequence) => check(sequence, tally)), { numRuns: runs(60, 1000) }); // oxfmt-ignore
    }).timeout(900_000);

  it('has reached every kind of step and what follows on what', () => {
    const missing = reached.filter((what) => !tally.has(what));
    assert.deepEqual(missing, [], JSON.stringify([...tally]));
    for (const [what, number] of tally) tried(what, number);
  });
});
