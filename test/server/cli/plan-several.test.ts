/** `aftermath plan` of several ends as one event. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

describe('aftermath plan of several', () => {
  it('plans the end of several at once as one event', async () => {
    const input = `root object keeper { protects disk }
root object disk { object part }
pd app { stops with disk }
pd idle
`;
    const planned = async (...args: string[]) => {
      const { code, output } = await aftermath(['plan', '-', ...args, '--json'], { input });
      const { doomed, vetoes } = parsed(output) as unknown as Record<'doomed' | 'vetoes', readonly { name: string }[]>;
      return [code, doomed.map(({ name }) => name), vetoes.length];
    };
    assert.deepEqual(await planned('--destroy', 'disk'), [1, ['disk', 'disk.part', 'app'], 1]);
    // A protector that goes too has no veto.
    assert.deepEqual(await planned('--destroy', 'disk', '--destroy', 'keeper'), [0, ['keeper', 'disk', 'disk.part', 'app'], 0]); // oxfmt-ignore
    assert.deepEqual(await planned('--evict', 'idle', '--evict', 'app'), [0, ['app', 'idle'], 0]);
    assert.deepEqual(await planned('--delete', 'disk', '--delete', 'keeper', '--deletion', 'orphan'), [0, ['keeper', 'disk', 'app'], 0]); // oxfmt-ignore
    const { code, notes } = await aftermath(['plan', '-', '--destroy', 'idle', '--destroy', 'idle'], { input });
    assert.deepEqual([code, notes], [2, 'aftermath: "idle" is named twice; name it once.\n']);
  });
});
