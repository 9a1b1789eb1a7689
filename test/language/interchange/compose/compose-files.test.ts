/** The files of Compose projects: how they refer to each other, variables, profiles, and what is refused. */
import assert from 'node:assert/strict';
import { composeAlsoReads, importCompose } from '../../../../language/src/interchange/compose/compose.ts';
import { interpolate, readEnvironment } from '../../../../language/src/interchange/compose/interpolation.ts';
import { findingLines } from '../fixture.ts';
import { between, filesOf, imported, sentences } from './projects.ts';

describe('the files of a Compose project', () => {
  it('override, extend and include each other', () => {
    const files = {
      'app/compose.yaml': `include: [../infra/db.yaml, { path: [gone.yaml] }]
services:
  web: { extends: { service: base, file: common.yaml }, depends_on: [db] }
  job: { extends: web, depends_on: { web: { condition: service_started } } }
`,
      'app/compose.override.yaml': `services:
  web: { depends_on: { mail: { condition: service_started } }, image: over }
  job: { depends_on: !override [mail] }
  db: { depends_on: !reset [] }
`,
      'infra/db.yaml': 'services:\n  db: { image: db, depends_on: [disk] }\n  disk: {}\n',
      'app/common.yaml': 'services:\n  base: { image: base, links: ["mail:m"] }\n  mail: {}\n',
      'app/.env': '',
    };
    const model = imported({ ...files, 'app/more.yaml': 'services: { mail: { scale: 0 } }' });
    assert.deepEqual(
      between(model).filter((line) => line.includes('destroyed')),
      ['db destroyed after web', 'mail destroyed after web', 'mail destroyed after job'],
    );
    assert.equal(model.entities.find(({ name }) => name === 'mail')?.absent, true);
    assert.match(sentences(files).join('\n'), /The file "app\/gone\.yaml" is missing; the import continues/);
    const [first] = filesOf(files);
    assert.ok(first !== undefined);
    assert.deepEqual(composeAlsoReads([first]), ['app/.env', 'app/common.yaml', 'infra/db.yaml', 'app/gone.yaml']);
  });

  it('replace variables as the specification says', () => {
    const values = readEnvironment(['A=1\n# no\nexport B="x ${A}" # c\nE=\n', "C='$A'\nD = plain # rest\n"]);
    assert.deepEqual(
      [...values],
      [
        ['A', '1'],
        ['B', 'x 1'],
        ['E', ''],
        ['C', '$A'],
        ['D', 'plain'],
      ],
    );
    const variables = { values, unset: new Set<string>() };
    for (const [text, wanted] of [
      ['$A-${B}', '1-x 1'],
      ['$$A ${E:-d} ${E-d} ${N:-${A}}', '$A d  1'],
      ['${A:+y}${N:+y}${A:?e}', 'y1'],
      ['${N:?is needed}$', '$'],
      ['${', '${'],
    ] as const)
      assert.equal(interpolate(text, variables), wanted);
    assert.deepEqual([...variables.unset], ['N']);
    const text = 'services: { a: { image: "x:${TAG}", deploy: { replicas: "${COUNT:-3}" } } }';
    assert.equal(
      imported({ 'compose.yaml': text, '.env': 'TAG=1\nCOUNT=2' }).entities.filter(({ type }) => type === 'service')
        .length,
      2,
    );
    assert.match(sentences({ 'compose.yaml': text }).join(), /1 variable is not set and counts as empty: "TAG"/);
  });

  it('have active profiles by their variable', () => {
    const text = 'services: { a: {}, b: { profiles: [x] }, c: { profiles: [y], depends_on: [b] } }';
    const absent = (env: string) =>
      imported({ 'compose.yaml': text, '.env': env })
        .entities.filter((each) => each.absent)
        .map(({ name }) => name);
    assert.deepEqual([absent(''), absent('COMPOSE_PROFILES=x'), absent('COMPOSE_PROFILES=*')], [['b', 'c'], ['c'], []]);
  });

  it('are warned of cycles, unknown services and repeated keys in one sentence each', () => {
    const text = 'services:\n  a: { depends_on: [b] }\n  b: { links: [a] }\n  c: { depends_on: [gone] }\n  c: {}\n';
    assert.deepEqual(sentences({ 'compose.yaml': text }), [
      '1 key is already in the same map: "c". The first of each counts; rename or remove the others.',
      '"c" says "depends_on: gone", but the project has no service "gone". Compose refuses this; correct the name.',
      'The services depend on each other in a cycle: "a" -> "b" -> "a". Compose refuses to start them; remove one of the dependencies.',
    ]);
  });

  it('are refused in one sentence where they are none', () => {
    const bomb = `${Array.from({ length: 20 }, (_, index) => `x${String(index)}: &x${String(index)} [${Array.from({ length: 10 }, () => (index === 0 ? 'y' : `*x${String(index - 1)}`)).join(', ')}]`).join('\n')}\nservices: { a: {} }\n`;
    for (const [text, lines] of [
      ['', ['error import/empty 1']],
      ['a: [', ['error import/broken-yaml 1']],
      ['version: "3"\n', ['error import/wrong-format 1']],
      ['services: {}', ['error import/wrong-format 1']],
      [`a: ${'['.repeat(400)}`, ['error import/too-deep 1']],
      [bomb, ['error import/too-large 1']],
    ] as const) {
      const { value, findings } = importCompose(filesOf({ 'compose.yaml': text }));
      assert.equal(value, undefined);
      assert.deepEqual(findingLines(findings).slice(0, 1), lines);
    }
    const endless = imported({
      'compose.yaml': 'include: [compose.yaml]\nservices: { a: { extends: b }, b: { extends: a } }',
    });
    assert.equal(endless.entities.filter(({ type }) => type === 'service').length, 2);
  });
});
