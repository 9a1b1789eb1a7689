/** `aftermath diff`: the report as text, JSON and Markdown, its sources and rules, and the action for reviews. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { aftermath, inFolder, type Outcome } from './command-line.ts';
import { parsed } from './json-shape.ts';
import { sarifFaults } from './sarif-shape.ts';

const base = `pd postgres
pd app { needs postgres }
pd worker
pd web[2]
pd lb { needs 1 of web[*] }
scenario "the worker works" { crash postgres  expect not (worker broken) }
check "the worker lives" { run 1s  fault crash of postgres up to 1  always worker alive }
`;
const head = base.replace('pd worker', 'pd worker { needs postgres }').replace('1 of', '2 of');

const text = `What changes from base.aft to head.aft

Worse
  scenario "the worker works" fails now (before: passed)
  lb needs web[0] and web[1]: the crash of web[0] or web[1] alone is now enough to make it fail (before: web[0] and web[1])
  crash of postgres now breaks worker
      head.aft:1:4: "postgres" crashed
      head.aft:3:19: "worker" needs "postgres"
  crash of web[0] or web[1] now breaks lb
      head.aft:4:4: "web[0]" crashed
      head.aft:5:20: 2 of 2 are needed by "lb"; "web[0]" is gone

4 worse, 0 better, 0 other
`;

interface SarifLog {
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: { readonly startLine: number; readonly startColumn: number };
        };
      }[];
    }[];
  }[];
}

const compare = async (files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Outcome> => {
  let outcome: Outcome | undefined;
  await inFolder({}, async (folder) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    outcome = await aftermath(['diff', ...args], { folder });
  });
  assert.ok(outcome);
  return outcome;
};
const both = { 'base.aft': base, 'head.aft': head };

describe('aftermath diff', () => {
  it('lists what is worse, with reasons; nothing of a model and itself', async () => {
    const { code, output, notes } = await compare(both, 'base.aft', 'head.aft');
    assert.deepEqual([code, notes], [0, '']);
    assert.equal(output, text);
    const same = await compare(both, 'base.aft', 'base.aft');
    assert.match(same.output, /\n\nNo consequence changes\n$/);
  });

  it('prints the same as JSON', async () => {
    const { files, failed } = parsed((await compare(both, 'base.aft', 'head.aft', '--json')).output);
    const [{ changes }] = files as [{ changes: { direction: string; kind: string; text: string }[] }];
    assert.deepEqual(
      changes.map(({ direction, kind }) => `${direction} ${kind}`),
      ['worse scenario', 'worse cut set', 'worse fate', 'worse fate'],
    );
    assert.deepEqual(failed, []);
  });

  it('fails on what was chosen, and knows which rules there are', async () => {
    const codes = async (rule: string): Promise<number> =>
      (await compare(both, 'base.aft', 'head.aft', '--quick', '--fail-on', rule)).code;
    assert.deepEqual(
      [await codes('more-broken'), await codes('new-cut-set<=1'), await codes('more-destroyed,new-finding')],
      [1, 1, 0],
    );
    assert.equal((await compare(both, 'base.aft', 'head.aft', '--fail-on', 'scenario-broken')).code, 1);
    // A need without spares, whose cut sets are the crashes that break it.
    const plain = { 'a.aft': 'pd db\npd api', 'b.aft': 'pd db\npd api { needs db }' };
    const plainly = async (rule: string): Promise<number> =>
      (await compare(plain, 'a.aft', 'b.aft', '--quick', '--fail-on', rule)).code;
    assert.deepEqual([await plainly('new-cut-set'), await plainly('new-cut-set<=1')], [1, 1]);
    const { code, notes } = await compare(both, 'base.aft', 'head.aft', '--fail-on', 'more-brokn');
    assert.deepEqual(
      [code, notes],
      [2, 'aftermath: The option "--fail-on" knows no rule "more-brokn". Did you mean "more-broken"?\n'],
    );
    const unlike = await compare(both, 'base.aft', 'head.aft', '--fail-on', 'anything');
    assert.match(unlike.notes, /knows no rule "anything"\. The rules are worse, .*new-finding\.\n$/);
  });

  it('is SARIF with each change at its line in the head', async () => {
    const { code, output } = await compare(both, 'base.aft', 'head.aft', '--sarif', '--fail-on', 'more-broken');
    assert.equal(code, 1);
    const log = JSON.parse(output) as SarifLog;
    assert.deepEqual(sarifFaults(log), []);
    assert.deepEqual(
      log.runs[0]?.results.map(({ ruleId, level, locations: [place] }) => {
        const { artifactLocation, region } = place?.physicalLocation ?? assert.fail();
        return `${level} ${ruleId} ${artifactLocation.uri}:${String(region.startLine)}:${String(region.startColumn)}`;
      }),
      [
        'warning change/scenario head.aft:6:10',
        'warning change/cut-set head.aft:5:4',
        'error change/fate head.aft:3:19',
        'error change/fate head.aft:5:20',
      ],
    );
    const back = await compare(both, 'head.aft', 'base.aft', '--sarif', '--quick');
    assert.deepEqual(sarifFaults(JSON.parse(back.output)), []);
    const two = await compare(both, 'base.aft', 'head.aft', '--sarif', '--json');
    assert.deepEqual([two.code, two.notes], [2, 'aftermath: Give either --json or --sarif, not both.\n']);
  });

  it('reports the new value of a metric with a budget', async () => {
    const model = (held: string): string => `space disk: file { resource r[4] }
pd server { manages disk }
pd a { holds disk.r[0], disk.r[1] }
pd b { holds ${held} }
check "isolated" { run 1s  always 0.25 >= rsi(a, b, file) }
scenario "cheap" { expect rsi(a, b, file) < 1 }`;
    const files = { 'a.aft': model('disk.r[2]'), 'b.aft': model('disk.r[1], disk.r[2]') };
    const { code, output } = await compare(files, 'a.aft', 'b.aft', '--quick', '--fail-on', 'over-budget');
    assert.equal(code, 1);
    assert.match(
      output,
      /\n {2}rsi\(a, b, file\) is 1\/3 now \(before: 0\), outside its budget: <= 0\.25 in "isolated"\n/u,
    );
    assert.match(
      output,
      /Other changes\n {2}rsi\(a, b, file\) is 1\/3 now \(before: 0\), within its budget: < 1 in "cheap"\n/u,
    );
    const json = await compare(files, 'a.aft', 'b.aft', '--quick', '--json');
    assert.equal(JSON.stringify(parsed(json.output)).split('"kind":"metric"').length, 3);
    const back = await compare(files, 'b.aft', 'a.aft', '--quick');
    assert.match(back.output, /Better\n {2}rsi\(a, b, file\) is 0 now \(before: 1\/3\), within its budget: <= 0\.25/u);
  });

  it('is a comment that fits, in which names stay text', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `'<img src=x> \`*a*|${String(index)}${'.'.repeat(300)}'`);
    const model = (body: (index: number) => string): string =>
      names.map((name, index) => `pd db${String(index)}\npd ${name} { ${body(index)} }`).join('\n');
    const files = { 'a.aft': model(() => ''), 'b.aft': model((index) => `needs db${String(index)}`) };
    const { output } = await compare(files, 'a.aft', 'b.aft', '--markdown', '--quick');
    assert.ok(output.length <= 65_536 && output.length > 60_000, String(output.length));
    assert.match(output, /\n\d+ more; `aftermath diff` shows them all\.\n$/u);
    assert.doesNotMatch(output, /<img/);
    assert.match(output, /^```mermaid\nflowchart LR\n {2}n0\["db0"\] -- crash: broken --> n1\["#39;#60;img/mu);
    assert.match(output, /- 🔴 worse: crash of db0 now breaks '&lt;img src=x&gt; \\`\\\*a\\\*\\\|0\.{300}' /u);
  });

  it('draws a fan of arrows as one, and fits whatever is named', async () => {
    const services = Array.from({ length: 12 }, (_, index) => `s${String(index)}`);
    const model = (needs: string): string => `pd redis\n${services.map((name) => `pd ${name} ${needs}`).join('\n')}`;
    const fan = { 'a.aft': model(''), 'b.aft': model('{ needs redis }') };
    const { output } = await compare(fan, 'a.aft', 'b.aft', '--markdown', '--quick');
    const drawn = output.split('\n').filter((line) => line.startsWith('  n'));
    assert.deepEqual(drawn, ['  n0["redis"] -- crash: broken --> n1["12: s0, s1, s2 …"]']);
    const long = (sign: string): string => `'${sign.repeat(20_000)}'`;
    const hostile = (body: string): string =>
      `pd ${long('<')}\n${['&', '`', '|', '@'].map((sign) => `pd ${long(sign)} ${body}`).join('\n')}`;
    const folders: Record<string, string> = {
      'old/m.aft': hostile(''),
      'new/m.aft': hostile(`{ needs ${long('<')} }`),
    };
    for (let index = 0; index < 400; index++) folders[`new/${'n'.repeat(200)}${String(index)}.aft`] = 'pd a';
    const { output: comment } = await compare(folders, 'old', 'new', '--markdown', '--quick');
    assert.ok(comment.length <= 65_536, String(comment.length));
    assert.match(comment, /🔴 worse/u);
    assert.match(comment, / and 380 more\n/u);
  });

  it('mentions nobody, links nowhere and turns no text around', async () => {
    const names = ["'@team'", "'#1'", "'https://x.example'", "'www.x.example'", "'\u202Eevil'"];
    const model = (body: string): string => `pd db\n${names.map((name) => `pd ${name} ${body}`).join('\n')}`;
    const files = { 'a.aft': model(''), 'b.aft': model('{ needs db }') };
    const { output } = await compare(files, 'a.aft', 'b.aft', '--markdown', '--quick');
    const [row = ''] = output.split('\n').filter((line) => line.startsWith('- '));
    assert.match(
      row,
      /'\\@<!-- -->team', '\\#<!-- -->1', 'https:<!-- -->\/\/x\.example', 'www<!-- -->\.x\.example' and '\uFFFDevil'/u,
    );
  });

  it('compares folders file by file; an imported file as a part of what imports it', async () => {
    const folder = (name: string, worker: string) => ({
      [`${name}/shared/db.aft`]: 'pd db',
      [`${name}/app.aft`]: `import "shared/db.aft"\npd worker ${worker}`,
      [`${name}/${name}.aft`]: 'pd alone',
    });
    const files = { ...folder('old', ''), ...folder('new', '{ needs db }') };
    const { code, output } = await compare(files, 'old', 'new');
    assert.equal(code, 0);
    assert.match(output, /crash of db now breaks worker\n {6}new\/shared\/db\.aft:1:4: /u);
    assert.match(output, /New models: new\.aft\n\nRemoved models: old\.aft\n/u);
  });

  it('refuses in one sentence what cannot be compared', async () => {
    const refusals = [
      [['base.aft'], 'Give a second model to compare "base.aft" with, or two git revisions such as "main..HEAD".'],
      [['base.aft', '.'], '"base.aft" and "." must both be files, or both be folders.'],
      [['base.aft', 'hed.aft'], 'There is no file "hed.aft". Did you mean "head.aft"?'],
      [['one..two'], 'There is no git revision "one" here.'],
      [['one...two'], 'There is no git revision "one" here.'],
      [['-', '-'], 'Only one of the models can come from the standard input.'],
      [['--upload-pack=x..two'], undefined],
    ] as const;
    for (const [args, sentence] of refusals) {
      const { code, notes } = await compare(both, ...args);
      assert.equal(code, 2, notes);
      if (sentence !== undefined) assert.equal(notes, `aftermath: ${sentence}\n`);
    }
    const broken = await compare({ ...both, 'bad.aft': 'pd a { needs b }' }, 'base.aft', 'bad.aft');
    assert.equal(broken.code, 1);
    assert.match(broken.notes, /name\/unknown/);
  });

  it('reads git revisions, and the action writes the comment and fails', async () => {
    await inFolder({}, async (folder) => {
      const git = (...args: readonly string[]): void => {
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder });
      };
      git('init', '-q', '-b', 'main');
      mkdirSync(join(folder, 'models'));
      for (const [branch, content] of [
        ['main', base],
        ['change', head],
      ] as const) {
        if (branch !== 'main') git('checkout', '-q', '-b', branch);
        writeFileSync(join(folder, 'models', 'größe.aft'), content);
        writeFileSync(join(folder, 'models', 'all.aft'), 'import "größe.aft"');
        git('add', '-A');
        git('commit', '-q', '-m', branch);
      }
      const inside = { folder: join(folder, 'models') };
      const whole = await aftermath(['diff', 'main..change', '--quick'], inside);
      assert.match(whole.output, /change:größe\.aft:3:19: "worker" needs "postgres"/u);
      assert.match(whole.output, /\n3 worse, 0 better, 0 other\n$/u);
      const open = await aftermath(['diff', 'main..', '--quick'], inside);
      assert.equal(open.output, whole.output.replaceAll('change:', 'HEAD:'));
      const parted = await aftermath(['diff', 'main...change', '--quick'], inside);
      assert.equal(parted.output.replace(/^What changes from [0-9a-f]+:/u, 'What changes from main:'), whole.output);
      git('checkout', '-q', 'main');
      git('rm', '-q', '-r', 'models');
      git('commit', '-q', '-m', 'moved on');
      const later = await aftermath(['diff', 'main...change', 'models', '--quick'], { folder });
      assert.match(later.output, /\n3 worse, 0 better, 0 other\n$/u);
      git('reset', '-q', '--hard', 'HEAD~1');
      git('checkout', '-q', 'change');
      const given = await aftermath(['diff', 'main:größe.aft', '-', '--quick'], { ...inside, input: head });
      assert.match(given.output, /^What changes from main:größe\.aft to <stdin>\n/u);
      const one = await aftermath(['diff', 'main:größe.aft', 'größe.aft', '--quick'], inside);
      assert.match(one.output, /\n3 worse, 0 better, 0 other\n$/u);
      const gone = await aftermath(['diff', 'main:nothing.aft', 'größe.aft'], inside);
      assert.equal(gone.code, 2);
      assert.match(
        actionIn(folder),
        /### What changes when something dies: 4 worse[^]*\*\*Fails\*\* on `more-broken`/u,
      );
    });
  });
});

interface Action {
  readonly runs: { readonly steps: readonly { readonly id: string; readonly run: string }[] };
}

/** Runs the step of the action that compares; returns the summary, after the result as its exit code. */
function actionIn(folder: string): string {
  const root = join(import.meta.dirname, '../../..');
  const action = parse(readFileSync(join(root, 'server/action/action.yml'), 'utf8')) as Action;
  const step = action.runs.steps.find(({ id }) => id === 'diff');
  const [summary, result] = [join(folder, 'summary.md'), join(folder, 'result')];
  const env = {
    ...process.env,
    ...{ AFTERMATH: join(root, 'dist/aftermath.cjs'), BASE: 'main', HEAD: 'change', MODELS: 'models' },
    ...{ FAIL_ON: 'more-broken', RUNNER_TEMP: folder, GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: result },
  };
  execFileSync('bash', ['-e', '-c', step?.run ?? 'exit 1'], { cwd: folder, env });
  assert.equal(readFileSync(result, 'utf8'), 'code=1\n');
  return readFileSync(summary, 'utf8');
}
