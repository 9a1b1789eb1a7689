/** What `stops with`, `dies with` and `waits for` say, and that none of them but the last says an order. */
import assert from 'node:assert/strict';
import { comesTrue, eachComesTrue, saidOf } from './said.ts';

const kinds = ['pd', 'space', 'object', 'node', 'region'];

/** Returns a declaration of each kind, all of which end with `x` as the verb says. */
const allOf = (verb: string): string =>
  ['pd a', 'node b', 'root object c', 'space d', 'region e'].map((each) => `${each} { ${verb} x }`).join('\n');

describe('"stops with"', () => {
  it('joins any two', async () => {
    for (const kind of kinds)
      await comesTrue(`${kind === 'object' ? 'root object' : kind} x\n${allOf('stops with')}
        scenario "s" { destroy x  expect x, a, b, c, d, e destroyed }`);
  });

  eachComesTrue([
    [
      'destroys where its target is destroyed',
      `root object x  root object a { stops with x  finalizers: [hold] }  pd p { stops with x }
      scenario "s" { destroy x  expect x, p destroyed }`,
    ],
    [
      'deletes in the mode of its target, at the moment that is doomed',
      `root object x { finalizers: [hold] }
      root object a { stops with x  object part { finalizers: [hold] } }
      pd p { stops with x }
      scenario "orphan" { delete x orphan  expect x doomed and x alive and a destroyed and p destroyed and a.part alive
        expect not a.part doomed }
      scenario "foreground" { delete x foreground  expect a doomed and a alive and a.part doomed
        set a.part.finalizers = []  run 0s  expect a destroyed and x alive }`,
    ],
    [
      'takes along what is collected, although something reaches it',
      `object x  root object r { refers a }  object a { stops with x }
      scenario "s" { collect  expect x, a destroyed  expect r dangling }`,
    ],
    [
      'is transitive, also over "dies with"',
      `pd x  pd a { stops with x }  pd b { stops with a }  pd c { dies with b }
      scenario "s" { destroy x  expect only x, a, b, c destroyed }`,
    ],
    [
      'does not end anything in a crash',
      `pd x  pd a { stops with x }  node n { pd y }  pd b { stops with n.y }
      scenario "s" { crash x, n  expect only x, n, n.y destroyed }
      check "c" { fault crash of x, n  never a destroyed or b destroyed }`,
    ],
    [
      'says nothing of order',
      `pd x  pd a { stops with x }  pd b { stops with x  destroyed after x }
      scenario "s" { destroy x  expect order [x, a], [b]  expect not a before x and not x before a }`,
    ],
  ]);

  it('spares a root PD, with a finding', async () => {
    const text = 'pd x\nroot pd a { stops with x }\nscenario "s" { destroy x  expect a alive }';
    await comesTrue(text);
    const said = await saidOf(text);
    assert.ok(
      said.some((each) => each.startsWith('relation/root-dies-with 2: ')),
      said.join('\n'),
    );
  });
});

describe('"dies with"', () => {
  it('joins any two', async () => {
    for (const kind of kinds)
      await comesTrue(`${kind === 'object' ? 'root object' : kind} x\n${allOf('dies with')}
        scenario "s" { destroy x  expect x, a, b, c, d, e destroyed }`);
  });

  eachComesTrue([
    [
      'follows any end of its target, also a crash, and says no order',
      `pd x  pd a { dies with x }
      scenario "crash" { crash x  expect a destroyed and not a crashed and not x before a and not a before x }
      scenario "end" { destroy x  expect order [x, a] }`,
    ],
    [
      'holds of an object, a space and what they have',
      `pd x  root object a { dies with x  object part }  space s { dies with x  resource r }
      scenario "s" { crash x  expect a, a.part, s, s.r destroyed }`,
    ],
  ]);
});

describe('"waits for"', () => {
  eachComesTrue([
    [
      'keeps what is doomed until its target is gone, doomed with it or not',
      `root object pod  root object claim { waits for pod }
      scenario "not doomed" { delete claim  run 1h  expect claim alive and claim doomed and not pod doomed
        delete pod  expect claim destroyed }
      scenario "doomed with it" { destroy claim, pod  expect order [pod], [claim] }`,
    ],
    [
      'is like a finalizer that the end of its target takes away: also by a crash or a collection',
      `pd p  root object a { waits for p }  root object keeper { refers o }  object o  root object b { waits for o }
      scenario "crash" { delete a  expect a alive  crash p  expect a destroyed }
      scenario "collection" { delete b  expect b alive  unlink keeper refers o  collect  expect o, b destroyed }`,
    ],
    [
      'does not end anything by itself',
      `root object a { waits for b }  root object b
      scenario "s" { delete b  expect b destroyed and a alive and not a doomed }`,
    ],
    [
      'says what a namespace with content and a claim in use are',
      `root object ns { finalizers: [] }
      root object pod { stops with ns  finalizers: [drain] }
      root object claim { stops with ns  waits for pod }
      ns waits for pod, claim
      scenario "s" { delete ns background  expect (ns, pod, claim) doomed and (ns, pod, claim) alive
        set pod.finalizers = []  run 0s  expect order [pod], [claim], [ns]  expect ns, pod, claim destroyed }`,
    ],
  ]);
});

describe('the order of what ends', () => {
  eachComesTrue([
    [
      'is said by "destroyed after", ownership, nesting, management, maps and requests, and nothing else',
      `root object all { object after { destroyed after x }  object owner { object owned }  object x }
      pd host { pd hosted }  pd manager { manages s }  space s  space t { maps s }  pd other { manages t  requests s }
      pd needing { needs manager }
      host stops with all  manager stops with all  other stops with all  needing stops with all
      scenario "s" { destroy all
        expect all.x before all.after and all.owner.owned before all.owner and host.hosted before host
        expect s before manager and t before s and other before manager
        expect not needing before manager and not manager before needing and not all before host and not host before all }`,
    ],
  ]);
});
