/** A run from the start does what the plan says, unless a machine or block interferes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../properties.ts';
import { canRelate } from '../../../../language/src/analysis/facts/legal-ends.ts';
import { type Plan, planOf } from '../../../../language/src/analysis/plan/plan.ts';
import type { PlanRequest } from '../../../../language/src/analysis/plan/plan-request.ts';
import { entityOf } from '../../../../language/src/model/model.ts';
import type { Setting } from '../../../../language/src/model/entity.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Predicate } from '../../../../language/src/model/machines/expression.ts';
import type { Explained } from '../../../../language/src/model/fact.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import { collectNow, deleteNow, destroyNow } from '../../../../language/src/simulation/kernel/endings/ends.ts';
import { act, initial, takeFirst } from '../../../../language/src/simulation/kernel/kernel.ts';
import { crashNow } from '../../../../language/src/simulation/kernel/endings/life.ts';
import { cutInto } from '../../../../language/src/simulation/kernel/endings/links.ts';
import { predicateOf } from '../../../../language/src/simulation/program/predicates.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Effect, Execute, Run } from '../../../../language/src/simulation/kernel/run.ts';
import { parts, thresholdPolicy } from '../../analysis/random-model.ts';
import { makeModel } from '../../build-model.ts';

const order = fc.record({
  conflict: fc.constantFrom('ownership', 'dependency'),
  layers: fc.constantFrom('earliest', 'latest'),
  throughSurvivors: fc.boolean(),
});
const policy = fc.tuple(thresholdPolicy, order).map(([depths, more]): Policy => ({ ...depths, ...more }));
const kind = fc.constantFrom('crash', 'destroy', 'remove', 'delete', 'collect');
const how = fc.record({
  kind,
  targets: fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }),
  mode: fc.constantFrom('background', 'foreground', 'orphan', undefined),
  moment: fc.constantFrom('before', 'demand', 'after'),
});
const finalizers = fc.subarray(['backup', 'orphan', 'foregroundDeletion']);
const noneOrSome = fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, finalizers);
const cases = fc.record({ parts, policy, how, finalizers: fc.array(noneOrSome, { minLength: 16, maxLength: 16 }) });
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** A request about entities of the kinds that it can be about; nothing where there are none. */
function requestOf({ parts: { entities }, how: { kind: what, targets, mode, moment } }: Case): PlanRequest | undefined {
  if (what === 'collect') return { kind: what, moment };
  const kinds = what === 'crash' ? ['pd', 'node'] : what === 'destroy' ? undefined : ['object'];
  const possible = [...entities.entries()].flatMap(([id, { kind: own, absent }]) =>
    absent !== true && (kinds?.includes(own) ?? true) ? [id] : [],
  );
  const chosen = [...new Set(targets.flatMap((target) => possible[target % possible.length] ?? []))];
  const [first] = chosen;
  if (first === undefined) return undefined;
  return what === 'delete' ? { kind: what, targets: chosen, ...(mode && { mode }) } : { kind: what, targets: chosen };
}

/** Does in a run what is asked for. */
function execute(request: PlanRequest, policy: Policy): Execute {
  return ({ run }) => {
    switch (request.kind) {
      case 'crash':
        crashNow(run, request.targets, policy, { place: 0, isFinal: false });
        return;
      case 'destroy':
        destroyNow(run, request.targets, policy, 0);
        return;
      case 'remove':
        cutInto(run, request.targets);
        collectNow(run, 'demand', policy);
        return;
      case 'delete':
        deleteNow(run, request.targets, request.mode, { policy, place: 0 });
        return;
      case 'collect':
        collectNow(run, request.moment, policy);
        return;
      case 'evict':
      case 'drain':
      case 'since':
        throw new Error('No such request is made here.');
    }
  };
}

const ids = (explained: readonly Explained[]): EntityId[] => explained.map(({ entity }) => entity);
const holding = (run: Run, predicate: Predicate): EntityId[] =>
  run.program.model.entities.map(({ id }) => id).filter((id) => predicateOf(run, predicate, id));

/** Objects whose owners are all absent at the start go after a delay, whatever else happens: a plan of a deletion tells them apart. */
function runToTheEnd(run: Run): void {
  while (takeFirst(run, Number.MAX_SAFE_INTEGER) !== undefined) continue;
}

function checkSurvivors(run: Run, plan: Plan, before: Readonly<Record<string, readonly EntityId[]>>): void {
  for (const predicate of ['degraded', 'broken', 'dangling'] as const) {
    const now = holding(run, predicate);
    const isNew = (id: EntityId): boolean => !(before[predicate] ?? []).includes(id);
    const planned = ids(plan[predicate]);
    // A plan says whom an event hits; who dangled already may be hit again.
    assert.deepEqual(now.filter(isNew), planned.filter(isNew), predicate);
    assert.ok(
      planned.every((id) => now.includes(id)),
      predicate,
    );
    // What is so, but not by the event, was so before, and is told as such.
    if (predicate !== 'degraded') assert.deepEqual(now.filter((id) => !planned.includes(id)), ids(plan.already[predicate])); // oxfmt-ignore
  }
}

const finalizersSetting = (words: readonly string[]): Setting => ({
  name: 'finalizers',
  value: { kind: 'list', items: words.map((word) => ({ kind: 'text', parts: [word] })) },
});

/**
 * The relations that a text without errors can have. A plan takes a service that nobody serves yet as it
 * is declared; in a run there is none, so that there are none here.
 */
function made({ parts: { entities, relations } }: Case): Case['parts']['relations'] {
  const { model } = makeModel(entities, relations);
  return relations.filter(({ kind: verb, source, target }) => {
    const ends = [entityOf(model, source), entityOf(model, target)] as const;
    const isService = verb === 'manages' || verb === 'requests';
    return canRelate(verb, ...ends) && !(isService && ends.some(({ absent }) => absent));
  });
}

function check(each: Case): void {
  const request = requestOf(each);
  if (request === undefined) return;
  const entities = each.parts.entities.map((entity, id) =>
    entity.kind === 'object' ? { ...entity, settings: [finalizersSetting(each.finalizers[id] ?? [])] } : entity,
  );
  const { model } = makeModel(entities, made(each));
  const plan = planOf(model, request, each.policy);
  const effects: Effect[] = [];
  const options = { draw: { pick: () => 0 }, tell: (effect: Effect) => effects.push(effect), keepsHistory: true };
  const { run } = initial(compileModel(model), options);
  const alive = holding(run, 'alive');
  const before = Object.fromEntries(
    (['degraded', 'broken', 'dangling'] as const).map((predicate) => [predicate, holding(run, predicate)]),
  );
  effects.length = 0;
  assert.equal(act(run, execute(request, each.policy)).error, undefined);
  if (plan.vetoes.length > 0) {
    assert.deepEqual(holding(run, 'alive'), alive);
    assert.ok(effects.some((effect) => effect.kind === 'remarked' && effect.remark.code === 'run/refused'));
    return;
  }
  if (request.kind === 'delete') {
    runToTheEnd(run);
    const gone = alive.filter((id) => !holding(run, 'alive').includes(id));
    const planned = [...ids(plan.doomed), ...ids(plan.anyway).filter((id) => gone.includes(id))];
    assert.deepEqual(gone, planned.sort((a, b) => a - b)); // oxfmt-ignore
    const ended = effects.flatMap((effect) => (effect.kind === 'destroyed' ? [effect.entity] : []));
    const place = new Map(ended.map((entity, index) => [entity, index]));
    for (const [first, then] of plan.order.before) assert.ok((place.get(first) ?? 0) < (place.get(then) ?? 0));
    return;
  }
  assert.deepEqual(alive.filter((id) => !holding(run, 'alive').includes(id)), ids(plan.doomed)); // oxfmt-ignore
  assert.deepEqual(run.state.lastEnd?.layers ?? [], plan.order.layers);
  checkSurvivors(run, plan, before);
  const told = effects.flatMap((effect) => (effect.kind === 'notified' ? [[effect.entity, effect.of, effect.action]] : [])); // oxfmt-ignore
  const planned = [
    ...plan.order.notifications.map(({ subject, of, action }) => [subject, of, action]),
    ...plan.messages.map(({ manager, subject, event }) => [manager, subject, event]),
  ];
  assert.deepEqual(told, planned);
}

describe('a run from the start', () => {
  it('ends, orders, notifies and affects what the plan of the same event says', () => {
    fc.assert(fc.property(cases, check), { numRuns: runs(800, 20_000) });
  });
});
