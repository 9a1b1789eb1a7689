/**
 * The built-in names but the settings: properties, sets, functions, events and predefined policies. Each is a node of
 * its own, so that references to it work like any other.
 */
import { entityKinds } from '../../model/entity-kind.ts';
import { defaultPolicy, predefinedPolicies } from '../../model/policy.ts';
import type * as ast from '../generated/ast.ts';
import {
  anyEntity,
  boolType,
  describeType,
  kindType,
  labelType,
  numberType,
  policyType,
  setType,
  type StaticType,
  unknownType,
} from './static-type.ts';
import { t } from '../../model/common/translation.ts';

/** The groups of built-in names. */
export type BuiltInGroup =
  'setting' | 'property' | 'set' | 'function' | 'event' | 'policy' | 'label' | 'number' | 'data'; // oxfmt-ignore

/** A name that no file declares. */
export interface BuiltInName extends ast.BuiltIn {
  readonly group: BuiltInGroup;
  /** The type of its value; for a function, of its result. */
  readonly valueType: StaticType;
  readonly parameters: readonly { readonly name: string; readonly type: StaticType }[];
  /** One sentence for hover and completion. */
  readonly documentation: string;
}

/** Makes a built-in name. */
export function named(
  group: BuiltInGroup,
  name: string,
  valueType: StaticType,
  documentation: string,
  parameters: BuiltInName['parameters'] = [],
): BuiltInName {
  return { $type: 'BuiltIn', name, group, valueType, documentation, parameters };
}

const parameters = (...pairs: readonly (readonly [string, StaticType])[]) =>
  pairs.map(([name, type]) => ({ name, type }));
/** Collects built-in names by name. */
export const byName = (names: readonly BuiltInName[]) => new Map(names.map((each) => [each.name, each]));

/** The readable properties of every entity, besides its settings and its machine's names. */
export const properties = byName([
  named('property', 'type', labelType, t`The type label of the entity.`),
  named(
    'property',
    'members',
    setType(kindType('pd')),
    t`The PDs that the region contains, as declared, alive or not.`,
  ),
  named('property', 'owned', setType(kindType('object')), t`The objects that the object owns, as declared, alive or not.`), // oxfmt-ignore
]);

/** The sets of everything of one kind, and the copy number. */
export const sets = byName([
  named('set', 'entities', setType(anyEntity), t`All entities.`),
  ...entityKinds.map((kind) => named('set', `${kind}s`, setType(kindType(kind)), t`All entities of kind ${kind}.`)),
  named('set', 'policies', setType(policyType), t`The policies of the file and the predefined ones.`),
  named('number', 'index', numberType, t`The number of this copy, from 0.`),
]);

const pdPair = parameters(['p', kindType('pd')], ['q', kindType('pd')]);

const ofPd = (name: string, documentation: string) =>
  named('function', name, setType(kindType('pd')), documentation, parameters(['p', kindType('pd')]));

/** The functions that an expression may call. */
export const functions = byName([
  named(
    'function',
    'reachable',
    boolType,
    t`\`reachable(x)\`: whether a root reaches x. \`reachable(p, r)\`: whether p reaches r over holds and maps.`,
    parameters(['p', anyEntity], ['q', anyEntity]),
  ),
  named(
    'function',
    'rsi',
    numberType,
    t`The resource similarity index of two PDs for one type of resource, from 0 to 1.`,
    [...pdPair, { name: 'type', type: labelType }],
  ),
  named(
    'function',
    'faultRadius',
    numberType,
    t`The least distance from either PD to a manager on which both depend.`,
    pdPair,
  ),
  ofPd('tcb', t`The trusted computing base: the PDs that p has to trust.`),
  ofPd('impact', t`The impact boundary: the PDs that p can harm.`),
  named(
    'function',
    'smallestCutSet',
    numberType,
    t`The least number of PDs and nodes, besides x and root PDs, whose crash together destroys x or leaves it broken.`,
    parameters(['x', anyEntity]),
  ),
  named('function', 'shared', setType(anyEntity), t`The resources that both PDs reach.`, pdPair),
  named(
    'function',
    'cost',
    numberType,
    t`The memory of these PDs in bytes, each resource counted once.`,
    parameters(['pds', setType(kindType('pd'))]),
  ),
]);

/** The events that occur without being sent. */
export const events = byName([
  named('event', 'restarted', unknownType, t`The first event after a restart.`),
  named('event', 'done', unknownType, t`A final state within this state has been entered.`),
  named(
    'event',
    'freed',
    unknownType,
    t`A destroyed client held this resource of a space that you manage.`,
    parameters(['resource', kindType('resource')], ['by', kindType('pd')]),
  ),
  named(
    'event',
    'lost',
    unknownType,
    t`A space that you manage was destroyed.`,
    parameters(['space', kindType('space')]),
  ),
]);

/** The policies that every file has. */
export const policies = byName(
  [defaultPolicy, ...predefinedPolicies].map(({ name, pdDepth, spaceDepth }) =>
    named('policy', name, policyType, t`Predefined policy: PD depth ${pdDepth}, space depth ${spaceDepth}.`),
  ),
);

const labels = new Map<string, BuiltInName>();

/** Returns the node of a type label or another free word, always the same for the same word. */
export function labelNamed(name: string): BuiltInName {
  let label = labels.get(name);
  if (label === undefined) labels.set(name, (label = named('label', name, labelType, t`A type label.`)));
  return label;
}

/** Narrows a node to a built-in name. */
export const isBuiltIn = (node: { readonly $type: string }): node is BuiltInName => node.$type === 'BuiltIn';

/** Writes the signature of a built-in function or event: `rsi(p: pd, q: pd, type: type label)`. */
export function signature(builtIn: BuiltInName): string {
  if (builtIn.parameters.length === 0) return builtIn.name;
  return `${builtIn.name}(${builtIn.parameters.map(({ name, type }) => `${name}: ${describeType(type)}`).join(', ')})`;
}
