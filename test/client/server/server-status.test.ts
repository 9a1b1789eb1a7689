/** The status of the server that VS Code shows, from what is heard of it. */
import assert from 'node:assert/strict';
import { followStatus, type ServerStatus } from '../../../client/src/server/server-status.ts';

function followed() {
  const shown: ServerStatus[] = [];
  return { shown, ...followStatus((status) => shown.push(status)) };
}

describe('the status of the server', () => {
  it('goes from starting to ready, and says which file is being checked', () => {
    const { shown, changed, workingOn, answered } = followed();
    changed('starting');
    changed('running');
    workingOn('a.aft');
    workingOn('a.aft');
    workingOn('b.aft');
    answered();
    answered();
    assert.deepEqual(shown, [
      { kind: 'starting' },
      { kind: 'ready' },
      { kind: 'checking', uri: 'a.aft' },
      { kind: 'checking', uri: 'b.aft' },
      { kind: 'ready' },
    ]);
  });

  it('names the file at which the server fell silent, until it answers', () => {
    const { shown, changed, workingOn, answered, silent } = followed();
    changed('running');
    workingOn('a.aft');
    silent();
    answered();
    assert.deepEqual(shown.slice(2), [{ kind: 'silent', uri: 'a.aft' }, { kind: 'ready' }]);
  });

  it('stays stopped, whatever arrives late, until the server starts again, which forgets the file', () => {
    const { shown, changed, workingOn, answered, silent } = followed();
    changed('running');
    workingOn('a.aft');
    changed('stopped');
    workingOn('b.aft');
    answered();
    assert.deepEqual(shown.at(-1), { kind: 'stopped' });
    changed('starting');
    changed('running');
    silent();
    assert.deepEqual(shown.at(-1), { kind: 'silent', uri: undefined });
  });
});
