/** A recovery follows needs to start through what is alive and broken. Random recoveries are judged by runs. */
import assert from 'node:assert/strict';
import { recoveryFrom } from '../../../../language/src/analysis/plan/recovery.ts';
import { entityName } from '../../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { modelOfText } from '../../dsl/load-text.ts';

async function recovery(text: string, crashed: string) {
  const model = await modelOfText(text);
  const name = (id: number): string => entityName(model, id);
  const targets = model.entities.flatMap(({ id, name: each }) => (each === crashed ? [id] : []));
  const { actions, layers, stuck, broken, degraded } = recoveryFrom(model, targets, defaultPolicy);
  return {
    actions: actions.map((step) => step.map(({ entity }) => name(entity))),
    layers: layers.map((layer) => layer.map(({ entity }) => name(entity))),
    waits: layers.flat().flatMap(({ entity, waits }) =>
      waits.map(({ on, least, among }) => {
        const some = least < among ? ` (${String(least)} of ${String(among)})` : '';
        return `${name(entity)} after ${name(on)}${some}`;
      }),
    ),
    stuck: stuck.map(({ entity, because }) => [name(entity), ...because.map(({ text: fact }) => fact)]),
    broken: broken.map(({ entity }) => name(entity)),
    degraded: degraded.map(({ entity }) => name(entity)),
    brings: actions.flat().flatMap(({ brings }) => brings.map(name)),
  };
}

describe('a planned recovery', () => {
  it('restarts what needs a broken survivor to start only once that works again', async () => {
    const found = await recovery('pd app\npd lb { needs app }\npd kid { dies with app  needs lb as start }', 'app');
    assert.deepEqual(found.actions, [['app'], ['kid']]);
    assert.deepEqual([found.layers, found.waits], [[['app'], ['kid']], ['kid after app']]);
  });

  it('waits for the first of several that would do, and for nothing that gave way', async () => {
    const found = await recovery(
      `node rack { pd db  pd slow { needs late as start }  pd late }
pd a1 { dies with rack  needs rack.db as start }
pd a2 { dies with rack  needs rack.slow as start }
pd lb { needs 1 of a1, a2 }
pd lb2 { needs a2 }
pd side { dies with rack  needs lb as start }
pd both { dies with rack  needs lb as start  needs lb2 as start }`,
      'rack',
    );
    const of = (name: string): string[] => found.waits.filter((each) => each.startsWith(`${name} after`));
    assert.deepEqual([of('side'), of('both')], [['side after a1'], ['both after a1', 'both after a2']]);
    const turned = await recovery('space s\npd m { manages s  needs a as start }\npd a { needs s }', 'm');
    assert.deepEqual([turned.layers, turned.waits], [[['s'], ['m']], ['m after s']]);
  });

  it('restarts a host only once enough others are back of those that something in it needs together with it', async () => {
    const text = (need: string): string => `node rack { pd db  pd host { pd part { needs ${need} as start } } }`;
    const actionsOf = async (need: string): Promise<string[][]> => (await recovery(text(need), 'rack')).actions;
    // The rack brings back both at once.
    assert.deepEqual(await actionsOf('2 of db, host'), [['rack']]);
    const apart = (need: string): string => `pd db { dies with host }\n pd host { pd part { needs ${need} as start } }`;
    assert.deepEqual((await recovery(apart('2 of db, host'), 'host')).actions, [['db'], ['host']]);
    assert.deepEqual((await recovery(apart('1 of db, host'), 'host')).actions, [['db', 'host']]);
    assert.deepEqual((await recovery(apart('1 of db, part'), 'host')).actions, [['db'], ['host']]);
  });

  it('takes no two actions in one step of which one holds what the other brings back', async () => {
    const text = 'pd a { needs c  manages b.s }\npd b { space s }\npd c { holds b.s }';
    assert.deepEqual((await recovery(text, 'b')).actions, [['b'], ['c'], ['a']]);
    // Nor of which one lets more start with the other.
    const more =
      'pd d { dies with h }\npd h { pd part { needs 1 of o as start } }\nobject o { needs 1 of d, x }\nabsent pd x';
    assert.deepEqual((await recovery(more, 'h')).actions, [['d'], ['h']]);
    // Whichever of them comes later.
    const turned = 'pd a { pd m { manages s  needs s as start } holds m }\nspace s';
    assert.deepEqual((await recovery(turned, 'a')).actions, [['a'], ['s'], ['a.m']]);
  });

  it('names each of several that come back in one step and would do', async () => {
    const text = `node rack { pd d1  pd d2  pd d3 }
pd s1 { needs rack.d1 }
pd s2 { needs rack.d2 }
pd lb { needs 1 of rack.d2, rack.d3 }`;
    const of = async (needs: string): Promise<string[]> => {
      const { waits } = await recovery(`${text}\npd z { dies with rack  needs ${needs} as start }`, 'rack');
      return waits.filter((each) => each.startsWith('z after'));
    };
    assert.deepEqual(await of('1 of s1, s2'), ['z after rack.d1 (1 of 2)', 'z after rack.d2 (1 of 2)']);
    assert.deepEqual(await of('lb'), ['z after rack.d2 (1 of 2)', 'z after rack.d3 (1 of 2)']);
    assert.deepEqual(await of('1 of lb, s2'), ['z after rack.d2 (1 of 2)', 'z after rack.d3 (1 of 2)']);
    assert.deepEqual(await of('s1'), ['z after rack.d1']);
  });

  it('lets a soft need give way to an order, as a start does', async () => {
    const agent = 'pd agent { needs db as soft  destroyed after db }\npd db';
    const found = await recovery(`node host { ${agent} }`, 'host');
    assert.deepEqual(found.layers, [['host'], ['host.agent'], ['host.db']]);
    const apart = await recovery(`pd power\n${agent}\nagent dies with power\ndb dies with power`, 'power');
    assert.deepEqual(apart.actions, [['power', 'agent'], ['db']]);
  });

  it('lists nothing as coming back that never starts, and says why', async () => {
    const found = await recovery('pd a { needs b as start }\npd b { needs a }', 'a');
    assert.deepEqual([found.actions, found.layers, found.broken], [[], [], ['b']]);
    assert.deepEqual(found.stuck, [['a', '"a" needs "b"', '"b" needs "a"']]);
  });

  it('leaves degraded what had lost something before, or loses what was ending, unless it is restarted', async () => {
    const text = 'doomed pd gone\npd a { requests gone }\npd b { requests gone  requests c }\npd c';
    const found = await recovery(text, 'c');
    assert.deepEqual([found.actions, found.degraded], [[['c'], ['b']], ['a']]);
    const held =
      'pd pod { doomed space s { waits for keeper } }\npd keeper\npod manages pod.s\npd user { requests pod.s }';
    assert.deepEqual((await recovery(held, 'keeper')).degraded, ['pod', 'user']);
  });

  it('brings back what had ended in a PD with that PD, as a restart does, and counts on it', async () => {
    const text = 'pd p { doomed region r  absent pd q  object o { needs r as start } }';
    const found = await recovery(text, 'p');
    assert.deepEqual(found.brings, ['p', 'p.r', 'p.o']);
    assert.deepEqual([found.layers.flat().sort(), found.stuck], [['p', 'p.o', 'p.r'], []]);
  });

  it('neither brings back what was ending already, nor counts on it', async () => {
    const text = 'pd pod\ndoomed root object claim { waits for pod }\npd app { needs claim as start  dies with pod }';
    const found = await recovery(text, 'pod');
    assert.deepEqual([found.actions, found.stuck.map(([name]) => name)], [[['pod']], ['app']]);
  });
});
