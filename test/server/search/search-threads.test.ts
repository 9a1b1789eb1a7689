/** The number of search threads: that of idle cores. */
import assert from 'node:assert/strict';
import { idleCores, searchThreads } from '../../../server/src/search/search-threads.ts';

describe('threads that search', () => {
  it('are as many as cores were idle', () => {
    const cores = (count: number, load: number): number => idleCores(count, [load, 0, 0]);
    assert.deepEqual([cores(2, 0.3), cores(2, 0.7), cores(2, 9), cores(16, 3.2)], [2, 1, -7, 13]);
  });

  it('are none if one would be alone, and no more than help', () => {
    assert.deepEqual([searchThreads('', -7), searchThreads('', 1)], [undefined, undefined]);
    assert.deepEqual([searchThreads('', 2)?.count, searchThreads('', 99)?.count], [2, 8]);
  });
});
