/**
 * The one test of every refactoring: tries a change, and compares the answers of the models before and after it as
 * `aftermath diff` does: crash matrix, plans, cut sets, metrics with a budget, scenarios and checks. A refactoring
 * whose answers differ is refused, with the first difference.
 */
import { type Change, type ComparedEvent, worstFirst } from '../../../language/src/analysis/compare/change.ts';
import { defaultPolicyOf, policiesOf } from '../../../language/src/analysis/facts/policies.ts';
import { modelChanges } from '../../../language/src/analysis/compare/compare-models.ts';
import { append } from '../../../language/src/model/common/append.ts';
import type { Setting } from '../../../language/src/model/entity.ts';
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { entityName, type Model } from '../../../language/src/model/model.ts';
import { oncePer } from '../../../language/src/model/common/once-per.ts';
import type { Relation } from '../../../language/src/model/relation.ts';
import { changeWords } from '../../../language/src/view/report/change-words.ts';
import { metricChanges } from '../questions/compare-metrics.ts';
import { allChanges, type Results } from '../questions/compare-opened.ts';
import { resultsSteps, type RunBounds } from '../questions/compare-runs.ts';
import { otherPlan } from './same-plans.ts';
import { type FileChange, tryChange } from '../workspace/change.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { newFault } from '../workspace/new-fault.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the name of an entity after the change, by its qualified name. */
export type NewName = (name: string) => string;

/** What a change keeps besides the answers. */
export interface Kept {
  readonly newName?: NewName;
  /**
   * `model`: all but labels that nothing reads. `relations`: the same entities with the same relations; names and the
   * order of declarations may differ. `answers`: entities may be added or removed, and relations may differ.
   */
  readonly keeps: 'model' | 'relations' | 'answers';
  /** The entities whose own end is meant to take something else along. */
  readonly ends?: readonly string[];
  /** The entities and policies that are meant to be gone. */
  readonly removes?: readonly string[];
}

/** The most protection domains of a model whose answers are compared. */
const mostPds = 500;

/** The most entities of a model whose plans are compared. */
const mostEntities = 500;

/** The same on every machine, and small enough for a menu. */
const bounds: RunBounds = { steps: 5_000, states: 1_000 };

/** Returns a sentence about what a change would alter in one of some documents; nothing if all answers are the same. */
export function* whatChanges(
  workspace: Workspace,
  documents: readonly ModelDocument[],
  change: FileChange,
  kept: Kept,
): Generator<undefined, string | undefined> {
  const trial = yield* tryChange(documents, change);
  for (const document of documents) {
    const tried = trial.find(document.uri.toString());
    if (tried === undefined) continue;
    yield* workspace.models.make(document);
    yield* trial.models.make(tried);
    const [old, now] = [workspace.models.of(document), trial.models.of(tried)];
    const fault = newFault(old.findings, now.findings, isError);
    if (fault !== undefined) return t`That would cause an error: ${fault.message}`;
    const difference = yield* otherAnswer(old.model, now.model, kept);
    if (difference !== undefined) return t`In ${fileName(document)}, ${difference}`;
  }
  return undefined;
}

const isError = ({ severity }: Finding): boolean => severity === 'error';

/** Returns the last part of a document's path. */
const fileName = ({ uri }: ModelDocument): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/** Returns the end of a sentence about the first answer that two models have not in common; nothing if there is none. */
function* otherAnswer(given: Model, now: Model, kept: Kept): Generator<undefined, string | undefined> {
  const { keeps, newName, ends = [] } = kept;
  const base = newName === undefined ? given : withNames(given, newName);
  if (contentOf(base) === contentOf(now)) return undefined;
  if (!asksForPolicies(base) && writtenOut(base) === writtenOut(now)) return undefined;
  yield;
  const hasOther = keeps === 'answers' ? undefined : otherParts(base, now);
  if (hasOther !== undefined && keeps === 'relations') return t`the model would have other ${hasOther}.`;
  if (Math.max(pdCount(base), pdCount(now)) > mostPds)
    return t`there are more than ${String(mostPds)} protection domains, so their crashes cannot be compared.`;
  const repeated = repeatedName(base) ?? repeatedName(now);
  if (repeated !== undefined)
    return t`more than one entity is called "${repeated}", so what follows cannot be compared.`;
  // Declared in another order, a model has the same runs: only the one that a scenario takes may be another.
  const isReordered = hasOther === undefined && keeps !== 'answers' && behaviourOf(base) === behaviourOf(now);
  const [before, after] = isReordered ? [withoutChecks(base), withoutChecks(now)] : [base, now];
  // What is cheap comes first: most refusals follow from the models alone.
  const [change] = yield* changesOf(base, now, kept);
  if (change !== undefined) return t`another answer would follow: ${changeWords(change, 3)}.`;
  if (!isReordered && Math.max(base.entities.length, now.entities.length) > mostEntities)
    return t`there are more than ${String(mostEntities)} entities, so their plans cannot be compared.`;
  const plan = isReordered ? undefined : yield* otherPlan(base, now, ends);
  if (plan !== undefined) return t`another plan would follow: ${plan}.`;
  const [old, fresh] = [yield* resultsSteps(before, bounds), yield* resultsSteps(after, bounds)];
  const [result] = allChanges([], old, fresh);
  if (result !== undefined) return t`another result would follow: ${changeWords(result)}.`;
  const undecided = undecidedIn(old) ?? undecidedIn(fresh);
  if (undecided !== undefined)
    return t`"${undecided}" is too large to be compared in a menu, so its result may change.`;
  return keeps === 'model' ? t`results could change: the model would not be the same.` : undefined;
}

/** Returns the name of several entities, if there is one. */
function repeatedName({ entities }: Model): string | undefined {
  const names = new Set<string>();
  for (const { name } of entities) if (names.size === names.add(name).size) return name;
  return undefined;
}

const pdCount = ({ entities }: Model): number => entities.filter(({ kind }) => kind === 'pd').length;

/** Returns the differences in the answers about what both models have, the worst first. */
function* changesOf(base: Model, head: Model, kept: Kept): Generator<undefined, readonly Change[]> {
  const changes = yield* modelChanges({ base, head });
  const metrics = metricChanges({ base, head });
  const isMeant = (change: Change): boolean => isOfBoth(change, kept);
  return worstFirst([...changes, ...metrics].filter(isMeant));
}

/** Returns false for an answer about what only one of the models has, as it is meant to. */
function isOfBoth(change: Change, { removes = [], ends = [] }: Kept): boolean {
  const isCompared = ({ name, in: side }: ComparedEvent): boolean => side === undefined && !ends.includes(name);
  switch (change.kind) {
    case 'entity':
      return change.in === 'base' && change.entities.some((name) => !removes.includes(name));
    case 'fate':
      return change.from !== 'absent' && change.to !== 'absent' && change.events.some(isCompared);
    case 'order':
    case 'refusal':
    case 'deadlock':
      return change.events.some(isCompared);
    default:
      return true;
  }
}

const withoutChecks = oncePer((model: Model): Model => ({ ...model, checks: [] }));

/** Returns the title of a scenario or check whose result is unknown. */
const undecidedIn = ({ scenario, check }: Results): string | undefined =>
  [...scenario, ...check].find(([, result]) => result === 'undecided')?.[0];

/** Returns a model whose entities have other names. */
const withNames = (model: Model, newName: NewName): Model => ({
  ...model,
  entities: model.entities.map((entity) => ({ ...entity, name: newName(entity.name) })),
});

/** Returns all of a model but places, documentation, classes, and labels that nothing reads. */
function contentOf(model: Model): string {
  const readsTypes = JSON.stringify(model).includes('"name":"type"');
  const entities = model.entities.map((entity) => ({
    ...entity,
    classes: undefined,
    settings: byName(entity.settings),
    data: byName(entity.data),
    // The label of an instance is at least the name of its class; requests and similarity ask for those of resources.
    type: readsTypes || entity.kind === 'resource' || entity.kind === 'space' ? entity.type : undefined,
  }));
  return JSON.stringify({ ...model, entities }, (key, value: unknown) =>
    key === 'place' || key === 'documentation' ? undefined : value,
  );
}

/**
 * Returns all of a model but places and documentation, with its machines and policies where they are used: what no one
 * uses, and how they are called, makes no difference.
 */
function writtenOut(model: Model): string {
  const { machines, policies: _declared, ...others } = model;
  const policies = new Map(policiesOf(model).map((policy) => [policy.name, { ...policy, name: '' }]));
  const entities = model.entities.map((entity) => ({
    ...entity,
    machine: entity.machine === undefined ? undefined : { ...itemAt(machines, entity.machine), name: '' },
  }));
  return JSON.stringify({ ...others, entities, standard: defaultPolicyOf(model) }, (key, value: unknown) => {
    if (key === 'place' || key === 'documentation') return undefined;
    return isPolicyName(value) ? policies.get(value.name) : value;
  });
}

const isPolicyName = (value: unknown): value is { readonly name: string } =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'policy' && 'name' in value;

/** Returns true if something asks for the set of all policies. */
const asksForPolicies = ({ scenarios, checks, machines, entities }: Model): boolean =>
  JSON.stringify([scenarios, checks, machines, entities]).includes('"policies"');

const byName = (settings: readonly Setting[]): readonly Setting[] =>
  settings.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

/** Returns which parts of two models differ, whatever their order. */
function otherParts(base: Model, now: Model): 'entities' | 'relations' | undefined {
  if (isOther(entityLines(base), entityLines(now))) return 'entities';
  return isOther(relationLines(base), relationLines(now)) ? 'relations' : undefined;
}

const isOther = (before: readonly string[], after: readonly string[]): boolean =>
  before.toSorted().join('\n') !== after.toSorted().join('\n');

function entityLines({ entities, machines }: Model): readonly string[] {
  return entities.map(({ name, kind, type, root, absent, machine }) => {
    const runs = machine === undefined ? '' : itemAt(machines, machine).name;
    return [name, kind, type ?? '', root, absent, runs].join(' | ');
  });
}

/** Returns the relations as lines; an ownership is the same by nesting and in words. */
function relationLines(model: Model): readonly string[] {
  const nameOf = (id: EntityId): string => entityName(model, id);
  const needs = new Map<string, string[]>();
  const keyOf = ({ source, quorum }: Relation): string => `${String(source)} ${String(quorum?.key)}`;
  for (const each of model.relations) if (each.quorum !== undefined) append(needs, keyOf(each), nameOf(each.target));
  return model.relations.map((relation) => {
    const { kind, source, target, as, notify, quorum } = relation;
    const together =
      quorum === undefined ? '' : `${String(quorum.least)} of ${(needs.get(keyOf(relation)) ?? []).toSorted().join()}`;
    return [nameOf(source), kind, nameOf(target), as ?? '', notify ?? '', together].join(' | ');
  });
}

/** Returns what runs in a model, with names in place of numbers. */
function behaviourOf(model: Model): string {
  const { machines, events, channels, collectors, checks, policies } = model;
  const entities = model.entities
    .map(({ id: _id, machine: _machine, classes: _classes, parent, ...entity }) => ({
      ...entity,
      around: parent === undefined ? undefined : entityName(model, parent),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const named = { entities, machines, events, channels, collectors };
  return JSON.stringify({ ...named, checks, policies }, (key, value: unknown) => {
    if (key === 'place' || key === 'documentation') return undefined;
    return key === 'entity' && typeof value === 'number' ? entityName(model, value) : value;
  });
}
