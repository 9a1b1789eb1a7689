/**
 * The kernel, compared with a second interpreter that follows the pseudocode of SCXML: on random machines both leave,
 * enter, take and log the same, in the same order.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Machine } from '../../../../language/src/model/machines/machine.ts';
import { act, initial, moveClock, takeFirst } from '../../../../language/src/simulation/kernel/kernel.ts';
import { textOf } from '../../../../language/src/simulation/program/expressions.ts';
import { send } from '../../../../language/src/simulation/kernel/messages.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Effect, Run } from '../../../../language/src/simulation/kernel/run.ts';
import { runs, seed } from '../../../properties.ts';
import { naiveRun, type Stimulus } from './naive-machine.ts';
import { chart, machine, modelWith, stimuli } from './random-machine.ts';

describe('a random machine', () => {
  it('follows the pseudocode of SCXML', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(machine, stimuli, (made, given) => {
        const lines = kernelRun(made, given, seen);
        assert.deepEqual(lines, naiveRun(made, given));
      }),
      { numRuns: runs(200, 30_000) },
    );
    // Otherwise the generator has lost what it is there for.
    for (const kind of [
      'entered',
      'left',
      'taken',
      'logged',
      'sent',
      'raised',
      'dropped',
      'deferred',
      'armed',
      'disarmed',
      'spent',
    ]) {
      assert.ok((seen.get(kind) ?? 0) > runs(11, 2000), `${kind}: ${seen.get(kind) ?? 0}`);
    }
  });
});

describe('a random chart with parallel states and histories', () => {
  it('follows the pseudocode of SCXML', () => {
    const reached = new Map<string, number>();
    fc.assert(
      fc.property(chart, stimuli, (made, given) => {
        assert.deepEqual(kernelRun(made, given, new Map()), naiveRun(made, given, reached));
      }),
      { seed: seed + 4, numRuns: runs(130, 30_000) },
    );
    for (const what of ['beside', 'together', 'conflict', 'first', 'remembered', 'done']) {
      assert.ok((reached.get(what) ?? 0) > runs(10, 2000), `${what}: ${reached.get(what) ?? 0}`);
    }
  });
});

/** What the kernel does, in the lines of `naiveRun`. */
function kernelRun(made: Machine, given: readonly Stimulus[], seen: Map<string, number>): string[] {
  const lines: string[] = [];
  const tell = (effect: Effect): void => {
    seen.set(effect.kind, (seen.get(effect.kind) ?? 0) + 1);
    if (effect.kind === 'entered') lines.push(`enter S${effect.state}`);
    else if (effect.kind === 'left') lines.push(`leave S${effect.state}`);
    else if (effect.kind === 'taken') lines.push(`take ${effect.place}`);
    else if (effect.kind === 'logged') lines.push(`log ${effect.text}`);
  };
  const program = compileModel(modelWith(made));
  const { run, started } = initial(program, { draw: { pick: () => 0 }, tell, keepsHistory: false });
  assert.equal(started.error, undefined);
  runUntil(run, 0);
  for (const stimulus of given) {
    if (stimulus.kind === 'event') {
      const sending = { from: undefined, event: stimulus.event, arguments: [], place: undefined };
      act(run, () => {
        send(run, sending, { kind: 'entity', id: 0 });
      });
    }
    const wait = stimulus.kind === 'wait' ? stimulus.seconds * 1_000_000 : 0;
    runUntil(run, run.state.now + wait);
    lines.push(
      made.variables.map(({ name }, slot) => `${name}=${textOf(program, run.state.values[slot] ?? null)}`).join(' '),
    );
  }
  return lines;
}

function runUntil(run: Run, until: number): void {
  for (;;) {
    const stepped = takeFirst(run, until);
    if (stepped === undefined) break;
    assert.equal(stepped.error, undefined);
  }
  moveClock(run, until);
}
