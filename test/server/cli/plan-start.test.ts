/** `aftermath plan --start` and `--recover`: text, JSON, exit codes, wrong use; the library; the report. */
import assert from 'node:assert/strict';
import { parse, recover, start } from '../../../server/src/library/api.ts';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const ofSite = `Plan for the start of site
in start.aft

Started, in order (same number: in parallel)
  1. rack
  1. logs
  2. rack.server after rack
  3. files after rack.server
  4. api[0] after logs, files
  4. api[1] after logs, files
  5. rack.lb after rack, api[0], api[1]
  6. site after rack.lb

Soft needs that give way, each with its cycle
  logs after rack.lb
      start.aft:7:17: "logs" needs "rack.lb" as soft
      start.aft:3:22: "rack.lb" needs "api[0]"
      start.aft:6:60: "api[0]" needs "logs" as soft

8 started in 6 layers, 0 broken, 0 degraded
`;

const ofRack = `Plan for the recovery from the crash of rack under the policy default (PD depth 0, space depth 0)
in start.aft

Destroyed by the crash
  rack
  rack.lb
  rack.server
  files
  files.report

Restarted too: these have lost something
  api[0]
  api[1]
  api[2]

Actions, in order (same number: in parallel)
  1. restart rack, with files, files.report, rack.lb, rack.server
  2. restart api[0]
  2. restart api[1]
  2. restart api[2]

What comes back, in order (same number: in parallel)
  1. rack
  2. rack.server after rack
  3. files after rack.server
  4. files.report after files
  5. api[0] after files, files.report
  5. api[1] after files, files.report
  5. api[2] after files, files.report
  6. rack.lb after rack, api[0] (2 of 3), api[1] (2 of 3), api[2] (2 of 3)

4 actions in 2 steps, 0 broken, 0 degraded
`;

describe('aftermath plan --start', () => {
  it('prints what one entity waits for, in order', async () => {
    for (const args of [
      ['--start', 'start.aft', 'site'],
      ['start.aft', 'site', '--start'],
    ]) {
      const { code, output, notes } = await aftermath(['plan', ...args, '--brief']);
      assert.deepEqual([code, output, notes], [0, ofSite, '']);
    }
  });

  it('prints the reasons of each wait, as text and as JSON', async () => {
    const { output } = await aftermath(['plan', 'start.aft', '--start']);
    assert.match(output, /^Plan for the start of everything\n/);
    assert.match(
      output,
      /\n {2}3\. files after rack\.server\n {6}start\.aft:4:23: "files" is managed by "rack\.server"\n/,
    );
    const json = parsed((await aftermath(['plan', 'start.aft', '--start', '--json'])).output);
    assert.deepEqual(json.request, { kind: 'start', targets: [] });
    const steps = json.steps as readonly { readonly name: string; readonly waits: readonly object[] }[];
    assert.deepEqual(steps.find(({ name }) => name === 'rack.lb')?.waits.at(-1), {
      name: 'api[2]',
      least: 2,
      among: 3,
      because: [{ fact: '"rack.lb" needs "api[2]"', file: 'start.aft', line: 3, column: 22 }],
    });
  });

  it('names no alternatives where enough of them are waited for in any case', async () => {
    const input = 'pd a { destroyed after lb }\npd b\npd lb { needs 1 of a, b }';
    const { output } = await aftermath(['plan', '-', '--start', '--brief'], { input });
    assert.match(output, /\n {2}2\. lb after a\n/);
  });

  it('finds cycles, and what lacks a need to start, with exit code 1', async () => {
    const { code, output } = await aftermath(['plan', 'start-cycle.aft', '--start']);
    assert.equal(code, 1);
    assert.match(output, /\nCycles: these wait for each other\n {2}error: a, b\n.*"a" needs "b"\n.*"b" needs "a"\n/);
    assert.match(output, /\nNever starts\n {2}a\n[^]* {2}c\n[^]* {2}d\n.*"e" is absent\n.*"d" needs "e"\n/);
    assert.match(output, /\n1 started in 1 layer, 1 cycle, 4 not started, 0 broken, 0 degraded\n$/);
    const json = parsed((await aftermath(['plan', 'start-cycle.aft', '--start', '--json'])).output);
    assert.deepEqual(json.layers, [['f']]);
  });

  it('refuses what does not go together, with exit code 2', async () => {
    for (const [args, sentence] of [
      [['start.aft', 'nobody', '--start'], 'There is no entity "nobody".'],
      [['start.aft', 'api', '--start'], 'write which copy is started.'],
      [['start.aft', '--start', '--crash', 'site'], 'give either --start or --crash.'],
      [['start.aft', '--start', '--recover'], 'give either --start or --recover.'],
      [['start.aft', '--recover'], 'A recovery follows a crash;'],
      [['start.aft', '--recover', '--destroy', 'site'], 'A recovery follows a crash;'],
      [['start.aft', 'site', '--recover', '--crash', 'site'], 'a name follows only --start.'],
      [['start.aft', 'site', '--crash', 'site'], 'a name follows only --start.'],
      [['start.aft', '--start', '--diff', 'start.aft'], '--diff is for plans of ends;'],
      [['start.aft', '--start', '--svg', '--json'], '--svg draws one plan;'],
      [['start.aft', '--recover', '--crash', 'files'], 'only a PD or a node can crash'],
      [['start.aft', '--recover', '--crash', 'site', '--crash', 'site'], 'is given twice; it crashes once.'],
    ] as const) {
      const { code, notes } = await aftermath(['plan', ...args]);
      assert.ok(code === 2 && notes.includes(sentence), notes);
    }
  });
});

describe('aftermath plan --svg of a start', () => {
  it('draws each step as a column, and what waits as lines', async () => {
    const { code, output } = await aftermath(['plan', '../command-line/start.aft', 'site', '--start', '--svg']);
    assert.equal(code, 0);
    assert.match(output, /<title>[^</]+ in start\.aft<\/title>/u);
    const columns = [...output.matchAll(/class="column-title"[^>]*>([^<]*)</gu)].map(([, title]) => title);
    assert.deepEqual(
      columns,
      [1, 2, 3, 4, 5, 6].map((step) => `Step ${String(step)}`),
    );
    assert.equal(output.match(/data-sign="started"/gu)?.length, 8);
    assert.ok((output.match(/data-line-kind="order"/gu)?.length ?? 0) >= 7);
    assert.match(output, /Start of site/);
  });

  it('draws what a crash destroys before what comes back', async () => {
    const { output } = await aftermath(['plan', 'start.aft', '--crash', 'rack', '--recover', '--svg']);
    const columns = [...output.matchAll(/class="column-title"[^>]*>([^<]*)</gu)].map(([, title]) => title);
    assert.deepEqual(columns, ['Crash', 'Step 1', 'Step 2', 'Step 3', 'Step 4', 'Step 5', 'Step 6']);
    assert.equal(output.match(/data-sign="destroyed"/gu)?.length, 8);
    assert.match(output, /Recovery from the crash of rack/);
  });
});

describe('aftermath plan --recover', () => {
  it('prints what ends, what is restarted with what, and what each waits for', async () => {
    const { code, output } = await aftermath(['plan', 'start.aft', '--crash', 'rack', '--recover', '--brief']);
    assert.deepEqual([code, output], [0, ofRack]);
  });

  it('prints the same as JSON, of several crashes at once', async () => {
    const args = ['plan', 'start.aft', '--crash', 'logs', '--crash', 'site', '--recover', '--json'];
    const { request, crashed, ended, actions } = parsed((await aftermath(args)).output);
    assert.deepEqual(request, { kind: 'recover', targets: ['logs', 'site'] });
    assert.deepEqual([crashed, ended], [['logs', 'site'], []]);
    const restart = (name: string): object => ({ action: 'restart', name, brings: [name] });
    assert.deepEqual(actions, [[restart('logs'), restart('site')]]);
  });
});

describe('what has ended at the start', () => {
  it('starts with what a restart brings back: what it hosts and manages', async () => {
    const input = 'doomed pd server { manages disk  pd worker }\nspace disk { resource block }\n';
    const { output } = await aftermath(['plan', '-', '--start', 'server', '--brief'], { input });
    assert.match(output, /\n4 started in 3 layers, /);
  });

  it('lists the survivors that point to what the crash destroyed, even after it is back', async () => {
    const input = 'space disk\nspace files { maps disk }\npd server { manages disk }\nroot object link { refers box }\nnode host { object box }\n'; // oxfmt-ignore
    const args = ['plan', '-', '--crash', 'server', '--crash', 'host', '--recover'];
    const { output, code } = await aftermath([...args, '--brief'], { input });
    assert.match(output, /\nDangling even then\n {2}files\n {2}link\n\n3 actions in 2 steps, .*, 2 dangling\n$/);
    assert.equal(code, 0);
    const { dangling } = parsed((await aftermath([...args, '--json'], { input })).output);
    assert.match(JSON.stringify(dangling), /"files\\" maps \\"disk/);
  });

  it('leaves degraded what had it, in a start and in a recovery as in a run', async () => {
    const input = 'doomed pd gone\npd a { requests gone }\npd b\n';
    for (const asked of [['--start'], ['--crash', 'b', '--recover']]) {
      const { output } = await aftermath(['plan', '-', ...asked, '--brief'], { input });
      assert.match(output, /\nDegraded even then\n {2}a\n\n.*, 0 broken, 1 degraded\n$/);
    }
    const scenario = 'scenario "now" { expect only a degraded }\n';
    assert.equal((await aftermath(['test', '-'], { input: input + scenario })).code, 0);
  });
});

describe('the library', () => {
  it('plans starts and recoveries', async () => {
    const model = await parse('file:///a.aft', () => Promise.resolve('pd a\npd b { needs a }\n'));
    const started = start(model);
    assert.ok('value' in started);
    assert.deepEqual(started.value.layers, [['a'], ['b']]);
    const back = recover(model, ['a', 'b']);
    assert.ok('value' in back);
    assert.deepEqual(back.value.layers, [['a'], ['b']]);
    assert.ok('refusal' in start(model, 'nobody') && 'refusal' in recover(model, 'nobody'));
  });
});
