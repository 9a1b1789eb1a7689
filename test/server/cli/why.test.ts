/** `aftermath why`: the facts that a consequence follows from or lacks, as text and JSON, wrong usage. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const limit =
  'Considered: single relations between entities that exist at the start. ' +
  'Not considered: several relations together, new entities, other nesting.';

const letter = `Why files.letter, at a crash of fs under the policy default (PD depth 0, space depth 0)
in plan.aft

"files.letter" is destroyed when "fs" crashes.
  plan.aft:15:4: "fs" crashed
  plan.aft:15:17: "files" is managed by "fs"
  plan.aft:14:31: "files.letter" is in "files"
  It is destroyed only because its whole space "files" is.
`;

const loner = `Why loner
in plan.aft

"loner" is orphaned.
  plan.aft:12:8: no root reaches "loner"
  Adding one of these would change that, the nearest first:
    "env" refers "loner"
    "env.net" refers "loner"
    "env.vm" refers "loner"
    "box" refers "loner"
    "box.lid" refers "loner"
  ${limit.replace('. Not', ', only the nearest of them. Not')}

"loner" is not on a cycle.
  ${limit.replace('. Not', '. None of them changes that. Not')}
`;

interface AnswerJson {
  readonly claim: string;
  readonly holds: boolean;
  readonly because: readonly { readonly fact: string; readonly file?: string; readonly line?: number }[];
  readonly missing: readonly { readonly relation: string; readonly source: string; readonly target: string }[];
}

async function answers(...args: readonly string[]): Promise<readonly AnswerJson[]> {
  const { code, output, notes } = await aftermath(['why', ...args, '--json']);
  assert.deepEqual([code, notes], [0, '']);
  return parsed(output).answers as readonly AnswerJson[];
}

describe('aftermath why', () => {
  it('prints the chain of facts with their places', async () => {
    const outcome = await aftermath(['why', 'plan.aft', 'letter', '--crash', 'fs']);
    assert.deepEqual(outcome, { code: 0, output: letter, notes: '' });
  });

  it('prints what is missing in words, and how far it has searched', async () => {
    assert.deepEqual(await aftermath(['why', 'plan.aft', 'loner']), { code: 0, output: loner, notes: '' });
  });

  it('says how two are connected, or that they are not', async () => {
    const input = 'pd a { holds s.r }\nspace s { resource r }\npd c { manages s }\npd alone\n';
    const way = await aftermath(['why', '-', 'a', '--to', 'c'], { input });
    assert.equal(
      way.output,
      `How a and c are connected
in <stdin>

"a" and "c" are connected in 3 steps.
  <stdin>:1:14: "a" holds "s.r"
  <stdin>:2:20: "s.r" is in "s"
  <stdin>:3:16: "s" is managed by "c"
`,
    );
    const apart = await aftermath(['why', '-', 'a', '--to', 'alone', '--json'], { input });
    const { to, answers: found } = parsed(apart.output) as { to: string; answers: readonly AnswerJson[] };
    assert.equal(to, 'alone');
    assert.deepEqual(
      found.map(({ claim, holds, because }) => [claim, holds, because]),
      [['connected', false, []]],
    );
    const refused = await aftermath(['why', 'plan.aft', 'letter', '--to', 'fs', '--crash', 'fs']);
    assert.deepEqual([refused.code, refused.output], [2, '']);
    assert.match(refused.notes, /leave "--crash" out/);
    assert.match((await aftermath(['why', 'plan.aft', 'fs', '--to', 'fs'])).notes, /is one entity/);
  });

  it('prints the same as JSON', async () => {
    const { output } = await aftermath(['why', 'plan.aft', 'app', '--crash', 'fs', '--json']);
    const { answers: list, ...rest } = parsed(output);
    assert.deepEqual(rest, {
      version: 1,
      command: 'why',
      file: 'plan.aft',
      name: 'app',
      crash: 'fs',
      policy: { name: 'default', pdDepth: 0, spaceDepth: 0, conflict: 'ownership' },
    });
    const found = list as readonly AnswerJson[];
    assert.deepEqual(
      found.map(({ claim, holds }) => [claim, holds]),
      [
        ['broken', true],
        ['degraded', true],
        ['destroyed', false],
        ['dangling', false],
      ],
    );
    assert.deepEqual(found[0]?.because, [
      { fact: '"fs" crashed', file: 'plan.aft', line: 15, column: 4 },
      { fact: '"app" needs "fs"', file: 'plan.aft', line: 16, column: 46 },
    ]);
    assert.deepEqual(found[2]?.missing[0], {
      relation: 'dies with',
      source: 'app',
      target: 'fs',
      text: '"app" dies with "fs"',
    });
  });

  it('answers differently under another policy', async () => {
    const [deep] = await answers('wiki.aft', 'db', '--crash', 'blockServer1', '--policy', 'pd-recursive');
    assert.deepEqual([deep?.claim, deep?.holds], ['destroyed', true]);
    const [flat] = await answers('wiki.aft', 'db', '--crash', 'blockServer1', '--pd-depth', '1');
    assert.deepEqual([flat?.claim, flat?.holds], ['degraded', true]);
  });

  it('says why one is destroyed before another, and why not', async () => {
    const [before] = await answers('plan.aft', 'net', '--before', 'vm');
    assert.deepEqual(
      before?.because.map(({ fact }) => fact),
      ['"env.vm" is destroyed after "env.net"'],
    );
    const { output } = await aftermath(['why', 'plan.aft', 'loner', '--before', 'net']);
    assert.match(output, /^Why loner before env\.net under the policy default \(in a conflict: ownership\)\n/);
    assert.match(
      output,
      /\n"loner" is not destroyed before "env\.net": no order relates the two, so they may be destroyed in parallel\.\n/,
    );
    assert.match(output, /\n {4}"env\.net" is destroyed after "loner"\n {4}"env\.net" owns "loner"\n/);
  });

  it('settles a conflict of orders as the policy says', async () => {
    const [ownership] = await answers('plan.aft', 'lid', '--before', 'box');
    assert.equal(ownership?.holds, true);
    const [dependency] = await answers('plan.aft', 'lid', '--before', 'box', '--policy', 'soft');
    assert.equal(dependency?.holds, false);
  });

  it('asks for the order of what a crash destroys', async () => {
    const [first] = await answers('plan.aft', 'fs', '--before', 'files', '--crash', 'fs');
    assert.equal(first?.holds, true);
    const [then] = await answers('plan.aft', 'files', '--before', 'fs', '--crash', 'fs');
    assert.equal(then?.holds, false);
    const { output } = await aftermath(['why', 'plan.aft', 'app', '--before', 'fs', '--crash', 'fs']);
    assert.match(output, /\n"app" is not destroyed, so neither comes before the other\.\n$/);
  });

  it('says why something is on a cycle, each fact with its place', async () => {
    const input = 'root object a { refers b  destroyed after b }\nroot object b { destroyed after a }\n';
    const { output } = await aftermath(['why', '-', 'a'], { input });
    assert.match(
      output,
      /\n"a" is on a cycle of orders of destruction\.\n {2}<stdin>:1:43: "a" is destroyed after "b"\n {2}<stdin>:2:33: "b" is destroyed after "a"\n/,
    );
  });

  it('names any entity, also one that is absent', async () => {
    const { code, output } = await aftermath(['why', 'names.aft', 'spare', '--crash', 'keeper']);
    assert.equal(code, 0);
    assert.match(output, /\n {2}"spare" is absent at the start, so nothing happens to it\.\n/);
  });

  it('prints the same bytes for the same input', async () => {
    const args = ['why', 'wiki.aft', 'app', '--crash', 'fs'];
    assert.deepEqual(await aftermath(args), await aftermath(args));
  });

  it('reports errors in place of a result', async () => {
    const { code, output } = await aftermath(['why', 'errors.aft', 'store', '--json']);
    assert.deepEqual([code, parsed(output).command], [1, 'why']);
  });

  const refusals: readonly (readonly [readonly string[], string])[] = [
    [['lonr'], 'There is no entity "lonr". Did you mean "loner"?'],
    [['app', '--crash', 'files'], '"files" is a space; only a PD or a node can crash.'],
    [['app', '--before', 'sf'], 'There is no entity "sf". Did you mean "fs"?'],
    [['app', '--before', 'app'], '"app" cannot be destroyed before itself.'],
    [['app', '--policy', 'soft'], 'The option "--policy" says how far a crash reaches; give --crash too.'],
    [
      ['app', '--before', 'fs', '--pd-depth', '1'],
      'The option "--pd-depth" says how far a crash reaches; give --crash too.',
    ],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}" with 2 and one line`, async () => {
      const outcome = await aftermath(['why', 'plan.aft', ...args]);
      assert.deepEqual(outcome, { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    });
  }

  it('names among what breaks a need nothing that is broken by it', async () => {
    const input = 'pd api\npd web\nabsent pd db\napi needs 2 of db, web\nweb needs api\n';
    const { output } = await aftermath(['why', '-', 'web', '--crash', 'api'], { input });
    assert.match(output, /"web" is already broken, because "db" is absent\.\n.*\n.*: 2 of 2 are needed by "api"; "db" is gone\n/); // oxfmt-ignore
    const run = 'scenario "s" { expect not web broken }\n';
    const { output: tested } = await aftermath(['test', '-'], { input: `${input}${run}` });
    assert.match(tested, /: 2 of 2 are needed by "api"; "db" is gone\n/);
  });
});
