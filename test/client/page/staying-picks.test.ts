import assert from 'node:assert/strict';
import { stayOption, withStayingPicks } from '../../../client/src/page/staying-picks.ts';

describe('The quick picks of a command that a page runs', () => {
  it('stay until the command is over, even if it fails or runs another', async () => {
    const stays = (): boolean => stayOption().ignoreFocusOut;
    assert.equal(stays(), false);
    const inner = await withStayingPicks(async () => {
      await withStayingPicks(() => Promise.resolve());
      return stays();
    });
    assert.deepEqual([inner, stays()], [true, false]);
    await assert.rejects(withStayingPicks(() => Promise.reject(new Error('refused'))));
    assert.equal(stays(), false);
  });
});
