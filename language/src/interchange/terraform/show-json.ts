/**
 * Reads the JSON of `terraform show -json`, of a state or a plan, and state files of version 4. The configuration in a
 * plan is read by `plan-configuration.ts`.
 */
import { type Occurrence, placeSpan } from '../import/import-findings.ts';
import type { YamlNode } from '../kubernetes/yaml-value.ts';
import type { Dependency } from './dependencies.ts';
import type { TerraformInstance } from './instances.ts';
import { entriesOf, entryOf, itemsOf, textOf, textsOf } from './json-values.ts';
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
export const isShown = (root: YamlNode): boolean => entryOf(root, 'format_version') !== undefined || isStateFile(root);

/** Returns true for a state file, `terraform.tfstate`. */
const isStateFile = (root: YamlNode): boolean =>
  entryOf(root, 'lineage') !== undefined && entryOf(root, 'version') !== undefined;

/** Returns the version of a document if it is none that can be read. */
export function unknownVersion(root: YamlNode): string | undefined {
  const version = textOf(entryOf(root, isStateFile(root) ? 'version' : 'format_version')) ?? '';
  return (isStateFile(root) ? /^4$/ : /^[01]\.\d+$/).test(version) ? undefined : version;
}

/** Returns the resources of a document. `O(text)`. */
export function readShown(root: YamlNode, uri: string): ShownResources {
  const reading: Reading = { uri, instances: new Map(), dependencies: new Map(), repeated: [] };
  if (isStateFile(root)) readStateFile(root, reading);
  else {
    const state = entryOf(entryOf(root, 'prior_state'), 'values') ?? entryOf(root, 'values');
    readModule(entryOf(state, 'root_module'), '', reading);
    for (const change of itemsOf(entryOf(root, 'resource_changes'))) readChange(change, reading);
    if (entryOf(root, 'resource_changes') === undefined && state === undefined)
      readModule(entryOf(entryOf(root, 'planned_values'), 'root_module'), '', reading);
  }
  const { instances, dependencies, repeated } = reading;
  return { instances: [...instances.values()], dependencies: [...dependencies.values()], repeated };
}

/** Reads a module of a state and those in it. Iterative, so that any depth is read. */
function readModule(root: YamlNode | undefined, prefix: string, reading: Reading): void {
  const waiting: { readonly module: YamlNode | undefined; readonly prefix: string }[] = [{ module: root, prefix }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { module } = next;
    for (const resource of itemsOf(entryOf(module, 'resources'))) {
      const address = addressOf(resource, next.prefix);
      if (address === undefined) continue;
      const deposed = textOf(entryOf(resource, 'deposed_key'));
      const own = `${address}${deposed === undefined ? '' : ` (deposed ${deposed})`}`;
      const data: [string, string | boolean][] =
        textOf(entryOf(resource, 'tainted')) === 'true' ? [['tainted', true]] : [];
      addInstance(resource, { address: own, moduleInstance: next.prefix, data }, reading);
      addDependencies(withoutIndices(address), entryOf(resource, 'depends_on'), reading);
    }
    for (const child of itemsOf(entryOf(module, 'child_modules')).toReversed())
      waiting.push({ module: child, prefix: `${textOf(entryOf(child, 'address')) ?? ''}.` });
  }
}

/** Returns an address with module and index, which Terraform 0.12 leaves out. */
function addressOf(resource: YamlNode, prefix: string): string | undefined {
  const address = textOf(entryOf(resource, 'address'));
  if (address === undefined) return undefined;
  const whole = address.startsWith(prefix) ? address : `${prefix}${address}`;
  const index = textOf(entryOf(resource, 'index'));
  if (index === undefined || whole.endsWith(']')) return whole;
  return `${whole}[${/^\d+$/.test(index) ? index : JSON.stringify(index)}]`;
}

type Known = Pick<TerraformInstance, 'address' | 'moduleInstance' | 'data'> & Partial<TerraformInstance>;

function addInstance(resource: YamlNode, known: Known, reading: Reading): void {
  const { uri, instances, repeated } = reading;
  const { address } = known;
  const at = (entryOf(resource, 'address') ?? entryOf(resource, 'name') ?? resource).place;
  if (instances.has(address)) {
    repeated.push({ about: address, place: at });
    return;
  }
  const place = placeSpan(uri, at);
  const isData = textOf(entryOf(resource, 'mode')) === 'data';
  instances.set(address, {
    config: withoutIndices(address.replace(/ \(deposed [^)]*\)$/, '')),
    mode: isData ? 'data' : 'managed',
    type: textOf(entryOf(resource, 'type')) ?? 'resource',
    place,
    words: address,
    isProtected: false,
    isCreatedFirst: false,
    isForgotten: false,
    ...known,
  });
}

function addDependencies(from: string, list: YamlNode | undefined, { uri, dependencies }: Reading): void {
  for (const item of itemsOf(list)) {
    const text = textOf(item);
    const to = text === undefined ? from : withoutIndices(text);
    const key = `${from} ${to}`;
    if (to === from || dependencies.has(key)) continue;
    dependencies.set(key, { from, to, place: placeSpan(uri, item.place), words: `${from} depends_on ${to}` });
  }
}

/** Reads what a plan does to an instance. One that it creates counts as there. */
function readChange(change: YamlNode, reading: Reading): void {
  const address = textOf(entryOf(change, 'address'));
  if (address === undefined) return;
  const actions = textsOf(entryOf(entryOf(change, 'change'), 'actions'));
  const deposed = textOf(entryOf(change, 'deposed'));
  const own = `${address}${deposed === undefined ? '' : ` (deposed ${deposed})`}`;
  const what = actionOf(actions);
  const data: [string, string | boolean][] = what === 'no-op' || what === 'read' ? [] : [['plan', what]];
  const from = textOf(entryOf(change, 'previous_address'));
  if (from !== undefined) data.push(['moved_from', from]);
  if (entriesOf(entryOf(entryOf(change, 'change'), 'importing')).length > 0) data.push(['imported', true]);
  const module = textOf(entryOf(change, 'module_address'));
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
  for (const resource of itemsOf(entryOf(root, 'resources'))) {
    const text = (key: string): string => textOf(entryOf(resource, key)) ?? '';
    const module = text('module') === '' ? '' : `${text('module')}.`;
    const base = `${module}${text('mode') === 'data' ? 'data.' : ''}${text('type')}.${text('name')}`;
    for (const instance of itemsOf(entryOf(resource, 'instances'))) {
      const key = entryOf(instance, 'index_key');
      const index = textOf(key);
      const isNumber = index !== undefined && /^\d+$/.test(index);
      const deposed = textOf(entryOf(instance, 'deposed'));
      const address = `${base}${index === undefined ? '' : `[${isNumber ? index : JSON.stringify(index)}]`}${deposed === undefined ? '' : ` (deposed ${deposed})`}`;
      const data: [string, string | boolean][] =
        textOf(entryOf(instance, 'status')) === 'tainted' ? [['tainted', true]] : [];
      const isCreatedFirst = textOf(entryOf(instance, 'create_before_destroy')) === 'true';
      addInstance(resource, { address, moduleInstance: module, data, isCreatedFirst }, reading);
      addDependencies(withoutIndices(base), entryOf(instance, 'dependencies'), reading);
    }
  }
}
