/** `aftermath matrix --event`: orderly ends, what refuses them, and each cell beside a plan of its own. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const shop = `protected pd db
pd app { stops with db  needs db }
pd api[3]
root object budget { protects 2 of api[*] as eviction }
root object volume { object claim }
policy careless { protection: ignore }
policy front { deletion: foreground }
`;

interface Row {
  readonly name: string;
  readonly cells: readonly {
    readonly policy: string;
    readonly refused?: readonly string[];
    readonly counts: Readonly<Record<string, number>>;
    readonly destroyed: readonly string[];
    readonly broken: readonly string[];
  }[];
}

const names = (list: unknown): readonly string[] => (list as readonly { name: string }[]).map((each) => each.name);

describe('aftermath matrix --event', () => {
  it('says where something refuses a destruction', async () => {
    const { code, output, notes } = await aftermath(['matrix', '-', '--event', 'destroy'], { input: shop });
    assert.deepEqual([code, notes], [0, '']);
    assert.equal(
      output,
      `Destruction of each entity: destroyed/degraded/broken/untouched
in <stdin>

entity        default  careless    front
db            refused   2/0/0/6  refused
app           1/0/0/7   1/0/0/7  1/0/0/7
api[0]        1/0/0/7   1/0/0/7  1/0/0/7
api[1]        1/0/0/7   1/0/0/7  1/0/0/7
api[2]        1/0/0/7   1/0/0/7  1/0/0/7
budget        1/0/0/7   1/0/0/7  1/0/0/7
volume        2/0/0/6   2/0/0/6  2/0/0/6
volume.claim  1/0/0/7   1/0/0/7  1/0/0/7
`,
    );
  });

  for (const end of ['destroy', 'evict', 'delete']) {
    it(`agrees with a separate plan for each cell of "${end}"`, async () => {
      const input = shop.replace('2 of api', '3 of api');
      const { output } = await aftermath(['matrix', '-', '--event', end, '--json'], { input });
      const { event, rows } = parsed(output) as unknown as { event: string; rows: readonly Row[] };
      assert.equal(event, end);
      assert.ok(rows.length >= 3);
      let refused = 0;
      for (const { name, cells } of rows) {
        for (const cell of cells) {
          const asked = ['plan', '-', `--${end}`, name, '--policy', cell.policy, '--json'];
          const plan = parsed((await aftermath(asked, { input })).output);
          assert.deepEqual([...cell.destroyed].sort(), [...names(plan.doomed)].sort());
          assert.deepEqual([...cell.broken].sort(), [...names((plan.survivors as { broken: unknown }).broken)].sort());
          const vetoes = (plan.vetoes as readonly { text: string }[]).map(({ text }) => text);
          assert.deepEqual(cell.refused ?? [], vetoes);
          refused += vetoes.length;
        }
      }
      assert.equal(refused > 0, end !== 'delete');
    });
  }

  it('counts nothing that is refused when it sorts', async () => {
    const { output } = await aftermath(['matrix', '-', '--event', 'destroy', '--policy', 'front', '--sort', 'destroyed', '--json'], { input: shop }); // oxfmt-ignore
    const rows = (parsed(output) as unknown as { rows: readonly Row[] }).rows.map(({ name }) => name);
    assert.deepEqual([rows[0], rows.at(-1)], ['volume', 'db']);
  });

  it('refuses another word', async () => {
    const { code, notes } = await aftermath(['matrix', '-', '--event', 'destory'], { input: shop });
    assert.equal(code, 2);
    assert.match(
      notes,
      /There is no matrix of "destory"\. Did you mean "destroy"\? The events are crash, destroy, evict, delete\./,
    );
  });

  it('says that there is nothing to delete', async () => {
    const { output } = await aftermath(['matrix', '-', '--event', 'delete'], { input: 'pd a\n' });
    assert.match(output, /The model has no object, so nothing in it can be deleted\./);
  });
});
