/**
 * Questions of every kind about ends: crashes, destruction, removal, deletions and collections, about random and
 * hand-written models.
 */
import fc from 'fast-check';
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { printModel } from '../../../language/src/interchange/printing/print-model.ts';
import type { Entity, Setting } from '../../../language/src/model/entity.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { deletionModes, type Policy } from '../../../language/src/model/policy.ts';
import { canMeet, collectionMoments, planEnds, type PlanQuestion } from '../../../language/src/view/report/question.ts';
import { manyParts, thresholdPolicy } from '../../language/analysis/random-model.ts';
import type { EntityLiteral, RelationLiteral } from '../../language/build-model.ts';
import { doomedDraft, legalModel, usages, withDoomed } from './random-question.ts';

/** A model without machines, as text, and the questions about it. */
export interface EndQuestions {
  readonly model: Model;
  readonly text: string;
  readonly questions: readonly PlanQuestion[];
}

/** Returns a question of each kind about a model, under a policy; `which` chooses the targets. */
export function questionsAbout(model: Model, policy: string, which: number): PlanQuestion[] {
  const { relations } = model;
  const existing = startOf(model).model.entities;
  const owners = new Set(relations.flatMap(({ kind, source }) => (kind === 'owns' ? [source] : [])));
  return planEnds.flatMap((end): readonly PlanQuestion[] => {
    if (end === 'start' || end === 'recover') return [];
    if (end === 'collect')
      return collectionMoments.map((moment) => ({ kind: 'plan', end, of: moment === 'demand' ? '' : moment, policy }));
    const possible = existing.filter(({ kind, absent }) => !absent && canMeet(end, kind));
    // Without ownership, few consequences follow.
    const owning = end === 'crash' || end === 'destroy' ? [] : possible.filter(({ id }) => owners.has(id));
    const chosen = owning.length > 0 ? owning[which % owning.length] : possible[which % possible.length];
    if (chosen === undefined) return [];
    const question = { kind: 'plan', end, of: chosen.name, policy } as const;
    return end === 'delete' ? [question, ...deletionModes.map((deletion) => ({ ...question, deletion }))] : [question];
  });
}

const orders = fc.record({
  conflict: fc.constantFrom('ownership', 'dependency'),
  layers: fc.constantFrom('earliest', 'latest'),
  throughSurvivors: fc.boolean(),
  deletion: fc.constantFrom(...deletionModes),
});
const draft = fc.record({
  drawn: manyParts,
  policy: fc.tuple(thresholdPolicy, orders).map(([depths, more]): Policy => ({ ...depths, ...more })),
  isDefault: fc.boolean(),
  finalizers: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.subarray(['backup', 'orphan', 'foregroundDeletion'])), { minLength: 20, maxLength: 20 }), // oxfmt-ignore
  objects: fc.array(fc.record({ kind: fc.constant('object' as const), absent: fc.nat(4).map((one) => one === 0) }), { minLength: 3, maxLength: 4 }), // oxfmt-ignore
  owned: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
  which: fc.nat(1000),
  isDoomed: doomedDraft,
  named: fc.array(fc.nat(9).map((one) => one === 0), { minLength: 20, maxLength: 20 }), // oxfmt-ignore
});

/** Random questions. */
export const endQuestions: fc.Arbitrary<EndQuestions> = draft.map(
  ({ drawn, policy, isDefault, finalizers, objects, owned, which, isDoomed, named }) => {
    const chosen: Policy = { ...policy, name: isDefault ? 'default' : 'chosen' };
    const entities = withDoomed([...drawn.entities, ...objects], isDoomed).map((entity, id) => {
      const words = entity.kind === 'object' ? (finalizers[id] ?? []) : [];
      const settings = [
        ...(words.length === 0 ? [] : [finalizersSetting(words)]),
        ...(named[id] === true ? [namedOnly] : []),
      ];
      return settings.length === 0 ? entity : { ...entity, settings };
    });
    const { model } = legalModel({ entities, relations: [...owning(entities, owned), ...drawn.relations.map(withUsage)] }, [chosen]); // oxfmt-ignore
    return { model, text: textWithNotice(model), questions: questionsAbout(model, chosen.name, which) };
  },
);

/** Returns ownerships of some objects by the previous object, so that deletions and collections have consequences. */
function owning(entities: readonly EntityLiteral[], owned: readonly boolean[]): RelationLiteral[] {
  const objects = [...entities.keys()].filter((id) => entities[id]?.kind === 'object');
  return objects.flatMap((target, index) => {
    const source = objects[index - 1];
    return source === undefined || owned[index] !== true ? [] : [{ kind: 'owns' as const, source, target }];
  });
}

function withUsage(relation: RelationLiteral, place: number): RelationLiteral {
  if (relation.kind === 'refers') return { ...relation, as: usages[place % usages.length] };
  return relation.kind === 'protects' && place % 2 === 0 ? { ...relation, as: 'eviction' } : relation;
}

const namedOnly: Setting = { name: 'protection', value: { kind: 'symbol', name: 'named' } };

const finalizersSetting = (words: readonly string[]): Setting => ({
  name: 'finalizers',
  value: { kind: 'list', items: words.map((word) => ({ kind: 'text', parts: [word] })) },
});

/** Writes a model such that every second order between objects and PDs notifies the waiting one through an action. */
function textWithNotice(model: Model): string {
  const hasAction = (entity: Entity | undefined): boolean => entity?.kind === 'object' || entity?.kind === 'pd';
  const calls = model.relations.filter(
    ({ id, kind, source }) => kind === 'destroyed after' && id % 2 === 0 && hasAction(model.entities[source]),
  );
  const rest = model.relations.filter((each) => !calls.includes(each));
  const withActions = printModel({ ...model, relations: rest })
    .split('\n')
    .map((line) => line.replace(/^(\s*(?:absent |root |protected |doomed )*(?:object|pd) [^{]*)(\{)?/, (_, head: string, brace?: string) => `${head.trimEnd()} { action told(of) { }${brace === undefined ? ' }' : ''}`)); // oxfmt-ignore
  const names = (id: number): string => model.entities[id]?.name ?? '';
  const said = calls.map(({ source, target }) => `${names(source)} destroyed after ${names(target)} notify told`);
  return [...withActions, ...said, ''].join('\n');
}
