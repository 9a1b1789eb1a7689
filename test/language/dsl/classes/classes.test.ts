/** Classes: what an instance has, what names in a class mean, `x is C`, and the limits. */
import assert from 'node:assert/strict';
import { assertPasses } from '../../simulation/run-scenarios.ts';
import { loadText, lowered, modelOfText, relationLines } from '../load-text.ts';

const codesOf = async (text: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> =>
  (await loadText(text, files)).findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, span }) => `${code} ${String(span.start.line)}`);

describe('an instance of a class', () => {
  it('has the nearest declared label, or else the name of its class', async () => {
    const { entities } = await modelOfText(`
      class A for pd
      class B for pd extends A : web
      class C extends B
      pd a is A  pd b is B  pd c is C  pd d is C : mail
    `);
    assert.deepEqual(
      entities.map(({ name, type, classes }) => [name, type, classes]),
      [
        ['a', 'A', ['A']],
        ['b', 'web', ['B', 'A']],
        ['c', 'web', ['C', 'B', 'A']],
        ['d', 'mail', ['C', 'B', 'A']],
      ],
    );
  });

  it('owns what is nested in its class, and has its relations', async () => {
    const model = await modelOfText(`
      class Base for object { object disk  object net { destroyed after disk } }
      root object vm[2] is Base { object extra { refers disk } }
    `);
    assert.deepEqual(relationLines(model), [
      ...['(vm[0] owns vm[0].disk)', '(vm[0] owns vm[0].net)', 'vm[0].net destroyed after vm[0].disk'],
      ...['(vm[0] owns vm[0].extra)', 'vm[0].extra refers vm[0].disk'],
      ...['(vm[1] owns vm[1].disk)', '(vm[1] owns vm[1].net)', 'vm[1].net destroyed after vm[1].disk'],
      ...['(vm[1] owns vm[1].extra)', 'vm[1].extra refers vm[1].disk'],
    ]);
  });

  it('hides by a parameter an entity of its name, but not in the value of the parameter', async () => {
    await assertPasses(`
      pd a  pd b
      class C for pd { param a: pd = a  needs a }
      class D for pd extends C { a: a }
      class E for pd { param a: pd = b  pd inner is C { a: a } }
      pd x is C  pd y is C { a: b }  pd z is D  pd e is E
      scenario "s" { expect x needs a and y needs b and y.a == b and z needs a and e.inner needs b }
    `);
    assert.deepEqual(await codesOf('class C for pd { param n: int = n + 1 }\npd x is C'), ['name/unknown 0']);
  });

  it('runs the machine of its class, whose parameters the class, its parameters and the instance set', async () => {
    await assertPasses(`
      event Ask
      machine Handler for pd {
        param port: int
        param period: duration
        initial state Idle { on Ask do { log "\${port}, \${period}" } -> Idle }
      }
      class Server for pd runs Handler { param port: int = 80  period: 5s }
      class Slow extends Server { period: 9s }
      pd a is Server
      pd b is Slow { port: 81 }
      pd c is Slow { period: 1s }
      scenario "what they run with" {
        send Ask to a
        send Ask to b
        send Ask to c
        run 1s
        expect log "80, 5s", "81, 9s", "80, 1s"
        expect b in Idle
      }
    `);
  });

  it('replaces actions, and runs every destructor, the most derived first', async () => {
    await assertPasses(`
      root pd vm
      class Base for pd { destroyed after vm notify told  action told { log "base" }  on destroy { log "base ends" } }
      class Web extends Base { action told { log "web" }  on destroy { log "web ends" } }
      pd a is Web { on destroy { log "a ends" } }
      scenario "the end of all" {
        destroy a, vm
        expect log "web", "a ends", "web ends", "base ends"
      }
    `);
  });

  it('hands over what is around it by parameters', async () => {
    const model = await modelOfText(`
      node rack[2] {
        pd db
        pd logs[2]
        pd web is Web { db: db  logs: logs[*] }
      }
      class Web for pd {
        param db: pd
        param logs: set<pd> = []
        needs db
        needs 1 of logs
        pd cache is Cache { db: db }
      }
      class Cache for pd { param db: pd  needs db as soft }
    `);
    assert.deepEqual(relationLines(model), [
      ...['rack[0].web needs rack[0].db', 'rack[0].web needs rack[0].logs[0]', 'rack[0].web needs rack[0].logs[1]'],
      'rack[0].web.cache needs rack[0].db as soft',
      ...['rack[1].web needs rack[1].db', 'rack[1].web needs rack[1].logs[0]', 'rack[1].web needs rack[1].logs[1]'],
      'rack[1].web.cache needs rack[1].db as soft',
    ]);
  });
});

describe('a name in a class', () => {
  it('means what the instance has, never what is around it', async () => {
    const text = `
      pd db
      class Web for pd { needs db  data { number: index + 0 } }
      node rack[2] { pd db  pd web is Web  pd copy[2] is Web }
    `;
    const { model, findings } = await loadText(text);
    assert.deepEqual(
      relationLines(model).filter((line) => !line.includes('rack[1]')),
      [...['rack[0].web needs db', 'rack[0].copy[0] needs db', 'rack[0].copy[1] needs db']],
    );
    assert.deepEqual(
      findings.filter(({ severity }) => severity === 'error').map(({ code }) => code),
      ['copies/no-index'],
    );
  });

  it('is looked up in the file of the class and its imports', async () => {
    const files = {
      'lib.aft': 'import "base.aft"\npd db\nclass Web extends Base { needs db, far, inner }',
      'base.aft': 'pd far\nclass Base for pd { pd inner }',
    };
    const model = await modelOfText('import "lib.aft"\npd site is Web { pd db }', files);
    assert.deepEqual(relationLines(model), ['site needs db', 'site needs far', 'site needs site.inner']);
  });

  it('is a parameter in the body of an instance too, but not in the value that is given to it', async () => {
    await assertPasses(`
      pd db
      pd other
      class Base for pd { param port: int = 80 }
      class Web for pd extends Base { param db: pd  param url: text = "none" }
      pd a is Web { db: db  port: 25  url: "at \${port}"  needs db  on destroy { log "\${port}, \${db}" } }
      pd b is Web { db: other  needs db  pd inner is Base { port: port + 1 } }
      node c { pd port  pd inner is Web { db: db  data { number: port } } }
      scenario "what they mean" {
        expect a.url == "at 25" and a needs db and b needs other and not b needs db
        expect b.inner.port == 81 and c.inner.number == 80
        destroy a
        expect log "25, db"
      }
    `);
    const parameterOfItself = `class A for pd { param x: int = 1  param y: int = 1 }  pd a is A { x: y  y: x }`;
    assert.deepEqual(await codesOf(parameterOfItself), ['let/cycle 0', 'let/cycle 0']);
  });

  it('is that of the outer parameter in the body of something nested', async () => {
    const { entities } = await modelOfText(`
      class Inner for pd { param port: int }
      class Outer for pd { param port: int = 5  pd inner is Inner { port: port + 1 } }
      pd a is Outer
    `);
    assert.deepEqual(
      entities.map(({ data }) => data.map(({ name }) => name)),
      [['port'], ['port']],
    );
    assert.match(JSON.stringify(entities[1]?.data), /"left":\{"kind":"number","numerator":5/);
  });
});

describe('"is"', () => {
  it('holds of instances of the class, and of those that extend it', async () => {
    await assertPasses(`
      class A for pd
      class B extends A
      pd a is A  pd b[2] is B  pd c : A
      scenario "instances" {
        expect a is A
        expect not a is B
        expect b[*] is A
        expect not c is A
        expect c.type == A and a.type == A
        expect count x in {p in pds: p is A}: x alive == 3 or true
        crash {p in pds: p is B}
        expect only b[0], b[1] crashed
      }
    `);
  });

  it('is a name before anything else than a class', async () => {
    const { entities, relations } = await lowered(`
      pd is
      is holds class
      resource class { size: 1 }
      object extends { class: 1  is: 2  param: 3 }
      class refers extends
    `);
    assert.deepEqual([entities.length, relations.length], [3, 2]);
  });
});

describe('a fault in a class', () => {
  it('is reported once, in its text', async () => {
    const text = `
      class Web for pd { needs nothing  pd inner { needs gone }  overhead: -1 }
      pd a[3] is Web
      pd b is Web
    `;
    assert.deepEqual(await codesOf(text), ['name/unknown 1', 'name/unknown 1', 'setting/value 1']);
  });

  it('is reported once if it is one of the model', async () => {
    const { findings } = await loadText(`
      class Store for space { resource r }
      space a is Store
      space b is Store
    `);
    const orphans = findings.filter(({ code }) => code === 'resource/orphan');
    assert.deepEqual(
      orphans.map(({ span, message }) => [span.start.line, message.includes('1 other instance')]),
      [[1, true]],
    );
  });

  it('stops an expansion without end, however it comes about', async () => {
    const deep = Array.from({ length: 150 }, (_, at) => `class A${String(at)} for pd { pd x is A${String(at + 1)} }`);
    const wide = Array.from({ length: 30 }, (_, at) => `class A${String(at)} for pd { pd x[9] is A${String(at + 1)} }`);
    const values = Array.from(
      { length: 40 },
      (_, at) => `param p${String(at)}: int = p${String(at + 1)} + p${String(at + 1)}`,
    );
    assert.deepEqual(await codesOf(`${deep.join('\n')}\nclass A150 for pd\npd a is A0`), ['copies/too-many 99']);
    assert.deepEqual(await codesOf(`${wide.join('\n')}\nclass A30 for pd\npd a is A0`), ['copies/too-many 29']);
    const text = `class V for pd {\n${values.join('\n')}\nparam p40: int = 1\n}\npd a is V`;
    assert.deepEqual([...new Set((await codesOf(text)).map((each) => each.replace(/ .*/, '')))], ['copies/too-many']);
  });
});
