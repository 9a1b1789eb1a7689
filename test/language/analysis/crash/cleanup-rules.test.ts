/** The effects of a crash: each rule of the language page once. */
import assert from 'node:assert/strict';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { buildModel, type Built, makeModel } from '../../build-model.ts';
import { depths, destroyed, layers, list, reason } from './cleanup-expectations.ts';
import { kvStore } from '../kv-store.ts';

describe('a crash', () => {
  it('destroys everything that dies with the PD, at the same distance, and their spaces', () => {
    const built = buildModel(`
      pd a
      pd b
      pd c
      space s
      b dies with a
      c dies with b
      c manages s
    `);
    assert.deepEqual(layers(built, 'a', depths(0, 0)), [['a', 'b', 'c'], ['s']]);
    assert.deepEqual(destroyed(built, 'c', depths(0, 0)), ['c', 's']);
    assert.deepEqual(reason(crash(built.model, built.id('a'), depths(0, 0)).destroyed.at(-1)), [
      '"a" crashed',
      '"b" dies with "a"',
      '"c" dies with "b"',
      '"s" is managed by "c"',
    ]);
  });

  it('takes a PD that dies with another at the nearer of its distances', () => {
    const built = buildModel(`
      pd server
      space s
      server manages s
      pd client
      client requests s
      client dies with server
      space own
      client manages own
      pd user
      user requests own
    `);
    const { destroyed } = crash(built.model, built.id('server'), depths(1, 0));
    assert.deepEqual(
      destroyed.map(({ distance }) => distance),
      [0, 0, 0, 0, 1],
    );
  });

  it('ends what is hosted: nested PDs, objects and regions, with what they manage', () => {
    const built = buildModel(`
      pd host
      pd host.inner
      object host.thing
      object host.thing.part
      region host.orders
      space s
      host.inner manages s
    `);
    assert.deepEqual(layers(built, 'host', depths(0, 0)), [
      ['host', 'host.inner', 'host.thing', 'host.thing.part', 'host.orders'],
      ['s'],
    ]);
  });

  it('of a node crashes all PDs on it and ends its objects', () => {
    const built = buildModel(`
      node n
      pd n.p
      pd n.p.q
      root pd n.r
      object n.o
      space s
      n.p manages s
      pd client
      client requests s
    `);
    const cleanup = crash(built.model, built.id('n'), depths(0, 0));
    assert.deepEqual(list(built, cleanup.destroyed), ['n', 'n.p', 'n.p.q', 'n.r', 'n.o', 's']);
    assert.deepEqual(built.names(cleanup.crashed), ['n', 'n.p', 'n.p.q', 'n.r']);
    assert.deepEqual(reason(cleanup.degraded[0]), [
      '"n" crashed',
      '"n.p" is on "n"',
      '"s" is managed by "n.p"',
      '"client" requests "s"',
    ]);
  });

  it('spares a root PD as a dependent, even of one that it dies with, but not when it crashes itself', () => {
    const built = buildModel(`
      pd server
      space s
      server manages s
      root pd kernel
      kernel requests s
      root pd twin
      twin dies with server
    `);
    const cleanup = crash(built.model, built.id('server'), depths('unlimited', 0));
    assert.deepEqual(list(built, cleanup.destroyed), ['server', 's']);
    assert.deepEqual(list(built, cleanup.degraded), ['kernel']);
    assert.deepEqual(destroyed(built, 'kernel', depths('unlimited', 0)), ['kernel']);
  });

  it('counts a hold of a resource as dependence, but not one of a space or a PD', () => {
    const built = buildModel(`
      pd server
      space s
      resource s.r
      server manages s
      pd user
      user holds s.r
      pd watcher
      watcher holds s
      pd debugger
      debugger holds server
    `);
    const cleanup = crash(built.model, built.id('server'), depths('unlimited', 0));
    assert.deepEqual(list(built, cleanup.destroyed), ['server', 's', 's.r', 'user']);
    assert.deepEqual(list(built, cleanup.degraded), ['watcher', 'debugger']);
  });

  it('reads a request by PD and type as one for all spaces of that type that it manages', () => {
    const built = buildModel(`
      pd server
      space f: file
      space b: block
      server manages f, b
      pd filer
      filer requests server as file
      pd other
      other requests server as socket
    `);
    const cleanup = crash(built.model, built.id('server'), depths('unlimited', 0));
    assert.deepEqual(list(built, cleanup.destroyed), ['server', 'f', 'b', 'filer']);
    assert.deepEqual(list(built, cleanup.degraded), ['other']);
    assert.deepEqual(reason(cleanup.destroyed.at(-1)), [
      '"server" crashed',
      '"f" is managed by "server"',
      '"filer" requests "server" as file',
    ]);
  });

  it('degrades a PD that requests from a living PD a type of which it lost a space', () => {
    const built = buildModel(`
      pd disks
      space d: block
      disks manages d
      pd server
      space f: file
      server manages f
      f maps d
      pd client
      client requests server as file
      pd other
      other requests server as socket
    `);
    const cleanup = crash(built.model, built.id('disks'), depths(0, 1));
    assert.deepEqual(list(built, cleanup.degraded), ['server', 'client']);
    assert.deepEqual(reason(cleanup.degraded[1]), [
      '"disks" crashed',
      '"d" is managed by "disks"',
      '"f" maps "d"',
      '"f" is managed by "server"',
      '"client" requests "server" as file',
    ]);
  });

  it('starts space distance only at the spaces of PDs at distance 0', () => {
    const built = buildModel(`
      pd a
      space sa
      a manages sa
      pd b
      space sb
      b manages sb
      b requests sa
      pd c
      space sc
      c manages sc
      sc maps sb
    `);
    assert.deepEqual(destroyed(built, 'a', depths(1, 'unlimited')), ['a', 'sa', 'b', 'sb']);
    assert.deepEqual(destroyed(built, 'b', depths(0, 'unlimited')), ['b', 'sb', 'sc']);
  });

  it('starts no PD distance at a space destroyed only by space distance', () => {
    const built = buildModel(`
      pd a
      space sa
      a manages sa
      pd b
      space sb
      b manages sb
      sb maps sa
      pd client
      client requests sb
    `);
    const cleanup = crash(built.model, built.id('a'), depths('unlimited', 'unlimited'));
    assert.deepEqual(list(built, cleanup.destroyed), ['a', 'sa', 'sb']);
    assert.deepEqual(list(built, cleanup.degraded), ['b', 'client']);
  });

  it('ignores absent entities, unless they are given as alive', () => {
    const built = buildModel(`
      pd server
      space s
      server manages s
      absent pd client
      client requests s
      client dies with server
    `);
    assert.deepEqual(destroyed(built, 'server', depths('unlimited', 0)), ['server', 's']);
    assert.deepEqual(crash(built.model, built.id('client'), depths('unlimited', 0)).crashed, []);
    assert.deepEqual(destroyed(built, 'client', depths('unlimited', 0)), []);
    const { destroyed: all } = crash(built.model, built.id('server'), depths(0, 0), { alive: () => true });
    assert.deepEqual(list(built, all), ['server', 'client', 's']);
  });

  it('gives the shorter of two reasons of which neither comes first', () => {
    const managed = buildModel('pd a\npd a.b\nspace a.b.s\na manages a.b.s');
    const hosted = buildModel('pd a\npd b\npd c\nspace a.s\nb dies with a\nc dies with b\nc manages a.s');
    const last = (built: Built): string[] => reason(crash(built.model, built.id('a'), depths(0, 0)).destroyed.at(-1));
    assert.deepEqual(last(managed), ['"a" crashed', '"a.b.s" is managed by "a"']);
    assert.deepEqual(last(hosted), ['"a" crashed', '"a.s" is nested in "a"']);
  });

  it('of anything but a PD or node changes nothing', () => {
    const built = kvStore();
    assert.deepEqual(destroyed(built, 'disk1', depths('unlimited', 0)), []);
  });

  it('ignores relations between wrong kinds', () => {
    const built = buildModel('pd a\nobject o\nspace s\no manages s\no needs a\ns requests a\nresource s.r\ns.r maps s');
    assert.deepEqual(destroyed(built, 'a', depths('unlimited', 0)), ['a']);
  });

  it('follows a chain of 100,000 PDs without recursion, and explains its far end', () => {
    const length = 100_000;
    const built = makeModel(
      Array.from({ length }, () => ({ kind: 'pd' as const })),
      Array.from({ length: length - 1 }, (_, id) => ({ kind: 'dies with' as const, source: id + 1, target: id })),
    );
    const { destroyed } = crash(built.model, 0, depths(0, 0));
    assert.equal(destroyed.length, length);
    assert.equal(destroyed.at(-1)?.because.length, length);
  });
});
