/** Why and why not: sufficient chains without superfluous facts, and relations that reverse an answer. */
import assert from 'node:assert/strict';
import { why, type WhyQuestion } from '../../../../language/src/analysis/why/why.ts';
import type { Claim, WhyAnswer } from '../../../../language/src/analysis/why/why-answer.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { buildModel } from '../../build-model.ts';
import { assertMinimal, holds, withMore } from '../minimal-chain.ts';

const disks = buildModel(`
  space disk: block
  resource disk.b
  space files: file
  resource files.f
  pd driver
  pd fs
  pd app
  root pd kernel
  object config
  object config.part
  object stray
  driver manages disk
  driver holds disk.b
  fs manages files
  fs requests disk
  files maps disk
  app requests files
  app needs fs
  kernel refers config
  stray destroyed after config
`);
const { id } = disks;
const deep = { ...defaultPolicy, name: 'deep', pdDepth: 'unlimited' } as const;

function asked(question: WhyQuestion, claim: Claim, model: Model = disks.model): WhyAnswer {
  const found = why(model, question).find((each) => each.claim === claim);
  assert.ok(found, `there is an answer on "${claim}"`);
  return found;
}

const texts = (facts: readonly { readonly text: string }[]): string[] => facts.map(({ text }) => text);

describe('why', () => {
  it('gives the facts from a crash to the end of a resource, and marks that its whole space is destroyed', () => {
    const question = { kind: 'crash', entity: id('files.f'), crashed: [id('driver')], policy: deep } as const;
    const answer = asked(question, 'destroyed');
    assert.deepEqual(texts(answer.because), [
      '"driver" crashed',
      '"disk" is managed by "driver"',
      '"fs" requests "disk"',
      '"files" is managed by "fs"',
      '"files.f" is in "files"',
    ]);
    assert.deepEqual(answer.remarks, ['It is destroyed only because its whole space "files" is.']);
    assertMinimal(disks.model, question, answer);
  });

  it('gives the facts by which a survivor is degraded and broken', () => {
    const question = { kind: 'crash', entity: id('app'), crashed: [id('fs')], policy: defaultPolicy } as const;
    const degraded = asked(question, 'degraded');
    assert.deepEqual(texts(degraded.because).slice(1), ['"files" is managed by "fs"', '"app" requests "files"']);
    assertMinimal(disks.model, question, degraded);
    const broken = asked(question, 'broken');
    assert.deepEqual(texts(broken.because), ['"fs" crashed', '"app" needs "fs"']);
    assertMinimal(disks.model, question, broken);
  });

  it('gives the fewest orders that put one before another, over survivors too', () => {
    const question = { kind: 'before', entity: id('app'), then: id('driver'), policy: defaultPolicy } as const;
    const answer = asked(question, 'before');
    assert.equal(answer.text, '"app" is destroyed before "driver".');
    assert.deepEqual(texts(answer.because), [
      '"app" requests "files"',
      '"files" maps "disk"',
      '"disk" is managed by "driver"',
    ]);
    assertMinimal(disks.model, question, answer);
  });

  it('gives the opposite order where that is what holds', () => {
    const question = { kind: 'before', entity: id('driver'), then: id('fs'), policy: defaultPolicy } as const;
    const answer = asked(question, 'before');
    assert.equal(answer.text, '"driver" is not destroyed before "fs", but after it.');
    assert.deepEqual(texts(answer.because), ['"fs" requests "disk"', '"disk" is managed by "driver"']);
    assert.deepEqual(
      answer.missing.map(({ text }) => text),
      ['"fs" waits for "driver"'],
    );
  });

  it('names what would change an answer from further away, before it says that nothing would', () => {
    const nested = buildModel('pd a\npd a.b');
    const before = { kind: 'before', entity: nested.id('a'), then: nested.id('a.b'), policy: defaultPolicy } as const;
    const orders = asked(before, 'before', nested.model).missing;
    assert.deepEqual(orders.map(({ text }) => text), ['"a.b" waits for "a"']); // oxfmt-ignore
    const kept = buildModel('pd fs\nobject key\npd app\napp refers key');
    const crash = { kind: 'crash', entity: kept.id('app'), crashed: [kept.id('fs')], policy: defaultPolicy } as const;
    const ends = asked(crash, 'dangling', kept.model).missing;
    assert.deepEqual(ends.map(({ text }) => text), ['"key" dies with "fs"']); // oxfmt-ignore
    const line = buildModel('pd a\npd b\npd c\nb destroyed after a\nc destroyed after b');
    const cycle = asked({ kind: 'structure', entity: line.id('a') }, 'on a cycle', line.model).missing;
    assert.deepEqual(cycle.map(({ text }) => text), ['"a" is destroyed after "b"', '"a" is destroyed after "c"']); // oxfmt-ignore
  });

  it('names the orders that one gives way to', () => {
    const { model, id: of } = buildModel('object a\nobject a.b\na.b destroyed after a');
    const answer = asked({ kind: 'before', entity: of('a'), then: of('a.b'), policy: defaultPolicy }, 'before', model);
    assert.equal(answer.holds, false);
    assert.equal(
      answer.remarks[0],
      'It would hold because "a.b" is destroyed after "a", but that order gives way to: "a" owns "a.b".',
    );
    const turned = { ...defaultPolicy, conflict: 'dependency' } as const;
    assert.ok(holds(model, { kind: 'before', entity: of('a'), then: of('a.b'), policy: turned }, 'before'));
  });

  it('says that entities that are not destroyed have no order', () => {
    const question = { kind: 'before', entity: id('app'), then: id('fs'), policy: defaultPolicy, crashed: [id('fs')] };
    const answer = asked({ ...question, kind: 'before' }, 'before');
    assert.equal(answer.text, '"app" is not destroyed, so neither comes before the other.');
  });

  it('gives the shortest cycle, with the managers of requested spaces', () => {
    const circle = buildModel('space s\nspace t\npd a\npd b\na manages s\nb manages t\na requests t\nb requests s');
    const question = { kind: 'structure', entity: circle.id('a') } as const;
    const answer = asked(question, 'on a cycle', circle.model);
    assert.deepEqual(texts(answer.because), [
      '"a" requests "t"',
      '"t" is managed by "b"',
      '"b" requests "s"',
      '"s" is managed by "a"',
    ]);
    assertMinimal(circle.model, question, answer);
  });

  it('names the relations that would close a cycle', () => {
    const question = { kind: 'structure', entity: id('stray') } as const;
    const answer = asked(question, 'on a cycle');
    assert.equal(answer.holds, false);
    assert.deepEqual(texts(answer.missing), ['"config" is destroyed after "stray"']);
    for (const each of answer.missing) assert.ok(holds(withMore(disks.model, each), question, 'on a cycle'));
  });

  for (const [name, lack, first] of [
    ['files.f', 'no PD holds "files.f"', '"fs" holds "files.f"'],
    ['stray', 'no root reaches "stray"', '"config" refers "stray"'],
  ] as const) {
    it(`says that ${lack}, and lists candidates, related ones first`, () => {
      const question = { kind: 'structure', entity: id(name) } as const;
      const answer = asked(question, 'orphaned');
      assert.deepEqual([answer.holds, texts(answer.because)], [true, [lack]]);
      assert.equal(answer.missing[0]?.text, first);
      for (const each of answer.missing) assert.ok(!holds(withMore(disks.model, each), question, 'orphaned'));
    });
  }

  it('gives the chain that keeps an object from being orphaned, with no superfluous fact', () => {
    const question = { kind: 'structure', entity: id('config.part') } as const;
    const { holds: isOrphaned, because } = asked(question, 'orphaned');
    assert.equal(isOrphaned, false);
    assert.deepEqual(texts(because), ['"kernel" is a root', '"kernel" refers "config"', '"config" owns "config.part"']);
    for (const { relation } of because.slice(1)) {
      const relations = disks.model.relations.filter((each) => each.id !== relation);
      const without = { ...disks.model, relations: relations.map((each, place) => ({ ...each, id: place })) };
      assert.ok(holds(without, question, 'orphaned'));
    }
  });

  it('names nearest first what would destroy a survivor, and at which depth it is destroyed as it is', () => {
    const question = { kind: 'crash', entity: id('app'), crashed: [id('driver')], policy: defaultPolicy } as const;
    const answer = asked(question, 'destroyed');
    assert.equal(answer.missing[0]?.text, '"app" dies with "driver"');
    assert.equal(answer.remarks[0], 'It is destroyed where pdDepth is at least 2.');
    assert.match(answer.remarks.at(-1) ?? '', /^Considered: single relations between entities that exist at the start/);
    assert.ok(holds(disks.model, { ...question, policy: { ...defaultPolicy, pdDepth: 2 } }, 'destroyed'));
    assert.ok(!holds(disks.model, { ...question, policy: { ...defaultPolicy, pdDepth: 1 } }, 'destroyed'));
  });

  it('names what would take a node, an object or a region along', () => {
    const mixed = buildModel('pd a\nnode n\nobject o\nregion r\nspace s\nresource s.b');
    for (const name of ['n', 'o', 'r', 's.b']) {
      const question = {
        kind: 'crash',
        entity: mixed.id(name),
        crashed: [mixed.id('a')],
        policy: defaultPolicy,
      } as const;
      const { missing } = asked(question, 'destroyed', mixed.model);
      assert.ok(texts(missing).includes(`"${name}" dies with "a"`), name);
    }
  });

  it('says that a root is not destroyed as a dependent, whatever it is related to', () => {
    const question = { kind: 'crash', entity: id('kernel'), crashed: [id('driver')], policy: deep } as const;
    const { holds: isGone, missing, remarks } = asked(question, 'destroyed');
    assert.equal(isGone, false);
    assert.deepEqual(missing, []);
    assert.equal(remarks[0], '"kernel" is a root: only its own crash, or that of an entity around it, destroys it.');
  });

  it('offers soft needs of what is not degraded', () => {
    const { model, id: of } = buildModel('pd a\nobject o\nnode n');
    for (const name of ['o', 'n']) {
      const question = { kind: 'crash', entity: of(name), crashed: [of('a')], policy: deep } as const;
      const { holds: isDegraded, missing } = asked(question, 'degraded', model);
      assert.equal(isDegraded, false);
      assert.deepEqual(missing.map(({ text }) => text), [`"${name}" needs "a" as soft`]); // oxfmt-ignore
    }
  });

  it('says that nothing happens to what is absent', () => {
    const { model, id: of } = buildModel('pd a\nabsent pd b');
    const question = { kind: 'crash', entity: of('b'), crashed: [of('a')], policy: deep } as const;
    const { missing, remarks } = asked(question, 'destroyed', model);
    assert.deepEqual(missing, []);
    assert.equal(remarks[0], '"b" is absent at the start, so nothing happens to it.');
  });

  it('names what would destroy the target of a map and spare its source', () => {
    const { model, id: of } = buildModel('root pd server\nspace files: file\nroot space disk: file\ndisk maps files');
    const question = { kind: 'crash', entity: of('disk'), crashed: [of('server')], policy: { ...defaultPolicy, spaceDepth: 3 } } as const; // oxfmt-ignore
    const answer = asked(question, 'dangling', model);
    assert.ok(
      answer.missing.some(({ text }) => text === '"files" dies with "server"'),
      JSON.stringify(answer.missing),
    );
    for (const each of answer.missing) assert.ok(holds(withMore(model, each), question, 'dangling'));
  });

  it('names a need beside one that counts only at a start', () => {
    const { model, id: of } = buildModel('pd web\npd api\npd db\nweb needs api\nweb needs db as start');
    const question = { kind: 'crash', entity: of('web'), crashed: [of('db')], policy: defaultPolicy } as const;
    assert.deepEqual(asked(question, 'broken', model).missing.map(({ text }) => text)[0], '"web" needs "db"');
  });
});
