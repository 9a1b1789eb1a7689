/** The files of Compose projects: how they refer to each other, variables, profiles, and what is refused. */
import assert from 'node:assert/strict';
import { composeAlsoReads, importCompose } from '../../../../language/src/interchange/compose/compose.ts';
import { interpolate, readEnvironment } from '../../../../language/src/interchange/compose/interpolation.ts';
import { findingLines, relationLines } from '../fixture.ts';
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
    assert.deepEqual(composeAlsoReads([first]), [
      ...['app/.env', 'app/common.yaml', 'infra/.env', 'infra/db.yaml', 'app/gone.yaml'],
    ]);
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
    assert.match(
      sentences({ 'compose.yaml': text }).join(),
      /1 variable is not set and counts as empty: "TAG"\. Set it /,
    );
    const required = {
      'compose.yaml': 'services: { a: { image: "x:${TAG:?set it}${A?}${B:?}" } }',
      '.env': 'A=\nB=\n',
    };
    assert.deepEqual(sentences(required), [
      '2 variables are required and not set: "TAG", "B". Compose refuses this; set them in ".env" beside the file.',
    ]);
  });

  it('include several files as overrides of the first, with the variables of its folder', () => {
    const services = (files: Readonly<Record<string, string>>): string[] =>
      imported(files)
        .entities.flatMap(({ type, name, data }) => {
          const texts = data.flatMap(({ value }) => (value.kind === 'text' ? value.parts : []));
          return type === 'service' ? [`${name} ${texts.filter((part) => typeof part === 'string').join('')}`] : [];
        })
        .sort();
    const files = {
      'compose.yaml': 'include: [{ path: [sub/db.yaml, over.yaml] }, { path: web.yaml, env_file: web.env }]',
      'sub/db.yaml': 'services: { db: { image: "db:${TAG}", scale: "${COUNT}" } }',
      'sub/.env': 'TAG=sub\nCOUNT=2\n',
      'over.yaml': 'services: { db: { image: "over:${TAG}" } }',
      'web.yaml': 'services: { web: { image: "web:${TAG}" } }',
      'web.env': 'TAG=web',
    };
    assert.deepEqual(services(files), ['db[0] over:sub', 'db[1] over:sub', 'web web:web']);
    assert.deepEqual(services({ ...files, '.env': 'TAG=main' }), [
      'db[0] over:main',
      'db[1] over:main',
      'web web:main',
    ]);
  });

  it('are those of a folder that "docker compose" reads there', () => {
    const read = (texts: Readonly<Record<string, string>>) => {
      const files = filesOf(texts).map((file) => ({ ...file, name: `f/${file.name}`, within: file.name }));
      const { value, findings } = importCompose(files);
      const names = value?.model.entities.filter(({ kind }) => kind === 'pd').map(({ name }) => name);
      return { names, messages: findings.map(({ message }) => message), referred: composeAlsoReads(files) };
    };
    const files = {
      'docker-compose.yml': 'services: { old: {} }',
      'compose.yaml': 'services: { a: {} }',
      'docker-compose.override.yml': 'services: { b: {} }',
      'compose.override.yaml': 'services: { c: {} }',
    };
    const left = (name: string) =>
      `"f/${name}" is left out: in a folder with several names of its kind, "docker compose" reads only the first. Give the files themselves if all of them count.`;
    const { names, messages } = read(files);
    assert.deepEqual(names, ['a', 'c']);
    assert.deepEqual(messages, [left('docker-compose.yml'), left('docker-compose.override.yml')]);
    const listed = read({
      ...files,
      '.env': 'COMPOSE_FILE=docker-compose.yml:prod.yml',
      'prod.yml': 'services: { p: {} }',
    });
    assert.deepEqual([listed.names, listed.messages], [['old', 'p'], []]);
    const gone = read({ ...files, '.env': 'COMPOSE_FILE=compose.yaml;prod.yml\nCOMPOSE_PATH_SEPARATOR=;' });
    assert.deepEqual(gone.names, ['a']);
    assert.match(gone.messages.join(), /The file "f\/prod\.yml" is missing/);
    assert.ok(gone.referred.includes('f/prod.yml'));
  });

  it('point at the first main file for what stands nowhere', () => {
    const texts = { '.env': 'A=1', 'compose.override.yaml': 'services: { a: {} }', 'compose.yaml': 'services: { a: { image: $B } }' }; // oxfmt-ignore
    const { value, findings } = importCompose(filesOf(texts).map((file) => ({ ...file, within: file.name })));
    const [project] = value?.sources.entities ?? [];
    assert.equal(project?.uri, 'test:/compose.yaml');
    assert.equal(findings[0]?.span.uri, 'test:/compose.yaml');
  });

  it('have each service where it stands, also if it extends another', () => {
    const text = 'services:\n  a: {}\n  b: { extends: a }\n';
    const { value } = importCompose(filesOf({ 'compose.yaml': text }));
    const lines = value?.model.entities.flatMap(({ kind, name }, id) =>
      kind === 'pd' ? [`${name} ${String(value.sources.entities[id]?.start.line)}`] : [],
    );
    assert.deepEqual(lines, ['a 1', 'b 2']);
  });

  it('have volumes by their targets, of which the last counts', () => {
    const text = `services:
  a:
    volumes:
      - first:/work
      - kept:/kept:ro
      - alone
      - { type: bind, source: bound, target: /bound }
      - C:\\data:/c
      - ./here:/here
volumes: { first: , kept: , second: , alone: , bound: }
`;
    const over = 'services: { a: { volumes: ["second:/work"] } }';
    const used = relationLines(imported({ 'compose.yaml': text, 'over.yaml': over })).filter((line) =>
      line.startsWith("a needs 'volumes/"),
    );
    assert.deepEqual(used, ["a needs 'volumes/second' as start", "a needs 'volumes/kept' as start"]);
  });

  it('may say yes and no in the words of YAML 1.1', () => {
    const text = `services:
  a: { depends_on: { b: { condition: service_started, restart: yes }, c: { restart: True, required: no } } }
  b: { networks: [out] }
  c: { provider: { type: cloud } }
  x-d: {}
networks: { out: { external: True } }
`;
    const lines = relationLines(imported({ 'compose.yaml': text }));
    assert.ok(lines.includes('a stops with b') && lines.includes('a stops with c'));
    assert.ok(!lines.includes('a needs c as start') && !lines.includes("'networks/out' stops with project"));
    assert.ok(!lines.includes("c needs 'networks/default' as start"));
    assert.ok(lines.includes('x-d stops with project'));
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
      '"c" says "depends_on: gone", but the project has no service "gone". Compose refuses this; correct the name, or give the file that has it, too.',
      'The services depend on each other in a cycle: "a" -> "b" -> "a". Compose refuses to start them; remove one of the dependencies.',
    ]);
  });

  it('may depend on each other in a cycle of services of no active profile', () => {
    const text = 'services: { a: { profiles: [x], depends_on: [b] }, b: { profiles: [x], depends_on: [a] }, c: {} }';
    assert.deepEqual(sentences({ 'compose.yaml': text }), []);
    assert.match(sentences({ 'compose.yaml': text, '.env': 'COMPOSE_PROFILES=x' }).join(), /in a cycle: "a" -> "b"/);
  });

  it('are named if they are elsewhere, and not looked for', () => {
    const text = `include: ["https://git.test/a.git#main:b/compose.yaml", { path: "oci://reg.test/c:1" }]
services: { a: { extends: { file: "git@git.test:d.git", service: a } } }`;
    const elsewhere = (path: string) =>
      `"${path}" is elsewhere: an import fetches nothing. Write out the project with "docker compose config" and import again.`;
    assert.deepEqual(sentences({ 'compose.yaml': text }), [
      elsewhere('git@git.test:d.git'),
      elsewhere('https://git.test/a.git#main:b/compose.yaml'),
      elsewhere('oci://reg.test/c:1'),
    ]);
    assert.deepEqual(composeAlsoReads(filesOf({ 'compose.yaml': text })), ['.env']);
  });

  it('are warned of what Compose refuses, and of what is left out', () => {
    const text = `services:
  a: { depends_on: [d], networks: [no], volumes: ["none:/v"], extends: b }
  b: { extends: a }
  c: { depends_on: d, networks: { x: }, scale: 101, network_mode: "service:d" }
  d: { profiles: [debug], depends_on: [e] }
  e: { profiles: [other] }
networks: [x]
`;
    assert.deepEqual(sentences({ 'compose.yaml': text }), [
      'Services extend each other in a cycle. Compose refuses this; remove one "extends".',
      '1 value is neither a list nor a map as Compose expects and is left out: "c.depends_on". Compose refuses this; "docker compose config" says what it expects.',
      '"c" has 101 copies, of which the first 100 are imported.',
      ...['a', 'b'].flatMap((name) => [
        `"${name}" says "depends_on: d", but no profile of "d" is active. Compose refuses this; set "COMPOSE_PROFILES" in ".env", or say "required: false".`,
        `"${name}" says "networks: no", but the project has no network "no". Compose refuses this; correct the name, or give the file that has it, too.`,
        `"${name}" says "volumes: none", but the project has no volume "none". Compose refuses this; correct the name, or give the file that has it, too.`,
      ]),
      '"c" says "network_mode: service:d", but no profile of "d" is active. Compose refuses this; set "COMPOSE_PROFILES" in ".env".',
      '"c" says "networks: x", but the project has no network "x". Compose refuses this; correct the name, or give the file that has it, too.',
    ]);
    const { findings } = importCompose(filesOf({ 'compose.yaml': 'include: [gone.yaml]' }));
    assert.deepEqual(findingLines(findings), ['error import/wrong-format 1', 'warning import/missing-file 1']);
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
