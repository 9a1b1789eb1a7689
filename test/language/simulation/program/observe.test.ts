/** Observations: the visible part of a state, and the difference between two. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ObservedDifference,
  differenceOf,
  isChange,
  type Observation,
  observe,
} from '../../../../language/src/simulation/program/observe.ts';
import { predicateOf } from '../../../../language/src/simulation/program/predicates.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import { runs } from '../../../properties.ts';
import { programOf, randomOrigin, randomSystem } from '../random-systems.ts';

/** Applies a difference; a record that gets empty stays. */
function apply(before: Observation, difference: ObservedDifference): Observation {
  const after = new Map<string, string | Observation>(Object.entries(before));
  for (const [name, part] of Object.entries(difference)) {
    if (!isChange(part)) {
      const inner = after.get(name) ?? {};
      assert.ok(typeof inner !== 'string');
      after.set(name, apply(inner, part));
      continue;
    }
    assert.equal(after.get(name), part[0]);
    if (part[1] === undefined) after.delete(name);
    else after.set(name, part[1]);
  }
  return Object.fromEntries(after);
}

const sizeOf = (difference: ObservedDifference): number =>
  Object.values(difference).reduce((sum, part) => sum + (isChange(part) ? 1 : sizeOf(part)), 0);

/** Names that objects have of themselves are names like any other. */
const observation: fc.Arbitrary<Observation> = fc.letrec<{ node: Observation; leaf: string | Observation }>((tie) => ({
  leaf: fc.oneof({ weight: 2, arbitrary: fc.constantFrom('a', 'b', 'c') }, { weight: 1, arbitrary: tie('node') }),
  node: fc
    .array(fc.tuple(fc.constantFrom('x', 'y', 'z', '__proto__', 'toString'), fc.constantFrom('1', '2', '3')), {
      maxLength: 4,
    })
    .map((entries) => Object.fromEntries(entries)),
})).node;

const nested: fc.Arbitrary<Observation> = fc
  .tuple(observation, observation, observation)
  .map(([first, second, third]) => ({ first, second: { second, third } }));

describe('an observation', () => {
  it('and its difference to a later one give the later one', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomSystem,
        randomOrigin,
        fc.nat(1000),
        fc.nat(120),
        fc.nat(120),
        async (text, origin, seed, from, to) => {
          const opened = openRun(await programOf(text), origin, { seed, turns: 150 });
          assert.ok('timeline' in opened);
          const before = observe(opened.timeline.goTo(from).run);
          const after = observe(opened.timeline.goTo(to).run);
          assert.deepEqual(apply(before, differenceOf(before, after)), after);
          assert.deepEqual(apply(after, differenceOf(after, before)), before);
          assert.deepEqual(differenceOf(before, before), {});
        },
      ),
      { numRuns: runs(10, 500) },
    );
  });

  it('differs from any other of its shape by what is different and no more', () => {
    fc.assert(
      fc.property(nested, nested, (before, after) => {
        const difference = differenceOf(before, after);
        assert.deepEqual(apply(before, difference), after);
        const leaves = (seen: Observation, path = ''): string[] =>
          Object.entries(seen).flatMap(([name, part]) =>
            typeof part === 'string' ? [`${path}/${name}=${part}`] : leaves(part, `${path}/${name}`),
          );
        const [first, second] = [new Set(leaves(before)), new Set(leaves(after))];
        const names = (set: Set<string>, other: Set<string>): string[] =>
          [...set].filter((leaf) => !other.has(leaf)).map((leaf) => leaf.replace(/=.*/, ''));
        assert.equal(sizeOf(difference), new Set([...names(first, second), ...names(second, first)]).size);
      }),
    );
  });

  it('lists everything that is true of each entity', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(1000), fc.nat(150), async (text, origin, seed, step) => {
        const opened = openRun(await programOf(text), origin, { seed, turns: 150 });
        assert.ok('timeline' in opened);
        const { run } = opened.timeline.goTo(step);
        const words = ['alive', 'doomed', 'degraded', 'broken', 'dangling', 'stale'] as const;
        for (const { id, name } of run.program.model.entities) {
          const entities = observe(run).entities;
          assert.ok(typeof entities === 'object');
          const seen = entities[name];
          assert.ok(typeof seen === 'object');
          const expected = words.filter((word) => predicateOf(run, word, id));
          if (expected.includes('alive')) assert.equal(seen.is, expected.join(', '));
          else assert.ok(typeof seen.is === 'string' && ['absent', 'destroyed', 'crashed', 'halted'].includes(seen.is));
        }
      }),
      { numRuns: runs(6, 300) },
    );
  });

  it('has the relations that are others than at the start', async () => {
    const text =
      'pd a { needs b }\npd b\nobject o\nroot object r { owns o }\nscenario "s" { link a refers o  unlink r owns o  link r owns o }';
    const opened = openRun(await programOf(text), { kind: 'scenario', title: 's', variant: 0 }, { seed: 1 });
    assert.ok('timeline' in opened);
    const seen = [0, 1, 2, 3].map((step) => observe(opened.timeline.goTo(step).run).relations);
    assert.deepEqual(seen, [
      {},
      { 'a refers o': 'made' },
      { 'r owns o': 'gone', 'a refers o': 'made' },
      { 'r owns o': 'gone', 'a refers o': 'made', 'r owns o (2)': 'made' },
    ]);
  });
});
