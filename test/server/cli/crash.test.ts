/** `aftermath crash`: the report as text and JSON, choice of policy, refusals. */
import assert from 'node:assert/strict';
import { aftermath, fixture, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const report = `Crash of keeper under the policy space-direct (PD depth 0, space depth 0)
in names.aft

Destroyed, in order (same number: in parallel)
  1. keeper
      names.aft:14:4: "keeper" crashed
  2. shelf
      names.aft:14:4: "keeper" crashed
      names.aft:14:21: "shelf" is managed by "keeper"
  2. shelf.box
      names.aft:14:4: "keeper" crashed
      names.aft:14:21: "shelf" is managed by "keeper"
      names.aft:13:24: "shelf.box" is in "shelf"

Degraded: nothing

Broken: nothing

Dangling: nothing

Managers notified: nothing

3 destroyed, 0 degraded, 0 broken, 0 dangling, 0 notified
`;

describe('aftermath crash', () => {
  it('prints a report for review, with a section for each consequence and the reason chain of each name', async () => {
    const { code, output, notes } = await aftermath(['crash', 'names.aft', 'keeper', '--policy', 'space-direct']);
    assert.deepEqual([code, output, notes], [0, report, '']);
  });

  it('omits the reasons if it is to be brief', async () => {
    const args = ['crash', 'names.aft', 'keeper', '--policy', 'space-direct', '--brief'];
    const { output } = await aftermath(args);
    assert.equal(output, report.replaceAll(/ {6}.*\n/g, ''));
    const { destroyed } = parsed((await aftermath([...args, '--json'])).output) as { readonly destroyed: object[] };
    assert.deepEqual(destroyed[0], { name: 'keeper', because: [] });
  });

  it('says what is blocked in a call, apart from what is broken otherwise', async () => {
    const { output } = await aftermath(['crash', 'calls.aft', 'c']);
    assert.match(output, /\nBroken\n {2}d\n[^]*\nBlocked in a call\n {2}a\n[^]*\n {2}b\n/);
    assert.match(output, /calls\.aft:2:14: "b" needs "c" as call\n/);
    assert.match(output, /\n1 destroyed, 0 degraded, 1 broken, 2 blocked, 0 dangling, 0 notified\n$/);
    const json = parsed((await aftermath(['crash', 'calls.aft', 'c', '--json'])).output) as {
      readonly broken: readonly { readonly name: string }[];
      readonly blocked: readonly { readonly name: string }[];
    };
    assert.deepEqual(
      [json.broken, json.blocked].map((all) => all.map(({ name }) => name)),
      [
        ['a', 'b', 'd'],
        ['a', 'b'],
      ],
    );
  });

  it('says what ends with something that it releases and is held up', async () => {
    const model = `pd zero
pd one
object three { dies with four  waits for zero }
doomed object four { waits for one }
`;
    await inFolder({ 'm.aft': model }, async (folder) => {
      const { output } = await aftermath(['crash', 'm.aft', 'one'], { folder });
      assert.match(output, /\nHeld up\n {2}three: waits for zero\n[^]*: "three" dies with "four"\n/);
      assert.match(output, /\n2 destroyed, 0 degraded, 0 broken, 0 dangling, 0 notified, 1 held up\n$/);
      const json = await aftermath(['crash', 'm.aft', 'one', '--json'], { folder });
      const { held } = parsed(json.output) as { readonly held: readonly Record<string, unknown>[] };
      assert.deepEqual(
        held.map(({ name, waitsFor, isDeadlocked }) => [name, waitsFor, isDeadlocked]),
        [['three', ['zero'], false]],
      );
    });
  });

  it('is one event of all that are named', async () => {
    const both = await aftermath(['crash', 'wiki.aft', 'fs', 'blockServer1', '--json']);
    const { name, names, crashed, order } = parsed(both.output) as Record<string, readonly unknown[]>;
    assert.deepEqual([name, names, crashed], ['fs', ['fs', 'blockServer1'], ['fs', 'blockServer1']]);
    assert.deepEqual([...(order?.[0] as readonly string[])].sort(), ['blockServer1', 'fs']);
    const byOption = await aftermath(['crash', 'wiki.aft', '--crash', 'fs', '--crash', 'blockServer1', '--json']);
    assert.deepEqual(byOption, both);
    const { output } = await aftermath(['plan', 'wiki.aft', '--crash', 'fs', '--crash', 'blockServer1']);
    assert.match(output, /^Plan for the crash of fs, blockServer1 under /);
    const why = await aftermath(['why', 'wiki.aft', 'disk1', '--crash', 'fs', '--crash', 'blockServer1']);
    assert.match(why.output, /"disk1" is destroyed when "fs" and "blockServer1" crash\./);
  });

  it('refuses one that is given twice, and none', async () => {
    for (const [args, sentence] of [
      [['fs', 'blockServer1', 'fs'], '"fs" is given twice; it crashes once.'],
      [[], 'Name what crashes; write "aftermath crash FILE PD... '],
    ] as const) {
      const { code, notes } = await aftermath(['crash', 'wiki.aft', ...args]);
      assert.ok(code === 2 && notes.includes(sentence), notes);
    }
  });

  it('prints what is notified of what', async () => {
    const { output } = await aftermath(['crash', 'wiki.aft', 'fs']);
    assert.match(
      output,
      /\nManagers notified\n {2}blockServer1: freed\(disk1\.block1, fs\)\n {6}wiki\.aft:\d+:\d+: "fs" crashed\n/,
    );
  });

  it('prints of what systemd is notified of only what it acts on: what is stopped has not failed', async () => {
    const bound = `import "std/systemd"
pd db { holds jobs.failed, jobs.upheld }
pd web { dies with db  holds jobs.alerted, jobs.again }
pd app
pd timer { dies with db }
absent pd alert
space jobs : job {
  resource failed is OnFailure : job { from: db  unit: alert }
  resource upheld is Upholds : job { from: timer  unit: db }
  resource alerted is OnFailure : job { from: web  unit: alert }
  resource again is Upholds : job { from: app  unit: web }
}
root pd systemd is Systemd { manages jobs  holds jobs.* }
`;
    await inFolder({ 'bound.aft': bound }, async (folder) => {
      for (const command of [
        ['crash', 'bound.aft', 'db'],
        ['plan', 'bound.aft', '--crash', 'db'],
      ]) {
        const { output } = await aftermath(command, { folder });
        const freed = [...output.matchAll(/systemd: (freed\(.*?\))/g)].map(([, words]) => words);
        assert.deepEqual(freed, ['freed(jobs.failed, db)', 'freed(jobs.again, web)'], output);
      }
    });
  });

  it('prints the same as JSON, each fact with its place from 1', async () => {
    const { code, output } = await aftermath(['crash', 'names.aft', 'keeper', '--policy', 'space-direct', '--json']);
    assert.equal(code, 0);
    const crashed = { fact: '"keeper" crashed', file: 'names.aft', line: 14, column: 4 };
    const managed = { fact: '"shelf" is managed by "keeper"', file: 'names.aft', line: 14, column: 21 };
    const nested = { fact: '"shelf.box" is in "shelf"', file: 'names.aft', line: 13, column: 24 };
    assert.deepEqual(parsed(output), {
      version: 1,
      command: 'crash',
      file: 'names.aft',
      name: 'keeper',
      policy: { name: 'space-direct', pdDepth: 0, spaceDepth: 0 },
      crashed: ['keeper'],
      destroyed: [
        { name: 'keeper', because: [crashed] },
        { name: 'shelf', because: [crashed, managed] },
        { name: 'shelf.box', because: [crashed, managed, nested] },
      ],
      order: [['keeper'], ['shelf', 'shelf.box']],
      degraded: [],
      broken: [],
      blocked: [],
      dangling: [],
      already: { broken: [], degraded: [], dangling: [] },
      notified: [],
      held: [],
    });
  });

  it('crashes a node with the PDs on it', async () => {
    const { output } = await aftermath(['crash', 'names.aft', 'right', '--json']);
    assert.deepEqual(parsed(output).crashed, ['right', 'right.worker']);
  });

  it('prints the same bytes for the same input', async () => {
    for (const more of [[], ['--json']]) {
      const args = ['crash', 'wiki.aft', 'blockServer1', '--pd-depth', 'unlimited', ...more];
      assert.deepEqual(await aftermath(args), await aftermath(args));
    }
  });

  const policies: readonly (readonly [readonly string[], object])[] = [
    [[], { name: 'default', pdDepth: 2, spaceDepth: 1 }],
    [['--policy', 'default'], { name: 'default', pdDepth: 2, spaceDepth: 1 }],
    [['--policy', 'as before'], { name: "'as before'", pdDepth: 1, spaceDepth: 0 }],
    [['--pd-depth', '4', '--space-depth=unlimited'], { pdDepth: 4, spaceDepth: 'unlimited' }],
    [['--pd-depth', '0'], { pdDepth: 0, spaceDepth: 1 }],
    [['--space-depth', '0'], { pdDepth: 2, spaceDepth: 0 }],
  ];
  for (const [options, policy] of policies) {
    it(`follows ${JSON.stringify(policy)} for "${options.join(' ')}"`, async () => {
      const { output } = await aftermath(['crash', 'names.aft', 'keeper', ...options, '--json']);
      assert.deepEqual(parsed(output).policy, policy);
    });
  }

  for (const [policy, text, json, gone] of [
    ['close', 'RSI in block of at least 0.9', { minRsi: 0.9, rsiType: 'block' }, ['twin', 'server']],
    ['near', 'fault radius of at most 1', { maxFaultRadius: 1 }, ['twin', 'server', 'cousin']],
  ] as const) {
    it(`applies the threshold of the policy "${policy}", with what was measured among the reasons`, async () => {
      const args = ['crash', 'thresholds.aft', 'twin', '--policy', policy];
      const { code, output, notes } = await aftermath([...args, '--json']);
      assert.deepEqual([code, notes], [0, '']);
      const result = parsed(output);
      assert.deepEqual(result.policy, { name: policy, pdDepth: 0, spaceDepth: 0, ...json });
      const destroyed = result.destroyed as readonly { name: string; because: readonly { fact: string }[] }[];
      const pds = destroyed.filter(({ name }) => !name.startsWith('disk'));
      assert.deepEqual(
        pds.map(({ name }) => name),
        gone,
      );
      for (const { because } of pds.slice(1)) {
        assert.match(because.at(-1)?.fact ?? '', new RegExp(`which meets the threshold of policy "${policy}"$`));
      }
      const { output: report } = await aftermath(args);
      assert.ok(report.startsWith(`Crash of twin under the policy ${policy} (PD depth 0, space depth 0, ${text})\n`));
    });
  }

  it('reports the errors of a file and no result, and ends with 1', async () => {
    const { code, output, notes } = await aftermath(['crash', 'errors.aft', 'nobody']);
    assert.deepEqual([code, output], [1, '']);
    assert.match(notes, /^errors\.aft:1:7: error space\/several-managers .+\n(?:.+\n)+No result: 2 errors\n$/);
  });

  it('reports the errors of an imported file and no result, as JSON', async () => {
    const { code, output, notes } = await aftermath(['crash', 'imports-errors.aft', 'fourth', '--json']);
    assert.deepEqual([code, notes], [1, '']);
    const { files, counts, ...rest } = parsed(output);
    assert.deepEqual(rest, { version: 1, command: 'crash' });
    assert.deepEqual(counts, { errors: 2, warnings: 0, information: 0, hints: 0 });
    assert.deepEqual(
      (files as readonly { file: string }[]).map(({ file }) => file),
      ['errors.aft'],
    );
  });

  it('takes a model with warnings', async () => {
    const input = `${await fixture('warnings.aft')}pd alone\n`;
    const { code, output } = await aftermath(['crash', '-', 'alone'], { input });
    assert.equal(code, 0);
    assert.match(output, /\n1 destroyed, /);
  });

  const refusals: readonly (readonly [readonly string[], string])[] = [
    [['wikki.aft', 'app'], 'There is no file "wikki.aft". Did you mean "wiki.aft"?'],
    [
      ['wiki.aft', 'app', '--policy', 'pd-dirct'],
      'There is no policy "pd-dirct". Did you mean "pd-direct"? The policies are default, space-direct, space-recursive, pd-direct, pd-recursive.',
    ],
    [
      ['wiki.aft', 'app', '--policy', 'pd-direct', '--pd-depth', '1'],
      'A policy has its own depths; give either --policy or the depths.',
    ],
    [
      ['wiki.aft', 'app', '--pd-depth', '-1'],
      'The option "--pd-depth" takes a whole number from 0, or "unlimited"; "-1" is neither.',
    ],
    [
      ['wiki.aft', 'app', '--space-depth', '1.5'],
      'The option "--space-depth" takes a whole number from 0, or "unlimited"; "1.5" is neither.',
    ],
    [
      ['wiki.aft', 'app', '--pd-depth', '99999999999999999999'],
      'The option "--pd-depth" takes at most 9007199254740991; "unlimited" is more.',
    ],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}" with 2 and one line`, async () => {
      assert.deepEqual(await aftermath(['crash', ...args]), { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    });
  }
});
