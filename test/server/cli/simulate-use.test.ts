/** `aftermath simulate`: expressions to wait for, and refusals. */
import assert from 'node:assert/strict';
import { inShop, randomArguments } from './shop.ts';

describe('aftermath simulate', () => {
  const expressions: readonly (readonly [string, RegExp])[] = [
    ['db in Nowhere', /^aftermath: In the expression after "--until", column 7: .+\n {2}db in Nowhere\n {8}\^\n$/],
    ['db.last + ', /^aftermath: In the expression after "--until", column \d+: .+\n {2}db\.last \+ ?\n +\^\n$/],
    ['3', /^aftermath: In the expression after "--until", column 1: It must be a bool, but .+\n {2}3\n {2}\^\n$/],
    [
      'web alive and\n nothing alive',
      /^aftermath: In the expression after "--until", line 2, column 2: .+"nothing".+\n {3}nothing alive\n {3}\^\n$/,
    ],
    [
      'db alive } scenario "x" { expect db alive',
      /^aftermath: "--until" takes one expression that is true or false; ".+" is not one\.\n$/,
    ],
    ['db alive crash db', /^aftermath: "--until" takes one expression that is true or false; ".+" is not one\.\n$/],
    ['order [db]', /^aftermath: "--until" takes one expression that is true or false; ".+" is not one\.\n$/],
  ];
  for (const [expression, sentence] of expressions) {
    it(`says where the expression ${JSON.stringify(expression)} is wrong`, () =>
      inShop(async (run) => {
        const { code, output, notes } = await run(...randomArguments, '--until', expression);
        assert.deepEqual([code, output], [2, '']);
        assert.match(notes, sentence);
      }));
  }

  it('accepts an expression with a comment, and a list of entities', () =>
    inShop(async (run) => {
      const { code } = await run(
        ...randomArguments,
        '--fault',
        'crash:9',
        '--until',
        'db, web alive // both',
        '--quiet',
      );
      assert.equal(code, 0);
    }));

  const refusals: readonly (readonly [readonly string[], string])[] = [
    [
      [],
      'Choose what to run: --scenario TITLE, --random or --rare TITLE. There is "an order takes a second", "it does not end well", "each of both".',
    ],
    [['--random', '--scenario', 'x'], 'Choose what to run: either --scenario TITLE or --random.'],
    [['--scenario', 'x', '--fault', 'crash'], 'A scenario fixes what happens; --fault goes with --random.'],
    [['--random', '--variant', '1'], 'Only a scenario has variants; give --scenario too.'],
    [['--random', '--check', 'x', '--no-sends'], 'A check defines what may happen; give either --check or --no-sends.'],
    [['--random', '--steps', 'x'], 'The option "--steps" takes a whole number from 0 to 20000000; "x" is not one.'],
    [['--random', '--runs', '0'], 'The option "--runs" takes a whole number from 1 to 100000000; "0" is not one.'],
    [['--random', '--runs', '2', '--save', 'x'], 'A trace records one run; give either --runs or --save.'],
    [['--random', '--force'], '--force applies to the file of --save or --metrics; give both.'],
    [
      ['--random', '--fault', 'crsh:1'],
      '"crsh:1" is not a fault. Did you mean "crash"? Faults are crash, halt, pause, lose, duplicate, reorder, each with how often it may happen: "crash:2,lose:1".',
    ],
    [
      ['--random', '--fault', 'lose:-1'],
      '"lose:-1" is not a fault. Faults are crash, halt, pause, lose, duplicate, reorder, each with how often it may happen: "crash:2,lose:1".',
    ],
    [['--random', '--fault', 'lose,lose:2'], 'The fault "lose" is given twice.'],
    [['--random', '--check', 'no order'], 'There is no check "no order". There is "no order is lost".'],
    [['--scenario', 'each of bth'], 'There is no scenario "each of bth". Did you mean "each of both"?'],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}"`, () =>
      inShop(async (run) => {
        assert.deepEqual(await run('simulate', 'shop.aft', ...args), {
          code: 2,
          output: '',
          notes: `aftermath: ${sentence}\n`,
        });
      }));
  }
});
