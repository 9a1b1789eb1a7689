/**
 * Orders that give way in a teardown: each is reported once, and each of its cuts suffices, compared with trying all
 * subsets.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkModel } from '../../../../language/src/analysis/rules/check-model.ts';
import type { ModelFinding } from '../../../../language/src/analysis/rules/rule.ts';
import { orderConflicts } from '../../../../language/src/analysis/order/order-conflicts.ts';
import { teardown } from '../../../../language/src/analysis/teardown/teardown.ts';
import type { Fact } from '../../../../language/src/model/fact.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { defaultPolicy, type Policy } from '../../../../language/src/model/policy.ts';
import { buildModel, type Built, type EntityLiteral, makeModel, type RelationLiteral } from '../../build-model.ts';
import { runs } from '../../../properties.ts';

const said = (model: Model, id: number): string => {
  const { kind, source, target } = model.relations[id] ?? { kind: 'none', source: -1, target: -1 };
  return `${model.entities[source]?.name} ${kind} ${model.entities[target]?.name}`;
};

/** A few objects, PDs and spaces, and up to nine relations of all kinds that order. */
const contradictory: fc.Arbitrary<{ entities: EntityLiteral[]; relations: RelationLiteral[] }> = fc
  .array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(3)), { minLength: 2, maxLength: 9 })
  .chain((drafts) => fc.boolean().map((isNested) => ({ drafts, isNested })))
  .map(({ drafts, isNested }) => {
    const entities: EntityLiteral[] = [
      { kind: 'object', name: 'a', root: true },
      { kind: 'object', name: 'a.b', parent: 0 },
      { kind: 'object', name: 'c', root: true },
      { kind: 'object', name: 'd', root: true },
      { kind: 'pd', name: 'p' },
      { kind: 'pd', name: 'p.q', parent: isNested ? 4 : undefined },
      { kind: 'space', name: 's' },
      { kind: 'space', name: 't' },
    ];
    const nested: RelationLiteral = { kind: 'owns', source: 0, target: 1, nested: true };
    const relations = drafts.map(([kind, one, other]): RelationLiteral => {
      const [pd, space] = [4 + (one % 2), 6 + (other % 2)];
      if (kind === 0) return { kind: 'owns', source: one, target: other };
      if (kind === 1) return { kind: 'destroyed after', source: one, target: other };
      if (kind === 2) return { kind: 'maps', source: 6 + (one % 2), target: space };
      if (kind === 3) return { kind: 'requests', source: pd, target: space };
      if (kind === 4) return { kind: 'manages', source: pd, target: space };
      return { kind: 'destroyed after', source: one + 4, target: other + 4 };
    });
    return { entities, relations: [nested, ...relations] };
  });

interface Edge {
  readonly first: number;
  readonly then: number;
  readonly relation: number;
}

/** All orders of a model of the kind above. */
function naiveEdges({ entities, relations }: Model): Edge[] {
  const nested = entities.flatMap(({ id, kind, parent }) =>
    parent === undefined || kind === 'object' ? [] : [{ first: id, then: parent, relation: -1 }],
  );
  return [
    ...nested,
    ...relations.map(({ id, kind, source, target }) =>
      kind === 'maps' || kind === 'requests'
        ? { first: source, then: target, relation: id }
        : { first: target, then: source, relation: id },
    ),
  ];
}

function reaches(edges: readonly Edge[], from: number, to: number): boolean {
  const met = new Set([from]);
  for (const node of met) for (const { first, then } of edges) if (first === node) met.add(then);
  return met.has(to);
}

/** All minimal sets of relations without which an order is on no cycle, by trying every set. */
function naiveCuts(model: Model, order: number, locked: ReadonlySet<number>): string[] {
  const edges = naiveEdges(model);
  const own = edges.find(({ relation }) => relation === order) ?? { first: -1, then: -1 };
  const choices = model.relations
    .filter(({ id, kind, nested }) => !nested && kind !== 'manages' && !locked.has(id))
    .map(({ id }) => id);
  const isCut = (set: readonly number[]): boolean =>
    set.includes(order) ||
    !reaches(
      edges.filter(({ relation }) => relation !== order && !set.includes(relation)),
      own.then,
      own.first,
    );
  const cuts: number[][] = [];
  for (let mask = 0; mask < 2 ** choices.length; mask++) {
    const set = choices.filter((_, bit) => (mask & (2 ** bit)) !== 0);
    if (isCut(set) && !set.some((id) => isCut(set.filter((each) => each !== id)))) cuts.push(set);
  }
  return cuts.sort(bySizeAndPlace).map((cut) => cut.join());
}

/** Whether relations of one kind, requests with what manages, lead from what a relation puts last to what it puts first. */
function isOnCycleOfOneKind(model: Model, id: number): boolean {
  const group = (relation: number): string | undefined => {
    const kind = model.relations[relation]?.kind;
    return kind === 'manages' ? 'requests' : kind;
  };
  const edges = naiveEdges(model).filter(({ relation }) => relation >= 0 && group(relation) === group(id));
  const own = edges.find(({ relation }) => relation === id);
  const others = edges.filter(({ relation }) => relation !== id);
  return own !== undefined && reaches(others, own.then, own.first);
}

function bySizeAndPlace(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((id, index) => id !== b[index]);
  return a.length - b.length || (a[place] ?? 0) - (b[place] ?? 0);
}

const conflictCodes = ['conflict/ownership-order', 'order/left-out'];
const conflict = fc.constantFrom<Policy['conflict']>('ownership', 'dependency', 'error');

const findingsOf = ({ model, sources }: Built): ModelFinding[] => checkModel(model, sources);

describe('orders that a teardown omits', () => {
  it('have as cuts the smallest sets of relations, as trying every set finds them', () => {
    let seen = 0;
    fc.assert(
      fc.property(contradictory, fc.array(fc.nat(9), { maxLength: 2 }), conflict, (drafts, numbers, kept) => {
        const { model } = makeModel(drafts.entities, drafts.relations);
        const locked = new Set(numbers);
        for (const each of orderConflicts(model, { conflict: kept }).conflicts) {
          if (each.fact.relation === undefined) continue;
          const { cuts, isExact } = each.cuts({ locked, alternatives: 1000 });
          assert.ok(isExact);
          assert.deepEqual(
            cuts.map((cut) => cut.join()),
            naiveCuts(model, each.fact.relation, locked),
          );
          const [best] = each.cuts({ locked, alternatives: 1 }).cuts;
          assert.deepEqual(best, cuts[0]);
          seen++;
        }
      }),
      { numRuns: runs(150, 7000) },
    );
    assert.ok(seen > runs(40, 2000), `${seen} conflicts`);
  });

  it('are reported once each, unless a cycle of one kind reports them', () => {
    let untold = 0;
    fc.assert(
      fc.property(contradictory, conflict, ({ entities, relations }, kept) => {
        const policy = { ...defaultPolicy, conflict: kept };
        const { model } = makeModel(entities, relations);
        const everything = model.entities.map(({ id }) => id);
        const leftOut = teardown(model, everything, policy).dropped.map(({ fact }) => fact);
        const told = orderConflicts(model, policy).conflicts.map(({ fact }) => fact);
        const isTold = (fact: Fact): boolean =>
          told.some(({ relation, entity }) => relation === fact.relation && entity === fact.entity);
        assert.deepEqual(told, leftOut.filter(isTold));
        for (const fact of leftOut.filter((each) => !isTold(each))) {
          assert.ok(isOnCycleOfOneKind(model, fact.relation ?? -1), fact.text);
          untold++;
        }
      }),
      { numRuns: runs(300, 15_000) },
    );
    assert.ok(untold > 50, `${untold} orders on circles of one kind`);
  });

  it('are gone after any remedy that is offered', () => {
    let applied = 0;
    fc.assert(
      fc.property(contradictory, conflict, ({ entities, relations }, kept) => {
        const policies = [{ ...defaultPolicy, conflict: kept }];
        const built = makeModel(entities, relations, policies);
        for (const { code, message, remedies } of findingsOf(built)) {
          if (!conflictCodes.includes(code)) continue;
          for (const remedy of remedies()) {
            const gone =
              remedy.kind === 'unrelate' ? remedy.relations : remedy.kind === 'refer' ? remedy.unrelated : [];
            const turned = remedy.kind === 'refer' ? remedy.owned : [];
            const left = relations
              .map((each, id): RelationLiteral => (turned.includes(id) ? { ...each, kind: 'refers' } : each))
              .filter((_, id) => !gone.includes(id));
            const after = findingsOf(makeModel(entities, left, policies));
            const twins = (all: readonly ModelFinding[]): number =>
              all.filter((each) => each.code === code && each.message === message).length;
            assert.ok(twins(after) < twins(findingsOf(built)), `${message} ${remedy.title}`);
            applied++;
          }
        }
      }),
      { numRuns: runs(60, 3000) },
    );
    assert.ok(applied > runs(20, 1000), `${applied} remedies`);
  });

  it('are reported with a cycle of orders that hold, and with their side', () => {
    const { model } = buildModel(`
      root object a
      object a.b
      object a.b.c
      root object d
      a.b.c destroyed after d
      d destroyed after a
    `);
    const [only, ...others] = orderConflicts(model, defaultPolicy).conflicts;
    assert.deepEqual(others, []);
    assert.deepEqual(
      only?.cycle.map(({ text }) => text),
      ['"d" is destroyed after "a"', '"a.b.c" is destroyed after "d"', '"a.b" owns "a.b.c"', '"a" owns "a.b"'],
    );
    assert.deepEqual([only.side, only.isAgainstOwnership, only.isDecided], ['dependency', true, true]);
    const { conflicts } = orderConflicts(model, { conflict: 'dependency' });
    assert.deepEqual(
      conflicts.map(({ fact, side }) => [fact.text, side]),
      [['"a.b" owns "a.b.c"', 'ownership']],
    );
    assert.deepEqual(
      only.cuts({}).cuts.map((cut) => cut.map((id) => said(model, id))),
      [['a.b.c destroyed after d'], ['d destroyed after a']],
    );
  });

  it('do not exist if a PD requests what it manages itself', () => {
    const { model } = buildModel('space s\nspace t: file\npd p\np manages s, t\np requests s\np requests p as file');
    assert.deepEqual(orderConflicts(model, defaultPolicy).conflicts, []);
  });

  it('are reported within the work budget in a model with very many', () => {
    const count = 40_000;
    const entities: EntityLiteral[] = [{ kind: 'object', name: 'hub', root: true }];
    const relations: RelationLiteral[] = [];
    for (let each = 1; each <= count; each++) {
      entities.push({ kind: 'object', name: `o${each}` });
      relations.push({ kind: 'owns', source: 0, target: each });
      relations.push({ kind: 'destroyed after', source: each, target: 0 });
    }
    const { model, sources } = makeModel(entities, relations);
    const { conflicts, unseen } = orderConflicts(model, defaultPolicy);
    assert.equal(conflicts.length + unseen, count);
    assert.ok(conflicts.length > 100 && unseen > 0);
    const found = checkModel(model, sources).filter(({ code }) => code === 'conflict/ownership-order');
    assert.equal(found.length, conflicts.length);
    assert.match(found.at(-1)?.message ?? '', new RegExp(`Another ${unseen} orders give way`));
  });
});
