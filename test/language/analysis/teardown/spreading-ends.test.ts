/** Ends that spread, compared with closures that grow until nothing changes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { runs } from '../../../properties.ts';
import { makeModel } from '../../build-model.ts';
import { type Parts, parts } from '../random-model.ts';
import { naiveOrder } from './naive-order.ts';

const more = fc.array(
  fc.record({
    kind: fc.constantFrom('stops with' as const, 'stops with' as const, 'dies with' as const, 'waits for' as const),
    source: fc.nat(1000),
    target: fc.nat(1000),
  }),
  { maxLength: 6 },
);

/** A random model with up to six more relations by which ends spread or wait, between any two. */
const cases = fc.tuple(parts, more, fc.nat(1000)).map(([{ entities, relations }, added, target]) => {
  const any = added.map(({ kind, source, target }) => ({
    kind,
    source: source % entities.length,
    target: target % entities.length,
    as: undefined,
  }));
  return { entities, relations: [...relations, ...any], target: target % entities.length };
});

/** Returns false for an object in an object, which is owned by it in every text. */
const isHosted = (entities: Model['entities'], id: number): boolean =>
  entities[id]?.kind !== 'object' || entities[entities[id].parent ?? -1]?.kind !== 'object';

/** Returns what a destruction dooms: each pass adds what hosting, ownership, management and shared ends say. */
function naiveDoomed({ entities, relations }: Model, target: number): Set<number> {
  const doomed = new Set([target]);
  const kindOf = (id: number): string => entities[id]?.kind ?? '';
  for (let before = 0; before !== doomed.size;) {
    before = doomed.size;
    const add = (id: number): void => {
      if (entities[id]?.absent === false) doomed.add(id);
    };
    for (const { id, parent } of entities)
      if (parent !== undefined && doomed.has(parent) && isHosted(entities, id)) add(id);
    for (const { kind, source, target: other } of relations) {
      const isRoot = kindOf(source) === 'pd' && entities[source]?.root === true;
      if (kind === 'owns' && kindOf(source) === 'object' && kindOf(other) === 'object' && doomed.has(source))
        add(other);
      if (kind === 'manages' && kindOf(source) === 'pd' && kindOf(other) === 'space' && doomed.has(source)) add(other);
      if ((kind === 'stops with' || kind === 'dies with') && !isRoot && doomed.has(other)) add(source);
    }
  }
  return doomed;
}

/** Returns what of it ends: in each pass what waits for nothing that is left, and hosts nothing that is left. */
function naiveEnded({ entities, relations }: Model, doomed: ReadonlySet<number>): number[] {
  const left = new Set(entities.filter(({ absent }) => !absent).map(({ id }) => id));
  const ended: number[] = [];
  const kindOf = (id: number): string => entities[id]?.kind ?? '';
  const isInner = (host: number, id: number): boolean =>
    (entities[id]?.parent === host && isHosted(entities, id)) ||
    relations.some(
      ({ kind, source, target }) =>
        source === host &&
        target === id &&
        ((kind === 'owns' && kindOf(host) === 'object' && kindOf(id) === 'object') ||
          (kind === 'manages' && kindOf(host) === 'pd' && kindOf(id) === 'space')),
    );
  // Objects that own each other in a circle end together: they are held only by what waits.
  for (let before = -1; before !== ended.length;) {
    before = ended.length;
    for (const id of doomed) {
      const awaited = relations.filter(
        ({ kind, source, target }) => kind === 'waits for' && source === id && left.has(target),
      );
      if (
        left.has(id) &&
        awaited.length === 0 &&
        ![...doomed].some((other) => left.has(other) && other !== id && reachesWait(id, other))
      ) {
        left.delete(id);
        ended.push(id);
      }
    }
  }
  return ended.sort((a, b) => a - b);

  /** Returns true if `host` hosts `inner`, over others or not, and `inner` still waits. */
  function reachesWait(host: number, inner: number): boolean {
    const within = new Set([host]);
    for (const each of within) for (const id of doomed) if (left.has(id) && isInner(each, id)) within.add(id);
    const waits = relations.some(
      ({ kind, source, target }) => kind === 'waits for' && source === inner && left.has(target),
    );
    return within.has(inner) && waits;
  }
}

describe('an end that spreads', () => {
  it('dooms, ends and holds up what naive closures do, and orders no pair that nothing orders', () => {
    const tally = { spread: 0, held: 0, ordered: 0 };
    fc.assert(
      fc.property(cases, ({ target, ...rest }) => {
        const { model } = makeModel(rest.entities, rest.relations satisfies Parts['relations']);
        if (model.entities[target]?.absent !== false) return;
        const plan = planOf(model, { kind: 'destroy', targets: [target] }, defaultPolicy);
        const doomed = naiveDoomed(model, target);
        const ended = naiveEnded(model, doomed);
        assert.deepEqual(plan.doomed.map(({ entity }) => entity), ended); // oxfmt-ignore
        assert.deepEqual(plan.held.map(({ entity }) => entity), [...doomed].filter((id) => !ended.includes(id)).sort((a, b) => a - b)); // oxfmt-ignore
        // Without these relations the same entities have the same order.
        const plain = { ...model, relations: model.relations.map((each) => each.kind === 'stops with' || each.kind === 'dies with' ? { ...each, kind: 'feeds' as const } : each) }; // oxfmt-ignore
        const { pairs } = naiveOrder(plain, new Set(ended), defaultPolicy);
        for (const first of ended) {
          for (const then of ended) {
            const isOrdered = first !== then && plan.order.because(first, then).length > 0;
            assert.equal(isOrdered, pairs.has(`${first} ${then}`));
            if (isOrdered) tally.ordered++;
          }
        }
        if (plan.doomed.some(({ because }) => because.some(({ text }) => text.includes('stops with')))) tally.spread++;
        if (plan.held.length > 0) tally.held++;
      }),
      { numRuns: runs(1000) },
    );
    assert.ok(tally.spread > 50 && tally.held > 20 && tally.ordered > 100, JSON.stringify(tally));
  });
});
