/** Servers are started one after the other; one that hangs while it starts is given up on a restart. */
import assert from 'node:assert/strict';
import { createStarts } from '../../../client/src/server/server-starts.ts';

/** Servers that are numbers; those that hang never start. */
function servers(hanging: readonly number[]) {
  const told: string[] = [];
  let count = 0;
  const starts = createStarts<number>({
    create: () => Promise.resolve(++count),
    start: (server, isWanted) => {
      told.push(`start ${String(server)}`);
      if (hanging.includes(server)) return new Promise<void>(() => undefined);
      assert.ok(isWanted());
      return Promise.resolve();
    },
    stop: (server) => Promise.resolve(void told.push(`stop ${String(server)}`)),
    abandon: (server) => void told.push(`abandon ${String(server)}`),
    watch: (server) => void told.push(`watch ${String(server)}`),
  });
  return { starts, told };
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a language server', () => {
  it('is started once, and is itself started again', async () => {
    const { starts, told } = servers([]);
    assert.equal(starts.last(), undefined);
    assert.deepEqual(await Promise.all([starts.started(), starts.started()]), [1, 1]);
    await starts.restart();
    assert.equal(await starts.started(), 1);
    assert.deepEqual(told, ['watch 1', 'start 1', 'stop 1', 'watch 1', 'start 1']);
  });

  it('is watched while it starts, and is given up for another where it hangs then', async () => {
    const { starts, told } = servers([1, 2]);
    const asked = starts.started();
    await soon();
    assert.deepEqual(told, ['watch 1', 'start 1']);
    const second = starts.restart();
    await soon();
    await starts.restart();
    await second;
    // What has waited for the first one gets the one that runs.
    assert.deepEqual(await Promise.all([asked, starts.started()]), [3, 3]);
    assert.deepEqual(told, [
      'watch 1',
      'start 1',
      'abandon 1',
      'watch 2',
      'start 2',
      'abandon 2',
      'watch 3',
      'start 3',
    ]);
  });
});
