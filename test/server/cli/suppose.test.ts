/** `--with` and `--without`: the answers to a supposition are those of a text that says it. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { runs, tried } from '../../properties.ts';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const shop = `space tables { resource orders }
pd postgres { manages tables  holds tables.* }
pd app[2] { requests tables  needs postgres }
pd nginx { needs 1 of app[*] as soft }
scenario "postgres crashes" { crash postgres  expect nginx alive }
`;

/** Every question that takes a supposition, about the file. */
const questions: readonly (readonly string[])[] = [
  ['crash', 'FILE', 'postgres'],
  ['plan', 'FILE', '--crash', 'postgres'],
  ['plan', 'FILE', '--start'],
  ['plan', 'FILE', '--crash', 'postgres', '--recover'],
  ['matrix', 'FILE'],
  ['metrics', 'FILE'],
  ['metrics', 'FILE', 'postgres', 'nginx'],
  ['points', 'FILE'],
  ['why', 'FILE', 'nginx', '--crash', 'postgres'],
];

describe('a supposition', () => {
  it('without a need with a number lacks this need, and no other', async () => {
    const text = 'pd c[3]\npd a { needs c[0]  needs 1 of c[0], c[2]  needs 2 of c[*] }\n';
    await inFolder({ 'm.aft': text }, async (folder) => {
      const needs = async (...options: readonly string[]) =>
        (await aftermath(['points', 'm.aft', ...options], { folder })).output.match(/^a needs .*$/gm);
      assert.deepEqual(await needs('--without', 'a needs 1 of c[2], c[0]'), [
        'a needs c[0]',
        'a needs 2 of c[0], c[1], c[2]',
      ]);
      assert.deepEqual(await needs('--without', 'a needs 2 of c[*]'), ['a needs c[0]', 'a needs 1 of c[0], c[2]']);
      assert.deepEqual(await needs('--without', 'a needs c[0]'), ['a needs 1 of c[2]', 'a needs 2 of c[1], c[2]']);
      const { notes } = await aftermath(['points', 'm.aft', '--without', 'a needs 2 of c[0..1]'], { folder });
      assert.match(notes, /The model has no such relation/);
    });
  });

  it('is answered as a text that says it, by every question', async () => {
    const with_ = shop.replace('needs postgres', '').replace('nginx {', 'nginx { holds tables.orders');
    await inFolder({ 'shop.aft': shop, 'changed.aft': with_ }, async (folder) => {
      const supposed = ['--without', 'app[*] needs postgres', '--with', 'nginx holds tables.orders'];
      for (const question of questions) {
        const [asked, expected, before] = await Promise.all(
          [
            [...about(question, 'shop.aft'), ...supposed],
            about(question, 'changed.aft'),
            about(question, 'shop.aft'),
          ].map((args) => aftermath([...args, '--json'], { folder })),
        );
        assert.ok(asked && expected && before);
        const answer = parsed(asked.output) as Record<string, unknown>;
        assert.deepEqual(answer.supposed, { with: ['nginx holds tables.orders'], without: ['app[*] needs postgres'] });
        assert.deepEqual(meaning(asked.output), meaning(expected.output), question.join(' '));
        assert.notDeepEqual(meaning(asked.output), meaning(before.output), question.join(' '));
      }
    });
  });

  it('is the first line of a report, and its reasons say that they are supposed', async () => {
    await inFolder({ 'shop.aft': shop }, async (folder) => {
      const { output } = await aftermath(['crash', 'shop.aft', 'postgres', '--with', 'nginx needs postgres'], {
        folder,
      });
      assert.match(output, /^Supposed: with nginx needs postgres\n\nCrash of postgres /);
      assert.match(output, /\n {2}nginx\n.*\n {6}<supposed>:2:13: "nginx" needs "postgres"\n/);
    });
  });

  it('takes away entities with what is nested in them, one copy or all', async () => {
    await inFolder({ 'shop.aft': shop }, async (folder) => {
      const broken = async (...without: readonly string[]) => {
        const args = ['crash', 'shop.aft', 'nginx', '--json', ...without.flatMap((each) => ['--without', each])];
        const { output, notes } = await aftermath(args, { folder });
        assert.equal(notes, '');
        const { already } = parsed(output) as { already: { broken: readonly { readonly name: string }[] } };
        return already.broken.map(({ name }) => name);
      };
      assert.deepEqual(await broken('postgres'), ['app[0]', 'app[1]']);
      assert.deepEqual(await broken('postgres', 'app[1]'), ['app[0]']);
      assert.deepEqual(await broken('postgres', 'app[*]'), []);
      assert.deepEqual(await broken('tables'), []);
      assert.deepEqual(await broken('orders'), []);
    });
    const quoted = `pd 'a.b'  pd a { pd b }  pd 'x[0]'  pd x[2]  pd p { needs a.b }  pd q { needs 'a.b' }
      pd r { needs x[0] }  pd s { needs 'x[0]' }  pd other`;
    await inFolder({ 'm.aft': quoted }, async (folder) => {
      const broken = async (what: string) => {
        const { output } = await aftermath(['crash', 'm.aft', 'other', '--json', '--without', what], { folder });
        const { already } = parsed(output) as { already: { broken: readonly { readonly name: string }[] } };
        return already.broken.map(({ name }) => name);
      };
      const names = ['a.b', "'a.b'", 'x[0]', "'x[0]'", 'x[*]'];
      assert.deepEqual(await Promise.all(names.map(broken)), [['p'], ['q'], ['r'], ['s'], ['r']]);
    });
  });

  it('compares a plan with that of the text itself', async () => {
    await inFolder({ 'shop.aft': shop }, async (folder) => {
      const args = [
        'plan',
        'shop.aft',
        '--crash',
        'postgres',
        '--diff',
        'shop.aft',
        '--without',
        'app[0] needs postgres',
      ];
      const { output } = await aftermath(args, { folder });
      assert.match(output, /app\[0\]/);
      assert.doesNotMatch(output, /app\[1\]/);
    });
  });

  it('sees the names of imported files, and takes away what these declare', async () => {
    const files = { 'base.aft': 'pd db', 'app.aft': 'import "base"\npd app { needs db }' };
    await inFolder(files, async (folder) => {
      const ask = (...args: readonly string[]) => aftermath(['crash', 'app.aft', 'db', ...args], { folder });
      assert.match((await ask('--with', 'pd spare { needs db }')).output, /Broken\n {2}app\n.*\n.*\n {2}spare/);
      assert.match((await ask('--without', 'app needs db')).output, /Broken: nothing/);
    });
  });

  it('means what the text sees by a name that several of its files declare', async () => {
    const files = {
      'far.aft': 'pd db  pd other { needs db }',
      'mid.aft': 'import "far"',
      'near.aft': 'pd db',
      'app.aft': 'import "mid"\nimport "near"\npd app { needs db }',
    };
    await inFolder(files, async (folder) => {
      const ask = async (of: string, ...args: readonly string[]) =>
        (await aftermath(['crash', 'app.aft', of, ...args], { folder })).output.match(
          /Broken: nothing|\n {2}(?:app|other)$/gm,
        );
      assert.deepEqual(await ask('db'), ['\n  app']);
      assert.deepEqual(await ask('db', '--without', 'app needs db'), ['Broken: nothing']);
      assert.deepEqual(await ask('far:db', '--without', 'app needs db'), ['\n  other']);
    });
  });

  it('is refused in a sentence where nothing can be supposed', async () => {
    await inFolder({ 'shop.aft': shop }, async (folder) => {
      for (const [option, text, why] of [
        ['without', 'nginx needs postgres', 'The model has no such relation.'],
        ['without', 'mysql', 'It is no relation such as "a owns b", and no entity of the model has this name.'],
        ['without', 'pd other', 'It is no relation such as'],
        ['with', 'nginx neds postgres', 'Unknown relation "neds". Did you mean "needs"?'],
        ['with', 'nginx needs mysql', 'There is no pd'],
        ['with', 'pd nginx', 'The model already has "nginx".'],
        ['with', 'pd x {', 'This "{" is never closed.'],
        ['with', '/* open', ''],
        ['with', '__proto__ needs constructor', 'There is no name "__proto__"'],
      ] as const) {
        const { code, output, notes } = await aftermath(['matrix', 'shop.aft', `--${option}`, text], { folder });
        assert.deepEqual([code, output], [2, ''], `${text}: ${notes}`);
        assert.ok(notes.startsWith(`aftermath: Cannot suppose a model ${option} "${text}": ${why}`), notes);
      }
    });
  });

  it('equals a text that says it, on random models', async () => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(statements, missing, asked, async (drawn, without, question) => {
        const of = (...roles: readonly Role[]) =>
          drawn.filter(({ role }) => roles.includes(role)).map(({ text }) => text);
        const files = {
          'text.aft': [headWithout([]), ...of('kept', 'gone')].join('\n'),
          'said.aft': [headWithout(without), ...of('kept'), ...of('added')].join('\n'),
        };
        await inFolder(files, async (folder) => {
          const options = [
            ...[...of('gone'), ...without].flatMap((each) => ['--without', each]),
            ...of('added').flatMap((each) => ['--with', each]),
          ];
          const ask = (file: string, ...args: readonly string[]) =>
            aftermath([...about(question, file), ...args, '--json'], { folder });
          const [supposed, said, before] = [
            await ask('text.aft', ...options),
            await ask('said.aft'),
            await ask('text.aft'),
          ];
          assert.deepEqual([supposed.code, supposed.notes], [said.code, said.notes]);
          assert.deepEqual(meaning(supposed.output), meaning(said.output));
          if (!isDeepStrictEqual(meaning(supposed.output), meaning(before.output))) changed += 1;
        });
      }),
      { numRuns: runs(15, 1000) },
    );
    tried('suppositions that change an answer', changed);
    assert.ok(changed >= 10, String(changed));
  });
});

/** The head of each text, in which some entities are absent: taking one away is marking it so. */
const headWithout = (gone: readonly string[]): string => {
  const mark = (name: string): string => (gone.includes(name) ? 'absent ' : '');
  const pds = ['a', 'b', 'c', 'd'].map((name) => `${mark(name)}pd ${name}`);
  const parts = ['r', 'q'].map((name) => `${mark(`s.${name}`)}resource ${name}`);
  return [...pds, `${mark('s')}space s { ${parts.join('  ')} }`, 'a manages s', 'object o', 'b refers o', ''].join(
    '\n',
  );
};

const missing = fc.oneof(
  fc.constant<string[]>([]),
  fc.subarray(['a', 'b', 'c', 'd', 's', 's.r', 's.q'], { minLength: 1, maxLength: 2 }),
);
const asked = fc.constantFrom<readonly string[]>(
  ['matrix', 'FILE'],
  ['matrix', 'FILE', '--event', 'destroy'],
  ['points', 'FILE'],
  ['metrics', 'FILE'],
  ['crash', 'FILE', 'b'],
  ['plan', 'FILE', '--destroy', 'b'],
  ['plan', 'FILE', '--start'],
  ['why', 'FILE', 'c', '--crash', 'a'],
);

type Role = 'kept' | 'gone' | 'added';

const pd = fc.constantFrom('a', 'b', 'c', 'd');
const text = fc.oneof(
  fc.tuple(pd, fc.constantFrom('needs', 'destroyed after', 'dies with'), pd).filter(([one, , other]) => one !== other),
  fc.tuple(pd, fc.constantFrom('requests s', 'holds s.r', 'holds s.q')),
);
const role = fc.constantFrom<Role>('kept', 'gone', 'added');
const statements = fc.uniqueArray(fc.record({ text: text.map((words) => words.join(' ')), role }), {
  maxLength: 8,
  selector: (each) => each.text,
});

const about = (question: readonly string[], file: string): readonly string[] =>
  question.map((word) => (word === 'FILE' ? file : word));

/** Returns an answer without places, and without what is supposed. */
function meaning(output: string): unknown {
  if (output === '') return undefined;
  return JSON.parse(output, (key, value: unknown) =>
    ['file', 'line', 'column', 'supposed'].includes(key) ? undefined : value,
  );
}
