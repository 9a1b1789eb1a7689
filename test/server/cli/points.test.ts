/** `aftermath points`: the goals with their sets, the JSON, wrong usage. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

/** Two copies of a client, each of which needs a server of its own. */
const copies = `pd server[2]
pd client[2] { needs server[index] }
pd cache
pd shop { needs cache }
`;

const text = `Minimal cut sets: crashes that make a goal fail, under the policy default (PD depth 0, space depth 0)
in <stdin>

client[0], client[1] need server[0], server[1]
  server[0] and server[1]
  server[0] and client[1]
  server[1] and client[0]
  client[0] and client[1]

shop needs cache
  cache
`;

interface Goal {
  readonly pds: readonly string[];
  readonly needs: readonly string[];
  readonly single: readonly string[];
  readonly least?: number;
  readonly counts?: readonly string[];
  readonly total?: string;
  readonly cutSets: readonly (readonly string[])[];
}

describe('aftermath points', () => {
  it('lists for each goal the smallest sets whose crash makes it fail', async () => {
    const { code, output, notes } = await aftermath(['points', '-'], { input: copies });
    assert.deepEqual([code, notes], [0, '']);
    assert.equal(output, text);
  });

  it('prints the same as JSON', async () => {
    const { code, output } = await aftermath(['points', 'plan.aft', '--policy', 'soft', '--json']);
    assert.equal(code, 0);
    const { command, file, goals } = parsed(output);
    assert.deepEqual([command, file], ['points', 'plan.aft']);
    const [goal, ...others] = goals as readonly Goal[];
    assert.deepEqual([goal?.pds, goal?.needs, goal?.single, goal?.cutSets], [['app'], ['fs'], ['fs'], [['fs']]]);
    assert.equal(others.length, 0);
  });

  it('goes by the policy: a crash that spreads further has more causes', async () => {
    const input = 'space s { }\npd base { manages s }\npd server { requests s }\npd app { needs server }\n';
    const single = async (...policy: readonly string[]): Promise<readonly string[] | undefined> => {
      const { output } = await aftermath(['points', '-', ...policy, '--json'], { input });
      return (parsed(output).goals as readonly Goal[])[0]?.single;
    };
    assert.deepEqual(await single(), ['server']);
    assert.deepEqual(await single('--pd-depth', '1'), ['base', 'server']);
  });

  it('lists sets up to the requested size, and says how many it does not list', async () => {
    const { output } = await aftermath(['points', '-', '--size', '1'], { input: copies });
    assert.match(
      output,
      /need server\[0\], server\[1\]: nothing\n {2}Not listed: 4 of more than 1\. Minimal cut sets in all: 4\.\n/,
    );
  });

  it('finds two of three replicas as pairs, nodes beside PDs, and root PDs on request', async () => {
    const input =
      'pd api[3]\npd lb { needs 2 of api[*] }\npd site { needs lb }\nnode host { root pd db }\nobject shop { needs db }\n';
    const goals = async (...options: readonly string[]): Promise<readonly Goal[]> => {
      const { output } = await aftermath(['points', '-', '--json', ...options], { input });
      return parsed(output).goals as readonly Goal[];
    };
    const pairs = [0, 1, 2].flatMap((one) =>
      [1, 2].filter((two) => two > one).map((two) => [`api[${one}]`, `api[${two}]`]),
    );
    const [quorum, site, shop] = await goals();
    assert.deepEqual([quorum?.cutSets, site?.cutSets], [pairs, [['lb'], ...pairs]]);
    assert.deepEqual([quorum?.least, site?.counts, site?.total], [2, ['1', '3', '0', '0'], '4']);
    assert.deepEqual(shop?.cutSets, [['host']]);
    assert.deepEqual((await goals('--roots'))[2]?.cutSets, [['host'], ['host.db']]);
  });

  it('says how probable it is that a goal fails, if that is known of everything in its sets', async () => {
    const input = 'pd a { probability: 0.1 }\npd b { mttf: 99h  mttr: 1h }\npd c { probability: 0  needs 1 of a, b }\n';
    const { output } = await aftermath(['points', '-'], { input });
    // b is down for 1 of 100 hours.
    assert.match(output, /\n {2}Probability: 0\.00100000\n/);
    const json = parsed((await aftermath(['points', '-', '--json'], { input })).output);
    const [goal] = json.goals as readonly { readonly probability?: number }[];
    assert.ok(Math.abs((goal?.probability ?? 0) - 0.001) < 1e-12);
    const unknown = await aftermath(['points', '-'], { input: input.replace('probability: 0.1', '') });
    assert.doesNotMatch(unknown.output, /Probability/);
  });

  const pair = `pd a
pd b
pd both { needs a  needs 1 of a, b }
pd other { needs b }
root object budget { protects b }
`;

  it('lists the goals of one entity, and says that protection does not count', async () => {
    const { output } = await aftermath(['points', '-', '--goal', 'both'], { input: pair });
    assert.match(output, /\nboth needs a\n {2}a\n\nboth needs 1 of a, b\n {2}a and b\n/);
    assert.doesNotMatch(output, /other needs/);
    assert.match(output, /\nCrashes are never refused: what is protected counts like anything else\./);
    const all = (await aftermath(['points', '-'], { input: pair.replace(/^root.*$/m, '') })).output;
    assert.match(all, /\nother needs b\n/);
    assert.doesNotMatch(all, /never refused/);
  });

  it('writes the fault trees of one entity', async () => {
    const trees = async (...args: string[]): Promise<readonly string[]> =>
      [...(await aftermath(['export', 'openpsa', '-', ...args], { input: pair })).output.matchAll(/fault-tree name="(\w+)"/g)].flatMap(([, name]) => name ?? []); // oxfmt-ignore
    assert.deepEqual(await trees(), ['goal1', 'goal2', 'goal3']);
    assert.deepEqual(await trees('--goal', 'other'), ['goal3']);
    const { output } = await aftermath(['export', 'openpsa', '-'], { input: pair });
    assert.deepEqual(
      [...output.matchAll(/^ {4}<label>(.*)<\/label>/gm)].map(([, label]) => label),
      ['both needs a', 'both needs 1 of a, b', 'other needs b'],
    );
    const wrong = await aftermath(['export', 'dot', '-', '--goal', 'other'], { input: pair });
    assert.deepEqual([wrong.code, wrong.notes], [2, 'aftermath: Only openpsa takes a goal; the other formats take the model.\n']); // oxfmt-ignore
  });

  it('lists the goals of copies, by the name of one or of all', async () => {
    const input = 'pd db[2]\npd log\npd app[2] { needs db[*] }\napp[1] needs log\npd other { needs db[0] }\n';
    const goalsOf = async (name: string): Promise<readonly string[]> =>
      [...(await aftermath(['points', '-', '--goal', name], { input })).output.matchAll(/^\S.* needs? .*$/gm)].map(String); // oxfmt-ignore
    const all = ['app[0], app[1] need db[0], db[1]', 'app[1] needs log'];
    assert.deepEqual(await goalsOf('app'), all);
    assert.deepEqual(await goalsOf('app[*]'), all);
    assert.deepEqual(await goalsOf('app[1]'), all);
    assert.deepEqual(await goalsOf('app[0]'), all.slice(0, 1));
    const { code, notes } = await aftermath(['points', '-', '--goal', 'db'], { input });
    assert.deepEqual([code, notes], [2, 'aftermath: "db" needs nothing, so it has no goal.\n']);
  });

  it('refuses a goal of what needs nothing', async () => {
    const { code, notes } = await aftermath(['points', '-', '--goal', 'a'], { input: pair });
    assert.deepEqual([code, notes], [2, 'aftermath: "a" needs nothing, so it has no goal.\n']);
  });

  it('says so if nothing is needed', async () => {
    const { code, output } = await aftermath(['points', 'wiki.aft']);
    assert.equal(code, 0);
    assert.match(output, /\nNothing alive in the model needs anything, so no goal can fail\.\n$/);
  });

  it('says so if a goal fails already', async () => {
    const { output } = await aftermath(['points', '-'], { input: 'pd app { needs gone }\nabsent pd gone\n' });
    assert.match(output, /app needs gone: fails before anything crashes\n$/);
  });

  it('reports errors in place of a result', async () => {
    const { code, output } = await aftermath(['points', 'errors.aft', '--json']);
    assert.deepEqual([code, parsed(output).command], [1, 'points']);
  });

  it('lists sets of any size, however large a number says so', async () => {
    const input = 'pd app { needs 1 of a[*] }\npd a[6]\n';
    const all = await aftermath(['points', '-', '--size', '999999999999'], { input });
    assert.deepEqual(all, await aftermath(['points', '-', '--size', '6'], { input }));
    assert.match(all.output, /a\[0\] and a\[1\] and a\[2\] and a\[3\] and a\[4\] and a\[5\]\n/);
  });

  const refusals: readonly (readonly [readonly string[], string])[] = [
    [['plan.aft', '--size', '0'], 'The option "--size" takes a whole number from 1; "0" is not one.'],
    [['plan.aft', '--size', 'two'], 'The option "--size" takes a whole number from 1; "two" is not one.'],
    [['none.aft'], 'There is no file "none.aft".'],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}" with 2 and one line`, async () => {
      const outcome = await aftermath(['points', ...args]);
      assert.deepEqual(outcome, { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    });
  }
});
