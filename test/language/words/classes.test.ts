/** What classes, their parameters and their instances are. */
import assert from 'node:assert/strict';
import { modelOfText, relationLines } from '../dsl/load-text.ts';
import { comesTrue, eachComesTrue, saidOf } from './said.ts';

describe('a class', () => {
  eachComesTrue([
    [
      'may say a kind, what it extends, a label and a machine, and its body what that of an entity may',
      `event Go  pd db  root object keeper
      machine Handler for pd { initial state Idle { on Go -> Busy }  state Busy }
      class Server for pd { needs db  pd cache  overhead: 5  data { tier: 1 } }
      class Web for pd extends Server : web runs Handler { stops with keeper }
      pd site is Web
      scenario "s" { expect site is Server and site.type == web and site.tier == 1 and site.overhead == 5
        send Go to site  expect site in Busy  destroy keeper  expect site, site.cache destroyed }`,
    ],
    [
      'has parameters, whose default is written as the value of a setting, or in parentheses',
      `pd db  pd logs[2]
      class C for pd { param a: int = 80  param b: duration = 5s  param c: pd = db  param d: set<pd> = [logs[0], logs[1]]
        param e: {fast, slow} = slow  param f: int = (2 * a + 1)  param g: bool = (a > 5)  param h: pd = none
        needs c  needs 1 of d  data { url: "at \${a}" } }
      pd x is C  pd y is C { a: 1  c: logs[0]  e: fast }
      scenario "s" { expect x.a == 80 and x.b == 5s and x.c == db and x.f == 161 and x.g and x.e == slow and x.h == none
        expect y.f == 3 and not y.g and y.e == fast and y needs logs[0] and x.url == "at 80" and y.url == "at 1" }`,
    ],
    [
      'is no entity, but a type, also of what extends it',
      `class A for pd  class B extends A  pd a is A  pd b is B  pd c
      scenario "s" { expect {p in pds: p is A} == [a, b] and {p in entities: p is B} == [b] and not c is A
        expect count e in entities: e alive == 3
        crash {p in pds: p is A}  expect only a, b crashed }`,
    ],
    [
      'is the type of an instance without a label',
      `class A for pd  class B extends A : web  pd a is A  pd b is B  pd c is B : mail
      scenario "s" { expect a.type == A and b.type == web and c.type == mail }`,
    ],
    [
      'sets by a parameter that of a machine with the same name',
      `machine M for pd { param wait: duration  initial state A { after wait -> B }  final state B }
      class C for pd runs M { param wait: duration = 2s }
      pd x is C  pd y is C { wait: 5s }
      scenario "s" { run 2s  expect x in B and y in A  run 3s  expect y in B }`,
    ],
    [
      'may have copies as instances, with a parameter each',
      `class W for pd { param number: int }  pd w[3] is W { number: index * 2 }
      scenario "s" { expect w[0].number == 0 and w[2].number == 4 }`,
    ],
  ]);
});

describe('an instance', () => {
  eachComesTrue([
    [
      'has nested entities of its own',
      `class C for pd { pd inner  data { tier: 1 } }  pd a is C  pd b is C
      scenario "s" { crash a.inner  expect b.inner alive  crash b  expect only a.inner, b, b.inner destroyed }`,
    ],
    [
      'has its own settings before those of its class, and an action in place of one of its name',
      `root object vm
      class C for object { size: 1  data { team: "c" }  destroyed after vm notify told  action told(v) { log "class" } }
      root object a is C { size: 2  data { team: "a" }  action told(v) { log "own" } }  root object b is C
      scenario "s" { expect a.size == 2 and a.team == "a" and b.size == 1 and b.team == "c"
        destroy vm  expect log "own", "class" }`,
    ],
    [
      'runs every "on destroy", the most derived first',
      `class A for object { on destroy { log "A" } }  class B extends A { on destroy { log "B" } }
      root object x is B { on destroy { log "x" } }
      scenario "s" { destroy x  expect log "x", "B", "A" }`,
    ],
  ]);

  it('cannot declare a nested name again', async () => {
    const said = await saidOf('class C for pd { pd inner }\npd a is C { pd inner }\npd b is C');
    assert.deepEqual(
      said.map((each) => each.replace(/: .*/, '')),
      ['name/duplicate 2'],
    );
  });

  it('has to set a parameter without a default', async () => {
    const said = await saidOf('class C for pd { param n: int }\npd a is C\npd b is C { n: 1 }');
    assert.ok(
      said.some((each) => each.startsWith('setting/missing 2: ')),
      said.join('\n'),
    );
    assert.ok(!said.some((each) => each.startsWith('setting/missing 3: ')), said.join('\n'));
  });
});

describe('a name in a class', () => {
  it('means that of the same instance, then of the file of the class, never of what is around the instance', async () => {
    const files = {
      'lib.aft': 'import "base"\npd db\nclass Web for pd { needs db, far, cache  pd cache }',
      'base.aft': 'pd far',
    };
    const model = await modelOfText('import "lib"\nnode rack { pd db  pd far  pd cache  pd web is Web }', files);
    assert.deepEqual(relationLines(model), [
      'rack.web needs db',
      'rack.web needs far',
      'rack.web needs rack.web.cache',
    ]);
  });

  it('is found by "is" in any file that imports the class', async () => {
    await comesTrue('import "lib"\npd a is Web\nscenario "s" { expect a is Web and a.cache alive }', {
      'lib.aft': 'class Web for pd { pd cache }',
    });
  });
});

describe('a label', () => {
  it('one letter off a class, or off another label, is a hint', async () => {
    const of = async (text: string): Promise<readonly string[]> =>
      (await saidOf(text)).filter((each) => each.startsWith('label/similar')).map((each) => each.replace(/: .*/, ''));
    assert.deepEqual(await of('class Server for pd\npd a is Server\npd b : Sever'), ['label/similar 3']);
    assert.deepEqual(await of('pd a : replica\npd b : replica\npd c : replcia'), ['label/similar 3']);
    assert.deepEqual(await of('pd a : replica\npd b : database'), []);
  });
});
