/** Metrics of consistent regions, written at the end of a run. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';

const files = {
  'regions.aft': `import "std/consistent-region"
pd member
region orders runs ConsistentRegion {
  contains member
  trigger: periodic
  period: 30s
  drainTimeout: 20s
  resetTimeout: 20s
}
scenario "a checkpoint" { at 32s send CheckpointDone(member, 1) to orders }
`,
  'plain.aft': 'pd a\nscenario "nothing" { run 1s }\n',
};

const regions = ['simulate', 'regions.aft', '--scenario', 'a checkpoint'];

describe('aftermath simulate --metrics', () => {
  it('writes what the regions have measured at the end of the run', async () => {
    await inFolder(files, async (folder) => {
      const { code } = await aftermath([...regions, '--metrics', 'out.prom'], { folder });
      assert.equal(code, 0);
      const text = await readFile(join(folder, 'out.prom'), 'utf8');
      assert.match(text, /^# TYPE state gauge\nstate\{ConsistentRegion="ConsistentRegion_0"\} 1$/m);
      assert.match(text, /^average_drain_time_milliseconds\{ConsistentRegion="ConsistentRegion_0"\} 2000$/m);
      assert.match(text, /^last_consistent_state_time_milliseconds\{.*\} 32000$/m);
    });
  });

  it('replaces a file only with --force', async () => {
    await inFolder({ ...files, 'out.prom': 'mine' }, async (folder) => {
      const refused = await aftermath([...regions, '--metrics', 'out.prom'], { folder });
      assert.equal(refused.code, 2);
      assert.equal(await readFile(join(folder, 'out.prom'), 'utf8'), 'mine');
      const { code } = await aftermath([...regions, '--metrics', 'out.prom', '--force'], { folder });
      assert.equal(code, 0);
      assert.match(await readFile(join(folder, 'out.prom'), 'utf8'), /^# HELP /);
    });
  });

  it('is refused if nothing is measured, and with many runs', async () => {
    await inFolder(files, async (folder) => {
      const plain = await aftermath(['simulate', 'plain.aft', '--scenario', 'nothing', '--metrics', 'x'], { folder });
      assert.equal(plain.code, 2);
      assert.match(plain.notes, /No region of this model has metrics/);
      const many = await aftermath([...regions, '--runs', '3', '--metrics', 'x'], { folder });
      assert.equal(many.code, 2);
      assert.match(many.notes, /give either --runs or --metrics/);
    });
  });
});
