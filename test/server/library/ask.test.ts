/**
 * What a program asks is answered as by the command line, from the disk or from texts that it gives; anything wrong is
 * a refusal.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { commands } from '../../../server/src/cli/command-table.ts';
import { ask, type AnsweringCommand, type Asking, check, parse } from '../../../server/src/library/api.ts';
import { runs } from '../../properties.ts';
import { aftermath, inFolder } from '../cli/command-line.ts';
import { schemaFaults } from '../cli/json-shape.ts';
import { shopModel } from '../cli/shop.ts';

const checks = `${shopModel}
check "the shop is never in two minds" {
  fault crash up to 1
  never db in Idle and db in Busy
}
`;
const files = {
  'shop.aft': checks,
  'newer.aft': `import "shop.aft"\npd till { needs db  requests money }\nspace money\npd bank { manages money }\n`,
  'compose.yml': 'services:\n  web:\n    image: a\n    depends_on: [db]\n  db:\n    image: b\n',
  'today.jsonl': '{"end":"bank"}\n',
  '.aftermath-log.json': '{"lines":[{"match":"bank","in":"end","is":"end","entity":"{end}"}]}',
};

interface Question {
  readonly command: AnsweringCommand;
  readonly operands: readonly string[];
  readonly options?: Asking['options'];
  readonly args?: readonly string[];
}

const questions: readonly Question[] = [
  { command: 'check', operands: ['shop.aft', 'newer.aft'] },
  {
    command: 'crash',
    operands: ['newer.aft', 'db'],
    options: { policy: 'pd-direct' },
    args: ['--policy', 'pd-direct'],
  },
  { command: 'plan', operands: ['newer.aft'], options: { crash: 'bank' }, args: ['--crash', 'bank'] },
  { command: 'plan', operands: ['newer.aft'], options: { start: true }, args: ['--start'] },
  {
    command: 'plan',
    operands: ['newer.aft'],
    options: { recover: true, crash: ['bank', 'db'] },
    args: ['--recover', '--crash', 'bank', '--crash', 'db'],
  },
  { command: 'why', operands: ['newer.aft', 'till'], options: { crash: ['db'] }, args: ['--crash', 'db'] },
  { command: 'matrix', operands: ['newer.aft'], options: { sort: 'broken' }, args: ['--sort', 'broken'] },
  { command: 'metrics', operands: ['newer.aft', 'till', 'db'] },
  { command: 'points', operands: ['newer.aft'], options: { size: 2 }, args: ['--size', '2'] },
  { command: 'experiments', operands: ['newer.aft'] },
  { command: 'diff', operands: ['shop.aft', 'newer.aft'], options: { quick: true }, args: ['--quick'] },
  { command: 'test', operands: ['shop.aft'] },
  { command: 'verify', operands: ['shop.aft'] },
  {
    command: 'simulate',
    operands: ['shop.aft'],
    options: { random: true, steps: 20 },
    args: ['--random', '--steps', '20'],
  },
  {
    command: 'simulate',
    operands: ['shop.aft'],
    options: { random: true, runs: 5 },
    args: ['--random', '--runs', '5'],
  },
  { command: 'conform', operands: ['newer.aft', 'today.jsonl'], options: { states: 100 }, args: ['--states', '100'] },
  { command: 'format', operands: ['shop.aft'], options: { check: true }, args: ['--check'] },
  { command: 'import', operands: ['compose', 'compose.yml'] },
  { command: 'export', operands: ['dot', 'newer.aft'] },
];

describe('a program that asks', () => {
  for (const { command, operands, options = {}, args = [] } of questions) {
    it(`is answered as the command line answers: ${command} ${args.join(' ')}`, () =>
      inFolder(files, async (folder) => {
        const { output } = await aftermath([command, '--json', ...args, '--', ...operands], { folder });
        const answer = await ask(command, operands, { folder, options });
        assert.ok('value' in answer, 'refusal' in answer ? answer.refusal : '');
        assert.deepEqual(answer.value, JSON.parse(output));
        assert.deepEqual(schemaFaults(answer.value), []);
        const given = new Map(Object.entries(files).map(([name, text]) => [join('/nowhere', name), text]));
        const readFile = (path: string) => Promise.resolve(given.get(path));
        assert.deepEqual(await ask(command, operands, { folder: '/nowhere', readFile, options }), answer);
      }));
  }

  it('can ask every command: the schema has its answer', () => {
    const schema = join(import.meta.dirname, '../../../language/docs/command-line.schema.json');
    const text = readFileSync(schema, 'utf8');
    const without = commands.filter(({ name }) => !text.includes(`"const": "${name}"`)).map(({ name }) => name);
    // One answers what the command of its shards answers, one speaks a protocol.
    assert.deepEqual(without, ['merge', 'mcp']);
  });

  const given = (text: string): Asking => ({ folder: '/nowhere', readFile: () => Promise.resolve(text) });
  const refusals: readonly (readonly [string, Question, Partial<Asking>, RegExp])[] = [
    ['a model with errors', { command: 'crash', operands: ['a.aft', 'x'] }, given('pd a {'), /^"a\.aft" has errors/],
    ['an unknown name', { command: 'crash', operands: ['a.aft', 'x'] }, given('pd a'), /no PD and no node "x"/],
    [
      'an unknown option',
      { command: 'crash', operands: ['a.aft', 'a'], options: { constructor: true } },
      given('pd a'),
      /no option "--constructor"/,
    ],
    [
      'what would write',
      { command: 'export', operands: ['dot', 'a.aft'], options: { out: '/tmp/x' } },
      given('pd a'),
      /writes no file/,
    ],
    ['what would change a file', { command: 'format', operands: ['a.aft'] }, given('pd a'), /changes no file/],
    [
      'a value of no use',
      { command: 'points', operands: ['a.aft'], options: { size: {} as never } },
      given('pd a'),
      /a value of type object is none/,
    ],
    ['no text', { command: 'points', operands: [null as never] }, {}, /An operand is a text; null is none/],
    [
      'a missing file',
      { command: 'points', operands: ['none.aft'] },
      { readFile: () => Promise.resolve(undefined) },
      /There is no file "none\.aft"/,
    ],
    ['an unknown command', { command: '__proto__' as never, operands: [] }, {}, /no command "__proto__"/],
    [
      'an ended signal',
      { command: 'points', operands: ['a.aft'] },
      { ...given('pd a'), signal: AbortSignal.abort() },
      /Interrupted/,
    ],
  ];
  it('refuses a command that serves others', async () => {
    // A program without types may ask for anything.
    assert.deepEqual(await ask('mcp' as 'check', []), { refusal: 'There is no command "mcp" to ask.' });
  });

  for (const [name, { command, operands, options = {} }, asking, refusal] of refusals) {
    it(`is refused ${name}`, async () => {
      const answer = await ask(command, operands, { options, ...asking });
      if (!('refusal' in answer)) assert.fail(JSON.stringify(answer));
      assert.match(answer.refusal, refusal);
      assert.doesNotMatch(answer.refusal, /^aftermath:|bug/);
    });
  }

  it('says why a file cannot be read, whatever the given function throws or returns', async () => {
    const readFile = (path: string): Promise<string> =>
      path.endsWith('a.aft') ? Promise.resolve('import "b.aft"\npd a') : Promise.reject(new Error('The disk is gone.'));
    const imports = '"a.aft" has errors, so nothing follows from it: 1:8: The file "b.aft" cannot be read: The disk is gone, so its names are not known.'; // oxfmt-ignore
    const missing = Object.assign(new Error('none'), { code: 'ENOENT' });
    const unread: readonly [file: string, readFile: NonNullable<Asking['readFile']>, refusal: string][] = [
      ['b.aft', readFile, '"b.aft" cannot be read: The disk is gone.'],
      ['a.aft', readFile, imports],
      ['a.aft', () => Promise.reject(missing), 'There is no file "a.aft".'],
      ['a.aft', () => Promise.resolve(null as never), 'There is no file "a.aft".'],
      [
        'a.aft',
        () => Promise.resolve(Buffer.from('pd a') as never),
        '"a.aft" was given as a value of type object, not as a text.',
      ],
    ];
    for (const [file, read, refusal] of unread)
      for (const signal of [undefined, new AbortController().signal]) {
        const asking = { folder: '/nowhere', readFile: read, ...(signal !== undefined && { signal }) };
        assert.deepEqual(await ask('points', file, asking), { refusal });
      }
    const [finding] = check(await parse('file:///b.aft', readFile));
    assert.equal(finding?.message, 'The file "file:///b.aft" cannot be read: The disk is gone.');
  });

  it('never throws, whatever is asked', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...commands.map(({ name }) => name as AnsweringCommand)),
        fc.array(fc.oneof(fc.constantFrom('a.aft', '-', '--', '-o', ''), fc.string({ maxLength: 6 })), {
          maxLength: 3,
        }),
        fc.dictionary(
          fc.oneof(fc.constantFrom('policy', 'crash', 'steps', 'random'), fc.string({ maxLength: 5 })),
          fc.oneof(fc.boolean(), fc.integer(), fc.string({ maxLength: 4 }), fc.array(fc.string(), { maxLength: 2 })),
          { maxKeys: 2 },
        ),
        async (command, operands, options) => {
          const answer = await ask(command, operands, {
            ...given('pd a\npd b { needs a }'),
            options: { steps: 5, ...options },
          });
          assert.ok('value' in answer || answer.refusal !== '');
          if ('refusal' in answer) assert.doesNotMatch(answer.refusal, /This is a bug/);
        },
      ),
      { numRuns: runs(200, 5000) },
    ));

  const endless =
    'pd a\nmachine M for pd { var n: int = 0\ninitial state A { after 1ms do { n := n + 1 } -> A } }\npd b runs M\n';

  it('ends long work, and hears how far it is', async () => {
    const controller = new AbortController();
    const heard: string[] = [];
    const onProgress = (text: string): void => {
      heard.push(text);
      if (heard.length === 2) controller.abort();
    };
    const answer = await ask('simulate', 'a.aft', {
      ...given(endless),
      options: { random: true, runs: 10_000_000, steps: 50 },
      signal: controller.signal,
      onProgress,
    });
    assert.ok('value' in answer && 'statistics' in answer.value);
    assert.equal(answer.conclusion, 'undecided');
    assert.equal(answer.value.isInterrupted, true);
    assert.match(heard.join('\n'), /of 10000000 runs/);
  });

  it('ends work that hears no signal, in its middle', async () => {
    const controller = new AbortController();
    const text = Array.from({ length: 40_000 }, (_, index) => `pd p${String(index)} { needs p0 }\n`).join('');
    const readFile = (): Promise<string> => {
      controller.abort();
      return Promise.resolve(text);
    };
    const answer = await ask('check', 'a.aft', { readFile, signal: controller.signal });
    assert.deepEqual(answer, { refusal: 'Interrupted before there was an answer.' });
  });
});
