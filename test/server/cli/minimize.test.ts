/** `aftermath simulate --minimize`: what is shown, saved and said. */
import assert from 'node:assert/strict';
import { aftermath, inFolder } from './command-line.ts';
import type { Answers } from '../../../server/src/library/generated/answers.ts';
import { parsed } from './json-shape.ts';

type Small = Extract<Answers['simulate'], { readonly minimized?: unknown }>;

const model = `event Press
machine Lamp for pd { var times: int = 0 initial state S { on Press do { times := times + 1 } -> S } }
pd lamp runs Lamp
pd other runs Lamp
check "twice" {
  may send Press to lamp up to 20
  may send Press to other up to 20
  fault crash of other up to 3
  never lamp.times > 2
}
check "fine" { may send Press to lamp up to 3  always lamp alive }
`;
const random = ['simulate', 'a.aft', '--random', '--check', 'twice', '--seed', '5'];

describe('a small run', () => {
  it('is shown instead of the long one, and said to be', () =>
    inFolder({ 'a.aft': model }, async (folder) => {
      const long = await aftermath(random, { folder });
      const small = await aftermath([...random, '--minimize'], { folder });
      assert.deepEqual([long.code, small.code], [1, 1]);
      const stepsIn = (text: string): number => text.split('\n').filter((line) => /^ *\d+ /u.test(line)).length;
      assert.ok(stepsIn(small.output) <= 4 && stepsIn(long.output) > 20, `${long.output}\n${small.output}`);
      assert.match(small.output, /^broken: never lamp\.times > 2 \(\d steps, /m);
      assert.match(
        small.output,
        /\nMade small: 3 of \d+ steps and 0 faults are enough; without any of these steps it does not fail so\.\n$/,
      );
    }));

  it('can be replayed, and is reported as JSON', () =>
    inFolder({ 'a.aft': model }, async (folder) => {
      const { output, code } = await aftermath([...random, '--minimize', '--json', '--save', 'small.json'], { folder });
      assert.equal(code, 1);
      const { minimized, steps, outcome } = parsed(output) as unknown as Small;
      assert.deepEqual([minimized?.faults, minimized?.isMinimal, steps?.length], [0, true, 4]);
      const replayed = await aftermath(['replay', 'small.json', 'a.aft', '--json'], { folder });
      const again = parsed(replayed.output) as unknown as Small;
      assert.deepEqual(again.steps, steps);
      assert.equal(again.outcome.text, outcome.text);
    }));

  it('is the run itself if nothing fails', () =>
    inFolder({ 'a.aft': model }, async (folder) => {
      const fine = ['simulate', 'a.aft', '--random', '--check', 'fine'];
      const plain = await aftermath(fine, { folder });
      assert.deepEqual(await aftermath([...fine, '--minimize'], { folder }), plain);
      assert.equal(plain.code, 0);
    }));

  it('is made of one random run', () =>
    inFolder({ 'a.aft': model }, async (folder) => {
      for (const args of [
        ['--runs', '3', '--random'],
        ['--scenario', 'x'],
      ]) {
        const { code, notes } = await aftermath(['simulate', 'a.aft', ...args, '--minimize'], { folder });
        assert.deepEqual(
          [code, notes],
          [2, 'aftermath: --minimize makes one random run small; give --random, and not --runs.\n'],
        );
      }
    }));
});
