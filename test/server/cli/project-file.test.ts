/** The command line applies the project file of each model, and reports errors in it. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';

const orphan = 'space disk { resource lost }\npd driver { manages disk }\n';
const severities = (severity: string): string => JSON.stringify({ severities: { 'resource/orphan': severity } });

describe('a project file on the command line', () => {
  it('changes severities for its folder and those below', () =>
    inFolder({ 'a.aft': orphan, '.aftermath.json': severities('error') }, async (folder) => {
      mkdirSync(join(folder, 'inner', 'deep'), { recursive: true });
      writeFileSync(join(folder, 'inner', 'b.aft'), orphan);
      writeFileSync(join(folder, 'inner', 'deep', 'c.aft'), orphan);
      writeFileSync(join(folder, 'inner', 'deep', '.aftermath.json'), severities('off'));
      const { code, output } = await aftermath(['check', 'a.aft', 'inner/b.aft', 'inner/deep/c.aft'], { folder });
      assert.equal(code, 1);
      assert.deepEqual(
        output.split('\n').map((line) => line.split(' ').slice(0, 3).join(' ')),
        ['a.aft:1:23: error resource/orphan', 'inner/b.aft:1:23: error resource/orphan', '3 files: 2', ''],
      );
      // What can be answered of a model does not change.
      assert.equal((await aftermath(['crash', 'a.aft', 'driver'], { folder })).code, 0);
    }));

  it('has its faults reported, and the rest of it applies', () =>
    inFolder(
      { 'a.aft': orphan, '.aftermath.json': '{"severity": 1,\n "severities": {"resource/orphan": "hint"}}' },
      async (folder) => {
        const { code, output } = await aftermath(['check', 'a.aft'], { folder });
        assert.equal(code, 1);
        assert.match(output, /^a\.aft:1:23: hint resource\/orphan /m);
        assert.match(output, /^\.aftermath\.json:1:2: error project\/setting There is no setting "severity"\. /m);
        assert.match(output, /^2 files: 1 error, 1 hint$/m);
      },
    ));
});
