/** `aftermath simulate --runs --threads`: the same result as of one process; what fails in another process is said. */
import assert from 'node:assert/strict';
import type { Captured } from '../../../server/src/cli/input/command.ts';
import { aftermath, inFolder } from './command-line.ts';

const model = `event Press
machine Lamp for pd {
  var times: 0..9 = 0
  initial state Off { on Press -> On }
  state On { on Press when times < 9 do { times := times + 1 } -> Off  on Press }
}
pd lamp runs Lamp
check "pressed twice at most" { may send Press to lamp up to 6  fault crash up to 1  never lamp.times > 2 }
`;
const asked = ['simulate', 'lamp.aft', '--random', '--check', 'pressed twice at most', '--runs', '20', '--seed', '7'];

describe('aftermath simulate --threads', () => {
  it('prints what one process prints, for any number of them', async () => {
    await inFolder({ 'lamp.aft': model }, async (folder) => {
      const other = async (args: readonly string[]): Promise<Captured> => {
        const { code, output, notes } = await aftermath(args, { folder });
        return { output, notes, ended: code };
      };
      const whole = await aftermath(asked, { folder });
      assert.equal(whole.code, 1);
      for (const threads of ['2', '5']) {
        const divided = await aftermath([...asked, '--threads', threads], { folder, runCaptured: other });
        assert.deepEqual(divided, whole, threads);
      }
    });
  });

  it('counts the runs there are if another process was interrupted, and says what failed in one', async () => {
    await inFolder({ 'lamp.aft': model }, async (folder) => {
      const ending = (ended: Captured['ended']) => () => Promise.resolve({ output: '', notes: 'Killed', ended });
      const together = [...asked, '--threads', '2'];
      const cut = await aftermath(together, { folder, runCaptured: ending(3) });
      assert.match(cut.notes, /after 10 of 20 runs\.\n/);
      const failed = await aftermath(together, { folder, runCaptured: ending(2) });
      assert.deepEqual(
        [failed.code, failed.notes],
        [2, 'aftermath: A process of its own failed: Killed. Do without --threads.\n'],
      );
    });
  });

  it('needs runs to share', async () => {
    const { code, notes } = await aftermath(['simulate', '-', '--random', '--threads', '2'], { input: model });
    assert.deepEqual([code, notes], [2, 'aftermath: Threads share runs; give --runs too.\n']);
  });
});
