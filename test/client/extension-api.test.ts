/**
 * The interface to other extensions: it answers what the server answers, and its page lists every function and every
 * command, with the arguments that the command reads.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type ExtensionApi, offerApi } from '../../client/src/extension-api.ts';
import { crashArgumentsOf } from '../../client/src/graph/crash-arguments.ts';
import { reportArgumentsOf } from '../../client/src/report/report-arguments.ts';
import { runArgumentsOf } from '../../client/src/trace/run-arguments.ts';
import type { Ask } from '../../client/src/server/server-link.ts';
import { type LanguageClient, startClientHere } from '../server/language-client.ts';

const model = 'file:///models/shop.aft';
const tellFault = (error: unknown): void => {
  assert.equal(String(error), 'Error: ours');
};
const text = `space disk : block { resource block1 }
pd server { manages disk  holds disk.* }
pd app { requests disk  holds disk.block1 }
scenario "the application outlives its server" {
  crash server
  expect app alive
}
check "they live" { fault crash of server  always server alive }
`;

describe('the interface to other extensions', () => {
  let client: LanguageClient;
  let api: ExtensionApi;
  const opened: string[] = [];

  before(async () => {
    client = await startClientHere();
    const ask: Ask = (method, parameters) => client.ask(method, parameters);
    const open = async (uri: string): Promise<void> => {
      if (opened.includes(uri)) return;
      opened.push(uri);
      await client.open(uri, text);
      await client.diagnostics(uri);
    };
    api = offerApi({ ask, open, tellFault }).api;
  });

  after(() => client.stop());

  it('answers about a model that was not open', async () => {
    const { entities } = await api.entities(model);
    assert.deepEqual(opened, [model]);
    assert.deepEqual(
      entities.map(({ name }) => name),
      ['disk', 'disk.block1', 'server', 'app'],
    );
    const graph = await api.graph(model);
    assert.ok(graph !== null && graph.graph.nodes.length > 0, JSON.stringify(graph));
    const plan = await api.plan(model, {
      kind: 'plan',
      end: 'crash',
      of: 'server',
      policy: 'pd-direct',
    });
    assert.ok('event' in plan && plan.steps > 0, JSON.stringify(plan));
    const report = await api.report(model, { kind: 'matrix' });
    assert.ok('report' in report && JSON.stringify(report.report).includes('3 destroyed'), JSON.stringify(report));
  });

  it('refuses what the model cannot answer', async () => {
    const plan = await api.plan(model, {
      kind: 'plan',
      end: 'crash',
      of: 'nobody',
    });
    assert.ok('refusal' in plan && plan.refusal.includes('nobody'));
  });

  it('runs scenarios and explores checks', async () => {
    const list = await api.scenarios(model);
    assert.deepEqual(
      list?.scenarios.map(({ title }) => title),
      ['the application outlives its server'],
    );
    const outcome = await api.runScenario(model, 'the application outlives its server');
    assert.ok('passed' in outcome && outcome.passed);
    const check = await api.verify(model, 'they live', { states: 1000 });
    assert.ok('verdict' in check && check.verdict === 'failed', JSON.stringify(check));
  });

  it('passes on the signal, and rejects if a document cannot be opened', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const stub = { version: 1 } as never;
    const offered = offerApi({
      ask: (_method, _parameters, signal) => {
        signals.push(signal);
        return Promise.resolve(stub);
      },
      open: (uri) => (uri === model ? Promise.resolve() : Promise.reject(new Error(`no ${uri}`))),
      tellFault,
    });
    const { signal } = new AbortController();
    await offered.api.verify(model, 'x', { signal });
    await offered.api.runScenario(model, 'x', { signal });
    await offered.api.report(model, { kind: 'matrix' }, { signal });
    assert.deepEqual(signals, [signal, signal, signal]);
    await assert.rejects(offered.api.graph('file:///none.aft'), /no file/);
  });

  it('notifies each listener of a changed model until it is disposed of', () => {
    const offered = offerApi({
      ask: () => Promise.reject(new Error()),
      open: () => Promise.resolve(),
      tellFault,
    });
    const heard: string[] = [];
    offered.api.onDidChangeModel(() => {
      throw new Error('ours');
    });
    const [first, second] = ['a', 'b'].map((name) =>
      offered.api.onDidChangeModel((uri) => heard.push(`${name} ${uri}`)),
    );
    offered.modelChanged('1');
    first?.dispose();
    offered.modelChanged('2');
    second?.dispose();
    offered.modelChanged('3');
    assert.deepEqual(heard, ['a 1', 'b 1', 'b 2']);
  });
});

describe('the page for other extensions', () => {
  const page = readFileSync('language/docs/reference/extension.md', 'utf8');
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly contributes: {
      readonly commands: readonly { readonly command: string }[];
    };
  };
  const rows = [...page.matchAll(/^\| `aftermath\.(\w+)` +\| (.*?) \|/gmu)];

  it('names every function', () => {
    const { api } = offerApi({
      ask: () => Promise.reject(new Error()),
      open: () => Promise.resolve(),
      tellFault,
    });
    const named = [...page.matchAll(/^\| `(\w+)[(`]/gmu)].flatMap(([, name]) => name ?? []);
    assert.deepEqual(named.sort(), Object.keys(api).sort());
  });

  it('names every command once', () => {
    const lists = page.slice(page.indexOf('These take no argument'));
    const unlisted = [...lists.matchAll(/`aftermath\.(\w+)`/gu)].map(([, name]) => name);
    const named = [...rows.map(([, name]) => name), ...unlisted];
    const commands = manifest.contributes.commands.map(({ command }) => command.replace('aftermath.', ''));
    assert.deepEqual(named.sort(), commands.sort());
  });

  it('names the arguments that a command reads', () => {
    const values: Readonly<Record<string, unknown>> = {
      seed: 1,
      steps: 2,
      pds: ['a'],
      also: ['b'],
    };
    const words: Readonly<Record<string, string>> = {
      end: 'destroy',
      deletion: 'foreground',
      in: 'graph',
    };
    const readers: readonly (readonly [RegExp, (value: unknown) => object])[] = [
      [
        /^(run|debug|show)(Scenario)$|^(verify|showStates|showCounterexample|simulate|replayTrace|compareLog)$/,
        runArgumentsOf,
      ],
      [/^(showPlan|showCrashMatrix|showIsolation\w+|compareP\w+|compareC\w+|showSingle\w+)$/, reportArgumentsOf],
    ];
    let count = 0;
    for (const [, name = '', cell = ''] of rows) {
      const fields = /^`\{ (.*?) \}`/u.exec(cell)?.[1]?.split(', ') ?? [];
      const given = Object.fromEntries(fields.map((field) => [field, values[field] ?? words[field] ?? 'text']));
      for (const [pattern, read] of readers) {
        if (!pattern.test(name)) continue;
        assert.deepEqual(read(given), given, name);
        count += 1;
      }
    }
    assert.equal(count, 15);
    assert.deepEqual(crashArgumentsOf({ uri: 'u', pds: ['a', 'b'], policy: 'p' }), {
      ...{ uri: 'u', pds: ['a', 'b'], policy: 'p' },
    });
  });
});
