/** The built program: exit codes, streams, pipes. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { aftermath, fixture, fixtures } from './command-line.ts';
import { parsed } from './json-shape.ts';

const program = join(import.meta.dirname, '../../../dist/aftermath.cjs');

/** Of pure rules, which are compiled. */
const lamp = `event Press
machine Lamp for pd {
  var times: 0..3 = 0
  initial state Off { on Press when times < 3 do { times := times + 1 } -> On }
  state On { on Press -> Off }
}
pd lamp runs Lamp
check "three times" { may send Press to lamp  never lamp.times > 3 }
check "not forever" fails { may send Press to lamp  never lamp.times == 3 }
`;

function run(args: readonly string[], input = '', nodeOptions: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, program, ...args], {
    cwd: fixtures,
    encoding: 'utf8',
    input,
  });
  return { status, stdout, stderr };
}

describe('the built aftermath', () => {
  it('ends with 0, 1 and 2 as its help says', () => {
    assert.deepEqual(run(['check', 'wiki.aft']), { status: 0, stdout: '1 file: no findings\n', stderr: '' });
    assert.equal(run(['check', 'errors.aft']).status, 1);
    assert.deepEqual(run(['crash', 'wiki.aft', 'ap']), {
      status: 2,
      stdout: '',
      stderr: 'aftermath: There is no PD and no node "ap". Did you mean "app"?\n',
    });
  });

  it('prints JSON and nothing else on standard output', () => {
    const { status, stdout, stderr } = run(['crash', 'names.aft', 'keeper', '--policy', 'close', '--json']);
    assert.deepEqual([status, parsed(stdout).name, stderr], [0, 'keeper', '']);
  });

  it('reads the standard input', async () => {
    const { status, stdout } = run(['crash', '-', 'app', '--json'], await fixture('wiki.aft'));
    assert.deepEqual([status, parsed(stdout).file], [0, '<stdin>']);
  });

  it('explores and simulates the same where compiling is forbidden', async () => {
    for (const args of [
      ['verify', '-'],
      ['simulate', '-', '--random', '--runs', '20', '--steps', '50'],
    ]) {
      // What it took is another matter each time.
      const found = (text: string): string => text.replaceAll(/; [\d.]+m?s, [^)]*\)/g, ')');
      const { output } = await aftermath(args, { input: lamp });
      assert.match(output, /2 passed|100\.0 %/);
      assert.equal(found(run(args, lamp, ['--disallow-code-generation-from-strings']).stdout), found(output));
    }
  });

  it('ends at its --timeout or an interrupt, whatever it is doing', async () => {
    const large = 'object a[990]\nobject b[990]\npd p\na[*] owns b[*]\n';
    const late = run(['matrix', '-', '--timeout', '0.01s'], large);
    assert.deepEqual(late, {
      ...{ status: 3, stdout: '' },
      stderr: 'aftermath: Out of time: "matrix" took longer than 0.01s.\n',
    });
    const wiki = await fixture('wiki.aft');
    const { code, output, notes } = await aftermath(['check', '-'], { input: wiki });
    assert.deepEqual(run(['check', '-', '--timeout', '10m'], wiki), { status: code, stdout: output, stderr: notes });
    const child = spawn(process.execPath, [program, 'check', '-', '--timeout', '10m'], { cwd: fixtures });
    // Nothing comes that could be read, so that it runs until it is ended. It is closed when nobody has its streams any more.
    setTimeout(() => child.kill('SIGINT'), 1000);
    assert.deepEqual(await once(child, 'close'), [null, 'SIGINT']);
  });

  it('leaves nothing running when a command with a --timeout is killed', async () => {
    const child = spawn(process.execPath, [program, 'check', '-', '--timeout', '10m'], { cwd: fixtures });
    setTimeout(() => child.kill('SIGKILL'), 1000);
    // The process that reads has the same streams.
    assert.deepEqual(await once(child, 'close'), [null, 'SIGKILL']);
  });

  it('finds the standard library', () => {
    assert.deepEqual(run(['check', '-'], 'import "std/murano"\npd a\n'), {
      status: 0,
      stdout: '1 file: no findings\n',
      stderr: '',
    });
  });

  it('tolerates a reader that stops reading', async () => {
    const model = `${await fixture('wiki.aft')}pd client[2000] { requests disk1 }\n`;
    const child = spawn(process.execPath, [program, 'crash', '-', 'blockServer1', '--pd-depth', 'unlimited'], {
      cwd: fixtures,
    });
    let notes = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.end(model);
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.deepEqual([code, notes], [0, '']);
  });

  it('shows each result of a test at once, and ends in the middle of a run when it is interrupted', async () => {
    const model = `machine Clock for pd {
  initial state On { after 1ms -> On }
}
pd clock runs Clock
scenario "short" { run 1s  expect clock alive }
scenario "long" { run 1000000h  expect clock alive }
`;
    const child = spawn(process.execPath, [program, 'test', '-'], { cwd: fixtures });
    const closed = new Promise((resolve) =>
      child.once('close', (code, signal) => {
        resolve([code, signal]);
      }),
    );
    child.stdin.end(model);
    const [shown] = (await once(child.stdout, 'data')) as [Buffer];
    assert.match(shown.toString(), /^passed <stdin>:5:10: short /);
    child.kill('SIGINT');
    assert.deepEqual(await closed, [3, null]);
  });

  it('ends an exploration at an interrupt with what was found by then', async () => {
    const sends = ['a', 'b', 'c'].map((name) => `may send Up to ${name}`).join('  ');
    const model = `event Up
machine Count for pd {
  var n: int = 0
  initial state S { on Up do { n := (n + 1) % 1000 } -> S }
}
pd a runs Count
pd b runs Count
pd c runs Count
check "one" { may send Up to a  never a.n < 0 }
check "all" { ${sends}  never a.n < 0 }
`;
    const child = spawn(process.execPath, [program, 'verify', '-', '--memory', '100g'], { cwd: fixtures });
    const closed = once(child, 'close');
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stdin.end(model);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    assert.deepEqual(await closed, [3, null]);
    assert.match(said, /^passed .*: one /);
    assert.match(said, /^undecided .*: all /m);
  });
});
