/** `aftermath test`: failures and their reasons, errors and remarks of runs, the JSON, the seed, wrong usage. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const shop = `space files
pd fileServer { manages files }
pd db { requests files }
event Share(by: int)
event Ping
machine Divider for pd {
  persistent var part: number = 0
  initial state On {
    on Share(by) do { part := 1 / by }
  }
}
pd divider runs Divider

scenario "the database outlives its server" {
  run 1500ms
  crash fileServer under pd-direct
  expect db alive
  send Ping to db
}
scenario "shared by nobody" {
  send Share(0) to divider
  expect divider alive
}
scenario "each" {
  for p in pds {
    crash p
    expect p destroyed
    expect fileServer alive
  }
}
scenario "nobody is told" {
  crash db
  send Ping to db
}
`;

const text = `failed shop.aft:14:10: the database outlives its server (1 expectation, 1.5s, seed 1)
  shop.aft:17:3: error run/expectation At 1.5s:
      > expect db alive
      expected: db alive
      found: db is destroyed
      because:
        shop.aft:2:4: "fileServer" crashed
        shop.aft:2:25: "files" is managed by "fileServer"
        shop.aft:3:18: "db" requests "files"
  shop.aft:18:3: warning run/lost At 1.5s: "Ping" to "db" is lost: the receiver is not alive.
      > send Ping to db
failed shop.aft:20:10: shared by nobody (no expectations, 0s, seed 1)
  shop.aft:9:23: error run/number At 0s: A number is divided by zero.
      > on Share(by) do { part := 1 / by }
failed shop.aft:24:10: each (6 expectations in 3 runs, 0s, seed 1)
  shop.aft:28:5: error run/expectation At 0s with p = fileServer:
      > expect fileServer alive
      expected: fileServer alive
      found: fileServer is destroyed by its own crash
      because:
        shop.aft:2:4: "fileServer" crashed
passed shop.aft:31:10: nobody is told (no expectations, 0s, seed 1)
  shop.aft:33:3: warning run/lost At 0s: "Ping" to "db" is lost: the receiver is not alive.
      > send Ping to db
1 file, 4 scenarios: 1 passed, 3 failed; seed 1
`;

const good = 'pd a\nscenario "a crash" { crash a  expect a crashed }\n';
const bad = 'pd a\nscenario "a crash" { crash a  expect a alive }\n';

interface ScenarioJson {
  readonly title: string;
  readonly passed: boolean;
  readonly seed: number;
  readonly duration: number;
  readonly failures: readonly Readonly<Record<string, unknown>>[];
  readonly findings: readonly { readonly code: string; readonly file: string; readonly line: number }[];
}

/** Returns the scenarios of a JSON result, of all files. */
const scenariosIn = (output: string): readonly ScenarioJson[] =>
  (parsed(output).files as readonly { readonly scenarios: readonly ScenarioJson[] }[]).flatMap(
    ({ scenarios }) => scenarios,
  );

describe('aftermath test', () => {
  it('reports for each scenario whether it passed, what failed and why, and what was remarked', async () => {
    await inFolder({ 'shop.aft': shop }, async (folder) => {
      assert.deepEqual(await aftermath(['test', 'shop.aft'], { folder }), { code: 1, output: text, notes: '' });
    });
  });

  it('prints the same as JSON, every failure by itself', async () => {
    await inFolder({ 'shop.aft': shop }, async (folder) => {
      const { code, output, notes } = await aftermath(['test', 'shop.aft', '--json'], { folder });
      assert.deepEqual([code, notes, parsed(output).counts], [1, '', { passed: 1, failed: 3, undecided: 0 }]);
      const [first, second, third] = scenariosIn(output);
      assert.deepEqual([first?.passed, first?.duration, first?.failures.length], [false, 1500, 1]);
      const { because, ...failure } = first?.failures[0] ?? {};
      assert.deepEqual(failure, {
        file: 'shop.aft',
        line: 17,
        column: 3,
        source: 'expect db alive',
        at: 1500,
        expected: 'db alive',
        found: 'db is destroyed',
      });
      assert.equal((because as readonly unknown[]).length, 3);
      assert.deepEqual(
        second?.findings.map(({ code: each, line }) => [each, line]),
        [['run/number', 9]],
      );
      assert.deepEqual(
        third?.failures.map(({ variant }) => variant),
        ['p = fileServer'],
      );
    });
  });

  it('names the other combinations in which an expectation failed, five at most', async () => {
    const input = 'pd a\npd p[7]\nscenario "all" { for x in pds { crash x  expect a destroyed } }\n';
    const { output } = await aftermath(['test', '-'], { input });
    assert.match(output, /At 0s with x = p\[0\], the first of 7 times:\n/);
    assert.match(output, / {6}also with: x = p\[1\]; x = p\[2\]; x = p\[3\]; x = p\[4\]; x = p\[5\] and 1 more\n/);
  });

  it('ends with 0 if all scenarios pass, and with 1 if any fails', async () => {
    await inFolder({ 'good.aft': good, 'bad.aft': bad }, async (folder) => {
      const passed = await aftermath(['test', 'good.aft'], { folder });
      assert.deepEqual([passed.code, passed.notes], [0, '']);
      assert.match(passed.output, /\n1 file, 1 scenario: 1 passed, 0 failed; seed 1\n$/);
      const both = await aftermath(['test', 'good.aft', 'bad.aft', 'good.aft'], { folder });
      assert.equal(both.code, 1);
      assert.match(both.output, /\n2 files, 2 scenarios: 1 passed, 1 failed; seed 1\n$/);
    });
  });

  it('says that a file has no scenario, and that there is nothing to test if no file has one', async () => {
    await inFolder({ 'good.aft': good, 'none.aft': 'pd a\n', 'other.aft': 'pd b\n' }, async (folder) => {
      const some = await aftermath(['test', 'none.aft', 'good.aft'], { folder });
      assert.deepEqual([some.code, some.notes], [0, 'none.aft has no scenario.\n']);
      const one = await aftermath(['test', 'none.aft', '--json'], { folder });
      const why = 'aftermath: "none.aft" has no scenario, so there is nothing to test.\n';
      assert.deepEqual(one, { code: 2, output: '', notes: why });
      const all = await aftermath(['test', 'none.aft', 'other.aft'], { folder });
      const whyAll = 'aftermath: None of the files has a scenario, so there is nothing to test.\n';
      assert.deepEqual(all, { code: 2, output: '', notes: whyAll });
    });
  });

  it('runs only the scenarios of a title, and refuses one that no file has', async () => {
    await inFolder({ 'shop.aft': shop, 'good.aft': good }, async (folder) => {
      const files = ['shop.aft', 'good.aft'];
      const { code, output } = await aftermath(['test', ...files, '--scenario', 'nobody is told', '--json'], {
        folder,
      });
      assert.equal(code, 0);
      assert.deepEqual(
        scenariosIn(output).map(({ title }) => title),
        ['nobody is told'],
      );
      const none = await aftermath(['test', ...files, '--scenario', 'nobody is tolt'], { folder });
      const why = 'aftermath: There is no scenario "nobody is tolt". Did you mean "nobody is told"?\n';
      assert.deepEqual(none, { code: 2, output: '', notes: why });
      const short = await aftermath(['test', 'shop.aft', '--scenario', 'told'], { folder });
      assert.match(short.notes, /^aftermath: There is no scenario "told"\. There is ".*"nobody is told".*\.\n$/);
    });
  });

  it('reports the errors of a model in place of its results, and runs the other files', async () => {
    await inFolder({ 'broken.aft': 'pd a { needs gone }\n', 'good.aft': good }, async (folder) => {
      const { code, output, notes } = await aftermath(['test', 'broken.aft', 'good.aft'], { folder });
      assert.equal(code, 1);
      assert.match(notes, /^broken\.aft:1:14: error name\/unknown .+\n$/);
      assert.match(output, /^passed good\.aft:2:10: a crash .+\n2 files, .+ 1 file with errors not run; seed 1\n$/s);
      const json = await aftermath(['test', 'broken.aft', 'good.aft', '--json'], { folder });
      assert.deepEqual([json.code, json.notes, scenariosIn(json.output).length], [1, '', 1]);
    });
  });

  it('ends with 2 if a file cannot be read, and runs the others', async () => {
    await inFolder({ 'good.aft': good }, async (folder) => {
      const { code, output, notes } = await aftermath(['test', 'missing.txt', 'good.aft'], { folder });
      assert.deepEqual([code, notes], [2, 'aftermath: There is no file "missing.txt".\n']);
      assert.match(output, /^passed good\.aft/);
      const json = await aftermath(['test', 'missing.txt', '--json'], { folder });
      const { unreadable } = parsed(json.output);
      const message = 'There is no file "missing.txt".';
      assert.deepEqual([json.code, unreadable], [2, [{ file: 'missing.txt', message }]]);
    });
  });

  it('draws everything random from the seed, which is in every result', async () => {
    const input = `event Ping
machine Sender for pd {
  initial state On { enter { for x in [1, 2, 3, 4, 5, 6, 7, 8] { send Ping to there } } }
}
machine Receiver for pd {
  persistent var heard: int = 0
  initial state On { on Ping do { heard := heard + 1 } }
}
node left { pd here runs Sender }
node right { pd there runs Receiver }
channel wan { loss: 0.5 }
scenario "half of it" { run 1s  expect there.heard == -1 }
`;
    const found = async (...seed: readonly string[]): Promise<string> => {
      const { output } = await aftermath(['test', '-', ...seed], { input });
      return /found: .+ is (\d+)/.exec(output)?.[1] ?? output;
    };
    assert.equal(await found(), await found('--seed', '1'));
    const all = await Promise.all(['1', '2', '3', '4', '5'].map((seed) => found('--seed', seed)));
    assert.ok(new Set(all).size > 1, all.join(' '));
    const { output } = await aftermath(['test', '-', '--seed', '4294967295', '--json'], { input });
    assert.deepEqual([parsed(output).seed, scenariosIn(output)[0]?.seed], [4294967295, 4294967295]);
  });

  it('shows lines of imported files, and none of the standard library', async () => {
    const library = 'event Ask\nmachine Guard for pd {\n  initial state On { on Ask do { report "in vain" } }\n}\n';
    const main = 'import "library"\npd guard runs Guard\nscenario "asked" { send Ask to guard }\n';
    await inFolder({ 'library.aft': library, 'main.aft': main }, async (folder) => {
      const { output } = await aftermath(['test', 'main.aft'], { folder });
      const shown =
        '  library.aft:3:34: warning run/report At 0s: in vain\n      > initial state On { on Ask do { report "in vain" } }\n';
      assert.ok(output.includes(shown), output);
    });
  });

  it('keeps control characters of a model out of its lines', async () => {
    const input = 'pd a\nscenario "bell \u0007 and \u001B[31mred" { expect a destroyed }\n';
    const { output } = await aftermath(['test', '-'], { input });
    assert.doesNotMatch(output, /[^\P{Cc}\n]/u);
  });

  it('colours what failed on a terminal', async () => {
    const { output } = await aftermath(['test', '-'], { input: bad, isColoured: true });
    assert.ok(output.startsWith('\u001B[31mfailed\u001B[0m <stdin>:2:10: '), output);
  });

  it('writes JUnit XML beside the text, over an existing file only with --force, over a model never', async () => {
    await inFolder({ 'good.aft': good, 'old.xml': 'old' }, async (folder) => {
      const run = (...args: readonly string[]) => aftermath(['test', 'good.aft', ...args], { folder });
      const fresh = await run('--junit', 'new.xml');
      assert.equal(fresh.code, 0);
      assert.match(fresh.output, /^passed /);
      const xml = await readFile(join(folder, 'new.xml'), 'utf8');
      assert.deepEqual(await run('--junit', '-'), { code: 0, output: xml, notes: '' });
      const kept = await run('--junit', 'old.xml');
      assert.deepEqual([kept.code, await readFile(join(folder, 'old.xml'), 'utf8')], [2, 'old']);
      assert.equal((await run('--junit', 'old.xml', '--force')).code, 0);
      assert.equal(await readFile(join(folder, 'old.xml'), 'utf8'), xml);
      const over = await run('--junit', 'good.aft', '--force');
      assert.deepEqual([over.code, await readFile(join(folder, 'good.aft'), 'utf8')], [2, good]);
    });
  });

  const refusals: readonly (readonly [readonly string[], string])[] = [
    [['plan.aft', '--seed', '-1'], 'The option "--seed" takes a whole number from 0 to 4294967295; "-1" is not one.'],
    [
      ['plan.aft', '--seed', '4294967296'],
      'The option "--seed" takes a whole number from 0 to 4294967295; "4294967296" is not one.',
    ],
    [['plan.aft', '--json', '--junit', '-'], 'Give either --json or --junit -, not both.'],
    [['wiki.aft', '--scenario', 'x'], '"wiki.aft" has no scenario, so there is nothing to test.'],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}" with 2 and one line`, async () => {
      const outcome = await aftermath(['test', ...args]);
      assert.deepEqual(outcome, { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    });
  }
});
