/**
 * The parallel steps of `npm test`: random steps with dependencies, none before its time, never more than there is room
 * for, and none waiting while there is room; and the steps that depend on a failed one.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runAll } from '../../../client/scripts/schedule.mjs';

interface Draft {
  readonly needs: readonly number[];
  readonly after: readonly number[];
  readonly room: number;
  readonly isGood: boolean;
  /** How many turns its work takes. */
  readonly turns: number;
}

const drafts: fc.Arbitrary<readonly Draft[]> = fc.integer({ min: 1, max: 8 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, index) => {
      const earlier = index === 0 ? fc.constant([]) : fc.uniqueArray(fc.nat(index - 1), { maxLength: 2 });
      return fc.record({
        needs: earlier,
        after: earlier,
        room: fc.integer({ min: 1, max: 4 }),
        isGood: fc.boolean().map((isBad) => !isBad || index % 2 === 0),
        turns: fc.nat(4),
      });
    }),
  ),
);

const room = 3;

describe('the steps of npm test', () => {
  it('begin when what they need is done and there is room, and are omitted when it failed', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, async (steps) => {
        const outcomes = new Map<string, 'good' | 'bad' | 'left out'>();
        const running = new Set<number>();
        const taken = (): number => [...running].reduce((sum, index) => sum + (steps[index]?.room ?? 0), 0);
        const work = async (
          index: number,
          { room: own, needs, after, isGood, turns }: Draft,
        ): Promise<'good' | 'bad'> => {
          assert.ok(running.size === 0 || taken() + own <= room, 'more than there is room for');
          for (const need of needs) assert.equal(outcomes.get(String(need)), 'good');
          for (const one of after) assert.ok(outcomes.has(String(one)));
          running.add(index);
          for (let turn = 0; turn < turns; turn++) await Promise.resolve();
          running.delete(index);
          return isGood ? 'good' : 'bad';
        };
        await runAll<'good' | 'bad' | 'left out'>(
          steps.map((step, index) => ({
            name: String(index),
            needs: step.needs.map(String),
            after: step.after.map(String),
            room: step.room,
            work: () => work(index, step),
          })),
          {
            room,
            isGood: (outcome) => outcome === 'good',
            leftOut: () => 'left out',
            onEnd: (name, outcome) => {
              assert.ok(!outcomes.has(name), 'ended twice');
              outcomes.set(name, outcome);
            },
          },
        );
        for (const [index, { needs, isGood }] of steps.entries()) {
          const canRun = needs.every((need) => outcomes.get(String(need)) === 'good');
          assert.equal(outcomes.get(String(index)), canRun ? (isGood ? 'good' : 'bad') : 'left out');
        }
      }),
    );
  });

  it('run in parallel, in the order of the list', async () => {
    const events: string[] = [];
    const step = (name: string, turns: number, taken = 1, needs: readonly string[] = []) => ({
      ...{ name, needs, after: [], room: taken },
      work: async () => {
        events.push(`${name}+`);
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        events.push(`${name}-`);
        return true;
      },
    });
    await runAll([step('a', 30), step('b', 10), step('wide', 5, 2), step('c', 5, 1, ['b'])], {
      room: 2,
      isGood: () => true,
      leftOut: () => false,
      onEnd: () => undefined,
    });
    assert.deepEqual(events, ['a+', 'b+', 'b-', 'c+', 'c-', 'a-', 'wide+', 'wide-']);
  });

  it('end in an error if they wait for each other', async () => {
    const step = (name: string, need: string) => ({
      ...{ name, needs: [need], after: [], room: 1, work: () => Promise.resolve(true) },
    });
    const how = { room: 2, isGood: () => true, leftOut: () => false, onEnd: () => undefined };
    await assert.rejects(runAll([step('a', 'b'), step('b', 'a')], how), /wait for each other/);
  });
});
