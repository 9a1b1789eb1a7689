/** The common behaviour of all commands: help, version, and refusals of wrong usage. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commands } from '../../../server/src/cli/command-table.ts';
import { aftermath } from './command-line.ts';

const exitCodes = /\nExit codes:\n {2}0 {2}.+\n {2}1 {2}.+\n {2}2 {2}.+\n {2}3 {2}.+\n$/;

describe('aftermath', () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    it(`prints its commands and exit codes for "${args.join(' ')}"`, async () => {
      const { code, output, notes } = await aftermath(args);
      assert.deepEqual([code, notes], [0, '']);
      for (const { name, summary } of commands) assert.match(output, new RegExp(`\\n  ${name} +${summary}\\n`));
      assert.match(output, exitCodes);
    });
  }

  for (const { name, options, hasNoJson = false } of commands) {
    it(`prints usage, options and exit codes of ${name} however its help is asked for`, async () => {
      const { code, output, notes } = await aftermath([name, '--help']);
      assert.deepEqual([code, notes], [0, '']);
      for (const option of [...Object.keys(options), 'help']) assert.ok(output.includes(`--${option}`), option);
      assert.equal(output.includes('--json'), !hasNoJson);
      assert.match(output, new RegExp(`\\nUsage: aftermath ${name} `));
      assert.match(output, exitCodes);
      for (const line of output.split('\n')) assert.ok(line.length <= 100, line);
      for (const args of [
        [name, '-h'],
        ['help', name],
        ['--help', name],
        [name, 'x', '--jsn', '-h'],
      ]) {
        assert.deepEqual(await aftermath(args), { code, output, notes });
      }
    });
  }

  it('prints the version of the manifest', async () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    const { version } = manifest as { readonly version: string };
    assert.deepEqual(await aftermath(['--version']), { code: 0, output: `${version}\n`, notes: '' });
  });

  it('prints its help on standard error, and ends with 2, without a command', async () => {
    const { code, output, notes } = await aftermath([]);
    assert.deepEqual([code, output], [2, '']);
    assert.equal(notes, (await aftermath(['--help'])).output);
  });

  const list =
    'The commands are check, crash, plan, why, matrix, metrics, points, availability, experiments, diff, drift, test, simulate, replay, conform, verify, merge, cluster, format, import, export, report, docs, mcp.';
  const refusals: readonly (readonly [readonly string[], string])[] = [
    [['chek', 'wiki.aft'], `There is no command "chek". Did you mean "check"? ${list}`],
    [['wiki.aft'], `There is no command "wiki.aft". ${list}`],
    [['help', 'crsh'], `There is no command "crsh". Did you mean "crash"? ${list}`],
    [['toString'], `There is no command "toString". ${list}`],
    [['--json', 'check', 'wiki.aft'], 'The command comes first, then the file, then options such as "--json".'],
    [['--force', 'export'], 'The command comes first, then the file, then options such as "--force".'],
    [
      ['--verson'],
      'There is no option "--verson". Did you mean "--version"? The command comes first: aftermath COMMAND FILE.',
    ],
    [['check'], 'Arguments are missing; write "aftermath check FILE... [--sarif] [--no-cache]".'],
    [
      ['check', 'wiki.aft', '--jsn'],
      'The command "check" has no option "--jsn". Did you mean "--json"? Its options are --sarif, --no-cache, --json, --timeout, --help.',
    ],
    [
      ['check', '--constructor', 'wiki.aft'],
      'The command "check" has no option "--constructor". Its options are --sarif, --no-cache, --json, --timeout, --help.',
    ],
    [
      ['crash', 'wiki.aft', 'app', '--polcy', 'default'],
      'The command "crash" has no option "--polcy". Did you mean "--policy"? Its options are --crash, --policy, --pd-depth, --space-depth, --with, --without, --brief, --as-implemented, --json, --timeout, --help.',
    ],
    [['crash', 'wiki.aft', 'app', '--policy'], 'The option "--policy" needs a value: --policy NAME.'],
    [['crash', 'wiki.aft', 'app', '--policy='], 'The option "--policy" needs a value: --policy NAME.'],
    [['crash', 'wiki.aft', 'app', '--policy', '--json'], 'The option "--policy" needs a value: --policy NAME.'],
    [['check', 'wiki.aft', '--json', '--sarif'], 'Give either --json or --sarif, not both.'],
    [['check', 'wiki.aft', '--json=yes'], 'The option "--json" takes no value.'],
    [['check', 'wiki.aft', '--json', '--json'], 'The option "--json" is given twice.'],
    [
      ['export', 'dot', 'wiki.aft', 'more'],
      '"more" is one argument too many; write "aftermath export FORMAT FILE [options] [-o OUT [--force]]".',
    ],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}" with 2 and one line on standard error`, async () => {
      assert.deepEqual(await aftermath(args), { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    });
  }

  it('takes the word after "--" as a file, even with a dash', async () => {
    const { code, notes } = await aftermath(['check', '--', '--json']);
    assert.deepEqual([code, notes], [2, 'aftermath: There is no file "--json".\n']);
  });

  it('ends with 2 and a stack trace, not with a rejection, where the program has a bug', async () => {
    let notes = '';
    const { runCommandLine } = await import('../../../server/src/cli/run.ts');
    const code = await runCommandLine(['check', '-'], {
      folder: '/',
      output: { write: () => undefined, isColoured: false },
      notes: { write: (text) => void (notes += text), isColoured: false },
      readInput: () => Promise.reject(new Error('a fault for the test')),
    });
    assert.equal(code, 2);
    assert.match(notes, /^aftermath: This is a bug in Aftermath; .+\nError: a fault for the test\n +at /);
  });
});
