/** What `protected`, `protection: named` and `protects` refuse, and what they do not. */
import assert from 'node:assert/strict';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import type { PlanRequest } from '../../../language/src/analysis/plan/plan-request.ts';
import { planJson } from '../../../language/src/analysis/plan/plan-json.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { modelOfText } from '../dsl/load-text.ts';
import { comesTrue, eachComesTrue } from './said.ts';

describe('"protected"', () => {
  eachComesTrue([
    [
      'refuses a step as a whole, before anything happens',
      `root object all { object loose { on destroy { log "gone" } }  protected object kept }
      scenario "s" { destroy all  expect refused  expect all.loose alive and not all.loose doomed }
      scenario "others" { destroy all.loose, all.kept  expect refused  expect all.loose alive }`,
    ],
    [
      'counts what "stops with" and delayed deletion take along',
      `root object x  protected root object a { stops with x }  root object owner { protected object late }
      scenario "stop" { destroy x  expect refused  expect x alive }
      scenario "later" { delete owner background  expect refused  expect not owner doomed }`,
    ],
    [
      'is never asked by a crash, nor by the sweep of a lease',
      `protected pd a  node n { protected pd b }  node m { protected object box }  collector boxes { duration: 2s  period: 1s }
      scenario "crash" { crash a, n  expect a, n.b destroyed }
      scenario "sweep" { run 10s  expect m.box destroyed }`,
    ],
    [
      'keeps as a root what a collection would take, and what that refers to',
      `protected object kept { refers other }  object other  object loose
      scenario "s" { collect  expect only loose destroyed }`,
    ],
    [
      'refuses in a destructor or an action that end alone',
      `protected object kept  root object loose  root object x { on destroy { destroy kept  destroy loose } }  pd p
      x destroyed after p
      scenario "s" { destroy x  expect x, loose destroyed  expect kept alive }`,
    ],
    [
      'makes provable that nothing but a crash ends it',
      `protected pd db  node host { pd other }  pd app { stops with db }
      check "never" { may destroy db  may evict db  may destroy app  never db destroyed or db doomed }
      check "a crash does" fails { fault crash of db  never db destroyed }`,
    ],
    [
      'is overridden by a policy',
      `protected pd db  pd api[2]  root object g { protects api[*] }
      policy force { protection: ignore }  policy kind { protection: respect }
      scenario "s" { destroy db under kind  expect refused  destroy db under force  expect db destroyed
        destroy api[0] under force  expect api[0] destroyed }`,
    ],
  ]);
});

describe('"protection: named"', () => {
  eachComesTrue([
    [
      'refuses only a step that names the entity, not one that takes it along',
      `pd a { protection: named }  pd b  a stops with b
      scenario "s" { destroy a  expect refused  destroy b  expect a, b destroyed }
      scenario "both" { destroy a, b  expect refused  expect b alive }`,
    ],
    [
      'is read as off where it is not set, and can be turned off',
      `pd a  pd b { protection: named }  node n { object o }  space s { resource r }  region g { contains a }  a manages s
      scenario "read" { expect {x in entities: x.protection != off} == [b] and b.protection == named }
      scenario "set" { set b.protection = off  destroy b  expect b destroyed
        set a.protection = named  destroy a  expect refused }`,
    ],
  ]);
});

describe('"protects"', () => {
  eachComesTrue([
    [
      'refuses while its subject is alive what dooms one of its targets',
      `root object g { protects a, b }  pd a  pd b
      scenario "s" { destroy a  expect refused  destroy g  destroy a  expect a destroyed and b alive }`,
    ],
    [
      'with a number refuses what dooms one and leaves fewer than that alive and not doomed',
      `root object g { protects 2 of api[*] }  pd api[3]  pd idle
      scenario "s" { destroy api[0]  expect api[0] destroyed  destroy api[1]  expect refused
        crash api[1]  destroy idle  expect idle destroyed  destroy api[2]  expect refused }`,
    ],
    [
      'has no veto if its subject goes with the same step',
      `root object all { object g { protects a }  object a }  root object h { protects b }  pd b
      scenario "s" { destroy all  expect all, all.a destroyed  destroy h, b  expect b destroyed }`,
    ],
    [
      'as eviction is asked by "evict" alone',
      `root object budget { protects 2 of api[*] as eviction }  pd api[3]  root object o { object inner }
      root object other { protects o as eviction }
      scenario "s" { evict api[0]  expect api[0] destroyed  evict api[1]  expect refused  destroy api[1]  expect api[1] destroyed }
      scenario "an object" { evict o  expect refused  destroy other  evict o  expect o destroyed }`,
    ],
  ]);

  it('does not keep what has lost its owners from ending, where it only may not be named', async () => {
    const model = await modelOfText('absent object o  object p { protection: named }  o owns p');
    const { vetoes, anyway } = planJson(planOf(model, { kind: 'delete', targets: [1] }, defaultPolicy));
    assert.deepEqual([vetoes.map(({ name }) => name), anyway.map(({ name }) => name)], [['p'], ['p']]);
  });

  it('keeps what has lost its owners only until its protector has ended, in plans as in runs', async () => {
    const text = 'absent object o  object a  root object b { protects a }  o owns a';
    await comesTrue(`${text}\nscenario "s" { run 1h  expect a alive  delete b  run 1h  expect a destroyed }`);
    const model = await modelOfText(text);
    const { doomed } = planJson(planOf(model, { kind: 'delete', targets: [2] }, defaultPolicy));
    assert.deepEqual(doomed.map(({ name }) => name), ['a', 'b']); // oxfmt-ignore
  });

  it('as eviction is asked by a drain of the node too', async () => {
    const model = await modelOfText(`
      node host { pd api[2] }
      pd spare
      root object budget { protects 2 of host.api[*], spare as eviction }
    `);
    const vetoes = (request: PlanRequest) =>
      planJson(planOf(model, request, defaultPolicy)).vetoes.map(({ name }) => name);
    assert.deepEqual(vetoes({ kind: 'drain', target: 0 }), ['budget']);
    assert.deepEqual(vetoes({ kind: 'destroy', targets: [0] }), []);
  });
});

describe('a refusal', () => {
  it('is a finding with each veto and its chain, unless "expect refused" comes directly after it', async () => {
    const found = await comesTrue(`
      pd x
      protected pd a { stops with x }
      root object g { protects a }
      scenario "silent" { destroy x  expect refused }
      scenario "said" { destroy x  run 1s  expect x, a alive }
    `);
    assert.equal(found.length, 1);
    assert.match(
      found[0] ?? '',
      /^run\/refused At 0s: Refused, and nothing ends: .*"a" is protected.*"x" is destroyed.*"a" stops with "x"/,
    );
    assert.match(found[0] ?? '', /"g" protects "a"/);
  });

  it('of a collection is a finding, too', async () => {
    const found = await comesTrue('protected object a\nscenario "s" { collect  expect a alive }');
    assert.deepEqual(found, ['run/refused At 0s: The collection keeps "a": "a" is protected.']);
  });

  it('keeps from a collection, too, what ends with objects that wait, however long they do', async () => {
    const found = await comesTrue(`
      object a { waits for z }
      object b { waits for p }
      protected pd p { stops with b }
      pd q { stops with a  waits for y }
      protected pd r { stops with q }
      protected pd u { dies with a }
      pd w { protects s }
      pd s { stops with a }
      pd t { stops with a }
      pd y
      pd z
      scenario "kept" {
        remove a, b
        collect
        expect a, b, q doomed
        expect a, b, p, q, r, s, u alive
        expect t destroyed
        destroy y
        expect q destroyed and r alive
        destroy z
        expect a destroyed
        expect b, p, r, s, u alive
      }`);
    assert.ok(found.length > 0 && found.every((each) => each.includes('The collection keeps')), found.join('; '));
  });

  it('keeps what a block "on destroy" leaves unreachable, what that refers to, and what would end along', async () => {
    const found = await comesTrue(`
      root object r { refers b, c, d }
      object a { on destroy { unlink r refers b  unlink r refers c  unlink r refers d } }
      protected object b { refers e }
      object c { waits for w }
      object d
      object e
      protected pd p { stops with c }
      protected pd q { stops with d }
      pd w
      scenario "kept" {
        destroy a
        expect b, e, p, q alive
        expect c doomed
        expect d destroyed
        destroy w
        expect c destroyed
        expect b, e, p, q alive
      }`);
    assert.deepEqual(
      found.map((each) => each.replace(/^run\/refused At 0s: /, '')),
      ['b', 'p', 'q'].map((name) => `The collection keeps "${name}": "${name}" is protected.`),
    );
  });

  it('is an expectation that fails if the step was not refused', async () => {
    await assert.rejects(comesTrue('pd a\nscenario "s" { destroy a  expect refused }'), /run\/expectation|expected/);
  });
});
