/** The effects of a crash on the survivors, and its notifications. */
import assert from 'node:assert/strict';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { buildModel } from '../../build-model.ts';
import { depths, list, reason } from './cleanup-expectations.ts';

describe('the survivors of a crash', () => {
  it('breaks PDs that need a destroyed or a broken one, but none that was broken before', () => {
    const built = buildModel(`
      pd a
      space s
      a manages s
      pd b
      b needs s
      pd c
      c needs b
      pd d
      d needs c, d
      absent pd never
      pd e
      e needs never, s
      pd f
      f needs f
    `);
    const cleanup = crash(built.model, built.id('a'), depths(0, 0));
    assert.deepEqual(list(built, cleanup.broken), ['b', 'c', 'd']);
    assert.deepEqual(reason(cleanup.broken[2]), [
      '"a" crashed',
      '"s" is managed by "a"',
      '"b" needs "s"',
      '"c" needs "b"',
      '"d" needs "c"',
    ]);
    assert.deepEqual(list(built, cleanup.degraded), []);
  });

  it('leaves dangling what refers to or is owned by something destroyed', () => {
    const built = buildModel(`
      node n
      object n.a
      object b
      object c
      object d
      n.a owns b
      c refers n.a
      d owns n.a
      pd p
      p refers n.a
    `);
    assert.deepEqual(list(built, crash(built.model, built.id('n'), depths(0, 0)).dangling), ['b', 'c', 'p']);
  });

  it('notifies a manager once of each resource and client, freed before lost', () => {
    const built = buildModel(`
      pd client
      space disk
      client manages disk
      pd server
      space kept
      resource kept.r[2]
      space lostOne
      resource lostOne.r
      lostOne maps disk
      server manages lostOne, kept
      client holds kept.r[1], kept.r[0], lostOne.r
      client holds kept.r[0] as rw
      pd twin
      twin dies with client
      twin holds kept.r[0]
    `);
    const { notified } = crash(built.model, built.id('client'), depths(0, 1));
    assert.deepEqual(
      notified.map(({ event, subject, by }) => [event, ...built.names(by === undefined ? [subject] : [subject, by])]),
      [
        ['freed', 'kept.r[0]', 'client'],
        ['freed', 'kept.r[0]', 'twin'],
        ['freed', 'kept.r[1]', 'client'],
        ['lost', 'lostOne'],
      ],
    );
  });
});
