/**
 * Reads the JSON of `terraform show -json`, of a state or a plan, and state files of version 4. The configuration in a
 * plan is read by `plan-configuration.ts`.
 */
import { type Occurrence, placeSpan } from '../import/import-findings.ts';
import type { YamlNode } from '../kubernetes/yaml-value.ts';
import type { Dependency } from './dependencies.ts';
import type { TerraformInstance } from './instances.ts';
import { jsonEntries, jsonEntry, jsonItems, jsonText, jsonTexts } from './json-values.ts';
import { withoutIndices } from './references.ts';

/** A state or plan. */
export interface ShownResources {
  readonly instances: readonly TerraformInstance[];
  readonly dependencies: readonly Dependency[];
  readonly repeated: readonly Occurrence[];
}

interface Reading {
  readonly uri: string;
  readonly instances: Map<string, TerraformInstance>;
  readonly dependencies: Map<string, Dependency>;
  readonly repeated: Occurrence[];
}

/** Returns true if a document is the JSON of a state, a plan or a state file. */
export const isShown = (root: YamlNode): boolean =>
  jsonEntry(root, 'format_version') !== undefined || isStateFile(root);

/** Returns true for a state file, `terraform.tfstate`. */
const isStateFile = (root: YamlNode): boolean =>
  jsonEntry(root, 'lineage') !== undefined && jsonEntry(root, 'version') !== undefined;

/** Returns the version of a document if it is none that can be read. */
export function unknownVersion(root: YamlNode): string | undefined {
  const version = jsonText(jsonEntry(root, isStateFile(root) ? 'version' : 'format_version')) ?? '';
  return (isStateFile(root) ? /^4$/ : /^[01]\.\d+$/).test(version) ? undefined : version;
}

/** Returns the resources of a document. `O(text)`. */
export function readShown(root: YamlNode, uri: string): ShownResources {
  const reading: Reading = { uri, instances: new Map(), dependencies: new Map(), repeated: [] };
  if (isStateFile(root)) readStateFile(root, reading);
  else {
    const state = jsonEntry(jsonEntry(root, 'prior_state'), 'values') ?? jsonEntry(root, 'values');
    readModule(jsonEntry(state, 'root_module'), '', reading);
    for (const change of jsonItems(jsonEntry(root, 'resource_changes'))) readChange(change, reading);
    if (jsonEntry(root, 'resource_changes') === undefined && state === undefined)
      readModule(jsonEntry(jsonEntry(root, 'planned_values'), 'root_module'), '', reading);
  }
  const { instances, dependencies, repeated } = reading;
  return { instances: [...instances.values()], dependencies: [...dependencies.values()], repeated };
}

/** Reads a module of a state and those in it. Iterative, so that any depth is read. */
function readModule(root: YamlNode | undefined, prefix: string, reading: Reading): void {
  const waiting: { readonly module: YamlNode | undefined; readonly prefix: string }[] = [{ module: root, prefix }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { module } = next;
    for (const resource of jsonItems(jsonEntry(module, 'resources'))) {
      const address = addressOf(resource, next.prefix);
      if (address === undefined) continue;
      const deposed = jsonText(jsonEntry(resource, 'deposed_key'));
      const own = `${address}${deposed === undefined ? '' : ` (deposed ${deposed})`}`;
      const data: [string, string | boolean][] =
        jsonText(jsonEntry(resource, 'tainted')) === 'true' ? [['tainted', true]] : [];
      addInstance(resource, { address: own, moduleInstance: next.prefix, data }, reading);
      addDependencies(withoutIndices(address), jsonEntry(resource, 'depends_on'), reading);
    }
    for (const child of jsonItems(jsonEntry(module, 'child_modules')).toReversed())
      waiting.push({ module: child, prefix: `${jsonText(jsonEntry(child, 'address')) ?? ''}.` });
  }
}

/** Returns an address with module and index, which Terraform 0.12 leaves out. */
function addressOf(resource: YamlNode, prefix: string): string | undefined {
  const address = jsonText(jsonEntry(resource, 'address'));
  if (address === undefined) return undefined;
  const whole = address.startsWith(prefix) ? address : `${prefix}${address}`;
  const index = jsonText(jsonEntry(resource, 'index'));
  if (index === undefined || whole.endsWith(']')) return whole;
  return `${whole}[${/^\d+$/.test(index) ? index : JSON.stringify(index)}]`;
}

type Known = Pick<TerraformInstance, 'address' | 'moduleInstance' | 'data'> & Partial<TerraformInstance>;

function addInstance(resource: YamlNode, known: Known, reading: Reading): void {
  const { uri, instances, repeated } = reading;
  const { address } = known;
  const at = (jsonEntry(resource, 'address') ?? jsonEntry(resource, 'name') ?? resource).place;
  if (instances.has(address)) {
    repeated.push({ about: address, place: at });
    return;
  }
  const place = placeSpan(uri, at);
  const isData = jsonText(jsonEntry(resource, 'mode')) === 'data';
  instances.set(address, {
    config: withoutIndices(address.replace(/ \(deposed [^)]*\)$/, '')),
    mode: isData ? 'data' : 'managed',
    type: jsonText(jsonEntry(resource, 'type')) ?? 'resource',
    place,
    words: address,
    isProtected: false,
    isCreatedFirst: false,
    isForgotten: false,
    ...known,
  });
}

function addDependencies(from: string, list: YamlNode | undefined, { uri, dependencies }: Reading): void {
  for (const item of jsonItems(list)) {
    const text = jsonText(item);
    const to = text === undefined ? from : withoutIndices(text);
    const key = `${from} ${to}`;
    if (to === from || dependencies.has(key)) continue;
    dependencies.set(key, { from, to, place: placeSpan(uri, item.place), words: `${from} depends_on ${to}` });
  }
}

/** Reads what a plan does to an instance. One that it creates counts as there. */
function readChange(change: YamlNode, reading: Reading): void {
  const address = jsonText(jsonEntry(change, 'address'));
  if (address === undefined) return;
  const actions = jsonTexts(jsonEntry(jsonEntry(change, 'change'), 'actions'));
  const deposed = jsonText(jsonEntry(change, 'deposed'));
  const own = `${address}${deposed === undefined ? '' : ` (deposed ${deposed})`}`;
  const what = actionOf(actions);
  const data: [string, string | boolean][] = what === 'no-op' || what === 'read' ? [] : [['plan', what]];
  const from = jsonText(jsonEntry(change, 'previous_address'));
  if (from !== undefined) data.push(['moved_from', from]);
  if (jsonEntries(jsonEntry(jsonEntry(change, 'change'), 'importing')).length > 0) data.push(['imported', true]);
  const module = jsonText(jsonEntry(change, 'module_address'));
  const known = {
    address: own,
    moduleInstance: module === undefined ? '' : `${module}.`,
    data,
    isCreatedFirst: actions[0] === 'create' && actions[1] === 'delete',
    isForgotten: what === 'forget',
  };
  // A moved instance has its former address in the state.
  const before = reading.instances.get(own) ?? (from === undefined ? undefined : reading.instances.get(from));
  if (before === undefined) {
    addInstance(change, known, reading);
    return;
  }
  if (before.address !== own) {
    reading.instances.delete(before.address);
    for (const [key, each] of reading.dependencies)
      reading.dependencies.set(key, renamed(each, before.config, withoutIndices(address)));
  }
  reading.instances.set(own, {
    ...before,
    ...known,
    words: own,
    config: withoutIndices(address),
    data: [...before.data, ...data],
  });
}

const renamed = (each: Dependency, before: string, after: string): Dependency => ({
  ...each,
  from: each.from === before ? after : each.from,
  to: each.to === before ? after : each.to,
});

/** Returns what a plan does, in one word. */
function actionOf(actions: readonly string[]): string {
  return actions.length > 1 ? 'replace' : (actions[0] ?? 'no-op');
}

function readStateFile(root: YamlNode, reading: Reading): void {
  for (const resource of jsonItems(jsonEntry(root, 'resources'))) {
    const text = (key: string): string => jsonText(jsonEntry(resource, key)) ?? '';
    const module = text('module') === '' ? '' : `${text('module')}.`;
    const base = `${module}${text('mode') === 'data' ? 'data.' : ''}${text('type')}.${text('name')}`;
    for (const instance of jsonItems(jsonEntry(resource, 'instances'))) {
      const key = jsonEntry(instance, 'index_key');
      const index = jsonText(key);
      const isNumber = index !== undefined && /^\d+$/.test(index);
      const deposed = jsonText(jsonEntry(instance, 'deposed'));
      const address = `${base}${index === undefined ? '' : `[${isNumber ? index : JSON.stringify(index)}]`}${deposed === undefined ? '' : ` (deposed ${deposed})`}`;
      const data: [string, string | boolean][] =
        jsonText(jsonEntry(instance, 'status')) === 'tainted' ? [['tainted', true]] : [];
      const isCreatedFirst = jsonText(jsonEntry(instance, 'create_before_destroy')) === 'true';
      addInstance(resource, { address, moduleInstance: module, data, isCreatedFirst }, reading);
      addDependencies(withoutIndices(base), jsonEntry(instance, 'dependencies'), reading);
    }
  }
}
