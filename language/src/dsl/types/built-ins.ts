/**
 * The built-in names: settings, properties, sets, functions, events and predefined policies. Each is a node of its own,
 * so that references to it work like any other.
 */
import { type EntityKind, entityKinds } from '../../model/entity-kind.ts';
import { watchedNames } from '../../model/scenario.ts';
import { defaultPolicy, predefinedPolicies } from '../../model/policy.ts';
import type * as ast from '../generated/ast.ts';
import {
  anyEntity,
  boolType,
  describeType,
  durationType,
  kindType,
  enumOf,
  labelType,
  numberType,
  policyType,
  setType,
  type StaticType,
  textType,
  unknownType,
} from './static-type.ts';

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

/** The constructs that have settings with a fixed meaning. */
export type SettingPlace = EntityKind | 'policy' | 'channel' | 'collector' | 'check';

function named(
  group: BuiltInGroup,
  name: string,
  valueType: StaticType,
  documentation: string,
  parameters: BuiltInName['parameters'] = [],
): BuiltInName {
  return { $type: 'BuiltIn', name, group, valueType, documentation, parameters };
}

const setting = (name: string, type: StaticType, documentation: string) => named('setting', name, type, documentation);
const parameters = (...pairs: readonly (readonly [string, StaticType])[]) =>
  pairs.map(([name, type]) => ({ name, type }));
const byName = (names: readonly BuiltInName[]) => new Map(names.map((each) => [each.name, each]));

const policySettings = [
  setting('pdDepth', unknownType, 'How far dependent PDs are destroyed: a number of steps, or `unlimited`. Default 0.'),
  setting(
    'spaceDepth',
    unknownType,
    'How far mapped spaces are destroyed: a number of maps, or `unlimited`. Default 0.',
  ),
  setting(
    'conflict',
    enumOf('ownership', 'dependency', 'error'),
    'Which side is kept when ownership and `destroyed after` contradict. Default `ownership`.',
  ),
  setting(
    'layers',
    enumOf('earliest', 'latest'),
    'Whether a layer is as early or as late as its constraints allow. Default `earliest`.',
  ),
  setting('throughSurvivors', boolType, 'Whether survivors still transmit order. Default `true`.'),
  setting(
    'subscriptions',
    enumOf('counted', 'set'),
    'Whether N links of one subject and target need N unlinks. Default `counted`.',
  ),
  setting(
    'subscribers',
    enumOf('sentence', 'turn'),
    'When the subscribers to an end are settled: as soon as it is doomed (`sentence`, the default), or at its turn.',
  ),
  setting(
    'deletion',
    enumOf('background', 'foreground', 'orphan'),
    'The mode of a `delete` that names none. Default `background`.',
  ),
  setting(
    'deletionDelay',
    durationType,
    'How long after the loss of its last owner a dependent is deleted. Default 1 s.',
  ),
  setting('protection', enumOf('respect', 'ignore'), 'Whether what is protected can refuse a step. Default `respect`.'),
  setting('minRsi', numberType, 'Also destroys live PDs with at least this resource similarity to the crashed PD.'),
  setting('rsiType', labelType, 'The type of resource that `minRsi` compares.'),
  setting('maxFaultRadius', numberType, 'Also destroys live PDs with at most this fault radius to the crashed PD.'),
];

const channelSettings = [
  setting('delay', durationType, 'How long a message travels; in a range, as `50ms..200ms`, drawn from the seed.'),
  setting('loss', numberType, 'The share of messages that are lost, from 0 to 1.'),
  setting('ordered', boolType, 'Whether messages keep their order, per sender and receiver. Default `true`.'),
  setting(
    'between',
    setType(anyEntity),
    'The two ends, or the nodes or PDs around them, whose messages this channel carries.',
  ),
];

const collectorSettings = [
  setting('duration', durationType, 'How long a lease lasts. Default 20 s.'),
  setting('period', durationType, 'How often each node sends keepalives. Default 6 s.'),
  setting('sweep', durationType, 'How often objects whose lease has ended are freed. Default 1 s.'),
  setting('origin', enumOf('roots', 'references'), 'Where keepalives begin. Default `roots`.'),
  setting(
    'forward',
    enumOf('visited', 'sequence', 'deadline'),
    'How a keepalive that was forwarded before is recognized. Default `visited`.',
  ),
  setting('index', durationType, 'How long it takes to index an object. Default 0 s.'),
  setting('indexLimit', durationType, 'How long an index is waited for. Without it, as long as it takes.'),
  setting('sendIndex', boolType, 'Whether a message that an object takes brings the index along. Default `false`.'),
  setting('handover', boolType, 'Whether a sender sends one more keepalive for what it hands over. Default `true`.'),
  setting(
    'enter',
    enumOf('created', 'transferred'),
    'Whether an object has leases from its creation on, or only once another node refers to it. Default `created`.',
  ),
];

const failureSettings = [
  setting('probability', numberType, 'The probability that it is down, for fault trees.'),
  setting('mttf', durationType, 'The mean time to failure, exponential; with `mttr` the probability that it is down.'),
  setting('mttr', durationType, 'The mean time to repair, exponential.'),
];

const nodeSettings = [
  ...failureSettings,
  setting('phase', durationType, 'Time of the first tick of the node. Default 0 s.'),
  setting('clockRate', numberType, 'Rate of the clock of the node. Default 1.'),
  setting('paused', boolType, 'Whether the node is paused.'),
];

const protectionSetting = setting('protection', enumOf('named'), '`named`: a step that names it is refused.');
const removesSetting = setting('removes', setType(labelType), 'The finalizers that it removes, in plans.');
const pdSettings = [
  protectionSetting,
  ...failureSettings,
  setting('overhead', numberType, 'Fixed memory of the PD in bytes, for `cost(pds)`.'),
  removesSetting,
  setting('id', textType, 'The name of the PD in the system that it was imported from.'),
  setting('rows', setType(textType), 'Rows of an imported dump that have no other place in the model.'),
  setting('blankData', boolType, 'Whether the imported dump leaves DATA empty instead of writing `NONE`.'),
  setting('listed', boolType, 'Whether the imported dump has a row for the PD itself.'),
];

const sizeSetting = setting('size', numberType, 'Size in bytes, for `cost(pds)`.');
const objectSettings = [
  sizeSetting,
  protectionSetting,
  setting('finalizers', setType(labelType), 'A deleted object ends only when this list is empty.'),
  setting('namespace', textType, 'The namespace; an owner in another one counts as absent.'),
  removesSetting,
];

const checkSettings = [
  setting('clock', enumOf('any', 'exact'), 'Whether timers fire in any order or keep their times. Default `any`.'),
  setting('horizon', durationType, 'The time up to which runs are explored.'),
  setting(
    'watch',
    setType(enumOf(...watchedNames)),
    'What no run may reach: `deadlock`, `unhandled` events, owners destroyed before what they own in a `teardown`, wrongly counted `checkpoints` of regions, and properties of keepalive collection by name.',
  ),
];

/** The settings with a fixed meaning, by the construct that has them. */
export const settingsByPlace: Readonly<Record<SettingPlace, ReadonlyMap<string, BuiltInName>>> = {
  pd: byName(pdSettings),
  space: byName([sizeSetting, protectionSetting]),
  resource: byName([sizeSetting, protectionSetting]),
  object: byName(objectSettings),
  node: byName([...nodeSettings, protectionSetting]),
  region: byName([protectionSetting]),
  policy: byName(policySettings),
  channel: byName(channelSettings),
  collector: byName(collectorSettings),
  check: byName(checkSettings),
};

/** Kinds of entities whose settings may also be the author's own data. */
export const kindsWithOwnData: ReadonlySet<EntityKind> = new Set(['object', 'space', 'resource']);

/** The readable properties of every entity, besides its settings and its machine's names. */
export const properties = byName([
  named('property', 'type', labelType, 'The type label of the entity.'),
  named('property', 'members', setType(kindType('pd')), 'The PDs that the region contains, as declared, alive or not.'),
  named('property', 'owned', setType(kindType('object')), 'The objects that the object owns, as declared, alive or not.'), // oxfmt-ignore
]);

/** The sets of everything of one kind, and the copy number. */
export const sets = byName([
  named('set', 'entities', setType(anyEntity), 'All entities.'),
  ...entityKinds.map((kind) => named('set', `${kind}s`, setType(kindType(kind)), `All entities of kind ${kind}.`)),
  named('set', 'policies', setType(policyType), 'The policies of the file and the predefined ones.'),
  named('number', 'index', numberType, 'The number of this copy, from 0.'),
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
    '`reachable(x)`: whether a root reaches x. `reachable(p, r)`: whether p reaches r over holds and maps.',
    parameters(['p', anyEntity], ['q', anyEntity]),
  ),
  named(
    'function',
    'rsi',
    numberType,
    'The resource similarity index of two PDs for one type of resource, from 0 to 1.',
    [...pdPair, { name: 'type', type: labelType }],
  ),
  named(
    'function',
    'faultRadius',
    numberType,
    'The least distance from either PD to a manager on which both depend.',
    pdPair,
  ),
  ofPd('tcb', 'The trusted computing base: the PDs that p has to trust.'),
  ofPd('impact', 'The impact boundary: the PDs that p can harm.'),
  named(
    'function',
    'smallestCutSet',
    numberType,
    'The least number of PDs and nodes, besides x and root PDs, whose crash together destroys x or leaves it broken.',
    parameters(['x', anyEntity]),
  ),
  named('function', 'shared', setType(anyEntity), 'The resources that both PDs reach.', pdPair),
  named(
    'function',
    'cost',
    numberType,
    'The memory of these PDs in bytes, each resource counted once.',
    parameters(['pds', setType(kindType('pd'))]),
  ),
]);

/** The events that occur without being sent. */
export const events = byName([
  named('event', 'restarted', unknownType, 'The first event after a restart.'),
  named('event', 'done', unknownType, 'A final state within this state has been entered.'),
  named(
    'event',
    'freed',
    unknownType,
    'A destroyed client held this resource of a space that you manage.',
    parameters(['resource', kindType('resource')], ['by', kindType('pd')]),
  ),
  named(
    'event',
    'lost',
    unknownType,
    'A space that you manage was destroyed.',
    parameters(['space', kindType('space')]),
  ),
]);

/** The policies that every file has. */
export const policies = byName(
  [defaultPolicy, ...predefinedPolicies].map(({ name, pdDepth, spaceDepth }) =>
    named('policy', name, policyType, `Predefined policy: PD depth ${pdDepth}, space depth ${spaceDepth}.`),
  ),
);

const labels = new Map<string, BuiltInName>();

/** Returns the node of a type label or another free word, always the same for the same word. */
export function labelNamed(name: string): BuiltInName {
  let label = labels.get(name);
  if (label === undefined) labels.set(name, (label = named('label', name, labelType, 'A type label.')));
  return label;
}

/** Narrows a node to a built-in name. */
export const isBuiltIn = (node: { readonly $type: string }): node is BuiltInName => node.$type === 'BuiltIn';

/** Writes the signature of a built-in function or event: `rsi(p: pd, q: pd, type: type label)`. */
export function signature(builtIn: BuiltInName): string {
  if (builtIn.parameters.length === 0) return builtIn.name;
  return `${builtIn.name}(${builtIn.parameters.map(({ name, type }) => `${name}: ${describeType(type)}`).join(', ')})`;
}
