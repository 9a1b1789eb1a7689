/**
 * The settings with a fixed meaning, by the construct that has them.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import { watchedNames } from '../../model/scenario.ts';
import { t } from '../../model/common/translation.ts';
import { type BuiltInName, byName, named } from './built-ins.ts';
import {
  anyEntity,
  boolType,
  durationType,
  enumOf,
  labelType,
  numberType,
  rateType,
  setType,
  type StaticType,
  textType,
  unknownType,
} from './static-type.ts';

/** The constructs that have settings with a fixed meaning. */
export type SettingPlace = EntityKind | 'policy' | 'channel' | 'collector' | 'check';

const setting = (name: string, type: StaticType, documentation: string) => named('setting', name, type, documentation);

const policySettings = [
  setting(
    'pdDepth',
    unknownType,
    t`How far dependent PDs are destroyed: a number of steps, or \`unlimited\`. Default 0.`,
  ),
  setting(
    'spaceDepth',
    unknownType,
    t`How far mapped spaces are destroyed: a number of maps, or \`unlimited\`. Default 0.`,
  ),
  setting(
    'conflict',
    enumOf('ownership', 'dependency', 'error'),
    t`Which side is kept when ownership and \`destroyed after\` contradict. Default \`ownership\`.`,
  ),
  setting(
    'layers',
    enumOf('earliest', 'latest'),
    t`Whether a layer is as early or as late as its constraints allow. Default \`earliest\`.`,
  ),
  setting('throughSurvivors', boolType, t`Whether survivors still transmit order. Default \`true\`.`),
  setting(
    'subscriptions',
    enumOf('counted', 'set'),
    t`Whether N links of one subject and target need N unlinks. Default \`counted\`.`,
  ),
  setting(
    'subscribers',
    enumOf('sentence', 'turn'),
    t`When the subscribers to an end are settled: as soon as it is doomed (\`sentence\`, the default), or at its turn.`,
  ),
  setting(
    'deletion',
    enumOf('background', 'foreground', 'orphan'),
    t`The mode of a \`delete\` that names none. Default \`background\`.`,
  ),
  setting(
    'deletionDelay',
    durationType,
    t`How long after the loss of its last owner a dependent is deleted. Default 1 s.`,
  ),
  setting(
    'protection',
    enumOf('respect', 'ignore'),
    t`Whether what is protected can refuse a step. Default \`respect\`.`,
  ),
  setting('minRsi', numberType, t`Also destroys live PDs with at least this resource similarity to the crashed PD.`),
  setting('rsiType', labelType, t`The type of resource that \`minRsi\` compares.`),
  setting('maxFaultRadius', numberType, t`Also destroys live PDs with at most this fault radius to the crashed PD.`),
];

const channelSettings = [
  setting('delay', durationType, t`How long a message travels; in a range, as \`50ms..200ms\`, drawn from the seed.`),
  setting('loss', numberType, t`The share of messages that are lost, from 0 to 1.`),
  setting('ordered', boolType, t`Whether messages keep their order, per sender and receiver. Default \`true\`.`),
  setting(
    'between',
    setType(anyEntity),
    t`The two ends, or the nodes or PDs around them, whose messages this channel carries.`,
  ),
];

const collectorSettings = [
  setting('duration', durationType, t`How long a lease lasts. Default 20 s.`),
  setting('period', durationType, t`How often each node sends keepalives. Default 6 s.`),
  setting('sweep', durationType, t`How often objects whose lease has ended are freed. Default 1 s.`),
  setting('origin', enumOf('roots', 'references'), t`Where keepalives begin. Default \`roots\`.`),
  setting(
    'forward',
    enumOf('visited', 'sequence', 'deadline'),
    t`How a keepalive that was forwarded before is recognized. Default \`visited\`.`,
  ),
  setting('index', durationType, t`How long it takes to index an object. Default 0 s.`),
  setting('indexLimit', durationType, t`How long an index is waited for. Without it, as long as it takes.`),
  setting('sendIndex', boolType, t`Whether a message that an object takes brings the index along. Default \`false\`.`),
  setting('handover', boolType, t`Whether a sender sends one more keepalive for what it hands over. Default \`true\`.`),
  setting(
    'enter',
    enumOf('created', 'transferred'),
    t`Whether an object has leases from its creation on, or only once another node refers to it. Default \`created\`.`,
  ),
];

const failureSettings = [
  setting('probability', numberType, t`The probability that it is down, for fault trees.`),
  setting(
    'mttf',
    durationType,
    t`The mean time to failure, exponential; with \`mttr\` the probability that it is down.`,
  ),
  setting('mttr', durationType, t`The mean time to repair, exponential.`),
  setting('failureRate', rateType, t`How often it fails, such as \`1 per 1000h\`: the same as \`mttf: 1000h\`.`),
  setting(
    'repairRate',
    rateType,
    t`How often it is repaired while it is down: \`2 per h\` is the same as \`mttr: 30min\`.`,
  ),
];

const nodeSettings = [
  ...failureSettings,
  setting('phase', durationType, t`Time of the first tick of the node. Default 0 s.`),
  setting('clockRate', numberType, t`Rate of the clock of the node. Default 1.`),
  setting('paused', boolType, t`Whether the node is paused.`),
];

const protectionSetting = setting(
  'protection',
  enumOf('named', 'off'),
  t`\`named\`: a step that names it is refused. Default \`off\`.`,
);
const removesSetting = setting('removes', setType(labelType), t`The finalizers that it removes, in plans.`);
const pdSettings = [
  protectionSetting,
  ...failureSettings,
  setting('overhead', numberType, t`Fixed memory of the PD in bytes, for \`cost(pds)\`.`),
  removesSetting,
  setting('id', textType, t`The name of the PD in the system that it was imported from.`),
  setting('rows', setType(textType), t`Rows of an imported dump that have no other place in the model.`),
  setting('blankData', boolType, t`Whether the imported dump leaves DATA empty instead of writing \`NONE\`.`),
  setting('listed', boolType, t`Whether the imported dump has a row for the PD itself.`),
];

const sizeSetting = setting('size', numberType, t`Size in bytes, for \`cost(pds)\`.`);
const objectSettings = [
  sizeSetting,
  protectionSetting,
  setting('finalizers', setType(labelType), t`A deleted object ends only when this list is empty.`),
  setting('namespace', textType, t`The namespace; an owner in another one counts as absent.`),
  removesSetting,
];

const checkSettings = [
  setting('clock', enumOf('any', 'exact'), t`Whether timers fire in any order or keep their times. Default \`any\`.`),
  setting('horizon', durationType, t`The time up to which runs are explored.`),
  setting(
    'watch',
    setType(enumOf(...watchedNames)),
    t`What no run may reach: \`deadlock\`, \`unhandled\` events, owners destroyed before what they own in a \`teardown\`, wrongly counted \`checkpoints\` of regions, and properties of keepalive collection by name.`,
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
