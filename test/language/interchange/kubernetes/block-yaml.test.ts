/** The fast reader of YAML blocks, against the YAML library: equal values, equal places, or none at all. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { readBlocks } from '../../../../language/src/interchange/kubernetes/block-yaml.ts';
import { readAnyYaml, readYaml } from '../../../../language/src/interchange/kubernetes/yaml-documents.ts';
import type { YamlNode } from '../../../../language/src/interchange/kubernetes/yaml-value.ts';
import { runs } from '../../../properties.ts';
import { mutatedTexts } from '../mutated.ts';

/** A value with all places, comparable. */
function shown(node: YamlNode): unknown {
  const value = node.read();
  const { place, tag } = node;
  if (value.is === 'list') return { place, tag, items: value.items.map(shown) };
  if (value.is === 'alias') return { place, tag, target: value.target?.place };
  if (value.is !== 'map') return { place, tag, value };
  return { place, tag, entries: value.entries.map((each) => [each.key, each.place, shown(each.value)]) };
}

/** Compares both readers, and tells whether the fast one read the text itself. */
function isReadAlike(text: string): boolean {
  const fast = readBlocks(text, 200, () => undefined);
  const found = readYaml(text, 'a.yaml');
  const wanted = readAnyYaml(text, 'a.yaml');
  assert.deepEqual(found.findings, wanted.findings, text);
  assert.deepEqual(found.value?.map(shown), wanted.value?.map(shown), text);
  return fast !== undefined;
}

const word = fc.constantFrom(
  'a',
  'b c',
  'kind',
  'f:x',
  'k8s.io/a',
  '.',
  '-x',
  '--a=b',
  '1',
  'null',
  '~',
  'x#y',
  'Null',
  'é',
  '/a',
);
const scalar = fc.oneof(
  { weight: 6, arbitrary: word },
  fc.constantFrom(
    '""',
    "''",
    "'it''s'",
    '"a\\nb"',
    '"a\\x20"',
    '"a: b"',
    '{}',
    '[]',
    '[a]',
    '{a: b}',
    '|',
    '|-',
    '|+',
    '>',
    '>-',
    '|2',
  ),
  fc.constantFrom(
    '"',
    "'",
    '&a',
    '*a',
    '!t',
    '@a',
    '%a',
    '`a',
    '?',
    ':',
    '-',
    '#',
    'a #b',
    'a# b',
    '"a" # b',
    'a:',
    'a: b',
    '"a\\',
    'a\tb',
    '\t',
    '"a" b',
    '---',
    '...',
    '|\t',
    '| # c',
  ),
);
/** Lists and maps in brackets, whole and broken. */
const brackets = fc.constantFrom(
  ...['[a, b]', '["sh", "-c"]', '["a","b"]', '[ ]', '{ }', '{ a: b, c: [d] }', '{a: b }', '{a: }', '{a:}', '{"a": b}'],
  ...['{"a":b}', "[a, 'b''c']", '{\'a\': "b"}', '[a,b]', '[a , b]', '[a b]', '[-1, null]', '{a: ~}', '{null: a}'],
  ...['[a, ]', '[, a]', '[a,, b]', '[[a], {b: c}]', '[a] # c', '[a]#c', '[a] b', '[a]: b', '{a: b}: c', '[&a b]'],
  ...['{a: *b}', '[!t a]', '[a: b]', '[.5, /x, $y]', '[a', '{a: b', '[a}', '["a', '[a#b]', '[a #b]', '[a:b, c]'],
  ...['[a=b, c@d]', '[1.5, 0x1, true]', '[null]', '["null"]', '[\t]', '[a\t, b]', '[a]]', '[x.y/z:1]', '["a\\x20"]'],
);
const line = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(word, brackets).map(([key, value]) => `${key}: ${value}`) },
  { weight: 1, arbitrary: brackets.map((value) => `- ${value}`) },
  { weight: 5, arbitrary: fc.tuple(word, scalar).map(([key, value]) => `${key}: ${value}`) },
  { weight: 3, arbitrary: word.map((key) => `${key}:`) },
  { weight: 3, arbitrary: fc.tuple(word, scalar).map(([key, value]) => `- ${key}: ${value}`) },
  { weight: 2, arbitrary: scalar.map((value) => `- ${value}`) },
  { weight: 1, arbitrary: scalar },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '',
      '# c',
      '- - a',
      '- - a: b',
      '"a": b',
      "'a': b",
      '-',
      '-  a: b',
      'a:  ',
      'a:   b  ',
      '  ',
      'null: a',
      'a : b',
      '? a',
      '<<: b',
    ),
  },
);
/** Lines whose indents mostly fit those before. */
const lines = fc
  .array(fc.tuple(line, fc.nat(9)), { minLength: 1, maxLength: 9 })
  .chain((parts) =>
    fc.tuple(fc.constant(parts), fc.constantFrom('\n', '\n', ''), fc.constantFrom('', '---\n', '# c\n')),
  )
  .map(([parts, end, start]) => {
    let indent = 0;
    const texts = parts.map(([text, step], index) => {
      if (index > 0 && step < 3) indent += 2;
      else if (index > 0 && step < 5) indent = Math.max(0, indent - 2);
      else if (step === 9) indent += 1;
      else if (step === 8 && indent === 0 && index > 0) return `---\n${text}`;
      return `${' '.repeat(indent)}${text}`;
    });
    return `${start}${texts.join('\n')}${end}`;
  });

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      word,
      fc.constantFrom('a\nb', 'a\n', ' a\n\nb\n\n', 'a '.repeat(60), 'x\\ "y" '.repeat(20)),
    ),
    fc.constantFrom(null, true, 1, 'a\n\n b'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(word, fc.string()), tie('value'), { maxKeys: 4 }),
  ),
})).value;
const written = fc
  .tuple(value, fc.boolean(), fc.constantFrom(0, 80), fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE'))
  .map(([each, indentSeq, lineWidth, defaultStringType]) =>
    stringify({ kind: 'Pod', each }, { indentSeq, lineWidth, defaultStringType } as const),
  );

describe('the fast reader of YAML blocks', () => {
  it('reads what programs print as the YAML library does', () => {
    let [all, fast] = [0, 0];
    fc.assert(
      fc.property(written, (text) => {
        all += 1;
        if (isReadAlike(text)) fast += 1;
      }),
      { numRuns: runs(300, 20_000) },
    );
    assert.ok(fast * 2 > all, `${String(fast)} of ${String(all)} were read fast`);
  });

  it('reads any lines as the YAML library does', () => {
    let [all, fast] = [0, 0];
    fc.assert(
      fc.property(lines, (text) => {
        all += 1;
        if (isReadAlike(text)) fast += 1;
      }),
      { numRuns: runs(600, 200_000) },
    );
    assert.ok(fast * 12 > all, `${String(fast)} of ${String(all)} were read fast`);
  });

  it('keeps at the end of a text what only JavaScript takes for a space', () => {
    for (const space of ['\u00a0', '\u2000', '\u3000', '\ufeff', '\u2028', '\v', '\f'])
      for (const text of [
        `a: b${space}\nc: d \n`,
        `a: b \nc: d${space} # e\n`,
        `a: b\n  c${space}\n  ${space}d\ne: f\n`,
      ])
        isReadAlike(text);
    assert.ok(isReadAlike('a: b  \nc: d\n   e  \nf: g \n'));
  });

  it('reads broken files of objects as the YAML library does', () => {
    const folder = join(import.meta.dirname, '../../../fixtures/kubernetes');
    const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
    let fast = 0;
    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (const broken of mutatedTexts(text.slice(0, 3000), runs(12, 200))) if (isReadAlike(broken)) fast += 1;
    }
    assert.ok(fast > files.length, `${String(fast)} of ${String(files.length)} files`);
  });

  it('leaves only the odd documents of a text to the library', () => {
    const plain = (name: string) => `kind: Pod\nmetadata:\n  name: ${name}\n`;
    const odd = ['a: &x b\nc: *x\n', '# odd\na: {b: !t c}\n', 'a: b # c\nd: |2\n   e\n', '[a, b]\n', '!t\n- a\n'];
    for (const marker of ['---\n', '--- # next\n']) {
      for (const each of odd) {
        const text = [plain('first'), each, plain('second'), plain('third')].join(marker);
        const asked: (readonly [string, number])[] = [];
        readBlocks(
          text,
          200,
          () => undefined,
          (document, line) => {
            asked.push([document, line]);
            return [];
          },
        );
        if (marker === '---\n')
          assert.ok(asked.length <= 1 && asked.every(([document]) => each.endsWith(document)), text);
        isReadAlike(text);
      }
    }
    for (const text of [
      'a: b\n...\n---\nc: [d]\n',
      '%YAML 1.2\n---\na: [b]\n',
      'a: "\n---\nb"\n',
      'a: [b\n---\nc: d\n',
    ])
      isReadAlike(text);
  });

  it('reads texts of any length', () => {
    const long = 'x'.repeat(20_000_000);
    for (const text of [`a: "${long}"`, `a: '${long}'`, `{"a": "${long}"}`, `a: "${'\\n'.repeat(5_000_000)}"`]) {
      const { value, findings } = readYaml(text, 'a.yaml');
      assert.deepEqual([value?.length, findings], [1, []]);
    }
  });
});
