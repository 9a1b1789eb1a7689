/** What two files declare by one name is answered by every command as if one of them had another name. */
import assert from 'node:assert/strict';
import { aftermath, inFolder } from '../cli/command-line.ts';

/** The declaration `§` of an import has the name `x` of one in the file itself, or another one. */
const cases: Readonly<Record<string, readonly [near: string, main: string]>> = {
  'an event': [
    `event §(v: 0..5)
     machine A for pd { var n: 0..5 = 0  initial state I { on §(v) do { n := 3 } } }
     pd a runs A`,
    `event x
     machine B for pd { var m: 0..5 = 0  initial state I { on x do { m := 3 } } }
     pd b runs B
     scenario "s" { send x to a  send x to b  expect a.n == 0  expect b.m == 3 }
     check "c" { may send x to a up to 1  may send x to b up to 1  never a.n == 3 }`,
  ],
  'an event of a machine': [
    `machine A for pd { event §  var n: 0..5 = 0  initial state I { on § do { n := 3 } } }
     pd a runs A`,
    `event x
     machine B for pd { var m: 0..5 = 0  initial state I { on x do { m := 3  send x to near-a } } }
     pd near-a  pd b runs B
     scenario "s" { send x to b  run 1s  expect b.m == 3 }
     check "c" { may send x to b up to 1  never a.n == 3 }`,
  ],
  'a policy': [
    `policy § { deletion: orphan }
     event Drop
     object o { object inner }
     machine A for pd { initial state I { on Drop do { delete o under § } } }
     pd a runs A`,
    `policy x { pdDepth: unlimited }
     scenario "s" { send Drop to a  run 9s  expect o destroyed  expect o.inner alive }
     check "c" { may send Drop to a up to 1  never o.inner destroyed }`,
  ],
  'a machine': [
    `event Go
     machine § for pd { var n: 0..5 = 0  initial state I { on Go do { n := 3 } } }
     pd a runs §`,
    `machine x for pd { var n: 0..5 = 1  initial state I { on Go do { n := 4 } } }
     pd b runs x
     scenario "s" { send Go to a  send Go to b  run 1s  expect a.n == 3  expect b.n == 4 }
     check "c" { may send Go to a up to 1  may send Go to b up to 1  never a.n == 4  never b.n == 3 }`,
  ],
  'a class': [
    `class § for pd : label
     pd a is §`,
    `class x for pd : label
     pd b is x
     scenario "s" { expect b is x  expect not a is x }
     check "c" { always not a is x }`,
  ],
  'a PD': [
    `space s { resource r }
     pd § { manages s }
     pd a { holds s.r }`,
    `pd x { space t }
     pd b { needs x }
     scenario "s" { crash x under pd-recursive  expect a alive  expect b broken }
     check "c" { fault crash of x up to 1  never a destroyed }`,
  ],
  'a channel': [
    `channel § { delay: 2s }
     pd a`,
    `channel x { delay: 1s }
     pd b
     scenario "s" { set x.delay = 5s  expect x.delay == 5s }
     check "c" { always x.delay == 1s }`,
  ],
};

const commands = [['check'], ['test'], ['verify'], ['matrix'], ['export', 'promela']];

/** Returns an output without what only the one with two of a name has: the file before it, and that there are two events. */
const alike = (output: string): string =>
  output
    .replaceAll('near:x', 'near_x')
    .replaceAll(
      /"A" takes another "x" than this, which is always dropped\. .*/g,
      'No state of "A" takes "x", so it is always dropped. Add "on x" to the machine, or send another event.',
    )
    .replaceAll(/ +\S+: This one is (?:sent|taken)\.\n/g, '');

describe('a name that a file and its import declare', () => {
  for (const [what, [near, main]] of Object.entries(cases)) {
    it(`is that of two declarations for every command: ${what}`, async () => {
      // Both texts have everything in the same columns.
      const texts = ['x     ', 'near_x'].map((name) => ({
        'near.aft': near.replaceAll('§', name),
        'main.aft': `import "near"\n${main}`,
      }));
      const said: string[][] = [];
      for (const files of texts) {
        const outputs: string[] = [];
        await inFolder(files, async (folder) => {
          for (const command of commands) {
            const { code, output, notes } = await aftermath([...command, 'main.aft'], { folder });
            outputs.push(alike([...command, code, output, notes].join('\n')));
          }
        });
        said.push(outputs);
      }
      assert.deepEqual(said[0], said[1]);
      assert.match(said[1]?.[1] ?? '', /1 passed, 0 failed/);
      assert.match(said[1]?.[2] ?? '', /1 passed, 0 failed/);
    });
  }
});
