/**
 * The errors in imported files, found with one lowering of the importing file, against a naive judge: each imported
 * file is loaded by itself, with imports of its own. Only several managers of one space need the files together.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createLoader } from '../../../language/src/dsl/load.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import { runs, tried } from '../../properties.ts';

/** Lines with a fault that a file has alone, each of another part of the loading. \`#\` is the number of the file. */
const faults = [
  'pd lost# { holds nothing_there }',
  'pd open# {{',
  'resource odd# { needs p# }',
  'pd few# { needs 3 of p#, s# }',
  'pd none#[0]',
  'pd out# { needs c#[7] }',
  'pd c#',
  'scenario "s#" { crash nobody# }',
  'scenario "n#" { after 1parsec crash p# }',
  'check "c#" { always p# sings }',
  'machine M# { state A { on Never# -> A } }',
  'pd r# { data { big: 99999999999999999999 } }',
  'pd k# is K#',
  'view "v#" { show nobody# }',
  'pd w# { manages s#  manages p# }',
  'channel ch# { delay: 3 }',
  'pd m# runs Missing#',
];

interface File {
  /** The files that it imports, by number, of which some do not exist. */
  readonly imports: readonly number[];
  readonly faults: readonly string[];
  /** The files, imported or not, whose space it manages as well. */
  readonly managed: readonly number[];
  readonly silences: boolean;
}

const fileCount = 7;
const number = fc.nat({ max: fileCount - 1 });
const file: fc.Arbitrary<File> = fc.record({
  imports: fc.array(number, { maxLength: 3 }),
  faults: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...faults), { maxLength: 3 }) },
  ),
  managed: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(number, { maxLength: 1 })),
  silences: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
});

const uriOf = (index: number): string => `memory:/f${String(index)}.aft`;

function textOf({ imports, faults: own, managed, silences }: File, index: number): string {
  const known = managed.filter((each) => each === index || imports.includes(each));
  return [
    ...imports.map((each) => `import "f${String(each)}"`),
    ...(silences ? ['// aftermath-ignore space/several-managers: on purpose'] : []),
    'space s#',
    'pd c#[3]',
    'pd p# { manages s#  holds s#.* }',
    ...known.map((each, at) => `pd q#_${String(at)} { manages s${String(each)} }`),
    ...own,
  ]
    .join('\n')
    .replaceAll('#', String(index));
}

const isError = ({ severity }: Finding): boolean => severity === 'error';
const isOfManagers = ({ code }: Finding): boolean => code === 'space/several-managers';
const keys = (findings: readonly Finding[]): string[] =>
  [...new Set(findings.map(({ code, message, span, fixes }) => JSON.stringify([span, code, message, fixes])))].sort();
const spots = (findings: readonly Finding[]): string[] =>
  [...new Set(findings.map(({ span }) => JSON.stringify(span)))].sort();

async function compare(files: readonly File[]): Promise<number> {
  const texts = new Map(files.map((each, index) => [uriOf(index), textOf(each, index)]));
  const read = (uri: string): Promise<string | undefined> => Promise.resolve(texts.get(uri));
  const loader = createLoader(read);
  const root = await loader.load(uriOf(0));
  const imported = new Set(root.files.filter((uri) => uri !== uriOf(0)));
  const found = loader.importErrors(root, imported);

  // Each file by itself.
  const alone: Finding[] = [];
  for (const uri of imported) alone.push(...(await createLoader(read).load(uri)).findings.filter(isError));
  const others = (findings: readonly Finding[]): string[] => keys(findings.filter((each) => !isOfManagers(each)));
  assert.deepEqual(others(found), others(alone));

  // What is wrong with a file alone is wrong with it among others; the rest needs several files. The text of the
  // importing file counts only if it has no errors, also where an import leads back to it.
  const isWhole = !root.findings.some(isError);
  const isTrusted = ({ related }: Finding): boolean => isWhole || related.every(({ span }) => span.uri !== uriOf(0));
  const together = found.filter(isOfManagers);
  const places = new Set(spots(together));
  for (const spot of spots(alone.filter((each) => isOfManagers(each) && isTrusted(each))))
    assert.ok(places.has(spot), spot);
  for (const each of together) assert.ok(each.related.length > 1 && imported.has(each.span.uri) && isTrusted(each));
  return found.length;
}

describe('the errors in imported files', () => {
  it('are those of each file by itself, and of all files together', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: fileCount }), async (files) => {
        count += await compare(files);
      }),
      { numRuns: runs(15, 3000) },
    );
    assert.ok(count > 0);
    tried('errors found', count);
  });
});

describe('a model that only its imports together cut', () => {
  it('has a finding at what leads there, in the editor as for the command line', async () => {
    const nested = (name: string, last: string): string =>
      Array.from({ length: 60 }, (_, index) => {
        const member = index === 59 ? last : `pd x is ${name}${String(index + 1)}`;
        return `class ${name}${String(index)} for pd { ${member} }`;
      }).join('\n');
    const texts: Readonly<Record<string, string>> = {
      'f0.aft': 'import "f3"\nimport "f2"\npd p is B0\n',
      'f1.aft': nested('A', ''),
      'f2.aft': `import "f1"\n${nested('B', 'pd y is A0')}`,
      'f3.aft': 'pd other\n',
    };
    const found = async (name: string): Promise<string[]> => {
      const loader = createLoader((uri) => Promise.resolve(texts[uri.slice('memory:/'.length)]));
      const { findings } = await loader.load(`memory:/${name}`);
      return findings
        .filter(isError)
        .map(({ code, message, span, related }) =>
          [span.start.line + 1, code, message, ...related.map((each) => each.span.uri)].join(' '),
        );
    };
    const message = 'Classes nest at most 100 deep, counting those that they extend. Use fewer.';
    assert.deepEqual(await found('f0.aft'), [`3 copies/too-many ${message} memory:/f1.aft`]);
    for (const name of ['f1.aft', 'f2.aft', 'f3.aft']) assert.deepEqual(await found(name), [], name);
  });
});

describe('what a class of another file gives an instance', () => {
  it('is judged at the instance, in every file that has one, and in no other', async () => {
    const texts: Readonly<Record<string, string>> = {
      'class.aft': [
        'pd few[2]\nclass C for pd {\n  param i: int = 1\n  needs few[i]\n  dies with few[0]',
        '  pd inner is D\n}\nclass D for pd {\n  space last\n}',
      ].join('\n'),
      'right.aft': 'import "class"\npd other\npd fine is C',
      'number.aft': 'import "class"\npd out {\n  pd p is C { i: 9 }\n}\n',
      'root.aft': 'import "class"\nroot pd p[2] is C\n',
      // An instance of an imported file is the matter of that file alone.
      'importing.aft': 'import "number"\nimport "root"\n',
    };
    const loader = createLoader((uri) => Promise.resolve(texts[uri.slice('memory:/'.length)]));
    const found = async (name: string): Promise<string[]> =>
      (await loader.load(`memory:/${name}`)).findings.map(({ span: { start }, code, related }) =>
        [start.line + 1, code, ...related.map(({ span }) => `${span.uri} ${String(span.start.line + 1)}`)].join(' '),
      );
    const inner = 'space/no-manager memory:/class.aft 9';
    assert.deepEqual(await found('class.aft'), []);
    assert.deepEqual(await found('right.aft'), [`3 ${inner}`]);
    assert.deepEqual(await found('number.aft'), ['3 copies/out-of-range memory:/class.aft 4']);
    const ofRoot = ['2 relation/root-dies-with memory:/class.aft 5', `2 ${inner}`];
    assert.deepEqual((await found('root.aft')).sort(), ofRoot);
    assert.deepEqual(await found('importing.aft'), []);
  });
});
