/** The tools of assistants in VS Code: the manifest declares those of the table, and they run the command line. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../../../client/src/assistants/tool-run.ts';
import { commands } from '../../../server/src/cli/command-table.ts';
import { assistantTools } from '../../../server/src/protocol/assistant-tools.ts';

const root = join(import.meta.dirname, '../../..');

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly inputSchema: object;
      readonly modelDescription: string;
    }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  };
}

/** The commands that are no tools, and why: the list of tools costs every conversation its length. */
const noTools = {
  metrics: 'numbers that crash_entity and compare_crashes explain better',
  drift: 'needs the dump of a running system, or asks one',
  replay: 'needs a trace that somebody has saved',
  conform: 'needs a log, and a mapping that somebody has to write',
  merge: 'belongs to shards',
  cluster: 'starts jobs',
  format: 'writes',
  import: 'writes',
  report: 'writes a page for people',
  docs: 'writes',
  mcp: 'is the server of the tools',
};

/** Options that are for shells and other programs: files, formats, shards, threads, and how a policy is written. */
const forShells = new Set([
  ...['sarif', 'junit', 'markdown', 'svg', 'out', 'force', 'save', 'resume', 'metrics', 'trace', 'theme', 'quiet'],
  ...['shard', 'threads', 'no-cache', 'fail-on', 'pd-depth', 'space-depth', 'format', 'brief', 'sort', 'full'],
]);

/** Options of commands with a tool that it does without. */
const unasked: Readonly<Record<string, readonly string[]>> = {
  crash: ['crash', 'as-implemented'],
  plan: [
    ...['crash', 'destroy', 'evict', 'drain', 'remove', 'delete', 'collect', 'start', 'recover'],
    ...['deletion', 'since', 'diff'],
  ],
  points: ['goal', 'roots'],
  availability: ['roots'],
  test: ['seed'],
  simulate: ['variant', 'random', 'check', 'fault', 'no-sends', 'rare', 'within', 'runs', 'minimize'],
  verify: [...['memory', 'symmetry', 'deepen', 'compact', 'bitstate', 'reduction', 'coverage', 'engine', 'swarm']],
  export: ['check', 'group', 'goal', 'variant', 'from', 'to'],
};

describe('the language-model tools', () => {
  const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

  it('are declared as the server of the protocol lists them', () => {
    assert.deepEqual(
      contributes.languageModelTools.map(({ name, inputSchema, modelDescription }) => [
        name,
        modelDescription,
        inputSchema,
      ]),
      assistantTools.map(({ name, description, inputSchema }) => [`aftermath_${name}`, description, inputSchema]),
    );
    assert.deepEqual(
      contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      ['aftermath'],
    );
  });

  it('are the commands that only read, with their options, but for those that are named here', () => {
    const any = { file: '', files: [], names: [], event: 'crash' };
    const byCommand = new Map(assistantTools.map((each) => [each.argumentsOf(any)[0] ?? '', each]));
    const others = commands.filter(({ name }) => !byCommand.has(name)).map(({ name }) => name);
    assert.deepEqual(others, Object.keys(noTools));
    const left = commands.flatMap(({ name, options }) => {
      const offered = byCommand.get(name);
      if (offered === undefined) return [];
      const known = new Set([...Object.keys(offered.inputSchema.properties), ...forShells, ...(unasked[name] ?? [])]);
      return Object.keys(options).flatMap((option) => (known.has(option) ? [] : [`${name} --${option}`]));
    });
    assert.deepEqual(left, []);
  });

  const tool = (wanted: string) => assistantTools.find(({ name }) => name === wanted) ?? assert.fail(wanted);
  const program = join(root, 'dist/aftermath.cjs');
  const run = (
    name: string,
    input: unknown,
    folders = [join(root, 'language/examples')],
    signal = new AbortController().signal,
  ) => runTool(tool(name), input, { program, folders, signal });

  it('answer with reasons', async () => {
    const text = await run('crash_entity', { file: 'shop.aft', names: ['db'] });
    assert.match(text, /Broken[^]*"api\[1\]" needs "rack\.right\.db"/);
  });

  it('say what to do', async () => {
    assert.match(await run('crash_entity', { file: 'shop.aft', names: ['dbb'] }), /^There is no PD and no node "dbb"/);
    assert.match(await run('crash_entity', { file: '/etc/passwd', names: ['db'] }), /outside the folders/);
    assert.match(await run('crash_entity', {}), /needs "file"/);
    assert.match(await run('check_model', { files: ['shop.aft'] }, []), /No folder is open/);
    assert.equal(await run('check_model', { files: ['shop.aft'] }, undefined, AbortSignal.abort()), 'Cancelled.');
  });
});
