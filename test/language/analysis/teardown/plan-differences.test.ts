/** The comparison of two plans, in words about their consequences. */
import assert from 'node:assert/strict';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import type { PlanRequest } from '../../../../language/src/analysis/plan/plan-request.ts';
import { describeDifference, diffPlans, eventWords } from '../../../../language/src/analysis/plan/plan-differences.ts';
import { type PlanJson, planJson } from '../../../../language/src/analysis/plan/plan-json.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { buildModel, type Built } from '../../build-model.ts';

function plan(text: string, ask: (built: Built) => PlanRequest): PlanJson {
  const built = buildModel(text);
  return planJson(planOf(built.model, ask(built), { ...defaultPolicy, pdDepth: 'unlimited' }));
}

const crashOf =
  (name: string) =>
  ({ id }: Built): PlanRequest => ({ kind: 'crash', targets: [id(name)] });
const collect = (): PlanRequest => ({ kind: 'collect', moment: 'demand' });

const server = 'pd fs\nspace files: file\nfs manages files\npd a\npd b\n';
const three = 'object net\nobject vm1\nobject vm2\n';

describe('the difference between two plans', () => {
  it('is none where they are the same', () => {
    const one = plan(server, crashOf('fs'));
    assert.deepEqual(diffPlans(one, one), []);
    assert.equal(describeDifference(one, one), 'crash of fs has the same consequences');
  });

  it('never calls a broken entity intact, whether broken by the event or before it', () => {
    const needs = (lib: string): PlanJson => plan(`${server}${lib}pd lib\na needs lib, fs\n`, crashOf('fs'));
    assert.deepEqual(diffPlans(needs(''), needs('absent ')), []);
    const alone = (lib: string): PlanJson => plan(`${server}${lib}pd lib\na needs lib\n`, crashOf('fs'));
    assert.deepEqual(diffPlans(alone(''), alone('absent ')), ['a is now broken']);
  });

  it('separates what ends anyway from what a deletion ends', () => {
    const deleted = (owner: string): PlanJson =>
      plan(`object x\n${owner}object o\nobject c\no owns c`, ({ id }) => ({ kind: 'delete', targets: [id('x')] }));
    assert.deepEqual(diffPlans(deleted(''), deleted('absent ')), [
      'c is now ending anyway: it has no owner, or was doomed before',
      'c is now dangling',
    ]);
  });

  it('says of what is doomed before and held up that it is ending, not that it ends', () => {
    const { model, id } = buildModel('pd x\npd m\nobject o\no waits for m');
    const entities = model.entities.map((each) => (each.name === 'o' ? { ...each, doomed: true } : each));
    const [before, now] = [model, { ...model, entities }].map((each) =>
      planJson(planOf(each, { kind: 'destroy', targets: [id('x')] }, defaultPolicy)),
    );
    assert.ok(before !== undefined && now !== undefined);
    assert.deepEqual(diffPlans(before, now), ['o is now ending anyway: it has no owner, or was doomed before']);
  });

  it('counts by kind what is now destroyed and was not, and vice versa', () => {
    const [before, now] = [
      plan(server, crashOf('fs')),
      plan(`${server}a requests files\nb requests files`, crashOf('fs')),
    ];
    assert.equal(describeDifference(before, now), 'crash of fs now destroys 2 more PDs (a, b)');
    assert.equal(describeDifference(now, before), 'crash of fs now destroys 2 fewer PDs (a, b)');
  });

  it('names the entities that changed places', () => {
    const before = plan(`${three}net destroyed after vm1`, collect);
    const now = plan(`${three}vm1 destroyed after net`, collect);
    assert.equal(describeDifference(before, now), 'collection: net and vm1 changed places');
  });

  it('names new and removed orders', () => {
    const before = plan(three, collect);
    const now = plan(`${three}net destroyed after vm1`, collect);
    assert.deepEqual(diffPlans(before, now), ['vm1 is now destroyed before net']);
    assert.deepEqual(diffPlans(now, before), ['vm1 is no longer destroyed before net']);
  });

  it('names what becomes degraded and what is notified', () => {
    const before = plan(`${server}resource files.f`, crashOf('a'));
    const now = plan(
      `${server}resource files.f\na holds files.f\nroot pd c\nspace s: x\na manages s\nc requests s`,
      crashOf('a'),
    );
    assert.deepEqual(diffPlans(before, now), [
      'now destroys 1 more space (s)',
      'c is now degraded',
      'fs is now notified that files.f is freed by a',
    ]);
  });

  it('says which order gives way and which action is called', () => {
    const before = plan(`${three}net destroyed after vm1`, collect);
    const now = plan(`${three}net destroyed after vm1 notify told\nvm1 destroyed after net`, collect);
    assert.deepEqual(diffPlans(before, now), [
      'an order now gives way ("vm1" is destroyed after "net")',
      'net is now notified of vm1 (told)',
    ]);
  });

  it('says what is held up', () => {
    const remove = ({ id }: Built): PlanRequest => ({ kind: 'delete', targets: [id('x')] });
    const before = plan('object x', remove);
    const now = plan('object x { finalizers: [backup] }', remove);
    assert.equal(
      describeDifference(before, now),
      'background deletion of x now destroys 1 fewer object (x); x is now held up by backup',
    );
  });

  it('spells out the first few only', () => {
    const many = Array.from({ length: 8 }, (_, number) => `object o${number}`).join('\n');
    assert.deepEqual(diffPlans(plan('pd p', collect), plan(many, collect)), [
      'now destroys 8 more objects (o0, o1, o2, o3, o4 and 3 more)',
    ]);
  });

  it('names each event as a noun', () => {
    assert.equal(eventWords({ kind: 'remove', targets: ['a', 'b'] }), 'removal of a, b');
    assert.equal(eventWords({ kind: 'collect', targets: [], how: 'after' }), 'collection after a deployment');
    assert.equal(eventWords({ kind: 'since', targets: [] }), 'deployment');
  });
});
