/** `aftermath plan` where something protected refuses the event. */
import assert from 'node:assert/strict';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

interface Named {
  readonly name: string;
}

const names = (list: unknown): readonly string[] => (list as readonly Named[]).map(({ name }) => name);

describe('aftermath plan of what is protected', () => {
  it('lists what would have gone and each veto of a refused plan, and gives 1', async () => {
    const { code, output } = await aftermath(['plan', 'protected.aft', '--destroy', 'store']);
    assert.equal(code, 1);
    const sections = [
      'Refused: nothing is destroyed\n  "db" is protected.\n      protected.aft:6:4: "store" is destroyed\n      protected.aft:5:15: "db" stops with "store"\n',
      'Would be destroyed, in order (same number: in parallel)\n  1. db\n',
      'refused by 1, 3 would be destroyed in 1 layer',
    ];
    for (const section of sections) assert.ok(output.includes(section), output);
  });

  it('asks eviction guards when a node is drained, and not when it is destroyed', async () => {
    const drained = await aftermath(['plan', 'protected.aft', '--drain', 'host', '--json']);
    assert.equal(drained.code, 1);
    const { vetoes, doomed } = parsed(drained.output);
    assert.deepEqual(names(doomed), ['host.api[0]', 'host.api[1]']);
    assert.deepEqual(names(vetoes), ['budget']);
    assert.equal((await aftermath(['plan', 'protected.aft', '--evict', 'spare'])).code, 0);
    assert.equal((await aftermath(['plan', 'protected.aft', '--destroy', 'host'])).code, 0);
  });

  it('refuses what names or takes what is already ending, however it would end it', () => {
    const model = `doomed object folder { finalizers: ["archive"]  protection: named }
root object goods
doomed root object customs { finalizers: ["inspection"]  protects goods }
`;
    return inFolder({ 'ending.aft': model }, async (folder) => {
      for (const how of ['destroy', 'delete', 'evict']) {
        const vetoesOf = async (name: string): Promise<readonly string[]> => {
          const { code, output } = await aftermath(['plan', 'ending.aft', `--${how}`, name, '--json'], { folder });
          assert.equal(code, 1);
          return names(parsed(output).vetoes);
        };
        assert.deepEqual([how, await vetoesOf('folder'), await vetoesOf('goods')], [how, ['folder'], ['customs']]);
      }
    });
  });
});
