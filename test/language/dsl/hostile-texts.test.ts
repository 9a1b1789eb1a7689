/** Texts that nobody means: each is read to its end, with what there is to say at its line. */
import assert from 'node:assert/strict';
import { within } from '../../within.ts';
import { loadText } from './load-text.ts';

const repeated = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const codesOf = async (text: string): Promise<readonly string[]> =>
  (await loadText(text)).findings.map(({ code, span }) => `${String(span.start.line + 1)} ${code}`);

describe('200,000 comments', () => {
  const places: readonly (readonly [where: string, before: string, after: string])[] = [
    ['before a declaration', '', 'pd a'],
    ['in a body', 'pd a {\n', '\n}'],
    ['between two members', 'root object a {\nsize: 1B\n', '\nextent: 1B\n}'],
    ['after the last declaration', 'pd a\n', ''],
  ];
  for (const [where, before, after] of places) {
    for (const comment of ['/** why */', '// why']) {
      it(`of the kind ${comment}, ${where}, are read`, async () => {
        const text = `${before}${repeated(200_000, () => comment)}\n${after}`;
        const { model, findings } = await within(20, () => loadText(text));
        assert.deepEqual(findings, []);
        assert.deepEqual(
          model.entities.map(({ name }) => name),
          ['a'],
        );
      });
    }
  }
});

describe('a number of any length', () => {
  const numbers = [16, 22, 309, 400].flatMap((length) => [
    '9'.repeat(length),
    `0.${'3'.repeat(length)}`,
    `0.${'0'.repeat(length)}1`,
    `1${'0'.repeat(length)}.5`,
  ]);
  /** One place a line; in the last three no unit may stand. */
  const lines = (number: string, unit: string): readonly string[] => {
    const n = number + unit;
    return [
      `root object o { size: ${n} }`,
      `root object m { size: -(${n}) }`,
      `channel c { delay: ${n}..${n} loss: ${n} }`,
      `collector k { duration: ${n} }`,
      `policy q { pdDepth: ${n} minRsi: ${n} deletionDelay: ${n} }`,
      `machine M { let x = ${n} initial state A { after ${n} -> A } }`,
      `scenario "s" { run ${n} at ${n} within ${n} expect now > ${n} log "\${${n}}" }`,
      `check "c" { horizon: ${n} never now > ${n} }`,
      `pd a`,
      ...(unit === '' ? [`pd b { holds a[${n}], a[0..${n}] }`, `pd d[${n}]`] : []),
      ...(unit === '' ? [`machine N { var x: 0..${n} = 0 var y: -${n}..0 = 0 initial state A }`] : []),
      ...(unit === '' ? [`check "d" { fault crash up to ${n} may crash a up to ${n} never false }`] : []),
    ];
  };
  for (const unit of ['', 'us', 'd', 'TiB']) {
    it(`with the unit "${unit}" is refused at its line in every position`, async () => {
      for (const number of numbers) {
        const texts = lines(number, unit);
        const { findings } = await within(20, () => loadText(texts.join('\n')));
        const errors = findings.filter(({ severity }) => severity === 'error');
        assert.doesNotMatch(JSON.stringify(errors), /internal\//);
        const isTooLong = unit === '' || Number(number) > 1; // What is finer than the unit is rounded to it.
        for (const [index, text] of texts.entries()) {
          if (isTooLong && text.includes(number))
            assert.ok(
              errors.some(({ span }) => span.start.line === index),
              `${String(index)}: ${text}`,
            );
        }
      }
    });
  }

  it('is at the limit, and one past it', async () => {
    assert.deepEqual(await codesOf('root object o { size: 9007199254740991 }'), []);
    assert.deepEqual(await codesOf('root object o { size: 9007199254740992 }'), ['1 quantity/inexact']);
    assert.deepEqual(await codesOf('machine M for pd { initial state A { after 104249d -> A } }\npd p runs M'), []);
    assert.deepEqual(await codesOf('machine M for pd { initial state A { after 104250d -> A } }\npd p runs M'), [
      '1 quantity/inexact',
    ]);
  });
});

describe('more copies than a model can have', () => {
  const texts: readonly (readonly [text: string, line: number])[] = [
    ['pd a[250001]', 1],
    ['pd b[9]\npd a[9007199254740991]', 2],
    ['root object a[1000] {\n object b[1000] {\n object c[1000] } }', 3],
    [`root ${'object a[10] {\n'.repeat(9)}${'}'.repeat(9)}`, 9],
    ['root object a[2000]\nroot object b[2000]\na[*] owns b[*]', 3],
    ['root object a[2000]\nroot object b[2000] {\n owns a[*]\n refers a[*] }', 3],
    [`root object a[1000]\n${'a[*] refers a[*]\n'.repeat(500)}`, 3],
  ];
  for (const [text, line] of texts) {
    it(`is one finding, where the limit is passed: ${text.slice(0, 60).replaceAll('\n', ' ')}`, async () => {
      const errors = (await loadText(text)).findings.filter(({ severity }) => severity === 'error');
      assert.deepEqual(
        errors.map(({ code, span }) => [code, span.start.line + 1]),
        [['copies/too-many', line]],
      );
    });
  }
});

/** Recursion along them would need several times the stack. */
const inARow = 1000;

describe('values that are computed from each other, a thousand in a row', () => {
  const machine = (last: string): string =>
    `machine M for pd {\n var x: int = 1\n let l0 = x\n${repeated(inARow, (n) => ` let l${String(n + 1)} = ${last}${String(n)} + 1`)}\n initial state A { always when l${String(inARow)} < 0 -> A }\n}\npd p runs M`;

  it('are read without a fault of ours', async () => {
    const { findings } = await loadText(machine('l'));
    assert.doesNotMatch(JSON.stringify(findings), /internal\//);
  });

  it('are read where they form a cycle', async () => {
    const circle = repeated(inARow, (n) => ` let l${String(n)} = l${String((n + 1) % inARow)} + 1`);
    const { findings } = await loadText(`machine M {\n${circle}\n initial state A\n}\n`);
    assert.doesNotMatch(JSON.stringify(findings), /internal\//);
    assert.ok(findings.some(({ code }) => code === 'let/cycle'));
  });
});
