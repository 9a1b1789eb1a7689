/** `aftermath verify`: verdicts with their exit codes, the steps of counterexamples, limits, the JSON, wrong usage. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const lamp = `event Press
machine Lamp for pd {
  var times: int = 0
  initial state Off { on Press do { times := times + 1 } -> On }
  state On { on Press -> Off  after 3s -> Off }
}
pd lamp runs Lamp

`;
const broken = `${lamp}check "pressed once at most" {
  may send Press to lamp
  never lamp.times > 1
}
`;
const bounded = `${lamp}check "it goes off" {
  bound lamp.times <= 2
  may send Press to lamp
  lamp in On leads to lamp in Off
}
`;
const good = `${lamp}check "it goes off" {
  may send Press to lamp up to 3
  lamp in On leads to lamp in Off
}
`;
const endless = `${lamp}check "dark forever" {
  may send Press to lamp
  eventually lamp in On
  never lamp.times < 0
}
`;

const text = `failed lamp.aft:9:7: pressed once at most (3 states, 4 transitions, depth 2)
  lamp.aft:11:3: error check/broken After 3 steps: "lamp.times > 1" can become true.
      > never lamp.times > 1
       0  0s  start
       1  0s  send Press to lamp  lamp.aft:10:3
          lamp
            state: Off → On
            variables.times: 0 → 1
          under way
            + timer of lamp in On: at 3s
       2  3s  timer of lamp in On  lamp.aft:5:31
          lamp.state: On → Off
          under way
            - timer of lamp in On: at 3s
       3  3s  send Press to lamp  lamp.aft:10:3
          lamp
            state: Off → On
            variables.times: 1 → 2
          under way
            + timer of lamp in On: at 6s
1 file, 1 check: 0 passed, 1 failed
`;

interface CheckJson {
  readonly verdict: string;
  readonly states: number;
  readonly broken: readonly { readonly steps: number; readonly trace: object; readonly state?: readonly object[] }[];
  readonly unexplored: readonly { readonly limit: string }[];
  readonly unreached?: readonly { readonly kind: string; readonly line: number }[];
  readonly findings: readonly { readonly code: string; readonly line: number }[];
}

const checksOf = (output: string): readonly CheckJson[] =>
  (parsed(output).files as readonly { readonly checks: readonly CheckJson[] }[]).flatMap(({ checks }) => checks);

describe('aftermath verify', () => {
  it('says what exploring took, by the clock that it is given', async () => {
    await inFolder({ 'lamp.aft': good }, async (folder) => {
      let now = 1000;
      const { output } = await aftermath(['verify', 'lamp.aft'], { folder, clock: () => (now += 500) });
      const [, states = '', rate = ''] =
        /\((\d+) states, \d+ transitions, depth \d+; 500ms, (\d+) states\/s, \d+\.\d MB\)\n/.exec(output) ?? [];
      assert.equal(Number(rate), 2 * Number(states));
      assert.ok(Number(states) > 0);
    });
  });

  it('shows the last state in full if asked to, as text and as JSON', async () => {
    const full = `        the last state in full
          time: 3s
          lamp
            is: alive
            state: On
            variables
              times: 2
          under way
            timer of lamp in On: at 6s
`;
    await inFolder({ 'lamp.aft': broken }, async (folder) => {
      const { output } = await aftermath(['verify', 'lamp.aft', '--full'], { folder });
      assert.equal(output, text.replace('1 file, 1 check', `${full.replace(/^/gm, '  ').trimEnd()}\n1 file, 1 check`));
      const json = await aftermath(['verify', 'lamp.aft', '--full', '--json'], { folder });
      const [check] = checksOf(json.output);
      assert.deepEqual(check?.broken[0]?.state, [
        { path: ['time'], text: '3s' },
        { path: ['entities', 'lamp', 'is'], text: 'alive' },
        { path: ['entities', 'lamp', 'state'], text: 'On' },
        { path: ['entities', 'lamp', 'variables', 'times'], text: '2' },
        { path: ['underway', 'timer of lamp in On'], text: 'at 6s' },
      ]);
    });
  });

  it('shows the steps of a shortest run that breaks a check: 1', async () => {
    await inFolder({ 'lamp.aft': broken }, async (folder) => {
      assert.deepEqual(await aftermath(['verify', 'lamp.aft'], { folder }), { code: 1, output: text, notes: '' });
    });
  });

  it('says that everything holds: 0', async () => {
    await inFolder({ 'lamp.aft': good }, async (folder) => {
      const { code, output } = await aftermath(['verify', 'lamp.aft'], { folder });
      assert.match(
        output,
        /^passed lamp\.aft:9:7: it goes off \(\d+ states, .*\)\n1 file, 1 check: 1 passed, 0 failed\n$/,
      );
      assert.equal(code, 0);
    });
  });

  it('says what a bound omits: 3', async () => {
    await inFolder({ 'lamp.aft': bounded }, async (folder) => {
      const { code, output } = await aftermath(['verify', 'lamp.aft'], { folder });
      assert.match(output, /\n {2}not explored: successors of 1 state outside a bound of the check\n/);
      assert.match(output, /^passed within its bounds lamp\.aft:9:7: /);
      assert.match(output, /: 1 passed \(1 only within bounds\), 0 failed\n$/);
      assert.equal(code, 3);
    });
  });

  it('lists what no run reached', async () => {
    const idle = lamp.replace('on Press -> Off', 'on Press when times > 5 -> Off  on Press');
    const text = `${idle}check "lit" {\n  may send Press to lamp up to 2\n  fault lose up to 1\n  never lamp.times > 2\n}\n`;
    await inFolder({ 'lamp.aft': text }, async (folder) => {
      const short = await aftermath(['verify', 'lamp.aft'], { folder });
      assert.match(short.output, /\n {2}not reached: 1 transition, 1 fault \(--coverage lists them\)\n/);
      const long = await aftermath(['verify', 'lamp.aft', '--coverage'], { folder });
      const listed = ['lamp.aft:5:14: transition of "On" in "Lamp"', 'lamp.aft:11:3: fault'];
      assert.ok(long.output.includes(listed.map((each) => `    ${each}\n`).join('')), long.output);
      const { output } = await aftermath(['verify', 'lamp.aft', '--json'], { folder });
      const [check] = checksOf(output);
      assert.deepEqual(
        check?.unreached?.map(({ kind, line }) => [kind, line]),
        [
          ['transition', 5],
          ['fault', 11],
        ],
      );
    });
  });

  it('ends when memory or time runs out: 3', async () => {
    await inFolder(
      { 'lamp.aft': `${lamp}check "counted" { may send Press to lamp  never lamp.times < 0 }\n` },
      async (folder) => {
        const small = await aftermath(['verify', 'lamp.aft', '--memory', '100k'], { folder });
        assert.match(small.output, /not explored: successors of \d+ states? \(limit of memory reached\)/);
        assert.equal(small.code, 3);
        const short = await aftermath(['verify', 'lamp.aft', '--timeout', '0.1s'], { folder });
        assert.match(short.output, /not explored: successors of \d+ states? \(out of time\)/);
        assert.equal(short.code, 3);
      },
    );
  });

  it('reports what never comes even if not everything was explored', async () => {
    await inFolder({ 'lamp.aft': endless }, async (folder) => {
      const { code, output } = await aftermath(['verify', 'lamp.aft', '--timeout', '0.1s'], { folder });
      assert.match(output, /"lamp in On" may never become true/);
      assert.match(output, /out of time/);
      assert.equal(code, 1);
    });
  });

  it('prints JSON whose traces can be replayed', async () => {
    await inFolder({ 'lamp.aft': broken }, async (folder) => {
      const [check] = checksOf((await aftermath(['verify', 'lamp.aft', '--json'], { folder })).output);
      assert.deepEqual([check?.verdict, check?.states, check?.unexplored], ['failed', 3, []]);
      assert.deepEqual(
        check?.findings.map((finding) => [finding.code, finding.line]),
        [['check/broken', 11]],
      );
      await writeFile(join(folder, 'run.json'), JSON.stringify(check.broken[0]?.trace));
      const { code, output } = await aftermath(['replay', 'run.json', 'lamp.aft'], { folder });
      // A run that breaks what its check asks ends as one of "simulate" does.
      assert.equal(code, 1);
      assert.match(output, /variables\.times: 1 → 2/);
      assert.match(output, /\nbroken: never lamp\.times > 1 \(/);
    });
  });

  it('explores only the requested check, and refuses a missing one', async () => {
    await inFolder({ 'lamp.aft': good }, async (folder) => {
      const { notes, code } = await aftermath(['verify', 'lamp.aft', '--check', 'it goes of'], { folder });
      assert.equal(notes, 'aftermath: There is no check "it goes of". Did you mean "it goes off"?\n');
      assert.equal(code, 2);
    });
  });

  it('refuses what is not an amount, a file without checks, and a file that is not there', async () => {
    await inFolder({ 'lamp.aft': good, 'a.aft': 'pd a\n' }, async (folder) => {
      const amount = await aftermath(['verify', 'lamp.aft', '--memory', 'much'], { folder });
      assert.equal(
        amount.notes,
        'aftermath: The option "--memory" takes an amount of memory such as 512m or 4g; "much" is not one.\n',
      );
      const threads = await aftermath(['verify', 'lamp.aft', '--threads', '0'], { folder });
      assert.equal(
        threads.notes,
        'aftermath: The option "--threads" takes a whole number from 1 to 8; "0" is not one.\n',
      );
      const symmetry = await aftermath(['verify', 'lamp.aft', '--symmetry', 'maybe'], { folder });
      assert.equal(symmetry.notes, 'aftermath: The option "--symmetry" takes "on" or "off"; "maybe" is neither.\n');
      const reduction = await aftermath(['verify', 'lamp.aft', '--reduction', 'no'], { folder });
      assert.equal(reduction.notes, 'aftermath: The option "--reduction" takes "on" or "off"; "no" is neither.\n');
      const none = await aftermath(['verify', 'a.aft'], { folder });
      assert.equal(none.notes, 'aftermath: "a.aft" has no check, so there is nothing to verify.\n');
      assert.equal((await aftermath(['verify', 'b.aft'], { folder })).code, 2);
    });
  });
});
