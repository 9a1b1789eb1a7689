/**
 * Makes a model of resources and their dependencies: what a destroy takes along, in which order, and what refuses it.
 * See `language/docs/reference/formats.md` for the table.
 */
import { writeName } from '../../model/language-names.ts';
import type { Span } from '../../model/span.ts';
import type { Imported } from '../import/imported.ts';
import { type Making, modelOf, statedSetting, type Statement } from '../import/statements.ts';
import type { Dependency } from './dependencies.ts';
import { withApplySteps } from './apply-steps.ts';
import { areInOtherInstances, type TerraformInstance } from './instances.ts';

/** The entity whose end is `terraform destroy`. */
const project = 'project';
/** As many relations between instances are made at most: those of two resources with 300 instances each. */
const mostPairs = 100_000;

/** Returns the model. `O(instances + pairs of instances that depend on each other)`. */
export function terraformModel(
  given: readonly TerraformInstance[],
  dependencies: readonly Dependency[],
  place: Span,
): Imported {
  const forced = createdFirst(given, dependencies);
  const instances = withApplySteps(given, dependencies, (config) => forced.has(config));
  const taken = new Set(instances.map(({ address }) => address));
  const name = taken.has(project) ? 'terraform project' : project;
  const root = { kind: 'object', name: writeName(name), type: 'project', root: true } as const;
  const words = 'terraform destroy';
  const makings: Making[] = [{ key: project, entity: root, place, words }];
  const statements: Statement[] = [];
  for (const instance of instances) {
    makings.push(makingOf(instance, forced));
    const own = { from: instance.address, to: project, place: instance.place };
    const said = instance.words === undefined ? {} : { words: instance.words };
    if (!instance.isForgotten) statements.push({ kind: 'stops with', ...own, ...said });
  }
  const byConfig = groupedBy(instances, ({ config }) => config);
  for (const dependency of dependencies) {
    const { place: at, words: said } = dependency;
    for (const from of byConfig.get(dependency.from) ?? []) {
      for (const to of byConfig.get(dependency.to) ?? []) {
        if (statements.length > mostPairs || areInOtherInstances(from, to)) continue;
        statements.push(...statementsOf([from.address, to.address], from, { place: at, words: said }));
      }
    }
  }
  return modelOf(makings, statements);
}

/** A dependent goes first, and goes along; it cannot be created without what it depends on. */
function statementsOf(
  [from, to]: readonly [string, string],
  { isForgotten }: TerraformInstance,
  said: Pick<Statement, 'place'> & { readonly words: string },
): Statement[] {
  return [
    { kind: 'needs', from, to, as: 'start', ...said },
    ...(isForgotten ? [] : [{ kind: 'stops with', from, to, ...said } as const]),
    { kind: 'destroyed after', from: to, to: from, ...said },
  ];
}

function makingOf(instance: TerraformInstance, forced: ReadonlyMap<string, string>): Making {
  const { address, type, mode, place, words, isProtected, isCreatedFirst } = instance;
  const by = forced.get(instance.config);
  const data: [string, string | boolean][] = [
    ...instance.data.map(([key, value]) => [key, value] as [string, string | boolean]),
  ];
  if (isCreatedFirst) data.push(['create_before_destroy', true]);
  else if (by !== undefined) data.push(['create_before_destroy', `forced by ${by}`]);
  const entity = {
    kind: 'object',
    name: writeName(address),
    type: mode === 'data' ? 'data' : type,
    root: true,
    ...(isProtected ? { protected: true } : {}),
    data: [...groupedBy(data, ([key]) => key)].map(([key, values]) => statedSetting(key, together(values))),
  } as const;
  return { key: address, entity, place, ...(words === undefined ? {} : { words }) };
}

/** Returns the one value of a setting or, as of a resource that was moved more than once, all of them. */
function together(values: readonly (readonly [string, string | boolean])[]): string | boolean | readonly string[] {
  const [first, ...others] = values.map(([, value]) => value);
  return first === undefined || others.length === 0 ? (first ?? '') : [first, ...others].map(String);
}

/** Returns the resources that must be created first because a dependent is, with that dependent. */
function createdFirst(
  instances: readonly TerraformInstance[],
  dependencies: readonly Pick<Dependency, 'from' | 'to'>[],
): ReadonlyMap<string, string> {
  const origins = new Set(instances.flatMap(({ isCreatedFirst, config }) => (isCreatedFirst ? [config] : [])));
  const next = groupedBy(dependencies, ({ from }) => from);
  const forced = new Map([...origins].map((config) => [config, config]));
  for (const [config, origin] of forced)
    for (const { to } of next.get(config) ?? []) if (!forced.has(to)) forced.set(to, origin);
  for (const config of origins) forced.delete(config);
  return forced;
}

function groupedBy<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return groups;
}
