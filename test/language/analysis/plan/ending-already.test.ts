/** A plan takes account of what is ending at the start: what nothing holds up is gone, the rest ends anyway. */
import assert from 'node:assert/strict';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { startOf } from '../../../../language/src/analysis/deletion/at-start.ts';
import { planJson } from '../../../../language/src/analysis/plan/plan-json.ts';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import type { PlanRequest } from '../../../../language/src/analysis/plan/plan-request.ts';
import { smallestCutSet } from '../../../../language/src/analysis/points/smallest-cut-set.ts';
import { crashQuestion } from '../../../../language/src/view/report/question.ts';
import { planOverlay } from '../../../../language/src/view/report/plan-overlay.ts';
import { loadText, modelOfText } from '../../dsl/load-text.ts';

const text = `doomed object old { deletion: foreground  object part { finalizers: [f, g] - [g] } }
doomed object gone
root object r { object x { waits for old }  object y { waits for gone } }
`;

describe('a plan of a model in which something is already ending', () => {
  const planned = async (name: string, kind: 'delete' | 'destroy') => {
    const model = await modelOfText(text);
    const targets = model.entities.flatMap((each) => (each.name === name ? [each.id] : []));
    const request: PlanRequest = { kind, targets };
    const { layers, held, anyway, later } = planJson(planOf(model, request, defaultPolicy));
    const names = (list: readonly { readonly name: string }[]) => list.map((each) => each.name);
    return { layers, held: names(held), anyway: names(anyway), later: names(later) };
  };

  it('does not wait for what has ended', async () => {
    for (const kind of ['delete', 'destroy'] as const) assert.deepEqual((await planned('r.y', kind)).layers, [['r.y']]);
  });

  it('waits for what is still ending, which ends anyway', async () => {
    const { layers, held, anyway, later } = await planned('r.x', 'delete');
    assert.deepEqual([layers, held, anyway, later], [[], ['r.x'], ['old', 'old.part'], ['r.x']]);
  });

  it('collects what a protector has lost already, as a run does', async () => {
    const model = await modelOfText('doomed object old { finalizers: [f] }\npd guard { protects old }\n');
    const { layers } = planJson(planOf(model, { kind: 'collect', moment: 'demand' }, defaultPolicy));
    assert.deepEqual(layers, [['old']]);
  });

  it('holds up no owner because of what it owns in another namespace, as a run does not', async () => {
    const model = await modelOfText(`pd user
root object o { namespace: "x"  object part { namespace: "y"  waits for user } }
`);
    const { layers, held } = planJson(planOf(model, { kind: 'destroy', targets: [1] }, defaultPolicy));
    assert.deepEqual([layers, held.map(({ name }) => name)], [[['o']], ['o.part']]);
  });

  it('holds up nothing that has no owner, was ending before and has nothing to do with the event', async () => {
    const model = await modelOfText(`doomed object gone { owns part }
doomed object part { finalizers: [f]  owns last }
object last
object other
`);
    const asked = { kind: 'delete', targets: [3] } as const;
    const { layers, held, anyway, later } = planJson(planOf(model, asked, defaultPolicy));
    assert.deepEqual([layers, held, anyway.map(({ name }) => name), later], [[['other']], [], ['part'], []]);
  });

  it('goes on in the mode in which a deletion has begun, whatever the object says', async () => {
    const model = await modelOfText(`root object o { object a { finalizers: [f]  deletion: "foreground"  object b } }
doomed object first
o.a stops with first
`);
    const { layers, held, request } = planJson(planOf(model, { kind: 'delete', targets: [1] }, defaultPolicy));
    assert.deepEqual([layers, held.map(({ name }) => name), request.how], [[], ['o.a'], 'background']);
  });

  it('holds up what dies with something that it releases and waits for more', async () => {
    const model = await modelOfText(`pd first
pd other
object heir { dies with claim  waits for other  finalizers: [f] }
doomed object claim { waits for first }
`);
    const { layers, held } = planJson(planOf(model, { kind: 'destroy', targets: [0] }, defaultPolicy));
    assert.deepEqual(layers, [['first'], ['claim']]);
    const because = ['"first" is destroyed', '"claim" is already ending', '"claim" waits for "first"'];
    assert.deepEqual(
      held.map((each) => [each.name, each.waitsFor, each.because]),
      [['heir', ['other'], [...because, '"heir" dies with "claim"']]],
    );
  });

  it('holds up, after two releases, all that dies or stops with these, whatever its finalizers', async () => {
    const model = await modelOfText(`pd first
pd other
pd heir { dies with claim  waits for other }
object fellow { dies with claim  finalizers: [f] }
object last { stops with fellow  waits for heir }
doomed object claim { waits for before }
doomed object before { waits for first }
`);
    for (const kind of ['destroy', 'crash'] as const) {
      const { doomed, held, anyway } = planJson(planOf(model, { kind, targets: [0] }, defaultPolicy));
      assert.deepEqual(
        doomed.map(({ name }) => name),
        ['first', 'fellow', 'claim', 'before'],
      );
      assert.deepEqual(
        held.map((each) => [each.name, each.waitsFor, each.finalizers, each.isDeadlocked]),
        [
          ['heir', ['other'], [], false],
          ['last', ['heir'], [], false],
        ],
      );
      assert.deepEqual(anyway, []);
    }
  });

  it('ends with a target that was ending already what that takes along, though that was ending, too', async () => {
    const model = await modelOfText(`doomed object gone { owns late as nonblocking }
object late
doomed object owner { finalizers: [f]  dies with gone  owns part as nonblocking }
doomed object part { waits for late }
`);
    const { layers, held, anyway, survivors } = planJson(
      planOf(model, { kind: 'delete', targets: [2] }, defaultPolicy),
    );
    assert.deepEqual([layers, held, survivors.dangling], [[['part'], ['owner']], [], []]);
    assert.deepEqual(
      anyway.map(({ name }) => name),
      ['late'],
    );
  });

  it('ends an owner in the foreground, too, once an end after a delay destroys what it waited for', async () => {
    const model = await modelOfText(`root object up { owns late }
object late
doomed object owner { deletion: foreground  owns part }
object part { finalizers: [f]  dies with late }
`);
    const { layers, held, anyway } = planJson(planOf(model, { kind: 'delete', targets: [0] }, defaultPolicy));
    assert.deepEqual([layers, held, anyway], [[['up'], ['late', 'part'], ['owner']], [], []]);
  });
});

describe('a crash of a model in which something is already ending', () => {
  const claim = `pd pod
pd other
pd app { needs claim }
doomed object claim { waits for pod }
doomed object gone
object watch { refers gone as local }
`;
  const planned = async (target: string) => {
    const model = await modelOfText(claim);
    const targets = model.entities.flatMap((each) => (each.name === target ? [each.id] : []));
    return { model, json: planJson(planOf(model, { kind: 'crash', targets }, defaultPolicy)), targets };
  };

  it('ends what it releases, with the reason and what breaks by that', async () => {
    const { json } = await planned('pod');
    assert.deepEqual(json.layers, [['pod'], ['claim']]);
    const because = json.doomed.find(({ name }) => name === 'claim')?.because;
    assert.deepEqual(because, ['"pod" crashed', '"claim" is already ending', '"claim" waits for "pod"']);
    assert.deepEqual(json.survivors.broken.map(({ name }) => name), ['app']); // oxfmt-ignore
    assert.deepEqual(json.survivors.already.dangling.map(({ name }) => name), ['watch']); // oxfmt-ignore
  });

  it('says of what it does not release that it ends anyway, because it is already ending', async () => {
    const { model, json, targets } = await planned('other');
    assert.deepEqual([json.layers, json.anyway.map(({ name }) => name)], [[['other']], ['claim']]);
    const { sources } = await loadText(claim);
    const plan = planOf(model, { kind: 'crash', targets }, defaultPolicy);
    const { marks } = planOverlay(plan, { sources, question: crashQuestion('other', 'default') });
    const details = marks.flatMap(({ name, effects }) => (name === 'claim' ? effects.map(({ detail }) => detail) : []));
    assert.deepEqual(details, ['anyway, because it is already ending']);
  });

  it('says why it destroys what a finalizer still held up', async () => {
    const model = await modelOfText(`pd pod
object heir { stops with claim  dies with claim  finalizers: [f] }
doomed object claim { waits for pod }
`);
    const found = crash(model, 0, defaultPolicy);
    const { because } = found.destroyed.find(({ entity }) => entity === 1) ?? { because: [] };
    assert.deepEqual(
      because.map(({ text }) => text),
      [
        '"pod" crashed',
        '"claim" is already ending',
        '"claim" waits for "pod"',
        '"heir" is already ending',
        '"heir" dies with "claim"',
      ],
    );
  });

  it('is counted in the smallest cut set', async () => {
    const model = await modelOfText(claim);
    const size = (name: string) => smallestCutSet(model, model.entities.findIndex((each) => each.name === name), defaultPolicy); // oxfmt-ignore
    assert.deepEqual(['claim', 'app', 'pod', 'gone'].map(size), [1, 1, Infinity, 0]);
  });
});

describe('a start in which something is already ending', () => {
  const endedIn = async (model: string): Promise<string[]> => {
    const { entities } = startOf(await modelOfText(model)).model;
    return entities.filter(({ absent }) => absent).map(({ name }) => name);
  };

  it('ends together what can end, and then what dies with that, whatever else waits', async () => {
    const taken = `doomed object first
object heir { finalizers: [f]  dies with first  owns second }
doomed object second
object last { finalizers: [f]  stops with second }
`;
    assert.deepEqual(await endedIn(taken), ['first', 'heir', 'second']);
    assert.deepEqual(await endedIn(`${taken}pd a\npd b { waits for a }\n`), ['first', 'heir', 'second']);
    const later = `object low { stops with six }
doomed object three
doomed object six
object four { finalizers: [f]  dies with low  owns three }
object five { finalizers: [f]  stops with three }
`;
    assert.deepEqual(await endedIn(later), ['low', 'three', 'six', 'four']);
    assert.deepEqual(await endedIn(`${later}pd a\npd b { waits for a }\n`), ['low', 'three', 'six', 'four']);
  });

  it('orphans at once, before another owner lets go or anything ends', async () => {
    const [orphaning, foreground] = ['{ deletion: orphan  owns part }', '{ deletion: foreground  owns part }'];
    const left = `doomed object one ${orphaning}\ndoomed object other ${foreground}\nobject part`;
    const right = `doomed object other ${foreground}\ndoomed object one ${orphaning}\nobject part`;
    assert.deepEqual(await endedIn(left), ['one', 'other', 'part']);
    assert.deepEqual(await endedIn(right), ['other', 'one', 'part']);
  });

  it('does not destroy with an object what that has orphaned before', async () => {
    const orphaned = `doomed object up
doomed object owner { deletion: orphan  finalizers: [f]  dies with up  owns part }
object part
`;
    assert.deepEqual(await endedIn(orphaned), ['up', 'owner']);
  });

  it('ends an owner in the foreground once what it waited for is destroyed with something else', async () => {
    const owner = `doomed object owner { deletion: foreground  owns part }
object part { finalizers: [f]  dies with other }
doomed object other { deletion: foreground }
`;
    assert.deepEqual(await endedIn(owner), ['owner', 'part', 'other']);
    assert.deepEqual(await endedIn(`${owner}pd a\npd b { waits for a }\n`), ['owner', 'part', 'other']);
  });
});
