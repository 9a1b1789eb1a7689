/** What expectations can say, and the data of the author's own. */
import assert from 'node:assert/strict';
import { goalProbability, singlePoints } from '../../../language/src/analysis/points/single-points.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { modelOfText } from '../dsl/load-text.ts';
import { eachComesTrue } from './said.ts';

const ear = `event E(n: int)  event F
  machine Ear for pd { initial state On { on E  on F } }
  pd a runs Ear  pd b runs Ear  pd c
`;

describe('an expectation', () => {
  eachComesTrue([
    [
      'lists exactly what was received since the start, in order',
      `${ear} scenario "s" { expect a received []  send E(1) to a  run 1h  send E(2) to a  send F to a
        expect a received [E(1), E(2), F]  expect not a received [E(2), E(1), F] and not a received [E(1), E(2)] }`,
    ],
    [
      'counts what was received',
      `${ear} scenario "s" { send E(1) to a  send E(2) to a  expect a received 2 of E and a received 1 of E(2)
        expect not a received 1 of E and a received 0 of F }`,
    ],
    [
      'may have a list in parentheses in any condition',
      `${ear} scenario "s" { crash a  crash b  expect (a, b) destroyed and c alive  expect not (a, c) destroyed or c broken }
      check "c" { fault halt of a  never (a, b) destroyed }`,
    ],
    [
      'of a fault radius that there is not is none',
      `pd a  pd b  space s { resource r }  pd server { manages s }  pd x { holds s.r }  pd y { holds s.r }
      scenario "s" { expect faultRadius(a, b) == none and faultRadius(x, y) != none }`,
    ],
  ]);
});

describe('a setting of a channel or a collector', () => {
  eachComesTrue([
    [
      'is its default where it is not set',
      `channel net { }  collector lease { period: 2s }  node x { root object o }
      scenario "channel" { expect net.delay == 0s and net.loss == 0 and net.ordered  set net.loss = 1  expect net.loss == 1 }
      scenario "collector" { expect lease.duration == 20s and lease.period == 2s and lease.sweep == 1s and lease.index == 0s
        expect lease.origin == roots and lease.forward == visited and lease.enter == created
        expect lease.handover and not lease.sendIndex }`,
    ],
  ]);
});

describe('"unlink" of an order', () => {
  const said = `root object t { destroyed after x  action h(g) { log "h" }  action k(g) { log "k" } }  root object x`;
  eachComesTrue([
    [
      'takes the latest with that action',
      `${said} scenario "s" { link t destroyed after x notify h  link t destroyed after x notify k
        link t destroyed after x notify h  unlink t destroyed after x notify h  destroy x  expect log "h", "k" }`,
    ],
    [
      'with "notify none" takes the latest without one',
      `${said} scenario "s" { link t destroyed after x notify h  unlink t destroyed after x notify none
        destroy x, t  expect log "h" }`,
    ],
  ]);
});

describe('data', () => {
  eachComesTrue([
    [
      'has the number of the copy as "index", where there are copies and in a class; elsewhere that is a word',
      `pd a[3] { data { rank: index  next: index + 1  kind: leaf } }  pd b { data { kind: index } }
      class C for pd { data { rank: index } }  pd c[2] is C  pd d is C  node n[2] { pd p { data { rank: index } } }
      scenario "s" { expect a[2].rank == 2 and a[2].next == 3 and a[2].kind == leaf and b.kind == index
        expect c[1].rank == 1 and d.rank == index and n[1].p.rank == 1 and {x in pds: x.rank == 0} == [a[0], c[0], n[0].p] }`,
    ],
    [
      'stands in any body, and directly in an object, a space or a resource',
      `pd a { data { team: "storage"  tier: 2 } }  node n { data { team: "web" } }  region r { contains a  data { tier: 1 } }
      root object o { team: "direct"  data { tier: 3 } }  space s { tier: 4  resource x { tier: 5  data { team: "x" } } }
      class C for pd { data { tier: 6 } }  pd c is C
      scenario "s" { expect a.team == "storage" and n.team == "web" and r.tier == 1 and o.team == "direct" and o.tier == 3
        expect s.tier == 4 and s.x.tier == 5 and s.x.team == "x" and c.tier == 6 }`,
    ],
    [
      'is none where an entity lacks the key',
      `pd a { data { team: "x" } }  pd b  scenario "s" { expect b.team == none and {p in pds: p.team == "x"} == [a] }`,
    ],
    [
      'gives way to a parameter, a variable and a property of its name',
      `machine M for pd { param p: int = 1  var v: int = 2  initial state A }
      pd a runs M { overhead: 3  data { p: 7  v: 8  overhead: 9  own: 4 } }
      scenario "s" { expect a.p == 1 and a.v == 2 and a.overhead == 3 and a.own == 4 }`,
    ],
  ]);

  it('of failures feeds fault trees: a probability, or mean times to failure and to repair', async () => {
    const model = await modelOfText(`
      pd a { probability: 0.1 }
      pd b { mttf: 99h  mttr: 1h }
      node n { probability: 0.5 }
      pd one { needs a }
      pd both { needs 1 of a, b }
      pd on { needs 2 of n, b }
    `);
    const of = (at: number): number => {
      const goal = singlePoints(model, defaultPolicy)[at];
      assert.ok(goal);
      return Number(goalProbability(model, goal)?.toFixed(9));
    };
    assert.deepEqual([of(0), of(1), of(2)], [0.1, 0.001, 0.505]);
  });
});
