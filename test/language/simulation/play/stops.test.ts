/**
 * Stops of a run: the search, forwards, backwards and with hit counts, finds exactly those that a check of every step
 * finds.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlaceId } from '../../../../language/src/model/machines/action.ts';
import { openRun, playerFor } from '../../../../language/src/simulation/play/recording/recording.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import type { Effect, Evaluate, Program } from '../../../../language/src/simulation/kernel/run.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import {
  findStop,
  stopKinds,
  type StopPoint,
  type StopWish,
} from '../../../../language/src/simulation/play/recording/stops.ts';
import type { Timeline } from '../../../../language/src/simulation/play/recording/timeline.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import { runs } from '../../../properties.ts';
import { programOf, randomOrigin, randomSystem } from '../random-systems.ts';

const turns = 200;

/** Looks for a stop without pauses. */
function stopOf(timeline: Timeline, wish: StopWish): number | undefined {
  const search = findStop(timeline, turns, wish);
  for (;;) {
    const next = search.next();
    if (next.done === true) return next.value?.step;
  }
}

/** All steps at which a point stops, found by playing the run once and looking at each of its effects. */
function naiveStops(program: Program, origin: TraceOrigin, seed: number, { places, stopsAt }: StopPoint): number[] {
  const player = playerFor(program, origin, seed);
  assert.ok(!('refusal' in player));
  let effects: Effect[] = [];
  const tell = (effect: Effect): void => void effects.push(effect);
  const { run, started } = initial(program, { draw: seeded(seed), tell, keepsHistory: false });
  const stops: number[] = [];
  let times = 0;
  const meet = (step: number, place: PlaceId, holds: boolean): void => {
    if (!places.has(place) || !holds) return;
    times += 1;
    if ((stopsAt?.(times) ?? true) && !stops.includes(step)) stops.push(step);
  };
  const countOf = (entity: number): number =>
    Number(run.state.values[(program.slotsFrom[entity] ?? 0) + (program.machineOf[entity]?.slots.get('count') ?? 0)]);
  const isConditional = [...places.values()].some((condition) => condition !== undefined);
  let position: unknown = started.error === undefined ? player.start : undefined;
  let before: readonly number[] = [];
  for (let step = 0; step <= turns; step++) {
    const counts = program.model.entities.map(({ id }) => countOf(id));
    const holds = (entity: number, seen: readonly number[]): boolean => !isConditional || (seen[entity] ?? 0) > 2;
    for (const effect of effects) {
      if (effect.kind === 'taken' && step > 0) meet(step - 1, effect.place, holds(effect.entity, before));
    }
    for (const effect of effects) {
      const state = effect.kind === 'entered' ? program.machineOf[effect.entity]?.states[effect.state] : undefined;
      if (effect.kind === 'entered' && state !== undefined) meet(step, state.place, holds(effect.entity, counts));
    }
    before = counts;
    effects = [];
    if (position === undefined || step === turns) break;
    const turn = player.turn(run, position);
    if (turn === undefined) break;
    position = turn.position;
  }
  return stops;
}

const isAbove2: Evaluate = ({ run, self }) =>
  Number(
    run.state.values[(run.program.slotsFrom[self] ?? 0) + (run.program.machineOf[self]?.slots.get('count') ?? 0)],
  ) > 2;

const hits = fc.constantFrom<StopPoint['stopsAt']>(
  undefined,
  undefined,
  (times) => times === 3,
  (times) => times % 2 === 0,
);

describe('stops of a run', () => {
  it('are the same forwards, backwards and for a plain look at every step', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomSystem,
        randomOrigin,
        fc.nat(1000),
        fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        hits,
        async (text, origin, seed, chosen, isConditional, stopsAt) => {
          const program = await programOf(text);
          const [machine] = program.model.machines;
          const all = [
            ...(machine?.states ?? []).flatMap(({ place, transitions }) => [
              place,
              ...transitions.map((each) => each.place),
            ]),
          ];
          const places = new Map(
            chosen.map((index) => [all[index % all.length] ?? 0, isConditional ? isAbove2 : undefined] as const),
          );
          const point: StopPoint = { id: 1, places, ...(stopsAt !== undefined && { stopsAt }) };
          const expected = naiveStops(program, origin, seed, point);
          const opened = openRun(program, origin, { seed, turns });
          assert.ok('timeline' in opened);
          const wish = { program, points: [point], kinds: new Set<never>() };
          const walk = (direction: 'forward' | 'back'): number[] => {
            const found: number[] = [];
            for (let from = direction === 'forward' ? -1 : turns + 1; ;) {
              const step = stopOf(opened.timeline, { ...wish, from, direction });
              if (step === undefined) return found;
              found.push((from = step));
            }
          };
          assert.deepEqual(
            walk('forward'),
            [...expected].sort((a, b) => a - b),
          );
          assert.deepEqual(
            walk('back'),
            [...expected].sort((a, b) => b - a),
          );
        },
      ),
      { numRuns: runs(4, 200) },
    );
  });

  it('come one at a time: what went wrong and what is about to happen at one step are one stop', async () => {
    const program = await programOf('pd a\nscenario "s" {\n  expect a destroyed\n  crash a\n}\n');
    const origin: TraceOrigin = { kind: 'scenario', title: 's', variant: 0 };
    const opened = openRun(program, origin, { seed: 1 });
    assert.ok('timeline' in opened);
    const [scenario] = program.model.scenarios;
    const places = new Map((scenario?.steps ?? []).map(({ place }) => [place, undefined] as const));
    const kinds = new Set(stopKinds);
    const causes: string[][] = [];
    for (let from = -1; ;) {
      const search = findStop(opened.timeline, 2, {
        program,
        points: [{ id: 7, places }],
        kinds,
        from,
        direction: 'forward',
      });
      let next = search.next();
      while (next.done !== true) next = search.next();
      if (next.value === undefined) break;
      from = next.value.step;
      causes.push([String(from), ...next.value.causes.map(({ kind }) => kind)]);
    }
    assert.deepEqual(causes, [
      ['0', 'point'],
      ['1', 'failure', 'point'],
    ]);
  });
});
