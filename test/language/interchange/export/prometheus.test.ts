/**
 * Metrics of consistent regions for Prometheus: names, labels and values after known runs.
 */
import assert from 'node:assert/strict';
import { measurableRegions, printPrometheus } from '../../../../language/src/interchange/export/prometheus.ts';
import { play } from '../../../../language/src/simulation/play/player.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Run } from '../../../../language/src/simulation/kernel/run.ts';
import { scenarioPlayer, variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import { modelOfText } from '../../dsl/load-text.ts';

/** Runs the only scenario of a text to its end. */
async function runOf(text: string): Promise<Run> {
  const program = compileModel(await modelOfText(text));
  const [scenario] = program.model.scenarios;
  assert.ok(scenario);
  const [variant] = variantsOf(program, scenario.steps);
  assert.ok(variant);
  const options = { draw: seeded(1), tell: undefined, keepsHistory: true };
  let last: Run | undefined;
  for (const { run } of play(program, scenarioPlayer(program, variant), options)) last = run;
  assert.ok(last);
  return last;
}

const region = (name: string, more = ''): string => `
  pd ${name}-pe
  region ${name} runs ConsistentRegion {
    contains ${name}-pe
    trigger: periodic
    period: 30s
    drainTimeout: 20s
    resetTimeout: 20s
    ${more}
  }`;

/** The samples of a text without comments, by name and label. */
const samplesOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );

describe('metrics for Prometheus', () => {
  it('are nine gauges with help and type before their samples', async () => {
    const run = await runOf(`import "std/consistent-region" ${region('orders')} scenario "none" { run 1s }`);
    const lines = printPrometheus(run).trimEnd().split('\n');
    assert.equal(lines.length, 27);
    for (let line = 0; line < lines.length; line += 3) {
      const [help = '', type = '', sample = ''] = lines.slice(line, line + 3);
      const name = /^# TYPE (\w+) gauge$/.exec(type)?.[1] ?? '?';
      assert.ok(help.startsWith(`# HELP ${name} `), help);
      assert.match(sample, new RegExp(`^${name}\\{ConsistentRegion="ConsistentRegion_0"\\} -?\\d+$`));
    }
  });

  it('are what a region has measured so far', async () => {
    const run = await runOf(`import "std/consistent-region" ${region('orders')}
      scenario "a checkpoint, a second one, and a reset" {
        at 31s send CheckpointDone(orders-pe, 1) to orders
        at 63s send CheckpointDone(orders-pe, 2) to orders
        at 70s send Reset(false) to orders
        at 74s send ResetDone(orders-pe, 2, 0) to orders
        at 80s send Reset(false) to orders
      }`);
    const label = '{ConsistentRegion="ConsistentRegion_0"}';
    assert.deepEqual(samplesOf(printPrometheus(run)), {
      [`average_drain_time_milliseconds${label}`]: 1500,
      [`average_reset_time_milliseconds${label}`]: 4000,
      [`last_consistent_state_time_milliseconds${label}`]: 63_000,
      [`last_reset_time_milliseconds${label}`]: 74_000,
      [`last_completed_drain_seq_id${label}`]: 2,
      [`last_completed_reset_seq_id${label}`]: 2,
      [`state${label}`]: 4,
      [`n_current_reset_attempts${label}`]: 2,
      [`last_completed_id${label}`]: 2,
    });
  });

  it('have the id that a reset goes back to beside the ids of what was completed', async () => {
    const idsAfter = async (steps: string): Promise<readonly (number | undefined)[]> => {
      const run = await runOf(`import "std/consistent-region" ${region('orders')} scenario "s" { ${steps} }`);
      const samples = samplesOf(printPrometheus(run));
      return ['last_completed_id', 'last_completed_drain_seq_id', 'last_completed_reset_seq_id'].map(
        (name) => samples[`${name}{ConsistentRegion="ConsistentRegion_0"}`],
      );
    };
    const reset = (sequence: number): string =>
      `send Reset(false) to orders  run 1s  send ResetDone(orders-pe, ${String(sequence)}, 0) to orders`;
    const checkpoint = 'at 31s send CheckpointDone(orders-pe, 1) to orders';
    assert.deepEqual(await idsAfter('run 31s'), [0, -1, -1]);
    assert.deepEqual(await idsAfter(`run 5s  ${reset(0)}`), [0, -1, 0]);
    assert.deepEqual(await idsAfter(checkpoint), [1, 1, -1]);
    assert.deepEqual(await idsAfter(`${checkpoint}  run 5s  ${reset(1)}`), [1, 1, 1]);
  });

  it('round a mean down to whole milliseconds, and forget all but the last ten', async () => {
    const drains = Array.from({ length: 12 }, (_, index) => {
      const time = index < 2 ? '10s' : index === 2 ? '1ms' : '0s';
      return `run 30s run ${time} send CheckpointDone(orders-pe, ${index + 1}) to orders`;
    });
    const run = await runOf(`import "std/consistent-region" ${region('orders')}
      scenario "twelve checkpoints" { ${drains.join('\n')} }`);
    const samples = samplesOf(printPrometheus(run));
    assert.equal(samples['average_drain_time_milliseconds{ConsistentRegion="ConsistentRegion_0"}'], 0);
    assert.equal(samples['last_completed_drain_seq_id{ConsistentRegion="ConsistentRegion_0"}'], 12);
  });

  it('identify regions by the index they set, others by the lowest free one', async () => {
    const run = await runOf(`import "std/consistent-region"
      ${region('first')} ${region('second', 'regionIndex: 0')} ${region('third', 'regionIndex: 7')} ${region('fourth', 'regionIndex: 7')}
      scenario "none" { run 1s }`);
    const states = Object.keys(samplesOf(printPrometheus(run))).filter((key) => key.startsWith('state{'));
    assert.deepEqual(
      states.map((key) => /_(\d+)"/.exec(key)?.[1]),
      ['1', '0', '7', '2'],
    );
  });

  it('omit regions that are not alive or measure nothing', async () => {
    const run = await runOf(`import "std/consistent-region"
      region plain
      pd operator { ${region('orders')} }
      scenario "the operator fails" { crash operator }`);
    assert.deepEqual(
      measurableRegions(run.program).map((id) => run.program.model.entities[id]?.name),
      ['operator.orders'],
    );
    assert.deepEqual(samplesOf(printPrometheus(run)), {});
  });
});
